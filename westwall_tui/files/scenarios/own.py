"""The player's own battles: folders and files in the player's folder of scenarios (docs/scenario-files.md)."""

import re
from collections.abc import Callable, Mapping
from itertools import chain, count
from pathlib import Path

from westwall_tui.engine.units import lower
from westwall_tui.files.disk.folders import scenarios_folder
from westwall_tui.files.disk.reach import files_in, is_file, is_visible_file
from westwall_tui.files.faults import FileError, refuse

OWN = "own"
"""The first part of the key of such a battle: `own/mills`."""
SCENARIO = "scenario.toml"
"""The scenario file in a battle's folder."""
LONGEST_NAME = 40
NAME_RULES = f"a name has at most {LONGEST_NAME} lower-case letters, digits, - and _, and begins with a letter or digit"
_NAME = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{LONGEST_NAME - 1}}}")


def is_battle_name(name: str) -> bool:
    """Return True if a battle of the player can have this name, which is also that of its folder."""
    return _NAME.fullmatch(name) is not None


def short_key(key: str) -> str:
    """Return a scenario's key for the names of files: `mills` for `own/mills`."""
    return key.removeprefix(f"{OWN}/")


def own_file(word: str) -> Path | None:
    """Return the scenario file or pack of the battle with this key or name; None if there is none.

    Raises `FileError` for a key if the folder cannot be reached.
    """
    name = lower(word).removeprefix(f"{OWN}/")
    if not is_battle_name(name):
        return None
    try:
        folder = scenarios_folder()
        return next((path for path in (folder / name / SCENARIO, folder / f"{name}.toml") if is_file(path)), None)
    except FileError:
        if name == lower(word):
            return None
        raise


def own_files() -> Mapping[str, Path]:
    """Return the TOML files of the folder, and the scenario files of the folders in it, by name.

    Raises `FileError` if the folder cannot be reached.
    """
    found: dict[str, Path] = {}
    for path in files_in(scenarios_folder(), ""):
        if is_visible_file(path / SCENARIO):
            found[path.name] = path / SCENARIO
        elif path.suffix == ".toml" and is_visible_file(path):
            found.setdefault(path.stem, path)
    return found


def new_folder(name: str) -> Path:
    """Return the folder of a new battle; the caller makes it. Raises `FileError` if the name is bad or taken."""
    if not is_battle_name(name):
        refuse("", f"{name!r} cannot be used: {NAME_RULES}")
    if name in _taken_names():
        refuse("", f"you already have a battle called {name}; choose another name")
    return scenarios_folder() / name


def free_name(title: str, avoid: Callable[[str], object] = lambda _: False) -> str:
    """Return a name for a new battle that is made from its title, not taken, and not one to `avoid`.

    Raises `FileError`.
    """
    word = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")[: LONGEST_NAME - 4].strip("-") or "battle"
    taken = _taken_names()
    names = chain([word], (f"{word}-{n}" for n in count(2)))
    return next(name for name in names if name not in taken and not avoid(name))


def _taken_names() -> set[str]:
    """Return the names of all files and folders, in lower case, because some systems ignore case."""
    return {path.name.lower().removesuffix(".toml") for path in files_in(scenarios_folder(), "")}
