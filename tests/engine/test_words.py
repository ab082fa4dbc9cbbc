"""The building blocks of sentences: sides and numbers."""

import pytest

from tests.engine.small_boards import position, random_board
from westwall_tui.engine import words
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.scenario import SideInfo


@pytest.mark.parametrize(
    ("name", "people", "a_unit"),
    [
        ("German", "the Germans", "a German unit"),
        ("US", "the U.S.", "a U.S. unit"),
        ("Allied", "the Allies", "an Allied unit"),
        ("Red", "the Red forces", "a Red unit"),
    ],
)
def test_a_side_has_words_for_its_people_and_an_adjective(name, people, a_unit):
    side = SideInfo(name, name[0])
    assert side.people == people
    assert words.with_article(f"{side.adjective} unit") == a_unit
    assert words.with_stop(f"Wait for {side.people}") == f"Wait for {people.rstrip('.')}."


def test_numbers_up_to_nine_are_written_in_words():
    assert [words.in_words(n) for n in (0, 1, 9, 10)] == ["no", "one", "nine", "10"]
    assert words.count(1, "hex", "hexes") == "one hex"
    assert words.count(10, "hex", "hexes") == "10 hexes"


def test_units_with_their_hexes_are_not_joined():
    """`units 20 at 1711 and 3 more` would read like a count."""
    assert words.listed(["unit 52", "unit 2"]) == "units 52 and 2"
    assert words.listed(["unit 20 at 1711", "unit 3 at 1909"]) == "unit 20 at 1711 and unit 3 at 1909"


def test_a_side_is_found_by_its_name_or_its_adjective_in_any_case():
    scenario = position("standard", random_board(Draw.of(1), 3, 3), (), (), 0).scenario
    assert [scenario.side_called(name) for name in ("US", "us", "U.S.", "german", "Red")] == [1, 1, 1, 0, -1]
