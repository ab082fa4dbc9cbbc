"""Lessons and examples for tests, perhaps copied to a folder with parts of their script replaced."""

import shutil
from functools import cache
from pathlib import Path

from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.learn.lessons.judge import LessonJudge
from westwall_tui.learn.lessons.script import Lesson, Mistake, load_lesson

LESSONS = shipped_root() / "lessons"


@cache
def shipped_lesson(name: str) -> Lesson:
    """Return a lesson that comes with the game, read once for all tests."""
    return load_lesson(LESSONS / name)


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """Return a copy of the lesson `name` in `folder`, with the first occurrence of each old text replaced."""
    return copied(LESSONS / name, folder / name, "lesson.toml", *changes)


def copied(source: Path, found: Path, name: str, *changes: tuple[str, str]) -> Path:
    """Return a copy of a folder, with the first occurrence of each old text in its script replaced."""
    shutil.copytree(source, found)
    script = found / name
    text = script.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    script.write_text(text, encoding="utf-8")
    return found


def answered(judge: LessonJudge, mistake: Mistake) -> tuple[str, str]:
    """Return the judge's feedback on a mistake, and the position after it is undone."""
    before, says = "", ""
    for line in mistake.by:
        before = judge.game.digest()
        judge.do(line)
        says = judge.verdict().says
    return says, before
