"""Notes that a side makes in secret before anyone sets up, in battles that have that."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.checks import nothing
from westwall_tui.engine.decisions.decision import Decision, Resolved, Subject, accepts
from westwall_tui.engine.decisions.naming import side_name
from westwall_tui.engine.decisions.phase import done
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Concede, Done, IllegalOrder, Note, Order
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State


class Noting(NamedTuple):
    """A side notes what stays hidden from its enemy."""

    side: int


def note(state: State, frame: Noting, order: Note) -> Resolved:
    """Note a drop zone, hidden from the enemy until it is placed."""
    facts = state.rules.note(state, frame.side, order)

    def perform(events: list[Event]) -> None:
        state.facts.update(facts)
        events.append(ev.DropZoneNoted(side_name(state, frame.side), order.division))

    return Resolved(order, perform)


def end(state: State, frame: Noting, order: Done) -> Resolved:
    """A side must note everything before the enemy sets up."""
    left = state.rules.unnoted(state, frame.side)
    if left:
        raise IllegalOrder(state.rules.note_case, f"you still have to note the drop zones of {', '.join(left)}")
    return done(state)


def _text(state: State, frame: Noting, name: str, subject: Subject) -> str:
    left = ", ".join(state.rules.unnoted(state, frame.side))
    return f"{name} notes the drop zones of {left}" if left else f"{name}: all drop zones are noted"


def _legal(state: State, frame: Noting) -> Iterator[Order]:
    rules = state.rules
    yield from (Note(division, state.number(h)) for division, h in rules.possible_notes(state, frame.side))
    if accepts(end, state, frame, Done()):
        yield Done()


def _sample(state: State, frame: Noting, draw: Draw) -> Order:
    if not state.rules.unnoted(state, frame.side):
        return Done()
    found = state.rules.possible_notes(state, frame.side)
    if not found:
        return Concede()
    division, h = draw.pick(found)
    return Note(division, state.number(h))


def _not_now(state: State, order: Order) -> None:
    if isinstance(order, Note):
        raise IllegalOrder(state.rules.note_case, "you note drop zones before anyone sets up, not now")


DECISION: Decision[Noting] = Decision(
    frame=Noting,
    kind="notes",
    orders={Note: note, Done: end},
    text=_text,
    subject=lambda *_: Subject(),
    legal=_legal,
    sample=_sample,
    not_now=_not_now,
    check=nothing,
    above=("Noting",),
    lowest_in=(Phase.SETUP,),
)
