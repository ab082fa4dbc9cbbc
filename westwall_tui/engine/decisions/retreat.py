"""Retreats (7.7): the owner chooses which unit goes next, and by which path.

`retreating` takes it along that path, hex by hex, and displaces the friends in its way.
"""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.checks import Position, want
from westwall_tui.engine.decisions.decision import AFTER_DIE, Decision, Resolved, Subject
from westwall_tui.engine.decisions.naming import hexes_at, own_unit
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order, Retreat
from westwall_tui.engine.rules import retreat as paths
from westwall_tui.engine.rules.combat import find_unit
from westwall_tui.engine.rules.losses import lose
from westwall_tui.engine.state import ELIMINATED, State, changed


class Retreats(NamedTuple):
    """The units must retreat `hexes` hexes each, in the order their owner chooses.

    If a fallen bridge cuts a unit's path, `trail` is the part it has gone: it completes its retreat another way, and
    `hexes` is what it still has to go unless it shortens its retreat.
    """

    side: int
    units: tuple[int, ...]
    hexes: int
    trail: tuple[int, ...] = ()


class Retreating(NamedTuple):
    """A unit is on its path of retreat; it has gone `step` hexes of it, counting the one where it began.

    The whole retreat is `hexes` long; a unit that cannot go that far is `lost` at the end of its path.
    """

    side: int
    unit: int
    path: tuple[int, ...]
    step: int
    hexes: int = 0
    lost: int = 0


def retreat(state: State, frame: Retreats, order: Retreat) -> Resolved:
    """7.7: one of the units that must retreat takes one of its paths."""
    unit = own_unit(state, order.unit, frame.side, "7.7")
    counter = state.units[unit]
    if unit not in frame.units:
        _check_not_done(state, unit)
        waiting = ", ".join(state.ids(frame.units))
        raise IllegalOrder(
            "7.7", f"{counter.id} does not have to retreat now; {waiting} must", (counter.id, *state.ids(frame.units))
        )
    choices = paths.choices(state, unit, frame.hexes, frame.trail)
    wanted = hexes_at(state, order.hexes) or (state.location[unit],)
    fitting = [path for path in choices.paths if (path[1:] or path) == wanted]
    fitting = fitting or [path for path in choices.paths if path[-1] == wanted[-1] and _in_order(wanted, path)]
    if not fitting:
        case, why = paths.why_not(state, unit, wanted, frame.trail, choices)
        ends = ", ".join(state.numbers(tuple(dict.fromkeys(path[-1] for path in choices.paths))))
        offered = f"it is lost in {ends}" if choices.lost else f"it may end in {ends}"
        raise IllegalOrder(case, f"{counter.id} cannot retreat like that: {why}; {offered}", (counter.id,), order.hexes)
    if len(fitting) > 1:
        ways = "; ".join(" ".join(state.numbers(path[1:])) for path in fitting)
        raise IllegalOrder("7.7", f"{counter.id} can get there several ways; name one: {ways}", (counter.id,))
    return go_back(state, unit, fitting[0], choices.lost)


def go_back(state: State, unit: int, path: tuple[int, ...], lost: bool) -> Resolved:
    """The retreat of a unit by one of its paths, at the end of which it may be lost. It is not checked."""
    order = Retreat(state.units[unit].id, state.numbers(path[1:] or path))
    return Resolved(order, lambda events: _start(state, unit, path, lost, events))


def _in_order(wanted: tuple[int, ...], path: tuple[int, ...]) -> bool:
    rest = iter(path)
    return all(h in rest for h in wanted)


def _start(state: State, unit: int, path: tuple[int, ...], lost: bool, events: list[Event]) -> None:
    frame = state.frames.pop()
    assert isinstance(frame, Retreats)
    state.frames.append(frame._replace(units=tuple(u for u in frame.units if u != unit)))
    gone = frame.trail[:-1]
    if len(path) == 1 and not lost and not gone:  # a retreat cut to nothing is not an adverse result
        events.append(ev.Held(state.units[unit].id, state.number(path[0])))
        return
    leave_path(state, unit, path)
    state.suffered = changed(state.suffered, state.serial, unit)
    hexes = len(gone) + frame.hexes
    state.frames.append(Retreating(frame.side, unit, (*gone, *path), len(gone) + 1, hexes, int(lost)))


