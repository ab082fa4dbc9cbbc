"""Which file a game is saved in, and which saved game is meant by a name."""

import os
import re
from datetime import datetime
from pathlib import Path

from westwall_tui.files.faults import Fault, FileError, likely
from westwall_tui.files.folders import saves_folder
from westwall_tui.files.reach import files_in, is_file
from westwall_tui.files.saves import SaveInfo, read_info
from westwall_tui.files.writing import backup_of

_SAFE = re.compile(r"[^a-z0-9]+")


def free_path(folder: Path, name: str) -> Path:
    """A file name that is not taken, safe on every system."""
    stem = file_stem(name)
    number = 1
    while True:
        path = folder / (f"{stem}.toml" if number == 1 else f"{stem}-{number}.toml")
        if not os.path.lexists(path) and not os.path.lexists(backup_of(path)):
            return path
        number += 1


def file_stem(name: str) -> str:
    """A name as the beginning of a file's, safe on every system."""
    return _SAFE.sub("-", name.lower()).strip("-")[:60] or "game"


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """The saved games of a folder, newest first; those that cannot be read say why.

    Raises `FileError` for a folder that cannot be reached.
    """
    paths = files_in(folder or saves_folder(), ".toml")

    def age(info: SaveInfo) -> datetime:
        return info.when

    return sorted((read_info(path) for path in paths), key=age, reverse=True)


def find_save(name: str = "", folder: Path | None = None) -> Path:
    """The save that a player means: a path, a name in the saves folder, or the newest one. Raises `FileError`."""
    folder = folder or saves_folder()
    if not name:
        good = [info.path for info in list_saves(folder) if not info.trouble]
        if not good:
            raise FileError([Fault(str(folder), "", "", "no saved game here; start one: westwall play SCENARIO")])
        return good[0]
    for path in (Path(name), folder / Path(name).name, folder / f"{Path(name).name}.toml"):
        if is_file(path):
            return path
    try:
        known = [path.stem for path in files_in(folder, ".toml")]
    except FileError:
        known = []
    meant = likely(Path(name).stem, known)
    raise FileError([Fault(name, "", "", f"is neither a file nor a saved game in {folder}{meant}; see westwall list")])
