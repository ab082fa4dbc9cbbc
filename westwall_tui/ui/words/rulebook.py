"""The rules by case, in our own words.

They are in the text files beside this module, with the booklet's case numbers; rulings are marked as such.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader


class Paragraph(NamedTuple):
    """A case, or a ruling on one."""

    case: str
    text: str
    ruling: bool

    def lines(self, width: int) -> list[str]:
        """The paragraph wrapped to a width, the case number hanging at the left."""
        mark = "Ruling: " if self.ruling else ""
        head = f"{self.case:<9}"
        return wrap(mark + self.text, width, initial_indent=head, subsequent_indent=" " * len(head))


CASE = re.compile(r"\d+\.\d+")
"""A case in full: a section and what follows the point."""


class Section(NamedTuple):
    """A section of the rules."""

    case: str
    title: str
    paragraphs: tuple[Paragraph, ...]


class RuleText(NamedTuple):
    """The contents of a text file."""

    sections: tuple[Section, ...]
    help: Mapping[str, Sequence[Paragraph]]
    """By kind of prompt: what to know when you decide."""


@cache
def text_file(name: str) -> RuleText:
    """A text file by its name; empty if there is none."""
    if not name.isalnum():
        return RuleText((), {})
    loader = cast("ResourceLoader", __spec__.loader)  # `importlib.resources` would load all that reads archives
    try:
        written = loader.get_data(str(Path(__file__).with_name(f"{name}.txt")))
    except OSError:
        return RuleText((), {})
    return _parse(written.decode())


def _parse(written: str) -> RuleText:
    sections: list[tuple[str, str, list[Paragraph]]] = []
    help_texts: dict[str, list[Paragraph]] = {}
    found: list[Paragraph] = []
    for line in written.splitlines():
        if not line or line.startswith("#"):
            continue
        word, rest = line.split(" ", 1)
        if word == "==":
            case, title = rest.split(" ", 1)
            found = []
            sections.append((case, title, found))
        elif word == "?":
            found = help_texts.setdefault(rest, [])
        elif word == "ruling":
            found.append(paragraph(rest, ruling=True))
        else:
            found.append(paragraph(line))
    return RuleText(tuple(Section(case, title, tuple(lines)) for case, title, lines in sections), help_texts)


def paragraph(line: str, *, ruling: bool = False) -> Paragraph:
    """One rule of a line of text: its case, then what it says."""
    case, rest = line.split(" ", 1)
    return Paragraph(case, rest, ruling)


def rules(name: str) -> tuple[Section, ...]:
    """The sections of a text; none when there is no such text."""
    return text_file(name).sections


def sections(battle_rules: str) -> tuple[Section, ...]:
    """The Standard Rules, then those of a battle."""
    return rules("standard") + (rules(battle_rules) if battle_rules != "standard" else ())


def find(battle_rules: str, case: str) -> list[Paragraph]:
    """What the rules say about a case: its own paragraphs; where it only heads others, theirs; else nothing.

    `8.4` heads 8.41 to 8.46, `7.0` all that section 7 has. A case that does not exist is never answered by another's.
    """
    known = [paragraph for section in sections(battle_rules) for paragraph in section.paragraphs]
    exact = [paragraph for paragraph in known if paragraph.case == case]
    if exact or not CASE.fullmatch(case):
        return exact
    head = case.removesuffix("0") if case.endswith(".0") else case
    return [paragraph for paragraph in known if paragraph.case.startswith(head)]
