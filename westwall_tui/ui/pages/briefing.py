"""The briefing: the situation, both sides' goals and points, the schedule, and a map."""

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from textual.events import Key
from textual.geometry import Size as Extent

from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.briefings import briefings_of, head_start
from westwall_tui.files.scenarios.texts import Briefing, PointsSource
from westwall_tui.ui.around.counter import counters_of
from westwall_tui.ui.map.fitted import fitted_board
from westwall_tui.ui.map.signs import ASCII, SIGNS, UNICODE, Signs
from westwall_tui.ui.terminal.page import WIDEST, PageScreen
from westwall_tui.words.rows import Keys, Row, Span, row, width_of

if TYPE_CHECKING:
    from westwall_tui.ui.map.drawn.glyphs import Drawing

LABEL, POINTS, GAP = 8, 5, 3
"""Columns of the labels on the left, of points, and between the items of the schedule."""
WIDE, TEXT, NARROW_TEXT = 106, 48, 35
"""Minimum columns of a wide page, and of the text beside the map on a wide and on a narrow page."""
LONG_LIST, ROWS = 4, 3
"""Minimum units of a list that is shown as counters on a wide page, and rows of a counter."""
LOW = 15
"""Maximum lines of the map on a low page."""
NONE = "This scenario has no briefing."


class BriefingScreen(PageScreen):
    """The page with the briefing of a side; Tab shows the other side's briefing."""

    columns = 1
    keeps_map = False

    def __init__(self, game: Game, side: int) -> None:
        super().__init__("", self._rows_of_briefing)
        self._game, self._side = game, side
        self._briefings = briefings_of(game.scenario)

    def paint(self) -> None:
        """Show the briefing of the chosen side."""
        scenario = self._game.scenario
        name = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
        self.heading = f"Briefing: {name}, {scenario.sides[self._side].adjective}"
        super().paint()

    def _rows_of_briefing(self, width: int) -> Sequence[Row]:
        if not self._briefings:
            return [row(), row(NONE)]
        preferences = getattr(self.app, "preferences", None)
        signs = preferences.signs if preferences is not None else ASCII
        drawing = preferences.drawing if preferences is not None else None
        return briefing_rows(self._game, self._briefings[self._side], width, self.size.height, signs, drawing)

    def footer(self, *, long: bool) -> Keys:
        other = self._game.scenario.sides[1 - self._side].adjective
        begin = () if self._game.log else (("confirm", "begin"),)
        return (*begin, ("next", f"the {other} side"), *super().footer(long=long))

    @property
    def _inner_width(self) -> int:
        """The columns for text and map together: the whole page."""
        return max(20, self.size.width - 2)

    def on_key(self, event: Key) -> None:
        if self.keymap.action((event.key, *event.aliases), box=False) == "next" and self.is_active:
            event.stop()
            event.prevent_default()  # other pages scroll with this key
            self._side, self.first = 1 - self._side, 0
            self.paint()


def briefing_rows(
    game: Game,
    briefing: Briefing,
    width: int,
    height: int,
    signs: Signs = ASCII,
    drawing: "Drawing | None" = None,
) -> list[Row]:
    """Return a briefing in rows, with the map at the upper right and the text around it."""
    chart = _draw_map(game, width, height, signs, drawing)
    across = width_of(chart[0]) if chart else 0
    rows: list[Row] = []
    for each in (each for part in _parts_of_briefing(game, briefing) for each in part):
        room = min(width - across - 3, WIDEST) if len(rows) < len(chart) else min(width, WIDEST)
        rows += each.rows(room, game if width >= WIDE else None)
    width = min(width, WIDEST + across + 3)
    padded: list[Row] = []
    for y in range(max(len(rows), len(chart))):
        text = rows[y] if y < len(rows) else row()
        if y < len(chart):
            room = width - across - 2 - sum(len(span.text) for span in text)
            text = (*text, Span(" " * room), Span("| ", "frame"), *chart[y])
        padded.append(text)
    return padded


