"""The whole board on a screen of its own, with a list of the units by place beside it."""

from collections.abc import Callable, Sequence
from itertools import accumulate, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Size

from westwall_tui.engine import queries
from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import State
from westwall_tui.ui.map.far.canvas import LIST
from westwall_tui.ui.map.far.overview import Meaning, Miniature, OnBoard, Overview
from westwall_tui.ui.map.overlays.objectives import TOWN
from westwall_tui.ui.map.pane.follow import FAR, WAYS, step
from westwall_tui.ui.map.signs import SIGNS, Signs
from westwall_tui.ui.terminal.page import Paper, TellingScreen
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rows import Row, Span, key_bar, on_bar, row, spread, text_rows, width_of

if TYPE_CHECKING:
    from westwall_tui.ui.map.drawn.glyphs import Drawing

GAP = 1
"""Columns between the board and the list beside it."""


class OverviewScreen(TellingScreen):
    """The screen with the whole board, whose result is the chosen hex, or -1."""

    AUTO_FOCUS = None

    def __init__(
        self,
        overview: Callable[[int, int], Overview],
        seen: OnBoard,
        cursor: int,
        window: Sequence[int],
        describe: Callable[[int], str],
        places: Callable[[int, int], Sequence[Row]],
        keymap: Keymap,
        palette: str,
        when: str = "",
        objectives: Callable[[], Sequence[Meaning]] = lambda: (),
    ) -> None:
        """Take a function that makes the overview for a number of columns and lines, and one that describes a hex.

        `window` has the hexes in sight on the map. `places` returns the list for beside the board, for a number of
        columns and rows. `when` is the time that the board shows. Without room for the list, the line below the board
        has the `objectives`, if all of them fit.
        """
        super().__init__()
        self.cursor = cursor
        self._make = overview
        self._seen = seen
        self._window = window
        self._describe, self._places = describe, places
        self._keymap, self._when, self._objectives = keymap, when, objectives
        self._paper = Paper()
        self._paper.palette = palette
        self._extent = Size()
        self._rows: list[list[tuple[str, str]]] = []
        self._list: Sequence[Row] = ()
        self._at_foot: Sequence[Meaning] = ()
        self._held: Sequence[Meaning] = ()
        """The objectives with the sides that score them, if there is no list beside the board."""
        self._rest: Sequence[Meaning] = ()
        """The meanings of the signs that do not fit in the line below the board; the others are in `_at_foot`."""

    def compose(self) -> ComposeResult:
        with self.guarded():
            self._draw_board(self.app.size)  # before the first paint, which would otherwise show an empty screen
        yield self._paper

    def on_resize(self) -> None:
        if self.size != self._extent:
            self._draw_board(self.size)

    def _draw_board(self, size: Size) -> None:
        """Draw the board for a size of the screen."""
        self._extent = size
        self._overview = self._make(size.width, max(size.height - 2, 4))
        self._rows = self._overview.rows(self._seen)
        frame = [self._overview.window_meaning] if self._window else []
        meanings = [*self._overview.meanings, *frame]
        at_foot = len(_fitting(meanings, size.width - DESCRIPTION - 2 * GAP))
        self._at_foot, self._rest = meanings[:at_foot], meanings[at_foot:]
        self._list = self._beside_board(size.width - self._overview.width - GAP, size.height - 2)
        self._held = () if self._list else self._objectives()
        self.paint()

    def _beside_board(self, width: int, height: int) -> Sequence[Row]:
        """Return the units by place, and at the bottom the signs that do not fit in the line below the board."""
        if width < LIST - GAP:
            return ()
        signs = _in_columns(self._rest, width)
        places = self._places(width, height - 1 - len(signs))
        return [*places, *[()] * (height - len(places) - len(signs)), *signs]

    @property
    def shown_text(self) -> str:
        """The text on the screen, without styles."""
        return self._paper.text

    def paint(self) -> None:
        """Show the board with the window and the cursor."""
        width, height = self._extent
        over = self._overview.over(self.cursor, self._window)
        x, y = self._overview.at(self.cursor)
        left = max(0, min(x - width // 2, self._overview.width - width))
        top = max(0, min(y - (height - 2) // 2, self._overview.height - (height - 2)))
        rows: list[Row] = [
            tuple(Span(*over.get((i, y), cell)) for i, cell in enumerate(line[left : left + width], left))
            for y, line in enumerate(self._rows[top : top + height - 2], top)
        ]
        foot = self._at_foot if self._list else [*self._at_foot, *self._rest]
        if not self._list and len(rows) < height - 2:
            foot = self._at_foot
            rows += [()] * (height - 3 - len(rows))
            rows.append(spread((), _in_line(self._rest, width - 2 * GAP), width))
        rows = [self._with_list(line, beside) for line, beside in zip_longest(rows, self._list, fillvalue=())]
        here = row(f" {self._describe(self.cursor)}"[:width], "bold")
        room = width - width_of(here) - 2 * GAP
        with_all = [*self._held, *foot]
        foot = with_all if len(_fitting(with_all, room)) == len(with_all) else foot
        go, back = (key_bar((key,), self._keymap, width) for key in (("confirm", "go there"), ("back", "back")))
        keys = on_bar(spread((*go, Span(f"   {self._when}", "dim")), back[1:], width), width)
        self._paper.show([*rows, spread(here, _in_line(foot, room), width), keys])

    def _with_list(self, line: Row, beside: Row) -> Row:
        """Return a row of the board with a row of the list on its right."""
        gap = self._overview.width + GAP - sum(len(span.text) for span in line)
        return (*line, Span(" " * gap), *beside) if beside else line

    def on_key(self, event: Key) -> None:
        event.stop()
        if not self.is_active:
            return  # the key was typed before the screen closed
        action = self._keymap.action((event.key, *event.aliases), box=False)
        far = action.startswith("far_")
        if far or action in WAYS:
            for _ in range(FAR if far else 1):
                self.cursor = step(self._overview.board, self.cursor, action.removeprefix("far_"))
            self.paint()
        elif action == "confirm":
            self.dismiss(self.cursor)
        elif action in ("back", "overview", "leave"):
            self.dismiss(-1)


def fitting_board(
    board: Board, columns: int, lines: int, drawing: "Drawing | None", signs: Signs
) -> Overview:  # fmt: skip
    """Return the largest view of a whole board for a number of columns and lines, or the smallest if none fits."""
    if drawing is None:
        found = Overview(board, lines, signs, columns)
        return found if found.width <= columns else Miniature(board, lines, signs)
    from westwall_tui.ui.map.drawn.far import DrawnMiniature, DrawnOverview  # not loaded where nothing is drawn

    drawn = DrawnOverview(board, lines, drawing, signs, columns)
    return drawn if drawn.width <= columns else DrawnMiniature(board, lines, drawing, signs)


# -- the meanings of the signs


def _sign_and_word(meaning: Meaning) -> Row:
    return Span(meaning.sign, meaning.role), Span(f" {meaning.word}")


def _fitting(meanings: Sequence[Meaning], width: int) -> Sequence[Meaning]:
    """Return the first meanings, as many as fit in a line of this width."""
    ends = accumulate(width_of(_sign_and_word(meaning)) + 1 for meaning in meanings)
    return meanings[: sum(end - 1 <= width for end in ends)]


def _in_line(meanings: Sequence[Meaning], width: int) -> Row:
    """Return a line with as many meanings as fit in this width."""
    cells = [_sign_and_word(meaning) for meaning in _fitting(meanings, width)]
    gap = 2 if sum(map(width_of, cells)) + 2 * len(cells) - 2 <= width else 1
    return tuple(span for i, each in enumerate(cells) for span in (Span(" " * gap * (i > 0)), *each))


def _in_columns(meanings: Sequence[Meaning], width: int) -> list[Row]:
    """Return rows with all meanings, in as many columns as fit in this width."""
    longest = max((width_of(_sign_and_word(each)) for each in meanings), default=0)
    across = max(1, (width + 1) // (longest + 1))
    rows = list[Row]()
    for first in range(0, len(meanings), across):
        cells = [_sign_and_word(each) for each in meanings[first : first + across]]
        rows.append(tuple(span for each in cells for span in (*each, Span(" " * (longest + 1 - width_of(each))))))
    return rows


# -- the list beside the board


DESCRIPTION = 30
"""Columns reserved for the description of the hex under the cursor; a longer one covers signs."""

NEAR = 4
"""Maximum distance in hexes from a place at which a unit counts as being there."""
ROOMY = 30
"""Minimum columns of the list for naming the units."""
HEAD, COLUMN = "Units", 3
"""The heading of the list, and the columns for the number of a side's units."""


class PlaceHeld(NamedTuple):
    """A place, the side that scores it if it is an objective, and the units there by side."""

    name: str
    scored_by: str
    """`$` with the letter of the side that scores the place now, or `?`; empty for a place that isn't an objective."""
    units: tuple[Sequence[int], Sequence[int]]


def by_place(game: Game, width: int, height: int) -> Sequence[Row]:
    """Return the list for a number of columns and rows, with the names of the units if they fit, else with counts."""
    found = units_by_place(game)
    rows = _rows_of_names(game.state, found, width) if width >= ROOMY else []
    if not rows or len(rows) > height:
        rows = _rows_of_counts(game, found, width)
    else:
        rows += _meaning_of_scores(game, found, width)
    if len(rows) <= height:
        return rows
    return [*rows[: height - 1], row(f"... and {len(rows) - height + 1} more", "dim")]


def objectives_held(game: Game) -> Sequence[Meaning]:
    """Return each objective with the sign of the side that scores it."""
    places = [place for place in units_by_place(game) if place.scored_by]
    return [Meaning(place.scored_by, _role_of_place(place), place.name) for place in places]


def units_by_place(game: Game) -> list[PlaceHeld]:
    """Return the objectives, then the places with the most units, and last the units that are near no place."""
    state, board = game.state, game.scenario.board
    towns = [place for place in queries.objectives(game) if len(place.hexes) <= TOWN]
    goals = {place.name: place for place in {place.hexes: place for place in reversed(towns)}.values()}
    hexes = {place.name: place.hexes for place in board.places if place.kind in ("town", "village")}
    hexes |= {name: place.hexes for name, place in goals.items()}
    towns_last = sorted(hexes, key=lambda name: name not in goals)
    place_of = {h: name for name in reversed(towns_last) for h in hexes[name]}  # an objective's name before a town's
    units: dict[str, tuple[list[int], list[int]]] = {name: ([], []) for name in hexes}
    units[""] = [], []
    for side in (0, 1):
        for unit in state.on_map(side):
            away = board.grid.distances(state.location[unit])
            nearest = min(
                ((away[h], name not in goals, name) for h, name in place_of.items()), default=(NEAR + 1, 0, "")
            )
            units[nearest[2] if nearest[0] <= NEAR else ""][side].append(unit)
    letters = {i: side.letter for i, side in enumerate(game.scenario.sides)}
    sign = SIGNS["objective"].ascii
    found = [
        PlaceHeld(name, sign + letters.get(goals[name].side, "?") if name in goals else "", there)
        for name, there in units.items()
        if name and (name in goals or any(there))
    ]
    found.sort(key=lambda place: (not place.scored_by, -len(place.units[0]) - len(place.units[1]), place.name))
    return [*found, *([PlaceHeld("elsewhere", "", units[""])] if any(units[""]) else [])]


def _rows_of_counts(game: Game, found: Sequence[PlaceHeld], width: int) -> list[Row]:
    """Return one line per place with the number of each side's units."""
    longest = max((len(place.name) + len(place.scored_by) for place in found), default=0) + 2
    room = min(width - 2 * COLUMN, max(longest, len(HEAD) + 1))
    chips = [Span(side.letter, f"chip_{game.scenario.colors(i)}") for i, side in enumerate(game.scenario.sides)]
    before = Span(" " * (COLUMN - 1))
    rows: list[Row] = [(Span(f"{HEAD:{room}}", "heading"), *(span for chip in chips for span in (before, chip)))]
    for place, below in zip_longest(found, found[1:]):
        name = _cut_name(place.name, room - (3 if place.scored_by else 0))
        numbers = "".join(str(len(there) or "-").rjust(COLUMN) for there in place.units)
        head = (Span(place.scored_by, _role_of_place(place)), Span(f" {name}")) if place.scored_by else (Span(name),)
        blank = room - sum(len(span.text) for span in head)
        rows.append((*head, Span(" " * blank + numbers)))
        if place.scored_by and not (below is not None and below.scored_by):
            rows += _meaning_of_scores(game, found, width)
    return rows


def _meaning_of_scores(game: Game, found: Sequence[PlaceHeld], width: int) -> list[Row]:
    """Return the meanings of the signs before objectives, if they are in the list."""
    sign = SIGNS["objective"].ascii
    names = {sign + side.letter: side.adjective for side in game.scenario.sides} | {f"{sign}?": "neither side"}
    listed = {place.scored_by for place in found}
    meanings = ", ".join(f"{scored} = {name}" for scored, name in names.items() if scored in listed)
    return text_rows(meanings, width, "dim")


def _rows_of_names(state: State, found: Sequence[PlaceHeld], width: int) -> list[Row]:
    """Return each place with the names of each side's units."""
    rows = [row("Units by place", "heading")]
    for place in found:
        mark = (Span(place.scored_by, _role_of_place(place)), Span(" ")) if place.scored_by else ()
        rows.append((*mark, Span(_cut_name(place.name, width - 3), "bold")))
        for side, there in zip(state.scenario.sides, place.units, strict=True):
            if there:
                text = f"{side.adjective}: {', '.join(state.names(there))}"
                rows += text_rows(text, width, indent="  ", hang="  ")
    return rows


def _role_of_place(place: PlaceHeld) -> str:
    return "obliged" if place.scored_by.endswith("?") else "bold"


def _cut_name(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}."
