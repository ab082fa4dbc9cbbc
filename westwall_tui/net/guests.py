"""Guests, their names and the seats of a table. A seat belongs to the player with its key, at whatever terminal."""

import hmac
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from westwall_tui.files.players.seats import LONGEST_NAME
from westwall_tui.net.addresses import new_key
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
class Slot:
    """A seat's key, password and guest, which are not in the save."""

    key: str = field(default_factory=new_key)
    """The seat's player shows this to get the seat back."""
    password: str = ""
    """The hash of the seat's password (`admission.py`); empty if it has none."""
    claimed: bool = False
    guest: Guest | None = None
    since: int = 0
    """When it was last taken or freed, in milliseconds. A program that left earlier does not get it back unasked."""

    @classmethod
    def freed(cls) -> "Slot":
        """A seat that is free from now on."""
        return cls(since=_milliseconds())

    def knows(self, key: str) -> bool:
        """True if that is the seat's key."""
        return same(key, self.key)

    def take(self, guest: Guest, since: int) -> Guest | None:
        """Seat a guest. Returns the guest he replaces. `since`: when he first took the seat, if he only lost his
        connection."""
        before, self.guest, self.claimed = self.guest, guest, True
        self.since = min(since, _milliseconds()) or max(_milliseconds(), self.since + 1)
        return before


def same(said: str, secret: str) -> bool:
    """True if the secret was said. Takes the same time however much of it was right."""
    return hmac.compare_digest(said.encode(), secret.encode())


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


# -- names at a table
#
# None resembles the host's, the computer's or another. Names are alike if they look alike: capitals, accents, spaces,
# signs, and lookalike digits and letters of other alphabets make no difference.


NAMELESS = "somebody"
RESERVED = ("host", "computer")
"""The table's own names in chat."""
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
"""By letter, characters that look like it."""
_LETTERS = str.maketrans({sign: letter for letter, signs in _ALIKE.items() for sign in signs})
_ENDS = dict.fromkeys(map(ord, "():（）："))
"""They end a name, as in `Anna (German): hello`, so no name may hold them."""
_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Invisible letters."""


def fit_name(wanted: str) -> str:
    """A name made fit for chat; `NAMELESS` if nothing of it is visible."""
    name = " ".join(wanted.translate(_ENDS).split())
    return name if any(_is_seen(character) for character in name) else NAMELESS


def skeleton(name: str) -> str:
    """A name's skeletons: equal for names that are alike."""
    plain = unicodedata.normalize("NFKD", name).translate(_LETTERS).casefold().translate(_LETTERS)
    return "".join(character for character in plain if character.isalnum() and _is_seen(character))


def is_reserved(name: str) -> bool:
    """True if a name skeletons like the table's own: `Host`, `the h0st`, `computer 2`."""
    words = skeleton(name.rstrip("0123456789 #.-")).removeprefix(skeleton("the"))
    return words in map(skeleton, RESERVED)


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, with a number if another is like it: `Anna 2`."""
    skeletons = {skeleton(name) for name in taken}
    name, number = wanted, 1
    while skeleton(name) in skeletons:
        number += 1
        ending = f" {number}"
        name = wanted[: LONGEST_NAME - len(ending)].rstrip() + ending
    return name


def _is_seen(character: str) -> bool:
    return character not in _FILLERS and unicodedata.category(character)[0] not in "MZC"
