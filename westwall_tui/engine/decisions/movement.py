"""The Movement Phase (5.0): moves, reinforcements, landings, exits."""

from collections.abc import Iterator

from westwall_tui.engine.decisions.base import (
    Decision,
    Interruption,
    Resolved,
    Subject,
    decision,
    done,
    hex_at,
    hexes_at,
    own_unit,
)
from westwall_tui.engine.decisions.halted import Halted
from westwall_tui.engine.decisions.march import Marching
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Done, Enter, Exit, IllegalOrder, Land, Move, Order
from westwall_tui.engine.rules import exits, movement, reinforcements
from westwall_tui.engine.rules.moves import March, leaving, movers, moves, order_of, random_walk, stops_of
from westwall_tui.engine.rules.whereabouts import why_not_on_map
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State, changed


@decision
class Movement(Decision):
    """The Movement Phase of the phasing player."""

    kind = "movement"
    title = "The Movement Phase"
    above = (Marching, Halted, Interruption)
    lowest_in = (Phase.MOVEMENT,)

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} may move units or end the phase"

    def legal(self, state: State) -> Iterator[Order]:
        for unit in movers(state, self.side):
            yield from moves(state, unit)
        if self.accepts(state, Done()):
            yield Done()

    def ways(self, state: State) -> Iterator[Resolved]:
        ground = movement.field(state, self.side)
        for unit in movers(state, self.side, ground):
            if state.location[unit] < 0 and state.rules.landings.lands(state, unit):
                yield from (come_down(state, unit, h) for h in state.rules.landings.hexes(state, unit))
                continue
            way, stops = stops_of(state, unit, ground)
            yield from (go(state, March(unit, way.path(h), way.cost[h])) for h in stops)
            yield from (self.resolve(state, order) for order in leaving(state, unit, ground, way))
        ending = self.attempt(state, Done())
        if ending is not None:
            yield ending

    def legal_of(self, state: State, unit: int) -> Iterator[Order]:
        return moves(state, unit) if unit in movers(state, self.side) else iter(())

    def move(self, state: State, order: Move) -> Resolved:
        """Move a unit, once in a phase (5.15), to a hex without another unit (5.31)."""
        unit = own_unit(state, order.unit, self.side, "5.11")
        counter = state.units[unit]
        if state.location[unit] < 0:
            instead = "; enter it as a reinforcement instead" if state.rules.may_arrive(state, unit) else ""
            raise IllegalOrder("5.11", f"{counter.name} {why_not_on_map(state, unit)}{instead}", (counter.id,))
        ground = movement.check_may_move(state, unit, movement.field(state, self.side))
        waypoints = hexes_at(state, order.hexes)
        path, cost = movement.find_path(state, unit, waypoints, ground)
        movement.check_stop(state, unit, path[-1], ground)
        if len(path) == 1:
            reason = f"{counter.name} is already in {state.number(path[0])}; name another hex"
            raise IllegalOrder("5.0", reason, (counter.id,))

        in_full = state.numbers(movement.in_full(state, unit, path, ground))
        return Resolved(Move(counter.id, in_full), lambda state, events: march(state, March(unit, path, cost)))

    def enter(self, state: State, order: Enter) -> Resolved:
        """Enter a reinforcement at one of its entry hexes, and move it farther."""
        unit = own_unit(state, order.unit, self.side, "5.11")
        counter = state.units[unit]
        ground = movement.field(state, self.side)
        waypoints = hexes_at(state, order.hexes)
        if not waypoints:
            reason = f"name the hex where {counter.name} is to enter"
            raise IllegalOrder(state.rules.entry_hex_case, reason, (counter.id,))
        reinforcements.check_entry(state, unit, waypoints[0], ground)
        path, cost = movement.find_path(state, unit, waypoints, ground)
        movement.check_stop(state, unit, path[-1], ground)

        in_full = state.numbers((path[0], *movement.in_full(state, unit, path, ground)))
        return Resolved(Enter(counter.id, in_full), lambda state, events: march(state, March(unit, path, cost)))

    def land(self, state: State, order: Land) -> Resolved:
        """Land a unit from the air; it may then spend the rest of its Movement Points."""
        unit = own_unit(state, order.unit, self.side, "5.11")
        h = hex_at(state, order.hex)
        reinforcements.check_landing(state, unit, h)
        return come_down(state, unit, h)

    def exit_map(self, state: State, order: Exit) -> Resolved:
        """Move a unit off the map, if the battle allows that."""
        unit = own_unit(state, order.unit, self.side, "5.11")
        counter = state.units[unit]
        if state.location[unit] < 0:
            raise IllegalOrder("5.11", f"{counter.name} {why_not_on_map(state, unit)}", (counter.id,))
        state.rules.check_exit(state, unit, order.edge)
        ground = movement.check_may_move(state, unit, movement.field(state, self.side))
        path, cost = exits.find_exit(state, unit, hexes_at(state, order.hexes), order.edge, ground)

        def perform(state: State, events: list[Event]) -> None:
            state.moved = changed(state.moved, state.serial, unit)
            state.frames.append(Marching(self.side, unit, path, 1, order.edge, cost))

        pinned = movement.in_full(state, unit, path, ground) or path  # an order without hexes would allow any path
        return Resolved(Exit(counter.id, state.numbers(pinned), order.edge), perform)

    def end(self, state: State, order: Done) -> Resolved:
        """End the Movement Phase (4.1)."""
        state.rules.check_end_of_movement(state)
        return done(state)

    def random_order(self, state: State, draw: Draw) -> Order | Resolved:
        """Draw a random walk of a random unit that has not moved, or sometimes the end of the phase."""
        ground = movement.field(state, state.side)
        units = movers(state, state.side, ground)
        while units and draw.below(len(units) + 3):
            unit = units.pop(draw.below(len(units)))
            found = _sample_of(state, unit, ground, draw)
            if found is not None:
                return found
        ending = self.attempt(state, Done())
        return ending or _owed(state, ground, draw) or draw.pick(list(self.legal(state)))

    orders = {Move: move, Enter: enter, Land: land, Exit: exit_map, Done: end}


