"""Letters as files: `arnhem-t3-to-bert.toml`, and beside it the text to go with it.

A player's own file of a game by mail: only one that this computer wrote counts, for nothing in it is asked twice.
"""

import hmac
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.reach import LARGEST_SAVE, is_seen
from westwall_tui.files.disk.writing import write_out
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.saves.catalog import file_stem, list_saves
from westwall_tui.files.saves.file import Save, build_save, read_save, write_save
from westwall_tui.files.tables import SourceFile, read
from westwall_tui.mail.checking import has_dice_of_mail, why_not_replayed
from westwall_tui.mail.damage import why_no_letter, why_no_text
from westwall_tui.mail.shares import Secret
from westwall_tui.mail.told import letter_in_words

FOLDER = "letters"
"""The folder of letters, in that of the saves."""


class WrittenLetter(NamedTuple):
    """A letter as it was written."""

    file: Path
    """What is to be mailed."""
    text_file: Path
    """The text to go with it."""
    text: str


def write_letter(save: Save, folder: Path) -> WrittenLetter:
    """Write the last letter of a game, as its reader may know it, beside the saves of a folder. Raises `OSError`, or
    `FileError`."""
    letter, path = _last_letter(save, folder)
    text = letter_in_words(save.game, letter.mailed, path.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_out(path, write_save(letter))
    text_path = path.with_suffix(".txt")
    write_out(text_path, text)
    return WrittenLetter(path, text_path, text)


def is_written(save: Save, folder: Path) -> bool:
    """True if the last letter of a game and its text exist: a program may be killed before, or a file moved."""
    path = _last_letter(save, folder)[1]
    return is_seen(path) and is_seen(path.with_suffix(".txt"))


def _last_letter(save: Save, folder: Path) -> tuple[Save, Path]:
    """Return the last letter of a game, and the path of its file."""
    mailed = save.mailed
    writer = mailed.author(mailed.number)
    battle = save.game.scenario.key.partition("/")[0]
    stem = f"{file_stem(battle)}-t{save.game.state.turn}-to-{file_stem(mailed.players[1 - writer])}"
    standing = [mailed.sent if side == writer else orders for side, orders in enumerate(mailed.standing)]
    letter = replace(save, mail=replace(mailed, yours=-1, standing=standing, sent=""))
    return letter, _path_for(folder / FOLDER, stem, letter)


def _path_for(folder: Path, stem: str, letter: Save) -> Path:
    """A name that is free, or that of this very letter, which was written before."""
    number = 1
    while True:
        path = folder / (f"{stem}.toml" if number == 1 else f"{stem}-{number}.toml")
        if not is_seen(path) or _holds_letter(path, letter):
            return path
        number += 1


def _holds_letter(path: Path, letter: Save) -> bool:
    """True if a file has this letter already, word for word."""
    try:
        found = read_save(path)
    except FileError:
        return False
    return (found.mail, found.game.log) == (letter.mail, letter.game.log)


def read_letter(path: Path) -> SourceFile:
    """Return the text of a letter, or of a player's own file. Raises `FileError`."""
    try:
        return read(path, largest=LARGEST_SAVE)
    except FileError:
        if why := why_no_text(path):
            refuse(str(path), why)
        raise


def open_letter(source: SourceFile) -> Save:
    """Return the game of a letter, or of a player's own file. Raises `FileError`."""
    try:
        save = build_save(source)
    except FileError:
        if why := why_no_letter(source.text):
            refuse(source.file, why)
        raise
    if save.mail is None:
        refuse(source.file, "is no game by mail; westwall mail --new SCENARIO --as SIDE --with NAME begins one")
    if why := why_not_replayed(save):
        refuse(source.file, why)
    if not has_dice_of_mail(save):
        refuse(source.file, "its dice are not those of a game by mail, which both players make")
    return save


_SEAL = 'seal = "{}"\n'
"""The last line of an own file. What goes before ends in the table `[mail]`."""


class OwnFile(NamedTuple):
    """A player's own file, as this computer wrote it."""

    path: Path
    save: Save
    secret: Secret


def own_text(save: Save, secret: Secret) -> str:
    """What a player's own file says, and the seal of all of it."""
    text = write_save(save)
    return text + _SEAL.format(secret.seal(text))


def is_own(text: str, secret: Secret) -> bool:
    """True if this computer wrote a text, from the first word to the last."""
    at = text.rstrip("\n").rfind("\n") + 1
    return hmac.compare_digest(text[at:].encode(), _SEAL.format(secret.seal(text[:at])).encode())


def own_file(path: Path, source: SourceFile, save: Save) -> OwnFile | None:
    """The own file that a text is; None if this computer did not write it. Raises `FileError`."""
    secret = Secret.kept(save.mailed.game, save.mailed.yours)
    return OwnFile(path, save, secret) if secret is not None and is_own(source.text, secret) else None


def own_files(game: str) -> list[OwnFile]:
    """The files of a game by mail in the saves folder of this computer: those that know most come first."""
    found = []
    for info in list_saves():
        if info.mail:
            with suppress(FileError):
                source = read_letter(info.path)
                save = open_letter(source)
                if save.mail is not None and save.mail.game == game and save.mail.yours >= 0:
                    found += [own for own in (own_file(info.path, source, save),) if own is not None]
    return sorted(found, key=lambda own: (own.save.mailed.number, len(own.save.game.log)), reverse=True)
