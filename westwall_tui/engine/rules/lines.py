"""Lines of Communication, clear of enemies and their zones: by road, or over ground with few Rough hexes on the way."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from westwall_tui.engine.board import FOOT, Board, Ground
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside, Terrain

# -- by road


def road_between(board: Board, start: int, goals: Iterable[int]) -> bool:
    """Return True if a road leads from a hex to one of the goals."""
    around, road, ends = board.ground.around, int(Hexside.ROAD), frozenset(goals)
    todo = [start]
    found = {start}
    for h in todo:
        more = [n for n, features in around[h] if features & road and n not in found]
        found.update(more)
        todo += more
    return not ends.isdisjoint(found)


def road_line(state: State, side: int, starts: Iterable[int], goals: Iterable[int]) -> tuple[int, ...]:
    """Return the shortest line of road hexes from a start to a goal, clear of enemies and their zones; empty if none.

    Road hexsides connect all its hexes. A friendly unit does not open an Enemy-controlled hex.
    """
    closed, around, road = shut(state, 1 - side), state.ground.around, int(Hexside.ROAD)
    ends = frozenset(goals)
    came = {h: h for h in starts if not closed[h]}
    todo = list(came)
    for h in todo:
        if h in ends:
            line = [h]
            while came[line[-1]] != line[-1]:
                line.append(came[line[-1]])
            return tuple(reversed(line))
        for n, features in around[h]:
            if features & road and n not in came and not closed[n]:
                came[n] = h
                todo.append(n)
    return ()


def fewest_closed(state: State, side: int, starts: Iterable[int], goals: Iterable[int]) -> tuple[int, ...]:
    """Return the hexes that the enemy holds or controls on the road that has the fewest of them, as in `road_line`."""
    closed, around, road = shut(state, 1 - side), state.ground.around, int(Hexside.ROAD)
    ends = frozenset(goals)
    todo: list[tuple[int, int, tuple[int, ...]]] = sorted((int(bool(closed[h])), 1, (h,)) for h in starts)
    best: dict[int, tuple[int, int]] = {}
    while todo:
        shut_so_far, length, line = heappop(todo)
        h = line[-1]
        if h in best and best[h] <= (shut_so_far, length):
            continue
        best[h] = shut_so_far, length
        if h in ends:
            return tuple(n for n in line if closed[n])
        for n, features in around[h]:
            if features & road:
                heappush(todo, (shut_so_far + bool(closed[n]), length + 1, (*line, n)))
    return ()


# -- over ground


def joined(state: State, side: int, goals: Iterable[int], *, by_road: bool = False) -> Callable[[int], bool]:
    """Return a test for hexes: whether a side's unit there has a line to a goal, over ground that is not prohibited.

    With `by_road` only lines by road count. Their hexes are clear of enemies and enemy zones; the unit's own hex need
    not be (a ruling).
    """
    closed, road = shut(state, 1 - side), int(Hexside.ROAD)
    around: Callable[[int], Iterable[tuple[int, int]]] = state.ground.steps[FOOT].__getitem__
    if by_road:
        around = [[(n, lies) for n, lies in row if lies & road] for row in state.ground.around].__getitem__
    ends = frozenset(goals)
    found = {h for h in ends if not closed[h]}
    todo = sorted(found)
    for h in todo:
        for n, _ in around(h):
            if n not in found and not closed[n]:
                found.add(n)
                todo.append(n)
    return lambda h: h in ends or any(n in found for n, _ in around(h))


class Routes(NamedTuple):
    """The shortest lines to some goals; a node is a hex with the number of Rough hexes that its line still enters."""

    onward: Mapping[tuple[int, int], tuple[int, int]]
    """For each node the next one on its line; a goal leads to itself."""
    shortest: Mapping[int, tuple[int, int]]
    """For each hex the node where its shortest line starts."""

    def line(self, h: int) -> tuple[int, ...]:
        """Return the shortest line from a hex, that hex first; empty if there is none."""
        node = self.shortest.get(h)
        if node is None:
            return ()
        line = [node[0]]
        while self.onward[node] != node:
            node = self.onward[node]
            line.append(node[0])
        return tuple(line)

    def from_any(self, hexes: Iterable[int]) -> tuple[int, ...]:
        """Return the shortest line from any of the hexes, the first if several are equal; empty if there is none."""
        return min((line for line in map(self.line, hexes) if line), key=len, default=())


def open_routes(state: State, side: int, goals: tuple[int, ...], most_rough: int) -> Routes:
    """Return a side's lines to the goals, clear of enemies and their zones, even where a friendly unit is (a ruling).

    They enter at most `most_rough` Rough hexes, cross water only by bridge, and stay off prohibited ground.
    """
    return _routes(state.ground, shut(state, 1 - side), goals, most_rough)


@lru_cache(maxsize=8)
def _routes(ground: Ground, closed: bytes, goals: tuple[int, ...], most_rough: int) -> Routes:
    """Return the lines that avoid closed hexes.

    Cached, because a screen asks for the lines of one position repeatedly.
    """
    terrain = ground.board.terrain
    onward = {(h, 0): (h, 0) for h in goals if not closed[h]}
    shortest = {node[0]: node for node in onward}
    fewest = dict.fromkeys(shortest, 0)
    todo = list(onward)
    for node in todo:
        h, entered = node
        rough = entered + (terrain[h] is Terrain.ROUGH)
        if rough > most_rough:
            continue
        for n in ground.dry[h]:
            if closed[n] or fewest.get(n, rough + 1) <= rough:
                continue
            fewest[n] = rough
            onward[n, rough] = node
            shortest.setdefault(n, (n, rough))
            todo.append((n, rough))
    return Routes(onward, shortest)
