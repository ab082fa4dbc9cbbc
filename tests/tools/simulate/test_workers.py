"""Games on several processors when the program is stopped or a worker dies."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import deque
from functools import partial
from pathlib import Path

import pytest

from westwall_tui.tools.simulate.workers import WorkerError, run_parallel

ROOT = Path(__file__).parents[3]
SCHEDULER_SECONDS = 60.0
SLEEPY = """
import os, signal, sys, time
from pathlib import Path
from westwall_tui.tools.simulate.workers import run_parallel

signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let background processes ignore it

def task(number):
    Path(sys.argv[1], f"{number}-{os.getpid()}").touch()
    time.sleep(30)

if __name__ == "__main__":
    try:
        for _ in run_parallel(task, range(8), 2):
            pass
    except KeyboardInterrupt:
        sys.exit(130)
"""


def itself(number: int) -> int:
    return number


def dies_once(mark: Path, number: int) -> int:
    """Kill the process of the third task the first time, and leave a mark."""
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("processes", [1, 2])
def test_every_task_is_done_once(processes):
    assert sorted(run_parallel(itself, range(9), processes)) == [*range(9)]


@pytest.mark.slow
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_every_start_method_works(monkeypatch, method):
    """Check start methods: with the fork server, the default since Python 3.14 on Linux, workers once ended at once."""
    monkeypatch.setattr("westwall_tui.tools.simulate.workers.get_context", lambda: multiprocessing.get_context(method))
    assert sorted(run_parallel(itself, range(5), 2)) == [*range(5)]


@pytest.mark.slow
def test_a_process_that_dies_costs_only_time(tmp_path):
    assert sorted(run_parallel(partial(dies_once, tmp_path / "dead"), range(9), 2)) == [*range(9)]
    assert (tmp_path / "dead").exists()


@pytest.mark.slow
def test_processes_that_keep_dying_are_reported_in_a_sentence():
    done: list[int] = []
    with pytest.raises(WorkerError, match="games are left: try fewer --jobs") as raised:
        deque(map(done.append, run_parallel(dies, range(9), 2)))
    assert set(done) <= {0, 1, 2, 4, 5, 6, 7, 8}
    assert f" {9 - len(done)} games are left" in str(raised.value)  # including the game of the other process


def alive(process: int) -> bool:
    """Return True if a process with that number still runs."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(") ")[2][0] != "Z"  # a zombie has ended


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_stop_with_the_program(tmp_path, how):
    script, marks = tmp_path / "sleepy.py", tmp_path / "marks"
    script.write_text(SLEEPY)
    marks.mkdir()
    program = subprocess.Popen(
        [sys.executable, script, marks], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True
    )
    until = time.monotonic() + SCHEDULER_SECONDS
    while len(list(marks.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    workers = [int(mark.name.partition("-")[2]) for mark in marks.iterdir()]
    assert len(workers) == 2
    if how is signal.SIGINT:  # Ctrl+C reaches all processes
        os.killpg(program.pid, how)
    else:
        program.send_signal(how)
    status = program.wait(SCHEDULER_SECONDS)
    assert status == (130 if how is signal.SIGINT else -how)
    until = time.monotonic() + SCHEDULER_SECONDS
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(alive, workers))
    assert len(list(marks.iterdir())) == 2  # no other task was started
