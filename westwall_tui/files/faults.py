"""Faults in files: what is wrong and where, in words that you can act on."""

from collections.abc import Iterable
from typing import NamedTuple


def printable(text: str) -> str:
    """Text from a file or a player, made safe for a terminal: one line, no control characters."""
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
    """A file cannot be used; `faults` has everything wrong with it and with the files it names."""

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
