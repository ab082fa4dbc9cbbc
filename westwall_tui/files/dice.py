"""Whose die it is: how a game's dice come about, and dice that nobody can foresee."""

import os

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Roll

SEEDED, MANUAL, DRAWN = "seeded", "manual", "drawn"
DICE = (SEEDED, MANUAL, DRAWN)
"""From a seed, the same again and again; rolled at the table and typed in; drawn when they are due.

The engine knows the first two kinds. Drawn dice are of the second, and the system rolls in the players' place.
"""


def draw() -> int:
    """A die from the system's own randomness, each face equally likely."""
    while (byte := os.urandom(1)[0]) >= 252:
        pass
    return byte % 6 + 1


def roll_due(game: Game) -> list[Event]:
    """Roll the dice that are due in a game whose dice are drawn; they go into its log like every order."""
    events: list[Event] = []
    while game.prompt.kind == "roll":
        events += game.apply(Roll(draw()))
    return events
