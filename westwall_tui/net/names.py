"""Names at a table: none resembles the host's, the computer's or another.

Names are alike if they look alike: capitals, accents, spaces, signs, and lookalike digits and letters of other
alphabets make no difference.
"""

import unicodedata
from collections.abc import Iterable

from westwall_tui.net.protocol import LONGEST_NAME

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


def look(name: str) -> str:
    """A name's looks: equal for names that are alike."""
    plain = unicodedata.normalize("NFKD", name).translate(_LETTERS).casefold().translate(_LETTERS)
    return "".join(character for character in plain if character.isalnum() and _is_seen(character))


def is_reserved(name: str) -> bool:
    """True if a name looks like the table's own: `Host`, `the h0st`, `computer 2`."""
    words = look(name.rstrip("0123456789 #.-")).removeprefix(look("the"))
    return words in map(look, RESERVED)


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, with a number if another is like it: `Anna 2`."""
    looks = {look(name) for name in taken}
    name, number = wanted, 1
    while look(name) in looks:
        number += 1
        ending = f" {number}"
        name = wanted[: LONGEST_NAME - len(ending)].rstrip() + ending
    return name


def _is_seen(character: str) -> bool:
    return character not in _FILLERS and unicodedata.category(character)[0] not in "MZC"
