"""The rules in our own words, to read, to search by case or by word, and to print.

The text files next to this module use the booklet's case numbers and mark rulings.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple, cast

from westwall_tui.files.disk.folders import battles
from westwall_tui.files.faults import likely
from westwall_tui.learn.example_list import ListedExample, by_section

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader


class Paragraph(NamedTuple):
    """The text of a case, or of a ruling on a case."""

    case: str
    text: str
    ruling: bool

    def lines(self, width: int) -> list[str]:
        """Return the paragraph as lines of at most a width, with the case number at the left."""
        mark = "Ruling: " if self.ruling else ""
        head = f"{self.case:<9}"
        return wrap(mark + self.text, width, initial_indent=head, subsequent_indent=" " * len(head))


CASE = re.compile(r"\d+\.\d+")
"""Pattern of a full case number: the section, a point and more digits."""


class Section(NamedTuple):
    """A section of the rules."""

    case: str
    title: str
    paragraphs: tuple[Paragraph, ...]


class RuleText(NamedTuple):
    """The contents of a text file."""

    sections: tuple[Section, ...]
    help: Mapping[str, Sequence[Paragraph]]
    """Help with decisions, by kind of prompt."""


@cache
def text_file(name: str) -> RuleText:
    """Return the contents of a text file by its name; empty if there is none."""
    if not name.isalnum():
        return RuleText((), {})
    loader = cast("ResourceLoader", __spec__.loader)  # `importlib.resources` would load all modules that read archives
    try:
        written = loader.get_data(str(Path(__file__).with_name(f"{name}.txt")))
    except OSError:
        return RuleText((), {})
    return _parse_rules(written.decode())


def _parse_rules(written: str) -> RuleText:
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
    """Return the paragraph that a line of text holds: the case, then the rule."""
    case, rest = line.split(" ", 1)
    return Paragraph(case, rest, ruling)


def rules(name: str) -> tuple[Section, ...]:
    """Return the sections of a text; none if there is no such text."""
    return text_file(name).sections


def sections(battle_rules: str) -> tuple[Section, ...]:
    """Return the sections of the Standard Rules, then those of a battle."""
    return rules("standard") + (rules(battle_rules) if battle_rules != "standard" else ())


def find(battle_rules: str, case: str) -> list[Paragraph]:
    """Return the paragraphs of a case, or those of the cases below it if it has none.

    `8.4` has 8.41 to 8.46 below it, `7.0` all of section 7. For a case that does not exist return nothing.
    """
    known = [paragraph for section in sections(battle_rules) for paragraph in section.paragraphs]
    exact = [paragraph for paragraph in known if paragraph.case == case]
    if exact or not CASE.fullmatch(case):
        return exact
    head = case.removesuffix("0") if case.endswith(".0") else case
    return [paragraph for paragraph in known if paragraph.case.startswith(head)]


STANDARD = "standard"
TYPED_CASE = re.compile(r"\d[\d.]*")
_WORD = re.compile(r"[a-z0-9']+")


class Term(NamedTuple):
    """A term of the rules."""

    name: str
    also: tuple[str, ...]
    """Other words that people may type for the term."""
    meaning: str
    case: str


class Found(NamedTuple):
    """A paragraph found by a search."""

    book: str
    """The name of the book: `standard`, or a battle."""
    title: str
    """The title of the paragraph's section."""
    paragraph: Paragraph


class Findings(NamedTuple):
    """The results of a search."""

    found: Sequence[Found]
    also: Sequence[str]
    """Terms that were used in the search because the rules do not use the word that was typed."""


@cache
def terms() -> tuple[Term, ...]:
    """Return all terms."""
    loader = cast("ResourceLoader", __spec__.loader)
    written = loader.get_data(str(Path(__file__).with_name("terms.txt"))).decode()
    lines = (line.split("|") for line in written.splitlines() if line and not line.startswith("#"))
    return tuple(
        Term(name.strip(), tuple(word.strip() for word in also.split(",")), meaning.strip(), case.strip())
        for name, also, meaning, case in lines
    )


