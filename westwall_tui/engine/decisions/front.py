"""The front that a side names at the end of its Player-Turn."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine.decisions.checks import nothing
from westwall_tui.engine.decisions.decision import Decision, Resolved, Subject
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import IllegalOrder, NameFront, Order
from westwall_tui.engine.state import State


class FrontDue(NamedTuple):
    """A side names its front, and with that its Player-Turn ends."""

    side: int


def name_front(state: State, frame: FrontDue, order: NameFront) -> Resolved:
    """Hold a front: the hexes of the order, or without any the one that is proposed."""
    rules = state.rules
    front = rules.named_front(state, order)

    def perform(events: list[Event]) -> None:
        state.frames.pop()
        rules.hold_front(state, front, events)

    return Resolved(NameFront(state.numbers(front.hexes)), perform)


def _settle(state: State, frame: FrontDue, events: list[Event]) -> bool:
    """A front that costs nothing is held unasked; where there can be none, there is none to name."""
    front = state.rules.front(state)
    if front is not None and front.cost:
        return False
    state.frames.pop()
    if front is not None:
        state.rules.hold_front(state, front, events)
    return True


def _text(state: State, frame: FrontDue, name: str, subject: Subject) -> str:
    front = state.rules.front(state)
    return f"{name} names its front; the one proposed costs {front.cost if front else 0} points"


def _subject(state: State, frame: FrontDue) -> Subject:
    front = state.rules.front(state)
    return Subject() if front is None else Subject(tuple(state.at[h] for h in front.lost), front.hexes)


def _legal(state: State, frame: FrontDue) -> Iterator[Order]:
    """The front that is proposed, and for each unit beyond it one that the unit is on."""
    rules = state.rules
    front = rules.front(state) if frame.side == rules.front_side else None
    if front is None:
        return
    others = (rules.front(state, pins=(h,)) for h in front.lost)
    for hexes in dict.fromkeys(each.hexes for each in (front, *others) if each is not None):
        yield NameFront(state.numbers(hexes))


def _sample(state: State, frame: FrontDue, draw: Draw) -> Order:
    """The front that is proposed, or one that goes by some other hex next to it."""
    front = state.rules.front(state)
    assert front is not None
    around = state.scenario.board.grid.neighbours[draw.pick(front.hexes)]
    pin = draw.pick([n for n in around if n != NOWHERE])
    other = state.rules.front(state, pins=(pin,)) if draw.below(2) else None
    return NameFront(state.numbers((other or front).hexes))


def _not_now(state: State, order: Order) -> None:
    rules = state.rules
    if rules.front_side < 0:
        raise IllegalOrder(rules.front_case, "no side names a front in this game")
    raise IllegalOrder(rules.front_case, "a front is named at the end of its side's Player-Turn, if it costs points")


DECISION: Decision[FrontDue] = Decision(
    frame=FrontDue,
    kind="front",
    orders={NameFront: name_front},
    text=_text,
    subject=_subject,
    legal=_legal,
    sample=_sample,
    not_now=_not_now,
    settle=_settle,
    check=nothing,
)
