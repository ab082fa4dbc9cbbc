"""Which example of play belongs to a rule."""

from westwall_tui.learn.example_list import ListedExample, by_section
from westwall_tui.ui.words.rulebook import rules


def example_of(book: str, case: str) -> ListedExample | None:
    """The example of the section that has a case, or is called by it."""
    found = by_section()
    holds = (section.case for section in rules(book) if any(part.case == case for part in section.paragraphs))
    return found.get((book, case)) or next((found[book, name] for name in holds if (book, name) in found), None)
