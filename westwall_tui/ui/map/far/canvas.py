"""The cells of the overview: those of each hex, on a screen of any size, and their contents.

On 80 columns a hex has two characters and at most one line. Even columns do not look half a hex lower there, and if the
screen has fewer lines than the board has rows, two hexes may share a cell. On a larger screen a hex has three or four
characters, and up to two lines; if the lines aren't enough, some hexes have two and some have one.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE, opposite
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import NW, SE, SW, N, S, Spot
from westwall_tui.ui.map.signs import ASCII, Signs

NARROW, ROOMY, WIDE = 2, 3, 4
"""The number of characters from one column to the next: on a small screen, and on screens with room for the board."""
LIST = 19
"""The minimum number of columns right of the board for a list. If there are fewer, names may use these columns."""
BLANK = (" ", "")


class FarCanvas:
    """A canvas of cells on which the layers of the overview are drawn, one over another."""

    narrow = NARROW
    """The number of characters per column if there is no room for `ROOMY` or `WIDE`."""
    beyond = 0
    """The number of extra columns of cells that the hexes of the last column use."""

    def __init__(self, board: Board, lines: int, signs: Signs = ASCII, columns: int = 0) -> None:
        """Create the canvas. `columns` is the width of the screen."""
        self.board = board
        self.signs = signs
        rows = max(board.grid.rows(1), board.grid.rows(2)) if board.grid.columns > 1 else board.grid.rows(1)
        fitting = (across for across in (WIDE, ROOMY) if columns >= across * board.grid.columns and lines >= rows)
        self.across = next(fitting, self.narrow)
        self._scale = self._lines_a_row(lines, rows)
        right = self.across * board.grid.columns + self.beyond
        self.width = columns if right <= columns < right + LIST else right
        lines_of = {(c % 2, r): self._lines_of_hex(c, r) for c, r in board.grid.positions}
        self._spans = [lines_of[c % 2, r] for c, r in board.grid.positions]
        """For each hex, its first and its last line."""
        self._spots = [(self.across * (c - 1), self._first_line(h)) for h, (c, _) in enumerate(board.grid.positions)]
        self.height = 1 + max((last for _, last in self._spans), default=0)
        self._shown = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
        self._cells: dict[Spot, tuple[str, str]] = {}
        """The contents of cells: character and role."""

    def _lines_a_row(self, lines: int, rows: int) -> float:
        return min(self.across / NARROW, lines / (rows + (0.5 if self.across > NARROW else 0)))

    def at(self, h: int) -> Spot:
        """Return the first of a hex's cells."""
        return self._spots[h]

    def _lines_of_hex(self, column: int, row: int) -> tuple[int, int]:
        """Return the first and the last line of a hex."""
        first, below = (int((r - (0.75 if column % 2 else 0.25)) * self._scale) for r in (row, row + 1))
        return first, max(first, below - 1)

    def _first_line(self, h: int) -> int:
        """Return the first line of a hex."""
        return self._spans[h][0]

    def _last_line(self, h: int) -> int:
        """Return the last line of a hex."""
        return self._spans[h][1]

    def _lines_of(self, h: int) -> Sequence[Spot]:
        """Return the first cell of each of a hex's lines."""
        x, (first, last) = self.at(h)[0], self._spans[h]
        return [(x, y) for y in range(first, last + 1)]

    def _hexside_cells(self, h: int, direction: int) -> list[Spot]:
        """Return the cells of a hexside: the last cell of the hex on its left, or the last line of the hex above it."""
        n = self.board.grid.neighbors[h][direction]
        if direction in (SW, NW, N) and n != NOWHERE:
            h, direction = n, opposite(direction)
        x, last = self.at(h)[0], self._last_line(h)
        if direction in (N, S):
            return [(x + i, last) for i in range(self.across)]
        return [(x + self.across - 1, last if direction in (SE, SW) else self._first_line(h))]

    def _put_sign(self, h: int, right: int, char: str, role: str) -> None:
        x, y = self.at(h)
        self._cells[x + right, y] = char, role

    @cached_property
    def _hexes_by_cell(self) -> Mapping[Spot, int]:
        """For each cell, the first of the hexes that share it."""
        found: dict[Spot, int] = {}
        for h in self._shown:
            x = self.at(h)[0]
            for y in range(self._first_line(h), self._last_line(h) + 1):
                for i in range(self.across):
                    found.setdefault((x + i, y), h)
        return found

    def owners(self, spot: Spot, length: int) -> list[int]:
        x, y = spot
        return [h for i in range(length) if (h := self._hexes_by_cell.get((x + i, y), NOWHERE)) != NOWHERE]
