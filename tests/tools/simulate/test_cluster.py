"""Games on a local Dask cluster of two worker processes."""

import os
import signal
import sys
from dataclasses import replace

import pytest

from westwall_tui import cli
from westwall_tui.files.command_line import how_to_install
from westwall_tui.tools.simulate import workers
from westwall_tui.tools.simulate.games import Job, Result, matched
from westwall_tui.tools.simulate.workers import here, played

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # Dask itself causes warnings

JOBS = matched({"bastogne/relief": ()}, range(1, 3), ("random", "script"), both=True)


def bare(result: Result) -> Result:
    """Return a result without its times."""
    return replace(result, seconds=(0.0, 0.0), slowest=(0.0, 0.0))


@pytest.fixture(scope="module")
def local():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=0
    ) as found:
        yield found


def test_a_worker_that_is_killed_changes_nothing(local):
    killed: list[int] = []

    def run_and_kill(jobs):
        with workers.cluster_workers(local.scheduler_address) as run_jobs:
            for ended in run_jobs(jobs):
                if not killed:
                    killed.append(local.workers[0].process.pid)
                    os.kill(killed[0], signal.SIGKILL)
                yield ended

    games = played(JOBS, run_and_kill)
    assert killed
    assert not games.failures
    assert [bare(result) for result in games.results] == [bare(result) for result in played(JOBS, here).results]


def test_a_game_with_a_fault_stops_no_other(local):
    jobs = [Job("bastogne/nowhere", 1, ("random", "random")), JOBS[0]]
    with workers.cluster_workers(local.scheduler_address) as run_jobs:
        games = played(jobs, run_jobs)
    assert [result.key for result in games.results] == [JOBS[0].key]
    assert "bastogne/nowhere" in games.failures[0].text


def test_workers_with_another_westwall_are_refused(local, monkeypatch):
    monkeypatch.setattr(workers, "__version__", "9.9")
    with pytest.raises(workers.ClusterError, match=r"not 9\.9"), workers.cluster_workers(local.scheduler_address):
        pass


def test_without_dask_a_sentence_says_what_to_install(monkeypatch, command):
    monkeypatch.setitem(sys.modules, "distributed", None)
    printed = command("simulate", "bastogne/relief", "--cluster", "tcp://nowhere:8786", status=2).err
    assert printed.count("\n") == 1
    assert how_to_install("cluster") in printed


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch, capsys):
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "SCHEDULER_SECONDS", 1)
    assert cli.main(["simulate", "bastogne/relief", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "no scheduler answers there" in capsys.readouterr().err


def test_a_scheduler_without_workers_is_named(monkeypatch, capsys):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "SCHEDULER_SECONDS", 1)
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty:
        assert cli.main(["simulate", "bastogne/relief", "--cluster", empty.scheduler_address]) == 2
    assert "the scheduler has no workers" in capsys.readouterr().err


def test_a_worker_that_joins_later_with_another_westwall_plays_nothing(local, monkeypatch):
    with workers.cluster_workers(local.scheduler_address) as run_jobs:
        monkeypatch.setattr(workers, "__version__", "9.9")
        games = played(JOBS[:1], run_jobs)
    assert not games.results
    assert "not 9.9" in games.failures[0].text
