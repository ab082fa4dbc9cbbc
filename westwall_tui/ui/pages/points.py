"""The score as bars: all sources, what is still possible, units that can still score, and what would turn the game."""

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
from westwall_tui.ui.pages.tables import losses_rows
from westwall_tui.ui.terminal.page import PAGERS, PaperScreen, TellingScreen, is_for
from westwall_tui.words.rows import HARD, Row, Span, more_words, page_bar, row, shortened, text_rows, width_of

NUMBER = 5
"""Columns of each number of points."""
STATUS = 14
"""Minimum columns of the state of a source."""
PLACE, WIDEST_PLACE = 18, 24
"""Minimum and maximum columns of the name of a place."""
WHY = 40
"""Minimum columns for the whole reason why a side holds a place; with fewer, the reason is cut."""
WIDEST = 110
"""Maximum columns of the page."""
BLOCKS, SIGNS = "█▒░", "#=."
"""The signs of points that are safe, that can be lost, and that are still to get; the latter in ASCII."""
TWICE, FAR = 2, 4
"""A weight of points that has a word, and the end of a bar: both sides' bars end at `FAR` times the leader's points."""


class PointsLine(NamedTuple):
    """A line of the page, with its source of points and its hex."""

    row: Row
    source: Source | None = None
    hex: int = NOWHERE
    """The hex to which Enter goes."""
    about: str = ""
    """Its state in full, which is shown below the list while the line is chosen."""

    @property
    def leads(self) -> bool:
        """True if the line can be chosen."""
        return self.source is not None or self.hex != NOWHERE


def lines_of(game: Game, width: int, signs: str = SIGNS) -> list[PointsLine]:
    """Return the lines of the page: all points, their sources, the places and units that count, and the losses."""
    found = queries.sources(game)
    bars = bool(found) and not any(source.wins for source in found)
    parts = (
        _list_totals(game, found, width, signs) if bars else [PointsLine(row("This scenario has no Victory Points."))],
        _list_sources(game, found, width, signs),
        _list_places(game, width),
        _list_units(game, width),
        _cut_off(game, width),
        [PointsLine(line) for line in _situation_rows(game, width)],
    )
    return [line for part in parts if part for line in (*part, PointsLine(row()))]


# -- all points, and their sources


class Range(NamedTuple):
    """Points now and their limits under the rules."""

    now: int
    least: int
    most: int | None

    @classmethod
    def of(cls, found: Sequence[Source], weight: int = 1) -> "Range":
        """Return the sum of sources, each point times `weight`; without a maximum if one source has none."""
        most = [source.most for source in found if source.most is not None]
        whole = weight * sum(most) if len(most) == len(found) else None
        return cls(weight * sum(each.now for each in found), weight * sum(each.least for each in found), whole)

    @property
    def end(self) -> str:
        """The maximum in words."""
        return "open" if self.most is None else str(self.most)


def bar(points: Range, whole: int, columns: int, signs: str, color: str) -> Row:
    """Return a bar on which `whole` points fill all columns; points beyond it end in `>`.

    The bar shows first the points that are safe, then those that can be lost, then those that are still to get.
    """
    before = end = 0
    ends: list[int] = []
    for value in (min(points.now, points.least), points.now, whole + 1 if points.most is None else points.most):
        if value > before:
            end = min(columns, max(end + 1, round(columns * value / max(whole, 1))))
            before = value
        ends.append(end)
    safe, now, most = ends
    beyond = points.most is None or points.most > whole
    rest = signs[2] * (most - now)
    return (
        Span(signs[0] * safe, f"side_{color}"),
        Span(signs[1] * (now - safe), f"side_{color}"),
        Span(f"{rest[:-1]}>" if beyond and rest else rest, "dim"),
        Span(" " * (columns - most)),
    )


