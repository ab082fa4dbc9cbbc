"""Finds rules by case or by word, the words that people type for something else included; and the terms themselves."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from westwall_tui.files.folders import battles
from westwall_tui.ui.words.rulebook import Paragraph, rules

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader

STANDARD = "standard"
CASE = re.compile(r"\d[\d.]*")
_WORD = re.compile(r"[a-z0-9']+")


class Term(NamedTuple):
    """A term of the rules."""

    name: str
    also: tuple[str, ...]
    """What people type for it."""
    meaning: str
    case: str


class Found(NamedTuple):
    """A paragraph that was found."""

    book: str
    """`standard`, or the battle whose rule it is."""
    title: str
    """Its section's."""
    paragraph: Paragraph


class Findings(NamedTuple):
    """What a search found."""

    found: Sequence[Found]
    also: Sequence[str]
    """Terms that were looked for in place of a word that the rules do not use."""


@cache
def terms() -> tuple[Term, ...]:
    """All terms, by name."""
    loader = cast("ResourceLoader", __spec__.loader)
    written = loader.get_data(str(Path(__file__).with_name("terms.txt"))).decode()
    lines = (line.split("|") for line in written.splitlines() if line and not line.startswith("#"))
    return tuple(
        Term(name.strip(), tuple(word.strip() for word in also.split(",")), meaning.strip(), case.strip())
        for name, also, meaning, case in lines
    )


def books(battle: str = STANDARD) -> list[str]:
    """The Standard Rules, then those of a battle, then those of the others."""
    others = sorted(name for name in battles() if name != battle)
    return [STANDARD, *([battle] if battle != STANDARD else []), *others]


def search(typed: str, battle: str = STANDARD) -> Findings:
    """The paragraphs of a case (`7.71`, `7.`), or those that have all of some words.

    The Standard Rules come first, then those of `battle`, then those of the others.
    """
    typed = " ".join(typed.casefold().split())
    if not typed:
        return Findings((), ())
    everything = [
        Found(book, section.title, paragraph) for book in books(battle) for section, paragraph in _paragraphs(book)
    ]
    if CASE.fullmatch(typed):
        exact = [found for found in everything if found.paragraph.case == typed]
        head = typed if exact or not typed.endswith(".0") else typed.removesuffix("0")  # a section that is only a title
        under = [found for found in everything if found.paragraph.case.startswith(head) and found not in exact]
        return Findings([*exact, *under], ())
    also = [term for term in terms() if _is_meant(term, typed)]
    wanted = [typed, *(term.name.casefold() for term in also if term.name.casefold() != typed)]
    defining = {(STANDARD, term.case) for term in also}
    found = [
        one
        for one in everything
        if (one.book, one.paragraph.case) in defining or any(_has(one, words) for words in wanted)
    ]
    found.sort(
        key=lambda one: (one.book, one.paragraph.case) not in defining
    )  # the sort is stable: defining cases first
    return Findings(found, [term.name for term in also if term.name.casefold() != typed])


def _paragraphs(book: str) -> "list[tuple[_Titled, Paragraph]]":
    return [(_Titled(section.title), paragraph) for section in rules(book) for paragraph in section.paragraphs]


class _Titled(NamedTuple):
    title: str


def _is_meant(term: Term, typed: str) -> bool:
    """Whether somebody who types this means the term."""
    return typed in (term.name.casefold(), *(word.casefold() for word in term.also))


def _has(found: Found, words: str) -> bool:
    """Whether a paragraph or its section's title has all words, by their beginnings; plurals count."""
    there = _WORD.findall(f"{found.title} {found.paragraph.text}".casefold())
    return all(any(word.startswith(_stem(each)) for word in there) for each in _WORD.findall(words))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def terms_in(text: str) -> list[tuple[int, int, Term]]:
    """Where a text names terms: start, end, and which; longer names win over those that they contain."""
    found: list[tuple[int, int, Term]] = []
    for term in sorted(terms(), key=lambda term: -len(term.name)):
        for at in re.finditer(rf"\b{re.escape(term.name)}s?\b", text, re.IGNORECASE):
            if all(at.end() <= start or at.start() >= end for start, end, _ in found):
                found.append((at.start(), at.end(), term))
    return sorted(found)


NAMES: Mapping[str, str] = {STANDARD: "Standard Rules"}


def book_name(book: str) -> str:
    """What a book is called."""
    return NAMES.get(book, book.capitalize())
