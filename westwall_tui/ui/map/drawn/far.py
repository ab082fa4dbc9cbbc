"""The drawn overview: the board in blocks at any size that fits the screen, with the overview's texts over it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.ui.map.drawn.glyphs import Blocks, Drawing, PaintedCell, cell_of
from westwall_tui.ui.map.drawn.labels import (
    CANAL,
    LABEL,
    RIVER,
    SHADE,
    STEP,
    STREAM,
    ground_of,
    ground_under,
    texture,
    two_of,
)
from westwall_tui.ui.map.drawn.sheet import Block, Plane, Point
from westwall_tui.ui.map.far.canvas import ROOMY
from westwall_tui.ui.map.far.cells import main_roads
from westwall_tui.ui.map.far.overview import ARROW, NAMED, Meaning, OnBoard, Overview, Tiny
from westwall_tui.ui.map.geometry import NE, SE, S, Spot
from westwall_tui.ui.map.hexes.counters import CROSSINGS
from westwall_tui.ui.map.hexes.marks import GAP
from westwall_tui.ui.map.names import Placed
from westwall_tui.ui.map.overlays.lines import HELD
from westwall_tui.ui.map.sheet.printed import TOWNS
from westwall_tui.ui.map.signs import ASCII, SIGNS, UNICODE, Signs

HALF: Mapping[str, tuple[float, float]] = {
    "road": (3.8, 3.8), "trail": (2.8, 2.8), "stream": (3.6, 3.6), "canal": (3.8, 5.0), "river": (5.2, 5.2),
    "town": (4.2, 6.0), "bridge": (4.5, 5.0), "border": (2.8, 2.8), "frame": (2.9, 2.9),
    "leader": (2.6, 2.6),
}  # fmt: skip
"""Half the width of a line with two cells per column of hexes, and with more; in the units of `sheet.HALF`."""
WHOLE: Mapping[str, float] = {"road": 5.8, "stream": 5.4, "canal": 5.4}
"""Minimum widths for quadrants, which are so high that the flat parts of a line would fall between two of them."""
WATERS_THINNER: Mapping[str, float] = {"stream": 0.75, "canal": 0.75, "river": 0.75}
"""Factors for the width of waters if a column of hexes has one cell. A road as thin as this would have gaps."""
FAR_INKS = {"ss": "german", "ss_done": "german_done"}
"""Inks that replace others, because a single letter on the dark ground of the SS would be lost on a dark board."""
TINTS = {HELD: SHADE["held"], GAP: SHADE["gap"]}
"""Marks that tint a hex in place of a letter."""
COVERED = {
    LABEL["bridge"]: "bridge", RIVER: "river", CANAL: "canal", STREAM: "stream", LABEL["road"]: "road",
}  # fmt: skip
"""By label, the role of a cell that a name would cover. The first label in this order that the cell has counts."""


class FarSheet(Plane):
    """The printed board with a number of blocks per column and row of hexes."""

    def __init__(self, board: Board, width: int, across: int, scale: float, blocks: Blocks) -> None:
        """Draw the board. `width` is in cells; `across` is the cells per column of hexes, `scale` the lines per row."""
        self.wide = across >= ROOMY
        self._thin = WATERS_THINNER if across == 1 else {}
        self._pitch, self._step = across * 2, scale * blocks.high
        grid = board.grid
        rows = max(grid.rows(column) + (column % 2 == 0) / 2 for column in range(1, grid.columns + 1))
        extent = width * 2, -(-int(self._step * rows + 0.5) // blocks.high) * blocks.high
        slant = self._pitch / 3
        super().__init__(board, extent, (self._pitch + slant, self._step), slant, blocks.high)
        self.shown = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
        self._draw_ground()
        self._draw_towns()
        self._draw_roads()
        self._draw_waters()
        self.dry = [bytes(row) for row in self.labels]
        self._draw_bridges()

    def origin(self, h: int) -> Point:
        column, row = self.board.grid.positions[h]
        return (column - 1) * self._pitch, (row - (0.5 if column % 2 == 0 else 1)) * self._step

    def half(self, what: str) -> float:
        """Return half the width of a line."""
        half = HALF[what][self.wide] * self._thin.get(what, 1.0)
        return half if self.high == 3 else max(half * 1.25, WHOLE.get(what, 0.0))

    def _draw_ground(self) -> None:
        for h in self.shown:
            (left, top), label = self.origin(h), ground_of(self.board.terrain[h])
            for y in range(max(0, int(top)), min(self.height, int(top + self.hex_high) + 2)):
                part = (y + 0.5 - top) / self.hex_high
                if not 0 <= part < 1:
                    continue
                aside = self._slant * abs(part - 0.5) * 2
                owner, labels = self.owner[y], self.labels[y]
                for x in range(int(left + aside + 0.5), min(self.width, int(left + self.hex_wide - aside + 0.5))):
                    if owner[x] == NOWHERE:
                        owner[x], labels[x] = h, label
        for owner, labels in zip(self.owner, self.labels, strict=True):  # corners that no hex quite reaches
            for x in (x for x in range(1, self.width - 1) if owner[x] == NOWHERE):
                if owner[x - 1] != NOWHERE != owner[x + 1]:
                    owner[x], labels[x] = owner[x - 1], labels[x - 1]

    def _lay_line(self, start: Point, end: Point, what: str, label: int) -> None:
        for x, y in self.line(start, end, self.half(what)):
            self.labels[y][x] = label

    def _draw_towns(self) -> None:
        for h in self.shown:
            if self.board.terrain[h] in TOWNS:
                x, y = self.center(h)
                self._lay_line((x - 0.6, y), (x + 0.6, y), "town", texture(ground_of(self.board.terrain[h])))

    def _draw_roads(self) -> None:
        """Draw the main roads and, if there is room, the other roads in the way that trails are drawn."""
        main = main_roads(self.board)
        others = [path for path in self.board.roads if path not in main] if self.wide else ()
        for name, paths in (("trail", others), ("road", main)):
            for a, b in (pair for path in paths for pair in pairwise(path.hexes)):
                self._lay_line(self.center(a), self.center(b), name, LABEL[name])

    def _draw_waters(self) -> None:
        """Draw rivers and canals, and streams if there is room or if there are no other waters."""
        board = self.board
        kinds = [(Hexside.CANAL, "canal", CANAL), (Hexside.RIVER, "river", RIVER)]
        if self.wide or not (board.rivers or Terrain.RIVER in board.terrain):
            kinds = [(Hexside.STREAM, "stream", STREAM), *kinds]
        for flag, name, label in kinds:
            for h in self.shown:
                for d in (NE, SE, S):
                    if board.sides[h][d] & int(flag):
                        self._lay_line(*self.side(h, d), name, label)

    def _draw_bridges(self) -> None:
        wide = int(Hexside.RIVER | Hexside.CANAL)
        for h in self.shown:
            for n, side in zip(self.board.grid.neighbors[h], self.board.sides[h], strict=True):
                if h < n and side & int(Hexside.BRIDGE) and side & wide:
                    for x, y in self.bridge(h, n):
                        self.labels[y][x] = LABEL["bridge"]

    def bridge(self, a: int, b: int) -> Sequence[Block]:
        """Return the blocks of a bridge over the side between two hexes."""
        x, y = self.gate(a, self.board.grid.direction(a, b))
        return tuple(self.line((x - 0.3, y), (x + 0.3, y), self.half("bridge")))

    def border(self, a: int, b: int) -> list[Block]:
        """Return the dots of a named line along the side between two hexes."""
        spots = self.line(*self.side(a, self.board.grid.direction(a, b)), self.half("border"))
        return [(x, y) for x, y in self.on_ground(spots) if (x + y) % 3]


_sheet_of = lru_cache(maxsize=2)(FarSheet)


class DrawnOverview(Overview):
    """The board in blocks, with a maximum number of lines. Its letters are the same as in ASCII."""

    beyond = 1

    def __init__(self, board: Board, lines: int, drawing: Drawing, signs: Signs = ASCII, columns: int = 0) -> None:
        """Create the overview; `columns` is the width of the screen."""
        super().__init__(board, lines, signs, columns)
        self._glyphs, self._colors = drawing.blocks.glyphs, drawing.colors
        self._sheet = _sheet_of(board, self.width, self.across, self._scale, drawing.blocks)
        self.height = self._sheet.height // self._sheet.high

    def _lines_a_row(self, lines: int, rows: int) -> float:
        return min(self.across / 2, lines / (rows + 0.5))

    def _lines_of_hex(self, column: int, row: int) -> Spot:
        """Return the middle line of a hex as both its first and its last line, because texts are written there."""
        line = int((row - (0 if column % 2 == 0 else 0.5)) * self._scale)
        return line, line

    def _hexside_cells(self, h: int, direction: int) -> list[Spot]:
        x, y = self._sheet.gate(h, direction)
        return [(min(self.width - 1, int(x / 2)), min(self.height - 1, int(y / self._sheet.high)))]

    def _draw_board(self, seen: OnBoard) -> None:
        sheet = self._sheet
        self._labels = [bytearray(row) for row in sheet.labels]
        self._tints = [0] * len(self.board.terrain)
        for a, b in seen.lines:
            for x, y in sheet.border(a, b):
                self._labels[y][x] = LABEL["border"]
        for (a, b), name in seen.crossings.items():
            for x, y in sheet.bridge(a, b):
                self._labels[y][x] = sheet.dry[y][x] if name == "blown" else LABEL[name if name in LABEL else "bridge"]
        for h, mark in seen.marks.items():
            self._tints[h] = TINTS.get(mark, 0)
        for y in range(self.height):
            for x in range(self.width):
                found = set(self._codes_of_cell(x, y))
                role = next((role for label, role in COVERED.items() if label in found), "")
                if role:
                    self._cells[x, y] = "", role
        for h in self._shown:
            if self.board.terrain[h] in TOWNS:
                self._cells[self.at(h)] = "", "town"
        for (a, b), name in seen.crossings.items():
            if name in CROSSINGS and name != "bridge":
                spot = self._hexside_cells(a, self.board.grid.direction(a, b))[0]
                self._cells[spot] = self.signs[name], name

    def _words_of_signs(self) -> Mapping[str, tuple[str, str]]:
        """Return the meanings of signs in characters; everything else is drawn as on the map."""
        words = {**super()._words_of_signs(), ARROW: (UNICODE["entry"][1:], SIGNS["entry"].meaning)}
        return {role: words[role] for role in ("objective", ARROW, HELD[1])}

    def _put_sign(self, h: int, right: int, char: str, role: str) -> None:
        if not self._tints[h] or role in ("objective", ARROW):  # otherwise the tint shows it
            super()._put_sign(h, right, char, role)

    def _draw_line(self, name: Placed) -> None:
        """Draw the line to a name in blocks, under all texts: thin and dotted, unlike a road or a bridge."""
        if name.line:
            start, end = ((x * 2 + 1.0, (y + 0.5) * self._sheet.high) for x, y in (name.line[0], name.line[-1]))
            for x, y in self._sheet.line(start, end, HALF["leader"][self._sheet.wide]):
                if y % 2:
                    self._labels[y][x] = LABEL["leader"]

    def _codes_of_cell(self, x: int, y: int) -> tuple[int, ...]:
        """Return the codes of a cell's blocks: their labels, and the tints of their hexes."""
        sheet, found = self._sheet, []
        for line in range(y * sheet.high, (y + 1) * sheet.high):
            for column in (2 * x, 2 * x + 1):
                h = sheet.owner[line][column]
                found.append(self._labels[line][column] + (STEP * self._tints[h] if h >= 0 else 0))
        return tuple(found)

    def _paint(self) -> list[list[tuple[str, str]]]:
        self._painted = [[self._paint_cell(x, y) for x in range(self.width)] for y in range(self.height)]
        return [[cell_of(*cell) for cell in line] for line in self._painted]

    def _paint_cell(self, x: int, y: int) -> PaintedCell:
        codes, (char, role) = self._codes_of_cell(x, y), self._cells.get((x, y), ("", ""))
        if char and not (char == " " and not role):
            return self._paint_text(codes, char, role)
        first, second, bits = two_of(codes)
        front, ground = self._colors.of(second), self._colors.of(first)
        return self._glyphs[bits] if front != ground else " ", front, ground, False

    def _paint_text(self, codes: Sequence[int], char: str, role: str) -> PaintedCell:
        front, ground = self._colors.ink("water" if role in NAMED[1:] else FAR_INKS.get(role, role))
        return char, front, ground or self._colors.under_name(ground_under(codes)), True

    def over(self, cursor: int, window: Sequence[int]) -> dict[Spot, tuple[str, str]]:
        """Return the cells that differ because of the cursor and the frame around the hexes in sight on the map."""
        found: dict[Spot, PaintedCell] = self._frame_around(window) if window else {}
        front, ground = self._colors.cursor
        found |= {spot: (char, ground, front, True) for spot, (char, _) in self._cursor_cells(cursor).items()}
        return {spot: cell_of(*cell) for spot, cell in found.items()}

    @property
    def window_meaning(self) -> Meaning:
        """The meaning of the frame's dots, as they are drawn."""
        bits = (0b100, 0b100) if self._sheet.high == 3 else (0b0011, 0, 0b0011)
        ground = self._colors.of(LABEL["ground:clear"])
        dots = "".join(self._glyphs[each] for each in bits)
        return Meaning(dots, cell_of("", self._colors.cursor[0], ground, False)[1], "window")

    def _frame_around(self, window: Sequence[int]) -> dict[Spot, PaintedCell]:
        """Return the dotted frame, under all texts."""
        sheet, front = self._sheet, self._colors.cursor[0]
        boxes = [sheet.origin(h) for h in window]
        left, top = min(x for x, _ in boxes), min(y for _, y in boxes)
        right, bottom = max(x for x, _ in boxes) + sheet.hex_wide, max(y for _, y in boxes) + sheet.hex_high
        right, bottom = min(right, sheet.width - 1.5), min(bottom, sheet.height - 0.5)
        corners = [(left + 0.5, top + 0.5), (right, top + 0.5), (right, bottom), (left + 0.5, bottom)]
        dots: dict[Spot, int] = {}
        for start, end in pairwise([*corners, corners[0]]):
            for x, y in sheet.line(start, end, sheet.half("frame")):
                if (x + y) % 2 if sheet.high == 3 else (x // 2 + y // 2) % 2:
                    spot = x // 2, y // sheet.high
                    dots[spot] = dots.get(spot, 0) | 1 << (x % 2 + 2 * (y % sheet.high))
        return {
            spot: (self._glyphs[bits], front, self._colors.of(ground_under(self._codes_of_cell(*spot))), False)
            for spot, bits in dots.items()
            if not self._cells.get(spot, ("", ""))[0].strip()
        }


class DrawnMiniature(Tiny, DrawnOverview):
    """The miniature in blocks, with letters for units."""

    def _lines_a_row(self, lines: int, rows: int) -> float:
        return min(0.75, lines / (rows + 0.5))