def _list_totals(game: Game, found: Sequence[Source], width: int, signs: str) -> list[PointsLine]:
    """Return the points of both sides as bars of one scale, and what the bars mean."""
    scale, sides = queries.scale(game), game.scenario.sides
    of_side = [[source for source in found if source.side == side] for side in (0, 1)]
    weighed = [Range.of(each, weight) for each, weight in zip(of_side, scale.weights, strict=True)]
    ahead, most = max(each.now for each in weighed), [each.most for each in weighed if each.most is not None]
    whole = min(max(most, default=FAR * ahead), FAR * ahead or 1 << 20)
    wide = max(len(info.adjective) for info in sides)
    rows: list[Row] = []
    for side, info in enumerate(sides):
        points, weight, color = Range.of(of_side[side]), scale.weights[side], game.scenario.colors(side)
        limits = f" {points.least} to {points.end}"
        now = f"{points.now}{f'x{weight}' if weight != 1 else ''}"
        columns = max(width - wide - len(limits) - 9, 8)
        rows.append((
            Span(info.adjective, f"chip_{color}"), Span(" " * (wide - len(info.adjective))),
            Span(f" {now:>7} ", "bold"), *bar(weighed[side], whole, columns, signs, color), Span(limits),
        ))  # fmt: skip
    words = ("safe for good", "can be lost", "still possible")
    meanings = (f"{sign} {word}" for sign, word in zip(signs, words, strict=True))
    rows.append(row(f"{'':{wide + 9}}{'   '.join(meanings)}", "dim"))
    for info, weight in zip(sides, scale.weights, strict=True):
        if weight != 1:
            times = "twice" if weight == TWICE else f"{weight} times"
            rows.append(row(f"{'':{wide + 9}}Each {info.adjective} point counts {times}.", "dim"))
    return [PointsLine(line) for line in rows]


def _list_sources(game: Game, found: Sequence[Source], width: int, signs: str) -> list[PointsLine]:
    """Return one line per source: its points now, a bar up to its maximum, the state and the case."""
    name = max((len(source.name) for source in found), default=0)
    digits = len(str(len(found))) + 1
    numbers = 2 * NUMBER + 3
    columns = min(max(width - digits - 2 - name - numbers - STATUS, 6), 24)
    initials = [info.adjective[0] for info in game.scenario.sides]
    signs_of_sides = initials if len({*initials}) > 1 else [info.letter for info in game.scenario.sides]
    lines = []
    for number, source in enumerate(found, 1):
        points, color = Range.of([source]), game.scenario.colors(source.side)
        own: Row = (
            Span(f"{number:<{digits}}", "key"),
            Span(signs_of_sides[source.side], f"chip_{color}"),
            Span(f" {source.name:<{name}}"),
        )  # fmt: skip
        if source.wins:
            own += (Span("wins".rjust(NUMBER)), Span("  "))
        else:
            whole = max(FAR * points.now, 1) if points.most is None else points.most
            own += (
                Span(f"{points.now:>{NUMBER}} ", "bold"), *bar(points, whole, columns, signs, color),
                Span(f"{points.end:>{NUMBER}}  ", "dim"),
            )  # fmt: skip
        room = width - width_of(own)
        case = f"  {source.case}" if source.case and len(source.status) + 2 + len(source.case) <= room else ""
        own += shortened((Span(source.status), Span(case, "case")), room)
        lines.append(PointsLine(own, source, _first_hex(game, source), about_source(source)))
    return lines


def about_source(source: Source) -> str:
    """Return the state of a source and its points in words."""
    case = f" ({source.case})" if source.case else ""
    if source.wins:
        return f"{source.status}{case}"
    points = Range.of([source])
    most = "no limit" if points.most is None else f"{points.most} at most"
    return f"{source.status}: {points.now} now, {points.least} at least, {most}{case}"


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
    values = [
        ", ".join(f"{side.adjective} {n}" for side, n in zip(sides, place.points, strict=True) if n) for place in found
    ]
    most = max(len("worth"), *map(len, values))
    lines = [PointsLine(row(f"{'Places':<{wide}} hex   {'worth':<{most}}  now     why", "heading"))]
    for place, name, worth in zip(found, names, values, strict=True):
        holder = sides[place.side].adjective if place.side >= 0 else "-"
        number = state.number(place.hexes[0])
        name = name if len(name) <= wide else f"{name[: wide - 3]}..."  # noqa: PLW2901
        text = f"{name:<{wide}} {number}  {worth:<{most}}  {holder:<7} "
        why = text_rows(place.why, width - len(text)) if width - len(text) >= WHY else [row(place.why)]
        lines.append(PointsLine(shortened(row(text) + why[0], width), None, place.hexes[0], place.why))
        lines += [PointsLine((Span(" " * len(text)), *more)) for more in why[1:]]
    return lines


