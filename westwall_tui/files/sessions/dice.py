"""Dice of a game in play: their seed, and those that the system draws when they are due."""

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


def new_seed() -> int:
    """A seed that nobody can predict, nor find from the dice that he sees by trying all seeds."""
    return int.from_bytes(os.urandom(8), "big") >> 1


def seed_of(seed: int | None, *, manual: bool) -> int | None:
    """The seed of a new game: the one that is asked for, else a new one; None where the players roll (`manual`)."""
    if manual:
        return None
    return new_seed() if seed is None else seed
