"""The hex grid of a map sheet: numbers, neighbors, distances, hexsides.

Hexes are flat-topped and form columns; even columns are half a hex lower than odd ones. On the sheets a hex has a
number such as `1317` (column 13, row 17); inside the engine it is a small integer, counted column by column.
"""

from dataclasses import dataclass
from functools import cached_property

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six hexsides of a hex, clockwise from the one that faces the top of the sheet."""
EDGES = ("north", "east", "south", "west")
"""The four mapedges, clockwise; a sheet need not have north at its top (`Board.north`)."""

NOWHERE = -1
"""The neighbor beyond the edge of the sheet."""

_STEPS_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_STEPS_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def opposite(direction: int) -> int:
    """Return the opposite direction."""
    return (direction + 3) % 6


@dataclass(frozen=True)
class HexGrid:
    """A sheet of `columns` columns with `odd_rows` hexes in odd columns and `even_rows` in even ones."""

    columns: int
    odd_rows: int
    even_rows: int
    left: int = 0
    """For a part of a sheet: the number of columns of the sheet to its left, which is even."""
    above: int = 0
    """The number of rows above it, for a part of a sheet."""

    def rows(self, column: int) -> int:
        """Return the number of hexes in a column (counted from 1)."""
        return self.odd_rows if column % 2 else self.even_rows

    @cached_property
    def positions(self) -> tuple[tuple[int, int], ...]:
        """The column and row of every hex, both counted from 1."""
        return tuple((c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows(c) + 1))

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The printed number of every hex."""
        left, above = self.left, self.above
        return tuple(f"{c + left:02}{r + above:02}" for c, r in self.positions)

    @cached_property
    def _by_position(self) -> dict[tuple[int, int], int]:
        return {position: h for h, position in enumerate(self.positions)}

    def __len__(self) -> int:
        return len(self.positions)

    def at(self, column: int, row: int) -> int:
        """Return the hex at a column and row, or `NOWHERE`."""
        return self._by_position.get((column, row), NOWHERE)

    def parse(self, number: str) -> int:
        """Return the hex with a printed number. Raises `ValueError` if the sheet has no such hex."""
        try:
            return self._by_number[number]
        except KeyError:
            raise ValueError(f"there is no hex {number!r} on this map") from None

    @cached_property
    def _by_number(self) -> dict[str, int]:
        return {number: h for h, number in enumerate(self.numbers)}

    @cached_property
    def neighbors(self) -> tuple[tuple[int, ...], ...]:
        """The six neighbors of every hex, in the order of `DIRECTIONS`, with `NOWHERE` beyond the mapedge."""
        at, steps = self._by_position.get, (_STEPS_EVEN, _STEPS_ODD)
        return tuple([tuple([at((c + dc, r + dr), NOWHERE) for dc, dr in steps[c % 2]]) for c, r in self.positions])

    def vicinity(self, h: int) -> frozenset[int]:
        """Return a hex and its neighbors on the sheet."""
        return frozenset((h, *self.neighbors[h])) - {NOWHERE}

    def distance(self, a: int, b: int) -> int:
        """Return the number of hexes from `a` (not counted) to `b` (counted), as ranges are measured (8.12)."""
        return (self._rows.get(a) or self.distances(a))[b]

    def distances(self, a: int) -> bytes:
        """Return the distance from a hex to every hex, itself included."""
        row = self._rows.get(a)
        if row is None:
            row = self._rows[a] = self._row(a)
        return row

    @cached_property
    def _rows(self) -> dict[int, bytes]:
        return {}

    def _row(self, a: int) -> bytes:
        column, row = self.positions[a]
        half, by_offset = 2 * row + (column % 2 == 0), self._by_offset
        return b"".join([by_offset[abs(c - column)][first - half : last - half : 2] for c, first, last in self._spans])

    @cached_property
    def _tallest(self) -> int:
        """A number a little above the maximum difference in height between two hexes, in half hexes."""
        return 2 * max(self.odd_rows, self.even_rows) + 2

    @cached_property
    def _spans(self) -> tuple[tuple[int, int, int], ...]:
        """The columns, each with the beginning and end of its hexes in `_by_offset`, as seen from the height 0."""
        tops = ((c, self._tallest + 2 + (c % 2 == 0)) for c in range(1, self.columns + 1))
        return tuple((c, top, top + 2 * self.rows(c)) for c, top in tops)

    @cached_property
    def _by_offset(self) -> tuple[bytes, ...]:
        """The distances by columns between two hexes and by half hexes of difference in height, the highest first."""
        # A hex dx columns away and dy half hexes lower or higher is dx hexes away, plus half of the rest of dy over dx.
        halves, tallest = bytes(i // 2 for i in range(2 * self.columns + self._tallest + 1)), self._tallest
        lower = [(bytes([dx]) * dx + halves[2 * dx :])[: tallest + 1] for dx in range(self.columns)]
        return tuple([row[:0:-1] + row for row in lower])

    def direction(self, a: int, b: int) -> int:
        """Return the direction from a hex to its neighbor. Raises `ValueError` if they are not adjacent."""
        return self.neighbors[a].index(b)

    def within(self, center: int, radius: int) -> tuple[int, ...]:
        """Return the hexes at most `radius` hexes from `center`, itself included."""
        return tuple(h for h, away in enumerate(self.distances(center)) if away <= radius)
