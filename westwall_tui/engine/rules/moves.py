"""The possible actions of units in a Movement Phase (5.0): moves, entries, landings and exits."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Enter, Exit, IllegalOrder, Land, Move, Order
from westwall_tui.engine.rules import exits, movement
from westwall_tui.engine.state import State


class March(NamedTuple):
    """A move on the map, or an entry onto it, in numbers."""

    unit: int
    path: tuple[int, ...]
    """The hexes from the unit's own or entry hex to the last."""
    cost: int
    """Half Movement Points."""


def movers(state: State, side: int, ground: movement.Field | None = None) -> list[int]:
    """Return the side's units that can still move in this phase, then its reinforcements that can enter."""
    ground = ground or movement.field(state, side)
    moved, serial, location, halting = state.moved, state.serial, state.location, ground.halting
    free = state.rules.leaves_zones(state)
    stay = [u for u in state.on_map(side) if moved[u] != serial and (free or not halting[location[u]])]
    return stay + state.rules.arriving(state, side)


def moves(state: State, unit: int) -> Iterator[Order]:
    """Find the orders of a unit in the Movement Phase: one for each hex within reach, and its exits."""
    rules = state.rules
    if state.location[unit] < 0 and rules.landings.lands(state, unit):
        yield from (Land(state.units[unit].id, state.number(h)) for h in rules.landings.hexes(state, unit))
        return
    ground = movement.field(state, state.units[unit].side)
    way, stops = stops_of(state, unit, ground)
    yield from (order_of(state, March(unit, way.path(h), way.cost[h])) for h in stops)
    yield from leaving(state, unit, ground, way)


def leaving(state: State, unit: int, ground: movement.Field, way: movement.Spread) -> list[Exit]:
    """Return a unit's exits in the Movement Phase, one for each edge; `way` has its cheapest paths."""
    here = state.location[unit]
    if here < 0 or state.moved[unit] == state.serial:
        return []
    if ground.halting[here] and state.rules.leaves_zones(state):
        ground = movement.leaving(ground, here)
    leaves = (edge for edge in EDGES if may_leave(state, unit, edge))
    exiting = [edge for edge in leaves if exits.cheapest_exit(state, unit, edge, ground, way)]
    return [Exit(state.units[unit].id, (), edge) for edge in exiting]


def marches(state: State, unit: int, ground: movement.Field | None = None) -> Iterator[March]:
    """Find the cheapest path to each hex where a unit can stop. Pass `ground` to avoid computing it for each unit."""
    way, stops = stops_of(state, unit, ground or movement.field(state, state.units[unit].side))
    yield from (March(unit, way.path(h), way.cost[h]) for h in stops)


def stops_of(state: State, unit: int, ground: movement.Field) -> tuple[movement.Spread, list[int]]:
    """Return a unit's cheapest paths, and the hexes where it can stop, in order."""
    way, here, friends = movement.reach(state, unit, ground), state.location[unit], ground.friends
    reached = [h for h, cost in enumerate(way.cost) if cost != movement.FAR and h != here]
    return way, [h for h in reached if not friends[h] or movement.may_stop(ground, state, unit, h)]


def order_of(state: State, way: March) -> Move | Enter:
    """Return the order for a march, hex by hex."""
    unit_id, path = state.units[way.unit].id, state.numbers(way.path)
    return Enter(unit_id, path) if state.location[way.unit] < 0 else Move(unit_id, path[1:])


def may_leave(state: State, unit: int, edge: str) -> bool:
    """Return True if the battle lets a unit exit by an edge, wherever it is."""
    try:
        state.rules.check_exit(state, unit, edge)
    except IllegalOrder:
        return False
    return True


# -- A random walk of one unit, for samples of the Movement Phase.


class Walk(NamedTuple):
    """A path that a unit can take."""

    path: tuple[int, ...]
    """The hexes from the unit's own or entry hex to one where it may stop; empty if there is none."""
    cost: int
    """Half Movement Points."""
    edge: str = ""
    """The mapedge at the end of the path, if the unit may exit there."""


NO_WALK = Walk((), 0)


def random_walk(state: State, unit: int, ground: movement.Field, draw: Draw) -> Walk:
    """Draw a walk of a unit over open ground, from its own or an entry hex, without returning to a hex.

    The walk ends where the unit may stop.
    """
    rules = state.rules
    entering = state.location[unit] < 0
    limit = rules.allowance(state, unit)
    start = _entry(state, unit, ground, draw) if entering else (state.location[unit], 0)
    if start is None or start[1] > limit:
        return NO_WALK
    here, spent = start
    blocked, halting, friends = ground.blocked, ground.halting, ground.friends
    path = [here]
    stops, cost = 0, 0
    if entering and movement.may_stop(ground, state, unit, here):
        stops, cost = 1, spent
    steps, pick = rules.steps(state, unit), draw.pick
    for _ in range(draw.below(12) + 1):
        if halting[here]:
            break
        left = limit - spent
        ways = [step for step in steps[here] if not blocked[step[0]] and step[1] <= left and step[0] not in path]
        if not ways:
            break
        here, more = pick(ways)
        spent += more
        path.append(here)
        if not friends[here] or movement.may_stop(ground, state, unit, here):
            stops, cost = len(path), spent
    edge = draw.pick(EDGES)
    end = path[max(stops, 1) - 1]
    leaves = not entering and end in rules.exit_hexes(state, unit, edge)
    return Walk(tuple(path[:stops]), cost, edge if leaves else "")


def _entry(state: State, unit: int, ground: movement.Field, draw: Draw) -> tuple[int, int] | None:
    """Draw an entry hex of a reinforcement, with its cost; None if there is none."""
    rules = state.rules
    hexes = [h for h in rules.entry_hexes(state, unit) if not ground.blocked[h]]
    if not hexes:
        return None
    h = draw.pick(hexes)
    cost = rules.entry_cost(state, unit, h)
    return None if cost is None else (h, cost)
