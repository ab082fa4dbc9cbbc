"""The command line of `westwall simulate`; what plays the games is loaded when it runs."""

import argparse
import os
from typing import Any

from westwall_tui.files.words import positive, whole
from westwall_tui.tools.simulate.players import PLAYERS


def add(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the parser of `westwall`."""
    simulate = commands.add_parser(
        "simulate", help="play games without the screen between computer players", allow_abbrev=False
    )
    simulate.add_argument("scenarios", metavar="SCENARIO", nargs="+", help="names from westwall list")
    simulate.add_argument(
        "--sides",
        metavar="FIRST,SECOND",
        default="2,2",
        help=f"who plays each side: {', '.join(PLAYERS)}; 4x2 has twice the budget of 4",
    )
    simulate.add_argument("--games", metavar="N", type=positive, default=10, help="games of each scenario (10)")
    simulate.add_argument("--pairs", action="store_true", help="play each game again with the players exchanged")
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
    simulate.add_argument(
        "--csv", metavar="FILE", help="add each game to this file; those already in it are not played"
    )
    simulate.add_argument("--json", action="store_true", help="print the summary as JSON, a list of objects")
    simulate.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from westwall_tui.tools.simulate.command import run

    return run(options)
