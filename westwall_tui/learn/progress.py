"""The learner's progress in lessons and puzzles, stored in a small file in the data folder.

The user may delete the file.
"""

from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.files.disk.folders import learned_file
from westwall_tui.files.disk.writing import write_whole
from westwall_tui.files.faults import FileError
from westwall_tui.files.tables import parse, read

FIGHT = "13-first-fight"
"""The fight at the end of the lessons."""
MAX_DEFEATS = 2
"""Number of defeats in a row in the first fight after which an easier fight is offered."""
MAX_COUNT = 1000
"""Maximum count of lessons, steps, fights and tries."""
NONE: Mapping[str, int] = {}


class Progress(NamedTuple):
    """The learner's progress."""

    steps: Mapping[str, int]
    """The number of finished steps by lesson. A fight that was won counts as one step."""
    lost: int = 0
    """The number of fights lost since the last victory."""
    puzzles: Mapping[str, int] = NONE
    """The number of tries by puzzle; negative as long as the puzzle isn't solved."""

    @property
    def wants_easier(self) -> bool:
        """True after enough defeats to offer one more unit."""
        return self.lost >= MAX_DEFEATS


def read_progress() -> Progress:
    """Return the progress; an empty one if the file is missing or cannot be understood."""
    try:
        source = read(learned_file())
        top = parse(source, "learned")
        steps = {name: n for name, n in top.mapping("learned").items() if isinstance(n, int) and 0 < n <= MAX_COUNT}
        tries = {
            name: n for name, n in top.mapping("puzzles").items() if isinstance(n, int) and 0 < abs(n) <= MAX_COUNT
        }
        found = Progress(steps, top.number("lost", 0, high=MAX_COUNT), tries)
        top.faults.check()
    except FileError:
        return Progress({})
    return found


def keep_step(lesson: str, done: int) -> None:
    """Save the number of finished steps of a lesson, if it is higher than before."""
    before = read_progress()
    if done > before.steps.get(lesson, 0):
        _write_progress(before._replace(steps={**before.steps, lesson: done}))


def keep_fight(lesson: str, *, won: bool) -> None:
    """Save the result of a fight."""
    before = read_progress()
    steps = {**before.steps, lesson: 1} if won else before.steps
    _write_progress(before._replace(steps=steps, lost=0 if won else min(before.lost + 1, MAX_COUNT)))


def keep_try(puzzle: str, *, solved: bool) -> None:
    """Save a try at a puzzle, unless it is already solved."""
    before = read_progress()
    tries = before.puzzles.get(puzzle, 0)
    if tries <= 0:
        tries = min(1 - tries, MAX_COUNT)
        _write_progress(before._replace(puzzles={**before.puzzles, puzzle: tries if solved else -tries}))


def _write_progress(progress: Progress) -> None:
    """Write the progress if possible. Learning works even if the file cannot be written."""
    import tomli_w

    data = {"format": 1, "kind": "learned", "lost": progress.lost, "learned": dict(progress.steps)}
    if progress.puzzles:
        data["puzzles"] = dict(progress.puzzles)
    try:
        write_whole(learned_file(), tomli_w.dumps(data))
    except (OSError, FileError):
        return
