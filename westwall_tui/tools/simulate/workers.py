"""Runners for lists of games: in this process, in several, or on a Dask cluster, all with the same results."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from westwall_tui import __version__
from westwall_tui.files.command_line import how_to_install
from westwall_tui.files.disk.folders import remove_unpacked
from westwall_tui.files.saves.file import RULES_REVISION
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.games import Failure, Job, JobRunner, Result, attempt

if TYPE_CHECKING:
    from ctypes import c_byte

    from distributed import Client

Task = TypeVar("Task")
Ended = TypeVar("Ended")
MAX_DEATHS = 3
"""Number of deaths of processes, without a finished game in between, after which the program gives up."""
POLL_SECONDS = 0.2
"""Seconds between a worker's checks that it is still needed."""


class WorkerError(Exception):
    """Raised if no more games can be played; the message gives the reason in one sentence."""


class PlayedGames(NamedTuple):
    """The outcome of playing a list of games."""

    results: list[Result]
    """The results in the order of the jobs."""
    failures: list[Failure]
    interrupted: bool
    """True if Ctrl+C prevented some of the games."""
    trouble: str = ""
    """Any other reason why games were not played; empty if there is none."""


def here(jobs: Sequence[Job]) -> Iterator[Result | Failure]:
    """Play the games one by one in this process."""
    return map(attempt, jobs)


@contextmanager
def job_runner(processes: int, address: str = "") -> Iterator[JobRunner]:
    """Yield a job runner: processes on this machine, including this one, or the cluster at an address.

    Raise `ClusterError` if the cluster cannot be used.
    """
    if address:
        with cluster_workers(address) as run_jobs:
            yield run_jobs
    else:
        yield lambda jobs: run_parallel(attempt, jobs, processes)


def run_parallel(work: Callable[[Task], Ended], tasks: Sequence[Task], processes: int) -> Iterator[Ended]:
    """Yield the result of each task, in any order. This process also works on tasks.

    If a process dies, the games of all processes are lost and are played again. Raises `WorkerError` if processes die
    often.
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
            if deaths == MAX_DEATHS:
                lost = f"worker processes keep dying, perhaps because memory is full; {len(left)} games are left"
                raise WorkerError(f"{lost}: try fewer --jobs") from error


def _spread_over_processes(
    work: Callable[[Task], Ended], tasks: Mapping[int, Task], processes: int
) -> Iterator[tuple[int, Ended]]:
    """Yield the results of tasks in processes that end when this process ends, whatever the reason."""
    context = get_context()
    over = context.RawValue("b", 0)  # an Event would wait for a process that was killed while reading it
    pool = ProcessPoolExecutor(processes, context, _begin_worker, (over,))
    try:
        waiting = {pool.submit(work, task): number for number, task in tasks.items()}
        for future in as_completed(waiting):
            yield waiting[future], future.result()
    finally:
        over.value = 1
        pool.shutdown(wait=False, cancel_futures=True)


def _begin_worker(over: "c_byte") -> None:
    """Start a worker, which leaves Ctrl+C to its parent and stops when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()  # the main process, even if a fork server started this one
    assert parent is not None

    def watch() -> None:
        while not over.value and parent.is_alive():
            sleep(POLL_SECONDS)
        remove_unpacked()
        os._exit(0)

    Thread(target=watch, daemon=True).start()


def played(jobs: Sequence[Job], run_jobs: JobRunner, path: Path | None = None, *, quiet: bool = False) -> PlayedGames:
    """Play the games that are not in the file yet, and append each result when its game ends.

    Before playing, raise `ValueError` for a file of another kind and `OSError` for a file that cannot be written.
    """
    wanted = {job.key: job for job in jobs}
    kept = tally.read(path, Result) if path else []
    if path:
        tally.open_for(path)
    found: dict[str, Result] = {result.key: result for result in kept if result.key in wanted}
    failures: list[Failure] = []
    interrupted, trouble = False, ""
    try:
        left = [job for key, job in wanted.items() if key not in found]
        for ended in with_progress(run_jobs(left), len(left), quiet=quiet):
            if isinstance(ended, Failure):
                failures.append(ended)
                continue
            found[ended.key] = ended
            if path:
                tally.append(path, [ended])
    except KeyboardInterrupt:
        interrupted = True
    except WorkerError as error:
        trouble = str(error)
    return PlayedGames([found[key] for key in wanted if key in found], failures, interrupted, trouble)


def with_progress(games: Iterator[Ended], count: int, *, quiet: bool = False) -> Iterator[Ended]:
    """Yield the results as games end, with a progress bar on a terminal."""
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


# -- games on other machines
#
# This needs the extra `cluster`. The workers need only the same westwall. A worker that dies costs only time, because
# Dask gives its games to another worker.


SCHEDULER_SECONDS = 20
"""Number of seconds within which a scheduler must answer."""


class ClusterError(Exception):
    """Raised if a cluster cannot be used; the message gives the reason in one sentence."""


@contextmanager
def cluster_workers(address: str) -> Iterator[JobRunner]:
    """Yield the workers of a scheduler. Raises `ClusterError` if it is unreachable or they cannot play these games."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(f"--cluster {address} needs Dask; {how_to_install('cluster')}") from error
    try:
        client = Client(address, timeout=SCHEDULER_SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterError(f"--cluster {address}: no scheduler answers there ({error})") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=SCHEDULER_SECONDS)
            programs = client.run(program)
        except TimeoutError as error:
            raise ClusterError(f"--cluster {address}: the scheduler has no workers (dask worker {address})") from error
        except ImportError as error:
            raise ClusterError(f"--cluster {address}: westwall is not installed on a worker ({error})") from error
        _check_workers(address, programs)
        yield lambda jobs: _played_on_workers(client, jobs)


def _played_on_workers(client: "Client", jobs: Sequence[Job]) -> Iterator[Result | Failure]:
    from distributed import as_completed

    own = program()
    futures = {client.submit(_attempt_job, own, job, key=f"westwall {job.key}", pure=False): job for job in jobs}
    try:
        for future in as_completed(futures):
            if future.status == "finished":
                yield future.result()
            else:
                yield Failure(futures[future].key, str(future.exception() or future.status))
    finally:
        client.cancel(list(futures))


def _attempt_job(program_here: tuple[str, int], job: Job) -> Result | Failure:
    """Play a game on a worker. The worker may have joined after the versions of the others were checked."""
    if program() != program_here:
        return Failure(job.key, f"a worker that joined later has westwall {program()[0]}, not {program_here[0]}")
    return attempt(job)


def program() -> tuple[str, int]:
    """Return the version of a worker's program and of its rules."""
    return __version__, RULES_REVISION


def _check_workers(address: str, workers: dict[str, tuple[str, int]]) -> None:
    own = program()
    for name, other in workers.items():
        if tuple(other) != own:
            raise ClusterError(f"--cluster {address}: the worker {name} has westwall {other[0]}, not {own[0]}")
