"""Tests that play every shipped example of play and ask the engine for every number in it."""

import re
from pathlib import Path

import pytest

from tests import RECIPE
from tests.every import every
from tests.examples import example, stage, walk
from tests.learn.example import copied
from westwall_tui.engine.hexgrid import HexGrid
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.faults import FileError
from westwall_tui.learn.checks import CASE, check_example, unproven
from westwall_tui.learn.example_list import all_examples, by_section, examples_for
from westwall_tui.learn.examples import ExampleWalk, Unplayable, load_example
from westwall_tui.learn.lessons.facts import FACTS
from westwall_tui.learn.lessons.script import named_in
from westwall_tui.ui.decisions.lesson import vocabulary
from westwall_tui.words.rulebook import books, rules

EXAMPLES = shipped_root() / "examples"
NAMES = [each.name for each in all_examples()]

NOTHING_TO_SHOW = {
    **{(book, "10.0"): "what the battle was about" for book in ("arnhem", "bastogne", "hurtgen", "remagen")},
    ("arnhem", "18.1"): "a set-up of the whole map",
    ("arnhem", "18.2"): "a set-up of the whole map",
    ("bastogne", "15.3"): "both other scenarios, one after the other",
    ("hurtgen", "15.4"): "a division of two numbers",
    ("hurtgen", "16.1"): "a set-up of the whole map",
    ("hurtgen", "16.2"): "a set-up of the whole map",
    ("remagen", "17.1"): "a set-up of the whole map",
    ("remagen", "17.2"): "a set-up of the whole map",
}
"""Sections without an example, with the reason."""


# -- all examples


def test_every_section_has_its_example():
    sections = {(book, section.case) for book in books() for section in rules(book)}
    assert set(NOTHING_TO_SHOW) <= sections
    assert set(by_section()) == sections - set(NOTHING_TO_SHOW), RECIPE


@pytest.mark.slow
@every("name", NAMES)
def test_every_step_can_be_played_and_its_facts_hold(name):
    assert list(map(str, check_example(EXAMPLES / name, vocabulary()).faults)) == []
    found = walk(name)
    assert 3 <= len(found) <= 6
    facts = sum(len(step.true) + len(step.done) for step in found.example.steps)
    assert facts + sum(bool(step.refused) for step in found.example.steps) >= len(found)


@pytest.mark.slow
@every("name", NAMES)
def test_an_example_uses_the_rules_of_its_book_and_has_orders(name):
    found = walk(name)
    assert found.example.scenario.rules == name.partition("/")[0]
    assert any(stage(name, at).now.happened or stage(name, at).refusal for at in range(1, len(found) + 1))
    titles = [each.title for each in all_examples()]
    assert len(set(titles)) == len(titles)


@every("name", NAMES)
def test_units_and_hexes_in_the_text_are_marked(name):
    for at in range(1, len(walk(name)) + 1):
        found = stage(name, at)
        game = found.game
        words = re.findall(r"(?<![\w/])\d{4}\b", CASE.sub("", found.step.say))
        named = {game.scenario.board.hex(word) for word in words if word not in game.scenario.by_id}
        on_map = [game.state.location[unit] for unit in found.units if game.state.location[unit] >= 0]
        assert {*named, *on_map} <= set(found.hexes)


SHUT_THE_WAY = {"standard/7.7-retreat": {"2/39"}, "standard/7.8-displacement": {"1/39", "2/39", "2/77"}}
"""Units that are needed only for their zones, so neither texts nor orders name them."""


@every("name", NAMES)
def test_every_unit_on_a_board_is_needed(name):
    found = walk(name).example
    texts = [text for step in found.steps for text in (step.say, *step.orders, *map(str, (*step.true, *step.done)))]
    words = {word.rstrip(".:;'") for text in texts for word in text.replace(",", " ").split()}
    assert {unit.id for unit in found.scenario.units} - words == SHUT_THE_WAY.get(name, set())


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_all_files_of_an_example_are_good(name, command):
    files = [str(path) for path in sorted((EXAMPLES / name).glob("*.toml"))]
    assert command("check", str(EXAMPLES / name), *files).out.count(": good (") == len(files) + 1


