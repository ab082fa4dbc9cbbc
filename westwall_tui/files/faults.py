"""Faults in files: what is wrong, where, and what to do, with a limit on how many are reported."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from westwall_tui.files.tables import TomlTable

MAX_FAULTS = 100
"""The maximum number of faults reported for a file. Further faults are only counted."""
MAX_HEXES = 1_000_000
"""The maximum number of hexes in all hex sets of a file; the largest board needs some thousands."""
_LONGEST_WORD = 80
"""The maximum number of characters of a word for which a similar known word is suggested."""
VERBS = frozenset({"cannot", "does", "goes", "has", "holds", "is", "must", "names", "needs", "was"})
"""The first words of reasons to which the file's name is added as the subject."""
LINE = 400
"""The maximum number of characters quoted. Longer text is shortened in the middle."""


def printable(text: str) -> str:
    """Return text from a file or a player as one line without control characters, safe for a terminal."""
    return "".join(ch if ch.isprintable() else f"\\x{ord(ch):02x}" for ch in text)


def brief(text: str, most: int = LINE) -> str:
    """Return a text, or only its beginning and end if it has more than `most` characters."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def likely(word: str, known: Iterable[str]) -> str:
    """Return ` (did you mean WORD?)` with the known word closest to `word`, or an empty string if none is close."""
    from difflib import get_close_matches  # loaded only after a mistake

    words = {each.lower(): each for each in known} if len(word) < _LONGEST_WORD else {}
    found = get_close_matches(word.lower(), list(words), 1, 0.6)
    return f" (did you mean {words[found[0]]}?)" if found else ""


def why_no_line(text: str, longest: int) -> str:
    """Return why a file cannot store a text as one line; empty if it can."""
    if odd := next((character for character in text if not character.isprintable()), ""):
        return f"contains the character U+{ord(odd):04X}, which is not plain text"
    return f"has {len(text)}" if len(text) > longest else ""


class Fault(NamedTuple):
    """A fault in a file."""

    file: str
    table: str
    """The table as the file writes it, such as `[[roads]] 3 "Arlon road"`; empty for the top of the file."""
    key: str
    """The key in that table; empty if the whole table is at fault."""
    reason: str

    def __str__(self) -> str:
        """Return a sentence about the file, or the place of the fault and the reason."""
        whole = not (self.table or self.key) and self.reason.partition(" ")[0] in VERBS
        return printable(f"{self.file} {self.reason}" if whole else ": ".join(part for part in self if part))

    def brief(self) -> "Fault":
        """Return the same fault with every part cut to a line."""
        return Fault(*(brief(part) for part in self))


class FileError(Exception):
    """Raised if a file cannot be used; `faults` lists its faults, and those of the files that it names.

    After `MAX_FAULTS` faults, one more fault says how many others there are.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(fault.brief() for fault in faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def refuse(file: str, reason: str, *, at: str = "", key: str = "") -> NoReturn:
    """Raise `FileError` for one fault of a file, or of an option, a program or a club."""
    raise FileError([Fault(file, at, key, reason)])


class Faults:
    """The faults found in one file."""

    def __init__(self, file: str, tables: "list[TomlTable] | None" = None) -> None:
        self.file = file
        self.tables = tables
        """The tables of the file in the order in which they are read; None if no form needs them (see `Asked`)."""
        self.found: list[Fault] = []
        self._others = 0
        self._hexes = 0

    @property
    def is_full(self) -> bool:
        """True if the limit is reached, so that further faults are only counted."""
        return len(self.found) >= MAX_FAULTS

    def add(self, table: str, key: str, reason: str) -> None:
        """Note a fault, or only count it if the limit is reached."""
        if self.is_full:
            self._others += 1
        else:
            self.found.append(Fault(self.file, table, key, reason).brief())

    def count_hexes(self, hexes: int) -> None:
        """Add to the number of hexes in the file's hex sets. Raises `FileError` if there are too many."""
        self._hexes += hexes
        if self._hexes > MAX_HEXES:
            self.add("", "", f"has hex sets of more than {MAX_HEXES} hexes in all; use fewer or smaller sets")
            raise FileError(self.all())

    def all(self) -> list[Fault]:
        """Return the faults found. If some were only counted, the last one gives their number."""
        if not self._others:
            return self.found
        others = "one more fault" if self._others == 1 else f"{self._others} more faults"
        return [*self.found, Fault(self.file, "", "", f"has {others}")]

    def check(self) -> None:
        """Raise `FileError` if anything was found."""
        if self.found:
            raise FileError(self.all())
