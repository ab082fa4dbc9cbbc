"""The Movement Phase (5.0): moves, reinforcements, exits."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.flow.sequence import end
from westwall_tui.engine.flow.steps import Resolved, hexes_at, own_unit, walk
from westwall_tui.engine.orders import EDGES, Done, Enter, Exit, IllegalOrder, Move
from westwall_tui.engine.rules import movement, reinforcements
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import EXITED, Movement, State


def move(rules: Ruleset, state: State, frame: Movement, order: Move) -> Resolved:
    """5.0: a unit moves once in a phase (5.15), and does not stop with another (5.31)."""
    unit = own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    if state.location[unit] < 0:
        raise IllegalOrder("5.11", f"{counter.id} is not on the map; reinforcements enter", (counter.id,))
    ground = movement.field(rules, state, frame.side)
    movement.check_may_move(state, unit, ground)
    waypoints = hexes_at(state, order.hexes)
    path, cost = movement.find_path(rules, state, unit, waypoints, ground)
    movement.check_stop(state, unit, path[-1], ground)
    if len(path) == 1:
        raise IllegalOrder("5.0", f"{counter.id} is at {state.number(path[0])} already", (counter.id,))

    def perform(events: list[Event]) -> None:
        walk(rules, state, unit, path[1:])
        state.moved[unit] = state.serial
        events.append(ev.Moved(counter.id, state.numbers(path), cost))

    return Resolved(Move(counter.id, state.numbers(path[1:])), perform)


def enter(rules: Ruleset, state: State, frame: Movement, order: Enter) -> Resolved:
    """A reinforcement enters at one of its hexes and moves on."""
    unit = own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    ground = movement.field(rules, state, frame.side)
    waypoints = hexes_at(state, order.hexes)
    if not waypoints:
        raise IllegalOrder(rules.entry_hex_case, f"{counter.id} needs a hex to enter at", (counter.id,))
    reinforcements.check_entry(rules, state, unit, waypoints[0], ground)
    path, cost = movement.find_path(rules, state, unit, waypoints, ground)
    movement.check_stop(state, unit, path[-1], ground)

    def perform(events: list[Event]) -> None:
        walk(rules, state, unit, path)
        state.moved[unit] = state.serial
        events.append(ev.Entered(counter.id, state.numbers(path), cost))

    return Resolved(Enter(counter.id, state.numbers(path)), perform)


def exit_map(rules: Ruleset, state: State, frame: Movement, order: Exit) -> Resolved:
    """A unit leaves the map, where its battle allows that."""
    unit = own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    if state.location[unit] < 0:
        raise IllegalOrder("5.11", f"{counter.id} is not on the map", (counter.id,))
    rules.check_exit(state, unit, order.edge)
    ground = movement.field(rules, state, frame.side)
    movement.check_may_move(state, unit, ground)
    path, cost = _exit_path(rules, state, unit, hexes_at(state, order.hexes), order.edge, ground)
    index = EDGES.index(order.edge)

    def perform(events: list[Event]) -> None:
        walk(rules, state, unit, path[1:])
        state.location[unit] = EXITED[index]
        state.moved[unit] = state.serial
        state.gone[unit] = state.turn
        events.append(ev.Exited(counter.id, state.numbers(path), order.edge, cost))

    pinned = path[1:] or path  # without any hex the order would mean the cheapest way off
    return Resolved(Exit(counter.id, state.numbers(pinned), order.edge), perform)


def _exit_path(
    rules: Ruleset, state: State, unit: int, waypoints: tuple[int, ...], edge: str, ground: movement.Field
) -> tuple[tuple[int, ...], int]:
    """The way off the map and its cost. Without waypoints the cheapest one is taken."""
    counter = state.units[unit]
    limit = movement.allowance(state, unit)
    edge_hexes = state.scenario.board.edge(edge)
    if not waypoints:
        found = _cheapest_exit(rules, state, unit, edge_hexes, ground)
        if found is not None:
            return found
        if state.location[unit] not in edge_hexes:
            raise _why_no_exit(state, unit, edge, ground)
    path, spent = movement.find_path(rules, state, unit, waypoints, ground)
    h = path[-1]
    cost = movement.exit_cost(state, unit, h)
    number = state.number(h)
    if h not in edge_hexes:
        raise IllegalOrder("5.0", f"{number} is not on the {edge} edge of the map", (counter.id,), (number,))
    if ground.halting[h]:
        raise IllegalOrder(
            "6.0", f"{counter.id} must stop in {number}, which is Enemy-controlled", (counter.id,), (number,)
        )
    if cost is None:
        raise IllegalOrder("5.24", f"{counter.id} leaves {number} only by road or trail", (counter.id,), (number,))
    if spent + cost > limit:
        need, have = ev.points(spent + cost), ev.points(limit)
        raise IllegalOrder(
            "5.25", f"{counter.id} needs {need} MP to leave the map and has {have}", (counter.id,), (number,)
        )
    return path, spent + cost


def _cheapest_exit(
    rules: Ruleset, state: State, unit: int, edge_hexes: tuple[int, ...], ground: movement.Field
) -> tuple[tuple[int, ...], int] | None:
    """The cheapest way off the map by any of the hexes, of equals the one from where the unit stands."""
    way = movement.reach(rules, state, unit, ground)
    ends = ((h, movement.exit_cost(state, unit, h)) for h in edge_hexes if not ground.halting[h])
    totals = [(way.cost[h] + cost, h != state.location[unit], h) for h, cost in ends if cost is not None]
    total, _, h = min(totals, default=(movement.FAR, True, 0))
    return (way.path(h), total) if total <= movement.allowance(state, unit) else None


def _why_no_exit(state: State, unit: int, edge: str, ground: movement.Field) -> IllegalOrder:
    """The refusal of an exit that no way leads to: the first obstacle whose removal would let the unit off the map."""
    unit_id = state.units[unit].id

    def off_the_map(costs: list[int], halting: bytearray) -> int:
        hexes = [h for h in state.scenario.board.edge(edge) if not halting[h]]
        ends = (costs[h] + (movement.exit_cost(state, unit, h) or movement.FAR) for h in hexes)
        return min(ends, default=movement.FAR)

    case, need = movement.obstacle(state, unit, (state.location[unit], 0), ground, off_the_map)
    off = f"off the {edge} edge of the map"
    reason = {
        "5.25": f"{unit_id} needs {ev.points(need)} MP to leave the map by the {edge} edge and has "
        f"{ev.points(movement.allowance(state, unit))}",
        "6.0": f"enemy Zones of Control close every way of {unit_id} {off}",
        "5.12": f"enemy units and their zones close every way of {unit_id} {off}",
        "5.24": f"the ground leaves {unit_id} no way {off}",
    }[case]
    return IllegalOrder(case, reason, (unit_id,))


def end_of_movement(rules: Ruleset, state: State, frame: Movement, order: Done) -> Resolved:
    """The phasing player may end his Movement Phase at any time (4.1)."""
    return end(rules, state)
