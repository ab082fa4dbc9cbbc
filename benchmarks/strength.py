"""What all programs share that measure or tune the computer player by whole games: who plays them, and how they end."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from westwall_tui.tools.simulate.crews import ClusterError, hired, played
from westwall_tui.tools.simulate.games import Job, Result

TEST_SEEDS = 1000
"""The seeds that judge begin here; whatever is tuned is tuned with smaller ones."""


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Add the options that say who plays the games."""
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time (1)")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler instead")


def played_out(
    parser: argparse.ArgumentParser, options: argparse.Namespace, jobs: Sequence[Job], path: Path | None
) -> tuple[list[Result], int]:
    """Play what the file does not hold yet: the results, and the status, 1 if a game broke off, 130 if stopped."""
    try:
        with hired(options.jobs, options.cluster) as crew:
            games = played(jobs, crew, path)
    except ClusterError as error:
        parser.error(str(error))
    for failure in games.failures:
        print(f"{failure.key}: this game broke off\n{failure.text}", file=sys.stderr)
    return games.results, 130 if games.interrupted else 1 if games.failures else 0
