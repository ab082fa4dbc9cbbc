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


def quick_verdict(game: Game) -> str:
    """What ends the Player-Turn without a search, for `Game.replay` as judged: a front that may not be the cheapest.

    Empty where nothing would be searched for.
    """
    return game.rules.quick_verdict(game.state)


def front_floor(game: Game) -> int:
    """Points that `front` would cost at least, found in a time that no position makes long; 0 where none is due.

    For computer players, who ask it of many positions, and `front` only of those that pass.
    """
    return game.rules.front_floor(game.state)


def front_unbroken(game: Game) -> bool:
    """Whether nothing would be scored for the front now: no gaps, no unit beyond it; True where none is due.

    Most fronts that are broken are told by `front_floor`; the search, which can be long in a crowd, is asked only about
    the rest.
    """
    if front_floor(game):
        return False
    found = front(game)
    return found is None or not found.cost
