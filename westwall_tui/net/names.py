"""What people at a table are called: nobody like the host or the computer, and no two people alike.

Names are alike if they look it at a glance: capitals, accents, spaces and signs make no difference, nor do digits and
letters of other alphabets that are drawn like ours.
"""

import unicodedata
from collections.abc import Iterable

from westwall_tui.net.protocol import LONGEST_NAME

NAMELESS = "somebody"
RESERVED = ("host", "computer")
"""What a table calls itself when it says something."""
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
"""By letter, what is drawn like it."""
_LETTERS = str.maketrans({sign: letter for letter, signs in _ALIKE.items() for sign in signs})
_ENDS = dict.fromkeys(map(ord, "():（）："))
"""They end a name, as in `Anna (German): hello`, so none may hold them."""
_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Letters that nobody sees."""


def fit_name(wanted: str) -> str:
    """A name as it may be written beside what somebody says; `NAMELESS` if nothing of it would be seen."""
    name = " ".join(wanted.translate(_ENDS).split())
    return name if any(_is_seen(character) for character in name) else NAMELESS


def look(name: str) -> str:
    """What a name looks like: equal for names that are alike."""
    plain = unicodedata.normalize("NFKD", name).translate(_LETTERS).casefold().translate(_LETTERS)
    return "".join(character for character in plain if character.isalnum() and _is_seen(character))


def is_reserved(name: str) -> bool:
    """Whether a name looks like one that the table itself has: `Host`, `the h0st`, `computer 2`."""
    words = look(name.rstrip("0123456789 #.-")).removeprefix(look("the"))
    return words in map(look, RESERVED)


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, or with a number behind it where another is like it: `Anna 2`."""
    looks = {look(name) for name in taken}
    name, number = wanted, 1
    while look(name) in looks:
        number += 1
        ending = f" {number}"
        name = wanted[: LONGEST_NAME - len(ending)].rstrip() + ending
    return name


def _is_seen(character: str) -> bool:
    return character not in _FILLERS and unicodedata.category(character)[0] not in "MZC"
