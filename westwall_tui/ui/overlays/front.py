"""A front that a side may name at the end of its Player-Turn, with what it costs."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.terminal.rows import Row, row

HELD = "F", "zone"
GAP = "__", "target"
LOST = "L", "obliged"
"""A unit that would be lost beyond it."""
SIGNS = "F held, __ gap, L unit that would be lost"


class FrontView:
    """A front on the map and in words; None where there is none to hold."""

    def __init__(self, game: Game, front: queries.Front | None) -> None:
        self.front = front
        self._state = game.state
        self._points = {} if front is None else dict(zip((*front.gaps, *front.lost), front.points, strict=True))

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Its hexes, gaps, and the units that would be lost."""
        if self.front is None:
            return {}
        found = dict.fromkeys(self.front.hexes, HELD) | dict.fromkeys(self.front.gaps, GAP)
        return found | dict.fromkeys(self.front.lost, LOST)

    def panel(self, h: int) -> Sequence[Row]:
        """What to say about a hex."""
        sign, points = self.marks().get(h), self._points.get(h, 0)
        words = {HELD: "front: held", GAP: f"front: a gap, {points} points", LOST: f"beyond the front: {points} lost"}
        return () if sign is None else (row(words[sign], "bold"),)

    def summary(self) -> str:
        """What it costs, in one line: `2 gaps, 13 units lost, 49 points`."""
        front = self.front
        if front is None:
            return "There is no front to hold yet"
        if not front.cost:
            return "The front is unbroken"
        gaps = _count(len(front.gaps), "gap") if front.gaps else ""
        lost = f"{_count(len(front.lost), 'unit')} lost" if front.lost else ""
        return ", ".join(part for part in (gaps, lost, _count(front.cost, "point")) if part)

    def prices(self, width: int) -> Sequence[Row]:
        """What each gap and each unit costs, as rows of at most that width."""
        front, state = self.front, self._state
        if front is None:
            return ()
        gaps = ", ".join(f"{state.number(h)} {self._points[h]}" for h in front.gaps)
        lost = ", ".join(f"{state.units[state.at[h]].id} {self._points[h]}" for h in front.lost)
        rows: list[Row] = []
        for head, listed in (("Gaps:", gaps), ("Units lost:", lost)):
            if listed:
                rows += [row(head, "bold"), *(row(f" {part}") for part in wrap(listed, width - 1))]
        return rows


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
