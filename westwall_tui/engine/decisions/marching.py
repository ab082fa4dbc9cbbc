"""A unit on its way, hex by hex, and what may stop it there."""

from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.checks import FAR, Position, want
from westwall_tui.engine.decisions.decision import ASKED_ON_THE_WAY, Step
from westwall_tui.engine.events import Event
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.state import EXITED, State, changed

MARCHES = ("move", "enter", "land", "advance", *EDGES)


class Marching(NamedTuple):
    """A unit is on its way; it has gone `step` hexes of its path and is in the last of these.

    `how` is `move`, `enter`, `land`, `advance`, or the edge by which it exits; `cost` is in half Movement Points.
    """

    side: int
    unit: int
    path: tuple[int, ...]
    step: int
    how: str
    cost: int


def walk(state: State, unit: int, hexes: tuple[int, ...]) -> int:
    """Take a unit through hexes until something has to be decided first; returns how many it has entered.

    It is put down only in hexes that are watched, and in the last one.
    """
    rules = state.rules
    pending, origin, watched = len(state.frames), state.location[unit], rules.watched(state)
    if not watched.isdisjoint(hexes):
        for gone, h in enumerate(hexes, 1):
            if h in watched:
                state.place(unit, h)
                rules.hex_entered(state, unit, h, origin)
                if len(state.frames) > pending:
                    return gone
                watched = rules.watched(state)
            origin = h
    if hexes and state.location[unit] != hexes[-1]:
        state.place(unit, hexes[-1])
    return len(hexes)


def finish(state: State, frame: Marching) -> Event:
    """End a march and return its event; a unit that exits leaves the map now."""
    unit_id, numbers = state.units[frame.unit].id, state.numbers(frame.path)
    match frame.how:
        case "move":
            return ev.Moved(unit_id, numbers, frame.cost)
        case "enter":
            return ev.Entered(unit_id, numbers, frame.cost)
        case "land":
            return ev.Landed(unit_id, numbers[-1])
        case "advance":
            return ev.Advanced(unit_id, numbers)
    state.place(frame.unit, EXITED[EDGES.index(frame.how)])
    state.gone = changed(state.gone, state.turn, frame.unit)
    return ev.Exited(unit_id, numbers, frame.how, frame.cost)


def _settle(state: State, frame: Marching, events: list[Event]) -> bool:
    here = len(state.frames) - 1
    step = frame.step + walk(state, frame.unit, frame.path[frame.step :])
    if len(state.frames) - 1 > here:
        state.frames[here] = frame._replace(step=step)
        return True
    state.frames.pop()
    events.append(finish(state, frame))
    return True


def _check(frame: Marching, position: Position) -> None:
    position.units((frame.unit,), frame.side)
    position.path(frame.path, frame.step, frame.unit)
    want(frame.how in MARCHES, "frames")
    want((frame.how == "advance") == (position.state.combat is not None), "frames")
    position.number(frame.cost, 0, FAR)


STEP: Step[Marching] = Step(frame=Marching, settle=_settle, check=_check, above=ASKED_ON_THE_WAY)
