"""Lines as they are read aloud: no abbreviations, no signs that a voice leaves out."""

import re
from collections.abc import Iterable, Sequence

from westwall_tui.engine import words
from westwall_tui.files.faults import printable

MOST = 8
"""The most things a list names; it counts the rest."""
_SAID: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        ("\N{MINUS SIGN}", "-"),
        (r"\bMPs?\b", "Movement Points"),
        (r"\bVPs?\b", "Victory Points"),
        (r"\bFPF\b", "Final Protective Fire"),
        (r"(?<![\w/])\+(\d+)-(\d+)\b", r"plus \1 to \2"),
        (r"(?<![\w/])\+(\d+),(\d+)\b", r"plus \1 and \2"),
        (r"(?<![\w/])-(\d+)-(\d+)\b", r"minus \1 to \2"),
        (r"(?<![\w/])-(\d+),(\d+)\b", r"minus \1 and \2"),
        (r"(?<![\w/])\+(\d)", r"plus \1"),
        (r"(?<![\w/])-(\d)", r"minus \1"),
        (r"(?<=\w) : (?=\w)", " to "),
    )
)


ROMAN = re.compile(r"\b([XVI]+)(?= (?:Corps|Army)\b)")


def _figures_of_roman(roman: str) -> str:
    """A Roman number in figures: `XXX` is 30, `IV` 4."""
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in roman]
    return str(sum(-v if any(after > v for after in values[i:]) else v for i, v in enumerate(values)))


def aloud(text: str) -> str:
    """Return a sentence without signs that have to be seen: `+6-8` is `plus 6 to 8`, `2 MP` `2 Movement Points`."""
    text = sentence(text)
    for pattern, said in _SAID:
        text = pattern.sub(said, text)
    text = ROMAN.sub(lambda found: _figures_of_roman(found[0]), text)
    return re.sub(r"\b1 (Movement|Victory) Points\b", r"1 \1 Point", printable(text))


def sentence(text: str) -> str:
    """A text that begins large and ends with a full stop; a unit's name stays as it is written."""
    text = text.strip()
    text = words.capital(text)
    return text if not text or text[-1] in ".?!:" else f"{text}."


def listed(names: Iterable[str], most: int = MOST) -> str:
    """Names in a list: `A, B and C`, the last of many only counted."""
    return words.listed(names, most)


def count(n: int, one: str, many: str = "") -> str:
    """A number of things: `no units`, `1 unit`, `12 units`."""
    return words.count(n, one, many, most=0)
