"""Which examples of play come with the game; pages of the rules ask this, and no file is read for it.

An example is a folder. Its name begins with the sections that it is for, `7.2+7.3-together`; a folder for each book of
rules holds them.
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
"""The name of an example's folder."""


class ListedExample(NamedTuple):
    """An example in a list."""

    book: str
    """The rules that it is for: `standard`, or a battle's."""
    sections: tuple[str, ...]
    folder: Path

    @property
    def name(self) -> str:
        """`standard/5.1-moving`."""
        return f"{self.book}/{self.folder.name}"

    @property
    def title(self) -> str:
        """Its title; the file is read for it."""
        return parse(read(self.folder / EXAMPLE)).text("title")


def sections_of(folder: Path) -> tuple[str, ...]:
    """The sections that a folder's name says it is for."""
    found = FOLDER.fullmatch(folder.name)
    return tuple(found[1].split("+")) if found else ()


@lru_cache(maxsize=1)
def all_examples() -> Sequence[ListedExample]:
    """The examples that come with the game, in the order of the rules; only folders are looked at."""
    paths = [path.parent for path in shipped_root().glob(f"examples/*/*/{EXAMPLE}")]
    found = [ListedExample(path.parent.name, sections_of(path), path) for path in paths]
    return sorted(found, key=lambda each: (each.book != "standard", each.book, [_numbers_of(s) for s in each.sections]))


def _numbers_of(section: str) -> tuple[int, ...]:
    return tuple(map(int, section.split(".")))


@lru_cache(maxsize=1)
def by_section() -> Mapping[tuple[str, str], ListedExample]:
    """The examples by book and section."""
    return {(each.book, section): each for each in all_examples() for section in each.sections}


def examples_for(word: str, battle: str = "") -> list[ListedExample]:
    """The examples of a section or case, `7`, `7.4` or `7.43`, or with that name; `battle`: of its book alone."""
    found = [each for each in all_examples() if not battle or each.book == battle]
    named = [each for each in found if word in (each.name, each.folder.name)]
    return named or [each for each in found if any(_is_of(section, word) for section in each.sections)]


def _is_of(section: str, word: str) -> bool:
    """True if a section is the one of a word: `7.4` of 7, 7.4 and 7.43, and `6.0` of 6.13."""
    if section.endswith(".0"):
        return word == section or f"{word}.".startswith(section[:-1])
    return word.startswith(section) or word == section.partition(".")[0]
