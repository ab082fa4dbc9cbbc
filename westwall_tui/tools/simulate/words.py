"""The command line of `westwall simulate` and the names of its players. The code that plays loads only when it runs."""

import argparse
import os
from typing import NamedTuple

from westwall_tui.files.command_line import MIRRORED, positive, whole
from westwall_tui.files.faults import brief
from westwall_tui.files.players import seats
from westwall_tui.files.players.seats import STEADY, TEMPERAMENTS

# -- players


LEVELS = tuple(str(level) for level in seats.LEVELS)
SIMPLE = ("random", "script", "runner", "sitter")
"""Names of players that are not computer players (`simulate.script`)."""
PLAYERS = (*SIMPLE, *LEVELS)
TIMES = tuple(str(times) for times in range(2, 65))
"""The minimum and maximum multiple of a level's budget."""


class Entrant(NamedTuple):
    """A player named on the command line."""

    word: str
    level: int = 0
    """A level of the computer player; 0 for the simple players."""
    times: int = 1
    """The multiple of the level's budget."""
    temperament: str = STEADY
    """The style in which the level plays."""


def entrant(word: str) -> Entrant:
    """Return a player: one of `SIMPLE`, a level, a level with a budget (`4x2` has twice level 4's) or style (`2:bold`).

    Raise `ValueError` for anything else.
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
        f"{brief(word, 40)!r} is not a player; the players are {', '.join(PLAYERS)}; 4x2 has twice the budget of 4 "
        f"(up to {LEVELS[-1]}x{TIMES[-1]}), and 2:bold is bold"
    )


# -- the command line


def add(simulate: argparse.ArgumentParser) -> None:
    """Add the arguments of `simulate`."""
    simulate.add_argument(
        "scenarios", metavar="SCENARIO", nargs="+", help="names from westwall list, random, daily, or paths to files"
    )
    simulate.add_argument(
        "--sides",
        metavar="FIRST,SECOND",
        help=f"the players of both sides (default: 2,2): {', '.join(PLAYERS)}; 4x2 has twice the budget of 4, "
        "and 2:bold plays boldly",
    )
    simulate.add_argument(
        "--games",
        metavar="N",
        type=positive,
        help="games per scenario (default: 10; with --balance, 100 between equal players)",
    )
    simulate.add_argument(
        "--balance",
        action="store_true",
        help="check whether a battle is even: level 3 plays itself, and level 2 plays against a side that "
        "sits still and against one that runs for the objectives",
    )
    simulate.add_argument("--table", metavar="FILE", help="write the figures of --balance to this file, in Markdown")
    simulate.add_argument(
        "--match",
        choices=(MIRRORED,),
        help="play each game again with the players swapped; the sum of the leads in both games decides",
    )
    simulate.add_argument("--pairs", action="store_const", dest="match", const=MIRRORED, help=argparse.SUPPRESS)
    simulate.add_argument(
        "--seed",
        metavar="N",
        type=whole,
        default=1,
        help="seed of the first game (default: 1); each further game adds one",
    )
    simulate.add_argument(
        "--jobs",
        metavar="N",
        type=positive,
        default=os.cpu_count() or 1,
        help="games played at the same time (default: one per processor)",
    )
    simulate.add_argument(
        "--cluster", metavar="ADDRESS", default="", help="a Dask scheduler, such as tcp://host:8786, instead of --jobs"
    )
    simulate.add_argument(
        "--option", metavar="NAME[=VALUE]", action="append", default=[], help="turn on an option of the battle"
    )
    simulate.add_argument(
        "--bid", metavar="SIDE=POINTS", default="", help="give the other side this many points at the start"
    )
    simulate.add_argument(
        "--weights", metavar="FILE", help="weights for the computer players instead of the battle's own"
    )
    simulate.add_argument("--csv", metavar="FILE", help="add each game to this file, and skip games already in it")
    simulate.add_argument("--json", action="store_true", help="print the summary as a JSON list of objects")
