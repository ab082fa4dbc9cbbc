"""Movement reckoned once more, slowly and straight from the board, to hold the engine's against (5.0, 6.0, 11.1, 12.0).

Nothing is shared with `rules/movement.py` but the board's terrain and hexsides.
"""

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import RESERVE, State
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.engine.units import Kind

COSTS = {
    Terrain.CLEAR: 2,
    Terrain.MIXED: 4,
    Terrain.GROVE: 4,
    Terrain.WOODS: 4,
    Terrain.BROKEN: 6,
    Terrain.ROUGH: 8,
    Terrain.TOWN: 2,
    Terrain.CITY: 2,
}
"""The Terrain Key in half Movement Points."""
ROADBOUND = (Terrain.WOODS, Terrain.BROKEN, Terrain.ROUGH)
ROAD, TRAIL, STREAM, CANAL, RIVER, BRIDGE, FERRY = map(
    int,
    (
        Hexside.ROAD,
        Hexside.TRAIL,
        Hexside.STREAM,
        Hexside.CANAL,
        Hexside.RIVER,
        Hexside.BRIDGE,
        Hexside.FERRY,
    ),
)
"""As plain numbers: they are compared a million times a game, and an enumeration takes ten times as long."""
VEHICLES = (Kind.ARMOR, Kind.MECHANIZED, Kind.RECONNAISSANCE, Kind.SP_ARTILLERY)


def ground_cost(terrain: Terrain, ways: int, vehicle: bool) -> int | None:
    """Half Movement Points to enter a hex by what lies on the hexside, water apart; None where prohibited."""
    if terrain not in COSTS:
        return None
    if ways & ROAD:
        return 1
    if ways & TRAIL:
        return 2
    return None if vehicle and terrain in ROADBOUND else COSTS[terrain]


def step_cost(scenario: Scenario, unit: int, a: int, b: int) -> int | None:
    """Half Movement Points from a hex to the next, None where prohibited."""
    board = scenario.board
    side, vehicle = board.sides[a][board.grid.direction(a, b)], scenario.units[unit].kind in VEHICLES
    cost = ground_cost(board.terrain[b], side, vehicle)
    dry = side & (ROAD | TRAIL) or not side & (STREAM | CANAL | RIVER)
    if cost is None or dry:
        return cost
    if vehicle:
        return None
    if side & BRIDGE:
        return cost
    if side & RIVER and not side & FERRY:
        return None
    return cost + 6


def around(scenario: Scenario, h: int) -> list[int]:
    """The neighbours of a hex that are on the map."""
    return [n for n in scenario.board.grid.neighbours[h] if n != NOWHERE]


def zone(scenario: Scenario, h: int) -> list[int]:
    """The hexes that a unit in a hex controls."""
    return [
        n
        for n in around(scenario, h)
        if scenario.board.sides[h][scenario.board.grid.direction(h, n)] & (RIVER | BRIDGE) != RIVER
    ]


def edge_cost(scenario: Scenario, unit: int, h: int) -> int | None:
    """Half Movement Points to enter or exit at a mapedge hex."""
    leaving = 0
    for what, paths in ((ROAD, scenario.board.roads), (TRAIL, scenario.board.trails)):
        for path in paths:
            for off, end in zip(path.off_map, (path.hexes[0], path.hexes[-1]), strict=True):
                if off and end == h:
                    leaving |= what
    return ground_cost(scenario.board.terrain[h], leaving, scenario.units[unit].kind in VEHICLES)


def reachable(state: State, unit: int, barred: frozenset[int]) -> dict[int, int]:
    """Everywhere that a unit can get to in this Movement Phase, friends' hexes included, with the cost."""
    scenario = state.scenario
    side = scenario.units[unit].side
    friends = {h for u, h in enumerate(state.location) if h >= 0 and scenario.units[u].side == side}
    enemies = {h for u, h in enumerate(state.location) if h >= 0 and scenario.units[u].side != side}
    halting = {n for h in enemies for n in zone(scenario, h)}
    closed = enemies | barred | (friends & halting)
    limit = 2 * scenario.units[unit].strength.movement
    here = state.location[unit]
    best: dict[int, int] = {}
    if here >= 0:
        if here in halting:
            return {}
        best[here] = 0
    elif here == RESERVE:
        for group in scenario.reinforcements:
            if unit in group.units and group.turn <= state.turn:
                for h in group.hexes:
                    cost = edge_cost(scenario, unit, h)
                    if cost is not None and cost <= limit and h not in closed:
                        best[h] = cost
    changed = list(best)
    while changed:
        h = changed.pop()
        if h in halting:
            continue
        for n in around(scenario, h):
            step = step_cost(scenario, unit, h, n)
            if step is None or n in closed or best[h] + step > limit:
                continue
            if n not in best or best[h] + step < best[n]:
                best[n] = best[h] + step
                changed.append(n)
    return best


def destinations(state: State, unit: int, barred: frozenset[int]) -> dict[int, int]:
    """Where a unit may end its move, with the cost: its own hex is no move, a friend's no place to stop."""
    if state.location[unit] >= 0 and state.moved[unit] == state.serial:
        return {}
    return {h: cost for h, cost in reachable(state, unit, barred).items() if h not in state.location}


def exits(state: State, unit: int, barred: frozenset[int]) -> set[str]:
    """The edges by which a unit on the map can leave it in this phase."""
    scenario = state.scenario
    if state.location[unit] < 0 or state.moved[unit] == state.serial:
        return set()
    side = scenario.units[unit].side
    limit = 2 * scenario.units[unit].strength.movement
    enemies = [h for u, h in enumerate(state.location) if h >= 0 and scenario.units[u].side != side]
    halting = {n for h in enemies for n in zone(scenario, h)}
    found = set()
    for h, spent in reachable(state, unit, barred).items():
        cost = edge_cost(scenario, unit, h)
        if h not in halting and cost is not None and spent + cost <= limit:
            found |= {edge for edge in ("north", "east", "south", "west") if h in scenario.board.edge(edge)}
    return found
