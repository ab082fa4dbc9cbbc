"""Faults in files: what is wrong and where, in words that you can act on, and never more of them than you can read."""

from collections.abc import Iterable
from typing import NamedTuple

MOST = 100
"""So many faults of a file are told; the others are counted."""
MOST_HEXES = 1_000_000
"""Hexes that the hex sets of a file may look at, one by one; those of the largest board look at some thousands."""
LINE = 400
"""Characters of what is quoted: longer text is cut in its middle."""


def printable(text: str) -> str:
    """Text from a file or a player, made safe for a terminal: one line, no control characters."""
    return "".join(ch if ch.isprintable() else f"\\x{ord(ch):02x}" for ch in text)


def brief(text: str, most: int = LINE) -> str:
    """Text of at most about that many characters: both its ends, where it is longer."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


class Fault(NamedTuple):
    """One thing that is wrong with a file."""

    file: str
    table: str
    """The table as the file writes it, such as `[[roads]] 3 "Arlon road"`; empty for the top of the file."""
    key: str
    """The key in that table; empty when the whole table is meant."""
    reason: str

    def __str__(self) -> str:
        return printable(": ".join(part for part in self if part))

    def brief(self) -> "Fault":
        """The same fault, with nothing of it longer than a line."""
        return Fault(*(brief(part) for part in self))


class FileError(Exception):
    """A file cannot be used; `faults` has what is wrong with it and with the files it names.

    After `MOST` faults one more says how many others there are.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(fault.brief() for fault in faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class Faults:
    """Collects the faults of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Fault] = []
        self._others = 0
        self._hexes = 0

    @property
    def is_full(self) -> bool:
        """Whether further faults are only counted, so that nobody need find words for them."""
        return len(self.found) >= MOST

    def add(self, table: str, key: str, reason: str) -> None:
        """Note a fault and go on."""
        if self.is_full:
            self._others += 1
        else:
            self.found.append(Fault(self.file, table, key, reason).brief())

    def look_at(self, hexes: int) -> None:
        """Count what a file's hex sets make us look at. Raises `FileError` when that would take too long."""
        self._hexes += hexes
        if self._hexes > MOST_HEXES:
            self.add("", "", f"has hex sets that go through more than {MOST_HEXES} hexes; write fewer of them")
            raise FileError(self.all())

    def all(self) -> list[Fault]:
        """Those found, and how many others there are."""
        if not self._others:
            return self.found
        others = "one more fault" if self._others == 1 else f"{self._others} more faults"
        return [*self.found, Fault(self.file, "", "", f"has {others}")]

    def check(self) -> None:
        """Raise `FileError` if anything was found."""
        if self.found:
            raise FileError(self.all())
