"""Which lessons there are: those that come with the game, in their order, and one's own by their folder."""

from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.disk.reach import is_file
from westwall_tui.files.faults import likely, refuse
from westwall_tui.files.tables import parse, read
from westwall_tui.learn.lessons.script import LESSON, LONGEST_TEXT
from westwall_tui.learn.progress import Progress


class ListedLesson(NamedTuple):
    """A lesson, for lists: its script's head, its board unread."""

    folder: Path
    number: int
    """From 1; 0 for one's own."""
    title: str
    minutes: int
    steps: int
    """A fight counts as one."""
    story: str
    fights: bool
    """True if it is a game against the computer."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.name

    def done(self, progress: Progress) -> int:
        """How many of its steps were done."""
        return min(progress.steps.get(self.name, 0), self.steps)

    def stand(self, progress: Progress) -> str:
        """How far somebody has come in it, in a word or two."""
        done = self.done(progress)
        return "done" if done == self.steps else f"step {done + 1} of {self.steps}" if done else ""


def all_lessons() -> list[ListedLesson]:
    """The lessons that come with the game, in their order."""
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
    """A lesson by its number, its name, or a folder of one's own. Raises `FileError`."""
    found = all_lessons()
    for lesson in found:
        if word in (str(lesson.number), lesson.name, lesson.name.partition("-")[2]):
            return lesson
    for path in (Path(word), Path(word) / LESSON):
        if path.name.endswith(".toml") and is_file(path):
            return _read_head(path, 0)
    names = ", ".join(f"{lesson.number} {lesson.name.partition('-')[2]}" for lesson in found)
    meant = likely(word, [lesson.name.partition("-")[2] for lesson in found])
    why = f"is neither a lesson nor the folder of one{meant}; the lessons are {names}"
    refuse(word, why)


def next_lesson(progress: Progress) -> ListedLesson:
    """The first lesson that was begun and is not done, else the first not done; when all are, the first.

    Raises `FileError`.
    """
    found = all_lessons()
    if not found:
        refuse("westwall", "the lessons that belong to it are missing; install it again")
    left = [lesson for lesson in found if lesson.done(progress) < lesson.steps]
    return next((lesson for lesson in left if lesson.done(progress)), left[0] if left else found[0])


def lesson_after(lesson: ListedLesson) -> ListedLesson | None:
    """The lesson after one; None after the last, and after one's own."""
    return (
        next((other for other in all_lessons() if other.number == lesson.number + 1), None) if lesson.number else None
    )
