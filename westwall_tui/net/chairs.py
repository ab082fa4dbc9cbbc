"""Guests and seats of a table. A seat belongs to the player with its key, at whatever terminal."""

import hmac
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from westwall_tui.net.rooms import new_key
from westwall_tui.referee import Referee

NOBODY = -1
"""The side of a spectator."""


class Unwelcome(Exception):
    """A guest may not enter, or not take the seat he wants; the reason is one plain sentence."""

    def __init__(self, reason: str, *, for_good: bool = False, wants: str = "") -> None:
        """`for_good`: his program need not retry. `wants`: what he must give, such as `token`."""
        super().__init__(reason)
        self.for_good, self.wants = for_good, wants


@dataclass(eq=False)
class Guest:
    """A player or spectator at the table."""

    send: Callable[[Mapping[str, object]], None]
    name: str = ""
    side: int = NOBODY
    owner: bool = False
    """True if he is the host's player."""
    lines: int = 0
    """The number of lines he has sent."""
    referee: Referee | None = None
    hang_up: Callable[[], None] = lambda: None
    """Closes his connection once he has read everything."""

    def dismiss(self, reason: str) -> None:
        """Tell him why, and close his connection; his program does not reconnect."""
        self.send({"news": "closed", "text": reason})
        self.hang_up()


@dataclass(eq=False)
class Chair:
    """A seat's key, word and guest, which the save does not hold."""

    key: str = field(default_factory=new_key)
    """Its player shows this to get the seat back."""
    word: str = ""
    """The hash of the seat's word (`seatwords.py`); empty if it has none."""
    claimed: bool = False
    guest: Guest | None = None
    since: int = 0
    """When it was last taken or freed, in milliseconds. A program that left earlier does not get it back unasked."""

    @classmethod
    def freed(cls) -> "Chair":
        """A seat that is free from now on."""
        return cls(since=_now())

    def knows(self, key: str) -> bool:
        """True if that is the seat's key."""
        return same(key, self.key)

    def take(self, guest: Guest, since: int) -> Guest | None:
        """Seat a guest. Returns the guest he replaces. `since`: when he first took the seat, if he only lost his
        connection."""
        before, self.guest, self.claimed = self.guest, guest, True
        self.since = min(since, _now()) or max(_now(), self.since + 1)
        return before


def same(said: str, secret: str) -> bool:
    """True if the secret was said. Takes the same time however much of it was right."""
    return hmac.compare_digest(said.encode(), secret.encode())


def _now() -> int:
    return time.time_ns() // 1_000_000