class LabeledText:
    """A text with a label on its left."""

    def __init__(self, text: str, label: str = "", *, indent: int = 0, ink: str = "", case: str = "") -> None:
        self._text, self._label, self._indent, self._ink, self._case = text, label, indent, ink, case

    def rows(self, width: int, game: Game | None = None) -> list[Row]:
        """Return the text in rows of a width; with a `game`, counters in place of a longer list of units."""
        text, counters = self._text, list[Row]()
        if game is not None and (listed := _units_named(self._text, game)):
            text, units = f"{self._text[: listed[0]].rpartition(':')[0]}:{self._text[listed[1] :]}", listed[2]
            (found,) = counters_of(game, [units], width - self._indent, len(units) * ROWS)
            counters = [(Span(" " * self._indent), *line) for line in found]
        lines = _wrap_text(f"{text} ({self._case})" if self._case else text, width - self._indent)
        rows: list[Row] = []
        for i, line in enumerate(lines):
            label = Span((self._label if i == 0 else "").ljust(self._indent), self._ink)
            text, *_ = line.rpartition(f"({self._case})") if self._case else (line, "", "")
            cited = self._case and line.endswith(f"({self._case})")
            rows.append((label, Span(text), Span(f"({self._case})", "case")) if cited else (label, Span(line)))
        return [*rows, *counters]


class Heading(LabeledText):
    """A heading with a blank row above. Only its first parts are shown if the last ones don't fit."""

    def __init__(self, *spans: Span) -> None:
        self._spans = spans

    def rows(self, width: int, game: Game | None = None) -> list[Row]:
        spans = self._spans
        while len(spans) > 1 and width_of(spans) > width:
            spans = spans[:-1]
        return [row(), spans] if spans else [row()]


class Flow(LabeledText):
    """The schedule, with as many items in a row as fit."""

    def __init__(self, label: str, clock: Sequence[tuple[str, str]]) -> None:
        self._clock, self._word = clock, label

    def rows(self, width: int, game: Game | None = None) -> list[Row]:
        rows: list[list[Span]] = []
        room = 0
        for when, what in self._clock:
            first, *rest = _wrap_text(f"{when} {what}", width - LABEL - 2) or [when]
            if not rows or len(first) + GAP > room or rest:
                rows.append([Span((self._word if not rows else "").ljust(LABEL), "heading")])
                room = width - LABEL
            else:
                rows[-1].append(Span(" " * GAP))
                room -= GAP
            rows[-1] += [Span(when, "bold"), Span(first.removeprefix(when))]
            room -= len(first)
            for line in rest:
                rows.append([Span(" " * (LABEL + 2)), Span(line)])
                room = width - LABEL - 2 - len(line)
        return [tuple(spans) for spans in rows]


def _units_named(text: str, game: Game) -> tuple[int, int, Sequence[int]] | None:
    """Return where a list of units after a colon begins and ends in a text, and its units; None for a short one."""
    units = {unit.id: number for number, unit in enumerate(game.scenario.units) if not unit.id.isdigit()}
    names = "|".join(re.escape(name) for name in sorted(units, key=len, reverse=True))
    found = [*re.finditer(rf"(?<![\w/])(?:{names})(?![\w/])", text)]
    if len(found) < LONG_LIST or ":" not in text[: found[0].start()]:
        return None
    return found[0].start(), found[-1].end(), [units[each[0]] for each in found]


def _wrap_text(text: str, width: int) -> list[str]:
    """Return a text in lines, without breaks at hyphens."""
    return wrap(text, max(20, width), break_on_hyphens=False)


Part = list["LabeledText"]


def aims(game: Game, side: int, *, you: bool = True) -> list[Part]:
    """Return the parts of a side's briefing that say what to do, the most important first, without its tips.

    Unless the side is `you`, return only how it scores and wins.
    """
    briefings = briefings_of(game.scenario)
    if not briefings:
        return []
    briefing, chip = briefings[side], _chips(game)[side]
    _, own, _, _, _, clock, *_ = _parts_of_briefing(game, briefing, you=you)
    whose = (Span(" YOU ", chip.style), Span(" WIN", "heading")) if you else (chip, Span(" WINS", "heading"))
    wins = _below(Heading(*whose), *briefing.wins)
    if not you:
        return [own, wins]
    more = ("RULES", briefing.special), ("ENEMY", briefing.enemy)
    return [own, wins, clock, *(_below(Heading(Span(head, "heading")), text) for head, text in more if text)]


def _below(head: Heading, *texts: str) -> Part:
    """Return a part with texts below its heading."""
    return [head, *(LabeledText(text, indent=2) for text in texts)]


