"""A die that a battle's Exclusive Rules call for. If it brings down a bridge, it may stop a unit on its way there."""

from itertools import pairwise
from typing import NamedTuple

from westwall_tui.engine.decisions.checks import Position
from westwall_tui.engine.decisions.decision import ASKED_ON_THE_WAY, Decision, Resolved, Subject, pick
from westwall_tui.engine.decisions.die import any_die, check_die, no_die_is_due
from westwall_tui.engine.decisions.halted import Halted
from westwall_tui.engine.decisions.marching import Marching, finish
from westwall_tui.engine.decisions.retreat import Retreating, Retreats
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Roll
from westwall_tui.engine.rules import movement
from westwall_tui.engine.state import State

_LONGEST_PURPOSE = 40


class ExclusiveRoll(NamedTuple):
    """A die is due; `purpose` says what for, in a word; `about` holds the hexes that it concerns."""

    side: int
    purpose: str
    about: tuple[int, ...] = ()


def roll(state: State, frame: ExclusiveRoll, order: Roll) -> Resolved:
    """The battle's rules say what the die does; a bridge that falls may stop a unit on its way."""
    rules = state.rules
    check_die(order)

    def perform(events: list[Event]) -> None:
        state.frames.pop()
        cut_off = [(i, _spent(state, i)) for i in _cut_off(state, frame.about)]
        standing = state.works
        rules.die_rolled(state, frame.purpose, frame.about, order.die, events)
        if state.works != standing:
            for i, spent in cut_off:
                _cut(state, i, spent, events)

    return Resolved(order, perform)


def _cut_off(state: State, about: tuple[int, ...]) -> list[int]:
    """Where on the stack the units are that still have to cross the hexside."""
    return [
        i
        for i, frame in enumerate(state.frames)
        if isinstance(frame, Marching | Retreating)
        and frame.step > 0
        and any({a, b} == set(about) for a, b in pairwise(frame.path[frame.step - 1 :]))
    ]


def _spent(state: State, i: int) -> int:
    """Half Movement Points that the unit on its way has spent so far."""
    frame = state.frames[i]
    if not isinstance(frame, Marching) or frame.how == "advance":
        return 0
    coming_in = frame.cost - movement.path_cost(state, frame.unit, frame.path) if frame.how == "enter" else 0
    return coming_in + movement.path_cost(state, frame.unit, frame.path[: frame.step])


def _cut(state: State, i: int, spent: int, events: list[Event]) -> None:
    """The bridge ahead of a unit has fallen: it halts, retreats another way, or advances no further (a ruling)."""
    frame = state.frames[i]
    if isinstance(frame, Retreating):
        _forget(state, frame.unit, len(frame.path) - frame.step)
        trail = frame.path[: frame.step]
        state.frames[i] = Retreats(frame.side, (frame.unit,), frame.hexes - len(trail) + 1, trail)
    elif isinstance(frame, Marching):
        gone = frame._replace(path=frame.path[: frame.step], cost=spent)
        if frame.how == "advance":
            state.frames[i] = gone
        else:
            state.frames[i] = Halted(frame.side, frame.unit, state.rules.allowance(state, frame.unit) - spent)
            events.append(finish(state, gone._replace(how="enter" if frame.how == "enter" else "move")))


def _forget(state: State, unit: int, hexes: int) -> None:
    """Remove the last hexes, which the unit will not reach, from its Path of Retreat."""
    combat = state.combat
    assert combat is not None
    state.combat = combat._replace(
        paths=tuple((u, path[: len(path) - hexes] if u == unit else path) for u, path in combat.paths)
    )


def _check(frame: ExclusiveRoll, position: Position) -> None:
    position.word(frame.purpose, _LONGEST_PURPOSE)
    position.pair(frame.about)


DECISION: Decision[ExclusiveRoll] = Decision(
    frame=ExclusiveRoll,
    kind="roll",
    orders={Roll: roll},
    text=lambda state, frame, name, subject: f"{name} rolls for the {frame.purpose}",
    subject=lambda state, frame: Subject(hexes=frame.about, combat=state.combat),
    legal=any_die,
    sample=pick(any_die),
    not_now=no_die_is_due,
    check=_check,
    above=ASKED_ON_THE_WAY,
)
