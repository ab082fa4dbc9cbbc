"""The ground of a continuous front (14.0): a bank of the river, its shore, and the threads that lead there.

A thread is the shortest line along hexsides from a hex to the river. By the threads that a path crosses, and by where
it leaves the river and comes back to it, `search` knows which units the path has behind it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from westwall_tui.engine.blocks import blocks
from westwall_tui.engine.board import Board, Terrain
from westwall_tui.engine.hexgrid import NOWHERE


class Thread(NamedTuple):
    """A line along hexsides from a unit's hex to the river."""

    foot: int
    """Where it ends: the number of hexsides of the shore before that, from its northern end."""
    crossed: tuple[tuple[int, int], ...]
    """The steps from hex to hex across it, from north to south."""

    @property
    def over(self) -> dict[tuple[int, int], int]:
        """For each step from hex to hex across it: 1 to the south, -1 to the north."""
        found: dict[tuple[int, int], int] = {}
        for a, b in self.crossed:
            found[a, b] = found.get((a, b), 0) + 1
            found[b, a] = found.get((b, a), 0) - 1
        return found


@dataclass(frozen=True, eq=False)
class Banks:
    """The ground of a front: the hexes of one bank, and the shore along which it touches the river and the mapedges."""

    board: Board
    hexes: frozenset[int]
    near: Mapping[int, tuple[int, ...]]
    """For each hex the hexes of the bank next to it."""
    first: Mapping[int, int]
    """For each hex on the shore the first and the last place where it touches it. The shore runs from the far edge's
    northern end along the north edge, down the river, and along the south edge."""
    last: Mapping[int, int]
    anchors: tuple[int, ...]
    """The hexes next to the river, from the north."""
    by_edge: frozenset[int]
    """The hexes on the north or the south edge of the map."""
    far: frozenset[int]
    """The hexes of the far edge."""
    threads: Mapping[int, Thread]
    _whence: dict[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)

    @staticmethod
    def of(board: Board, hexes: frozenset[int]) -> "Banks":
        """The ground of a bank that is one piece, reaches the east edge, and has no holes."""
        return _banks(board, hexes)

    @property
    def whole(self) -> bool:
        """Whether it is one piece from the river to the far edge."""
        return bool(self.far) and self.threads.keys() == self.hexes

    def whence(self, unit: int) -> tuple[tuple[int, ...], ...]:
        """Whence a way may come to a hex, on each of three sides of a unit's thread.

        The sides are: one crossing north of being behind the front, behind the front, and beyond it. What is numbered
        is a side and a hex: the side times the number of all hexes, and the hex.
        """
        if unit not in self._whence:
            self._whence[unit] = self._sides(self.threads[unit].over)
        return self._whence[unit]

    def _sides(self, over: Mapping[tuple[int, int], int]) -> tuple[tuple[int, ...], ...]:
        size = len(self.board.grid)
        found = [*self._apart]
        for h in {h for _, h in over}:
            for side in range(3):
                whence = []
                for n in self.near[h]:
                    way = over.get((n, h), 0)
                    if 0 <= side - way <= 2:
                        whence.append((side - way) * size + n)
                    if side == 2 and way > 0:  # beyond it already
                        whence.append(2 * size + n)
                found[side * size + h] = tuple(whence)
        return tuple(found)

    @cached_property
    def _apart(self) -> tuple[tuple[int, ...], ...]:
        """The same for no thread at all."""
        size = len(self.board.grid)
        return tuple(tuple(side * size + n for n in self.near.get(h, ())) for side in range(3) for h in range(size))

    def cut_off(self, path: Iterable[int]) -> frozenset[int]:
        """The hexes that a path cuts off from the far edge."""
        closed = set(path)
        todo = [h for h in self.far if h not in closed]
        seen = set(todo) | closed
        for h in todo:
            for n in self.near[h]:
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
        return self.hexes - seen

    def lost(self, path: Sequence[int], units: Iterable[int]) -> tuple[int, ...]:
        """Which of the units in these hexes are beyond a path (14.13)."""
        behind = self.cut_off(path)
        on_it = set(path)
        held = set(units)
        return tuple(
            h
            for h in sorted(held)
            if h not in on_it and h not in behind and not any(n in on_it and n in held for n in self.near[h])
        )

    def rims(self, held: Collection[int]) -> Iterator[tuple[int, ...]]:
        """The fronts round those hexes that are held and stay joined to the river whichever single one is taken away.

        No other front without a gap has more behind it.
        """
        covered = bytearray(len(self.board.grid))
        for h in held:
            covered[h] = 1
        for block in blocks([h for h in self.anchors if covered[h]], self.near, covered):
            yield self._rim(frozenset(block))

    def _rim(self, block: frozenset[int]) -> tuple[int, ...]:
        """The hexes round a block, clockwise from the first that is next to the river until one touches it again."""
        neighbours = self.board.grid.neighbours
        h = next(h for h in self.anchors if h in block)
        side = next((h, d) for d, n in enumerate(neighbours[h]) if _wet(self.board, n))
        while _wet(self.board, neighbours[side[0]][side[1]]):
            side = _next_side(neighbours, block, side)
        path = [h]
        while not _wet(self.board, neighbours[side[0]][side[1]]):
            if side[0] != path[-1]:
                path.append(side[0])
            side = _next_side(neighbours, block, side)
        return tuple(path)


