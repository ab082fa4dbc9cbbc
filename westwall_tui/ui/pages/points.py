"""The score, now and still possible: all sources, the units that can still score, and what would change the result."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from textual.events import Key, MouseScrollDown, MouseScrollUp

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.queries import Counted, Source, UnitPlace
from westwall_tui.engine.words import capital
from westwall_tui.ui.around.bars import short_date
from westwall_tui.ui.terminal.page import PAGERS, PaperScreen, TellingScreen, is_for
from westwall_tui.words.rows import Row, Span, page_bar, row, text_rows

NAME, NUMBER = 36, 5
"""Columns of the name of a source, and of each of its numbers."""
PLACE, WIDEST_PLACE = 18, 24
"""Minimum and maximum columns of the name of a place."""
WIDEST = 110
"""Maximum columns of the page."""


class PointsLine(NamedTuple):
    """A line of the page, with its source of points and its hex."""

    row: Row
    source: Source | None = None
    hex: int = NOWHERE
    """The hex to which Enter goes."""

    @property
    def leads(self) -> bool:
        """True if the line can be chosen."""
        return self.source is not None or self.hex != NOWHERE


def lines_of(game: Game, width: int) -> list[PointsLine]:
    """Return the lines of the page: the sources of both sides, then places and units that count."""
    found = queries.sources(game)
    if not found:
        return [PointsLine(row(), None), PointsLine(row("This scenario has no Victory Points."))]
    parts = (
        _list_sources(game, found, width),
        _list_places(game, width),
        _list_units(game, width),
        _cut_off(game, width),
    )
    lines = [line for part in parts if part for line in (*part, PointsLine(row()))]
    if any(source.wins for source in found):
        lines += [PointsLine(line) for text in queries.situation(game) for line in text_rows(text, width)]
    return lines


# -- the sources


def _list_sources(game: Game, found: Sequence[Source], width: int) -> list[PointsLine]:
    counts = not any(source.wins for source in found)
    head = "".join(word.rjust(NUMBER) for word in ("now", "min", "max")) if counts else ""
    lines = [PointsLine((Span(" " * (NAME + 2)), Span(head, "dim")))]
    for side, group in groupby(enumerate(found, 1), lambda each: each[1].side):
        of_side = list(group)
        lines.append(PointsLine(_side_row(game, side, [source for _, source in of_side], counts=counts)))
        for number, source in of_side:
            line = _source_row(f"{number:<{len(str(len(found))) + 1}}", source, width)
            lines.append(PointsLine(line, source, _first_hex(game, source)))
    return lines


def _side_row(game: Game, side: int, found: Sequence[Source], *, counts: bool) -> Row:
    """Return a side with its totals: the points now, and the minimum and maximum that the rules still allow."""
    info = game.scenario.sides[side]
    chip = Span(info.adjective.upper(), f"chip_{game.scenario.colors(side)}")
    blank = Span(" " * (NAME + 2 - len(info.adjective)))
    if not counts:
        return (chip,)
    most = [source.most for source in found if source.most is not None]
    sums = sum(source.now for source in found), sum(source.least for source in found), sum(most)
    numbers = [str(number) for number in sums[:2]] + [str(sums[2]) if len(most) == len(found) else "open"]
    return chip, blank, Span("".join(number.rjust(NUMBER) for number in numbers), "bold")


def _source_row(number: str, source: Source, width: int) -> Row:
    room = NAME + 2 - len(number)
    name = f"{source.name[: room - 1]:<{room}}"
    if source.wins:
        numbers = "wins".rjust(NUMBER)
    else:
        most = "open" if source.most is None else str(source.most)
        numbers = "".join(part.rjust(NUMBER) for part in (str(source.now), str(source.least), most))
    status, case = source.status, f"({source.case})" if source.case else ""
    rest = width - 2 - NAME - len(numbers) - 2
    status = status if len(status) <= rest else f"{status[: rest - 3]}..."
    cited = case and len(status) + 2 + len(case) <= rest
    shown = (Span(status), Span(f"  {case}", "case")) if cited else (Span(status),)
    return Span(number, "key"), Span(name), Span(numbers), Span("  "), *shown


def _first_hex(game: Game, source: Source) -> int:
    """Return the place of a source on the map: a unit that scores, else its first hex."""
    there = [game.state.location[unit] for unit in source.units if game.state.location[unit] >= 0]
    return next(iter((*there, *source.hexes)), NOWHERE)


# -- places and units that count


def _list_places(game: Game, width: int) -> list[PointsLine]:
    """Return the places that score, each with the side that would score it now, and the reason."""
    state, sides = game.state, game.scenario.sides
    found = queries.objectives(game)
    if not found:
        return []
    names = [capital(place.name.replace(f" at {state.number(place.hexes[0])}", "")) for place in found]
    wide = max(PLACE, *(min(len(name), WIDEST_PLACE) for name in names))
    lines = [PointsLine(row(f"{'Places':<{wide}} hex   worth               now     why", "heading"))]
    for place, name in zip(found, names, strict=True):
        worth = ", ".join(f"{side.adjective} {n}" for side, n in zip(sides, place.points, strict=True) if n)
        holder = sides[place.side].adjective if place.side >= 0 else "-"
        number = state.number(place.hexes[0])
        text = f"{name[:wide]:<{wide}} {number}  {worth:<19} {holder:<7} "
        first, *more = wrap(place.why, max(width - len(text), 10)) or [""]
        lines.append(PointsLine(row(text + first), None, place.hexes[0]))
        lines += [PointsLine(row(" " * len(text) + part)) for part in more]
    return lines


def _list_units(game: Game, width: int) -> list[PointsLine]:
    """Return lines for the units whose place counts for points, and how soon each can exit if that scores."""
    lines: list[PointsLine] = []
    for what, group in groupby(sorted(queries.counted(game), key=lambda unit: unit.what), lambda unit: unit.what):
        lines.append(PointsLine(row(capital(what)[:width], "heading")))
        rows = [(_state_of(game, unit), unit) for unit in group]
        rows.sort(key=lambda each: (ORDER.index(each[0][0]), each[0][2]))
        for (word, soon, _), unit in rows:
            if word not in GONE:
                lines.append(_unit_line(game, unit, word, soon))
        for word in GONE:
            names = " ".join(game.state.units[unit.unit].id for (each, *_), unit in rows if each == word)
            if names:
                ink = INKS.get(word, "")
                first, *more = wrap(names, width - 10)
                lines.append(PointsLine((Span(f" {word:<8} ", ink), Span(first))))
                lines += [PointsLine(row(f"{'':10}{part}")) for part in more]
    return lines


GONE = "exited", "lost"
"""States that are final: the page only names such units."""
INKS = {"can exit": "good", "blocked": "warning", "too late": "danger", "lost": "danger", "no line": "warning"}


ORDER = ("can exit", "blocked", "to exit", "to come", "too late", "counts", "no line", "exited", "lost")
"""The states of a unit that counts, in the order of the page."""


def _state_of(game: Game, counted: Counted) -> tuple[str, str, int]:
    """Return the unit's state, when it can exit, and on which Game-Turn, each as short text."""
    place = queries.whereabouts(game, counted.unit)
    if place.place is UnitPlace.ELIMINATED:
        return "lost", "", 0
    if place.place is UnitPlace.LEFT:
        return "exited", "", 0
    if not counted.exits:
        return ("counts" if counted.points else "no line"), "", 0
    way = queries.way_out(game, counted)
    if way is None:
        return "to exit", "", game.scenario.last_turn
    number = game.state.number(way.hex)
    if counted.exit_by and way.turn > counted.exit_by:
        return "too late", f"turn {way.turn} at best", way.turn
    if way.open:
        return "can exit", f"this turn, {number}", way.turn
    if place.place is UnitPlace.MAP and way.turn == game.state.turn:
        return "blocked", f"near {number}", way.turn
    word = "to come" if place.place is UnitPlace.RESERVE else "to exit"
    return word, f"turn {way.turn} at best, {number}", way.turn


