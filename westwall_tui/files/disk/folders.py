"""The game's folders, and the files that a scenario may name."""

import os
import re
import sys
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
    """Return the folder of the shipped scenarios: inside an installed package, beside it in a checkout.

    Raises `FileError` if they are missing.
    """
    for folder in (_HERE / "_scenarios", _HERE.parent / "scenarios"):
        if folder.is_dir():
            return folder
    return _unpack_zipapp()[0]


def environment_of_program() -> dict[str, str]:
    """Return an environment in which Python finds this program, even if it runs as a single file."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(str(Path(path).absolute()) for path in sys.path if path)}


def remove_unpacked() -> None:
    """Remove the files that this process has unpacked. Call it before ending the process abruptly."""
    if _unpack_zipapp.cache_info().currsize:
        _unpack_zipapp()[1]()


@cache
def _unpack_zipapp() -> "tuple[Path, Finalize]":
    """Unpack the scenarios of a one-file program (zipapp). Return their folder, and a function that removes it.

    The folder is removed when this process ends, but not when a forked process does. Raises `FileError` if there are no
    scenarios, or no room to unpack them.
    """
    from importlib.resources import files
    from multiprocessing.util import Finalize
    from shutil import rmtree
    from tempfile import mkdtemp

    try:
        found = dict(_contents_of(files("westwall_tui") / "_scenarios"))
    except (OSError, ValueError):  # the errors of a broken archive
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
    """Yield the paths and contents of the files in a folder of an archive, and in its folders."""
    for part in folder.iterdir():
        if part.is_dir():
            yield from ((Path(part.name) / path, content) for path, content in _contents_of(part))
        else:
            yield Path(part.name), part.read_bytes()


def find_part(name: str, what: str, beside: Path | None) -> Path:
    """Return the path of the file that a scenario names with `board = NAME` or `units = NAME`.

    A bare name is a battle that comes with the game; `NAME.toml` is a file in the scenario's own folder. Raises
    `ValueError` for any other name, and `FileError` for a file that cannot be reached.
    """
    if _SHIPPED.fullmatch(name):
        path = shipped_root() / name / f"{what}.toml"
        if not path.is_file():
            known = ", ".join(battles())
            raise ValueError(f'"{name}" is not a battle that comes with the game ({known}). A file ends in .toml')
        return path
    if not is_plain_name(name) or beside is None:
        raise ValueError(
            f"{name!r} is neither a battle that comes with the game nor the plain name of a .toml file next to this one"
        )
    path = beside / name
    if is_file(path) and path.resolve().parent != beside.resolve():
        raise ValueError(f"{name!r} leads out of the scenario's folder")
    return path


def is_plain_name(name: str) -> bool:
    """Return True if a scenario may use this name for a file next to it: it leads to no other folder."""
    return _BESIDE.fullmatch(name) is not None


def battles() -> list[str]:
    """Return the folder names of the shipped battles."""
    return sorted(path.parent.name for path in shipped_root().glob("*/board.toml"))


def scenarios_folder() -> Path:
    """Return the folder of the player's own battles: WESTWALL_SCENARIOS, else in the user's data folder.

    Raises `FileError` for a user without a home folder.
    """
    named = os.environ.get("WESTWALL_SCENARIOS")
    return home_path(named, "WESTWALL_SCENARIOS") if named else own_folder("data", "WESTWALL_SCENARIOS") / "scenarios"


def saves_folder() -> Path:
    """Return the folder of saved games: WESTWALL_SAVES, else `saves/` of a checkout, else the user's data folder.

    Raises `FileError` for a user without a home folder.
    """
    named = os.environ.get("WESTWALL_SAVES")
    if named:
        return home_path(named, "WESTWALL_SAVES")
    checkout = _HERE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "saves").is_dir():
        return checkout / "saves"
    return own_folder("data", "WESTWALL_SAVES") / "saves"


def settings_file() -> Path:
    """Return the settings file: WESTWALL_CONFIG (a file or folder), else in the user's settings folder.

    Raises `FileError` for a user without a home folder.
    """
    named = os.environ.get("WESTWALL_CONFIG")
    folder = home_path(named, "WESTWALL_CONFIG") if named else own_folder("config", "WESTWALL_CONFIG")
    return folder if folder.suffix == ".toml" else folder / "settings.toml"


def learned_file() -> Path:
    """Return the file of the user's progress in the lessons, in the user's data folder.

    Raises `FileError` for a user without a home folder.
    """
    return own_folder("data", "XDG_DATA_HOME") / "learned.toml"


def own_folder(kind: str, instead: str) -> Path:
    """Return the user's folder for `config`, `data`, `state` or `runtime`.

    Raises `FileError`, which names the variable `instead`, for a user without a home folder: some versions of
    platformdirs raise an error, others return a folder called `~`. Raises `OSError` if there is no `runtime` folder.
    """
    try:
        folder = getattr(platformdirs, f"user_{kind}_dir")("westwall", appauthor=False)
    except RuntimeError:
        folder = "~"
    if folder.startswith("~"):
        refuse(folder, f"your home folder was not found; name a folder with {instead}")
    return Path(folder)
