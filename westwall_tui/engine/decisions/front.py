"""The front that a side names at the end of its Player-Turn."""

from collections.abc import Iterator

from westwall_tui.engine.decisions.base import Decision, Resolved, Subject, decision
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import IllegalOrder, NameFront, Order
from westwall_tui.engine.state import State


@decision
class FrontDue(Decision):
    """A side names its front, and with that its Player-Turn ends."""

    kind = "front"
    title = "Naming the front"

    def prompt(self, state: State, subject: Subject) -> str:
        front = state.rules.front.propose(state)
        return f"{self.player(state)} names its front; the one proposed costs {front.cost if front else 0} points"

    def subject(self, state: State) -> Subject:
        front = state.rules.front.propose(state)
        return Subject() if front is None else Subject(tuple(state.at[h] for h in front.lost), front.hexes)

    def legal(self, state: State) -> Iterator[Order]:
        """The proposed front, and for each unit beyond it one through the unit's hex."""
        named = state.rules.front
        front = named.propose(state) if self.side == named.side else None
        if front is None:
            return
        others = (named.propose(state, pins=(h,)) for h in front.lost)
        for hexes in dict.fromkeys(each.hexes for each in (front, *others) if each is not None):
            yield NameFront(state.numbers(hexes))

    def name_front(self, state: State, order: NameFront) -> Resolved:
        """Hold a front: the order's hexes, or the proposal if it names none."""
        named = state.rules.front
        front = named.named(state, order)

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()
            named.hold(state, front, events)

        return Resolved(NameFront(state.numbers(front.hexes)), perform)

    def settle(self, state: State, events: list[Event]) -> bool:
        """A front that costs nothing is held unasked; where there can be none, there is none to name."""
        front = state.rules.front.propose(state)
        if front is not None and front.cost:
            return False
        state.frames.pop()
        if front is not None:
            state.rules.front.hold(state, front, events)
        return True

    def random_order(self, state: State, draw: Draw) -> Order:
        """The proposed front, or one through another hex next to it."""
        front = state.rules.front.propose(state)
        assert front is not None
        around = state.scenario.board.grid.neighbors[draw.pick(front.hexes)]
        pin = draw.pick([n for n in around if n != NOWHERE])
        other = state.rules.front.propose(state, pins=(pin,)) if draw.below(2) else None
        return NameFront(state.numbers((other or front).hexes))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        front = state.rules.front
        if front.side < 0:
            raise IllegalOrder(front.case, "no side names a front in this game")
        raise IllegalOrder(front.case, "a front is named at the end of its side's Player-Turn, if it costs points")

    orders = {NameFront: name_front}
