"""Who goes on in a letter: its writer, a die, the computer for the other side, or nobody, so that it is sent."""

from enum import Enum

from westwall_tui.ai.thinker import INSTANT, LazyPlayer, answer
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.files.mailed import Mailed
from westwall_tui.files.words import COMPUTER, ORDERS, SEALED
from westwall_tui.mail.shares import FIRST_WITH_DICE

DEFENDS_AT = 2
"""The level of the computer that decides for who is away."""


class LetterStep(Enum):
    """What comes next in a letter."""

    WRITER = "writer"
    """Its writer decides for his own side."""
    DEPUTY = "deputy"
    """Its writer decides for the other side, by its standing orders."""
    COMPUTER = "computer"
    """The computer decides for the other side."""
    DIE = "die"
    """A die falls."""
    SEND = "send"
    """The other player goes on, or the game is over."""


def next_step(game: Game, mailed: Mailed, letter: int, start: int) -> LetterStep:
    """What comes next in a letter that began after so many orders."""
    writer = mailed.author(letter)
    if game.outcome is not None:
        return LetterStep.SEND
    if game.prompt.kind == "roll":
        return LetterStep.DIE if _die_falls(game, mailed, letter, start) else LetterStep.SEND
    if game.side == writer:
        return LetterStep.WRITER
    if queries.is_defense(game):
        return {COMPUTER: LetterStep.COMPUTER, ORDERS: LetterStep.DEPUTY}.get(mailed.defense, LetterStep.SEND)
    return LetterStep.SEND


def _die_falls(game: Game, mailed: Mailed, letter: int, start: int) -> bool:
    """True if a die falls in this letter: any, or one that was due before its writer knew what it would show."""
    if letter < FIRST_WITH_DICE:
        return False
    return mailed.dice == SEALED or all(line.startswith("roll ") for line in game.log[start:])


def computers_answer(game: Game, mailed: Mailed) -> Order:
    """What the computer decides for the side that is asked: the same on every computer, and without any secret."""
    seed = int(mailed.game[:15], 16) + len(game.log)
    thought = answer(game.fork(seed=0), (LazyPlayer(DEFENDS_AT, seed), LazyPlayer(INSTANT, seed)))
    return thought.order or queries.default_order(game)
