"""Questions about the rules: by case or by word."""

from collections.abc import Iterator

from westwall_tui.plain.asked import Asked
from westwall_tui.ui.words.rulesearch import STANDARD, book_name, books, search

MOST = 12
"""The most paragraphs of an answer."""


def rules(asked: Asked) -> Iterator[str]:
    """The paragraphs of a case, or with a word in them."""
    if not asked.rest:
        raise ValueError
    book = asked.game.scenario.rules
    found = search(asked.rest, book if book in books() else STANDARD)
    if found.also:
        yield f"The rules call it {', '.join(found.also)}"
    shown = [each for each in found.found if each.book in (STANDARD, book)] or [*found.found]
    for each in shown[:MOST]:
        where = f"{each.paragraph.case}, {each.title}" if each.paragraph.case else each.title
        yield f"{where}, {book_name(each.book)}: {each.paragraph.text}"
    if len(shown) > MOST:
        yield f"And {len(shown) - MOST} more; name a case or more words"
    if not shown:
        yield "The rules say nothing of that"
