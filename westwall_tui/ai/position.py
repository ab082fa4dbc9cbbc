"""A position to think in: flat lists, units by hex, zones counted, so that a unit is moved in microseconds."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from westwall_tui.ai.odds import CITY_RELIEF, LINES
from westwall_tui.engine.board import Board, Changes, Ground, Hexside, Terrain, entry_of
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import State
from westwall_tui.engine.units import Kind

NOBODY = -1
FAR = 1 << 20
"""Half Movement Points to a hex that is out of reach."""
MOST_FLOODS = 512
"""Floods that are remembered; in a Combat Phase the same ones are asked for again and again."""
DRY, BRIDGED, WET = 0, 1, 2
"""What an attack crosses: nothing, a bridge, other water (7.42)."""


class Land:
    """The ground of a position, as plain lists; the same for all positions with the same bridges."""

    def __init__(self, board: Board, changes: Changes) -> None:
        ground: Ground = board.ground_with(changes) if changes else board.ground
        self.board, self.ground = board, ground
        self.size = len(board.grid)
        self.zone, self.retreat, self.steps = ground.zone, ground.retreat, ground.steps
        self.line = tuple(LINES.index(entry_of(terrain).line) for terrain in board.terrain)
        """By hex: which of the four lines of the table its terrain gives."""
        self.city = tuple(terrain is Terrain.CITY for terrain in board.terrain)
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
        """What an attack from one hex into the next crosses (7.42)."""
        found = self._water.get((a, b))
        if found is None:
            side = int(self.ground.hexside(a, b))
            found = BRIDGED if side & int(Hexside.BRIDGE) else WET if side & int(Hexside.WATER) else DRY
            self._water[a, b] = found
        return found

    def back(self, way: int) -> list[list[tuple[int, int]]]:
        """By hex: from where a unit could come into it, at what cost in half Movement Points."""
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

        A goal may come with what is still to be spent from there. The list is shared: leave it as it is.
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
def land_of(board: Board, changes: Changes) -> Land:
    """The ground of a board with these hexsides changed."""
    return Land(board, changes)


class Position:
    """Who stands where, and what each side controls. Only `move` changes it."""

    def __init__(
        self, state: State, barred: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    ) -> None:
        """`barred`: hexes that a side may not enter beyond the Terrain Key."""
        self.land = land_of(state.scenario.board, state.works)
        self.units = state.units
        self.side = [unit.side for unit in state.units]
        self.attack = [u.strength.barrage if u.is_artillery else u.strength.attack for u in state.units]
        self.defense = [u.strength.defense for u in state.units]
        self.fpf = [u.strength.fpf for u in state.units]
        self.range = [u.strength.range for u in state.units]
        self.gun = [u.is_artillery for u in state.units]
        self.way = [int(u.is_vehicle) for u in state.units]
        self.allowance = [u.strength.movement * 2 for u in state.units]
        self.barred = barred
        self.where = list(state.location)
        self.at = [NOBODY] * self.land.size
        self.zones = ([0] * self.land.size, [0] * self.land.size)
        """By side and hex: how many of its units have it in their zone."""
        self.ends: list[int] = []
        """The hexes where the retreat would end that `room` was asked for last."""
        for unit, h in enumerate(self.where):
            if h >= 0:
                self._put(unit, h)

    def _put(self, unit: int, h: int) -> None:
        self.at[h] = unit
        zones = self.zones[self.side[unit]]
        for n in self.land.zone[h]:
            zones[n] += 1

    def move(self, unit: int, h: int) -> None:
        """Put a unit into another hex, or off the map (below 0)."""
        old = self.where[unit]
        if old >= 0:
            if self.at[old] == unit:
                self.at[old] = NOBODY
            zones = self.zones[self.side[unit]]
            for n in self.land.zone[old]:
                zones[n] -= 1
        self.where[unit] = h
        if h >= 0:
            self._put(unit, h)

    def on_map(self, side: int) -> list[int]:
        """The side's units on the map, in unit order."""
        return [unit for unit, h in enumerate(self.where) if h >= 0 and self.side[unit] == side]

    def touched(self, unit: int, h: int) -> list[int]:
        """The enemies into whose hexes the zone of a unit in a hex extends."""
        side, at = self.side[unit], self.at
        return [at[n] for n in self.land.zone[h] if at[n] >= 0 and self.side[at[n]] != side]

    def room(self, unit: int, h: int, most: int = 4) -> int:
        """Hexes that a unit in a hex could retreat, at most `most`; friends are passed through (7.7)."""
        side = self.side[unit]
        zones, at, owner, barred = self.zones[1 - side], self.at, self.side, self.barred[side]
        row, retreat = self.land.distance(h), self.land.retreat[self.way[unit]]
        layer = [h]
        for far in range(1, most + 1):
            found: list[int] = []
            for a in layer:
                for n in retreat[a]:
                    if row[n] == far and not zones[n] and n not in found and n not in barred:
                        other = at[n]
                        if other < 0 or owner[other] == side:
                            found.append(n)
            if not found:
                self.ends = layer
                return far - 1
            layer = found
        self.ends = layer
        return most

    def relief(self, unit: int, h: int) -> int:
        """Hexes that a City takes off a unit's retreat from a hex (Arnhem 11.1, 11.2).

        Airborne artillery has no relief; airborne and glider units keep theirs when they are surrounded.
        """
        if not self.land.city[h]:
            return 0
        kind = self.units[unit].kind
        if kind is Kind.AIRBORNE_ARTILLERY:
            return 0
        steadfast = kind is Kind.AIRBORNE or kind is Kind.GLIDER
        return CITY_RELIEF if steadfast or not self.surrounded(self.side[unit], h) else 0

    def surrounded(self, side: int, h: int) -> bool:
        """Whether every hex of the map next to a hex is held or controlled by the enemy of a side."""
        zones, at, owner = self.zones[1 - side], self.at, self.side
        return all(zones[n] or (at[n] >= 0 and owner[at[n]] != side) for n in self.land.around[h])
