"""The list of lessons: those that come with the game, in order, and the user's own by folder."""

from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.disk.reach import is_file
from westwall_tui.files.faults import likely, refuse
from westwall_tui.files.tables import parse, read
from westwall_tui.learn.lessons.script import LESSON, LONGEST_TEXT
from westwall_tui.learn.progress import Progress


class ListedLesson(NamedTuple):
    """A lesson in a list, as read from the head of its script without its board."""

    folder: Path
    number: int
    """The lesson's number from 1; 0 for the user's own lessons."""
    title: str
    minutes: int
    steps: int
    """The number of steps; a fight counts as one."""
    story: str
    fights: bool
    """True if the lesson is a fight against the computer."""

    @property
    def name(self) -> str:
        """The name of the lesson's folder."""
        return self.folder.name

    def done(self, progress: Progress) -> int:
        """Return how many of the lesson's steps are done."""
        return min(progress.steps.get(self.name, 0), self.steps)

    def status(self, progress: Progress) -> str:
        """Return the learner's progress in the lesson, in a few words."""
        done = self.done(progress)
        return "done" if done == self.steps else f"step {done + 1} of {self.steps}" if done else ""


def all_lessons() -> list[ListedLesson]:
    """Return the lessons that come with the game, in order."""
    paths = sorted(shipped_root().glob(f"lessons/*/{LESSON}"))
    return [_read_head(path, number) for number, path in enumerate(paths, 1)]


def _read_head(path: Path, number: int) -> ListedLesson:
    top = parse(read(path))
    steps = len(list(top.tables("steps", "-")))
    story = top.text("story", "", longest=LONGEST_TEXT)
    return ListedLesson(
        path.parent.resolve(), number, top.text("title"), top.number("minutes", 5), steps or 1, story, not steps
    )


def find_lesson(word: str) -> ListedLesson:
    """Return a lesson by its number, its name, or the path of its folder. Raises `FileError` if there is none."""
    found = all_lessons()
    for lesson in found:
        if word in (str(lesson.number), lesson.name, lesson.name.partition("-")[2]):
            return lesson
    for path in (Path(word), Path(word) / LESSON):
        if path.name.endswith(".toml") and is_file(path):
            return _read_head(path, 0)
    names = ", ".join(f"{lesson.number} {lesson.name.partition('-')[2]}" for lesson in found)
    meant = likely(word, [lesson.name.partition("-")[2] for lesson in found])
    why = f"is neither a lesson nor a folder with one{meant}; the lessons are {names}"
    refuse(word, why)


def next_lesson(progress: Progress) -> ListedLesson:
    """Return the first lesson that was begun but not finished, else the first unfinished one, else the first.

    Raise `FileError` if there are no lessons.
    """
    found = all_lessons()
    if not found:
        refuse("westwall", "its lessons are missing; install it again")
    left = [lesson for lesson in found if lesson.done(progress) < lesson.steps]
    return next((lesson for lesson in left if lesson.done(progress)), left[0] if left else found[0])


def lesson_after(lesson: ListedLesson) -> ListedLesson | None:
    """Return the lesson that follows another; None after the last lesson and after the user's own."""
    return (
        next((other for other in all_lessons() if other.number == lesson.number + 1), None) if lesson.number else None
    )
