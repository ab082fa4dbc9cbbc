"""The options of players' commands."""

import argparse
from collections.abc import Sequence
from typing import NoReturn

from westwall_tui.club.session import STRICT
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.options import read_options
from westwall_tui.files.scenarios.catalog import shared_scenario
from westwall_tui.words.rows import clean


class CommandParser(argparse.ArgumentParser):
    """A parser of a player's command. Its errors are refusals, because a process of the club must not exit."""

    def __init__(self, command: str, about: str) -> None:
        super().__init__(command, add_help=False, allow_abbrev=False, description=about)

    def error(self, message: str) -> NoReturn:
        refuse("club", f"{clean(message)}; {self.prog} --help lists the terms")


def wants_help(words: Sequence[str]) -> bool:
    """Return True if the words of a command ask for its terms."""
    return bool({"-h", "--help"} & {*words})


def options_of_games(keys: Sequence[str], given: Sequence[str]) -> dict[str, int]:
    """Return the options of games from those that were typed. Raises `FileError` if a scenario does not have them."""
    found: dict[str, int] = {}
    for key in keys:
        strict, chosen = read_options(shared_scenario(key), given)
        found = chosen | ({STRICT: 1} if strict else {})
    return found