def _unit_line(game: Game, counted: Counted, word: str, soon: str) -> PointsLine:
    unit, sides = game.state.units[counted.unit], game.scenario.sides
    here = game.state.location[counted.unit]
    where = game.state.number(here) if here >= 0 else ""
    if any(counted.gain) and word in ORDER[:4]:
        worth = ", ".join(f"{sides[side].adjective} {by:+d}" for side, by in enumerate(counted.gain) if by)
    elif counted.points:
        worth = f"{sides[counted.side].adjective} {counted.points}"
    else:
        worth = ""
    how = soon or (counted.how.partition(", ")[2] if where else counted.how)
    tail = f"{unit.id:<6} {unit.strength!s:<11} {where:<4} {how:<22} "
    return PointsLine((Span(f" {word:<8} ", INKS.get(word, "")), Span(tail), Span(worth)), None, here)


def _without_line(game: Game, supply: queries.Supply) -> str:
    """Return a unit without a Line of Communication, with its hex and the reason."""
    return (
        f"  {game.state.units[supply.unit].id:<9} {game.state.number(game.state.location[supply.unit])}  {supply.why}"
    )


def _cut_off(game: Game, width: int) -> list[PointsLine]:
    """Return the units without a Line of Communication, if that costs points."""
    if not queries.no_line_points(game):
        return []
    lacking = [supply for supply in queries.supplies(game) if not supply.line]
    if not lacking:
        return []
    head = f"No Line of Communication: {queries.no_line_points(game)} points each at the end of a Game-Turn"
    state = game.state
    return [
        PointsLine(row(head, "heading")),
        *(PointsLine(row(_without_line(game, each)[:width]), None, state.location[each.unit]) for each in lacking),
    ]


# -- the verdict


def verdict_in_words(game: Game) -> str:
    """Return how the game would end now, and what would change that."""
    now = queries.standing_now(game)
    if game.outcome is not None or not any(source.chances for source in queries.sources(game)):
        return f"{now.sentence}."
    found = queries.reversals(game)
    if not found:
        return f"{now.sentence}. Nothing that can still happen would change that."
    changes = [
        f"{turn.text} ({turn.points[0]} : {turn.points[1]}{', a draw' if turn.winner < 0 else ''})" for turn in found
    ]
    return f"{now.sentence}. To change that: {', or '.join(changes)}."


