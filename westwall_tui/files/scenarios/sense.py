"""Checks for points that make no sense: places that no unit reaches, late exits, roads that don't meet."""

from collections.abc import Callable, Iterable, Mapping

from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.lines import open_routes, road_between
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.scoring import Bridge, Exit, Hold, Inside, Line, PointsTable, Route
from westwall_tui.engine.state import State

Doubts = Callable[[str, str], None]
"""A function that notes a fault, given a key and a reason."""


class Reach:
    """The hexes that each unit can reach if there are no enemies, and the Game-Turns by which it can leave the map."""

    def __init__(self, scenario: Scenario, state: State) -> None:
        self.scenario, self.state = scenario, state
        self._costs: dict[int, list[int]] = {}
        self._starts: Mapping[int, tuple[int, list[tuple[int, int]]]] = dict(self._all_starts())

    def _all_starts(self) -> Iterable[tuple[int, tuple[int, list[tuple[int, int]]]]]:
        """Yield each unit with its first Game-Turn, its possible starting hexes, and the cost to enter each of them."""
        scenario, first = self.scenario, self.scenario.first_turn
        for unit, h in scenario.placed:
            yield unit, (first, [(h, 0)])
        for unit, group in scenario.setup_of.items():
            yield unit, (first, [(h, 0) for h in group.in_order])
        for unit, arrival in scenario.arrivals.items():
            way = scenario.ways[unit]
            costs = [(h, 0 if arrival.lands else scenario.board.ground.edge_cost(h, way)) for h in arrival.hexes]
            yield unit, (arrival.turn, [(h, cost) for h, cost in costs if cost is not None])

    def costs(self, unit: int) -> list[int]:
        """Return, for each hex, the half Movement Points that a unit needs to get there from its start."""
        found = self._costs.get(unit)
        if found is None:
            ground, starts = self.scenario.board.ground, self._starts.get(unit, (0, []))[1]
            open_ground = bytes(len(self.scenario.board.terrain))
            spread = movement.spread(
                ground.steps[self.scenario.ways[unit]], starts, movement.NO_LIMIT, open_ground, open_ground
            )
            found = self._costs[unit] = spread.cost
        return found

    def gets_to(self, unit: int, h: int) -> bool:
        """Return True if a unit can ever get to a hex."""
        return self.costs(unit)[h] != movement.FAR

    def leaves_by(self, unit: int, table: Exit) -> bool:
        """Return True if a unit can exit in time to count for a table."""
        board, way = self.scenario.board, self.scenario.ways[unit]
        edge = {h for name in table.edges for h in board.edge(name)}
        ends = [(h, board.ground.edge_cost(h, way)) for h in edge.intersection(table.hexes or edge)]
        costs = self.costs(unit)
        needed = [costs[h] + cost for h, cost in ends if cost is not None and costs[h] != movement.FAR]
        allowance = max(self.scenario.units[unit].strength.movement * 2, 1)
        turns = -(-min(needed) // allowance) if needed else 0
        return bool(needed) and self._starts[unit][0] + max(turns, 1) - 1 <= table.until


def check_sense(scenario: Scenario, state: State, table: PointsTable, reach: Reach, doubt: Doubts) -> None:
    """Note a table of points that makes no sense."""
    board = scenario.board
    if isinstance(table, Hold) and table.by != "zones":
        lost = [h for h in table.hexes if not any(reach.gets_to(unit, h) for unit in range(len(scenario.units)))]
        if lost:
            doubt("hexes", f"no unit can ever get to {', '.join(board.number(h) for h in lost[:5])}")
        if table.route is not None:
            _check_route(scenario, state, table.hexes, table.route, table.side, doubt)
    elif isinstance(table, Exit):
        late = [scenario.units[unit].id for unit in table.units if not reach.leaves_by(unit, table)]
        if late:
            doubt("units", f"{', '.join(late[:5])} cannot exit {' or '.join(table.edges)} by Game-Turn {table.until}")
    elif isinstance(table, Inside):
        if not any(reach.gets_to(unit, h) for unit in table.units for h in table.hexes):
            doubt("hexes", "none of the units can ever get to these hexes")
    elif isinstance(table, Line):
        _check_route(scenario, state, table.hexes, table.route, table.side, doubt)
    elif isinstance(table, Bridge) and scenario.scoring.special.wired < 0:
        doubt("kind", "no bridge is ever blown in this scenario, because [special] has no wired")


def _check_route(
    scenario: Scenario, state: State, hexes: tuple[int, ...], route: Route, side: int, doubt: Doubts
) -> None:
    """Note a line whose ends are not connected, even without enemies."""
    if route.by_road:
        joined = any(road_between(scenario.board, h, route.to) for h in hexes)
    else:
        empty = state.copy()
        for unit in range(len(scenario.units)):
            if empty.location[unit] >= 0 and scenario.units[unit].side != side:
                empty.place(unit, -1)
        joined = bool(open_routes(empty, side, route.to, route.rough).from_any(hexes))
    if not joined:
        doubt("to", f"no {'road' if route.by_road else 'line'} leads from the hexes to this place")
