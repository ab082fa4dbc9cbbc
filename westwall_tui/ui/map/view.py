"""The map: a window on the picture of the board, with counters, marks and the cursor over it.

Only cells that change are painted again. The window jumps by half of itself when the cursor comes near its rim.
"""

from collections.abc import Iterable, Mapping, Sequence

from textual.geometry import Region
from textual.geometry import Size as Extent
from textual.strip import Strip

from westwall_tui.engine.board import Board, Terrain
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.kit.pane import Cells, Pane, changed_spans, strip_of
from westwall_tui.ui.map.boundaries import boundary_cells
from westwall_tui.ui.map.glyphs import ASCII, Glyphs
from westwall_tui.ui.map.picture import MIDDLE, NE, NW, SE, SW, Cell, N, Picture, S, Size, Token

MARGIN = 2
"""Hexes between the cursor and the rim of the window, at least."""

DIRECTION_OF = {"north": N, "northeast": NE, "southeast": SE, "south": S, "southwest": SW, "northwest": NW}


def step(board: Board, h: int, way: str) -> int:
    """The next hex in one of the eight directions of the keyboard, or the same at the edge of the map.

    Left and right keep the row: they go up and down by half a hex alternately.
    """
    column, row = board.grid.positions[h]
    if way in ("west", "east"):
        beside = column + (1 if way == "east" else -1)
        target = next((t for r in (row, row - 1, row + 1) if (t := board.grid.at(beside, r)) != NOWHERE), NOWHERE)
    else:
        target = board.grid.neighbours[h][DIRECTION_OF[way]]
    return target if target != NOWHERE and board.terrain[target] is not Terrain.NONE else h


