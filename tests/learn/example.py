"""A shipped lesson or example in a folder of the test, with words of its script changed."""

import shutil
from functools import cache
from pathlib import Path

from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.learn.lessons.judge import LessonJudge
from westwall_tui.learn.lessons.script import Lesson, Mistake, load_lesson

LESSONS = shipped_root() / "lessons"


@cache
def shipped_lesson(name: str) -> Lesson:
    """A lesson that comes with the game, read once for all tests that only take it."""
    return load_lesson(LESSONS / name)


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """The lesson `name` in `folder`, with the first place of each old text changed to a new one."""
    return copied(LESSONS / name, folder / name, "lesson.toml", *changes)


def copied(source: Path, found: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A copy of a folder, with the first place of each old text in its script changed to a new one."""
    shutil.copytree(source, found)
    script = found / name
    text = script.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    script.write_text(text, encoding="utf-8")
    return found


def answered(judge: LessonJudge, mistake: Mistake) -> tuple[str, str]:
    """What a judge says when a mistake is made, and the position that it is put back to. His game moves on."""
    before, says = "", ""
    for line in mistake.by:
        before = judge.game.digest()
        judge.do(line)
        says = judge.verdict().says
    return says, before
