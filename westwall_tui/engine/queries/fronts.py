"""The front that a side must name (14.0 of Remagen)."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Front


def front_side(game: Game) -> int:
    """The side that names a front at the end of its Player-Turn; -1 if neither does."""
    return game.rules.front_side


def front(game: Game, *, pins: Sequence[int] = (), worth: Mapping[int, int] | None = None) -> Front | None:
    """The proposed front as things stand (14.0 of Remagen): hexes, gaps, units lost.

    None if none is due. With `pins` it passes all these hexes; None if no such front is found. `worth` is the caller's
    price of losing each unit, in place of its Victory Points.
    """
    return game.rules.front(game.state, pins=pins, worth=worth)
