"""The end of a Game-Turn and of the game (4.0)."""

from westwall_tui.engine.events import Event, GameEnded
from westwall_tui.engine.state import Outcome, State


def finish(state: State, outcome: Outcome, events: list[Event]) -> None:
    """End the game."""
    state.outcome = outcome
    state.frames.clear()
    winner = state.scenario.sides[outcome.winner].name if outcome.winner >= 0 else ""
    events.append(GameEnded(winner, outcome.reason))


def end_of_turn(state: State) -> Outcome | None:
    """The outcome at the end of this Game-Turn; None if the game continues."""
    outcome = state.rules.end_of_turn(state)
    if outcome is None and state.turn >= state.scenario.last_turn:
        return state.rules.outcome(state)
    return outcome
