"""Measure the start from outside: first paints and memory, compared with the smallest Textual application."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.positions import BATTLES, LONG, SHORT, saved
from benchmarks.table import Figure, Measured, worst_of
from benchmarks.terminal import LARGE, SMALL, Terminal

ROUNDS = 5
MINIMAL = (sys.executable, "-m", "benchmarks.minimal")
WESTWALL = (sys.executable, "-m", "westwall_tui")
PLAYING = "Enter"
"""The first key of the bar in a Movement or Combat Phase, the only text for which 80 columns always have room."""


class Beside(NamedTuple):
    """A first paint, compared with those of the smallest application right before and right after it.

    Processors change their speed by a third from second to second, so the best of many runs would only show which
    program met the fastest second.
    """

    ratio: float
    """Ratio of processor times."""
    clock: float
    """Seconds by the clock."""
    smallest: float
    """Seconds by the clock of the smallest application."""


Taken = dict[str, list[Beside]]
"""Results of each job, round by round."""


class Job(NamedTuple):
    """A program to start, and the text that shows that it has painted."""

    name: str
    command: Sequence[str]
    marker: str
    extra: Mapping[str, str]


def paint(job: Job) -> tuple[float, float]:
    """Return the seconds until a program has painted, and the processor seconds."""
    with Terminal(job.command, job.extra) as terminal:
        return terminal.wait_for(job.marker), terminal.processor


def memory(job: Job, size: tuple[int, int]) -> float:
    """Return the maximum of a program's memory until it is idle, in megabytes."""
    with Terminal(job.command, job.extra, size) as terminal:
        terminal.wait_for(job.marker)
        terminal.settle(0.5)
        return terminal.memory


def resumed(folder: Path, battle: str, orders: int) -> Job:
    """Return the environment that resumes a game of a battle after this many orders."""
    extra = saved(folder, BATTLES[battle], orders)
    return Job(f"{battle}, {orders} orders", (*WESTWALL, "resume"), PLAYING, extra)


def figures() -> list[Figure]:
    """Return first paints by processor time, and memory."""
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        folder = Path(name)
        minimal = Job("minimal", MINIMAL, "ready", {})
        own = {"WESTWALL_SAVES": f"{folder}/none", "WESTWALL_CONFIG": f"{folder}/config"}
        title = Job("title", WESTWALL, "New game", own)
        games = {orders: [resumed(folder, battle, orders) for battle in BATTLES] for orders in (SHORT, LONG)}
        jobs = [title, *games[SHORT], *games[LONG]]
        taken: Taken = {job.name: [] for job in jobs}
        for job in (minimal, *jobs):
            paint(job)  # fills the caches
        before = paint(minimal)
        for _ in range(ROUNDS):
            for job in jobs:
                (clock, processor), after = paint(job), paint(minimal)
                ratio = 2 * processor / (before[1] + after[1])
                taken[job.name].append(Beside(ratio, clock, min(before[0], after[0])))
                before = after
        return [
            _first_paint("first paint of the title", taken, [title], 1.25),
            _first_paint(f"first paint of a game resumed after {SHORT} orders", taken, games[SHORT], 1.75),
            _first_paint(f"first paint of a game resumed after {LONG} orders", taken, games[LONG], 1.75),
            _memory("peak memory at 80x24", SMALL, minimal, jobs[1:], 1.45),
            _memory("peak memory at 200x60", LARGE, minimal, jobs[1:], 1.55),
        ]


def _first_paint(what: str, taken: Taken, jobs: Sequence[Job], goal: float) -> Figure:
    found = [Measured(median(beside.ratio for beside in taken[job.name]), job.name) for job in jobs]
    clock = max(median(beside.clock for beside in taken[job.name]) for job in jobs)
    smallest = median(beside.smallest for job in jobs for beside in taken[job.name])
    note = f"processor time, the median of {ROUNDS}; by the clock {clock:.2f} s beside {smallest:.2f} s"
    return worst_of(f"{what} / smallest application", found, "x", goal, note=note)


def _memory(what: str, size: tuple[int, int], minimal: Job, jobs: Sequence[Job], goal: float) -> Figure:
    try:
        base = memory(minimal, size)
        found = [Measured(memory(job, size) / base, job.name) for job in jobs]
    except OSError:
        return Figure(what, None, "x", goal, note="this system does not tell")
    return worst_of(f"{what} / smallest application", found, "x", goal, note=f"the smallest takes {base:.1f} MB")
