"""The front that a side must hold."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Front


def front_side(game: Game) -> int:
    """The side that names a front at the end of its Player-Turn; -1 where neither does."""
    return game.rules.front_side


def front(game: Game, *, pins: Sequence[int] = (), worth: Mapping[int, int] | None = None) -> Front | None:
    """A good front to name as things stand (14.0 of Remagen): hexes, gaps, units lost; the one that is proposed.

    None where none is due. With `pins` it goes by all these hexes; None where no such front is found. `worth`: what
    losing a unit costs whoever asks, for those who do not value them by their Victory Points.
    """
    return game.rules.front(game.state, pins=pins, worth=worth)
