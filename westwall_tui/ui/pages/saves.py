"""The saved games."""

from pathlib import Path

from westwall_tui.files.faults import FileError
from westwall_tui.files.session import list_saves
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row


def saves_rows(current: Path, width: int) -> list[Row]:
    """The saved games; a star marks the one being played."""
    rows = [row(f"This game is saved after every order, in {current.name}"[:width], "bold"), row()]
    try:
        saves = list_saves(current.parent)
    except FileError as error:
        return [*rows, row(str(error)[:width])]
    for save in saves:
        about = save.trouble or save.about
        mark = "*" if save.path == current else " "
        rows.append(row(f"{mark} {save.local_time}  {save.path.name:<28} {about}"[:width]))
    return [*rows, row(), row("You can resume any of them from the title screen."[:width])]


def saves_screen(current: Path) -> PageScreen:
    """The saved games, as a page."""
    return PageScreen("Saved games", lambda width: saves_rows(current, width))
