"""The texts of the help: complete, marked, and no wider than the smallest screen."""

import re

import pytest

from tests.every import every
from westwall_tui.engine.decisions.base import DECISIONS
from westwall_tui.engine.rules.results_table import column
from westwall_tui.engine.terrain import Line
from westwall_tui.ui.decisions.lesson import vocabulary
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.ui.pages.tables import results_table, terrain_key
from westwall_tui.words.helptext import HELP, NAMED, TITLES, decision_help
from westwall_tui.words.keymap import KEYS, Keymap
from westwall_tui.words.rulebook import find, rules, sections, text_file

STANDARD = """
    4.1 5.11 5.12 5.13 5.14 5.15 5.16 5.21 5.22 5.23 5.24 5.25 5.31 5.32 5.33 6.0 6.11 6.12 6.13 6.21 6.22 6.23 6.31
    6.32 6.33 7.11 7.12 7.13 7.14 7.15 7.21 7.22 7.23 7.3 7.41 7.42 7.43 7.44 7.45 7.51 7.52 7.61 7.62 7.7 7.71 7.72
    7.73 7.74 7.81 7.82 7.91 7.92 7.93 7.94 7.95 7.96 7.97 8.0 8.11 8.12 8.13 8.14 8.15 8.21 8.22 8.31 8.32 8.33 8.34
    8.41 8.42 8.43 8.44 8.45 8.46 8.5 8.61 8.62 9.0 9.11 9.12 9.13 9.14
"""
ARNHEM = """
    10.0 11.0 11.1 11.2 12.0 12.11 12.12 12.13 12.14 12.15 12.16 12.17 13.0 13.1 13.21 13.22 13.23 13.24 13.25 13.3
    14.11 14.12 15.0 15.11 15.12 15.13 15.14 15.21 15.22 15.23 15.24 15.25 15.31 15.32 15.33 15.34 15.35 15.36 15.37
    15.38 15.39 15.4 15.41 15.42 15.43 16.0 16.11 16.12 16.2 16.3 17.0 17.11 17.12 17.2 17.31 17.32 17.33 17.34
    17.35 17.36 17.4 18.11 18.12 18.13 18.14 18.15 18.16 18.17 18.21 18.22 18.23 18.24 18.25 18.26
"""
BASTOGNE = """
    11.0 11.11 11.12 11.13 11.14 11.21 11.22 11.23 12.0 12.11 12.12 13.0 14.0 15.12 15.13 15.16 15.17 15.23 15.26.3
    15.26.4 15.27 15.32 15.36 15.37
"""
HURTGEN = """
    11.11 11.12 11.13 11.21 11.22 11.31 11.32 11.41 11.42 11.43 11.44 12.0 12.11 12.12 12.13 13.0 13.11 13.12 13.13
    13.14 13.21 13.22 13.23 13.24 13.25 14.0 14.11 14.12 14.13 15.11 15.12 15.21 15.22 15.31 15.32 15.33 15.34 15.35
    15.4 16.12 16.14 16.15 16.16 16.21 16.22 16.23 16.25
"""
REMAGEN = """
    11.0 11.11 11.12 11.21 11.22 12.0 12.11 12.12 12.13 12.21 12.22 12.23 13.0 14.11 14.12 14.13 14.14 15.0 16.11 16.12
    16.21 16.22 16.23 16.24 16.31 16.32 16.41 16.42 16.43 16.5 17.11 17.12 17.13 17.14 17.15 17.21 17.22 17.23 17.24
    17.25
"""


@pytest.mark.parametrize(
    ("name", "cases"),
    [("arnhem", ARNHEM), ("remagen", REMAGEN), ("standard", STANDARD), ("bastogne", BASTOGNE), ("hurtgen", HURTGEN)],
)
def test_every_case_is_covered(name, cases):
    told = {p.case for section in rules(name) for p in section.paragraphs if not p.ruling}
    assert not set(cases.split()) - told


