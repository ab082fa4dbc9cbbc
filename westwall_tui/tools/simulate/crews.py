"""Plays lists of games: in this process, in several, or on a Dask cluster, with the same results."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from westwall_tui.tools.simulate import lines
from westwall_tui.tools.simulate.games import Crew, Failure, Job, Result, attempt

if TYPE_CHECKING:
    from ctypes import c_byte

Task = TypeVar("Task")
Ended = TypeVar("Ended")
MOST_DEATHS = 3
"""Deaths of processes, with no game ended in between, before we give up."""
GLANCE = 0.2
"""Seconds between a worker's checks that it is still wanted."""


class CrewError(Exception):
    """Why no more games can be played here, in one sentence."""


class Games(NamedTuple):
    """The outcome of a list of games."""

    results: list[Result]
    """In the order of the jobs."""
    failures: list[Failure]
    interrupted: bool
    """True if some are left because of Ctrl+C."""
    trouble: str = ""
    """Why else some are left; empty if none are."""


def here(jobs: Sequence[Job]) -> Iterator[Result | Failure]:
    """One game after the other in this process."""
    return map(attempt, jobs)


@contextmanager
def hired(processes: int, address: str = "") -> Iterator[Crew]:
    """A crew of processes on this machine, this one included, or the cluster at an address.

    Raises `cluster.ClusterError`.
    """
    if address:
        from westwall_tui.tools.simulate.cluster import workers

        with workers(address) as crew:
            yield crew
    else:
        yield lambda jobs: spread(attempt, jobs, processes)


def spread(work: Callable[[Task], Ended], tasks: Sequence[Task], processes: int) -> Iterator[Ended]:
    """The result of each task, in any order; this process is one of the crew.

    A process that dies takes the others' games with it: those are played again. Raises `CrewError` if that goes on.
    """
    if processes == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    left = dict(enumerate(tasks))
    deaths = 0
    while left:
        try:
            for number, ended in _spread_over_processes(work, left, min(processes, len(left))):
                del left[number]
                deaths = 0
                yield ended
        except BrokenProcessPool as error:
            deaths += 1
            if deaths == MOST_DEATHS:
                lost = f"processes that play games keep dying, perhaps for want of memory; {len(left)} games are left"
                raise CrewError(f"{lost}: try fewer --jobs") from error


def _spread_over_processes(
    work: Callable[[Task], Ended], tasks: Mapping[int, Task], processes: int
) -> Iterator[tuple[int, Ended]]:
    """Results of tasks in processes that end with us, however we end."""
    context = get_context()
    over = context.RawValue("b", 0)  # an Event would wait for a process that was killed while it looked
    pool = ProcessPoolExecutor(processes, context, _begin, (os.getpid(), over))
    try:
        waiting = {pool.submit(work, task): number for number, task in tasks.items()}
        for future in as_completed(waiting):
            yield waiting[future], future.result()
    finally:
        over.value = 1
        pool.shutdown(wait=False, cancel_futures=True)


def _begin(parent: int, over: "c_byte") -> None:
    """Start a worker: it leaves Ctrl+C to its parent, and stops when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while not over.value and os.getppid() == parent:
            sleep(GLANCE)
        os._exit(0)

    Thread(target=watch, daemon=True).start()


def played(jobs: Sequence[Job], crew: Crew, path: Path | None = None, *, quiet: bool = False) -> Games:
    """Play the games that the file lacks, and add each when it ends.

    Raises `ValueError` for another file and `OSError` for one that cannot be written, before anything is played.
    """
    wanted = {job.key: job for job in jobs}
    kept = lines.read(path, Result) if path else []
    if path:
        lines.open_for(path)
    found: dict[str, Result] = {result.key: result for result in kept if result.key in wanted}
    failures: list[Failure] = []
    interrupted, trouble = False, ""
    try:
        left = [job for key, job in wanted.items() if key not in found]
        for ended in watched(crew(left), len(left), quiet=quiet):
            if isinstance(ended, Failure):
                failures.append(ended)
                continue
            found[ended.key] = ended
            if path:
                lines.append(path, [ended])
    except KeyboardInterrupt:
        interrupted = True
    except CrewError as error:
        trouble = str(error)
    return Games([found[key] for key in wanted if key in found], failures, interrupted, trouble)


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
