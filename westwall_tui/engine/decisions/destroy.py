"""Bridges that a side can destroy at the end of its Player-Turn."""

from collections.abc import Iterator

from westwall_tui.engine.decisions.base import Decision, Interruption, Resolved, Subject, Unchecked, decision
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Destroy, IllegalOrder, Order, Stand
from westwall_tui.engine.state import State
from westwall_tui.engine.words import listed


@decision
class Destroying(Decision):
    """A side's chance to destroy bridges under its own units; `hexes` are the Bridge hexes."""

    hexes: tuple[int, ...]

    kind = "bridges"
    saved_as = "Razing"
    title = "Destroying a bridge"
    above = (Interruption,)

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} may destroy the bridge at {listed(state.numbers(self.hexes), joined='or')}"

    def subject(self, state: State) -> Subject:
        return Subject(hexes=self.hexes)

    def legal(self, state: State) -> Iterator[Order]:
        yield from (Destroy(number) for number in state.numbers(self.hexes))
        yield Stand()

    def destroy(self, state: State, order: Destroy) -> Resolved:
        """Destroy a bridge; the decision continues while the side can destroy more bridges."""
        bridging = state.rules.bridging
        destroy = bridging.destroy(state, order)

        def perform(state: State, events: list[Event]) -> None:
            destroy(state, events)
            state.frames[-1] = self.replace(hexes=bridging.destructible(state))

        return Resolved(order, perform)

    def spare(self, state: State, order: Stand) -> Resolved:
        """Leave all remaining bridges intact."""

        def perform(state: State, events: list[Event]) -> None:
            state.frames[-1] = self.replace(hexes=())

        return Resolved(order, perform)

    def settle(self, state: State, events: list[Event]) -> bool:
        """End the decision when no bridge is left to destroy."""
        if self.hexes:
            return False
        state.frames.pop()
        return True

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        if isinstance(order, Destroy):
            state.rules.bridging.destroy(state, order)
            reason = "you cannot destroy a bridge now, only at the end of your Player-Turn"
            raise IllegalOrder(state.rules.bridging.case, reason)

    def check(self, position: Unchecked) -> None:
        position.hexes(self.hexes)

    orders = {Destroy: destroy, Stand: spare}
