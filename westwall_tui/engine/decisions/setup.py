"""Setting up (3.0)."""

from collections.abc import Iterator

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import Decision, Resolved, Subject, decision, done, hex_at, own_unit
from westwall_tui.engine.decisions.note import Noting
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Concede, Deploy, Done, IllegalOrder, Order
from westwall_tui.engine.rules import movement
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import RESERVE, VACANT, State
from westwall_tui.engine.words import listed


@decision
class Setup(Decision):
    """The set-up of a side."""

    kind = "set-up"
    title = "Setting up"
    lowest_in = (Phase.SETUP,)

    def prompt(self, state: State, subject: Subject) -> str:
        names = listed(state.names(subject.units), 3)
        people = self.people(state)
        return f"{people} must set up {names}" if names else f"{people} have set up all their units"

    def subject(self, state: State) -> Subject:
        return Subject(tuple(undeployed(state, self.side)))

    def legal(self, state: State) -> Iterator[Order]:
        for unit in undeployed(state, self.side):
            for h in free_hexes(state, unit):
                yield Deploy(state.units[unit].id, state.number(h))
        if self.accepts(state, Done()):
            yield Done()

    def deploy(self, state: State, order: Deploy) -> Resolved:
        """Set up a unit within its limits, alone in its hex (3.0, 5.31), in terrain that it may enter (5.24)."""
        unit = own_unit(state, order.unit, self.side, "3.0")
        counter, h = state.units[unit], hex_at(state, order.hex)
        number = state.number(h)
        group = state.scenario.setup_of.get(unit)
        if group is None:
            raise IllegalOrder("3.0", f"you do not set up {counter.name}; set up another unit", (counter.id,))
        if h not in group.hexes:
            raise IllegalOrder(*state.rules.why_not_set_up(state, unit, h), (counter.id,), (number,))
        other = state.occupant(h)
        if other is not None and other != unit:
            reason = f"{state.units[other].name} is already in {number}; choose another hex or move that unit first"
            raise IllegalOrder("5.31", reason, state.ids((unit, other)), (number,))
        if not movement.standing_room(state, unit, h):
            reason = f"{counter.name} is a vehicle and cannot be in {number}; choose another hex"
            raise IllegalOrder("5.24", reason, (counter.id,), (number,))

        return set_up(state, unit, h)

    def end(self, state: State, order: Done) -> Resolved:
        """End the set-up once every unit is on the map (3.0)."""
        left = undeployed(state, self.side)
        if left:
            raise IllegalOrder("3.0", f"you must still set up {listed(state.names(left), 3)}", state.ids(left))
        return done(state)

    def random_order(self, state: State, draw: Draw) -> Order | Resolved:
        left = undeployed(state, self.side)
        if not left:
            return done(state)
        unit = draw.pick(left)
        hexes = _vacant(state, unit)
        for _ in range(20 if hexes else 0):
            h = draw.pick(hexes)
            if movement.standing_room(state, unit, h):
                return set_up(state, unit, h)
        free = free_hexes(state, unit)
        return set_up(state, unit, draw.pick(free)) if free else _make_room(state, unit, draw)

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        if isinstance(order, Deploy):
            reason = "no units are set up now, only before the first Game-Turn and after all drop zones are noted"
            raise IllegalOrder("3.0", reason)

    orders = {Deploy: deploy, Done: end}


def undeployed(state: State, side: int) -> list[int]:
    """Return the units that a side still has to set up, in unit order."""
    location = state.location
    return [unit for unit in state.scenario.to_set_up[side] if location[unit] == RESERVE]


def free_hexes(state: State, unit: int) -> list[int]:
    """Return the vacant hexes within a unit's limits whose terrain it may enter (5.24), in order."""
    return [h for h in _vacant(state, unit) if movement.standing_room(state, unit, h)]


def _vacant(state: State, unit: int) -> list[int]:
    at = state.at
    return [h for h in state.scenario.setup_of[unit].in_order if at[h] == VACANT]


def set_up(state: State, unit: int, h: int) -> Resolved:
    """Return the order that sets up a unit in a hex, without checking that it is legal."""
    order = Deploy(state.units[unit].id, state.number(h))

    def perform(state: State, events: list[Event]) -> None:
        state.place(unit, h)
        events.append(ev.Deployed(order.unit, order.hex))

    return Resolved(order, perform)


def _make_room(state: State, unit: int, draw: Draw) -> Order:
    """Make room for a unit whose hexes are all occupied: set up a random friendly unit elsewhere, or else concede."""
    groups = state.scenario.setup_of
    found = [
        Deploy(state.units[friend].id, state.number(h))
        for friend in groups
        if state.location[friend] >= 0 and state.units[friend].side == state.units[unit].side
        for h in free_hexes(state, friend)
    ]
    return draw.pick(found) if found else Concede()


Setup.above = (Setup, Noting)