class MapView(Pane):
    """The map. What is shown is set from outside (`show_units`, `show_marks` ...); only changes are painted."""

    DEFAULT_CSS = "MapView { width: 1fr; height: 1fr; }"

    def __init__(self, board: Board, size: Size = MIDDLE, glyphs: Glyphs = ASCII) -> None:
        super().__init__()
        self.board = board
        self.picture = Picture(board, size, glyphs)
        self.cursor = board.playable[0] if board.playable else 0
        self.left = 0
        """First column of the picture in the window."""
        self.top = 0
        self._tokens: Mapping[int, Token] = {}
        self._marks: Mapping[int, tuple[str, str]] = {}
        self._zones: Mapping[int, tuple[str, str]] = {}
        self._signs: Mapping[int, str] = {}
        self._gates: Mapping[tuple[int, int], tuple[str, str]] = {}
        self._boundaries: Sequence[tuple[int, int]] = ()
        self._centred_for = Extent(0, 0)
        self._clear()
        self._draw(self.cursor)

    def _clear(self) -> None:
        self._drawn: dict[int, list[Cell]] = {}
        self._over: list[dict[int, tuple[str, str]]] = [{} for _ in range(self.picture.height)]
        self._under: list[dict[int, tuple[str, str]]] = [{} for _ in range(self.picture.height)]
        self._rows: list[Cells | None] = [None] * self.picture.height

    # -- what is shown

    def set_picture(self, size: Size = MIDDLE, glyphs: Glyphs = ASCII) -> None:
        """Draw the board at another size or with other signs."""
        self.picture = Picture(self.board, size, glyphs)
        self._clear()
        self._lay_gates()
        for h in {*self._tokens, *self._marks, *self._zones, *self._signs, self.cursor}:
            self._draw(h)
        if self.is_attached:
            self._centre()
            self.refresh()

    @property
    def shown_units(self) -> Mapping[int, Token]:
        """The counters that are shown, by hex."""
        return self._tokens

    def show_units(self, tokens: Mapping[int, Token]) -> None:
        """Show these counters, by hex."""
        old, self._tokens = self._tokens, tokens
        self._update(_differing(old, tokens))

    def show_marks(self, marks: Mapping[int, tuple[str, str]]) -> None:
        """Show these marks, by hex: a character and a role."""
        old, self._marks = self._marks, dict(marks)
        self._update(_differing(old, self._marks))

    def show_zones(self, zones: Mapping[int, tuple[str, str]]) -> None:
        """Show zones of control or the like, by hex."""
        old, self._zones = self._zones, zones
        self._update(_differing(old, zones))

    def show_signs(self, signs: Mapping[int, str]) -> None:
        """Show what lies on the map beside the units, by hex: one or two characters."""
        old, self._signs = self._signs, signs
        self._update(_differing(old, signs))

    def show_gates(self, gates: Mapping[tuple[int, int], tuple[str, str]]) -> None:
        """Show bridges that are not as printed, by the two hexes: a character and a role."""
        if gates == self._gates:
            return
        self._gates = gates
        self._lay_anew()

    def show_boundaries(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Show lines along these hexsides, each two hexes."""
        if pairs != self._boundaries:
            self._boundaries = pairs
            self._lay_anew()

    def _lay_anew(self) -> None:
        old = self._under
        self._lay_gates()
        rows = [y for y, (a, b) in enumerate(zip(old, self._under, strict=True)) if a != b]
        before = {y: self._rows[y] for y in rows}
        for y in rows:
            self._rows[y] = None
        changes = ((y, row) for y, row in before.items() if row is not None)  # what is not painted yet comes anyway
        self._refresh((y, *span) for y, row in changes for span in changed_spans(row, self._row(y)))

    def _lay_gates(self) -> None:
        self._under = [{} for _ in range(self.picture.height)]
        for cell in boundary_cells(self.picture, self._boundaries):
            self._under[cell.y][cell.x] = cell.char, cell.role
        for (a, b), (char, role) in self._gates.items():
            for cell in self.picture.gate_cells(a, b, char, role):
                self._under[cell.y][cell.x] = cell.char, cell.role

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex, and bring it into sight."""
        old, self.cursor = self.cursor, h
        if not self._window:
            self._draw(old)
            self._draw(h)
        elif self._bring_in(h):
            self._draw(old)
            self._draw(h)
            self.refresh()
        elif old != h:
            self._update((old, h))

    def sees(self, hexes: Sequence[int], first: int, last: int) -> bool:
        """Whether hexes are in the window, between two of its lines."""
        boxes = [self.picture.box(h) for h in hexes]
        return all(
            self.left <= x
            and x + width <= self.left + self._window.width
            and first <= y - self.top
            and y + height - self.top <= last
            for x, y, width, height in boxes
        )

    def bring_between(self, hexes: Sequence[int], first: int, last: int) -> None:
        """Move the window so that hexes come between two of its lines, as far as the map allows."""
        boxes = [self.picture.box(h) for h in hexes]
        top, bottom = min(y for _, y, _, _ in boxes), max(y + height for _, y, _, height in boxes)
        self.top = min(max(0, (top + bottom) // 2 - (first + last) // 2), self._limits()[1])
        self.refresh()

    # -- the window

    @property
    def _window(self) -> Extent:
        return self.size

    def _limits(self) -> tuple[int, int]:
        window = self._window
        return max(0, self.picture.width - window.width), max(0, self.picture.height - window.height)

    def _centre(self) -> None:
        """Put the cursor's hex into the middle of the window, as far as the map allows."""
        x, y, width, height = self.picture.box(self.cursor)
        self._centred_for = self._window
        most_left, most_top = self._limits()
        self.left = min(max(0, x + width // 2 - self._window.width // 2), most_left)
        self.top = min(max(0, y + height // 2 - self._window.height // 2), most_top)

    def _bring_in(self, h: int) -> bool:
        """Move the window if a hex is too near its rim; whether it moved."""
        before = self.left, self.top
        x, y, width, height = self.picture.box(h)
        size, window = self.picture.size, self._window
        most_left, most_top = self._limits()
        self.left = _jump(self.left, x, width, window.width, MARGIN * size.across, most_left)
        self.top = _jump(self.top, y, height, window.height, MARGIN * size.down, most_top)
        return (self.left, self.top) != before

    # -- painting

    def _draw(self, h: int) -> list[tuple[int, int, int]]:
        """Draw a hex as it should be now; the rows that changed, with first and last-but-one cell."""
        new = self.picture.hex_cells(
            h,
            self._tokens.get(h),
            self._marks.get(h),
            self._zones.get(h),
            cursor=h == self.cursor,
            sign=self._signs.get(h, ""),
        )
        old = self._drawn.get(h, [])
        if new == old:
            return []
        rows = sorted({cell.y for cell in old} | {cell.y for cell in new})
        before = {y: self._row(y) for y in rows}
        for cell in old:
            self._over[cell.y].pop(cell.x, None)
        for cell in new:
            self._over[cell.y][cell.x] = cell.char, cell.role
        self._drawn[h] = new
        changes = []
        for y in rows:
            self._rows[y] = None
            changes += [(y, first, last) for first, last in changed_spans(before[y], self._row(y))]
        return changes

    def _update(self, hexes: Iterable[int]) -> None:
        self._refresh(change for h in hexes for change in self._draw(h))

    def _refresh(self, changes: Iterable[tuple[int, int, int]]) -> None:
        """Paint again what of the changed stretches of rows is in the window."""
        regions = []
        window = self._window.region
        for y, first, last in changes:
            region = Region(first - self.left, y - self.top, last - first, 1).intersection(window)
            if region:
                regions.append(region)
        if regions and self.is_attached:
            self.refresh(*regions)

    def _row(self, y: int) -> Cells:
        row = self._rows[y]
        if row is None:
            cells = list(zip(self.picture.chars[y], self.picture.roles[y], strict=True))
            for x, cell in (*self._under[y].items(), *self._over[y].items()):
                cells[x] = cell
            row = self._rows[y] = tuple(cells)
        return row

    def line(self, y: int) -> Strip:
        """A line of the window."""
        if self._centred_for != self._window:
            self._centre()
        width = self._window.width
        y += self.top
        if y >= self.picture.height:
            return Strip.blank(width)
        cells = self._row(y)[self.left : self.left + width]
        return strip_of(cells + ((" ", ""),) * (width - len(cells)), self.colour)


def _differing(old: Mapping[int, object], new: Mapping[int, object]) -> list[int]:
    return [h for h in sorted({*old, *new}) if old.get(h) != new.get(h)]


def _jump(at: int, start: int, length: int, room: int, margin: int, most: int) -> int:
    """Where a window that begins at `at` should begin so that something is in sight with a margin round it."""
    margin = min(margin, max(0, (room - length) // 2))
    if start - margin < at:
        at = (
            start + length // 2 - room // 2
            if start - margin < at - room // 2
            else min(at, start - margin) - room // 2 + margin
        )
    elif start + length + margin > at + room:
        beyond = start + length + margin - (at + room)
        at = start + length // 2 - room // 2 if beyond > room // 2 else at + beyond + room // 2 - margin
    return min(max(0, at), most)
