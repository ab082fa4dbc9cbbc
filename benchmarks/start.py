"""Starting, from outside: first paints and memory beside the smallest Textual application, in turns with it."""

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
"""The first key of the bar in a Movement or Combat Phase: the only text that 80 columns always have room for."""


class Beside(NamedTuple):
    """A first paint beside those of the smallest application right before and right after it: processors change their
    speed by a third from second to second, and the best of many is then that of whoever met the fastest one."""

    ratio: float
    """Of processor times."""
    clock: float
    """Seconds by the clock."""
    smallest: float
    """The same of the smallest application."""


Taken = dict[str, list[Beside]]
"""By the name of a job, round by round."""


class Job(NamedTuple):
    """A program to start, and the text by which one sees that it has painted."""

    name: str
    command: Sequence[str]
    marker: str
    extra: Mapping[str, str]


def paint(job: Job) -> tuple[float, float]:
    """Seconds until a program has painted, and seconds of processor time that it took for that."""
    with Terminal(job.command, job.extra) as terminal:
        return terminal.wait_for(job.marker), terminal.processor


def memory(job: Job, size: tuple[int, int]) -> float:
    """Megabytes that a program takes at most until it has come to rest."""
    with Terminal(job.command, job.extra, size) as terminal:
        terminal.wait_for(job.marker)
        terminal.settle(0.5)
        return terminal.memory


def resumed(folder: Path, battle: str, orders: int) -> Job:
    """A game of a battle, resumed after so many orders."""
    extra = saved(folder, BATTLES[battle], orders)
    return Job(f"{battle}, {orders} orders", (*WESTWALL, "resume"), PLAYING, extra)


def figures() -> list[Figure]:
    """First paints by processor time, and memory."""
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
