"""Guests of a hosted game, their names, and the slots for players. A slot belongs to the player who has its key."""

import hmac
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from westwall_tui.files.players.seats import MAX_NAME_LENGTH
from westwall_tui.net.addresses import new_key
from westwall_tui.referee import Referee

NOBODY = -1
"""The side of a spectator."""


class Unwelcome(Exception):
    """A guest may not enter, or may not take the wanted seat. The reason is one plain sentence."""

    def __init__(self, reason: str, *, for_good: bool = False, wants: str = "") -> None:
        """Make the error.

        Retrying is useless if `for_good` is true. `wants` names the missing secret, such as `token`.
        """
        super().__init__(reason)
        self.for_good, self.wants = for_good, wants


@dataclass(eq=False)
class Guest:
    """A player or spectator of a hosted game."""

    send: Callable[[Mapping[str, object]], None]
    name: str = ""
    side: int = NOBODY
    owner: bool = False
    """True if the guest is the host's player."""
    lines: int = 0
    """The number of lines that the guest has sent."""
    referee: Referee | None = None
    hang_up: Callable[[], None] = lambda: None
    """A function that closes the connection after the last message."""

    def dismiss(self, reason: str) -> None:
        """Close the connection with a reason. The guest's program does not reconnect."""
        self.send({"news": "closed", "text": reason})
        self.hang_up()


@dataclass(eq=False)
class Slot:
    """A seat's data that are not in the save: its key, password and guest."""

    key: str = field(default_factory=new_key)
    """The key that the seat's player shows to get the seat back."""
    password: str = ""
    """The hash of the seat's password (`admission.py`); empty if the seat has no password."""
    claimed: bool = False
    guest: Guest | None = None
    since: int = 0
    """The time of the seat's last change of players, in milliseconds.

    A program that lost its connection before that time cannot take the seat back.
    """

    @classmethod
    def freed(cls) -> "Slot":
        """Return a slot that is free from now on."""
        return cls(since=_milliseconds())

    def knows(self, key: str) -> bool:
        """Return True if this is the key of the seat."""
        return same(key, self.key)

    def take(self, guest: Guest, since: int) -> Guest | None:
        """Seat a guest, and return the guest who was replaced.

        `since` is the time at which a reconnecting guest first took the seat.
        """
        before, self.guest, self.claimed = self.guest, guest, True
        self.since = min(since, _milliseconds()) or max(_milliseconds(), self.since + 1)
        return before


def same(said: str, secret: str) -> bool:
    """Return True if a guess equals the secret. The comparison takes the same time for any guess."""
    return hmac.compare_digest(said.encode(), secret.encode())


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


# -- names of guests
#
# A guest's name must not be confusable with that of another guest, the host or the computer. Names are confusable if
# they differ only in case, accents, spaces, symbols, digits that look like letters, or similar letters of other
# alphabets.


NAMELESS = "somebody"
RESERVED = ("host", "computer")
"""Names that the program itself uses in chat."""
_ALIKE = {
    "a": "АаΑα",
    "b": "ВвΒβ8",
    "c": "Ссϲ",
    "d": "ԁđĐ",
    "e": "ЕеΕε3",
    "g": "ɡ9",
    "h": "НнΗһ",
    "i": "ІіΙιıƖӀ1lL|!",
    "j": "Јјϳ",
    "k": "КкΚκ",
    "m": "МмΜ",
    "n": "Νηոп",
    "o": "ОоΟοσøØ0",
    "p": "РрΡρ",
    "q": "ԛ",
    "s": "Ѕѕ5$",
    "t": "ТтΤτ7",
    "u": "υս",
    "v": "νѵ",
    "w": "ԜԝωѡШш",
    "x": "ХхΧχ",
    "y": "УуΥγ",
    "z": "Ζζ2",
}
"""The characters that look like each letter."""
_LETTERS = str.maketrans({sign: letter for letter, signs in _ALIKE.items() for sign in signs})
_ENDS = dict.fromkeys(map(ord, "():（）："))
"""Characters that end a name in chat, as in `Anna (German): hello`. They are removed from names."""
_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Invisible letters."""


def fit_name(wanted: str) -> str:
    """Return a name in a form fit for chat, or `NAMELESS` if none of its characters is visible."""
    name = " ".join(wanted.translate(_ENDS).split())
    return name if any(_is_seen(character) for character in name) else NAMELESS


def skeleton(name: str) -> str:
    """Return the skeleton of a name, which is the same for confusable names."""
    plain = unicodedata.normalize("NFKD", name).translate(_LETTERS).casefold().translate(_LETTERS)
    return "".join(character for character in plain if character.isalnum() and _is_seen(character))


def is_reserved(name: str) -> bool:
    """Return True if a name is confusable with the program's own: `Host`, `the h0st`, `computer 2`."""
    words = skeleton(name.rstrip("0123456789 #.-")).removeprefix(skeleton("the"))
    return words in map(skeleton, RESERVED)


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Return a name. If it is confusable with a taken name, add a number: `Anna 2`."""
    skeletons = {skeleton(name) for name in taken}
    name, number = wanted, 1
    while skeleton(name) in skeletons:
        number += 1
        ending = f" {number}"
        name = wanted[: MAX_NAME_LENGTH - len(ending)].rstrip() + ending
    return name


def _is_seen(character: str) -> bool:
    return character not in _FILLERS and unicodedata.category(character)[0] not in "MZC"
