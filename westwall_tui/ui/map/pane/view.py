"""The map: a window on the picture of the board, with names, marks, counters and the cursor over it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from textual.geometry import Size as Extent
from textual.strip import Strip

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.geometry import MIDDLE, Size
from westwall_tui.ui.map.hexes.colorless import Brackets, part_names, part_numbers, role_under_cursor, spots_of_counter
from westwall_tui.ui.map.hexes.counters import CROSSINGS, Token, over_water
from westwall_tui.ui.map.hexes.marks import ZONE, Contents, cursor_cells
from westwall_tui.ui.map.hexes.numbers import lay_on_roads
from westwall_tui.ui.map.lettering import LINE_ROLE, Lettering
from westwall_tui.ui.map.names import Sight
from westwall_tui.ui.map.pane.follow import Follower
from westwall_tui.ui.map.sheet.canvas import Cell
from westwall_tui.ui.map.sheet.picture import Picture, on_ground
from westwall_tui.ui.map.sheet.printed import crossing_cells, roles_on_waters
from westwall_tui.ui.map.signs import ASCII, SIGNS, Signs
from westwall_tui.ui.terminal.pane import Cells, Covered, Pane, strip_of

if TYPE_CHECKING:  # loaded when the board is drawn
    from westwall_tui.ui.map.drawn.glyphs import Drawing
    from westwall_tui.ui.map.drawn.window import DrawnWindow, Scene


Layer = dict[int, dict[int, tuple[str, str]]]
"""The cells of a layer over the picture, by line and column: character and role."""

GATES, NAMES, HEXES, CURSOR = ("gates", "names", "hexes", "cursor")
"""The layers from below: bridges that are not as printed, names, marks and counters, and the cursor."""


GERMAN_ZONE = SIGNS["zone_small"]
"""The sign of German zones, which must look different from German counters when the counters are white."""
BRIDGE_ROLE = SIGNS["bridge"].role
BEYOND = (" ", on_ground("grid", "none"))
"""A cell below or beside the picture."""


class MapView(Pane):
    """The map. Its owner sets its contents with `show_units`, `show_marks` and so on."""

    DEFAULT_CSS = "MapView { width: 1fr; height: 1fr; }"

    has_cursor = True
    """True if the cursor is shown. If not, the window still stays around the cursor's hex."""

    def __init__(
        self, board: Board, size: Size = MIDDLE, signs: Signs = ASCII, lines: Sequence[tuple[int, int]] = ()
    ) -> None:
        """Create the map. `lines` has the hexsides of the named lines (`show_boundaries`)."""
        super().__init__()
        self.board = board
        self.drawing: Drawing | None = None
        """The settings for drawing the board in blocks; None if the board is drawn in characters."""
        self.picture = Picture(board, size, signs, lines)
        self.cursor = board.playable[0] if board.playable else 0
        self.left = 0
        """The first visible column of the picture."""
        self.top = 0
        self.follower = Follower()
        self._tokens: Mapping[int, Token] = {}
        self._marks: Mapping[int, tuple[str, str]] = {}
        self._zones: Mapping[int, tuple[str, str]] = {}
        self._signs: Mapping[int, tuple[str, str]] = {}
        self._gates: Mapping[tuple[int, int], str] = {}
        self._kinds: Mapping[int, Kind] = {}
        self.route: Sequence[int] = ()
        """The path, hex by hex, that the drawn map shows with the next marks. In characters, marks show the path."""
        self.lit: Collection[int] = ()
        """The hexes that stay bright on the drawn map with the next marks. If empty, all hexes stay bright."""
        self.front: Sequence[int] = ()
        """The front, hex by hex, that the drawn map shows with the next marks."""
        self._threads: Sequence[Sequence[int]] = ()
        self._rings: Sequence[Sequence[int]] = ()
        self._objectives: frozenset[int] = frozenset()
        self._lines = lines
        self._centred_for = Extent(0, 0)
        self._window_drawn: DrawnWindow | None = None
        """The window of the drawn board, if it is drawn."""
        self._painted_in = self.palette
        self._clear()

    def _clear(self) -> None:
        """Forget what is painted, so that everything is laid over the picture again."""
        self._rows: list[Cells | None] = [None] * self.picture.height
        self._lettering = Lettering(self.picture)
        self._window_drawn = None
        self._names_for: Sight | None = None
        for h in {*self._tokens, *self._marks, *self._zones, *self._signs} if self.drawing is None else ():
            self._draw(h)
        self._layers: Mapping[str, Layer] = {}
        """The overlays; empty until a line is needed, because all of them may change before that."""

    # -- what is shown

    def set_picture(self, size: Size = MIDDLE, signs: Signs = ASCII, drawing: "Drawing | None" = None) -> None:
        """Draw the board at another size, with other signs, or in blocks."""
        self.drawing = drawing
        self.picture = Picture(self.board, size, signs, self._lines)
        self._clear()
        if self.is_attached:
            self._centre()
            self.refresh()

    @property
    def shown_units(self) -> Mapping[int, Token]:
        """The counters that are shown, by hex."""
        return self._tokens

    @property
    def in_sight(self) -> list[int]:
        """The hexes that are entirely in the window."""
        boxes = ((h, self.picture.box(h)) for h in self.picture.shown)
        right, bottom = self.left + self._window.width, self.top + self._window.height
        return [
            h for h, (x, y, width, height) in boxes
            if self.left <= x and x + width <= right and self.top <= y and y + height <= bottom
        ]  # fmt: skip

    def show_units(self, tokens: Mapping[int, Token]) -> None:
        """Show these counters, by hex."""
        old, self._tokens = self._tokens, tokens
        self._update(_hexes_that_differ(old, tokens))

    def show_objectives(self, hexes: Iterable[int]) -> None:
        """Name the towns in these hexes before other towns, beginning with the next contents."""
        self._objectives = frozenset(hexes)

    def show_traces(
        self, lines: Sequence[Sequence[int]], rings: Sequence[Sequence[int]], kinds: Mapping[int, Kind]
    ) -> None:
        """With the next marks, show lines from hex to hex, rings around hexes, and unit symbols on the drawn map."""
        self._threads, self._rings, self._kinds = lines, rings, kinds

    def show_marks(self, marks: Mapping[int, tuple[str, str]]) -> None:
        """Show these marks, by hex: a text and a role."""
        old, self._marks = self._marks, dict(marks)
        self._update(_hexes_that_differ(old, self._marks))

    def show_zones(self, zones: Mapping[int, tuple[str, str]]) -> None:
        """Show zones of control or similar signs, by hex: a text and a role."""
        old, self._zones = self._zones, zones
        self._update(_hexes_that_differ(old, zones))

    def show_signs(self, signs: Mapping[int, tuple[str, str]]) -> None:
        """Show signs other than units on the map, by hex: one or two characters and a role."""
        old, self._signs = self._signs, signs
        self._update(_hexes_that_differ(old, signs))

    def show_gates(self, gates: Mapping[tuple[int, int], str]) -> None:
        """Show bridges that are not as printed. `gates` has the names of their signs by the two hexes."""
        if gates != self._gates:
            self._gates = gates
            if self.drawing is None:
                self._lettering.forget_crossings()
                if self._layers:
                    self._lay({GATES: self._gate_layer(), **self._letter_layers()})
                self.refresh()
            else:
                self._update(())

    def show_boundaries(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Show the named lines along these hexsides, each given as two hexes."""
        if pairs != self._lines:
            self._lines = pairs
            self.set_picture(self.picture.size, self.picture.signs, self.drawing)

    def show_board(self, board: Board, lines: Sequence[tuple[int, int]]) -> None:
        """Show another board, still empty, with named lines as in `show_boundaries`. Its owner moves the cursor."""
        self.board, self._lines = board, lines
        self._tokens, self._marks, self._zones, self._signs, self._gates = {}, {}, {}, {}, {}
        self.route, self.lit, self.front, self._threads, self._rings, self._kinds = (), (), (), (), (), {}
        self._objectives = frozenset()
        self.follower, self.cursor = Follower(), min(self.cursor, len(board.grid) - 1)
        self.set_picture(self.picture.size, self.picture.signs, self.drawing)

    def _gate_layer(self) -> Layer:
        return _layer(crossing_cells(self.picture, self._gates))

    def _letter_layers(self) -> Mapping[str, Layer]:
        crossings = crossing_cells(self.picture, self._gates)
        bracketed = self.palette == "mono"
        cells = self._lettering.lay(crossings, self._sight, self._objectives, bracketed=bracketed)
        return dict(zip((NAMES, HEXES), map(_layer, cells), strict=True))

    @property
    def _sight(self) -> Sight:
        """The window, in cells of the picture. If there is no window, it is the whole picture."""
        width, height = self._window or (self.picture.width, self.picture.height)
        hidden = (0, 0, 0, 0)
        if self.box is not None and self._has_edge_in_sight(self.box):
            left, top = self.left - self.region.x, self.top - self.region.y
            over = self.box.region
            hidden = over.x + left, over.y + top, over.right + left, over.bottom + top
        return Sight(self.left, self.top, self.left + width, self.top + height, hidden)

    def _has_edge_in_sight(self, box: Covered) -> bool:
        """Return True if a box's left or right edge is over the map, where the edge would cut through names."""
        here, over = self.region, box.region
        return here.x < over.x < here.right or here.x < over.right < here.right

    def show_box(self, box: Covered | None) -> None:
        """Move names that a box would cut through."""
        super().show_box(box)
        if self._window_drawn is not None:
            self._window_drawn.show_part(self._sight)
        elif self.drawing is None:
            self._name_what_is_in_sight()

    def _name_what_is_in_sight(self) -> None:
        """Place names again if the window shows another part of the picture."""
        sight = self._sight
        if self._names_for != sight:
            self._names_for = sight
            if self._layers:
                self._lay(self._letter_layers())

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex, and bring it into sight."""
        old, self.cursor = self.cursor, h
        moved = bool(self._window) and self._bring_in(h)
        if old == h and not moved:
            return
        if self._window_drawn is not None:
            self._window_drawn.move_cursor(h)
        elif self.drawing is None:
            self._lay({CURSOR: _layer(cursor_cells(self.picture, h))}, self._lines_changed_by(old, h))
        self.refresh()

    def _lines_changed_by(self, *cursors: int) -> set[int]:
        """Return the lines that change with the cursor, besides its own layer.

        Without colors, these are all lines of its hexes.
        """
        boxes = map(self.picture.box, cursors if self.has_cursor and self.palette == "mono" else ())
        return {line for _, y, _, down in boxes for line in range(y, y + down)} & {*range(self.picture.height)}

    def sees(self, hexes: Sequence[int], first: int, last: int) -> bool:
        """Return True if hexes are in the window, between two of the window's lines."""
        boxes = [self.picture.box(h) for h in hexes]
        return all(
            self.left <= x
            and x + width <= self.left + self._window.width
            and first <= y - self.top
            and y + height - self.top <= last
            for x, y, width, height in boxes
        )

    def edge_beyond(self, h: int) -> str:
        """Return the window's edge beyond which a hex is (`up`, `down`, `left`, `right`); empty if it is visible."""
        x, y, width, height = self.picture.box(h)
        if not self._window:
            return ""
        if y < self.top or y + height > self.top + self._window.height:
            return "up" if y < self.top else "down"
        if x < self.left or x + width > self.left + self._window.width:
            return "left" if x < self.left else "right"
        return ""

    def beyond(self, h: int) -> int:
        """Return the number of hexes, in columns or rows, between the window's edge and a hex beyond it."""
        (x, y, width, height), window = self.picture.box(h), self._window
        aside = max(self.left - x, x + width - self.left - window.width, 0) / self.picture.size.across
        above = max(self.top - y, y + height - self.top - window.height, 0) / self.picture.size.down
        return ceil(max(aside, above))

    def can_bring(self, hexes: Sequence[int], right: int, last: int) -> bool:
        """Return True if `bring_above` would show all the hexes left of a column and above a line of the window."""
        left, top = self._corner_for(hexes, right, last)
        return all(
            x - left >= 0 and x + width - left <= right and y - top >= 0 and y + height - top <= last
            for x, y, width, height in map(self.picture.box, hexes)
        )

    def bring_above(self, hexes: Sequence[int], right: int, last: int) -> None:
        """Move the window as little as possible to show hexes left of a column and above a line, where a box begins.

        The window may go beyond the board's right and lower edges by as much as the box hides.
        """
        self._turn_to(self._corner_for(hexes, right, last))

    def stay_on_board(self) -> None:
        """Move the window back onto the board when no box hides the space beyond the board's edges any more."""
        most_left, most_top = self._limits()
        self._turn_to((min(self.left, most_left), min(self.top, most_top)))

    def _turn_to(self, corner: tuple[int, int]) -> None:
        if corner != (self.left, self.top):
            self.left, self.top = corner
            self.refresh()

    def _corner_for(self, hexes: Sequence[int], right: int, last: int) -> tuple[int, int]:
        boxes = [self.picture.box(h) for h in hexes]
        across = min(x for x, *_ in boxes), max(x + width for x, _, width, _ in boxes)
        down = min(y for _, y, *_ in boxes), max(y + height for _, y, _, height in boxes)
        most_left, most_top = self._limits()
        most_left, most_top = max(most_left, self.picture.width - right), max(most_top, self.picture.height - last)
        left = min(max(0, min(max(self.left, across[1] - right), across[0])), most_left)
        return left, min(max(0, min(max(self.top, down[1] - last), down[0])), most_top)

    def hex_at(self, x: int, y: int) -> int:
        """Return the hex in a cell of the window, or `NOWHERE`."""
        for h in self.picture.shown:
            left, top, *_ = self.picture.box(h)
            line = y + self.top - top
            if 0 <= line < self.picture.size.down and x + self.left - left in self.picture.size.owned[line]:
                return h
        return NOWHERE

    def pan(self, columns: int, rows: int) -> None:
        """Move the window by a number of hexes, as far as the map allows. The cursor stays on its hex."""
        size, before = self.picture.size, (self.left, self.top)
        most_left, most_top = self._limits()
        self.left = min(max(0, self.left + columns * size.across), most_left)
        self.top = min(max(0, self.top + rows * size.down), most_top)
        if (self.left, self.top) != before:
            self.refresh()

    # -- the window

    @property
    def _window(self) -> Extent:
        return self.size

    def _limits(self) -> tuple[int, int]:
        window = self._window
        return max(0, self.picture.width - window.width), max(0, self.picture.height - window.height)

    def _centre(self) -> None:
        """Center the window on the cursor's hex, as far as the map allows."""
        x, y, width, height = self.picture.box(self.cursor)
        self._centred_for = self._window
        most_left, most_top = self._limits()
        self.left = min(max(0, x + width // 2 - self._window.width // 2), most_left)
        self.top = min(max(0, y + height // 2 - self._window.height // 2), most_top)

    def _bring_in(self, h: int) -> bool:
        """Move the window if a hex is too near its edge. Return True if the window moved."""
        before = self.left, self.top
        self.left, self.top = self.follower.corner(self.picture, h, before, self._window)
        return (self.left, self.top) != before

    # -- painting

    def contents(self, h: int) -> Contents:
        """Return the contents of a hex that the map shows."""
        shown = Contents(self._tokens.get(h), self._marks.get(h), self._zones.get(h), self._signs.get(h))
        return shown.with_front_laid_over()

    def _draw(self, h: int) -> bool:
        """Draw the current contents of a hex. Return True if they have changed."""
        return self._lettering.show(h, self.contents(h))

    def _update(self, hexes: Iterable[int]) -> None:
        """Draw hexes again. Also place the names again, because they avoid the contents of hexes."""
        if self.drawing is not None:
            if self._window_drawn is not None:
                self._window_drawn.show(self._scene, self.cursor, self._sight)
                self.refresh()
            return
        if [h for h in hexes if self._draw(h)]:
            if self._layers:
                self._lay(self._letter_layers())
            self.refresh()

    def _lay(self, layers: Mapping[str, Layer], others: Iterable[int] = ()) -> None:
        """Replace layers over the picture.

        `others` are further lines to paint again although no layer changes there.
        """
        old = self._layers
        if not old:
            return
        lines = {y for name, new in layers.items() for y in {*old[name], *new} if old[name].get(y) != new.get(y)}
        lines |= {*others}
        if NAMES in layers:  # new or removed letters change the cursor's other cells, and units change its color
            lines |= {*old[CURSOR], *self._lines_changed_by(self.cursor)}
        self._layers = {**old, **layers}
        for y in lines:
            self._rows[y] = None

    @property
    def _scene(self) -> "Scene":
        """Everything that is shown besides the cursor, in the form that the drawn map takes."""
        from westwall_tui.ui.map.drawn.layers import Traces
        from westwall_tui.ui.map.drawn.window import Scene

        hexes = sorted({*self._tokens, *self._marks, *self._zones, *self._signs})
        shown = {h: self.contents(h) for h in hexes}
        traces = Traces(self.route, self._threads, self.front, self._rings, self.lit)
        return Scene(shown, self._gates, self._lines, self._kinds, traces, self._objectives)

    def row(self, y: int) -> Cells:
        """Return the present cells of a line of the whole map, whether the line is visible or not."""
        if self._painted_in != self.palette:
            self._painted_in, self._rows, self._layers = self.palette, [None] * self.picture.height, {}
        row = self._rows[y]
        if row is None:
            if not self._layers:
                cursor = _layer(cursor_cells(self.picture, self.cursor)) if self.has_cursor else {}
                self._layers = {GATES: self._gate_layer(), CURSOR: cursor, **self._letter_layers()}
            colorless, ground = self.palette == "mono", self.picture.ground(y)
            cells = [*self.picture.line(y)] if colorless else self.picture.banded_line(y)
            under = {*spots_of_counter(self.picture, self.cursor)} if colorless and self.has_cursor else set()
            names, signs = self._layers[NAMES].get(y, {}), self._layers[HEXES].get(y, {})
            on_waters = roles_on_waters(names, cells, self.palette)
            for name in (GATES, NAMES, HEXES):
                for x, cell in self._layers[name].get(y, {}).items():
                    char, role = cell
                    if name == NAMES:
                        role = on_waters.get(x, role)
                    elif name == HEXES:
                        char, role = over_water(cell, cells[x][1].partition("@")[0])
                        role = role_under_cursor(role) if (x, y) in under else role
                        role = GERMAN_ZONE.role if (char, role) == (GERMAN_ZONE.ascii, ZONE) else role
                    cells[x] = char, on_ground(role, ground[x])
            if colorless:
                Brackets(self.picture, self._tokens, y).draw(cells, signs)
                part_names(cells, {x for x, (_, role) in names.items() if role not in ("", LINE_ROLE)})
                part_numbers(cells, signs)
            else:
                lay_on_roads(cells, self.picture.line(y), signs)
            for x, (char, role) in self._layers[CURSOR].get(y, {}).items():
                seen = cells[x][0] != " " and self._shows_through(x, y, cells[x][1].partition("@")[0])
                cells[x] = cells[x][0] if seen else char, on_ground(role, ground[x])
            for x in self.picture.road_bridges.get(y, ()):  # only these are painted like the road
                if cells[x][1].partition("@")[0] == BRIDGE_ROLE:
                    cells[x] = cells[x][0], on_ground(f"{BRIDGE_ROLE}+road", ground[x])
            row = self._rows[y] = tuple(cells)
        return row

    def _shows_through(self, x: int, y: int, role: str) -> bool:
        """Return True if a cell keeps its character under the cursor, as letters of names and uncovered bridges do.

        On a counter, all four brackets of the cursor are shown, because the panel tells what they cover.
        """
        is_letter = self._layers[NAMES].get(y, {}).get(x, ("", ""))[1] not in ("", LINE_ROLE)
        return is_letter or (role in CROSSINGS and self.cursor not in self._tokens)

    def line(self, y: int) -> Strip:
        return strip_of(self.line_cells(y), self.palette)

    def line_cells(self, y: int) -> Cells:
        """Return a line of the window, cell by cell."""
        window = self._window
        if self._centred_for != window:
            self._centre()
        width = window.width
        y += self.top
        if self.drawing is None:
            self._name_what_is_in_sight()
        else:
            if self._window_drawn is None:
                from westwall_tui.ui.map.drawn.window import DrawnWindow

                self._window_drawn = DrawnWindow(self.picture, self.drawing)
                self._window_drawn.show(self._scene, self.cursor if self.has_cursor else NOWHERE, self._sight)
            self._window_drawn.show_part(self._sight)
            return tuple(self._window_drawn.line(y))
        cells = self.row(y)[self.left : self.left + width] if y < self.picture.height else ()
        return cells + (BEYOND,) * (width - len(cells))


def _layer(cells: Iterable[Cell]) -> Layer:
    found: Layer = {}
    for y, x, char, role in cells:
        found.setdefault(y, {})[x] = char, role
    return found


def _hexes_that_differ(old: Mapping[int, object], new: Mapping[int, object]) -> list[int]:
    return [h for h in sorted({*old, *new}) if old.get(h) != new.get(h)]
