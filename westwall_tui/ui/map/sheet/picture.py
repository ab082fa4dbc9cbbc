"""The picture of a board at a size: all that does not change in a game. No terminal here.

Middle (4x2) and small (3x2): slashes only, `=` roads, `~` waters, `o` towns; see `geometry.py` for the cells of a hex.

    /.  \\ | /.  } |
    \\   /.= \\   {.|
    /.====  /.  } |
"""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import MIDDLE, Size
from westwall_tui.ui.map.sheet.canvas import Canvas
from westwall_tui.ui.map.sheet.printed import (
    BRIDGE,
    ROAD,
    bends,
    boundary_cells,
    draw_crossings,
    draw_entries,
    draw_lattice,
    draw_numbers,
    draw_terrain,
    draw_towns,
    draw_waters,
    draw_ways,
)
from westwall_tui.ui.map.signs import ASCII, Signs


@cache
def on_ground(role: str, ground: str) -> str:
    """Return a role with the terrain behind it, as `palettes` reads it. Equal cells share one string."""
    return f"{role}@{ground}"


@cache
def _cell(char: str, role: str, ground: str) -> tuple[str, str]:
    """Return a cell as it is painted; equal cells are the same pair, because a board has thousands of cells."""
    return char, on_ground(role, ground)


class Picture(Canvas):
    """A picture of a board: the layers from the lattice to the entry letters, one over another."""

    def __init__(
        self, board: Board, size: Size = MIDDLE, signs: Signs = ASCII, lines: Iterable[tuple[int, int]] = ()
    ) -> None:
        """Draw the layers. `lines` has the hexsides of the named lines to draw."""
        super().__init__(board, size, signs)
        for draw in (draw_lattice, draw_terrain, draw_waters, draw_ways, draw_towns, draw_crossings, draw_numbers):
            draw(self)
        for cell in boundary_cells(self, lines):
            self.chars[cell.y][cell.x], self.roles[cell.y][cell.x] = cell.char, cell.role
        draw_entries(self)

    @cached_property
    def _grounds(self) -> list[str]:
        names = {terrain: terrain.name.lower() for terrain in Terrain}
        return [names[terrain] for terrain in self.board.terrain]

    @cached_property
    def _rows(self) -> dict[int, tuple[Sequence[tuple[str, str]], Sequence[str]]]:
        return {}

    @cached_property
    def _bends(self) -> dict[int, dict[int, str]]:
        found: dict[int, dict[int, str]] = {}
        for (x, y), role in bends(self):
            found.setdefault(y, {})[x] = role
        return found

    @cached_property
    def road_bridges(self) -> dict[int, set[int]]:
        """For each line of cells, the columns of the bridges that carry a road."""
        found: dict[int, set[int]] = {}
        for h in self.shown:
            (ox, oy), sides = self.origin(h), self.hexsides[h]
            for direction in (d for d, side in enumerate(sides) if side & BRIDGE and side & ROAD):
                for x, y in self.size.gates[direction]:
                    found.setdefault(oy + y, set()).add(ox + x)
        return found

    def banded_line(self, y: int) -> list[tuple[str, str]]:
        """Return the cells of a line as painted in color, in which waters are unbroken bands."""
        cells = [*self.line(y)]
        for x, role in self._bends.get(y, {}).items():
            cells[x] = _cell(cells[x][0], role, self.ground(y)[x])
        return cells

    def ground(self, y: int) -> Sequence[str]:
        """Return the terrain that tints each cell of a line; `none` beyond the hexes."""
        return self._row(y)[1]

    def line(self, y: int) -> Sequence[tuple[str, str]]:
        """Return the cells of a line as they are painted: character and role (`on_ground`)."""
        return self._row(y)[0]

    def _row(self, y: int) -> tuple[Sequence[tuple[str, str]], Sequence[str]]:
        """Return a line's cells and their terrains.

        They are computed once, because every change in the line needs them.
        """
        found = self._rows.get(y)
        if found is None:
            grounds = tuple("none" if h == NOWHERE else self._grounds[h] for h in self.owner[y])
            cells = tuple(map(_cell, self.chars[y], self.roles[y], grounds))
            found = self._rows[y] = cells, grounds
        return found

    def at(self, x: int, y: int) -> int:
        """Return the hex to which a cell belongs, or `NOWHERE`."""
        return self.owner[y][x] if 0 <= x < self.width and 0 <= y < self.height else NOWHERE

    def box(self, h: int) -> tuple[int, int, int, int]:
        """Return the box of cells that a hex touches: x, y, width, height."""
        x, y = self.origin(h)
        return x, y, max(spot[0] for spot in self.size.cursor) + 1, self.size.down
