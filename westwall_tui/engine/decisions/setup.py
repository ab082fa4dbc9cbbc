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
    """A side sets its units up."""

    kind = "set-up"
    title = "Setting up"
    lowest_in = (Phase.SETUP,)

    def prompt(self, state: State, subject: Subject) -> str:
        names = listed(state.names(subject.units), 3)
        return f"{self.player(state)} sets up {names}" if names else f"{self.player(state)}: the set-up is complete"

    def subject(self, state: State) -> Subject:
        return Subject(tuple(undeployed(state, self.side)))

    def legal(self, state: State) -> Iterator[Order]:
        for unit in undeployed(state, self.side):
            for h in free_hexes(state, unit):
                yield Deploy(state.units[unit].id, state.number(h))
        if self.accepts(state, Done()):
            yield Done()

    def deploy(self, state: State, order: Deploy) -> Resolved:
        """3.0: a unit is set up within its limits, alone in its hex (5.31), where it could stand (5.24)."""
        unit = own_unit(state, order.unit, self.side, "3.0")
        counter, h = state.units[unit], hex_at(state, order.hex)
        number = state.number(h)
        group = state.scenario.setup_of.get(unit)
        if group is None:
            raise IllegalOrder("3.0", f"{counter.name} is not one of the units to set up", (counter.id,))
        if h not in group.hexes:
            raise IllegalOrder(*state.rules.why_not_set_up(state, unit, h), (counter.id,), (number,))
        other = state.occupant(h)
        if other is not None and other != unit:
            raise IllegalOrder("5.31", f"{state.units[other].name} is in {number}", state.ids((unit, other)), (number,))
        if not movement.standing_room(state, unit, h):
            raise IllegalOrder(
                "5.24", f"{counter.name} is a vehicle and cannot be in {number}", (counter.id,), (number,)
            )

        return set_up(state, unit, h)

    def end(self, state: State, order: Done) -> Resolved:
        """3.0: the set-up ends when every unit is on the map."""
        left = undeployed(state, self.side)
        if left:
            raise IllegalOrder("3.0", f"still to be set up: {listed(state.names(left))}", state.ids(left))
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
            raise IllegalOrder("3.0", "units are set up before the first Game-Turn, once all notes are made")

    orders = {Deploy: deploy, Done: end}


def undeployed(state: State, side: int) -> list[int]:
    """Units that their player still has to set up, in unit order."""
    location = state.location
    return [unit for unit in state.scenario.to_set_up[side] if location[unit] == RESERVE]


def free_hexes(state: State, unit: int) -> list[int]:
    """The vacant hexes within its limits where a unit could stand (5.24), in order."""
    return [h for h in _vacant(state, unit) if movement.standing_room(state, unit, h)]


def _vacant(state: State, unit: int) -> list[int]:
    at = state.at
    return [h for h in state.scenario.setup_of[unit].in_order if at[h] == VACANT]


def set_up(state: State, unit: int, h: int) -> Resolved:
    """The set-up of a unit in a hex. That it may stand there is not checked."""
    order = Deploy(state.units[unit].id, state.number(h))

    def perform(state: State, events: list[Event]) -> None:
        state.place(unit, h)
        events.append(ev.Deployed(order.unit, order.hex))

    return Resolved(order, perform)


def _make_room(state: State, unit: int, draw: Draw) -> Order:
    """All of a unit's hexes are taken: set up a random friend elsewhere; if none can go elsewhere, concede."""
    groups = state.scenario.setup_of
    found = [
        Deploy(state.units[friend].id, state.number(h))
        for friend in groups
        if state.location[friend] >= 0 and state.units[friend].side == state.units[unit].side
        for h in free_hexes(state, friend)
    ]
    return draw.pick(found) if found else Concede()


Setup.above = (Setup, Noting)
