"""Play games for a measurement, and keep their results in a file, so that the same command continues."""

import argparse
import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from westwall_tui.tools.simulate.crews import ClusterError, hired, played
from westwall_tui.tools.simulate.games import Crew, Job, Result

TEST_SEEDS = 1000
"""Seeds from here on judge. Numbers are tuned with smaller ones."""


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Add the options that say who plays the games."""
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time (1)")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler instead")


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean of some numbers, and its standard error."""
    mean = sum(numbers) / len(numbers)
    spread = sum((each - mean) ** 2 for each in numbers) / max(len(numbers) - 1, 1)
    return mean, sqrt(spread / len(numbers))


def kept(path: Path | None) -> list[Any]:
    """The records of a file from which a measurement goes on, a line each; none where there is no file yet."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    return [json.loads(line) for line in lines]


def keep(path: Path | None, *records: object) -> None:
    """Add records to such a file."""
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)


def whole(jobs: Sequence[Job], crew: Crew, path: Path) -> list[Result]:
    """The results of games, those played that the file lacks. Raises `RuntimeError` if one broke off."""
    games = played(jobs, crew, path, quiet=True)
    for failure in games.failures:
        raise RuntimeError(f"{failure.key}: this game broke off\n{failure.text}")
    if games.interrupted:
        raise KeyboardInterrupt
    return games.results


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
