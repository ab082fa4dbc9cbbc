"""How the game stands: Victory Points, objectives, losses, and what holds in this Game-Turn."""

from collections.abc import Sequence

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Objective, Score
from westwall_tui.engine.state import Outcome


def account(game: Game) -> list[Score]:
    """The Victory Points as they stand, by cause."""
    return game.rules.account(game.state)


def totals(game: Game) -> tuple[int, int]:
    """The Victory Points of both sides as they stand."""
    return game.rules.totals(game.state)


def outcome_now(game: Game) -> Outcome:
    """Who would win, and how clearly, if the game ended now."""
    return game.rules.end_of_turn(game.state) or game.rules.outcome(game.state)


def objectives(game: Game) -> list[Objective]:
    """The places that points are given for, and who would score them if the game ended now."""
    return game.rules.objectives(game.state)


def losses(game: Game, side: int) -> list[int]:
    """The side's eliminated units, in unit order."""
    return game.state.eliminated(side)


def situation(game: Game) -> Sequence[str]:
    """What a player should know besides the account of points, in sentences."""
    return game.rules.situation(game.state)


def conditions(game: Game) -> Sequence[str]:
    """What holds in this phase beyond the map, in a few words each: the weather, night ..."""
    return game.rules.conditions(game.state)
