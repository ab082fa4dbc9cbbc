"""The last game that the user joined at another user's host, for the title screen.

This module does not load the engine.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.folders import own_folder
from westwall_tui.files.disk.reach import is_file
from westwall_tui.files.disk.writing import write_whole
from westwall_tui.files.faults import FileError
from westwall_tui.files.tables import EARLIEST, MAX_NAME_LENGTH, parse, read


class Joined(NamedTuple):
    """A seat in a game that another user hosts."""

    game: str
    """The game's name for `westwall join`."""
    side: str
    title: str
    when: datetime
    """The time when the seat was last taken."""


def joined_file() -> Path:
    """Return the path of the file with the last joined game. Raises `FileError`."""
    return own_folder("state", "XDG_STATE_HOME") / "joined.toml"


def has_joined() -> bool:
    """Return True if there is a last joined game."""
    try:
        return is_file(joined_file())
    except FileError:
        return False


def read_joined() -> Joined | None:
    """Return the last joined game, or None if there is none or its file cannot be read."""
    try:
        source = read(joined_file())
        top = parse(source, "joined")
        found = Joined(top.text("game"), top.text("side"), top.text("title", ""), top.moment("when") or EARLIEST)
        top.faults.check()
    except FileError:
        return None
    return found


def keep_joined(game: str, side: str, title: str) -> None:
    """Save a game that was just joined, if possible."""
    import tomli_w  # the title works without this file

    when = datetime.now(UTC).replace(microsecond=0)
    data = {"format": 1, "kind": "joined", "game": game, "side": side, "title": title[:MAX_NAME_LENGTH], "when": when}
    try:
        write_whole(joined_file(), tomli_w.dumps(data))
    except (OSError, FileError):
        return
