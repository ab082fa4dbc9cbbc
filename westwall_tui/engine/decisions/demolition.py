"""A wired bridge: a side may try to blow it, now or never."""

from collections.abc import Iterator

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import Decision, Interruption, Resolved, Subject, Unchecked, decision
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Demolish, IllegalOrder, Order
from westwall_tui.engine.state import State

DEMOLITION = "demolition"
"""The purpose of the roll, in a word."""


@decision
class Demolition(Decision, Interruption):
    """A side may try to blow the bridge between two hexes."""

    a: int
    b: int

    kind = "demolition"
    saved_as = "Wired"
    title = "A bridge is wired"
    above = (Interruption,)

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.player(state)} may try to demolish bridge {self.bridge(state)}"

    def subject(self, state: State) -> Subject:
        return Subject(hexes=(self.a, self.b))

    def legal(self, state: State) -> Iterator[Order]:
        return iter((Demolish(True), Demolish(False)))

    def demolish(self, state: State, order: Demolish) -> Resolved:
        """Try to blow the bridge, or leave it: the side is free to choose."""

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()
            if order.attempt:
                state.frames.append(ExclusiveRoll(self.side, DEMOLITION, (self.a, self.b)))
            else:
                events.append(ev.BridgeSpared(self.bridge(state)))

        return Resolved(order, perform)

    def bridge(self, state: State) -> str:
        return "/".join(state.numbers((self.a, self.b)))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        raise IllegalOrder(state.rules.wiring.case, "there is no bridge to demolish now")

    def check(self, position: Unchecked) -> None:
        position.pair((self.a, self.b))

    orders = {Demolish: demolish}
