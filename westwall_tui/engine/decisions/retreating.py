"""A unit retreats hex by hex (7.73, 7.81); a friend in the way is displaced first."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.checks import Position, want
from westwall_tui.engine.decisions.decision import AFTER_DIE, Step
from westwall_tui.engine.decisions.displace import Displacing
from westwall_tui.engine.decisions.marching import walk
from westwall_tui.engine.decisions.retreat import Retreating, eliminate
from westwall_tui.engine.events import Event
from westwall_tui.engine.state import State


def _settle(state: State, frame: Retreating, events: list[Event]) -> bool:
    if frame.step == len(frame.path):
        state.frames.pop()
        if frame.lost:
            eliminate(state, frame.unit, events)
        else:
            events.append(ev.Retreated(state.units[frame.unit].id, state.numbers(frame.path)))
        return True
    friend = state.occupant(frame.path[frame.step])
    if friend is not None:
        state.frames.append(Displacing(frame.side, friend, (frame.unit,)))
        return True
    state.frames[-1] = frame._replace(step=frame.step + 1)
    walk(state, frame.unit, frame.path[frame.step : frame.step + 1])
    return True


def _check(frame: Retreating, position: Position) -> None:
    position.units((frame.unit,), frame.side)
    position.path(frame.path, frame.step, frame.unit)
    position.number(frame.hexes, 0, 9)
    position.number(frame.lost, 0, 1)
    want(frame.unit in dict(position.state.combat.paths), "frames")


STEP: Step[Retreating] = Step(frame=Retreating, settle=_settle, check=_check, above=AFTER_DIE)
