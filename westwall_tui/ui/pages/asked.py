"""Help with the pending decision, with all keys below it."""

from collections.abc import Mapping

from westwall_tui.ui.keys import Keymap
from westwall_tui.ui.pages.keys import keys_rows
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words.asked import ASKED, asked


def asked_rows(kind: str, width: int, battle: str = "", changed: Mapping[str, str] | None = None) -> list[Row]:
    """The help with a decision; `changed` are the player's own keys by action."""
    _, lines = asked(kind, width, battle, Keymap(changed).first)
    return [row(line) for line in lines]


def asked_screen(kind: str, changed: Mapping[str, str] | None = None, battle: str = "") -> PageScreen:
    """The help with a decision and all keys below it, as a page."""

    def rows_at(width: int) -> list[Row]:
        return [*asked_rows(kind, width, battle, changed), row(), *keys_rows(width, changed)]

    return PageScreen(ASKED[kind][0], rows_at)
