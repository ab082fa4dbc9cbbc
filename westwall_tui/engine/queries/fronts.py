"""The front that a side must hold."""

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Front


def front_side(game: Game) -> int:
    """The side that must hold a front at the end of its Player-Turn; -1 where neither must."""
    return game.rules.front_side


def front(game: Game) -> Front | None:
    """The front that would be in force if the Player-Turn ended now (14.0 of Remagen): hexes, gaps, units lost.

    None where none is due.
    """
    return game.rules.front(game.state)