def advice(game: Game, side: int) -> Part:
    """Return what a side may want to know before it begins: its situation, and tips; empty without a briefing."""
    briefings = briefings_of(game.scenario)
    if not briefings:
        return []
    head = Heading(Span(f"As {game.scenario.sides[side].people}:", "heading"))
    return [head, LabeledText(briefings[side].situation), *map(LabeledText, briefings[side].tips)]


def some_of(part: Part, width: int, room: int) -> list[Row]:
    """Take out the texts of a part that fit in `room` rows, and return them after a blank row and the heading."""
    rows = part[0].rows(width) if part else []
    for text in part[1:]:
        found = text.rows(width)
        if len(rows) + len(found) <= room:
            rows += found
            part.remove(text)
    return rows if len(rows) > 2 else []


def fitting(parts: list[Part], width: int, room: int) -> list[Row]:
    """Take out the parts that fit in `room` rows, each as a whole, and return them with a blank row between."""
    rows: list[Row] = []
    for part in tuple(parts):
        found = [line for each in part for line in each.rows(width)]
        found = found[isinstance(part[0], Heading) :] if found else []
        if found and len(rows) + bool(rows) + len(found) <= room:
            rows += [row(), *found] if rows else found
            parts.remove(part)
    return rows


def _chips(game: Game) -> list[Span]:
    """Return the names of the sides as chips."""
    scenario = game.scenario
    return [Span(f" {info.adjective} side ", f"chip_{scenario.colors(i)}") for i, info in enumerate(scenario.sides)]


def _parts_of_briefing(game: Game, briefing: Briefing, *, you: bool = True) -> Iterator[list[LabeledText]]:
    """Yield the parts of a briefing from top to bottom; unless it is for `you`, its side has its name."""
    side, chips = briefing.side, _chips(game)
    does = "SCORE" if any(source.points for source in briefing.own) else "WIN"
    yield [LabeledText(briefing.situation)]
    for who, chip, word, sources in (
        (side, Span(" YOU ", chips[side].style) if you else chips[side], f"{does}{'S' * (not you)}", briefing.own),
        (1 - side, chips[1 - side], f"{does}S", briefing.other),
    ):
        cases = {source.case for source in sources}
        alike = cases.pop() if len(cases) == 1 else ""
        head = Heading(chip, Span(f" {word}", "heading"), Span(f"  ({alike})" * bool(alike), "case"))
        all_sources = (*head_start(game, who), *sources)
        yield [head, *(_source_in_words(source, "" if alike else source.case) for source in all_sources)]
    yield [Heading()]
    yield _labeled_texts("WINS", briefing.wins)
    yield [Flow("CLOCK", briefing.clock)]
    yield _labeled_texts("TIPS", briefing.tips)
    yield [LabeledText(briefing.special, "RULES", indent=LABEL, ink="heading")]
    yield [LabeledText(briefing.enemy, "ENEMY", indent=LABEL, ink="heading")]


def _labeled_texts(label: str, texts: Sequence[str]) -> list[LabeledText]:
    """Return texts below each other, the first with a label."""
    return [LabeledText(text, label if i == 0 else "", indent=LABEL, ink="heading") for i, text in enumerate(texts)]


def _source_in_words(source: PointsSource, case: str) -> LabeledText:
    points = f"{source.points:>{POINTS - 1}} "
    return LabeledText(source.what, points, indent=POINTS, ink="bold", case=case)


def _draw_map(game: Game, width: int, height: int, signs: Signs, drawing: "Drawing | None") -> Sequence[Row]:
    """Return the whole board and its legend; nothing on a page that is too narrow."""
    if width >= WIDE:
        extent = Extent(width - TEXT - 3, height - 6)
    else:
        extent = Extent(width - NARROW_TEXT - 3, min(height - 7, max(LOW, height // 2)))
    board = fitted_board(game, extent, signs, drawing)
    if not board:
        return []
    arrows = (UNICODE if drawing is not None else signs)["entry"][1:]
    told = "$ scores", f"{arrows} {SIGNS['entry'].meaning}"
    across = width_of(board[0])
    width = max(across, *map(len, told))
    legend = ["  ".join(told)] if len("  ".join(told)) <= width else told
    padding = Span(" " * (width - across))
    return [*((*line, padding) for line in board), *(row(line.ljust(width), "dim") for line in legend)]
