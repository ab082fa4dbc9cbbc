"""A wired bridge that a side may try to blow, at its only chance."""

from collections.abc import Iterator

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import Decision, Interruption, Resolved, Subject, Unchecked, decision
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Demolish, IllegalOrder, Order
from westwall_tui.engine.state import State

DEMOLITION = "demolition"
"""The purpose of the roll, which a battle's `die_rolled` receives."""


@decision
class Demolition(Decision, Interruption):
    """A side's chance to blow the bridge between two hexes."""

    a: int
    b: int

    kind = "demolition"
    saved_as = "Wired"
    title = "A bridge is wired"
    above = (Interruption,)

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} may try to demolish bridge {self.bridge(state)}"

    def subject(self, state: State) -> Subject:
        return Subject(hexes=(self.a, self.b))

    def legal(self, state: State) -> Iterator[Order]:
        return iter((Demolish(True), Demolish(False)))

    def demolish(self, state: State, order: Demolish) -> Resolved:
        """Try to blow the bridge, or leave it intact."""

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()
            if order.attempt:
                state.frames.append(ExclusiveRoll(self.side, DEMOLITION, (self.a, self.b)))
            else:
                events.append(ev.BridgeSpared(self.bridge(state)))

        return Resolved(order, perform)

    def bridge(self, state: State) -> str:
        """Return the bridge by the printed numbers of its hexes: `1007/1008`."""
        return "/".join(state.numbers((self.a, self.b)))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        reason = "no bridge can be demolished now; you get the chance when an enemy unit comes to a wired bridge"
        raise IllegalOrder(state.rules.wiring.case, reason)

    def check(self, position: Unchecked) -> None:
        position.pair((self.a, self.b))

    orders = {Demolish: demolish}