def _settle(state: State, frame: Retreats, events: list[Event]) -> bool:
    """A last unit with only one path retreats."""
    if not frame.units:
        state.frames.pop()
        return True
    if len(frame.units) > 1:
        return False
    choices = paths.choices(state, frame.units[0], frame.hexes, frame.trail)
    if len(choices.paths) > 1:
        return False
    _start(state, frame.units[0], choices.paths[0], choices.lost, events)
    return True


# -- Paths of Retreat, and units that are lost


def make_by_displacement(state: State, unit: int, path: tuple[int, ...], events: list[Event]) -> None:
    """7.74: a unit that is displaced before its own retreat has made that retreat (a ruling)."""
    for at, frame in enumerate(state.frames):
        if isinstance(frame, Retreats) and unit in frame.units:
            state.frames[at] = frame._replace(units=tuple(u for u in frame.units if u != unit))
            leave_path(state, unit, path)
            state.suffered = changed(state.suffered, state.serial, unit)
            events.append(ev.Retreated(state.units[unit].id, state.numbers(path)))


def leave_path(state: State, unit: int, path: tuple[int, ...]) -> None:
    """Add to a unit's Path of Retreat (7.91); one whose bridge fell has begun it already."""
    combat = state.combat
    assert combat is not None
    found = dict(combat.paths)
    found[unit] = found[unit] + path[1:] if unit in found else path
    state.combat = combat._replace(paths=tuple(found.items()))


def eliminate(state: State, unit: int, events: list[Event]) -> None:
    """A unit is lost to a Combat Result, at the end of its Path of Retreat."""
    combat = state.combat
    assert combat is not None
    state.suffered = changed(state.suffered, state.serial, unit)
    lose(state, unit, dict(combat.paths)[unit], events)


def eliminate_all(state: State, units: tuple[int, ...], events: list[Event]) -> None:
    """Units are lost where they fought; their hexes are their Paths of Retreat (a ruling)."""
    for unit in units:
        leave_path(state, unit, (state.location[unit],))
        eliminate(state, unit, events)


# -- the decision's other parts


def _text(state: State, frame: Retreats, name: str, subject: Subject) -> str:
    hexes = "1 hex" if frame.hexes == 1 else f"{frame.hexes} hexes"
    return f"{name} retreats {', '.join(state.ids(frame.units))} by {hexes}"


def _ways(state: State, frame: Retreats) -> Iterator[tuple[int, tuple[int, ...], bool]]:
    """Who may retreat now, by which path, and whether he is lost at its end."""
    for unit in frame.units:
        choices = paths.choices(state, unit, frame.hexes, frame.trail)
        yield from ((unit, path, choices.lost) for path in choices.paths)


def _legal(state: State, frame: Retreats) -> Iterator[Order]:
    yield from (go_back(state, *way).order for way in _ways(state, frame))


def _sample(state: State, frame: Retreats, draw: Draw) -> Resolved:
    return go_back(state, *draw.pick(list(_ways(state, frame))))


def _check_not_done(state: State, unit: int) -> None:
    """Raise `IllegalOrder` for a unit that has retreated in this phase, or has been lost."""
    unit_id = state.units[unit].id
    if state.suffered[unit] == state.serial:
        done = "is lost" if state.location[unit] == ELIMINATED else "has already retreated"
        raise IllegalOrder("7.7", f"{unit_id} {done}", (unit_id,))


def _not_now(state: State, order: Order) -> None:
    assert isinstance(order, Retreat)
    _check_not_done(state, find_unit(state, order.unit))
    raise IllegalOrder("4.1", "no unit has to retreat now")


def _check(frame: Retreats, position: Position) -> None:
    position.fought(frame.units, frame.side)
    position.number(frame.hexes, 1, 9)
    if frame.trail != ():
        want(len(frame.units) == 1, "frames")
        position.path(frame.trail, len(frame.trail), frame.units[0])


DECISION: Decision[Retreats] = Decision(
    frame=Retreats,
    kind="retreat",
    orders={Retreat: retreat},
    text=_text,
    subject=lambda state, frame: Subject(frame.units, (), state.combat),
    legal=_legal,
    sample=_sample,
    not_now=_not_now,
    settle=_settle,
    check=_check,
    above=AFTER_DIE,
)
