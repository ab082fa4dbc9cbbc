"""Advance after combat (7.9)."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine.decisions.checks import Position
from westwall_tui.engine.decisions.decision import AFTER_DIE, Decision, Resolved, Subject, attempt, orders_of, pick
from westwall_tui.engine.decisions.marching import Marching
from westwall_tui.engine.decisions.naming import hex_at, own_unit
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Advance, IllegalOrder, Order, Stand
from westwall_tui.engine.rules.advance import advances, victors, why_not
from westwall_tui.engine.rules.combat import find_unit
from westwall_tui.engine.state import State, changed


class Advances(NamedTuple):
    """The units of the side that won a combat may advance, each once."""

    side: int
    units: tuple[int, ...]


def advance(state: State, frame: Advances, order: Advance) -> Resolved:
    """7.9: a victorious unit follows the Path of Retreat."""
    unit = own_unit(state, order.unit, frame.side, "7.94")
    counter = state.units[unit]
    combat = state.combat
    assert combat is not None
    if unit not in (combat.attackers if frame.side == combat.side else combat.defenders):
        reason = f"{counter.id} may not advance: it did not fight next to the beaten enemy"
        raise IllegalOrder("7.94", reason, (counter.id,))
    h = hex_at(state, order.hex)
    ways = advances(state, unit)
    if h not in ways or unit not in frame.units:
        case, why = why_not(state, unit, h)
        offered = f"; it may go to {', '.join(state.numbers(tuple(ways)))}" if unit in frame.units else ""
        reason = f"{counter.id} cannot advance to {state.number(h)}: {why}{offered}"
        raise IllegalOrder(case, reason, (counter.id,), (state.number(h),))
    return follow(state, frame, unit, ways[h])


def follow(state: State, frame: Advances, unit: int, path: tuple[int, ...]) -> Resolved:
    """The advance of a unit through the hexes of a path. That it may go there is not checked."""

    def perform(events: list[Event]) -> None:
        state.frames[-1] = frame._replace(units=tuple(u for u in frame.units if u != unit))
        state.advanced = changed(state.advanced, state.serial, unit)
        state.frames.append(Marching(frame.side, unit, (state.location[unit], *path), 1, "advance", 0))

    return Resolved(Advance(state.units[unit].id, state.number(path[-1])), perform)


def stand(state: State, frame: Advances, order: Stand) -> Resolved:
    """7.96: no unit has to advance, except one that has assaulted over a river, in battles that have that."""
    rules = state.rules
    bound = state.ids([unit for unit in frame.units if rules.assaults(state, unit)])
    if bound:
        raise IllegalOrder(rules.assault_case, f"{bound[0]} assaulted over the river and must advance", bound)
    return Resolved(order, lambda events: state.frames.__setitem__(-1, frame._replace(units=())))


def _settle(state: State, frame: Advances, events: list[Event]) -> bool:
    """Only units that have somewhere to go may advance."""
    units = tuple(u for u in frame.units if state.location[u] >= 0 and advances(state, u))
    if units:
        state.frames[-1] = frame._replace(units=units)
        return False
    state.frames.pop()
    return True


def _text(state: State, frame: Advances, name: str, subject: Subject) -> str:
    return f"{name} may advance: {', '.join(state.ids(frame.units))}"


def _ways(state: State, frame: Advances) -> Iterator[Resolved]:
    for unit in frame.units:
        yield from (follow(state, frame, unit, path) for path in advances(state, unit).values())
    standing = attempt(stand, state, frame, Stand())
    if standing:
        yield standing


def _not_now(state: State, order: Order) -> None:
    """After a combat in which no unit could advance, or none did, the refusal says why not."""
    if isinstance(order, Advance):
        won = victors(state, state.fought) if state.fought is not None else None
        if won is not None and state.units[find_unit(state, order.unit)].side == won.side:
            then = state.copy()
            then.combat = state.fought
            advance(then, Advances(won.side, ()), order)
        raise IllegalOrder("4.1", "no unit may advance now: units advance right after a combat that their side won")


def _check(frame: Advances, position: Position) -> None:
    position.fought(frame.units, frame.side)


DECISION: Decision[Advances] = Decision(
    frame=Advances,
    kind="advance",
    orders={Advance: advance, Stand: stand},
    text=_text,
    subject=lambda state, frame: Subject(frame.units, (), state.combat),
    legal=orders_of(_ways),
    sample=pick(_ways),
    not_now=_not_now,
    settle=_settle,
    check=_check,
    above=AFTER_DIE,
)
