"""Lines of Communication (15.3): over open ground to a mapedge, with few Rough hexes on the way."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.board import Ground
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Terrain


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
    """Return a side's lines to the goals, clear of enemies and their zones, even where a friend stands (a ruling).

    They enter at most `most_rough` Rough hexes, cross water only by bridge, and stay off prohibited ground.
    """
    return _routes(state.ground, shut(state, 1 - side), goals, most_rough)


@lru_cache(maxsize=8)
def _routes(ground: Ground, closed: bytes, goals: tuple[int, ...], most_rough: int) -> Routes:
    """Return the lines around hexes that are closed; one screen asks for those of one position again and again."""
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
