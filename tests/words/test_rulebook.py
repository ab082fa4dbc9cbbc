"""The rules are found by typed words, by case, and by the hex under the cursor."""

import re
from pathlib import Path

import pytest

from tests.every import every
from westwall_tui.cli import main
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.pages.rules import RulesScreen, cases_about
from westwall_tui.words.rulebook import STANDARD, as_markdown, books, find, rules, search, terms, terms_in

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@every(
    ("typed", "case"),
    [
        ("supply", "5.16"), ("ZOC", "6.0"), ("zocs", "6.0"), ("steps", "7.7"), ("stacking", "5.31"), ("FPF", "8.41"),
        ("tanks", "5.24"), ("undo", "5.15"), ("air", "9.0"), ("must attack", "7.11"), ("surrounded", "7.71"),
        ("bridge", "6.33"), ("7.71", "7.71"), ("gun", "8.0"), ("advance", "7.91"), ("CRT", "7.61"), ("retreat", "7.7"),
        ("why lost", "7.7"), ("win", "4.1"), ("how do I win", "4.1"), ("who wins", "4.1"), ("Br", "7.62"),
        ("Ae", "7.62"), ("d1", "7.62"),
        # words that the program's boxes and panels use
        ("no way out", "7.71"), ("ways out", "7.71"), ("cannot retreat", "7.71"), ("must fight", "7.11"),
        ("also attack", "7.11"), ("holding attack", "7.11"), ("displaced", "7.81"), ("falls back", "7.7"),
        ("no undo", "5.15"), ("LOC", "5.16"), ("Ground Support", "9.0"), ("Final Protective Fire", "8.41"),
    ],
)  # fmt: skip
def test_typed_words_lead_to_the_case(typed, case):
    assert search(typed).found[0].paragraph.case == case


def test_a_case_and_all_under_it_are_found():
    found = [one.paragraph.case for one in search("7.7").found if one.book == STANDARD]
    assert found[0] == "7.7"
    assert {"7.71", "7.72", "7.73", "7.74"} <= set(found)


def test_your_battles_rules_come_before_other_battles():
    order = list(dict.fromkeys(one.book for one in search("bridge", "remagen").found))
    assert order[0] == STANDARD
    assert order[1] == "remagen"
    assert books("remagen")[:2] == [STANDARD, "remagen"]


def test_a_word_outside_the_rules_finds_nothing():
    assert not search("dragon").found
    assert not search("").found
    assert not search("99.9").found


@pytest.mark.slow
def test_every_term_leads_to_an_existing_case():
    for term in terms():
        assert find(STANDARD, term.case), term
        assert search(term.name).found, term
        assert all(search(word).found for word in term.also), term


def test_terms_are_found_in_a_text():
    (start, end, term), *_ = terms_in("A unit leaves a Zone of Control by a retreat.")
    assert (start, end, term.name) == (16, 31, "Zone of Control")
    assert [term.name for *_, term in terms_in("hexsides, not hexes")] == ["Hexside"]


@pytest.mark.slow
def test_from_a_hex_to_the_cases_about_it():
    game = Game(load_scenario("hurtgen/historical"))
    for h in game.scenario.board.playable:
        for case in cases_about(game, h):
            assert any(paragraph.case == case for paragraph in find(STANDARD, case)), case
    guns = [
        h
        for h in game.scenario.board.playable
        if any(game.scenario.units[unit].is_artillery for unit in queries.units_at(game, h))
    ]
    assert guns
    assert all("8.41" in cases_about(game, h) for h in guns)


def test_the_page_in_docs_is_up_to_date():
    assert (ROOT / "docs/rules.md").read_text(encoding="utf-8") == as_markdown(), (
        "westwall rules --markdown > docs/rules.md"
    )


def test_on_the_command_line(capsys):
    assert main(["rules", "supply", "--battle", "bastogne"]) == 0
    told = capsys.readouterr().out
    assert "Also: Line of Communication" in told
    assert told.index("5.16") < told.index("Bastogne\n") < told.index("Arnhem\n")
    assert main(["rules"]) == 0
    assert "7.7    Retreating" in capsys.readouterr().out
    assert main(["rules", "dragon"]) == 0
    assert "No rule mentions 'dragon'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("7.99", "There is no case 7.99; westwall rules 7.9 lists the cases that begin with 7.9"),
        ("99.9", "There is no case 99.9; westwall rules 9 lists the cases that begin with 9"),
        ("0", "There is no case 0; westwall rules lists the sections"),
    ],
)
def test_a_case_that_does_not_exist_returns_no_other_case(typed, first, capsys):
    assert main(["rules", typed]) == 0
    assert capsys.readouterr().out == f"{first}\n"


