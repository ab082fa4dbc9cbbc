"""The player's own battles: folders and files in the player's folder of scenarios (docs/scenario-files.md)."""

import re
from collections.abc import Callable, Mapping
from itertools import chain, count
from pathlib import Path

from westwall_tui.engine.units import lower
from westwall_tui.files.disk.folders import find_part, scenarios_folder
from westwall_tui.files.disk.reach import files_in, is_file, is_visible_file, sentence
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.scenarios.packs import PARTS
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.files.tables import parse, read

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


def adopt(scenario: LoadedScenario, name: str = "") -> str:
    """Copy a scenario's files into a new folder, by default called after its title. Return the folder's name.

    A board or units of the game's battles are not copied, unless they have changed since. Raises `FileError` for a bad
    or taken name, or if the files cannot be written.
    """
    from shutil import rmtree

    from westwall_tui.files.disk.writing import locked, write_out

    name = name or free_name(scenario.name)
    try:
        with locked(scenarios_folder()):
            folder, files = new_folder(name), _files_of(scenario)
            new = folder.with_name(f".{name}.new")
            rmtree(new, ignore_errors=True)  # left by a program that was killed
            new.mkdir()
            try:
                for file, text in files.items():
                    write_out(new / file, text)
                new.rename(folder)
            finally:
                rmtree(new, ignore_errors=True)
    except OSError as error:
        refuse(str(error.filename or scenarios_folder()), f"cannot be written: {sentence(error)}")
    return name


def _files_of(scenario: LoadedScenario) -> Mapping[str, str]:
    """Return the texts of a scenario by file name. The scenario names only files next to it, or the game's battles."""
    from westwall_tui.files.players.settings import with_values

    assert scenario.texts is not None
    named, found, values = parse(scenario.texts.scenario), {}, {}
    for what in PARTS:
        text, name = getattr(scenario.texts, what).text, named.text(what)
        if text != _text_of_battle(name, what):
            values[what] = f"{what}.toml"
            found[values[what]] = text
    return {SCENARIO: with_values(scenario.texts.scenario.text, values), **found}


def _text_of_battle(name: str, what: str) -> str:
    """Return the board or units of one of the game's battles; empty for any other name."""
    try:
        return read(find_part(name, what, None)).text
    except ValueError:
        return ""


def _taken_names() -> set[str]:
    """Return the names of all files and folders, in lower case, because some systems ignore case."""
    return {path.name.lower().removesuffix(".toml") for path in files_in(scenarios_folder(), "")}
