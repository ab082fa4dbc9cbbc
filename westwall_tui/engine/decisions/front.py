"""The front that a side names at the end of its Player-Turn."""

from collections.abc import Iterator

from westwall_tui.engine.decisions.base import Decision, Resolved, Subject, decision
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import IllegalOrder, NameFront, Order
from westwall_tui.engine.state import State
from westwall_tui.engine.words import count


@decision
class FrontDue(Decision):
    """The naming of a front, which ends the side's Player-Turn."""

    kind = "front"
    title = "Naming the front"

    def prompt(self, state: State, subject: Subject) -> str:
        front = state.rules.front.propose(state)
        cost = count(front.cost if front else 0, "Victory Point")
        return f"{self.people(state)} must name their front; the proposed one costs {cost}"

    def subject(self, state: State) -> Subject:
        front = state.rules.front.propose(state)
        return Subject() if front is None else Subject(tuple(state.at[h] for h in front.lost), front.hexes)

    def legal(self, state: State) -> Iterator[Order]:
        """Find the proposed front, and for each unit beyond it a front through the unit's hex."""
        named = state.rules.front
        front = named.propose(state) if self.side == named.side else None
        if front is None:
            return
        others = (named.propose(state, pins=(h,)) for h in front.lost)
        for hexes in dict.fromkeys(each.hexes for each in (front, *others) if each is not None):
            yield NameFront(state.numbers(hexes))

    def name_front(self, state: State, order: NameFront) -> Resolved:
        """Hold the front named in the order, or the proposed front if the order names no hexes."""
        named = state.rules.front
        front = named.named(state, order)

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()
            named.hold(state, front, events)

        return Resolved(NameFront(state.numbers(front.hexes)), perform)

    def settle(self, state: State, events: list[Event]) -> bool:
        """Hold a front that costs nothing; skip the decision if no front is possible."""
        front = state.rules.front.propose(state)
        if front is not None and front.cost:
            return False
        state.frames.pop()
        if front is not None:
            state.rules.front.hold(state, front, events)
        return True

    def random_order(self, state: State, draw: Draw) -> Order:
        """Name the proposed front, or at random a front through a hex next to it."""
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
            raise IllegalOrder(front.case, "there are no fronts to name in this game")
        reason = "no front is due now; you name one only at the end of your Player-Turn, if your front costs points"
        raise IllegalOrder(front.case, reason)

    orders = {NameFront: name_front}
