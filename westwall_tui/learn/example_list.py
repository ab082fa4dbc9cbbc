"""The list of examples of play that come with the game, made from the names of their folders without reading files.

The name of an example's folder begins with the sections that the example shows: `7.2+7.3-together`. Each book of rules
has a folder for its examples.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.tables import parse, read

EXAMPLE = "example.toml"
FOLDER = re.compile(r"(\d+\.\d+(?:\+\d+\.\d+)*)-[a-z-]+")
"""Pattern of the name of an example's folder."""


class ListedExample(NamedTuple):
    """An example in a list."""

    book: str
    """The book of rules that the example shows: `standard`, or a battle."""
    sections: tuple[str, ...]
    folder: Path

    @property
    def name(self) -> str:
        """The name including the book, such as `standard/5.1-moving`."""
        return f"{self.book}/{self.folder.name}"

    @property
    def title(self) -> str:
        """The title, read from the example's file."""
        return parse(read(self.folder / EXAMPLE)).text("title")


def sections_of(folder: Path) -> tuple[str, ...]:
    """Return the sections in the name of a folder."""
    found = FOLDER.fullmatch(folder.name)
    return tuple(found[1].split("+")) if found else ()


@lru_cache(maxsize=1)
def all_examples() -> Sequence[ListedExample]:
    """Return the examples that come with the game, in the order of the rules, without reading their files."""
    paths = [path.parent for path in shipped_root().glob(f"examples/*/*/{EXAMPLE}")]
    found = [ListedExample(path.parent.name, sections_of(path), path) for path in paths]
    return sorted(found, key=lambda each: (each.book != "standard", each.book, [_numbers_of(s) for s in each.sections]))


def _numbers_of(section: str) -> tuple[int, ...]:
    return tuple(map(int, section.split(".")))


@lru_cache(maxsize=1)
def by_section() -> Mapping[tuple[str, str], ListedExample]:
    """Return the examples by book and section."""
    return {(each.book, section): each for each in all_examples() for section in each.sections}


def examples_for(word: str, battle: str = "") -> list[ListedExample]:
    """Return the examples with a name, or of a section or case (`7`, `7.4`, `7.43`); of one book if `book` names it."""
    found = [each for each in all_examples() if not battle or each.book == battle]
    named = [each for each in found if word in (each.name, each.folder.name)]
    return named or [each for each in found if any(_is_of(section, word) for section in each.sections)]


def _is_of(section: str, word: str) -> bool:
    """Return True if a word covers a section: 7, 7.4 and 7.43 cover `7.4`; 6.13 covers `6.0`."""
    if section.endswith(".0"):
        return word == section or f"{word}.".startswith(section[:-1])
    return word.startswith(section) or word == section.partition(".")[0]
