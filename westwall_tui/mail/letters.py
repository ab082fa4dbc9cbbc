"""Letters as files, such as `arnhem-t3-to-bert.toml` with its text next to it, and the players' own files.

A player's own file is trusted. Therefore this computer must have written it.
"""

import hmac
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, is_visible_file
from westwall_tui.files.disk.writing import write_out
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.saves.catalog import file_stem, list_saves
from westwall_tui.files.saves.file import Save, build_save, write_save
from westwall_tui.files.saves.mailed import OTHERS
from westwall_tui.files.scenarios.own import short_key
from westwall_tui.files.tables import SourceFile, read
from westwall_tui.mail.checking import has_dice_of_mail, why_not_replayed
from westwall_tui.mail.damage import why_no_letter, why_no_text
from westwall_tui.mail.letter_text import letter_in_words
from westwall_tui.mail.shares import Secret

FOLDER = "letters"
"""The folder of letters, in the folder of saved games."""


class WrittenLetter(NamedTuple):
    """A letter as written: its files and its text."""

    file: Path
    """The path of the file to be mailed."""
    text_file: Path
    """The path of the file with the text of the mail."""
    text: str


def write_letter(games: Sequence[Save], folder: Path) -> WrittenLetter:
    """Write the last letter of a game, or of all games of a match, into the letters folder of a folder of saves.

    The letter has none of the player's secrets. Raises `OSError` or `FileError`.
    """
    letter, path = _last_letter(games, folder)
    text = letter_in_words([(save.game, save.mailed) for save in games], path.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_out(path, write_save(letter))
    text_path = path.with_suffix(".txt")
    write_out(text_path, text)
    return WrittenLetter(path, text_path, text)


def is_written(games: Sequence[Save], folder: Path) -> bool:
    """Return True if the files of the last letter exist. A program that was killed may not have written them."""
    path = _last_letter(games, folder)[1]
    return is_visible_file(path) and is_visible_file(path.with_suffix(".txt"))


def _last_letter(games: Sequence[Save], folder: Path) -> tuple[Save, Path]:
    """Return the last letter of a game or match, and the path of its file."""
    newest = max(games, key=lambda each: each.mailed.progress)
    mailed = newest.mailed
    to = mailed.players[1 - mailed.author(mailed.number)]
    letter, *others = (_without_secrets(save) for save in games)
    if others:
        letter = replace(letter, mail=replace(letter.mailed, others=tuple(map(write_save, others))))
    return letter, path_of_letter(
        folder, f"{battle_in_names(newest.game)}-t{newest.game.state.turn}-to-{file_stem(to)}", letter
    )


def battle_in_names(game: Game) -> str:
    """Return the word for the battle of a game in the names of files: `bastogne`, or `mills` for `own/mills`."""
    return file_stem(short_key(game.scenario.key).partition("/")[0])


def _without_secrets(save: Save) -> Save:
    """Return a game as its letter contains it: without what belongs only in the player's own file."""
    mailed = save.mailed
    standing = [mailed.sent if side == mailed.yours else orders for side, orders in enumerate(mailed.standing)]
    return replace(save, mail=replace(mailed, yours=-1, standing=standing, sent="", firm=0))


def path_of_letter(folder: Path, stem: str, letter: Save) -> Path:
    """Return the path for a letter in the letters folder of a folder of saves. Never replace another letter."""
    return _path_for(folder / FOLDER, stem, letter)


def _path_for(folder: Path, stem: str, letter: Save) -> Path:
    """Return a free path, or the path of this same letter if it exists."""
    number = 1
    while True:
        path = folder / (f"{stem}.toml" if number == 1 else f"{stem}-{number}.toml")
        if not is_visible_file(path) or _holds_letter(path, letter):
            return path
        number += 1


def _holds_letter(path: Path, letter: Save) -> bool:
    """Return True if a file contains this letter, word for word."""
    try:
        found = games_of_letter(open_letter(read_letter(path)))
    except FileError:
        return False
    return [_contents(each) for each in found] == [_contents(each) for each in games_of_letter(letter)]


def _contents(save: Save) -> tuple[object, ...]:
    """Return the parts of a letter's game that do not depend on when it was written."""
    return replace(save.mailed, others=()), save.game.log


def games_of_letter(letter: Save) -> list[Save]:
    """Return the game of a letter, or all games of a match. Raises `FileError`."""
    others = zip(OTHERS, letter.mailed.others, strict=False)
    return [letter, *(open_letter(SourceFile(f"the {key} game of the letter", text)) for key, text in others)]


def read_letter(path: Path) -> SourceFile:
    """Return the text of a letter, or of a player's own file. Raises `FileError`."""
    try:
        return read(path, largest=MAX_SAVE_SIZE)
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
        refuse(source.file, "isn't a game by mail; to begin one: westwall mail --new SCENARIO --as SIDE --with NAME")
    if why := why_not_replayed(save):
        refuse(source.file, why)
    if not has_dice_of_mail(save):
        refuse(source.file, "its dice are not those of a game by mail, which come from both players")
    return save


_SEAL = 'seal = "{}"\n'
"""The last line of a player's own file; the lines before it end with the table `[mail]`."""


class OwnFile(NamedTuple):
    """A player's own file, as this computer wrote it."""

    path: Path
    save: Save
    secret: Secret


def own_text(save: Save, secret: Secret) -> str:
    """Return the text of a player's own file, with its seal at the end."""
    text = write_save(save)
    return text + _SEAL.format(secret.seal(text))


def is_own(text: str, secret: Secret) -> bool:
    """Return True if this computer wrote the entire text of a player's own file."""
    at = text.rstrip("\n").rfind("\n") + 1
    return hmac.compare_digest(text[at:].encode(), _SEAL.format(secret.seal(text[:at])).encode())


def own_file(path: Path, source: SourceFile, save: Save) -> OwnFile | None:
    """Return a player's own file, or None if this computer did not write it. Raises `FileError`."""
    secret = Secret.kept(save.mailed.game, save.mailed.yours)
    return OwnFile(path, save, secret) if secret is not None and is_own(source.text, secret) else None


def own_files(game: str) -> list[OwnFile]:
    """Return a game's own files in this computer's folder of saves. The most advanced come first."""
    found = []
    for info in list_saves():
        if info.mail:
            with suppress(FileError):
                source = read_letter(info.path)
                if game not in source.text:
                    continue  # reading a whole game takes time
                save = open_letter(source)
                if save.mail is not None and save.mail.game == game and save.mail.yours >= 0:
                    found += [own for own in (own_file(info.path, source, save),) if own is not None]
    return sorted(found, key=lambda own: (own.save.mailed.number, len(own.save.game.log)), reverse=True)
