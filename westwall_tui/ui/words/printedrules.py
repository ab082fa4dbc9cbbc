"""The rules as text: what a search finds, for the command line, and all of them as docs/rules.md has them."""

from textwrap import wrap

from westwall_tui.files.faults import likely
from westwall_tui.learn.example_list import by_section
from westwall_tui.ui.words.rulebook import Section, rules
from westwall_tui.ui.words.rulesearch import CASE, STANDARD, book_name, books, search, terms

WIDTH = 78
HEAD = """\
# The rules

In our own words, with the booklet's case numbers. A *ruling* is what this program decides where the booklet is silent
or at odds with itself. `R` in the game and `westwall rules WORD` find the same. `westwall rules --markdown` made this
page. An *example* is a small board on which the section is played through: `e` on the page of the rules, `Learn` on the
title, or the command beside it.
"""


def as_text(typed: str, battle: str = STANDARD) -> str:
    """What the rules say of a word or case, or, with nothing typed, their sections."""
    if not typed:
        return "".join(f"{line}\n" for line in _sections(battle))
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
    """What is said where the rules have no such case, or do not use a word."""
    if not CASE.fullmatch(typed):
        meant = likely(typed, [term.name.casefold() for term in terms()])
        return f"The rules do not speak of {typed!r}{meant}; westwall rules lists sections"
    shorter = typed[:-1].rstrip(".")
    while shorter and not search(shorter, battle).found:
        shorter = shorter[:-1].rstrip(".")
    more = (
        f"westwall rules {shorter} has those that begin with {shorter}" if shorter else "westwall rules lists sections"
    )
    return f"There is no case {typed}; {more}"


def _sections(battle: str) -> list[str]:
    lines: list[str] = []
    for book in books(battle):
        lines += [book_name(book), *(f"  {section.case:<7}{section.title}" for section in rules(book))]
    return lines


def as_markdown() -> str:
    """All rules and the terms, as a page."""
    parts = [HEAD]
    for book in books():
        parts.append(f"\n## {book_name(book)}\n")
        parts += [_section(book, section) for section in rules(book)]
    parts.append("\n## Terms\n\n| term | what it means | case |\n| --- | --- | --- |\n")
    parts += [f"| {term.name} | {term.meaning} | {term.case} |\n" for term in terms()]
    return "".join(parts)


def _section(book: str, section: Section) -> str:
    lines = [f"\n### {section.case} {section.title}\n\n"]
    for paragraph in section.paragraphs:
        ruling = "*Ruling.* " if paragraph.ruling else ""
        lines.append(f"- **{paragraph.case}** {ruling}{paragraph.text}\n")
    example = by_section().get((book, section.case))
    if example is not None:
        battle = "" if book == STANDARD else f" --battle {book}"
        lines.append(f"\n*Example: {example.title}.* `westwall rules {section.case} --example{battle}`\n")
    return "".join(lines)
