"""The game's folders, and the files that a scenario may name."""

import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from westwall_tui.files.disk.reach import home_path, is_file, sentence
from westwall_tui.files.faults import refuse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from multiprocessing.util import Finalize

_HERE = Path(__file__).parents[2]
_SHIPPED = re.compile(r"[a-z][a-z0-9_-]{0,30}")
_BESIDE = re.compile(r"[0-9A-Za-z_][0-9A-Za-z _.-]{0,60}\.toml")


def shipped_root() -> Path:
    """The folder of the shipped scenarios: inside the package when installed, beside it in a checkout.

    Raises `FileError` if they are missing.
    """
    for folder in (_HERE / "_scenarios", _HERE.parent / "scenarios"):
        if folder.is_dir():
            return folder
    return _unpack_zipapp()[0]


def remove_unpacked() -> None:
    """Remove what this process has unpacked; for whoever ends it at once, so that nothing else would."""
    if _unpack_zipapp.cache_info().currsize:
        _unpack_zipapp()[1]()


@cache
def _unpack_zipapp() -> "tuple[Path, Finalize]":
    """The shipped scenarios of a one-file program (zipapp), unpacked into a folder, and what removes it when this
    process ends; in a process forked from it that does nothing.

    Raises `FileError` if it has none, or if there is no room to unpack them.
    """
    from importlib.resources import files
    from multiprocessing.util import Finalize
    from shutil import rmtree
    from tempfile import mkdtemp

    try:
        found = dict(_contents_of(files("westwall_tui") / "_scenarios"))
    except (OSError, ValueError):  # how a broken archive reports it
        refuse("westwall", "its scenarios are missing; install it again")
    try:
        root = Path(mkdtemp(prefix="westwall-"))
        # Unlike atexit, this runs at the end of a worker process too.
        removal = Finalize(None, rmtree, (root, True), exitpriority=0)
        for path, content in found.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
    except OSError as error:
        refuse("westwall", f"its scenarios cannot be unpacked: {sentence(error)}; name another folder with TMPDIR")
    return root, removal


def _contents_of(folder: "Traversable") -> "Iterator[tuple[Path, bytes]]":
    """The files of a folder in an archive and of all folders in it, by their paths from there."""
    for part in folder.iterdir():
        if part.is_dir():
            yield from ((Path(part.name) / path, content) for path, content in _contents_of(part))
        else:
            yield Path(part.name), part.read_bytes()


def find_part(name: str, what: str, beside: Path | None) -> Path:
    """The file behind a scenario's `board = NAME` or `units = NAME`.

    A bare name is a battle that comes with the game, `NAME.toml` a file in the scenario's own folder; anything else is
    refused. Raises `ValueError`, or `FileError` for a file that cannot be reached.
    """
    if _SHIPPED.fullmatch(name):
        path = shipped_root() / name / f"{what}.toml"
        if not path.is_file():
            known = ", ".join(battles())
            raise ValueError(f'"{name}" is not a battle that comes with the game ({known}). A file ends in .toml')
        return path
    if not _BESIDE.fullmatch(name) or beside is None:
        raise ValueError(
            f"{name!r} is neither a battle that comes with the game nor the plain name of a .toml file next to this one"
        )
    path = beside / name
    if is_file(path) and path.resolve().parent != beside.resolve():
        raise ValueError(f"{name!r} leads out of the scenario's folder")
    return path


def battles() -> list[str]:
    """The folder names of the shipped battles."""
    return sorted(path.parent.name for path in shipped_root().glob("*/board.toml"))


def saves_folder() -> Path:
    """The folder of saved games: WESTWALL_SAVES, else `saves/` of a checkout, else the user's data folder.

    Raises `FileError` where nobody can say.
    """
    named = os.environ.get("WESTWALL_SAVES")
    if named:
        return home_path(named, "WESTWALL_SAVES")
    checkout = _HERE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "saves").is_dir():
        return checkout / "saves"
    return own_folder("data", "WESTWALL_SAVES") / "saves"


def settings_file() -> Path:
    """The settings file: WESTWALL_CONFIG (a file or folder), else in the user's settings folder.

    Raises `FileError` where nobody can say.
    """
    named = os.environ.get("WESTWALL_CONFIG")
    folder = home_path(named, "WESTWALL_CONFIG") if named else own_folder("config", "WESTWALL_CONFIG")
    return folder if folder.suffix == ".toml" else folder / "settings.toml"


def learned_file() -> Path:
    """The file that says how far somebody has come in the lessons, in the user's data folder.

    Raises `FileError` where nobody can say.
    """
    return own_folder("data", "XDG_DATA_HOME") / "learned.toml"


def own_folder(kind: str, instead: str) -> Path:
    """The user's folder for `config`, `data`, `state` or `runtime`.

    Raises `FileError`, which names the variable `instead`, for a user without a home. Some versions of platformdirs say
    so, others give a folder called `~`; `OSError` where there is none for `runtime`.
    """
    try:
        folder = getattr(platformdirs, f"user_{kind}_dir")("westwall", appauthor=False)
    except RuntimeError:
        folder = "~"
    if folder.startswith("~"):
        refuse(folder, f"your home folder was not found; name a folder with {instead}")
    return Path(folder)
