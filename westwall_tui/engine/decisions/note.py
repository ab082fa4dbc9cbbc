"""Notes that a side makes in secret before anyone sets up, in battles that have that."""

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
    """A side makes its secret notes."""

    kind = "notes"
    title = "Drop zones"
    lowest_in = (Phase.SETUP,)

    def prompt(self, state: State, subject: Subject) -> str:
        left = listed(map(division_named, state.rules.notes.unnoted(state)))
        return (
            f"{self.player(state)} notes the drop zones of {left}"
            if left
            else f"{self.player(state)}: all drop zones are noted"
        )

    def legal(self, state: State) -> Iterator[Order]:
        yield from (Note(division, state.number(h)) for division, h in state.rules.notes.possible(state))
        if self.accepts(state, Done()):
            yield Done()

    def note(self, state: State, order: Note) -> Resolved:
        """Note a drop zone, hidden from the enemy until it is placed."""
        facts = state.rules.notes.note(state, order)

        def perform(state: State, events: list[Event]) -> None:
            state.facts.update(facts)
            events.append(ev.DropZoneNoted(side_name(state, self.side), order.division))

        return Resolved(order, perform)

    def end(self, state: State, order: Done) -> Resolved:
        """A side must note everything before the enemy sets up."""
        left = state.rules.notes.unnoted(state)
        if left:
            raise IllegalOrder(state.rules.notes.case, f"drop zones still to note: {listed(map(division_named, left))}")
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
            raise IllegalOrder(state.rules.notes.case, "you note drop zones before anyone sets up, not now")

    orders = {Note: note, Done: end}


Noting.above = (Noting,)