def _list_units(game: Game, width: int) -> list[PointsLine]:
    """Return lines for the units whose place counts for points, and how soon each can exit if that scores."""
    lines: list[PointsLine] = []
    for what, group in groupby(sorted(queries.counted(game), key=lambda unit: unit.what), lambda unit: unit.what):
        lines.append(PointsLine(row(capital(what)[:width], "heading")))
        rows = [(_state_of(game, unit), unit) for unit in group]
        longest = max(6, *(len(game.state.units[unit.unit].id) for _, unit in rows))
        rows.sort(key=lambda each: (ORDER.index(each[0][0]), each[0][2]))
        for (word, soon, _), unit in rows:
            if word not in GONE:
                lines.append(_unit_line(game, unit, word, soon, longest))
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


def _unit_line(game: Game, counted: Counted, word: str, soon: str, longest: int) -> PointsLine:
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
    tail = f"{unit.id:<{longest}} {unit.strength!s:<11} {where:<4} {how:<22} "
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


def _situation_rows(game: Game, width: int) -> list[Row]:
    """Return the points that no place gives, those that are due, sentences about the battle, and the losses."""
    sides, standing = game.scenario.sides, queries.standing_now(game)
    rows: list[Row] = []
    scored = [line for line in standing.lines if line.points and not (line.place and line.at_end)]
    for head, lines in (
        ("Other points, by cause", scored),
        ("Due at the end of this Game-Turn, if nothing changes", standing.due),
    ):
        rows += [row(head, "heading")] if lines else []
        for line in lines:
            text = f"  {sides[line.side].adjective:<8} {line.points:>3}  {line.cause}"
            rows += text_rows(text, width, hang=" " * 14)
        rows += [row()] if lines else []
    texts = *queries.situation(game), " ".join(game.scenario.about)
    rows += [row("The situation", "heading")] if any(texts) else []
    rows += [line for text in texts for line in text_rows(text, width, hang="  ")]
    rows += [row()] if any(texts) else []
    return [*rows, row("Losses", "heading"), *losses_rows(game, width)]


# -- the verdict


def verdict_in_words(game: Game) -> str:
    """Return how the game would end now, and the events that would change that."""
    standing = queries.standing_now(game)
    now = standing.sentence.replace("If the game ended now", "Now", 1)
    if game.outcome is not None or not any(source.chances for source in queries.sources(game)):
        return f"{now}."
    found = queries.reversals(game)
    if not found:
        return f"{now}. That can no longer change."
    texts: dict[str, list[str]] = {}
    for turn in found:
        then = "The game is a draw" if turn.winner < 0 else f"{capital(game.scenario.sides[turn.winner].people)} win"
        texts.setdefault(then, []).append(f"with {turn.text} ({turn.points[0]} : {turn.points[1]})")
    return f"{now}. " + " ".join(f"{then} {', or '.join(changes)}." for then, changes in texts.items())


# -- the page


