"""Turns sentences into lines for a voice, without abbreviations and symbols that a screen reader would skip."""

import re
from collections.abc import Iterable, Sequence

from westwall_tui.engine import words
from westwall_tui.files.faults import printable

MOST = 8
"""The maximum number of names in a list; any others are counted."""
capital, count, with_stop = words.capital, words.count, words.with_stop
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
    """Return a Roman numeral in figures: `XXX` is 30, `IV` 4."""
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in roman]
    return str(sum(-v if any(after > v for after in values[i:]) else v for i, v in enumerate(values)))


def aloud(text: str) -> str:
    """Return a sentence without symbols that must be seen: `+6-8` becomes `plus 6 to 8`, `2 MP` `2 Movement Points`."""
    text = sentence(text)
    for pattern, said in _SAID:
        text = pattern.sub(said, text)
    text = ROMAN.sub(lambda found: _figures_of_roman(found[0]), text)
    return re.sub(r"\b1 (Movement|Victory) Points\b", r"1 \1 Point", printable(text))


def sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning and a full stop at its end."""
    text = text.strip()
    text = words.capital(text)
    return text if not text or text[-1] in ".?!:" else f"{text}."


def listed(names: Iterable[str], most: int = MOST, joined: str = "and") -> str:
    """Return names as a list: `A, B and C`. Names beyond the first `most` are counted."""
    return words.listed(names, most, joined)
