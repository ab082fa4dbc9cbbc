"""The conditions of a player in a letter: wrapped, so that nobody reads them at a glance.

They are not sealed, because the other player's program has to decide by them. A few lines of Python can unwrap them.
Each table names its game and letter, and has a seal that only its player's computer can make. That way the player
recognizes the table in any later letter.
"""

import base64
import binascii
import hmac
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.conditions import ConditionFault, decide, is_on, parse, without_switch
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.files.faults import why_no_line
from westwall_tui.files.saves.mailed import Mailed
from westwall_tui.files.saves.private import MAX_CONDITION_LENGTH, MAX_CONDITIONS
from westwall_tui.mail.shares import Secret

SEAL_LENGTH = 32
MAX_TEXT = MAX_CONDITIONS * (MAX_CONDITION_LENGTH * 4 + 1) + 200
"""The maximum number of bytes of a table with its heading."""


class Table(NamedTuple):
    """The conditions that a player sent with a letter."""

    heading: str
    """The game, the letter and the seal."""
    lines: tuple[str, ...]


def wrap(game: Game, secret: Secret, letter: int, lines: Sequence[str]) -> str:
    """Return conditions as a letter with this number contains them.

    They are empty if they are off, or if a line has a fault, because such a table decides nothing.
    """
    try:
        for line in without_switch(lines):
            parse(line, game.scenario, secret.side)
    except ConditionFault:
        lines = ()
    lines = lines if is_on(lines) else ()
    text = "\n".join((_heading(secret, letter, lines), *lines))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _heading(secret: Secret, letter: int, lines: Sequence[str]) -> str:
    name = f"{secret.game} {letter}"
    sealed = "\n".join((f"conditions {name}", *lines))
    return f"{name} {secret.seal(sealed)[:SEAL_LENGTH]}"


@lru_cache(maxsize=64)
def unwrap(game: str, letter: int, wrapped: str) -> Table:
    """Return the table in a letter. Raises `ValueError` if it is damaged, too long, or of another game or letter."""
    packed = zlib.decompressobj()
    try:
        text = packed.decompress(base64.b64decode(wrapped, validate=True), MAX_TEXT).decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise ValueError("it cannot be unwrapped") from None
    heading, *lines = text.split("\n")
    if not packed.eof or len(lines) > MAX_CONDITIONS or any(why_no_line(line, MAX_CONDITION_LENGTH) for line in lines):
        raise ValueError("it is too long, or it isn't plain text")
    if heading.split(" ")[:2] != [game, f"{letter}"]:
        raise ValueError("it is from another game or letter")
    return Table(heading, tuple(lines))


def is_own(secret: Secret, letter: int, table: Table) -> bool:
    """Return True if this player's computer wrapped a table with this letter."""
    return hmac.compare_digest(table.heading.encode(), _heading(secret, letter, table.lines).encode())


def conditions_at(mailed: Mailed, side: int, letter: int) -> Sequence[str]:
    """Return the conditions by which a side decides in a letter: those in its own last letter before."""
    number = letter - 1 if mailed.author(letter - 1) == side else letter - 2
    return unwrap(mailed.game, number, mailed.conditions[number - 1]).lines if number > 0 else ()


def conditions_answer(game: Game, mailed: Mailed, letter: int) -> Order | None:
    """Return the decision by the conditions of the side to decide, or None if they leave it to their player.

    It is the same on both computers and needs no secret.
    """
    lines = conditions_at(mailed, game.side, letter)
    return decide(game.fork(seed=0, viewer=game.side), lines) if lines else None
