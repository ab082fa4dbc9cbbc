"""Games in the background: the same results as in this process, and no process that stays."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.files.example import write_example
from tests.tools.simulate.test_workers import ROOT, SCHEDULER_SECONDS, alive
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate.background import BackgroundGames
from westwall_tui.tools.simulate.games import Job, Result, attempt, matched
from westwall_tui.tools.simulate.workers import WorkerError

ENDLESS = """
import sys
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate.background import BackgroundGames
from westwall_tui.tools.simulate.games import matched

scenario = load_scenario(sys.argv[1])
games = BackgroundGames(matched({"mine": ()}, range(5000), ("2", "2"), texts=scenario.texts), 2)
for _ in games:
    print("played", flush=True)
"""


def jobs(tmp_path: Path, games: int) -> list[Job]:
    """Return games of a scenario whose file is gone by the time they are played."""
    path = write_example(tmp_path)
    scenario = load_scenario(path)
    path.unlink()
    return matched({"mine": ()}, range(1, games + 1), ("2", "1"), texts=scenario.texts)


def processes(program: int) -> set[int]:
    """Return the processes that play games for a program: a child that has a session of its own, and its workers."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,sid"], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()[1:]]
    sessions = {pid for pid, parent, session in rows if parent == program and session == pid}
    return {pid for pid, _, session in rows if session in sessions and alive(pid)}


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + SCHEDULER_SECONDS
    while not is_so() and time.monotonic() < until:
        time.sleep(0.05)
    assert is_so()


@pytest.mark.slow
@pytest.mark.parametrize("processors", [1, 2])
def test_the_results_depend_only_on_texts_seeds_and_players(tmp_path, processors):
    wanted = jobs(tmp_path, 3)
    found = sorted(BackgroundGames(wanted, processors), key=lambda ended: ended.key)
    assert [(each.points, each.orders) for each in found if isinstance(each, Result)] == [
        (each.points, each.orders) for each in map(attempt, wanted) if isinstance(each, Result)
    ]
    assert len(found) == 3


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ps") is None, reason="needs ps")
def test_no_process_stays_after_games_are_stopped(tmp_path):
    others = processes(os.getpid())  # of other tests
    games = BackgroundGames(jobs(tmp_path, 5000), 2)
    for number, _ in enumerate(games):
        if number == 1:
            wait_until(lambda: len(processes(os.getpid()) - others) == 3)
            players = processes(os.getpid()) - others
            games.stop()
    assert number < 4999
    wait_until(lambda: not any(map(alive, players)))
    games.stop()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ps") is None, reason="needs ps")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_stays_after_the_program_is_killed(tmp_path, how):
    program = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, write_example(tmp_path)], cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert program.stdout is not None
    assert program.stdout.readline() == b"played\n"
    players = processes(program.pid)
    assert len(players) == 3
    program.send_signal(how)
    program.wait(SCHEDULER_SECONDS)
    program.stdout.close()
    wait_until(lambda: not any(map(alive, players)))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ps") is None, reason="needs ps")
def test_a_process_that_dies_is_reported(tmp_path):
    games = BackgroundGames(jobs(tmp_path, 5000), 1)

    def kill_at_the_first_result() -> None:
        for _ in games:
            for process in processes(os.getpid()):
                os.kill(process, signal.SIGKILL)

    with pytest.raises(WorkerError, match="has ended, perhaps because memory is full"):
        kill_at_the_first_result()
