"""The command line of `westwall fuzz`; what plays the games is loaded when it runs."""

import argparse
from collections.abc import Callable
from typing import Any

from westwall_tui.files.words import positive, whole


def add(commands: "argparse._SubParsersAction[Any]", run: Callable[[argparse.Namespace], int]) -> None:
    """Add the command to the parser of `westwall`."""
    fuzz = commands.add_parser(
        "fuzz",
        help="stress-test the game by random play",
        epilog="The status is 1 if a promise was broken; a file then holds the fewest steps found that show it.",
        allow_abbrev=False,
    )
    fuzz.add_argument(
        "file", metavar="FILE", nargs="?", help="show a fault again, from the file that was written for it"
    )
    fuzz.add_argument("--battle", metavar="NAME", default="", help="a battle or scenario from westwall list; else all")
    fuzz.add_argument("--games", metavar="N", type=positive, default=90, help="games (90); the scenarios take turns")
    fuzz.add_argument(
        "--seed", metavar="N", type=whole, default=1, help="the first game's seed (1); then one more each"
    )
    fuzz.add_argument("--steps", metavar="N", type=positive, help="end each game after N steps")
    fuzz.add_argument("--jobs", metavar="N", type=positive, default=1, help="games at a time (1)")
    fuzz.add_argument("--csv", metavar="FILE", help="add each game to this file; games already in it are skipped")
    fuzz.add_argument("--out", metavar="FOLDER", default=".", help="where files of faults are written (default: here)")
    fuzz.set_defaults(run=run)
