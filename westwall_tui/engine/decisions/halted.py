"""A bridge fell ahead of a moving unit: it goes another way, or stays where it is (a ruling)."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine.decisions.checks import FAR, Position
from westwall_tui.engine.decisions.decision import ASKED_ON_THE_WAY, Decision, Resolved, Subject, pick, wrong_time
from westwall_tui.engine.decisions.marching import Marching
from westwall_tui.engine.decisions.naming import hexes_at, own_unit
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Move, Order, Stand
from westwall_tui.engine.rules import movement
from westwall_tui.engine.state import State


class Halted(NamedTuple):
    """A unit had to halt; it has `left` half Movement Points to go another way."""

    side: int
    unit: int
    left: int


def go_on(state: State, frame: Halted, order: Move) -> Resolved:
    """Move the unit on, another way, with the Movement Points it has left."""
    unit = own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    if unit != frame.unit:
        waiting = state.ids((frame.unit,))
        raise IllegalOrder(
            "5.15", f"{waiting[0]} is still on its way: move it on, or let it stand", (counter.id, *waiting)
        )
    ground = movement.field(state, frame.side)
    path, cost = movement.find_path(state, unit, hexes_at(state, order.hexes), ground, frame.left)
    movement.check_stop(state, unit, path[-1], ground)
    if len(path) == 1:
        raise IllegalOrder("5.0", f"{counter.id} is already at {state.number(path[0])}", (counter.id,))

    def perform(events: list[Event]) -> None:
        state.frames[-1] = Marching(frame.side, unit, path, 1, "move", cost)

    return Resolved(Move(counter.id, state.numbers(movement.in_full(state, unit, path, ground))), perform)


def stand(state: State, frame: Halted, order: Stand) -> Resolved:
    """End the unit's move where it had to halt."""

    def perform(events: list[Event]) -> None:
        state.frames.pop()

    return Resolved(order, perform)


def _settle(state: State, frame: Halted, events: list[Event]) -> bool:
    """A unit that cannot get anywhere ends its move."""
    if movement.onward(state, frame.unit, frame.left):
        return False
    state.frames.pop()
    return True


def _text(state: State, frame: Halted, name: str, subject: Subject) -> str:
    unit = state.units[frame.unit].id
    return f"The bridge ahead of {unit} is gone: {name} moves it another way or lets it stand"


def _legal(state: State, frame: Halted) -> Iterator[Order]:
    for path in movement.onward(state, frame.unit, frame.left).values():
        yield Move(state.units[frame.unit].id, state.numbers(path[1:]))
    yield Stand()


def _check(frame: Halted, position: Position) -> None:
    position.units((frame.unit,), frame.side)
    position.number(frame.left, -FAR, FAR)


DECISION: Decision[Halted] = Decision(
    frame=Halted,
    kind="halted",
    orders={Move: go_on, Stand: stand},
    text=_text,
    subject=lambda state, frame: Subject((frame.unit,)),
    legal=_legal,
    sample=pick(_legal),
    not_now=wrong_time,
    settle=_settle,
    check=_check,
    above=ASKED_ON_THE_WAY,
)
