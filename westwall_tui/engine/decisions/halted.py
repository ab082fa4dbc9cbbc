"""The decision about a moving unit when a bridge ahead is blown: it takes another path or stops (a ruling)."""

from collections.abc import Iterator

from westwall_tui.engine.decisions.base import (
    FAR,
    Decision,
    Interruption,
    Resolved,
    Subject,
    Unchecked,
    decision,
    hexes_at,
    own_unit,
)
from westwall_tui.engine.decisions.march import Marching
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Move, Order, Stand
from westwall_tui.engine.rules import movement
from westwall_tui.engine.state import State


@decision
class Halted(Decision):
    """A unit that had to halt, with `left` half Movement Points for another path."""

    unit: int
    left: int

    kind = "halted"
    title = "The bridge is gone"
    above = (Interruption,)

    def prompt(self, state: State, subject: Subject) -> str:
        unit, people = state.units[self.unit].name, state.scenario.sides[self.side].people
        return f"The bridge ahead of {unit} is blown; {people} must reroute it or stop it here"

    def subject(self, state: State) -> Subject:
        return Subject((self.unit,))

    def legal(self, state: State) -> Iterator[Order]:
        for path in movement.onward(state, self.unit, self.left).values():
            yield Move(state.units[self.unit].id, state.numbers(path[1:]))
        yield Stand()

    def go_on(self, state: State, order: Move) -> Resolved:
        """Move the unit along another path with its remaining Movement Points."""
        unit = own_unit(state, order.unit, self.side, "5.11")
        counter = state.units[unit]
        if unit != self.unit:
            waiting = state.units[self.unit]
            reason = f"{waiting.name} is still moving; first move it on or stop it where it is"
            raise IllegalOrder("5.15", reason, (counter.id, waiting.id))
        ground = movement.field(state, self.side)
        path, cost = movement.find_path(state, unit, hexes_at(state, order.hexes), ground, self.left)
        movement.check_stop(state, unit, path[-1], ground)
        if len(path) == 1:
            reason = f"{counter.name} is already in {state.number(path[0])}; name another hex"
            raise IllegalOrder("5.0", reason, (counter.id,))

        def perform(state: State, events: list[Event]) -> None:
            state.frames[-1] = Marching(self.side, unit, path, 1, "move", cost)

        return Resolved(Move(counter.id, state.numbers(movement.in_full(state, unit, path, ground))), perform)

    def stand(self, state: State, order: Stand) -> Resolved:
        """End the unit's move where it had to halt."""

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()

        return Resolved(order, perform)

    def settle(self, state: State, events: list[Event]) -> bool:
        """End the move of a unit that cannot go anywhere."""
        if movement.onward(state, self.unit, self.left):
            return False
        state.frames.pop()
        return True

    def check(self, position: Unchecked) -> None:
        position.units((self.unit,), self.side)
        position.number(self.left, -FAR, FAR)

    orders = {Move: go_on, Stand: stand}