def books(battle: str = STANDARD) -> list[str]:
    """Return the names of the books: the Standard Rules, a battle, then the other battles."""
    others = sorted(name for name in battles() if name != battle)
    return [STANDARD, *([battle] if battle != STANDARD else []), *others]


def search(typed: str, battle: str = STANDARD) -> Findings:
    """Return the paragraphs of a case (`7.71`, `7.`), or those that have all of some words.

    The cases that define a term come first, then the Standard Rules, those of `battle`, and those of the other battles.
    Within each book, sections about the words come first, then paragraphs with the whole words, then paragraphs with
    words that begin like them.
    """
    typed = " ".join(typed.casefold().split())
    if not typed:
        return Findings((), ())
    everything = [
        Found(book, section.title, paragraph)
        for book in books(battle)
        for section in rules(book)
        for paragraph in section.paragraphs
    ]
    if TYPED_CASE.fullmatch(typed):
        exact = [found for found in everything if found.paragraph.case == typed]
        head = typed if exact or not typed.endswith(".0") else typed.removesuffix("0")  # a section that is only a title
        under = [found for found in everything if found.paragraph.case.startswith(head) and found not in exact]
        return Findings([*exact, *under], ())
    also = [term for term in terms() if _is_meant(term, typed)]
    plain = " ".join(word for word in typed.split() if word not in LITTLE)
    if not also and plain not in ("", typed):
        return search(plain, battle)
    wanted = [typed, *(term.name.casefold() for term in also if term.name.casefold() != typed)]
    defining = {(STANDARD, term.case) for term in also}
    order = books(battle)
    ranked: list[tuple[tuple[bool, int, int], Found]] = []
    for one in everything:
        defines = (one.book, one.paragraph.case) in defining
        fits = [fit for words in wanted if (fit := _fit(one, words))]
        if defines or fits:
            ranked.append(((not defines, order.index(one.book), min(fits, default=0)), one))
    ranked.sort(key=lambda each: each[0])  # sorting is stable: cases keep their order
    return Findings([one for _, one in ranked], [term.name for term in also if term.name.casefold() != typed])


LITTLE = {"a", "an", "can", "do", "does", "how", "i", "is", "it", "my", "the", "to", "what", "when", "which", "why"}
"""Words of a question that are ignored because they say nothing about its subject."""
SHORT = 2
"""Maximum length of words, such as Br and Ae, that match only whole words, not the beginnings of longer ones."""


def _is_meant(term: Term, typed: str) -> bool:
    """Return True if the term, or another word for it, was typed."""
    return typed in (term.name.casefold(), *(word.casefold() for word in term.also))


def _fit(found: Found, words: str) -> int:
    """Return how well a paragraph matches some words; 0 if it lacks one of them.

    1 if its section's title has all words, 2 if its text has all as whole words, 3 if its words begin with them.
    """
    wanted = [_without_plural(each) for each in _WORD.findall(words)]
    title, text = _words_of(found.title), _words_of(found.paragraph.text)
    if all(_begins(each, title) for each in wanted):
        return 1
    if all(f" {each} " in text or f" {each}s " in text for each in wanted):
        return 2
    return 3 * all(_begins(each, title + text) for each in wanted)


def _begins(word: str, words: str) -> bool:
    """Return True if one of some words begins with this word, or equals it if it is short."""
    return f" {word} " in words if len(word) <= SHORT else f" {word}" in words


