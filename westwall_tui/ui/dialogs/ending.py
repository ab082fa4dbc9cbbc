"""Before a phase ends: what that costs, with its hexes."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.kit.dialog import Confirm, Desk
from westwall_tui.ui.kit.rows import Row, row

ROOM = 12
"""Lines on show; they scroll."""
HEXES = 6
"""Hexes that a line names."""


def price_rows(game: Game, width: int) -> list[Row]:
    """What it costs to end the phase now: fights, lines that are cut, gaps, points; empty if it costs nothing."""
    price = planning.price_of_ending(game)
    fights = [_line(game, clash.text, clash.hexes) for clash in price.clashes]
    others = []
    for concern in price.concerns:
        points = f", {concern.points} points" if concern.points and "point" not in concern.text else ""
        others.append(_line(game, concern.text + points, concern.hexes))
    rows: list[Row] = []
    for head, lines in (("You must then fight:", fights), ("If the phase ends now:", others)):
        if lines:
            rows.append(row(head, "bold"))
            rows += [row(part) for line in lines for part in wrap(f"  {line}", width, subsequent_indent="    ")]
    return rows


def _line(game: Game, text: str, hexes: Sequence[int]) -> str:
    """A sentence, with the hexes that it does not name itself."""
    unnamed = [number for h in hexes if (number := game.state.number(h)) not in text]
    if not unnamed:
        return text
    return f"{text} ({', '.join(unnamed[:HEXES])}{' ...' if len(unnamed) > HEXES else ''})"


class EndDialog(Confirm):
    """The question whether to end a phase, under what that costs; Up and Down scroll."""

    width = 74

    def __init__(self, desk: Desk, title: str, rows: Sequence[Row], yes: Callable[[], None], stays: str) -> None:
        """`rows` come below the price; `stays` says in a few words what no does."""
        lines = [*price_rows(desk.game, self.width - 4), *rows]
        super().__init__(desk, title, lines, yes, does="end the phase", stays=stays)
        self.first = 0
        front = queries.front(desk.game) if queries.front_side(desk.game) == desk.game.state.side else None
        self._breaks = front is not None and bool(front.gaps or front.lost)

    @property
    def needed(self) -> bool:
        """Whether there is anything to know before the phase ends."""
        return bool(self._rows)

    def rows(self, width: int) -> Sequence[Row]:
        lines = [part for line in self._rows for part in _fitted(line, width)]
        self.first = max(0, min(self.first, len(lines) - ROOM))
        shown = lines[self.first : self.first + ROOM]
        keys = [("confirm", self._does), ("back", self._stays)]
        if len(lines) > ROOM:
            keys.append(("up down", f"{self.first + 1}-{self.first + len(shown)} of {len(lines)}"))
        if self._breaks:
            keys.append(("front", "show the front"))
        return [*shown, row(), self.hint(width, *keys)]

    def act(self, action: str) -> bool:
        steps = {"up": -1, "down": 1, "page_up": -ROOM, "page_down": ROOM}
        if action not in steps:
            return super().act(action)
        self.first += steps[action]
        self.desk.refresh_dialog()
        return True


def _fitted(line: Row, width: int) -> list[Row]:
    """A row as it is, or, on a narrow screen, in parts."""
    text, style = "".join(span.text for span in line), line[0].style if line else ""
    return [line] if len(text) <= width else [row(part, style) for part in wrap(text, width, subsequent_indent="    ")]