def test_a_case_without_text_leads_to_the_cases_below_it():
    for typed, cases in (("8.4", ["8.41", "8.42"]), ("7.0", ["7.11", "7.12"])):
        assert list(dict.fromkeys(found.paragraph.case for found in search(typed).found))[:2] == cases, typed


WORDS = """
    supply ZOC step stacking retreat artillery bridge river night advance combat movement terrain reinforcements die
    odds woods road town exit victory LOC paratroopers engineers tank barrage pursuit overrun shift wade slope capture
    voluntary disrupted replacement isolated planes setup undo range
"""


@pytest.mark.slow
@every("word", WORDS.split())
def test_common_words_find_something(word):
    assert search(word).found, word


class Page:
    """A page over the title."""

    def __init__(self, screen, size=(80, 24)):
        from westwall_tui.ui.app import WestwallApp

        self.screen, self.app, self.size = screen, WestwallApp(), size

    async def __aenter__(self):
        self._run = self.app.run_test(size=self.size)
        self.pilot = await self._run.__aenter__()
        self.app.push_screen(self.screen)
        await self.pilot.pause()
        return self

    async def __aexit__(self, *what):
        await self._run.__aexit__(*what)

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return getattr(self.app.screen, "shown_text", "")


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_typing_searches_and_the_chosen_rule_is_shown_whole():
    async with Page(RulesScreen("bastogne")) as page:
        text = await page.press(*"supply")
        assert "also: Line of Communication" in text
        assert "There is no supply: units that are cut off move and fight as usual." in text
        assert all(len(line) <= 80 for line in text.split("\n"))
        text = await page.press("tab")
        assert "Line of Communication" in text
        assert "No unit needs supply to fight" in text
        text = await page.press("enter")
        assert "Search: Line of Communication" in text
        await page.press("enter")
        assert page.app.screen is not page.screen
        await page.press("escape")
        assert page.app.screen is page.screen


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_without_a_word_the_contents_are_shown_with_each_section_in_full():
    async with Page(RulesScreen(STANDARD), (120, 40)) as page:
        text = await page.press("down", "down", "down")
        assert "> 5.11    Moving" in text
        assert "5.13     A unit spends Movement Points" in text, "the whole section at the right"
        await page.app.workers.wait_for_complete()
        assert "example: One battalion, seven points" in page.screen.shown_text
        assert "INF" in page.screen.shown_text, "the board of the example"


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_below_the_rules_about_a_hex_are_the_contents():
    async with Page(RulesScreen("bastogne", here=("5.22", "7.43"), described="2913")) as page:
        text = await page.press("down", "down")
        about, _, contents = text.partition("Contents: Standard Rules")
        assert "About 2913" in about
        assert "5.22    Along a road" in about
        assert "> 2.31    Units and their numbers" in contents
        assert "2.32     " in contents, "the whole section at the bottom"


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_with_a_case_it_opens_there_and_escape_goes_back():
    async with Page(RulesScreen(STANDARD, "7.71")) as page:
        text = page.screen.shown_text
        assert "Its first step may leave an Enemy-controlled hex" in text
        before = page.app.screen
        await page.press("escape")
        assert page.app.screen is not before


def test_no_sentence_is_longer_than_a_breath():
    """Rules are read at the table: no sentence has more than sixty words."""
    for book in books():
        for section in rules(book):
            for paragraph in section.paragraphs:
                for sentence in paragraph.text.replace("?", ".").split(". "):
                    assert len(sentence.split()) <= 60, sentence


def test_an_abbreviation_is_a_word_of_its_own():
    """Regression: `Br` found bridges, brigades and broken ground."""
    for typed in ("Br", "Ae", "De"):
        for one in search(typed).found:
            said = f"{one.title} {one.paragraph.text}"
            assert re.search(rf"\b({typed}|Combat Result|result)", said, re.IGNORECASE), said


def test_the_best_match_comes_first():
    """The order is sections on the word, whole words, then beginnings of words, in each book."""
    cases = [one.paragraph.case for one in search("retreat").found if one.book == STANDARD]
    assert cases.index("7.74") < cases.index("5.11")
    whole = [bool(re.search(r"\bwoods?\b", one.paragraph.text)) for one in search("wood").found if one.book == STANDARD]
    assert whole == sorted(whole, reverse=True)