@cache
def _words_of(text: str) -> str:
    """Return all words of a text, each between spaces."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _without_plural(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def terms_in(text: str) -> list[tuple[int, int, Term]]:
    """Return where a text names terms: start, end and term. A longer name wins over a name within it."""
    found: list[tuple[int, int, Term]] = []
    for term in sorted(terms(), key=lambda term: -len(term.name)):
        for at in re.finditer(rf"\b{re.escape(term.name)}s?\b", text, re.IGNORECASE):
            if all(at.end() <= start or at.start() >= end for start, end, _ in found):
                found.append((at.start(), at.end(), term))
    return sorted(found)


def book_name(book: str) -> str:
    """Return the title of a book."""
    return "Standard Rules" if book == STANDARD else book.capitalize()


def example_of(book: str, case: str) -> ListedExample | None:
    """Return the example for a case or for its section, if there is one."""
    found = by_section()
    holds = (section.case for section in rules(book) if any(part.case == case for part in section.paragraphs))
    return found.get((book, case)) or next((found[book, name] for name in holds if (book, name) in found), None)


WIDTH = 78
HEAD = """\
# The rules

These are the rules in our own words, with the booklet's case numbers. A *ruling* is this program's decision where the
booklet is silent or contradicts itself. You find the same text with `R` in the game and with `westwall rules WORD`;
`westwall rules --markdown` made this page. An *example* plays the section through on a small board: press `e` on the
page of the rules, choose `Learn` on the title, or use the command that follows the section.
"""


def as_text(typed: str, battle: str = STANDARD) -> str:
    """Return what the rules say about a word or case; if nothing is typed, the list of sections."""
    if not typed:
        return "".join(f"{line}\n" for line in _list_sections(battle))
    found = search(typed, battle)
    lines = []
    if found.also:
        lines += [f"Also: {', '.join(found.also)}", ""]
    for term in terms():
        if term.name in found.also or term.name.casefold() == typed.casefold():
            lines += [*wrap(f"{term.name} ({term.case}): {term.meaning}", WIDTH), ""]
    book = ""
    for one in found.found:
        if one.book != book:
            book = one.book
            lines.append(book_name(book))
        lines += one.paragraph.lines(WIDTH)
    return "".join(f"{line}\n" for line in lines or [_nothing_found(typed, battle)])


def _nothing_found(typed: str, battle: str) -> str:
    """Return the message for an unknown case, or for a word that the rules do not use."""
    if not TYPED_CASE.fullmatch(typed):
        meant = likely(typed, [term.name.casefold() for term in terms()])
        return f"No rule mentions {typed!r}{meant}; westwall rules lists the sections"
    shorter = typed[:-1].rstrip(".")
    while shorter and not search(shorter, battle).found:
        shorter = shorter[:-1].rstrip(".")
    more = (
        f"westwall rules {shorter} lists the cases that begin with {shorter}"
        if shorter
        else "westwall rules lists the sections"
    )
    return f"There is no case {typed}; {more}"


def _list_sections(battle: str) -> list[str]:
    lines: list[str] = []
    for book in books(battle):
        lines += [book_name(book), *(f"  {section.case:<7}{section.title}" for section in rules(book))]
    return lines


def as_markdown() -> str:
    """Return the terms and all rules as a page."""
    parts = [HEAD, "\n## Terms\n\n| term | what it means | case |\n| --- | --- | --- |\n"]
    parts += [f"| {term.name} | {term.meaning} | {term.case} |\n" for term in terms()]
    for book in books():
        parts.append(f"\n## {book_name(book)}\n")
        parts += [_write_section(book, section) for section in rules(book)]
    return "".join(parts)


def _write_section(book: str, section: Section) -> str:
    lines = [f"\n### {section.case} {section.title}\n\n"]
    for paragraph in section.paragraphs:
        ruling = "*Ruling.* " if paragraph.ruling else ""
        lines.append(f"- **{paragraph.case}** {ruling}{paragraph.text}\n")
    example = by_section().get((book, section.case))
    if example is not None:
        battle = "" if book == STANDARD else f" --battle {book}"
        lines.append(f"\n*Example: {example.title}.* `westwall rules {section.case} --example{battle}`\n")
    return "".join(lines)
