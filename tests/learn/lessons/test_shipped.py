"""Tests that play every shipped lesson in right and wrong ways, as `westwall check` does."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.learn.example import LESSONS, changed
from tests.long import sample
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.learn.checks import check_lesson, play
from westwall_tui.learn.lessons.catalog import all_lessons, find_lesson, lesson_after, next_lesson
from westwall_tui.learn.lessons.conditions import READERS
from westwall_tui.learn.lessons.script import load_lesson
from westwall_tui.learn.progress import Progress, keep_step
from westwall_tui.ui.decisions.lesson import vocabulary

NAMES = sorted(path.parent.name for path in LESSONS.glob("*/lesson.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_step_is_played_right_and_wrong_and_no_learner_gets_stuck(name):
    assert list(map(str, check_lesson(LESSONS / name, vocabulary()).faults)) == []
    lesson, faults = load_lesson(LESSONS / name), Faults(name)
    if lesson.steps:
        played = play(lesson, faults)
        assert faults.found == []
        assert played.steps == len(lesson.steps) >= 4
        assert played.mistakes == sum(len(step.mistakes) for step in lesson.steps) >= 10
        assert played.orders > 2 * played.steps


def test_there_are_twelve_lessons_and_a_first_fight():
    lessons = [load_lesson(LESSONS / name) for name in NAMES]
    assert [lesson.against for lesson in lessons] == [0] * 12 + [1]
    assert sum(len(lesson.steps) for lesson in lessons) == 69
    assert sum(lesson.minutes for lesson in lessons[:12]) < 75


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[:: sample(1, 4)])
def test_all_files_of_a_lesson_are_good(name, command):
    files = [str(path) for path in sorted((LESSONS / name).glob("*.toml"))]
    printed = command("check", str(LESSONS / name), *files).out
    assert printed.count(": good (") == len(files) + 1


def test_a_lesson_is_found_by_number_name_and_folder(tmp_path):
    assert find_lesson("5").name == find_lesson("ways-out").name == find_lesson("05-ways-out").name == "05-ways-out"
    own = find_lesson(str(changed(tmp_path, "05-ways-out")))
    assert (own.number, own.title, own.folder) == (0, "No way out", (tmp_path / "05-ways-out").resolve())
    with pytest.raises(FileError, match="is neither a lesson nor a folder with one; the lessons are 1 first-move, 2 r"):
        find_lesson("nowhere")


@pytest.mark.slow
def test_lessons_are_in_order_up_to_the_fight():
    found = all_lessons()
    assert [lesson.number for lesson in found] == list(range(1, 14))
    at = found[0]
    while (following := lesson_after(at)) is not None:
        assert following.number == at.number + 1
        at = following
    assert at.title == "Your first fight"


def test_the_next_lesson_is_the_first_that_is_not_done():
    assert next_lesson(Progress({})).number == 1
    assert next_lesson(Progress({"01-first-move": 6, "02-roads": 5})).number == 2
    done = {lesson.name: lesson.steps for lesson in all_lessons()}
    assert next_lesson(Progress(done)).number == 1
    assert [lesson.status(Progress({"02-roads": 2, "01-first-move": 6})) for lesson in all_lessons()[:3]] == [
        "done",
        "step 3 of 6",
        "",
    ]


def test_the_documents_list_all_conditions():
    text = (Path(__file__).parents[3] / "docs" / "lessons.md").read_text(encoding="utf-8")
    named = {
        word.split()[0]
        for line in re.findall(r"^\| (?:the|facts).*\|$", text, re.MULTILINE)
        for word in re.findall(r"`([a-z-]+[^`]*)`", line)
    }
    assert set(READERS) <= named


WRONG = [
    ("say", 'done = ["cursor 0502"]', 'done = ["cursor 9902"]', "[[steps]] 1: done: 'cursor 9902'"),
    (
        "verb",
        'done = ["cursor 0502"]',
        'done = ["curser 0502"]',
        "'curser 0502' isn't a condition; the first word must",
    ),
    ("unit", 'show = ["unit 1/506"', 'show = ["unit 1/507"', "show: 'unit 1/507': there is no unit '1/507'"),
    (
        "mark",
        'show = ["unit 1/506"',
        'show = ["box 1/506"',
        "show: must be unit U, hex HEXES, key ACTION or sign NAME, not 'box 1/506'",
    ),
    ("sign", '"sign town"', '"sign tower"', "show: unknown sign 'tower'; the signs are clear, mixed, grove"),
    ("key", "{undo}", "{undu}", "unknown action 'undu' in {undu}"),
    ("action", '"key undo"', '"key undu"', "show: unknown action 'undu'"),
    (
        "case",
        "moves only once per turn (5.15)",
        "moves only once per turn (5.99)",
        "say: there is no case 5.99 in these rules",
    ),
    ("no case", " (5.13), but the next step", ", but the next step", "say: needs a case in parentheses"),
    ("long", 'well = "Three', f'well = "{"and " * 30}three', "well: is longer than 35 words or 3 lines of 76"),
    ("fact", "cost 1/506 0402 : 3", "cost 1/506 0402 : 4", "[[steps]] 3: true: does not hold: cost 1/506 0402 : 4"),
    (
        "right",
        'right = ["move 1/506 0402"]',
        'right = ["move 1/506 0403"]',
        "[[steps]] 3: right: leads to the verdict 'wrong': It may stop",
    ),
    (
        "mistake",
        'by = ["move 1/506 0403"]',
        'by = ["move 1/506 0402"]',
        "[[mistakes]] 3: by: leads to the verdict 'done': Three hexes",
    ),
    (
        "case of refusal",
        "the same hex (5.31). A unit",
        "the same hex (5.13). A unit",
        "say: does not name the case that refuses it, 5.31",
    ),
    (
        "done before",
        'done = ["unit 1/506 in 0402"]',
        'done = ["not unit 1/506 in 0502"]',
        "done: holds before anything is",
    ),
    (
        "mistake before",
        'on = "moved 20 or moved 3/506"',
        'on = "unit 20 in 0502"',
        "[[mistakes]] 2: on: holds before anything is done",
    ),
    (
        "nobody to name",
        'say = "{end} ends your Movement Phase (4.1).',
        'say = "{unit}: {end} ends your Movement Phase (4.1).',
        "[[mistakes]] 1: by: leads to the verdict 'back': You have something else to do before you end",
    ),
    (
        "condition",
        'on = "refused 5.31 at 0502"',
        'on = "refused 5.31 at"',
        "must have the form refused CASE [of U...] [at HEXES]",
    ),
    ("not known", "minutes = 4", "minutes = 4\nhours = 1", "hours: unknown key; the keys here are: format, kind"),
    ("side", 'you = "US"', 'you = "USSR"', "you: "),
    (
        "file",
        'you = "US"',
        'you = "US"\nscenario = "../x.toml"',
        "scenario: must be the plain name of a .toml file next",
    ),
    ("no steps", 'you = "US"', 'you = "US"\nagainst = 1', "against: is for lessons without steps"),
    ("dice", 'right = ["undo"]', 'right = ["undo"]\ndice = [7]', "dice: must be rolls, 1 to 6"),
    ("also", 'right = ["undo"]', 'right = ["undo"]\nalso = ["undo"]', "also: must be a list of ways, each a list of s"),
    (
        "signs",
        "Every hex has a number",
        "Every hex has a number \u2192",
        "well: has characters that plain terminals lack",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "fault"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_fault_of_a_script_is_reported_with_its_place(tmp_path, command, old, new, fault):
    folder = changed(tmp_path, "01-first-move", (old, new))
    printed = command("check", str(folder), status=1).out
    assert fault in printed
    assert "Traceback" not in printed


def test_a_step_in_which_the_learner_gets_stuck_is_reported(tmp_path):
    name = "02-roads"
    trap = ('done = ["unit 8 in 0602"]', 'done = ["unit 8 in 0602 or moved 25"]')
    later = ('done = ["unit 25 in 0505"]', 'done = ["unit 25 in 0505", "moved 25"]')
    found = check_lesson(changed(tmp_path, name, trap, later), vocabulary()).faults
    assert len(found) == 1
    assert str(found[0]).partition(": ")[2].startswith("[[steps]] 1: after move 25 ")
    assert str(found[0]).endswith(": step 6 cannot be done, not even by move 25 0505")


def test_a_folder_without_a_lesson_is_reported(tmp_path, command):
    folder = changed(tmp_path, "01-first-move", ('kind = "lesson"', 'kind = "lessen"'))
    assert "kind: 'lessen' is not one of" in command("check", str(folder / "lesson.toml"), status=1).out
    with pytest.raises(FileError, match='kind: must be "lesson"'):
        load_lesson(folder)


def test_lesson_files_define_only_units_that_they_use():
    for name in NAMES:
        units = tomllib.loads((LESSONS / name / "units.toml").read_text(encoding="utf-8"))
        lesson = load_lesson(LESSONS / name)
        scenarios = [lesson.scenario, *([lesson.easier] if lesson.easier else [])]
        assert {unit["id"] for unit in units["units"]} == {u.id for scenario in scenarios for u in scenario.units}


def test_the_easier_fight_has_one_more_unit():
    lesson = load_lesson(LESSONS / NAMES[12])
    assert lesson.easier is not None
    hard, easy = ({unit.id for unit in scenario.units} for scenario in (lesson.scenario, lesson.easier))
    assert len(easy - hard) == 1
    assert not hard - easy


@pytest.mark.usefixtures("folders")
def test_the_command_lists_lessons_with_progress(command):
    keep_step("01-first-move", 6)
    keep_step("02-roads", 1)
    lines = command("learn", "--list").out.splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["1", "First", "move", "4", "minutes", "done"],
        ["2", "Roads,", "woods", "and", "water", "5", "minutes", "step", "2", "of", "6"],
        ["3", "Zones", "of", "Control", "6", "minutes"],
    ]
    assert len(lines) == 13


@pytest.mark.usefixtures("folders")
def test_the_command_reports_faults_before_the_screen_opens(tmp_path, command):
    folder = changed(tmp_path, "01-first-move", ('done = ["cursor 0502"]', 'done = ["cursor 9902"]'))
    assert "[[steps]] 1: done: 'cursor 9902'" in command("learn", str(folder), status=2).err
    assert "is neither a lesson nor a folder with one" in command("learn", "nowhere", status=2).err
