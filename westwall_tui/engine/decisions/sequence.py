"""The sequence of play (4.0): set-ups, phases, Game-Turns, and the end of the game."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import Interruption, Resolved, Step, side_name, step
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.destroy import Destroying
from westwall_tui.engine.decisions.front import FrontDue
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.decisions.note import Noting
from westwall_tui.engine.decisions.offer import finish, give_up
from westwall_tui.engine.decisions.setup import Setup
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Concede
from westwall_tui.engine.rules import artillery
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Outcome, State


@step
class PhaseOver(Step):
    """The end of a phase or set-up, whose frame is directly below on the stack (4.1).

    Combat follows movement, the Second Player's turn follows the First Player's, and then the next Game-Turn begins.
    """

    def settle(self, state: State, events: list[Event]) -> bool:
        state.frames.pop()
        ended = state.frames.pop()
        if isinstance(ended, Setup | Noting):
            _end_setup(state, ended, events)
        elif isinstance(ended, Movement) and state.rules.fights(state):
            _begin_phase(state, Phase.COMBAT, events)
        else:
            if isinstance(ended, CombatPhase):
                state.previous_combat = state.serial
            state.frames.append(TurnOver(ended.side))
            state.rules.player_turn_ends(state, events)
        return True


@step
class TurnOver(Step):
    """The end of a Player-Turn, which follows the decisions that are made there."""

    above = (Destroying, FrontDue, Interruption)
    lowest_in = (Phase.MOVEMENT, Phase.COMBAT)

    def settle(self, state: State, events: list[Event]) -> bool:
        """Begin the other side's Player-Turn, or the next Game-Turn if both have played this one, or end the game."""
        state.frames.pop()
        if state.side == 1:
            state.rules.turn_ends(state, events)
            outcome = end_of_turn(state)
            if outcome is not None:
                finish(state, outcome, events)
                return True
            state.turn += 1
            _begin_turn(state, events)
        state.side = 1 - state.side
        _begin_phase(state, Phase.MOVEMENT, events)
        return True


def begin(state: State, events: list[Event]) -> None:
    """Start a game: first secret notes, then set-ups in the scenario's order, then the first phase."""
    rules = state.rules
    for unit, h in enumerate(state.location):
        if h in rules.watched(state):
            rules.hex_entered(state, unit, h, None)
    order = list(dict.fromkeys(group.side for group in state.scenario.setup))
    state.frames.extend(Setup(side) for side in reversed(order))
    if rules.notes.side >= 0:
        state.frames.append(Noting(rules.notes.side))
    if state.frames:
        state.phase = Phase.SETUP
        _tell_setup(state, events)
    else:
        _begin_play(state, events)


def _tell_setup(state: State, events: list[Event]) -> None:
    frame = state.frames[-1]
    what = "notes" if isinstance(frame, Noting) else str(Phase.SETUP)
    events.append(ev.PhaseBegan(side_name(state, frame.side), what))


def _begin_play(state: State, events: list[Event]) -> None:
    start = state.scenario.start
    _begin_turn(state, events)
    state.side = start.side
    _begin_phase(state, start.phase, events)


def _begin_turn(state: State, events: list[Event]) -> None:
    artillery.allot(state)
    events.append(ev.TurnBegan(state.turn, state.scenario.date(state.turn)))
    state.rules.turn_begins(state, events)


def _begin_phase(state: State, phase: Phase, events: list[Event]) -> None:
    state.phase = phase
    state.serial += 1
    state.fought = None
    state.frames.append(Movement(state.side) if phase is Phase.MOVEMENT else CombatPhase(state.side))
    events.append(ev.PhaseBegan(side_name(state, state.side), f"{str(phase).capitalize()} Phase"))
    state.rules.phase_begins(state, events)


def _end_setup(state: State, frame: Setup | Noting, events: list[Event]) -> None:
    rules = state.rules
    if isinstance(frame, Setup):
        for unit in state.on_map(frame.side):
            if state.location[unit] in rules.watched(state):
                rules.hex_entered(state, unit, state.location[unit], None)
    if state.frames:
        state.serial += 1
        _tell_setup(state, events)
    else:
        _begin_play(state, events)


def concede(state: State) -> Resolved:
    """Concede for a side, so that the other side wins."""
    side = state.frames[-1].side

    return Resolved(Concede(), lambda state, events: give_up(state, side, events))


# -- the end of a Game-Turn and of the game


def end_of_turn(state: State) -> Outcome | None:
    """Return the outcome at the end of this Game-Turn, or None if the game continues."""
    outcome = state.rules.end_of_turn(state)
    if outcome is None and state.turn >= state.scenario.last_turn:
        return state.rules.outcome(state)
    return outcome
