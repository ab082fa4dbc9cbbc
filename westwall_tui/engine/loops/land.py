"""The ground of a position as plain lists, with distances that are computed once."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from westwall_tui.engine.board import FOOT, WHEELS, Board, Changes, Ground, Terrain
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.combat import TERRAIN_LINES, water_line

FAR = 1 << 20
"""Half Movement Points to an unreachable hex."""
MOST_FLOODS = 512
"""The most floods to remember; a Combat Phase asks for the same ones again and again."""

Steps = Sequence[Sequence[tuple[int, int]]]
"""By hex: the next hexes, with costs in half Movement Points."""
Way = tuple[int, Steps]
"""How a unit moves where the rules do not go by the Terrain Key: `FOOT` or `WHEELS`, for retreats, and its steps."""


class FlatGround:
    """The ground of a position; the same for all positions with the same bridges and the same costs of movement.

    A way of moving is a number: `FOOT`, `WHEELS`, or from 2 on one of those that the rules add.
    """

    def __init__(self, board: Board, changes: Changes, others: Sequence[Way]) -> None:
        """`others` are the ways of moving besides those of the Terrain Key."""
        ground: Ground = board.ground_with(changes)
        self.board, self.ground = board, ground
        self.size = len(board.grid)
        self.zone = ground.zone
        self.steps: tuple[Steps, ...] = (*ground.steps, *(steps for _, steps in others))
        """By way of moving: the costs."""
        self.retreat = (*ground.retreat, *(ground.retreat[mode] for mode, _ in others))
        """By way of moving and hex: where a unit may retreat (7.72)."""
        self.modes = (FOOT, WHEELS, *(mode for mode, _ in others))
        """By way of moving: `FOOT` or `WHEELS`."""
        self.ways = range(len(self.steps))
        self.line = tuple([TERRAIN_LINES[terrain] for terrain in board.terrain])
        """By hex: its terrain's line of the table, as an index of `LINE_ORDER`."""
        self.around = tuple(
            tuple(n for n in row if n != NOWHERE and board.terrain[n] is not Terrain.NONE)
            for row in board.grid.neighbours
        )
        self._water: dict[tuple[int, int], int] = {}
        self._floods: dict[tuple[int, tuple[int | tuple[int, int], ...], bytes | None], list[int]] = {}
        self._back: dict[int, list[list[tuple[int, int]]]] = {}

    def distance(self, h: int) -> bytes:
        """Hexes from a hex to every other."""
        return self.board.grid.distances(h)

    def water(self, a: int, b: int) -> int:
        """The crossing of an attack from one hex into the next: `WET`, `BRIDGED` or `DRY` (7.42)."""
        found = self._water.get((a, b))
        if found is None:
            found = self._water[a, b] = water_line(self.ground.lies(a, b))
        return found

    def back(self, way: int) -> list[list[tuple[int, int]]]:
        """By hex: the hexes from which a unit could enter it, with costs in half Movement Points."""
        found = self._back.get(way)
        if found is None:
            found = [[] for _ in range(self.size)]
            for h, steps in enumerate(self.steps[way]):
                for n, cost in steps:
                    found[n].append((h, cost))
            self._back[way] = found
        return found

    def flood(self, way: int, goals: Iterable[int | tuple[int, int]], toll: Sequence[int] | None = None) -> list[int]:
        """Half Movement Points from every hex to the nearest goal, entering each hex for its cost and `toll`.

        A goal may have a further cost from there. The list is shared: do not change it.
        """
        key = (way, tuple(goals), None if toll is None else bytes(toll))
        found = self._floods.get(key)
        if found is None:
            if len(self._floods) >= MOST_FLOODS:
                self._floods.clear()
            found = self._floods[key] = self._flood(*key)
        return found

    def _flood(self, way: int, goals: tuple[int | tuple[int, int], ...], toll: bytes | None) -> list[int]:
        cost = [FAR] * self.size
        buckets: list[list[int]] = []
        for goal in goals:
            h, spent = goal if isinstance(goal, tuple) else (goal, 0)
            if spent < cost[h]:
                cost[h] = spent
                while len(buckets) <= spent:
                    buckets.append([])
                buckets[spent].append(h)
        back = self.back(way)
        spent = 0
        while spent < len(buckets):
            for h in buckets[spent]:
                if cost[h] != spent:
                    continue
                extra = spent + (toll[h] if toll else 0)
                for n, step in back[h]:
                    total = extra + step
                    if total < cost[n]:
                        cost[n] = total
                        while len(buckets) <= total:
                            buckets.append([])
                        buckets[total].append(n)
            spent += 1
        return cost


@lru_cache(maxsize=8)
def land_of(board: Board, changes: Changes, others: tuple[Way, ...] = ()) -> FlatGround:
    """The ground of a board with these hexsides changed, and these ways of moving besides those of the Terrain Key."""
    return FlatGround(board, changes, others)