class PointsScreen(TellingScreen, PaperScreen):
    """The page of points, from which the player goes to a hex, to a source on the map, or back."""

    def __init__(
        self,
        game: Game,
        show: Callable[[Source], None] | None,
        go: Callable[[int], None] | None,
        page: Callable[[str], None],
    ) -> None:
        """Take functions that show a source on the map, put the cursor on a hex, and show another page.

        The first two are None while a box is open over the map.
        """
        super().__init__()
        self._game, self._show, self._go, self._page = game, show, go, page
        self._paper.foot = 1  # the verdict is part of the page
        self._lines: Sequence[PointsLine] = ()
        self._width = 0
        self.at = -1
        """The chosen line; -1 if none is in sight."""
        self._first, self._room = 0, 1

    def paint(self) -> None:
        """Show the lines around the chosen one, and below them its state and the verdict."""
        width, height = self.size
        page = self.page_width
        inner = max(min(page, WIDEST) - 4, 40)
        if inner != self._width:
            self._width = inner
            self._lines = lines_of(self._game, inner, BLOCKS if self._paper.fine else SIGNS)
            self.at = next((i for i, line in enumerate(self._lines) if line.leads), -1)
        whole = verdict_in_words(self._game).replace(" : ", f"{HARD}:{HARD}")  # a score stays in one line
        verdict = [line.replace(HARD, " ") for line in wrap(whole, inner)]
        self._room = max(height - 3 - len(verdict), 3)
        last = max(0, len(self._lines) - self._room)
        if self.at >= 0:
            self._first = min(max(self._first, self.at - self._room + 1), self.at)
        self._first = max(0, min(self._first, last))
        shown = [self._row_with_margin(i, page) for i in range(len(self._lines))[self._first :][: self._room]]
        shown += [row()] * (self._room - len(shown))
        more = more_words("v", last - self._first)
        about = shortened(row(f"  {self._lines[self.at].about}" if self.at >= 0 else ""), page - len(more) - 1)
        self._paper.show([
            self._head_row(width),
            *shown,
            (*about, Span(" " * (page - width_of(about) - len(more) - 1)), Span(more, "dim")),
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
        blank = " " * max(0, width - 2 - width_of(line))
        marked = ("chip_", "side_")
        return (
            Span("> ", "key@here"),
            *(
                span if span.style.startswith(marked) else Span(span.text, f"{span.style or 'text'}@here")
                for span in line
            ),
            Span(blank, "text@here"),
        )

    def _row_of_keys(self, width: int) -> Row:
        on_map = (("put", "on the map"), ("confirm", "go there")) if self._go is not None else ()
        keys = (("up", ""), ("down", "choose"), *on_map, ("rules", "rules"), ("back", "back"))
        return page_bar(keys, self.keymap, width, "1-9" if self._show is not None else "")

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        numbered = dict(enumerate(queries.sources(self._game), 1))
        chosen = self._lines[self.at] if self.at >= 0 else PointsLine(())
        action = self.keymap.action((event.key, *event.aliases), box=True) or PAGERS.get(event.key, "")
        typed = event.character if event.character is not None and event.character in map(str, numbered) else ""
        if typed and self._show is not None:
            self._leave_for(partial(self._show, numbered[int(typed)]))
        elif action == "put" and (source := chosen.source) is not None and self._show is not None:
            self._leave_for(partial(self._show, source))
        elif action == "confirm" and chosen.hex != NOWHERE and self._go is not None:
            self._leave_for(partial(self._go, chosen.hex))
        else:
            self._act(action)

    def _leave_for(self, then: Callable[[], object]) -> None:
        """Close the page, and then do something in the game."""
        self.dismiss()
        then()

    def _act(self, action: str) -> None:
        page = max(self._room - 1, 1)
        pages = {"page_up": -page, "page_down": page, "first": -(1 << 20), "last": 1 << 20}
        if action in ("up", "down"):
            self._step(1 if action == "down" else -1)
        elif action in pages:
            self._scroll(pages[action])
            self.paint()
        elif action in ("course", "rules", "reinforcements", "tables", "line_list"):
            self._leave_for(partial(self._page, action))
        elif action in ("back", "confirm", "leave", "objectives", "account"):
            self.dismiss()

    @property
    def _in_sight(self) -> range:
        """The lines in sight."""
        return range(len(self._lines))[self._first : self._first + self._room]

    def _step(self, by: int) -> None:
        """Choose the next line that can be chosen, up or down; if none is in sight there, scroll by a line."""
        start = self.at if self.at >= 0 else self._in_sight[0 if by > 0 else -1] - by
        onward = range(start + 1, len(self._lines)) if by > 0 else range(start - 1, -1, -1)
        following = next((i for i in onward if self._lines[i].leads), -1)
        if following not in self._in_sight:
            self._scroll(by, following)
        else:
            self.at = following
        self.paint()

    def _scroll(self, by: int, then: int = -1) -> None:
        """Scroll by a number of lines, and choose the line `then` or the nearest to the chosen line if in sight."""
        self._first = max(0, min(self._first + by, len(self._lines) - self._room))
        leading = [i for i in self._in_sight if self._lines[i].leads]
        if then in leading:
            self.at = then
        elif self.at not in leading or abs(by) > 1:
            wanted = self.at + by
            self.at = min(leading, key=lambda i: abs(i - wanted), default=-1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Choose the line above, after the wheel, if the settings want a mouse."""
        event.stop()
        self._step(-1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Choose the line below, after the wheel."""
        event.stop()
        self._step(1)
