"""The word of a seat: a secret besides the key, and the hash that a host keeps of it.

A key is in a file, so anyone under the same login has it. A word is in its player's head. The host keeps a slow hash,
salted with the seat's key: a stolen state folder does not reveal it, and it counts for one seat of one game until the
seat is freed.
"""

import asyncio
import hashlib
from collections.abc import Callable
from typing import NamedTuple

from westwall_tui.net.chairs import Unwelcome
from westwall_tui.net.porter import Porter

WORD = "word"
"""The `wants` of a refusal for a wrong word."""
COST, BLOCK = 1 << 14, 8
"""For scrypt: each guess costs 16 MB and some 50 ms, also for a thief with the host's files."""


class SaidWord(NamedTuple):
    """A word said for a seat, as a hash salted with its key."""

    key: str
    digest: str


NO_WORD = SaidWord("", "")


def hash_word(said: str, key: str) -> SaidWord:
    """Hash a word for the seat with this key. Slow: never call it in an event loop."""
    digest = hashlib.scrypt(said.encode(), salt=key.encode(), n=COST, r=BLOCK, p=1, dklen=32)
    return SaidWord(key, digest.hex())


class WordCheck:
    """Hashes words one at a time outside the event loop, and makes guessers wait."""

    def __init__(self, porter: Porter) -> None:
        self._porter = porter
        self._alone = asyncio.Lock()

    async def sit(self, peer: str, side: str, key: str, said: str, sit: Callable[[SaidWord], None]) -> None:
        """Seat a guest (`sit`) by the word he said for the seat with this key. A wrong word is counted.

        Raises `Unwelcome` for a wrong word, or while he must wait before guessing again.
        """
        what = f"word for the {side} seat"
        async with self._alone:  # many connections try no more words than one
            self._porter.check_patience(peer, what)
            word = await asyncio.to_thread(hash_word, said, key)
            try:
                sit(word)
            except Unwelcome as refused:
                if refused.wants == WORD:
                    self._porter.count_wrong(peer, what)
                raise
