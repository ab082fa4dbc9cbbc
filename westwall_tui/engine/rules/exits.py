"""Exits (5.0): the path to an edge of the map and its cost, or the obstacle that blocks it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.answers import Concern
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import RESERVE, State, changed
from westwall_tui.engine.words import listed


def find_exit(
    state: State, unit: int, waypoints: tuple[int, ...], edge: str, ground: movement.Field
) -> tuple[tuple[int, ...], int]:
    """Find the path off the map and its cost in half Movement Points; without waypoints, the cheapest path.

    Raises `IllegalOrder` if there is no such path.
    """
    rules = state.rules
    counter = state.units[unit]
    limit = rules.allowance(state, unit)
    edge_hexes = rules.exit_hexes(state, unit, edge)
    if not waypoints:
        found = cheapest_exit(state, unit, edge, ground, movement.reach(state, unit, ground))
        if found is not None:
            return found
        if state.location[unit] not in edge_hexes:
            raise _why_no_exit(state, unit, edge, ground)
    path, spent = movement.find_path(state, unit, waypoints, ground)
    h = path[-1]
    cost = movement.exit_cost(state, unit, h)
    number = state.number(h)
    if h not in edge_hexes:
        reason = f"{number} is not on the {edge} edge of the map; name a hex on that edge"
        if h in state.scenario.board.edge(edge):
            first, last = state.number(edge_hexes[0]), state.number(edge_hexes[-1])
            reason = f"units can exit {edge} only from {first} to {last}, not from {number}"
        raise IllegalOrder(rules.exit_case, reason, (counter.id,), (number,))
    if ground.halting[h]:
        reason = f"{counter.name} must stop in {number}, because it is Enemy-controlled"
        raise IllegalOrder("6.0", reason, (counter.id,), (number,))
    if cost is None:
        reason = f"{counter.name} can exit from {number} only by road or trail"
        raise IllegalOrder("5.24", reason, (counter.id,), (number,))
    if spent + cost > limit:
        need, have = ev.points(spent + cost), ev.points(limit)
        reason = f"{counter.name} needs {need} MP to exit, but has only {have}"
        raise IllegalOrder("5.25", reason, (counter.id,), (number,))
    return path, spent + cost


def cheapest_exit(
    state: State, unit: int, edge: str, ground: movement.Field, way: movement.Spread
) -> tuple[tuple[int, ...], int] | None:
    """Return the cheapest path off the map by an edge and its cost, or None; a tie goes to the unit's own hex.

    `way` has the unit's reach, `ground` the obstacles.
    """
    edge_hexes = state.rules.exit_hexes(state, unit, edge)
    ends = ((h, movement.exit_cost(state, unit, h)) for h in edge_hexes if not ground.halting[h])
    totals = [(way.cost[h] + cost, h != state.location[unit], h) for h, cost in ends if cost is not None]
    total, _, h = min(totals, default=(movement.FAR, True, 0))
    return (way.path(h), total) if total <= state.rules.allowance(state, unit) else None


def _why_no_exit(state: State, unit: int, edge: str, ground: movement.Field) -> IllegalOrder:
    """Return the refusal of an impossible exit, with the first obstacle whose removal would let the unit exit."""
    rules, name = state.rules, state.units[unit].name

    def off_the_map(costs: list[int], halting: bytes) -> tuple[int, int]:
        hexes = [h for h in rules.exit_hexes(state, unit, edge) if not halting[h]]
        ends = ((costs[h] + (movement.exit_cost(state, unit, h) or movement.FAR), h) for h in hexes)
        return min(ends, default=(movement.FAR, 0))

    start = state.location[unit], 0, rules.allowance(state, unit)
    found = movement.obstacle(state, unit, start, ground, off_the_map)
    off = f"off the {edge} edge of the map"
    reason = {
        "5.25": f"{name} needs {ev.points(found.cost)} MP to exit by the {edge} edge, but has only "
        f"{ev.points(start[2])}",
        "6.0": f"enemy Zones of Control block every path {off}",
        "5.12": f"enemy units and their zones block every path {off}",
        "": f"terrain blocks every path {off}",
    }.get(found.case) or f"{name} has no path {off}: {found.ground}{found.besides}"
    return IllegalOrder(found.case or "5.24", reason, state.ids((unit,)))


class WayOut(NamedTuple):
    """The soonest exit of a unit."""

    edge: str
    hex: int
    """The last hex on the map."""
    turn: int
    """The first Game-Turn in which the unit could exit if there were no enemies."""
    open: bool
    """True if the unit can exit in this Movement Phase, with all enemies where they are."""


def soonest_exit(state: State, unit: int, edges: Iterable[str]) -> WayOut | None:
    """Return the soonest exit by one of these edges of a unit on the map or a reinforcement; None if it never can exit.

    The Game-Turn is a lower bound, because the search ignores enemies and friendly units.
    """
    rules, side = state.rules, state.units[unit].side
    now = _leaves_now(state, unit, edges)
    if now is not None:
        return now
    here, limit = state.location[unit], rules.allowance(state, unit)
    if here >= 0:
        first = next_movement(state, side) + (state.moved[unit] == state.serial and state.side == side)
        starts = [(here, 0)]
    elif here == RESERVE and unit in state.scenario.arrivals:
        group = state.scenario.arrivals[unit]
        first = max(group.turn, next_movement(state, side))
        starts = [(h, movement.exit_cost(state, unit, h) or 0) for h in group.hexes]
    else:
        return None
    closed = rules.closed_hexes(state, side).hexes
    blocked = bytes(h in closed and h != here for h in range(len(state.scenario.board.terrain)))
    ways = movement.spread(rules.steps(state, unit), starts, movement.NO_LIMIT, blocked, bytes(len(blocked)))
    found = [
        (ways.cost[h] + cost, edge, h)
        for edge in edges
        for h in rules.exit_hexes(state, unit, edge)
        if ways.cost[h] != movement.FAR and (cost := movement.exit_cost(state, unit, h)) is not None
    ]
    if not found or limit <= 0:
        return None
    total, edge, h = min(found)
    return WayOut(edge, h, first + max(-(-total // limit), 1) - 1, open=False)


def leaves_in_time(state: State, unit: int, edges: Sequence[str], until: int, *, idle: bool = False) -> bool:
    """Return True if a unit could exit in time without enemies; `idle`: without a move this phase."""
    if idle:
        state = state.copy()
        state.moved = changed(state.moved, state.serial, unit)
    way = soonest_exit(state, unit, edges)
    return way is not None and way.turn <= until


def urgent_exits(
    state: State, units: Iterable[int], edges: Sequence[str], until: int, points: int, how: str = ""
) -> list[Concern]:
    """Return a concern, if any, about units that must exit now, or move now to exit in time.

    Each of them costs `points` if it stays. `how` names the edges: ` by the western edge`.
    """
    here = [unit for unit in units if state.location[unit] >= 0]
    if state.turn > until or state.phase is not Phase.MOVEMENT:
        return []
    if state.turn < until:
        here = [
            unit
            for unit in here
            if leaves_in_time(state, unit, edges, until) and not leaves_in_time(state, unit, edges, until, idle=True)
        ]
        text = f"would be too late to exit{how}"
    else:
        text = f"would miss the last chance to exit{how}"
    hexes = tuple(state.location[unit] for unit in here)
    return [Concern(f"{listed(state.names(here))} {text}", tuple(here), hexes, len(here) * points)] if here else []


def _leaves_now(state: State, unit: int, edges: Iterable[str]) -> WayOut | None:
    """Return a unit's exit if it can exit in this Movement Phase; otherwise None."""
    side = state.units[unit].side
    if state.location[unit] < 0 or state.phase is not Phase.MOVEMENT or state.side != side:
        return None
    ground = movement.field(state, side)
    try:
        ground = movement.check_may_move(state, unit, ground)
    except IllegalOrder:
        return None
    way = movement.reach(state, unit, ground)
    for edge in edges:
        found = cheapest_exit(state, unit, edge, ground, way)
        if found is not None:
            return WayOut(edge, found[0][-1], state.turn, open=True)
    return None


def next_movement(state: State, side: int) -> int:
    """Return the Game-Turn of the side's Movement Phase that is under way or comes next."""
    over = state.side > side or (state.side == side and state.phase is Phase.COMBAT)
    return state.turn + (over and state.phase is not Phase.SETUP)
