"""Games on other machines: the same jobs, handed to the scheduler of a Dask cluster.

It takes the extra `cluster`. The workers need the same westwall, nothing else. A worker that dies costs only time: Dask
gives its games to another.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from westwall_tui import __version__
from westwall_tui.files.saves import RULES_REVISION
from westwall_tui.tools.simulate.games import Crew, Failure, Job, Result, attempt

if TYPE_CHECKING:
    from distributed import Client

EXTRA = 'Dask is not installed here: pip install "westwall-tui[cluster]"'
PATIENCE = 20
"""Seconds in which a scheduler must answer."""


class ClusterError(Exception):
    """Why a cluster cannot be used, in one sentence."""


@contextmanager
def workers(address: str) -> Iterator[Crew]:
    """The workers of a scheduler. Raises `ClusterError` if it cannot be reached or they cannot play these games."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(f"--cluster {address}: {EXTRA}") from error
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise ClusterError(f"--cluster {address}: no scheduler answers there ({error})") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            programs = client.run(program)
        except TimeoutError as error:
            raise ClusterError(f"--cluster {address}: the scheduler has no workers (dask worker {address})") from error
        except ImportError as error:
            raise ClusterError(f"--cluster {address}: a worker has no westwall ({error})") from error
        _check(address, programs)
        yield lambda jobs: _played_on_workers(client, jobs)


def _played_on_workers(client: "Client", jobs: Sequence[Job]) -> Iterator[Result | Failure]:
    from distributed import as_completed

    own = program()
    futures = {client.submit(_attempt, own, job, key=f"westwall {job.key}", pure=False): job for job in jobs}
    try:
        for future in as_completed(futures):
            if future.status == "finished":
                yield future.result()
            else:
                yield Failure(futures[future].key, str(future.exception() or future.status))
    finally:
        client.cancel(list(futures))


def _attempt(program_here: tuple[str, int], job: Job) -> Result | Failure:
    """Play a game on a worker, which may have joined after the others were asked what they play with."""
    if program() != program_here:
        return Failure(job.key, f"a worker that has joined since has westwall {program()[0]}, not {program_here[0]}")
    return attempt(job)


def program() -> tuple[str, int]:
    """What a worker plays with: the version, and how it reads orders."""
    return __version__, RULES_REVISION


def _check(address: str, workers: dict[str, tuple[str, int]]) -> None:
    own = program()
    for name, other in workers.items():
        if tuple(other) != own:
            raise ClusterError(f"--cluster {address}: the worker {name} has westwall {other[0]}, not {own[0]}")
