"""Secret notes that a side makes in some battles before any unit is set up."""

from collections.abc import Iterator

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import Decision, Resolved, Subject, decision, done, side_name
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Concede, Done, IllegalOrder, Note, Order
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.engine.words import division_named, listed


@decision
class Noting(Decision):
    """The secret notes of a side."""

    kind = "notes"
    title = "Drop zones"
    lowest_in = (Phase.SETUP,)

    def prompt(self, state: State, subject: Subject) -> str:
        left = listed(map(division_named, state.rules.notes.unnoted(state)))
        people = self.people(state)
        return f"{people} must note the drop zones of {left}" if left else f"{people} have noted all drop zones"

    def legal(self, state: State) -> Iterator[Order]:
        yield from (Note(division, state.number(h)) for division, h in state.rules.notes.possible(state))
        if self.accepts(state, Done()):
            yield Done()

    def note(self, state: State, order: Note) -> Resolved:
        """Note a drop zone, which stays hidden from the enemy until it is placed."""
        facts = state.rules.notes.note(state, order)

        def perform(state: State, events: list[Event]) -> None:
            state.facts.update(facts)
            events.append(ev.DropZoneNoted(side_name(state, self.side), order.division))

        return Resolved(order, perform)

    def end(self, state: State, order: Done) -> Resolved:
        """End the notes once every drop zone is noted."""
        left = state.rules.notes.unnoted(state)
        if left:
            reason = f"you must still note the drop zones of {listed(map(division_named, left))}"
            raise IllegalOrder(state.rules.notes.case, reason)
        return done(state)

    def random_order(self, state: State, draw: Draw) -> Order:
        if not state.rules.notes.unnoted(state):
            return Done()
        found = state.rules.notes.possible(state)
        if not found:
            return Concede()
        division, h = draw.pick(found)
        return Note(division, state.number(h))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        if isinstance(order, Note):
            reason = "you cannot note a drop zone now, only before any unit is set up"
            raise IllegalOrder(state.rules.notes.case, reason)

    orders = {Note: note, Done: end}


Noting.above = (Noting,)
