"""The game cannot be saved: do you want to leave it all the same?"""

from collections.abc import Callable
from textwrap import wrap

from westwall_tui.ui.terminal.dialog import Confirm, Desk, Dialog
from westwall_tui.ui.terminal.rows import row


def unsaved_dialog(desk: Desk, trouble: str, leave: Callable[[], None]) -> Dialog:
    """Ask whether to `leave`; `trouble` says why the last orders are not on disk."""
    said = [row(line) for line in wrap(f"The last orders are {trouble}", 58)]
    return Confirm(desk, "Leave without saving?", said, leave, does="leave anyway", stays="play on")
