"""Help for what is asked now, with all keys below it."""

from collections.abc import Mapping

from westwall_tui.ui.kit.page import PageScreen
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.pages.keys import keys_rows
from westwall_tui.ui.texts.asked import ASKED, asked


def asked_rows(kind: str, width: int, battle: str = "") -> list[Row]:
    """The help for what is asked now."""
    _, lines = asked(kind, width, battle)
    return [row(line) for line in lines]


def asked_screen(kind: str, changed: Mapping[str, str] | None = None, battle: str = "") -> PageScreen:
    """The help for what is asked now with all keys below it, as a page."""

    def told(width: int) -> list[Row]:
        return [*asked_rows(kind, width, battle), row(), *keys_rows(width, changed)]

    return PageScreen(ASKED[kind][0], told)
