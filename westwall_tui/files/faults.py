"""Faults in files: what is wrong and where, in words you can act on, and never more than you can read."""

from collections.abc import Iterable
from typing import NamedTuple, NoReturn

MOST = 100
"""The most faults reported for a file; the others are counted."""
MOST_HEXES = 1_000_000
"""The most hexes that a file's hex sets may go through; the largest board needs some thousands."""
_LONGEST_WORD = 80
"""Longer words are nobody's slip of the finger."""
VERBS = frozenset({"cannot", "does", "goes", "has", "holds", "is", "must", "names", "needs", "was"})
"""With these begins a reason whose subject is what it is about."""
LINE = 400
"""The most characters quoted; longer text loses its middle."""


def printable(text: str) -> str:
    """Text from a file or a player, made safe for a terminal: one line, no control characters."""
    return "".join(ch if ch.isprintable() else f"\\x{ord(ch):02x}" for ch in text)


def brief(text: str, most: int = LINE) -> str:
    """At most about `most` characters of a text: if longer, both its ends."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def likely(word: str, known: Iterable[str]) -> str:
    """A question that offers the known word somebody may have meant, to go into a sentence; or nothing."""
    from difflib import get_close_matches  # nobody pays for it who makes no mistakes

    found = get_close_matches(word.lower(), list(known), 1, 0.6) if len(word) < _LONGEST_WORD else []
    return f" (did you mean {found[0]}?)" if found else ""


class Fault(NamedTuple):
    """A fault in a file."""

    file: str
    table: str
    """The table as the file writes it, such as `[[roads]] 3 "Arlon road"`; empty for the top of the file."""
    key: str
    """The key in that table; empty when the whole table is meant."""
    reason: str

    def __str__(self) -> str:
        """A sentence about the file, or after what stands at fault in it, what is wrong there."""
        whole = not (self.table or self.key) and self.reason.partition(" ")[0] in VERBS
        return printable(f"{self.file} {self.reason}" if whole else ": ".join(part for part in self if part))

    def brief(self) -> "Fault":
        """The same fault with every part cut to a line."""
        return Fault(*(brief(part) for part in self))


class FileError(Exception):
    """A file cannot be used; `faults` lists its faults, and those of the files it names.

    After `MOST` faults one more says how many others there are.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(fault.brief() for fault in faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def refuse(file: str, reason: str, *, at: str = "", key: str = "") -> NoReturn:
    """Raise `FileError` for one fault of a file, or of what stands in place of one: an option, a program, a club."""
    raise FileError([Fault(file, at, key, reason)])


class Faults:
    """Collects the faults of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Fault] = []
        self._others = 0
        self._hexes = 0

    @property
    def is_full(self) -> bool:
        """True if further faults are only counted, so that they need no words."""
        return len(self.found) >= MOST

    def add(self, table: str, key: str, reason: str) -> None:
        """Note a fault and go on."""
        if self.is_full:
            self._others += 1
        else:
            self.found.append(Fault(self.file, table, key, reason).brief())

    def look_at(self, hexes: int) -> None:
        """Count hexes that a file's hex sets go through. Raises `FileError` when there are too many."""
        self._hexes += hexes
        if self._hexes > MOST_HEXES:
            self.add("", "", f"has hex sets of more than {MOST_HEXES} hexes in all; use fewer or smaller sets")
            raise FileError(self.all())

    def all(self) -> list[Fault]:
        """The faults found; the last one counts those left out."""
        if not self._others:
            return self.found
        others = "one more fault" if self._others == 1 else f"{self._others} more faults"
        return [*self.found, Fault(self.file, "", "", f"has {others}")]

    def check(self) -> None:
        """Raise `FileError` if anything was found."""
        if self.found:
            raise FileError(self.all())
