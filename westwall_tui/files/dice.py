"""Drawn dice: from the system's randomness, so nobody can foresee them."""

import os

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Roll


def draw() -> int:
    """A die from the system's own randomness, each face equally likely."""
    while (byte := os.urandom(1)[0]) >= 252:
        pass
    return byte % 6 + 1


def roll_due(game: Game) -> list[Event]:
    """Roll the due dice of a game with drawn dice, and log them as orders."""
    events: list[Event] = []
    while game.prompt.kind == "roll":
        events += game.apply(Roll(draw()))
    return events
