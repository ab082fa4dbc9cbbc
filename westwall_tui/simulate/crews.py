"""Who plays a list of games: this process, several on this machine, or a Dask cluster. All give the same results."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from westwall_tui.simulate import results as files
from westwall_tui.simulate.games import Crew, Failure, Job, Result, attempt

Task = TypeVar("Task")
Ended = TypeVar("Ended")


class Games(NamedTuple):
    """What became of the games that were asked for."""

    results: list[Result]
    """In the order of the jobs."""
    failures: list[Failure]
    interrupted: bool
    """Whether some are left, because the person at the keyboard wanted no more."""


def here(jobs: Sequence[Job]) -> Iterator[Result | Failure]:
    """One game after the other in this process."""
    return map(attempt, jobs)


@contextmanager
def hired(processes: int, address: str = "") -> Iterator[Crew]:
    """That many processes on this machine, where one is this one; with an address the cluster there instead.

    Raises `cluster.ClusterError`.
    """
    if address:
        from westwall_tui.simulate.cluster import workers

        with workers(address) as crew:
            yield crew
    else:
        yield lambda jobs: spread(attempt, jobs, processes)


def spread(work: Callable[[Task], Ended], tasks: Sequence[Task], processes: int) -> Iterator[Ended]:
    """What comes of each task, in any order; one process is this one."""
    if processes == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(min(processes, len(tasks))) as pool:
        waiting = [pool.submit(work, task) for task in tasks]
        try:
            for future in as_completed(waiting):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def played(jobs: Sequence[Job], crew: Crew, path: Path | None = None, *, quiet: bool = False) -> Games:
    """Play what the file does not hold yet, each game kept there when it ends. Raises `ValueError` for another file."""
    wanted = {job.key: job for job in jobs}
    kept = files.read(path) if path else []
    found: dict[str, Result] = {result.key: result for result in kept if result.key in wanted}
    failures: list[Failure] = []
    interrupted = False
    try:
        left = [job for key, job in wanted.items() if key not in found]
        for ended in watched(crew(left), len(left), quiet=quiet):
            if isinstance(ended, Failure):
                failures.append(ended)
                continue
            found[ended.key] = ended
            if path:
                files.append(path, [ended])
    except KeyboardInterrupt:
        interrupted = True
    return Games([found[key] for key in wanted if key in found], failures, interrupted)


def watched(games: Iterator[Ended], count: int, *, quiet: bool = False) -> Iterator[Ended]:
    """The games as they end, counted by a bar where somebody can see it."""
    if quiet or not sys.stderr.isatty():
        yield from games
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=count)
        for ended in games:
            yield ended
            progress.advance(task)