@lru_cache(maxsize=16)
def _banks(board: Board, hexes: frozenset[int]) -> Banks:
    neighbours = board.grid.neighbours
    near = {h: tuple(n for n in neighbours[h] if n in hexes) for h in sorted(hexes)}
    shore = _shore(board, hexes)
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    anchors: dict[int, None] = {}
    by_edge = set()
    for place, (h, d) in enumerate(shore):
        first.setdefault(h, place)
        last[h] = place
        if _wet(board, neighbours[h][d]):
            anchors.setdefault(h)
        else:
            by_edge.add(h)
    far = frozenset(h for h in board.edge("east") if h in hexes)
    return Banks(
        board, hexes, near, first, last, tuple(anchors), frozenset(by_edge), far, _threads(board, hexes, shore)
    )


def _wet(board: Board, h: int) -> bool:
    return h != NOWHERE and board.terrain[h] is Terrain.RIVER


def _shore(board: Board, hexes: frozenset[int]) -> list[tuple[int, int]]:
    """The hexsides around the bank except the far edge's, counterclockwise, each as hex and direction."""
    neighbours, edge = board.grid.neighbours, set(board.edge("east"))

    def far(side: tuple[int, int]) -> bool:
        h, d = side
        return h in edge and d in (1, 2) and neighbours[h][d] == NOWHERE

    outside = [(h, d) for h in sorted(hexes) for d in range(6) if neighbours[h][d] not in hexes]
    start = next((side for side in outside if far(side)), None)
    if start is None:
        return []
    round_it = [start]
    while (side := _next_side(neighbours, hexes, round_it[-1])) != start:
        round_it.append(side)
    end = max(i for i, side in enumerate(round_it) if far(side))
    return round_it[:end:-1]


def _next_side(neighbours: Sequence[Sequence[int]], hexes: frozenset[int], side: tuple[int, int]) -> tuple[int, int]:
    """The next hexside around the bank, clockwise."""
    h, d = side
    n = neighbours[h][(d + 1) % 6]
    return (n, (d + 5) % 6) if n in hexes else (h, (d + 1) % 6)


_CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
"""Where the corners of a hex are, the one between directions 0 and 1 first."""


def _threads(board: Board, hexes: frozenset[int], shore: Sequence[tuple[int, int]]) -> dict[int, Thread]:
    """For each hex the shortest thread to the river."""
    neighbours = board.grid.neighbours

    def corner(h: int, d: int) -> tuple[int, int]:
        column, row = board.grid.positions[h]
        dx, dy = _CORNERS[d % 6]
        return 3 * column + dx, 2 * row + (column % 2 == 0) + dy

    sides: dict[tuple[int, int], list[tuple[tuple[int, int], int, int]]] = {}
    for h in sorted(hexes):
        for d, n in enumerate(neighbours[h]):
            if n in hexes and h < n:
                ends = corner(h, d - 1), corner(h, d)
                for a, b in (ends, ends[::-1]):
                    sides.setdefault(a, []).append((b, h, n))
    found: dict[tuple[int, int], Thread] = {}
    north_of: dict[tuple[int, int], tuple[int, int]] = {}
    for place, ((north, d), (south, e)) in enumerate(pairwise(shore)):
        if _wet(board, neighbours[north][d]) and _wet(board, neighbours[south][e]):
            at = corner(north, d - 1)  # the shore runs counterclockwise
            found[at] = Thread(place, ())
            north_of[at] = (north, south)
    todo = list(found)
    for at in todo:
        for to, x, y in sides.get(at, ()):
            if to in found:
                continue
            north, south = north_of[at]
            step = (north, y if x == north else x) if north in (x, y) else (y if x == south else x, south)
            found[to] = Thread(found[at].foot, (step, *found[at].crossed))
            north_of[to] = step
            todo.append(to)
    threads = {}
    for h in sorted(hexes):
        ways = [found[at] for d in range(6) if (at := corner(h, d)) in found]
        if ways:
            threads[h] = min(ways, key=lambda thread: (len(thread.crossed), thread.foot))
    return threads
