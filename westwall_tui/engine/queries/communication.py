"""Lines of Communication: who has one, and what a move would change."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Supply
from westwall_tui.engine.state import State


def needs_lines(game: Game) -> bool:
    """Whether units, or the places that points are given for, need Lines of Communication in this battle."""
    return game.rules.needs_lines


def supplies(game: Game) -> Sequence[Supply]:
    """For each unit that needs a Line of Communication: its line, or why it has none; in most battles no unit does."""
    return game.rules.supplies(game.state)


class Change(NamedTuple):
    """What a move would change for lines of communication: names of units and places."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]
    own: Supply | None
    """The line of the unit that moves, from where it would be; None if it needs none."""


def line_changes(game: Game, unit: int, h: int) -> Change:
    """Who would gain and who would lose a line of communication, if a unit stood in another hex."""
    state = game.state
    after = state.copy()
    after.place(unit, h)
    supplied = game.rules.supplies(after)
    now, then = _lines(game, state, game.rules.supplies(state)), _lines(game, after, supplied)
    gained = tuple(name for name, has in then.items() if has and not now.get(name))
    lost = tuple(name for name, has in now.items() if has and not then.get(name))
    return Change(gained, lost, next((s for s in supplied if s.unit == unit), None))


def _lines(game: Game, state: State, supplied: Sequence[Supply]) -> dict[str, bool]:
    """By the name of a unit or place that needs a line, whether it has one."""
    units = {state.units[s.unit].id: bool(s.line) for s in supplied}
    return units | {o.name: bool(o.line) for o in game.rules.objectives(state)}
