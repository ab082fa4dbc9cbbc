"""Who is at a table, and whose its seats are: a seat is its player's by a key, from whichever terminal he comes."""

import hmac
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from westwall_tui.net.rooms import new_key
from westwall_tui.referee import Referee

NOBODY = -1
"""The side of who only watches."""


class Unwelcome(Exception):
    """Somebody may not come in, or not sit where he wants; the reason is one plain sentence."""

    def __init__(self, reason: str, *, for_good: bool = False, wants: str = "") -> None:
        """`for_good`: to try again by itself is no use to his program. `wants`: what he should say, as `token`."""
        super().__init__(reason)
        self.for_good, self.wants = for_good, wants


@dataclass(eq=False)
class Guest:
    """Somebody at the table, who plays or watches."""

    send: Callable[[Mapping[str, object]], None]
    name: str = ""
    side: int = NOBODY
    owner: bool = False
    """Whether the game is his to host."""
    lines: int = 0
    """How many lines he has said."""
    referee: Referee | None = None
    hang_up: Callable[[], None] = lambda: None
    """Ends his line, once he has read what he was told."""

    def dismiss(self, reason: str) -> None:
        """Tell him why his line ends, and end it; his program does not come back by itself."""
        self.send({"news": "closed", "text": reason})
        self.hang_up()


@dataclass(eq=False)
class Chair:
    """What the table knows of a seat beyond the save's."""

    key: str = field(default_factory=new_key)
    """Whoever took the seat once shows this to get it back."""
    word: str = ""
    """The hash of the word that its player must say as well (`seatwords.py`); empty if he gave none."""
    claimed: bool = False
    guest: Guest | None = None
    since: int = 0
    """When it was last taken up or freed, in milliseconds: whoever left it before that does not get it back unasked."""

    @classmethod
    def freed(cls) -> "Chair":
        """A seat that anybody may take, from now on."""
        return cls(since=_now())

    def knows(self, key: str) -> bool:
        """Whether that is the key of the seat."""
        return same(key, self.key)

    def take(self, guest: Guest, since: int) -> Guest | None:
        """Have somebody sit there; whoever else still did. `since`: when he took it up, if his line was only lost."""
        before, self.guest, self.claimed = self.guest, guest, True
        self.since = min(since, _now()) or max(_now(), self.since + 1)
        return before


def same(said: str, secret: str) -> bool:
    """Whether somebody said the secret, found out in a time that does not tell how much of it was right."""
    return hmac.compare_digest(said.encode(), secret.encode())


def _now() -> int:
    return time.time_ns() // 1_000_000
