"""A wired bridge: the side that is asked may try to blow it, now or never."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.checks import Position
from westwall_tui.engine.decisions.decision import ASKED_ON_THE_WAY, Decision, Resolved, Subject, pick
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Demolish, IllegalOrder, Order
from westwall_tui.engine.state import State

DEMOLITION = "demolition"
"""What the die of an attempt is rolled for, in a word."""


class Demolition(NamedTuple):
    """A side may try to blow the bridge between two hexes."""

    side: int
    a: int
    b: int


def demolish(state: State, frame: Demolition, order: Demolish) -> Resolved:
    """Try to blow the bridge, or leave it: the side that is asked is free to choose."""

    def perform(events: list[Event]) -> None:
        state.frames.pop()
        if order.attempt:
            state.frames.append(ExclusiveRoll(frame.side, DEMOLITION, (frame.a, frame.b)))
        else:
            events.append(ev.BridgeSpared(_bridge(state, frame)))

    return Resolved(order, perform)


def _bridge(state: State, frame: Demolition) -> str:
    return "/".join(state.numbers((frame.a, frame.b)))


def _text(state: State, frame: Demolition, name: str, subject: Subject) -> str:
    return f"{name} may try to demolish bridge {_bridge(state, frame)}"


def _legal(state: State, frame: Demolition) -> Iterator[Order]:
    return iter((Demolish(True), Demolish(False)))


def _not_now(state: State, order: Order) -> None:
    raise IllegalOrder(state.rules.demolition_case, "there is no bridge to demolish now")


def _check(frame: Demolition, position: Position) -> None:
    position.pair((frame.a, frame.b))


DECISION: Decision[Demolition] = Decision(
    frame=Demolition,
    kind="demolition",
    orders={Demolish: demolish},
    text=_text,
    subject=lambda state, frame: Subject(hexes=(frame.a, frame.b)),
    legal=_legal,
    sample=pick(_legal),
    not_now=_not_now,
    check=_check,
    above=ASKED_ON_THE_WAY,
)
