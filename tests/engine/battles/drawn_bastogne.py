"""Small boards under Bastogne's rules, for the tests of its sections."""

from tests.drawn import FIELD, drawn
from westwall_tui.engine.game import Game

TOWN = ["0505", "0604"]
"""Bastogne's two hexes on the small boards."""


def siege(terrain: str = FIELD, *, german=(), us=(), victory=None, **what) -> Game:
    """Return a game by Bastogne's rules: the German first, Bastogne in the middle of the field."""
    return drawn(
        terrain,
        blue=german,
        red=us,
        names=("German", "US"),
        rules="bastogne",
        victory={"bastogne": TOWN if terrain == FIELD else [], **(victory or {})},
        **what,
    )


def relief(terrain: str = FIELD, *, us=(), german=(), victory=None, **what) -> Game:
    """Return the same with the U.S. first, as in the Relief."""
    return drawn(
        terrain,
        blue=us,
        red=german,
        names=("US", "German"),
        rules="bastogne",
        victory={"bastogne": [], **(victory or {})},
        **what,
    )


def points(game: Game) -> tuple[int, int]:
    """Return the Victory Points of the first side and of the second."""
    account = game.rules.account(game.state)
    return sum(s.points for s in account if s.side == 0), sum(s.points for s in account if s.side == 1)
