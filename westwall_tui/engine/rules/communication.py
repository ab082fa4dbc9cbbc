"""Lines of Communication: along roads, and over any ground to a mapedge."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from westwall_tui.engine.board import FOOT, Hexside, Terrain
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import State


def road_line(state: State, side: int, starts: Iterable[int], goals: Iterable[int]) -> tuple[int, ...]:
    """The shortest line of road hexes from a start to a goal, clear of enemies and their zones; empty if there is none.

    Road hexsides connect all its hexes. A friendly unit does not open an Enemy-controlled hex.
    """
    closed = shut(state, 1 - side)
    ends = frozenset(goals)
    came = {h: h for h in starts if not closed[h]}
    todo = list(came)
    for h in todo:
        if h in ends:
            line = [h]
            while came[line[-1]] != line[-1]:
                line.append(came[line[-1]])
            return tuple(reversed(line))
        for n, _ in state.ground.steps[0][h]:
            if n not in came and not closed[n] and state.ground.hexside(h, n) & Hexside.ROAD:
                came[n] = h
                todo.append(n)
    return ()


class Routes(NamedTuple):
    """The shortest lines to some goals; a node is a hex with the number of Rough hexes that its line still enters."""

    onward: Mapping[tuple[int, int], tuple[int, int]]
    """For each node the next one on its line; a goal leads to itself."""
    shortest: Mapping[int, tuple[int, int]]
    """For each hex the node where its shortest line starts."""

    def line(self, h: int) -> tuple[int, ...]:
        """The shortest line from a hex, that hex first; empty if there is none."""
        node = self.shortest.get(h)
        if node is None:
            return ()
        line = [node[0]]
        while self.onward[node] != node:
            node = self.onward[node]
            line.append(node[0])
        return tuple(line)

    def from_any(self, hexes: Iterable[int]) -> tuple[int, ...]:
        """The shortest line from any of the hexes, the first if several are equal; empty if there is none."""
        return min((line for line in map(self.line, hexes) if line), key=len, default=())


def open_routes(state: State, side: int, goals: Iterable[int], most_rough: int) -> Routes:
    """A side's lines to the goals, clear of enemies and their zones, even where a friend stands (a ruling).

    They enter at most `most_rough` Rough hexes, cross water only by bridge, and stay off prohibited ground.
    """
    ground, terrain = state.ground, state.scenario.board.terrain
    closed = shut(state, 1 - side)
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


def joined(state: State, side: int, goals: Iterable[int]) -> Callable[[int], bool]:
    """Whether a side's unit in a hex has a line to one of the goals, over any ground that is not prohibited.

    Its hexes are clear of enemies and their zones; the unit's own hex does not count (a ruling).
    """
    closed = shut(state, 1 - side)
    steps = state.ground.steps[FOOT]
    ends = frozenset(goals)
    found = {h for h in ends if not closed[h]}
    todo = sorted(found)
    for h in todo:
        for n, _ in steps[h]:
            if n not in found and not closed[n]:
                found.add(n)
                todo.append(n)
    return lambda h: h in ends or any(n in found for n, _ in steps[h])
