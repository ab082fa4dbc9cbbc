"""The words of `westwall simulate`: its command line, and who plays; what plays the games is loaded when it runs."""

import argparse
import os
from typing import NamedTuple

from westwall_tui.files.command_line import positive, whole
from westwall_tui.files.faults import brief
from westwall_tui.files.players import seats
from westwall_tui.files.players.seats import STEADY, TEMPERAMENTS

# -- who can play a side


LEVELS = tuple(str(level) for level in seats.LEVELS)
SIMPLE = ("random", "script", "runner", "sitter")
"""Players that do not think: what they do is in `simulate.script`."""
PLAYERS = (*SIMPLE, *LEVELS)
TIMES = tuple(str(times) for times in range(2, 65))
"""How many times its nodes a level may be given."""


class Entrant(NamedTuple):
    """A player as a word names it."""

    word: str
    level: int = 0
    """A level of the computer player; 0 for the simple players."""
    times: int = 1
    """How many times the level's budget it has."""
    temperament: str = STEADY
    """How a level plays."""


def entrant(word: str) -> Entrant:
    """One of `SIMPLE`, a level, one with more budget (`4x2` has twice level 4's), or with a temperament (`2:bold`).

    Raises `ValueError`.
    """
    level, _, temperament = word.partition(":")
    if temperament in TEMPERAMENTS and level in LEVELS:
        return Entrant(word, int(level), temperament=temperament)
    level, sign, times = word.partition("x")
    if not sign and word in PLAYERS:
        return Entrant(word, int(word) if word in LEVELS else 0)
    if level in LEVELS and times in TIMES:
        return Entrant(word, int(level), int(times))
    raise ValueError(
        f"{brief(word, 40)!r} is not a player; the players are {', '.join(PLAYERS)}; 4x2 has twice 4's budget "
        f"(up to {LEVELS[-1]}x{TIMES[-1]}), 2:bold is bold"
    )


# -- the command line


def add(simulate: argparse.ArgumentParser) -> None:
    """Add the arguments of `simulate`."""
    simulate.add_argument("scenarios", metavar="SCENARIO", nargs="+", help="names from westwall list")
    simulate.add_argument(
        "--sides",
        metavar="FIRST,SECOND",
        default="2,2",
        help=f"who plays each side: {', '.join(PLAYERS)}; 4x2 has twice the budget of 4, 2:bold is bold",
    )
    simulate.add_argument("--games", metavar="N", type=positive, default=10, help="games of each scenario (10)")
    simulate.add_argument("--pairs", action="store_true", help="replay each game with sides swapped")
    simulate.add_argument(
        "--seed", metavar="N", type=whole, default=1, help="the first game's seed (1); then one more each"
    )
    simulate.add_argument("--jobs", metavar="N", type=positive, default=os.cpu_count() or 1, help="games at a time")
    simulate.add_argument(
        "--cluster", metavar="ADDRESS", default="", help="a Dask scheduler, such as tcp://host:8786, instead of --jobs"
    )
    simulate.add_argument(
        "--option", metavar="NAME[=VALUE]", action="append", default=[], help="an option of the battle"
    )
    simulate.add_argument(
        "--weights", metavar="FILE", help="weights for the computer players instead of the battle's own"
    )
    simulate.add_argument("--csv", metavar="FILE", help="add each game to this file; games already in it are skipped")
    simulate.add_argument("--json", action="store_true", help="print the summary as JSON, a list of objects")