RULINGS = [
    ("standard", "4.1", "cannot pay for its entry hex"),
    ("standard", "5.15", "past the end of your Movement Phase"),
    ("standard", "5.2", "Arnhem's Terrain Key"),
    ("standard", "7.11", "artillery next to it may barrage elsewhere"),
    ("standard", "7.14", "A barrage counts"),
    ("standard", "5.2", "Railways matter only"),
    ("standard", "7.11", "A unit that has fought still obliges"),
    ("standard", "7.23", "across that hexside"),
    ("standard", "7.72", "off the map"),
    ("standard", "7.72", "by ferry"),
    ("standard", "7.74", "has made it, and retreats no more"),
    ("standard", "7.82", "not vacant for those before it"),
    ("standard", "8.41", "a night has none"),
    ("standard", "8.42", "one in range is enough"),
    ("bastogne", "14.0", "another obligation unmet"),
    ("bastogne", "15.17", "whoever did before"),
    ("bastogne", "15.23", "rows 01 to 29"),
    ("hurtgen", "11.1", "another obligation unmet"),
    ("hurtgen", "11.1", "last combat with room for it"),
    ("hurtgen", "11.4", "notes say otherwise"),
    ("hurtgen", "16.12", "however odd"),
    ("hurtgen", "16.22", "116 (1-3-12)"),
    ("remagen", "10.0", "are armor"),
    ("remagen", "11.11", "0616"),
    ("remagen", "11.12", "start with a unit on a bridge"),
    ("remagen", "16.21", "runs straight"),
    ("arnhem", "12.15", "carries its road again"),
    ("arnhem", "13.21", "after he has moved"),
    ("arnhem", "11.2", "All six hexes"),
    ("arnhem", "13.24", "no other unit may take its last hex"),
    ("arnhem", "13.24", "the Bridge line"),
    ("arnhem", "14.12", "another obligation unmet"),
    ("arnhem", "13.25", "Bridged river hexsides are not meant"),
    ("arnhem", "15.22", "look beyond it"),
    ("arnhem", "15.37", "over streams"),
    ("arnhem", "18.13", "15/19 and 44"),
]
"""Words of rulings that are used in play, by text and case."""


@every(("name", "case", "words"), RULINGS)
def test_rulings_used_in_play_are_covered(name, case, words):
    told = [p.text for section in rules(name) for p in section.paragraphs if p.ruling and p.case == case]
    assert any(words in text for text in told)


def test_rulings_are_marked_as_rulings():
    rulings = [p for section in sections("bastogne") for p in section.paragraphs if p.ruling]
    assert len(rulings) > 20
    assert all("Ruling: " in p.lines(78)[0] for p in rulings)


def test_a_case_is_found_by_its_number_or_heads_those_that_begin_with_it():
    assert [p.case for p in find("bastogne", "14.0")] == ["14.0", "14.0"]
    assert {p.case for p in find("standard", "8.4")} == {"8.41", "8.42", "8.43", "8.44", "8.45", "8.46"}
    assert {p.case[0] for p in find("standard", "7.0")} == {"7"}
    assert find("standard", "nonsense") == []
    for nothing in ("7.99", "70.1", "7.911", "7.", "8.4x", "0.0"):
        assert find("standard", nothing) == [], "another case does not answer"


def test_a_lesson_may_not_use_a_case_that_does_not_exist():
    """Regression: `(7.99)` was accepted because its section has text."""
    known = vocabulary().knows_case
    assert known("standard", "7.96")
    assert known("standard", "8.4")
    assert not known("standard", "7.99")
    assert rules("../standard") == ()


def test_a_section_holds_the_cases_of_its_number():
    for name in ("standard", "arnhem", "bastogne", "hurtgen", "remagen"):
        for section in rules(name):
            assert section.paragraphs, section
            for p in section.paragraphs:
                assert re.fullmatch(r"\d+\.\d+(\.\d)?", p.case), p


def test_paragraphs_wrap_under_their_case():
    for section in sections("bastogne"):
        for p in section.paragraphs:
            lines = p.lines(78)
            assert all(len(line) <= 78 for line in lines)
            assert all(line.startswith(" " * 9) for line in lines[1:])


def test_tables_fit_the_smallest_screen():
    for line in Line:
        shown = results_table(line, column(line, 3))
        assert len(shown) == 10
        assert all(len(text) <= 79 for text in shown)
        assert sum(text.count("[") for text in shown) == 7
    assert all(len(text) <= 78 for text in terrain_key())


