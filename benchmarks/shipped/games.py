"""Play games for a measurement, and store their results in a file, so that the same command continues."""

import argparse
import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from westwall_tui.tools.simulate.games import Job, JobRunner, Result
from westwall_tui.tools.simulate.workers import ClusterError, job_runner, played

TEST_SEEDS = 1000
"""Seeds from here on judge. Numbers are tuned with smaller ones."""


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options for the processes that play the games."""
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of processes (1)")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler instead")


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some numbers and its standard error."""
    mean = sum(numbers) / len(numbers)
    spread = sum((each - mean) ** 2 for each in numbers) / max(len(numbers) - 1, 1)
    return mean, sqrt(spread / len(numbers))


def kept(path: Path | None) -> list[Any]:
    """Return the records of a file, one per line, with which a measurement continues; none if there is no file yet."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    return [json.loads(line) for line in lines]


def keep(path: Path | None, *records: object) -> None:
    """Append records to such a file."""
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)


def whole(jobs: Sequence[Job], run_jobs: JobRunner, path: Path) -> list[Result]:
    """Return the results of games; play the missing ones. Raises `RuntimeError` if one broke off."""
    games = played(jobs, run_jobs, path, quiet=True)
    for failure in games.failures:
        raise RuntimeError(f"{failure.key}: this game failed\n{failure.text}")
    if games.interrupted:
        raise KeyboardInterrupt
    return games.results


def played_out(
    parser: argparse.ArgumentParser, options: argparse.Namespace, jobs: Sequence[Job], path: Path | None
) -> tuple[list[Result], int]:
    """Play the games that are missing in the file, and return the results and the status.

    The status is 1 if a game broke off, 130 if interrupted.
    """
    try:
        with job_runner(options.jobs, options.cluster) as run_jobs:
            games = played(jobs, run_jobs, path)
    except ClusterError as error:
        parser.error(str(error))
    for failure in games.failures:
        print(f"{failure.key}: this game failed\n{failure.text}", file=sys.stderr)
    return games.results, 130 if games.interrupted else 1 if games.failures else 0
