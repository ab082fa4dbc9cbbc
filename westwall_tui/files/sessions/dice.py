"""Dice of a game in play: seeds, and dice that the system draws when they are due."""

import os

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Roll


def draw() -> int:
    """Return a die from the system's random numbers, with each face equally likely."""
    while (byte := os.urandom(1)[0]) >= 252:
        pass
    return byte % 6 + 1


def roll_due(game: Game) -> list[Event]:
    """Roll the due dice of a game with drawn dice, and log them as orders."""
    events: list[Event] = []
    while game.prompt.kind == "roll":
        events += game.apply(Roll(draw()))
    return events


def new_seed() -> int:
    """Return an unpredictable seed, large enough that it cannot be found from its dice by trying all seeds."""
    return int.from_bytes(os.urandom(8), "big") >> 1


def seed_of(seed: int | None, *, manual: bool) -> int | None:
    """Return the seed of a new game: the given or a new one, or None if the players roll (`manual`)."""
    if manual:
        return None
    return new_seed() if seed is None else seed