def test_the_printed_example_is_in_the_table():
    """7.0: +9 against a town is column +9-11, where a five is D1."""
    shown = results_table(Line.BROKEN, column(Line.BROKEN, 9))
    assert "[+9-11]" in shown[1]
    assert "[D1]" in shown[8]


BATTLES = ("arnhem", "bastogne", "hurtgen", "remagen")


def test_help_is_there_for_every_kind_of_prompt():
    assert set(HELP) == {*(decision.kind for decision in DECISIONS.values()), *TITLES}
    for kind in HELP:
        assert any(decision_help(kind, 76, battle)[1] for battle in BATTLES)


@pytest.mark.parametrize("battle", ["standard", *BATTLES])
def test_the_help_fits_the_dialog(battle):
    for kind in HELP:
        title, lines = decision_help(kind, 76, battle)
        assert title
        assert all(len(line) <= 76 for line in lines)


@pytest.mark.parametrize(
    ("battle", "kinds"),
    [
        ("arnhem", "notes movement halted demolition combat retreat"),
        ("bastogne", ""),
        ("hurtgen", "set-up movement combat"),
        ("remagen", "movement bridges combat front"),
    ],
)
def test_a_battle_adds_its_own_rules_on_a_decision(battle, kinds):
    adds = {kind for kind in HELP if len(decision_help(kind, 76, battle)[1]) > len(decision_help(kind, 76)[1])}
    assert adds == set(kinds.split())


def test_a_battles_own_help_comes_last_and_has_its_case():
    _, lines = decision_help("combat", 76, "remagen")
    _, standard = decision_help("combat", 76)
    assert lines[: len(standard)] == standard
    assert lines[len(standard)].startswith("11.12    Units on a bridge cannot attack.")


def test_the_help_says_how_to_get_a_hint_where_there_is_one():
    """Regression: only the list of all keys mentioned the hint."""
    for kind in HELP:
        _, lines = decision_help(kind, 76)
        undecided = ("roll", "over", "computer", "away", "lesson", "puzzle")
        assert ("I: get a hint: what" in " ".join(lines)) == (kind not in undecided)


def test_6_0_the_help_names_the_sign_of_either_sides_zones():
    """Regression: the map showed Z for a German player, and the help said z."""
    assert "a z after the number marks a German zone, and a Z an Allied one" in " ".join(
        " ".join(decision_help("movement", 76)[1]).split()
    )


@pytest.mark.parametrize("battle", ["standard", *BATTLES])
def test_the_help_names_the_keys_that_are_set(battle):
    names = {"": {key.name for key in KEYS}, "sign ": {*SIGNS}}
    for kind, own in HELP.items():
        for words in (*own, *(each.text for each in text_file(battle).help.get(kind, ()))):
            assert all(name in names[kind] for kind, name in NAMED.findall(words))
            assert not re.search(r"\b(Tab|Enter|Space|Escape|Esc)\b", words), "a key by its name, not by its action"
        assert not any(NAMED.search(line) for line in decision_help(kind, 76, battle)[1])


def test_8_4_the_help_with_the_fire_box_follows_the_settings():
    usual = " ".join(" ".join(decision_help("fpf", 76)[1]).split())
    assert (
        "Space: add or drop a gun. a: add all that the limits allow. d: fire the marked guns. n: clear the marks"
        in usual
    )
    own = " ".join(decision_help("fpf", 76, key=Keymap({"put": "p", "no": "x", "declare": "f2"}).first)[1])
    own = " ".join(own.split())
    assert "p: add or drop a gun. a: add all that the limits allow. F2: fire the marked guns. x: clear the marks" in own


@pytest.mark.slow
def test_help_is_not_part_of_the_rules_by_case():
    """The list of the rules ends with a scenario's section, and the help for a decision is not repeated in it."""
    assert rules("remagen")[-1].title == "German Optimum"
    assert [p.case for p in rules("remagen")[-1].paragraphs] == ["17.21", "17.22", "17.23", "17.24", "17.25"]


@pytest.mark.parametrize("kind", ["set-up", "movement", "combat"])
def test_the_first_lines_of_the_help_name_the_keys_for_the_aim(kind):
    """Regression: they were neither in the footer nor on the first page."""
    first = " ".join(" ".join(decision_help(kind, 76)[1][:2]).split())
    assert "P shows the score and who would win." in first
    assert "Q shows the briefing with your aims." in first
