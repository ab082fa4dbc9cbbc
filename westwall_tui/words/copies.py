"""Copies out of a game as text: the position, the log, and the file for terminals that take no copies."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.disk.reach import from_home, sentence
from westwall_tui.files.disk.writing import write_out
from westwall_tui.files.faults import FileError, printable
from westwall_tui.words.events import LogLine

LARGEST = 64 << 10
"""Maximum bytes of a copy. Terminals drop texts that are much longer."""
NOTHING_TO_COPY = "There is nothing to copy"
COPIED = "copied.txt"
"""The name of the file with the last copy, in the folder of saved games."""


class Copy(NamedTuple):
    """A text to copy."""

    called: str
    """The name of the text in sentences, which begins one."""
    text: str


def position_copied(game: Game, viewer: int) -> Copy:
    """Return the position as the referee tells it (`?state`), without anything that `viewer` may not know."""
    from westwall_tui.referee import Referee  # seldom needed

    said = Referee(game, 0, viewer).answer("?state").said
    return Copy("The position", _joined([game.scenario.title, *said]))


def log_copied(lines: Sequence[LogLine], game: Game, words: str = "") -> Copy:
    """Return the lines of the log that some words apply to, or all; if they are too many, the newest of them."""
    from westwall_tui.words.log_filter import filtered  # seldom needed

    texts = [line.text for line in filtered(lines, game, words)]
    first, size = len(texts), 0
    while first and (size := size + len(printable(texts[first - 1]).encode()) + 1) <= LARGEST:
        first -= 1
    part = f"The newest part of the log ({len(texts) - first} of {len(texts)} lines)"
    return Copy(part if first else "The log", _joined(texts[first:]))


def _joined(lines: Sequence[str]) -> str:
    """Return lines without control characters as a text of at most `LARGEST` bytes."""
    text = "".join(f"{printable(line)}\n" for line in lines)
    return text.encode()[:LARGEST].decode(errors="ignore")


def write_copy(copy: Copy) -> str:
    """Write a copy to its file, which replaces the copy before. Return a sentence that says where it is, or why not."""
    if not copy.text:
        return NOTHING_TO_COPY
    try:
        path = saves_folder() / COPIED
        path.parent.mkdir(parents=True, exist_ok=True)
        write_out(path, copy.text)
    except (OSError, FileError) as error:
        return f"{copy.called} could not be copied: {sentence(error)}"
    return f"{copy.called} is in {from_home(path)}"
