"""A player's own file of a game by mail: only one that this computer wrote counts, for nothing in it is asked twice."""

import hmac
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.faults import FileError
from westwall_tui.files.savefiles import list_saves
from westwall_tui.files.saves import Save, write_save
from westwall_tui.files.tables import SourceFile
from westwall_tui.mail.letters import open_letter, read_letter
from westwall_tui.mail.shares import Secret

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
    assert save.mail is not None
    secret = Secret.kept(save.mail.game, save.mail.yours)
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
    return sorted(found, key=_knows, reverse=True)


def _knows(own: OwnFile) -> tuple[int, int]:
    assert own.save.mail is not None
    return own.save.mail.number, len(own.save.game.log)