def march(state: State, way: March) -> None:
    """Start a march without checking that it is legal."""
    unit, path, cost = way
    state.moved = changed(state.moved, state.serial, unit)
    if state.location[unit] >= 0:
        state.frames.append(Marching(state.side, unit, path, 1, "move", cost))
    else:
        state.rules.entered(state, unit, path[0])
        state.frames.append(Marching(state.side, unit, path, 0, "enter", cost))


def go(state: State, way: March) -> Resolved:
    """Return a march with its order, without checking that it is legal."""
    return Resolved(order_of(state, way), lambda state, events: march(state, way))


def come_down(state: State, unit: int, h: int) -> Resolved:
    """Return the order that lands a unit in a hex, without checking that it is legal."""
    rules = state.rules

    def perform(state: State, events: list[Event]) -> None:
        rules.entered(state, unit, h)
        state.frames.append(Marching(state.side, unit, (h,), 0, "land", 0))

    return Resolved(Land(state.units[unit].id, state.number(h)), perform)


# -- the legal orders


def _sample_of(state: State, unit: int, ground: movement.Field, draw: Draw) -> Resolved | None:
    """Draw a random move, entry, landing or exit of a unit; None if it cannot go anywhere."""
    rules = state.rules
    here = state.location[unit]
    if here < 0 and rules.landings.lands(state, unit):
        hexes = rules.landings.hexes(state, unit)
        return come_down(state, unit, draw.pick(hexes)) if hexes else None
    if here >= 0 and ground.halting[here]:
        ground = movement.leaving(ground, here)
    path, cost, edge = random_walk(state, unit, ground, draw)
    if edge:
        order = Exit(state.units[unit].id, state.numbers(path[1:]), edge)
        found = Movement(state.side).attempt(state, order)
        if found is not None:
            return found
    if len(path) < (1 if here < 0 else 2):
        return None
    if len(path) == 2:  # an order that names a single hex means the cheapest path
        path, cost = movement.find_path(state, unit, path if here < 0 else path[1:], ground)
    return go(state, March(unit, path, cost))


def _owed(state: State, ground: movement.Field, draw: Draw) -> Resolved | None:
    """Draw the entry of any reinforcement, because some battles do not allow a player to withhold one."""
    rules = state.rules
    for unit in state.rules.arriving(state, state.side):
        if rules.landings.lands(state, unit):
            hexes = rules.landings.hexes(state, unit)
            if hexes:
                return come_down(state, unit, draw.pick(hexes))
            continue
        way, stops = stops_of(state, unit, ground)
        if stops:
            h = draw.pick(stops)
            return go(state, March(unit, way.path(h), way.cost[h]))
    return None
