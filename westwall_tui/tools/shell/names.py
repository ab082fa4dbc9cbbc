"""Names that a command line may take, by kind, for completion."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine.game import options_of
from westwall_tui.files.faults import printable
from westwall_tui.files.folders import battles
from westwall_tui.files.options import STRICT
from westwall_tui.files.savefiles import list_saves
from westwall_tui.files.scenarios import listed, load_scenario, shipped
from westwall_tui.files.seats import LEVELS
from westwall_tui.learn import lessons, puzzles


def _sides() -> list[str]:
    return list(dict.fromkeys(side for each in listed() for side in each.sides))


def _seats() -> list[str]:
    return [f"{side}={level}" for side in _sides() for level in LEVELS]


def _options() -> list[str]:
    scenarios = [load_scenario(entry.key) for entry in shipped()]
    return [STRICT, *dict.fromkeys(option.name for each in scenarios for option in options_of(each))]


_KINDS: Mapping[str, Callable[[], Sequence[str]]] = {
    "scenarios": lambda: [entry.key for entry in shipped()],
    "saves": lambda: [save.path.stem for save in list_saves() if not save.trouble],
    "battles": battles,
    "lessons": lambda: [each.name.partition("-")[2] for each in lessons.listed()],
    "puzzles": lambda: [each.key for each in puzzles.listed()],
    "sides": _sides,
    "seats": _seats,
    "options": _options,
}


def names(kind: str) -> list[str]:
    """The names of a kind that a shell can offer: those without spaces and signs that it would take for its own.

    Raises `FileError` for a folder that cannot be reached.
    """
    return [
        name for name in _KINDS[kind]() if name == printable(name) and not set(name) & set(" \t\"'`$\\&|;<>()*?!#~")
    ]
