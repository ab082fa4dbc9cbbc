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
    """A guest may not enter, or not take the wanted seat; the reason is one plain sentence."""

    def __init__(self, reason: str, *, for_good: bool = False, wants: str = "") -> None:
        """Refuse a guest, `for_good` if retrying is useless. `wants` names the missing secret, such as `token`."""
        super().__init__(reason)
        self.for_good, self.wants = for_good, wants


@dataclass(eq=False)
class Guest:
    """A player or spectator of a hosted game."""

    send: Callable[[Mapping[str, object]], None]
    name: str = ""
    side: int = NOBODY
    owner: bool = False
    """True for the host's player."""
    lines: int = 0
    """The number of lines that the guest has sent."""
    referee: Referee | None = None
    hang_up: Callable[[], None] = lambda: None
    """Closes the connection after the last message."""

    def dismiss(self, reason: str) -> None:
        """Close the connection with a reason. The guest's program does not reconnect."""
        self.send({"news": "closed", "text": reason})
        self.hang_up()


@dataclass(eq=False)
class Slot:
    """The key, password and guest of a seat, which are not in the save."""

    key: str = field(default_factory=new_key)
    """The seat's player shows this to get the seat back."""
    password: str = ""
    """The hash of the seat's password (`admission.py`), if the seat has one."""
    claimed: bool = False
    guest: Guest | None = None
    since: int = 0
    """The time of the last change in milliseconds. A program that lost its connection before cannot take it back."""

    @classmethod
    def freed(cls) -> "Slot":
        """Return a slot that is free from now on."""
        return cls(since=_milliseconds())

    def knows(self, key: str) -> bool:
        """Return True if a key is the seat's."""
        return same(key, self.key)

    def take(self, guest: Guest, since: int) -> Guest | None:
        """Seat a guest, and return the guest who was replaced.

        `since` is the time at which a reconnecting guest took the seat.
        """
        before, self.guest, self.claimed = self.guest, guest, True
        self.since = min(since, _milliseconds()) or max(_milliseconds(), self.since + 1)
        return before


def same(said: str, secret: str) -> bool:
    """Return True if a guess is the secret. The time does not depend on the number of correct characters."""
    return hmac.compare_digest(said.encode(), secret.encode())


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


# -- names of guests
#
# No guest's name may be confusable with another guest's, the host's or the computer's. Names are confusable if they
# differ only in case, accents, spaces, symbols, or similar digits and letters of other alphabets.


NAMELESS = "somebody"
RESERVED = ("host", "computer")
"""The program's own names in chat."""
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
"""By letter, characters that look similar."""
_LETTERS = str.maketrans({sign: letter for letter, signs in _ALIKE.items() for sign in signs})
_ENDS = dict.fromkeys(map(ord, "():（）："))
"""Characters that end a name, as in `Anna (German): hello`, and may not be in one."""
_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Invisible letters."""


def fit_name(wanted: str) -> str:
    """Return a name in a form for chat, or `NAMELESS` if none of its characters is visible."""
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
    """Return a name, with a number if a taken name is confusable with it: `Anna 2`."""
    skeletons = {skeleton(name) for name in taken}
    name, number = wanted, 1
    while skeleton(name) in skeletons:
        number += 1
        ending = f" {number}"
        name = wanted[: MAX_NAME_LENGTH - len(ending)].rstrip() + ending
    return name


def _is_seen(character: str) -> bool:
    return character not in _FILLERS and unicodedata.category(character)[0] not in "MZC"
