"""Final Protective Fire, the defender's answer to an attack (8.4)."""

from collections.abc import Iterator

from westwall_tui.engine import events as ev
from westwall_tui.engine.combinatorics import subsets
from westwall_tui.engine.decisions.base import ByWays, Resolved, Subject, Unchecked, decision, want
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Fpf, IllegalOrder, Order
from westwall_tui.engine.rules import artillery
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.artillery import protectors, support_left
from westwall_tui.engine.state import Combat, State, changed
from westwall_tui.engine.words import listed


@decision
class GivingFpf(ByWays):
    """The defender's decision about Final Protective Fire in the current combat."""

    kind = "fpf"
    saved_as = "Protect"
    title = "Final Protective Fire"

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} may support {listed(state.names(subject.units))} with Final Protective Fire"

    def subject(self, state: State) -> Subject:
        return Subject(state.combat.defenders if state.combat else (), (), state.combat)

    def fire(self, state: State, order: Fpf) -> Resolved:
        """Add artillery and Ground Support to the defense (8.4)."""
        return self.give(state, fight.protect(state, order))

    def give(self, state: State, combat: Combat) -> Resolved:
        """Return the order that gives a combat its Final Protective Fire, without checking that it is legal."""
        in_full = Fpf(state.ids(combat.fire), combat.fire_support)

        def perform(state: State, events: list[Event]) -> None:
            state.combat = combat
            state.fired = changed(state.fired, state.serial, *combat.fire)
            artillery.spend(state, self.side, combat.fire_support)
            state.frames.pop()
            events.append(ev.Fired(in_full.units, in_full.support))

        return Resolved(in_full, perform)

    def ways(self, state: State) -> Iterator[Resolved]:
        """Find every legal answer, including no fire."""
        combat = state.under_way
        for guns in subsets(protectors(state, combat.defenders)):
            for points in range(support_left(state, self.side, combat.defenders) + 1):
                answered = combat._replace(fire=guns, fire_support=points)
                if fight.may_answer(state, answered):
                    yield self.give(state, answered)

    def settle(self, state: State, events: list[Event]) -> bool:
        """Skip the decision of a defender without Final Protective Fire."""
        if fight.can_protect(state):
            return False
        state.frames.pop()
        return True

    def random_order(self, state: State, draw: Draw) -> Resolved:
        """Draw random fire, or no fire if three draws are illegal."""
        combat = state.under_way
        guns = protectors(state, combat.defenders)
        support = support_left(state, self.side, combat.defenders)
        for _ in range(3):
            fire = tuple([gun for gun in guns if not draw.below(3)])
            answered = combat._replace(fire=fire, fire_support=draw.below(support + 1))
            if fight.may_answer(state, answered):
                return self.give(state, answered)
        return self.give(state, combat)

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """Raise `IllegalOrder` with the reason why this artillery could not fire, if the decision was skipped."""
        assert isinstance(order, Fpf)
        combat = state.combat
        if combat is None or combat.result:
            reason = "Final Protective Fire is not due now; it comes after an attack is declared and before the roll"
            raise IllegalOrder("4.1", reason)
        fight.protect(state, order)
        raise IllegalOrder("4.1", "the defender has already answered this attack; each attack gets one answer")

    def check(self, position: Unchecked) -> None:
        """Check that the attack is not one by artillery and Ground Support alone (8.45)."""
        state = position.state
        want(state.combat is not None and not fight.alone(state, state.combat), "frames")

    orders = {Fpf: fire}