# -- finding one


def test_an_example_is_found_by_section_case_and_name():
    def names(word, battle=""):
        return [each.name for each in examples_for(word, battle)]

    assert names("7.43") == names("7.4") == names("7.4-terrain") == ["standard/7.4-terrain"]
    assert names("7.3") == ["standard/7.2+7.3-together"]
    assert names("6") == names("6.13") == names("6.0") == ["standard/6.0-zones"]
    assert names("7")[0] == "standard/7.1-who-attacks"
    assert len(names("7")) == 8
    assert names("13.0", "remagen") == ["remagen/13.0-night"]
    assert len(names("13.0")) == 4
    assert names("12.12", "arnhem") == ["arnhem/12.0-bridges"]
    assert names("1") == names("nowhere") == names("99.1") == []


def test_examples_are_listed_in_the_order_of_the_rules():
    found = [(each.book, each.sections[0]) for each in all_examples()]
    order = [(book, section.case) for book in books() for section in rules(book)]
    assert sorted(found, key=order.index) == found


# -- walking


def test_a_step_begins_after_the_previous_one_or_after_the_step_it_names():
    name = "arnhem/12.0-bridges"
    crossed, blown = stage(name, 3), stage(name, 4)
    assert crossed.began.game.log == blown.began.game.log == stage(name, 2).game.log
    assert crossed.game.log[-1] == "roll 3"
    assert blown.game.log[-1] == "roll 2"
    assert blown.kept == len(blown.game.log) - 1


def test_steps_can_be_shown_in_any_order():
    found = ExampleWalk(load_example(EXAMPLES / "standard/7.1-who-attacks"))
    last = found.stage(6).game.digest()
    assert found.stage(1).game.log == []
    assert found.stage(6).game.digest() == last


def test_a_refused_order_changes_nothing():
    refused = stage("standard/7.1-who-attacks", 1)
    assert isinstance(refused.refusal, IllegalOrder)
    assert refused.refusal.case == "7.11"
    assert refused.game.digest() == example("standard/7.1-who-attacks").digest()


def test_units_and_hexes_are_found_in_a_text():
    scenario = walk("standard/7.4-terrain").example.scenario
    unit, board = scenario.unit, scenario.board

    def named(text):
        return [(word, found, h) for word, found, h in named_in(text, scenario) if found >= 0 or h >= 0]

    assert named("Units 37 and 1/318, in 0404.") == [
        ("37", unit("37"), -1), ("1/318", unit("1/318"), -1), ("0404", -1, board.hex("0404")),
    ]  # fmt: skip
    assert named("37 points, +9-11, 9999 and D2") == []
    assert named("Unit 37's road") == []
    assert isinstance(board.grid, HexGrid)


def test_unproven_numbers_are_found():
    found = stage("standard/7.1-who-attacks", 4)
    assert list(unproven(found)) == []
    for text, wrong in (("7 points against 4", ["4"]), ("seven, five", ["five"]), ("D3 (7.12), half", ["D3", "half"])):
        assert list(unproven(found._replace(step=found.step._replace(say=text)))) == wrong


def test_the_documents_list_all_facts():
    text = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
    facts = next(line for line in text.splitlines() if line.startswith("| facts |"))
    assert set(FACTS) == {word.split()[0] for word in re.findall(r"`([a-z]+ [^`]*)`", facts)}


# -- faults


