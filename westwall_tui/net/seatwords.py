"""The word of a seat: what its player says besides showing its key, and what a host keeps of it.

A key lies in a file, so whoever works under the same login has it too. A word is in its player's head. The host keeps a
slow hash of it, salted with the seat's key: a stolen state folder does not give it away, and it counts for one seat,
in one game, until the seat is freed.
"""

import asyncio
import hashlib
from collections.abc import Callable
from typing import NamedTuple

from westwall_tui.net.chairs import Unwelcome
from westwall_tui.net.porter import Porter

WORD = "word"
"""What a host wants who refuses somebody for his word."""
COST, BLOCK = 1 << 14, 8
"""Of scrypt: 16 MB and some 50 milliseconds for each guess, also for a thief with the host's files."""


class SaidWord(NamedTuple):
    """A word that somebody said for the seat with a key, as its hash."""

    key: str
    digest: str


NO_WORD = SaidWord("", "")


def hash_word(said: str, key: str) -> SaidWord:
    """The hash of a word for the seat with that key. It takes long: not for an event loop."""
    digest = hashlib.scrypt(said.encode(), salt=key.encode(), n=COST, r=BLOCK, p=1, dklen=32)
    return SaidWord(key, digest.hex())


class WordCheck:
    """Has words hashed one at a time, off the event loop, and keeps those waiting who guess."""

    def __init__(self, porter: Porter) -> None:
        self._porter = porter
        self._alone = asyncio.Lock()

    async def sit(self, peer: str, side: str, key: str, said: str, sit: Callable[[SaidWord], None]) -> None:
        """Have somebody `sit` by a word that he said for a seat with that key; a wrong one is counted.

        Raises `Unwelcome` if he may not, or has to wait before he may guess again.
        """
        what = f"word for the {side} seat"
        async with self._alone:  # who has many lines tries no more words than who has one
            self._porter.check_patience(peer, what)
            word = await asyncio.to_thread(hash_word, said, key)
            try:
                sit(word)
            except Unwelcome as refused:
                if refused.wants == WORD:
                    self._porter.count_wrong(peer, what)
                raise
