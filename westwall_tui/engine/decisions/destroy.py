"""Bridges that a side may destroy at the end of its Player-Turn."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine.decisions.checks import Position
from westwall_tui.engine.decisions.decision import ASKED_ON_THE_WAY, Decision, Resolved, Subject, pick
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Destroy, IllegalOrder, Order, Stand
from westwall_tui.engine.state import State


class Destroying(NamedTuple):
    """A side may destroy bridges that its units stand on; `hexes` are the Bridge hexes."""

    side: int
    hexes: tuple[int, ...]


def destroy(state: State, frame: Destroying, order: Destroy) -> Resolved:
    """Destroy a bridge; if there are others to destroy, they come next."""
    rules = state.rules
    perform = rules.destroy_bridge(state, order)

    def go_on(events: list[Event]) -> None:
        perform(events)
        state.frames[-1] = frame._replace(hexes=rules.destructible(state))

    return Resolved(order, go_on)


def spare(state: State, frame: Destroying, order: Stand) -> Resolved:
    """No side has to destroy a bridge."""
    return Resolved(order, lambda events: state.frames.__setitem__(-1, frame._replace(hexes=())))


def _settle(state: State, frame: Destroying, events: list[Event]) -> bool:
    """With no bridge left to destroy, the decision is over."""
    if frame.hexes:
        return False
    state.frames.pop()
    return True


def _text(state: State, frame: Destroying, name: str, subject: Subject) -> str:
    return f"{name} may destroy a bridge: {', '.join(state.numbers(frame.hexes))}"


def _legal(state: State, frame: Destroying) -> Iterator[Order]:
    yield from (Destroy(number) for number in state.numbers(frame.hexes))
    yield Stand()


def _not_now(state: State, order: Order) -> None:
    if isinstance(order, Destroy):
        state.rules.destroy_bridge(state, order)
        raise IllegalOrder(state.rules.destruction_case, "you destroy bridges at the end of your Player-Turn, not now")


def _check(frame: Destroying, position: Position) -> None:
    position.hexes(frame.hexes)


DECISION: Decision[Destroying] = Decision(
    frame=Destroying,
    kind="bridges",
    orders={Destroy: destroy, Stand: spare},
    text=_text,
    subject=lambda state, frame: Subject(hexes=frame.hexes),
    legal=_legal,
    sample=pick(_legal),
    not_now=_not_now,
    settle=_settle,
    check=_check,
    above=ASKED_ON_THE_WAY,
)
