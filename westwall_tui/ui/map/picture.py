"""The picture of a board at a size: all that does not change in a game. No terminal here.

Middle (4x2) and small (3x2): slashes only, `=` roads, `~` waters, `o` towns; see `geometry.py` for the cells of a hex.

    /.  \\ | /.  } |
    \\   /.= \\   {.|
    /.====  /.  } |
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.map.boundaries import boundary_cells
from westwall_tui.ui.map.canvas import Canvas, Cell
from westwall_tui.ui.map.geometry import MIDDLE, Size, Spot
from westwall_tui.ui.map.ground import draw_lattice, draw_terrain, draw_waters
from westwall_tui.ui.map.marks import draw_entries, draw_numbers
from westwall_tui.ui.map.names import Name, find_names
from westwall_tui.ui.map.signs import ASCII, Signs
from westwall_tui.ui.map.ways import draw_crossings, draw_towns, draw_ways


class Picture(Canvas):
    """The layers from the lattice to the entry letters, one over the other, and where names may stand."""

    def __init__(
        self, board: Board, size: Size = MIDDLE, signs: Signs = ASCII, lines: Iterable[tuple[int, int]] = ()
    ) -> None:
        """`lines`: the hexsides of the named lines that are to be drawn."""
        super().__init__(board, size, signs)
        for draw in (draw_lattice, draw_terrain, draw_waters, draw_ways, draw_towns, draw_crossings, draw_numbers):
            draw(self)
        for cell in boundary_cells(self, lines):
            self.chars[cell.y][cell.x], self.roles[cell.y][cell.x] = cell.char, cell.role
        draw_entries(self)

    @cached_property
    def names(self) -> list[Name]:
        """The names of its towns, and where they may stand."""
        return find_names(self)

    @cached_property
    def grounds(self) -> list[list[str]]:
        """By cell the terrain that tints it; nothing beyond the hexes."""
        terrain = [t.name.lower() for t in self.board.terrain]
        return [["" if h == NOWHERE else terrain[h] for h in row] for row in self.owner]

    @cached_property
    def rows(self) -> list[tuple[tuple[str, str], ...]]:
        """Line by line the cells as they are painted: character and role, with the ground behind an `@`."""
        return [
            tuple((char, f"{role}@{ground}") for char, role, ground in zip(chars, roles, grounds, strict=True))
            for chars, roles, grounds in zip(self.chars, self.roles, self.grounds, strict=True)
        ]

    def at(self, x: int, y: int) -> int:
        """The hex at a cell, or `NOWHERE`."""
        return self.owner[y][x] if 0 <= x < self.width and 0 <= y < self.height else NOWHERE

    def box(self, h: int) -> tuple[int, int, int, int]:
        """The cells that a hex touches: x, y, width, height."""
        x, y = self.origin(h)
        return x, y, max(spot[0] for spot in self.size.cursor) + 1, self.size.down


def as_text(picture: Canvas, cells: Iterable[Cell] = ()) -> list[str]:
    """The picture as lines of plain text, with cells drawn over it."""
    over: Mapping[Spot, str] = {(cell.x, cell.y): cell.char for cell in cells}
    return [
        "".join(over.get((x, y), char) for x, char in enumerate(line)).rstrip() for y, line in enumerate(picture.chars)
    ]
