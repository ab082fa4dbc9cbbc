"""The banks of the Rhine, and the U.S. position on the east bank with the prices of fronts (14.0)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.graphs import blocks
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.answers import Front
from westwall_tui.engine.terrain import Terrain

# -- The ground of a continuous front (14.0): one bank of the river.


@dataclass(frozen=True, eq=False)
class Bank:
    """The hexes between a river and the east edge of the map."""

    board: Board
    hexes: frozenset[int]
    near: Mapping[int, tuple[int, ...]]
    """By hex: the hexes of the bank next to it."""
    anchors: tuple[int, ...]
    """The hexes next to the river, from north to south."""
    far: frozenset[int]
    """The hexes of the east edge."""
    bits: Mapping[int, int]
    """By hex: a number with one bit set.

    The sum of such numbers is a set of hexes; a shift moves the set to neighbors.
    """
    stride: int
    """The number of bits of a column."""
    land: int
    """All hexes of the bank, as bits."""
    even: int
    """The hexes of columns that are half a hex farther south, as bits."""

    @staticmethod
    def of(board: Board, hexes: frozenset[int]) -> "Bank":
        """Return the bank that consists of these hexes."""
        return _bank(board, hexes)

    @property
    def whole(self) -> bool:
        """True if the bank is one piece of land from the river to the east edge."""
        reached = set(self.anchors[:1])
        todo = list(reached)
        for h in todo:
            todo += (n for n in self.near[h] if n not in reached)
            reached.update(self.near[h])
        return bool(self.far) and reached == self.hexes

    def cut_off(self, path: Collection[int]) -> frozenset[int]:
        """Return the hexes that a path cuts off from the east edge: its river side."""
        beyond, bits = self._beyond_path(path), self.bits
        return self.hexes.difference(path, [h for h in self.hexes if beyond & bits[h]])

    def lost(self, path: Collection[int], units: Collection[int]) -> tuple[int, ...]:
        """Return the occupied hexes that are beyond a path (14.13); `units` are all occupied hexes."""
        beyond, bits = self._beyond_path(path), self.bits
        safe = {n for h in path if h in units for n in self.near[h]}
        return tuple(h for h in sorted(units) if beyond & bits[h] and h not in safe)

    def _beyond_path(self, path: Collection[int]) -> int:
        """Return the hexes connected with the east edge without crossing a path, as bits."""
        bits, stride, even = self.bits, self.stride, self.even
        ground = self.land - sum([bits[h] for h in path])
        wave = ground & sum([bits[h] for h in self.far])
        beyond = 0
        while wave & ~beyond:
            beyond |= wave
            high, low = wave & ~even, wave & even
            wave |= wave << 1 | wave >> 1 | wave << stride | wave >> stride
            wave |= high << stride - 1 | high >> stride + 1 | low << stride + 1 | low >> stride - 1
            wave &= ground
        return beyond

    def rims(self, hexes: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Yield the fronts around those hexes that stay joined to the river if any single hex is removed.

        No other front of these hexes has more on its river side.
        """
        covered = bytearray(len(self.board.grid))
        for h in hexes:
            covered[h] = 1
        for block in blocks([h for h in self.anchors if covered[h]], self.near, covered):
            yield from map(self.from_the_north, self._arcs_round(frozenset(block)))

    def from_the_north(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """Return a path with both ends next to the river, so that it begins at the northern end."""
        return path if self.anchors.index(path[0]) <= self.anchors.index(path[-1]) else path[::-1]

    def _arcs_round(self, block: frozenset[int]) -> Iterator[tuple[int, ...]]:
        """Yield the hexes around a block, clockwise, in separate paths from one contact with the river to the next."""
        neighbors = self.board.grid.neighbors
        first = next(
            (h, d) for h in self.anchors if h in block for d, n in enumerate(neighbors[h]) if _is_river(self.board, n)
        )
        path: list[int] = []
        side = first
        while (side := _next_side(neighbors, block, side)) != first:
            h, d = side
            if not _is_river(self.board, neighbors[h][d]):
                if not path or path[-1] != h:
                    path.append(h)
            elif path:
                yield tuple(path)
                path = []
        if path:
            yield tuple(path)


@lru_cache(maxsize=16)
def _bank(board: Board, hexes: frozenset[int]) -> Bank:
    neighbors = board.grid.neighbors
    near = {h: tuple(n for n in neighbors[h] if n in hexes) for h in sorted(hexes)}
    shore = _shore(board, hexes)
    anchors = dict.fromkeys(h for h, d in shore if _is_river(board, neighbors[h][d]))
    far = frozenset(h for h in board.edge("east") if h in hexes)
    stride = max(row for _, row in board.grid.positions) + 2
    places = {h: board.grid.positions[h] for h in sorted(hexes)}
    bits = {h: 1 << column * stride + row for h, (column, row) in places.items()}
    even = sum(bits[h] for h, (column, _) in places.items() if column % 2 == 0)
    return Bank(board, hexes, near, tuple(anchors), far, bits, stride, sum(bits.values()), even)


def _is_river(board: Board, h: int) -> bool:
    return h != NOWHERE and board.terrain[h] is Terrain.RIVER


def _shore(board: Board, hexes: frozenset[int]) -> list[tuple[int, int]]:
    """Return the hexsides around the bank, apart from the east edge, counterclockwise, each as hex and direction."""
    neighbors, edge = board.grid.neighbors, set(board.edge("east"))

    def far(side: tuple[int, int]) -> bool:
        h, d = side
        return h in edge and d in (1, 2) and neighbors[h][d] == NOWHERE

    outside = [(h, d) for h in sorted(hexes) for d in range(6) if neighbors[h][d] not in hexes]
    start = next((side for side in outside if far(side)), None)
    if start is None:
        return []
    round_it = [start]
    while (side := _next_side(neighbors, hexes, round_it[-1])) != start:
        round_it.append(side)
    end = max(i for i, side in enumerate(round_it) if far(side))
    return round_it[:end:-1]


def _next_side(neighbors: Sequence[Sequence[int]], hexes: frozenset[int], side: tuple[int, int]) -> tuple[int, int]:
    """Return the next hexside around some hexes, clockwise."""
    h, d = side
    n = neighbors[h][(d + 1) % 6]
    return (n, (d + 5) % 6) if n in hexes else (h, (d + 1) % 6)


# -- The U.S. position on the east bank and the prices of its fronts (14.0).


POINTS_A_GAP = 5
"""Victory Points for each gap (14.14)."""


class Bridgehead(NamedTuple):
    """Units on a bank, and the hexes that they occupy or control."""

    bank: Bank
    units: tuple[tuple[int, int], ...]
    """The hex and the value of each unit."""
    held: frozenset[int]

    def front(self, path: Sequence[int]) -> Front:
        """Return a path as a front, with its price (14.13, 14.14)."""
        worth = dict(self.units)
        gaps = tuple(h for h in path if h not in self.held)
        lost = self.bank.lost(path, worth)
        return Front(tuple(path), gaps, lost, (*(POINTS_A_GAP for _ in gaps), *(worth[h] for h in lost)))
