"""Letters as files: `arnhem-t3-to-bert.toml`, and beside it the text to go with it."""

from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.mailed import Mailed
from westwall_tui.files.reach import is_seen
from westwall_tui.files.saves import Save, read_save, write_save
from westwall_tui.files.session import file_stem
from westwall_tui.files.writing import write_out
from westwall_tui.mail.told import letter_in_words

FOLDER = "letters"
"""The folder of letters, in that of the saves."""


class Written(NamedTuple):
    """A letter as it was written."""

    file: Path
    """What is to be mailed."""
    text_file: Path
    """The text to go with it."""
    text: str


def write_letter(save: Save, folder: Path) -> Written:
    """Write the last letter of a game, as its reader may know it, beside the saves of a folder. Raises `OSError`, or
    `FileError`."""
    mailed = save.mail
    assert mailed is not None
    writer = mailed.author(mailed.number)
    battle = save.game.scenario.key.partition("/")[0]
    stem = f"{file_stem(battle)}-t{save.game.state.turn}-to-{file_stem(mailed.players[1 - writer])}"
    yours, mailed.yours = mailed.yours, -1
    try:
        path = _path_for(folder / FOLDER, stem, mailed)
        text = letter_in_words(save.game, mailed, path.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_out(path, write_save(save))
    finally:
        mailed.yours = yours
    text_path = path.with_suffix(".txt")
    write_out(text_path, text)
    return Written(path, text_path, text)


def _path_for(folder: Path, stem: str, mailed: Mailed) -> Path:
    """A name that is free, or that of this very letter, which was written before."""
    number = 1
    while True:
        path = folder / (f"{stem}.toml" if number == 1 else f"{stem}-{number}.toml")
        if not is_seen(path) or _holds(path, mailed):
            return path
        number += 1


def _holds(path: Path, mailed: Mailed) -> bool:
    """True if a file has this letter already."""
    try:
        found = read_save(path).mail
    except FileError:
        return False
    return found is not None and (found.game, found.shares) == (mailed.game, mailed.shares)


def open_letter(path: Path) -> Save:
    """The game of a letter, or of a player's own file. Raises `FileError`."""
    save = read_save(path)
    if save.mail is None:
        how = "westwall mail --new SCENARIO --as SIDE --with NAME begins one"
        raise FileError([Fault(str(path), "", "", f"is no game by mail; {how}")])
    if save.game.base is not None or save.history:
        why = save.notes[0] if save.notes else "its orders cannot be replayed"
        raise FileError([Fault(str(path), "", "", f"this version of the game cannot replay it: {why}")])
    return save
