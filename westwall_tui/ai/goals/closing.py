"""Which hexes the enemy could close to Lines of Communication by his next move (17.3)."""

from westwall_tui.engine.loops import Position
from westwall_tui.engine.state import RESERVE, State

Arriving = list[list[tuple[int, int, int]]]
"""By way of moving, for each unit that may enter: a hex, what it costs there, and the allowance (half points)."""


def arriving(position: Position, state: State, side: int) -> Arriving:
    """The units of a side that are due, and where they could come onto the map."""
    scenario, edge_cost = state.scenario, position.land.ground.edge_cost
    found: Arriving = [[] for _ in position.land.ways]
    for unit in scenario.of_side[side]:
        group = scenario.arrivals.get(unit)
        if group is None or position.where[unit] != RESERVE or group.turn > state.turn:
            continue
        way, mode = position.way[unit], state.way(unit)
        for h in group.hexes:
            cost = edge_cost(h, mode)
            if cost is not None:
                found[way].append((h, cost, position.allowance[unit]))
    return found


def closable(position: Position, side: int, entering: Arriving) -> tuple[bytearray, bytearray]:
    """By hex: whether a unit of the side could be there after its next move, and whether one could control it."""
    land = position.land
    reached, exposed = bytearray(land.size), bytearray(land.size)
    for h in _after_move(position, side, entering):
        reached[h] = exposed[h] = 1
        for n in land.zone[h]:
            exposed[n] = 1
    return reached, exposed


def _after_move(position: Position, side: int, entering: Arriving) -> list[int]:
    """The hexes where a unit of the side could be after its next move; the other side's zones stop it (6.0)."""
    land, at, where = position.land, position.at, position.where
    stopping = position.zones[1 - side]
    barred = [where[u] for u in position.on_map(1 - side)]
    reached: list[int] = []
    for way in land.ways:
        movers = [
            (where[u], 0, position.allowance[u])
            for u in position.on_map(side)
            if position.way[u] == way and not stopping[where[u]]
        ]
        movers += [entry for entry in entering[way] if at[entry[0]] < 0]
        most = max((allowance for _, _, allowance in movers), default=0)
        # Out of reach costs one more than the allowance, a hex of the others nothing: nobody gets there for less.
        cost = [most + 1] * land.size
        for h in barred:
            cost[h] = 0
        buckets: list[list[int]] = [[] for _ in range(most + 1)]
        for h, spent, allowance in movers:
            begun = most - allowance + spent
            if begun < cost[h]:
                cost[h] = begun
                buckets[begun].append(h)
        steps = land.steps[way]
        for spent, bucket in enumerate(buckets):
            for h in bucket:
                if cost[h] != spent:
                    continue
                reached.append(h)
                if stopping[h]:
                    continue
                for n, step in steps[h]:
                    total = spent + step
                    if total < cost[n]:
                        cost[n] = total
                        buckets[total].append(n)
    return reached