# -- the page


class PointsScreen(TellingScreen, PaperScreen):
    """The page of points, from which the player goes to a hex, to a source on the map, or back."""

    def __init__(
        self, game: Game, show: Callable[[Source], None], go: Callable[[int], None], page: Callable[[str], None]
    ) -> None:
        """Take functions that show a source on the map, put the cursor on a hex, and show another page."""
        super().__init__()
        self._game, self._show, self._go, self._page = game, show, go, page
        self._paper.foot = 1  # the verdict is part of the page
        self._lines: Sequence[PointsLine] = ()
        self._width = 0
        self.at = -1
        """The chosen line."""
        self._first = 0

    def paint(self) -> None:
        """Show the lines around the chosen one, and below them the verdict."""
        width, height = self.size
        page = self.page_width
        inner = max(min(page, WIDEST) - 4, 40)
        if inner != self._width:
            self._width, self._lines = inner, lines_of(self._game, inner)
            self.at = next((i for i, line in enumerate(self._lines) if line.leads), -1)
        verdict = wrap(verdict_in_words(self._game), inner)
        room = max(height - 3 - len(verdict), 3)
        last = max(0, len(self._lines) - room)
        if self.at >= 0:
            self._first = min(max(self._first, self.at - room + 2), max(self.at - 2, 0))
        self._first = min(self._first, last)
        shown = [self._row_with_margin(i, page) for i in range(self._first, min(self._first + room, len(self._lines)))]
        shown += [row()] * (room - len(shown))
        more = f"v {last - self._first} more" if self._first < last else ""
        self._paper.show([
            self._head_row(width),
            *shown,
            (Span(" " * max(0, page - len(more) - 1)), Span(more, "dim")),
            *((Span("  "), Span(line, "bold")) for line in verdict),
            self._row_of_keys(width),
        ])  # fmt: skip

    def _head_row(self, width: int) -> Row:
        scenario, turn = self._game.scenario, self._game.state.turn
        title, date = " Points: now, and still possible", short_date(scenario.date(turn))
        right = ", ".join(filter(None, (date, f"turn {turn} of {scenario.last_turn}")))
        gap = max(1, width - len(title) - len(right) - 1)
        return Span(title, "heading@bar"), Span(" " * gap, "text@bar"), Span(f"{right} ", "dim@bar")

    def _row_with_margin(self, at: int, width: int) -> Row:
        line = self._lines[at].row
        if at != self.at:
            return Span("  "), *line
        blank = " " * max(0, width - 2 - sum(len(span.text) for span in line))
        return (
            Span("> ", "key@here"),
            *(Span(text, f"{role or 'text'}@here") for text, role in line),
            Span(blank, "text@here"),
        )

    def _row_of_keys(self, width: int) -> Row:
        keys = (
            ("up", ""),
            ("down", "choose"),
            ("put", "on the map"),
            ("confirm", "go there"),
            ("account", "rules"),
            ("back", "back"),
        )
        return page_bar(keys, self.keymap, width, "1-9")

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        numbered = dict(enumerate(queries.sources(self._game), 1))
        chosen = self._lines[self.at] if self.at >= 0 else PointsLine(())
        action = self.keymap.action((event.key, *event.aliases), box=True) or PAGERS.get(event.key, "")
        if event.character is not None and event.character in map(str, numbered):
            self._leave_for(partial(self._show, numbered[int(event.character)]))
        elif action == "put" and (source := chosen.source) is not None:
            self._leave_for(partial(self._show, source))
        elif action == "confirm" and chosen.hex != NOWHERE:
            self._leave_for(partial(self._go, chosen.hex))
        else:
            self.act(action)

    def _leave_for(self, then: Callable[[], object]) -> None:
        """Close the page, and then do something in the game."""
        self.dismiss()
        then()

    def act(self, action: str) -> None:
        """Perform the action of a key."""
        page = max(self.size.height - 6, 1)
        steps = {"up": -1, "down": 1, "page_up": -page, "page_down": page, "first": -(1 << 20), "last": 1 << 20}
        if action in steps:
            self._choose_line(steps[action])
        elif action in ("account", "course", "rules", "reinforcements", "tables", "line_list"):
            self._leave_for(partial(self._page, action))
        elif action in ("back", "confirm", "leave", "objectives"):
            self.dismiss()

    def _choose_line(self, step: int) -> None:
        """Move the bar by `step` lines, to a line that can be chosen."""
        leading = [i for i, line in enumerate(self._lines) if line.leads]
        if not leading:
            return
        if abs(step) == 1:
            to = leading.index(self.at) + step
            self.at = leading[min(max(to, 0), len(leading) - 1)]
        else:
            wanted = self.at + step
            self.at = min(leading, key=lambda i: abs(i - wanted))
        self.paint()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Choose the line above, after the wheel, if the settings want a mouse."""
        event.stop()
        self._choose_line(-1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Choose the line below, after the wheel."""
        event.stop()
        self._choose_line(1)
