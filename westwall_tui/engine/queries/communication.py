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
    now, then = ({**_supplied(game, s), **_scored(game, s)} for s in (state, after))
    gained = tuple(name for name, has in then.items() if has and not now.get(name))
    lost = tuple(name for name, has in now.items() if has and not then.get(name))
    own = next((s for s in game.rules.supplies(after) if s.unit == unit), None)
    return Change(gained, lost, own)


def _supplied(game: Game, state: State) -> dict[str, bool]:
    return {state.units[s.unit].id: bool(s.line) for s in game.rules.supplies(state)}


def _scored(game: Game, state: State) -> dict[str, bool]:
    return {o.name: bool(o.line) for o in game.rules.objectives(state)}
