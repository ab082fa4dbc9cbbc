"""The file of progress in lessons and first fights."""

import pytest

from westwall_tui.files.disk.folders import learned_file
from westwall_tui.learn.progress import Progress, keep_fight, keep_step, read_progress

pytestmark = pytest.mark.usefixtures("folders")


def test_without_a_file_there_is_no_progress():
    assert read_progress() == Progress({})


def test_the_number_of_steps_done_never_falls():
    keep_step("01-first-move", 3)
    keep_step("02-roads", 6)
    keep_step("01-first-move", 2)
    assert read_progress().steps == {"01-first-move": 3, "02-roads": 6}


def test_after_two_defeats_an_easier_fight_is_offered():
    keep_fight("13-first-fight", won=False)
    assert not read_progress().wants_easier
    keep_fight("13-first-fight", won=False)
    assert read_progress().wants_easier
    keep_fight("13-first-fight", won=True)
    assert read_progress() == Progress({"13-first-fight": 1})


@pytest.mark.parametrize(
    "text",
    ["", "x = [", 'format = 1\nkind = "settings"', 'format = 1\nkind = "learned"\nlost = -1', "\x00"],
)
def test_a_file_that_cannot_be_understood_is_ignored(text):
    learned_file().parent.mkdir(parents=True)
    learned_file().write_text(text, encoding="utf-8")
    assert read_progress() == Progress({})


def test_impossible_numbers_are_ignored():
    learned_file().parent.mkdir(parents=True)
    learned_file().write_text(
        'format = 1\nkind = "learned"\n[learned]\na = 3\nb = -1\nc = "x"\nd = 99999\n', encoding="utf-8"
    )
    assert read_progress().steps == {"a": 3}


def test_learning_works_where_nothing_can_be_written(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    keep_step("01-first-move", 3)
    assert read_progress() == Progress({})
