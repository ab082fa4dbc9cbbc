"""Canvas: the cells of a board, each with its character, the role that paints it, and the hex that owns it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import MIDDLE, Size, Spot
from westwall_tui.ui.map.signs import ASCII, Signs
from westwall_tui.words.places import entry_areas


class Cell(NamedTuple):
    """A cell of the picture with what is drawn in it."""

    y: int
    x: int
    char: str
    role: str


class Canvas:
    """What the layers are drawn on, one over the other."""

    def __init__(self, board: Board, size: Size = MIDDLE, signs: Signs = ASCII) -> None:
        self.board = board
        self.size = size
        self.signs = signs
        half = size.down // 2
        self._origins = [
            ((c - 1) * size.across, (r - 1) * size.down + (half if c % 2 == 0 else 0)) for c, r in board.grid.positions
        ]
        self.shown = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
        self.hexsides = board.sides
        self.around = [a | b | c | d | e | f for a, b, c, d, e, f in board.sides]
        """By hex what there is on any of its hexsides."""
        self.entries = {h: (letter, "entry") for letter, hexes in entry_areas(board).items() for h in hexes}
        """By hex the letter of an entry area with its role."""
        right = max(x for x, _ in (*size.sides[1], *size.sides[2]))
        self.width = (board.grid.columns - 1) * size.across + right + 1
        self.height = max((y for _, y in self._origins), default=0) + size.down
        self.chars = [[" "] * self.width for _ in range(self.height)]
        self.roles = [[""] * self.width for _ in range(self.height)]
        self.owner = [[NOWHERE] * self.width for _ in range(self.height)]
        for h in self.shown:
            ox, oy = self._origins[h]
            for y, cells in enumerate(size.owned, oy):
                self.owner[y][ox + cells.start : ox + cells.stop] = [h] * len(cells)

    def origin(self, h: int) -> Spot:
        """The first cell of a hex: (x, y)."""
        return self._origins[h]

    def put(self, h: int, spot: Spot, char: str, role: str) -> None:
        """Draw a cell of a hex; nothing beyond the picture's rim."""
        self.stamp(h, ((spot, char),), role)

    def stamp(self, h: int, cells: Iterable[tuple[Spot, str]], role: str) -> None:
        """Draw cells of a hex in one role, each with its character; nothing beyond the picture's rim."""
        ox, oy = self._origins[h]
        width, height, chars, roles = self.width, self.height, self.chars, self.roles
        for (dx, dy), char in cells:
            x, y = ox + dx, oy + dy
            if 0 <= x < width and 0 <= y < height:
                chars[y][x] = char
                roles[y][x] = role

    def role(self, h: int, spot: Spot) -> str:
        """What is drawn in a cell of a hex."""
        ox, oy = self._origins[h]
        x, y = ox + spot[0], oy + spot[1]
        return self.roles[y][x] if 0 <= x < self.width and 0 <= y < self.height else ""

    def owners(self, spot: Spot, length: int) -> Sequence[int]:
        """The hexes that own the cells of a text that begins in one of the picture."""
        x, y = spot
        return self.owner[y][x : x + length] if 0 <= y < self.height else ()

    def cells(self, h: int, spot: Spot, text: str, role: str) -> list[Cell]:
        """A text that begins in a cell of a hex, to be laid over the picture."""
        ox, oy = self._origins[h]
        x, y = ox + spot[0], oy + spot[1]
        return [Cell(y, x + i, c, role) for i, c in enumerate(text) if 0 <= x + i < self.width and 0 <= y < self.height]
