"""Canvas: the cells of a board, each with its character, the role that paints it, and the hex that owns it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import FLAT, MIDDLE, Size, Spot
from westwall_tui.ui.map.signs import ASCII, Signs
from westwall_tui.words.places import entry_areas


class Cell(NamedTuple):
    """A cell of the picture with its character."""

    y: int
    x: int
    char: str
    role: str


class Water(NamedTuple):
    """A named river, canal or stream, with the cells in which its name may begin."""

    name: str
    role: str
    spots: Collection[Spot]


class Canvas:
    """A canvas of cells on which layers are drawn, one over another."""

    spared = frozenset(("town", "town_road", "bridge", "entry"))
    """Roles that no name covers or touches."""
    numbered = True
    """True if the canvas's hexes may show the numbers of a reach."""
    tiny = False
    """True if the canvas's hexes are too small to show which town a name is nearest to."""

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
        """For each hex, the combined features of its hexsides."""
        self.entries = {h: (letter, "entry") for letter, hexes in entry_areas(board).items() for h in hexes}
        """For each hex of an entry area, the area's letter and its role."""
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
        """Return the first cell of a hex: (x, y)."""
        return self._origins[h]

    def put(self, h: int, spot: Spot, char: str, role: str) -> None:
        """Draw a cell of a hex, unless the cell is beyond the picture's edge."""
        self.stamp(h, ((spot, char),), role)

    def stamp(self, h: int, cells: Iterable[tuple[Spot, str]], role: str) -> None:
        """Draw cells of a hex in one role, each with its character. Skip cells beyond the picture's edge."""
        ox, oy = self._origins[h]
        width, height, chars, roles = self.width, self.height, self.chars, self.roles
        for (dx, dy), char in cells:
            x, y = ox + dx, oy + dy
            if 0 <= x < width and 0 <= y < height:
                chars[y][x] = char
                roles[y][x] = role

    def role(self, h: int, spot: Spot) -> str:
        """Return the role of a cell of a hex."""
        ox, oy = self._origins[h]
        x, y = ox + spot[0], oy + spot[1]
        return self.roles[y][x] if 0 <= x < self.width and 0 <= y < self.height else ""

    def owners(self, spot: Spot, length: int) -> Sequence[int]:
        """Return the hexes that own the cells of a text that begins in a cell of the picture."""
        x, y = spot
        return self.owner[y][x : x + length] if 0 <= y < self.height else ()

    def roles_of(self, spot: Spot, length: int) -> Sequence[str]:
        """Return the roles of `length` adjacent cells, or fewer at the picture's edge."""
        x, y = spot
        return self.roles[y][x : x + length] if x >= 0 and 0 <= y < self.height else ()

    def sign_of(self, h: int) -> Sequence[Spot]:
        """Return the cells of the sign of a town."""
        ox, oy = self._origins[h]
        return [(ox + x, oy + y) for x, y in self.size.town]

    def counter_of(self, h: int) -> Sequence[Spot]:
        """Return the cells of a counter, line by line."""
        ox, oy = self._origins[h]
        return [(ox + x, oy + y) for y, row in enumerate(self.size.counter) for x in row]

    def line_columns(self, h: int) -> Sequence[int]:
        """Return the nearest column on each side of a hex that no counter uses in any line."""
        left = self._origins[h][0] + self.size.beside[0][0]
        return left, left + self.size.across

    def waters(self) -> Iterator[Water]:
        """Return the named waters, with spots in the middle of their river hexes and flat hexsides."""
        board, size = self.board, self.size
        bands = [(place.name, "river", place.hexes, 0) for place in board.places if place.kind == "water"]
        for role, kind in (("river", board.rivers), ("canal", board.canals), ("stream", board.streams)):
            for band in kind:
                for direction in FLAT:
                    flat = tuple(a for a, b in band.pairs if board.grid.direction(a, b) == direction)
                    bands.append((band.name, role, flat, size.sides[direction][0][1]))
        for name, role, hexes, below in bands:
            corners = map(self.origin, hexes)
            middles = [(x + size.middle - len(name) // 2, y + below) for x, y in corners]
            if name:
                yield Water(name, role, [(x + aside, y) for x, y in middles for aside in (0, 1, -1)])

    def cells(self, h: int, spot: Spot, text: str, role: str) -> list[Cell]:
        """Return the cells of a text that begins in a cell of a hex, for laying the text over the picture."""
        ox, oy = self._origins[h]
        x, y = ox + spot[0], oy + spot[1]
        return [Cell(y, x + i, c, role) for i, c in enumerate(text) if 0 <= x + i < self.width and 0 <= y < self.height]
