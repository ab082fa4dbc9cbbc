"""The Movement Phase (5.0): moves, reinforcements, exits."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.flow.sequence import end
from westwall_tui.engine.flow.steps import Resolved, hex_at, hexes_at, own_unit
from westwall_tui.engine.frames import Marching, Movement, Razing
from westwall_tui.engine.orders import Bridge, Destroy, Done, Enter, Exit, IllegalOrder, Land, Move, Stand
from westwall_tui.engine.rules import movement, reinforcements
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State


def move(rules: Ruleset, state: State, frame: Movement, order: Move) -> Resolved:
    """5.0: a unit moves once in a phase (5.15), and does not stop with another (5.31)."""
    unit = own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    if state.location[unit] < 0:
        raise IllegalOrder("5.11", f"{counter.id} is not on the map; reinforcements enter", (counter.id,))
    ground = movement.check_may_move(rules, state, unit, movement.field(rules, state, frame.side))
    waypoints = hexes_at(state, order.hexes)
    path, cost = movement.find_path(rules, state, unit, waypoints, ground)
    movement.check_stop(rules, state, unit, path[-1], ground)
    if len(path) == 1:
        raise IllegalOrder("5.0", f"{counter.id} is at {state.number(path[0])} already", (counter.id,))

    def perform(events: list[Event]) -> None:
        state.moved[unit] = state.serial
        state.frames.append(Marching(frame.side, unit, path, 1, "move", cost))

    return Resolved(Move(counter.id, state.numbers(movement.in_full(rules, state, unit, path, ground))), perform)


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
    movement.check_stop(rules, state, unit, path[-1], ground)

    def perform(events: list[Event]) -> None:
        state.moved[unit] = state.serial
        rules.entered(state, unit, path[0])
        state.frames.append(Marching(frame.side, unit, path, 0, "enter", cost))

    hexes = (path[0], *movement.in_full(rules, state, unit, path, ground))
    return Resolved(Enter(counter.id, state.numbers(hexes)), perform)


def land(rules: Ruleset, state: State, frame: Movement, order: Land) -> Resolved:
    """15.31 of Arnhem: a unit comes down from the air; what Movement Points that leaves it, it may spend then."""
    unit = own_unit(state, order.unit, frame.side, "5.11")
    h = hex_at(state, order.hex)
    reinforcements.check_landing(rules, state, unit, h)

    def perform(events: list[Event]) -> None:
        rules.entered(state, unit, h)
        state.frames.append(Marching(frame.side, unit, (h,), 0, "land", 0))

    return Resolved(Land(state.units[unit].id, state.number(h)), perform)


def lay(rules: Ruleset, state: State, frame: Movement, order: Bridge) -> Resolved:
    """11.1 of Remagen: a float bridge is laid."""
    return Resolved(order, rules.lay_bridge(state, order))


def destroy(rules: Ruleset, state: State, frame: Razing, order: Destroy) -> Resolved:
    """11.21 of Remagen: a bridge is destroyed; if there are others, they are asked for next."""
    perform = rules.destroy_bridge(state, order)

    def go_on(events: list[Event]) -> None:
        perform(events)
        state.frames[-1] = frame._replace(hexes=rules.destructible(state))

    return Resolved(order, go_on)


def spare(rules: Ruleset, state: State, frame: Razing, order: Stand) -> Resolved:
    """11.21 of Remagen: nobody is forced to destroy a bridge."""
    return Resolved(order, lambda events: state.frames.__setitem__(-1, frame._replace(hexes=())))


def settle_razing(rules: Ruleset, state: State, frame: Razing, events: list[Event]) -> bool:
    """Nothing is asked where nothing can be destroyed."""
    if frame.hexes:
        return False
    state.frames.pop()
    return True


def exit_map(rules: Ruleset, state: State, frame: Movement, order: Exit) -> Resolved:
    """A unit leaves the map, where its battle allows that."""
    unit = own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    if state.location[unit] < 0:
        raise IllegalOrder("5.11", f"{counter.id} is not on the map", (counter.id,))
    rules.check_exit(state, unit, order.edge)
    ground = movement.check_may_move(rules, state, unit, movement.field(rules, state, frame.side))
    path, cost = _exit_path(rules, state, unit, hexes_at(state, order.hexes), order.edge, ground)

    def perform(events: list[Event]) -> None:
        state.moved[unit] = state.serial
        state.frames.append(Marching(frame.side, unit, path, 1, order.edge, cost))

    pinned = movement.in_full(rules, state, unit, path, ground) or path  # without any it would be the cheapest way off
    return Resolved(Exit(counter.id, state.numbers(pinned), order.edge), perform)


def _exit_path(
    rules: Ruleset, state: State, unit: int, waypoints: tuple[int, ...], edge: str, ground: movement.Field
) -> tuple[tuple[int, ...], int]:
    """The way off the map and its cost. Without waypoints the cheapest one is taken."""
    counter = state.units[unit]
    limit = rules.allowance(state, unit)
    edge_hexes = rules.exit_hexes(state, unit, edge)
    if not waypoints:
        found = _cheapest_exit(rules, state, unit, edge_hexes, ground)
        if found is not None:
            return found
        if state.location[unit] not in edge_hexes:
            raise _why_no_exit(rules, state, unit, edge, ground)
    path, spent = movement.find_path(rules, state, unit, waypoints, ground)
    h = path[-1]
    cost = movement.exit_cost(state, unit, h)
    number = state.number(h)
    if h not in edge_hexes:
        reason = f"{number} is not on the {edge} edge of the map"
        if h in state.scenario.board.edge(edge):
            first, last = state.number(edge_hexes[0]), state.number(edge_hexes[-1])
            reason = f"units leave the map by the {edge} edge from {first} to {last} only, not at {number}"
        raise IllegalOrder(rules.exit_case, reason, (counter.id,), (number,))
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
    return (way.path(h), total) if total <= rules.allowance(state, unit) else None


def _why_no_exit(rules: Ruleset, state: State, unit: int, edge: str, ground: movement.Field) -> IllegalOrder:
    """The refusal of an exit that no way leads to: the first obstacle whose removal would let the unit off the map."""
    unit_id = state.units[unit].id

    def off_the_map(costs: list[int], halting: bytearray) -> int:
        hexes = [h for h in rules.exit_hexes(state, unit, edge) if not halting[h]]
        ends = (costs[h] + (movement.exit_cost(state, unit, h) or movement.FAR) for h in hexes)
        return min(ends, default=movement.FAR)

    case, need = movement.obstacle(rules, state, unit, (state.location[unit], 0), ground, off_the_map)
    off = f"off the {edge} edge of the map"
    reason = {
        "5.25": f"{unit_id} needs {ev.points(need)} MP to leave the map by the {edge} edge and has "
        f"{ev.points(rules.allowance(state, unit))}",
        "6.0": f"enemy Zones of Control close every way of {unit_id} {off}",
        "5.12": f"enemy units and their zones close every way of {unit_id} {off}",
        "5.24": f"the ground leaves {unit_id} no way {off}",
    }[case]
    return IllegalOrder(case, reason, (unit_id,))


def end_of_movement(rules: Ruleset, state: State, frame: Movement, order: Done) -> Resolved:
    """The phasing player ends his Movement Phase (4.1)."""
    rules.check_end_of_movement(state)
    return end(rules, state)