WRONG = [
    ("fact", "rolled 3 : +4 D2", "rolled 3 : +4 D1", "[[steps]] 4: done: does not hold: rolled 3 : +4 D1"),
    ("before", "37 1/318 > 1/39 : 7 3", "37 1/318 > 1/39 : 8 3", "[[steps]] 4: true: does not hold: points attack 37"),
    ("number", "with 7 points against 3", "with 8 points against 3", "say: '8' is not proven by `true`"),
    ("word", "with 7 points against 3", "with six points against 3", "say: 'six' is not proven by"),
    ("bare", "Units 37 and 1/318", "37 and 1/318", "say: '37' is also a unit: write 'unit 37'"),
    ("case", "can fight (7.12)", "can fight (5.99)", "say: there is no case 5.99 in these rules"),
    ("no case", "can fight (7.12)", "can fight", "[[steps]] 4: say: needs a case in parentheses"),
    ("other case", 'refused = "7.11"', 'refused = "7.12"', "refused: 'done' is refused by 7.11, not by 7.12"),
    ("unsaid", "Phase ends (7.11)", "Phase ends (7.12)", "say: does not name the case that refuses it, 7.11"),
    ("legal", 'orders = ["done"]', 'orders = ["attack 2/318 > 2/39"]', "refused: 'attack 2/318 > 2/39' is not refused"),
    ("illegal", '"retreat 1/39 0303 0302"', '"retreat 1/39 0503"', "orders: 'retreat 1/39 0503' is refused"),
    ("order", '"roll 3"', '"role 3"', "orders: 'role 3': 'role' isn't an order"),
    ("unit", "rolled 3 : +4 D2", "unit 9/9 lost", "done: 'unit 9/9 lost': there is no unit '9/9'"),
    ("verb", "rolled 3 : +4 D2", "rulled 3", "'rulled 3' isn't a condition; the first word must be one of"),
    ("key", 'title = "', 'titel = "', "titel: unknown key"),
    ("later", '[[steps]]\nsay', '[[steps]]\nafter = 3\nsay', "after: must be from 0 to 0"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "fault"), [wrong[1:] for wrong in WRONG], ids=lambda _: "")
def test_a_fault_is_reported_in_one_sentence(tmp_path, old, new, fault):
    folder = changed(tmp_path, "7.1-who-attacks", (old, new))
    faults = list(map(str, check_example(folder, vocabulary()).faults))
    assert any(fault in found for found in faults), faults


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """Return a copy of an example, with the first occurrence of each old text replaced."""
    return copied(EXAMPLES / "standard" / "7.1-who-attacks", folder / name, "example.toml", *changes)


def test_a_folder_without_sections_and_a_long_text_are_faults(tmp_path):
    folder = changed(tmp_path, "mine", ("1/39 and 2/39 are", f"{'And ' * 40}1/39 and 2/39 are"))
    faults = list(map(str, check_example(folder, vocabulary()).faults))
    assert any("must begin with its sections, such as 7.2+7.3-together" in fault for fault in faults)
    assert any("is longer than 35 words or 3 lines of 76 characters" in fault for fault in faults)


def test_a_section_without_a_case_in_the_texts_is_a_fault(tmp_path):
    folder = changed(tmp_path, "8.3-guns")
    assert any("name no case of section 8.3" in str(fault) for fault in check_example(folder, vocabulary()).faults)


def test_an_unplayable_step_is_named(tmp_path):
    folder = changed(tmp_path, "7.1-x", ('"roll 3"', '"roll 3", "roll 3"'))
    with pytest.raises(Unplayable, match=r"^step 4: 'roll 3' is refused: "):
        ExampleWalk(load_example(folder)).stage(6)


def test_an_example_needs_steps(tmp_path):
    folder = changed(tmp_path, "7.1-x")
    (folder / "example.toml").write_text('format = 1\nkind = "example"\ntitle = "x"\n', encoding="utf-8")
    with pytest.raises(FileError, match="steps: is missing"):
        load_example(folder)


def test_the_command_checks_a_users_own_folder(tmp_path, command):
    folder = changed(tmp_path, "7.1-mine")
    assert command("check", str(folder)).out == f"{folder}: good (example: 6 steps, 4 facts)\n"
    (folder / "board.toml").unlink()
    assert "board.toml" in command("check", str(folder / "example.toml"), status=1).out
