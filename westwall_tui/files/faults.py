"""Faults of files: what is wrong, where, and in words that a person can act on."""

from collections.abc import Iterable
from typing import NamedTuple


def printable(text: str) -> str:
    """Text from a file or a player as it may go to a terminal: one line, nothing that a terminal would obey."""
    return "".join(ch if ch.isprintable() else f"\\x{ord(ch):02x}" for ch in text)


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


class FileError(Exception):
    """A file cannot be used; `faults` holds everything that is wrong with it and with the files that it names."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class Faults:
    """Collects the faults of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Fault] = []

    def add(self, table: str, key: str, reason: str) -> None:
        """Note a fault and go on."""
        self.found.append(Fault(self.file, table, key, reason))

    def check(self) -> None:
        """Raise `FileError` if anything was found."""
        if self.found:
            raise FileError(self.found)
