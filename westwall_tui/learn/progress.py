"""How far somebody has come in lessons and puzzles: one small file in his data folder, which he may delete."""

from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.files.disk.folders import learned_file
from westwall_tui.files.disk.writing import write_whole
from westwall_tui.files.faults import FileError
from westwall_tui.files.tables import parse, read

FIGHT = "13-first-fight"
"""The fight at the end of the lessons."""
OFTEN = 2
"""First fights lost one after the other, after which an easier one is offered."""
MOST = 1000
"""The most lessons, steps, fights and tries that are counted."""
NONE: Mapping[str, int] = {}


class Progress(NamedTuple):
    """What was learned."""

    steps: Mapping[str, int]
    """By lesson the steps that were done; a fight that was won is one."""
    lost: int = 0
    """Fights lost since the last one that was won."""
    puzzles: Mapping[str, int] = NONE
    """By puzzle the tries that it took to solve it; below 0: tries that have not."""

    @property
    def wants_easier(self) -> bool:
        """True after so many defeats that a unit more is offered."""
        return self.lost >= OFTEN


def read_progress() -> Progress:
    """What was learned; nothing if there is no file, or it makes no sense."""
    try:
        source = read(learned_file())
        top = parse(source, "learned")
        steps = {name: n for name, n in top.mapping("learned").items() if isinstance(n, int) and 0 < n <= MOST}
        tries = {name: n for name, n in top.mapping("puzzles").items() if isinstance(n, int) and 0 < abs(n) <= MOST}
        found = Progress(steps, top.number("lost", 0, high=MOST), tries)
        top.faults.check()
    except FileError:
        return Progress({})
    return found


def keep_step(lesson: str, done: int) -> None:
    """Remember that so many steps of a lesson are done, if that is more than before."""
    before = read_progress()
    if done > before.steps.get(lesson, 0):
        _write_progress(before._replace(steps={**before.steps, lesson: done}))


def keep_fight(lesson: str, *, won: bool) -> None:
    """Remember how a fight went."""
    before = read_progress()
    steps = {**before.steps, lesson: 1} if won else before.steps
    _write_progress(before._replace(steps=steps, lost=0 if won else min(before.lost + 1, MOST)))


def keep_try(puzzle: str, *, solved: bool) -> None:
    """Remember a try at a puzzle; one that is solved stays so."""
    before = read_progress()
    tries = before.puzzles.get(puzzle, 0)
    if tries <= 0:
        tries = min(1 - tries, MOST)
        _write_progress(before._replace(puzzles={**before.puzzles, puzzle: tries if solved else -tries}))


def _write_progress(progress: Progress) -> None:
    """Keep it, if possible; learning works without."""
    import tomli_w

    data = {"format": 1, "kind": "learned", "lost": progress.lost, "learned": dict(progress.steps)}
    if progress.puzzles:
        data["puzzles"] = dict(progress.puzzles)
    try:
        write_whole(learned_file(), tomli_w.dumps(data))
    except (OSError, FileError):
        return
