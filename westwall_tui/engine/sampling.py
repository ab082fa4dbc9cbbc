"""A random legal order: for `?sample`, for tests and for playouts."""

from westwall_tui.engine import flow
from westwall_tui.engine.decisions.base import Resolved
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order

__all__ = ["Draw", "play", "sample"]


def sample(game: Game, draw: Draw) -> Order:
    """A random legal order, found without listing them all; every game of such orders ends."""
    found = flow.pending(game.state).sample(game.state, draw)
    return found.order if isinstance(found, Resolved) else found


def play(game: Game, draw: Draw) -> list[Event]:
    """Carry out such an order, for playouts: found legal in this very position, it is not checked again."""
    found = flow.pending(game.state).sample(game.state, draw)
    return game.carry_out(found) if isinstance(found, Resolved) else game.apply(found)
