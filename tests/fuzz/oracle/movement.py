"""Movement (5.0, 6.1), by slow computation: where a unit can go, and the cost."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tests.fuzz.oracle.battles import Battle
from tests.fuzz.oracle.position import OraclePosition
from tests.fuzz.oracle.sheet import COMPASS, Hex


class OracleReach(NamedTuple):
    """The hexes that a unit can reach."""

    cost: Mapping[Hex, int]
    """Half Movement Points for each hex within reach, including hexes with friends."""
    stops: frozenset[Hex]
    """The hexes where it may stop."""
    halts: frozenset[Hex]
    """The enemy-controlled hexes of the map, where it must stop."""


class OracleWalk:
    """The movement of one unit in a position."""

    def __init__(self, battle: Battle, position: OraclePosition, unit: str) -> None:
        self.battle, self.position, self.unit = battle, position, unit
        side = position.counters[unit].side
        here = position.at[unit]
        self.friends = position.held(side)
        self.enemies = position.held(1 - side)
        self.zones = position.zones(1 - side)
        self.limit = battle.allowance(position, unit)
        self.leaves = here in self.zones and battle.is_night(position)
        """True if it leaves a zone and may not enter another (13.0 of Remagen)."""
        self.stuck = here in self.zones and not self.leaves
        """5.14."""
        self.closed = {*self.enemies, *battle.closed(position, side)}
        # 5.31 with 6.0: it would have to stop in a hex with a friend.
        self.closed |= {h for h in self.friends if h in self.zones}
        if self.leaves:
            self.closed |= self.zones
            self.closed.discard(here)
        self.halts = self.zones - {here} if self.leaves else self.zones
        self.crossings = battle.crossings(position, unit)

    def step(self, a: Hex, b: Hex) -> int | None:
        """Return the half Movement Points from a hex to the next; None if the step is illegal."""
        if b in self.closed or a in self.halts:
            return None
        crossing = self.crossings.get((a, b))
        return self.position.step(self.unit, a, b) if crossing is None else crossing

    def starts(self) -> dict[Hex, int] | None:
        """Return the starting hexes, with the points spent there; None if the booklet is ambiguous."""
        position, battle = self.position, self.battle
        here = position.where(self.unit)
        if here is not None:
            return {} if self.stuck else {here: 0}
        if not battle.due(position, self.unit) or battle.lands(position, self.unit):
            return {}
        entries = battle.entries(position, self.unit)
        if entries is None:
            return None
        found = {}
        for h in entries - self.closed:
            cost = battle.entry_cost(position, self.unit, h)
            if cost is not None and cost <= self.limit and (battle.enters_zones or h not in self.zones):
                found[h] = cost
        return found

    def may_stop(self, h: Hex) -> bool:
        """Return True if it may stop in a hex (5.31)."""
        return h not in self.friends or self.battle.may_share(self.position, self.unit, h)

    def spread(self, starts: Mapping[Hex, int], limit: int) -> dict[Hex, int]:
        """Return the lowest cost of each hex from the starts; try a hex again whenever a neighbor gets cheaper."""
        best = dict(starts)
        todo = [*best]
        while todo:
            a = todo.pop(0)
            for b in self.position.sheet.near[a]:
                step = self.step(a, b)
                if step is not None and best[a] + step <= limit and best[a] + step < best.get(b, limit + 1):
                    best[b] = best[a] + step
                    todo.append(b)
        return best


def ways(battle: Battle, position: OraclePosition, unit: str) -> OracleReach | None:
    """Return where a unit can go in this Movement Phase; None if the booklet is ambiguous."""
    walk = OracleWalk(battle, position, unit)
    starts = walk.starts()
    if starts is None:
        return None
    cost = walk.spread(starts, walk.limit)
    here = position.at[unit]
    return OracleReach(cost, frozenset(h for h in cost if h != here and walk.may_stop(h)), frozenset(walk.halts))


def path_cost(
    battle: Battle, position: OraclePosition, unit: str, path: Sequence[Hex], spent: int = 0
) -> tuple[int, str]:
    """Return the cost of a path in half Movement Points, including earlier movement, and its fault in words."""
    walk = OracleWalk(battle, position, unit)
    if walk.stuck:
        return spent, "it stands in an Enemy-controlled hex (5.14)"
    for a, b in pairwise(path):
        step = walk.step(a, b) if b in position.sheet.near[a] else None
        if step is None:
            return spent, f"it may not go from {a} to {b}"
        spent += step
    if spent > walk.limit:
        return spent, f"it spends {spent} of {walk.limit} half Movement Points (5.25)"
    if path and path[-1] != position.at[unit] and not walk.may_stop(path[-1]):
        return spent, f"it may not stop in {path[-1]} (5.31)"
    return spent, ""


def exits(battle: Battle, position: OraclePosition, unit: str) -> dict[str, int]:
    """Return the lowest cost of leaving by each edge, in half Movement Points, for a unit on the map."""
    walk = OracleWalk(battle, position, unit)
    found: dict[str, int] = {}
    if walk.stuck or position.where(unit) is None:
        return found
    cost = walk.spread({position.at[unit]: 0}, walk.limit)
    for edge in COMPASS:
        for h in battle.exit_hexes(position, unit, edge):
            off = position.off_map_cost(unit, h)
            if h in cost and h not in walk.halts and off is not None and cost[h] + off <= walk.limit:
                found[edge] = min(cost[h] + off, found.get(edge, walk.limit))
    return found


def may_end(battle: Battle, position: OraclePosition) -> bool | None:
    """Return True if the Movement Phase may end: no unit that must not be withheld can enter.

    Return None if the booklet is ambiguous.
    """
    for unit, h in position.at.items():
        if h in position.sheet.terrain or position.counters[unit].side != position.side:
            continue
        if not battle.due(position, unit) or battle.withholds(position, unit):
            continue
        if battle.lands(position, unit):
            if battle.landings(position, unit):
                return False
            continue
        found = ways(battle, position, unit)
        if found is None:
            return None
        if found.stops:
            return False
    return True
