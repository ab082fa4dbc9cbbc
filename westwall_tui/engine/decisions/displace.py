"""Displacement (7.8): a unit makes way for a friend that retreats."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.checks import Position, several, want
from westwall_tui.engine.decisions.decision import AFTER_DIE, Decision, Resolved, Step, Subject, orders_of, pick
from westwall_tui.engine.decisions.marching import walk
from westwall_tui.engine.decisions.naming import hex_at, own_unit
from westwall_tui.engine.decisions.retreat import Retreating, make_by_displacement
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Displace, IllegalOrder, Order
from westwall_tui.engine.rules import displacement
from westwall_tui.engine.rules.combat import find_unit
from westwall_tui.engine.rules.displacement import Crowded
from westwall_tui.engine.state import State, changed


class Displacing(NamedTuple):
    """A unit must make way; `chain` lists the units that wait for it, the retreating one first."""

    side: int
    unit: int
    chain: tuple[int, ...]


class Shifting(NamedTuple):
    """A displaced unit goes to a hex once it is vacant."""

    side: int
    unit: int
    hex: int


def crowded(state: State, frame: Displacing) -> Crowded:
    """The unit that must make way, the chain that waits for it, and the retreat that waits for them all."""
    start = max(i for i, f in enumerate(state.frames) if isinstance(f, Retreating))
    retreat = state.frames[start]
    assert isinstance(retreat, Retreating)
    promised = {f.hex: f.unit for f in state.frames[start:] if isinstance(f, Shifting)}
    return Crowded(frame.unit, frame.chain, retreat.path, retreat.step, promised)


def displacements(state: State, frame: Displacing) -> list[int]:
    """The hexes where the unit that must make way may go."""
    return displacement.displacements(state, crowded(state, frame))


def displace(state: State, frame: Displacing, order: Displace) -> Resolved:
    """7.8: a unit makes way, as if it retreated one hex."""
    unit = own_unit(state, order.unit, frame.side, "7.81")
    if unit != frame.unit:
        waiting = state.ids((frame.unit,))
        raise IllegalOrder("7.81", f"you have to displace {waiting[0]} now", waiting)
    h = hex_at(state, order.hex)
    allowed = displacements(state, frame)
    if h not in allowed:
        case, why = displacement.why_not(state, unit, h)
        offered = ", ".join(state.numbers(allowed))
        reason = f"{state.units[unit].id} cannot make way like that: {why}; it may go to {offered}"
        raise IllegalOrder(case, reason, state.ids((unit,)), (state.number(h),))
    return make_way(state, frame, h)


def make_way(state: State, frame: Displacing, h: int) -> Resolved:
    """The displacement of a unit to a hex. That it may go there is not checked."""
    order = Displace(state.units[frame.unit].id, state.number(h))
    return Resolved(order, lambda events: _make_way(state, frame, h))


def _make_way(state: State, frame: Displacing, h: int) -> None:
    """Send a displaced unit to a hex; a friend there is displaced first."""
    friend = state.occupant(h)
    state.frames[-1] = Shifting(frame.side, frame.unit, h)
    if friend is not None:
        state.frames.append(Displacing(frame.side, friend, (*frame.chain, frame.unit)))


def _settle(state: State, frame: Displacing, events: list[Event]) -> bool:
    """If only one hex is left, the unit goes there."""
    allowed = displacements(state, frame)
    if len(allowed) > 1:
        return False
    _make_way(state, frame, allowed[0])
    return True


def _settle_shifting(state: State, frame: Shifting, events: list[Event]) -> bool:
    """The hex is vacant now."""
    unit = frame.unit
    state.frames.pop()
    path = (state.location[unit], frame.hex)
    walk(state, unit, path[1:])
    state.displaced = changed(state.displaced, state.serial, unit)
    events.append(ev.Displaced(state.units[unit].id, state.numbers(path)))
    make_by_displacement(state, unit, path, events)
    return True


def _text(state: State, frame: Displacing, name: str, subject: Subject) -> str:
    return f"{name} displaces {state.units[frame.unit].id}"


def _ways(state: State, frame: Displacing) -> Iterator[Resolved]:
    yield from (make_way(state, frame, h) for h in displacements(state, frame))


def _not_now(state: State, order: Order) -> None:
    assert isinstance(order, Displace)
    unit = find_unit(state, order.unit)
    if state.displaced[unit] == state.serial:
        name, here = state.units[unit].id, state.location[unit]
        where = f", and stands in {state.number(here)}" if here >= 0 else ""
        raise IllegalOrder("7.81", f"{name} has made way already{where}", (name,))
    raise IllegalOrder("4.1", "no unit has to make way now")


def _check(frame: Displacing, position: Position) -> None:
    position.units((frame.unit,), frame.side)
    position.units(frame.chain, frame.side)
    want(len(frame.chain) > 0, "frames")
    want(any(isinstance(f, Retreating) for f in position.state.frames), "frames")


def _check_shifting(frame: Shifting, position: Position) -> None:
    position.units((frame.unit,), frame.side)
    several((frame.hex,), position.stand, "frames")


DECISION: Decision[Displacing] = Decision(
    frame=Displacing,
    kind="displace",
    orders={Displace: displace},
    text=_text,
    subject=lambda state, frame: Subject((frame.unit,), (), state.combat),
    legal=orders_of(_ways),
    sample=pick(_ways),
    not_now=_not_now,
    settle=_settle,
    check=_check,
)
STEP: Step[Shifting] = Step(frame=Shifting, settle=_settle_shifting, check=_check_shifting, above=AFTER_DIE)
