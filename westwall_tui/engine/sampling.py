"""A random legal order: for `?sample`, for tests and for playouts."""

from westwall_tui.engine import flow
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order

__all__ = ["Draw", "sample"]


def sample(game: Game, draw: Draw) -> Order:
    """A random legal order, found without listing them all; every game of such orders ends."""
    frame = game.state.frames[-1]
    return flow.REGISTRY.decision(frame).sample(game.rules, game.state, frame, draw)
