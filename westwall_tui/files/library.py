"""Functions for programs: list the scenarios, start a new game, load a saved game.

`import westwall_tui` offers them together with `Game`.
"""

import warnings
from collections.abc import Sequence
from pathlib import Path

from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.players.options import read_options
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import ScenarioEntry, load_scenario, shipped
from westwall_tui.files.sessions.dice import seed_of


def scenarios() -> list[ScenarioEntry]:
    """Return the scenarios that come with the game; `new_game` takes their `key`."""
    return shipped()


def new_game(name: str | Path, *, seed: int | None = None, manual: bool = False, options: Sequence[str] = ()) -> Game:
    """Start a new game of a scenario, named by its key (`bastogne/spearhead`) or the path of its file.

    `seed`: the seed of the dice; random if None. `manual`: you give every roll as an order. `options`: names of
    options, `strict` or one of the battle's own such as `weather`. Raises `FileError`.
    """
    return game_of(load_scenario(name), seed=seed, manual=manual, options=options)


def game_of(scenario: Scenario, *, seed: int | None = None, manual: bool = False, options: Sequence[str] = ()) -> Game:
    """Start a new game as `new_game` does, with a scenario that is already loaded. Raises `FileError`."""
    if isinstance(options, str):
        raise TypeError(f"give the options as a list: [{options!r}]")
    if seed is not None and not isinstance(seed, int):
        raise TypeError(f"a seed is a whole number, not {seed!r}")
    chosen = read_options(scenario, options, "options")
    return Game(scenario, seed=seed_of(seed, manual=manual), strict=chosen.strict, options=chosen.battle)


def load_game(save: str | Path = "") -> Game:
    """Load a saved game by its path or its name in the saves folder, or the newest one there if you name none.

    The file is only read. Warns if the rules have changed since the game was saved. Raises `FileError`.
    """
    found = read_save(find_save(str(save)))
    for note in found.notes:
        warnings.warn(note, stacklevel=2)
    return found.game
