"""Sentences on results and orders for the log and the prompt."""

import pytest

from tests.drawn import drawn
from westwall_tui.engine import planning
from westwall_tui.engine.events import BridgeTried, WeatherChanged
from westwall_tui.words.odds import outcome_in_words, result_in_words, ways_out


def test_each_sentence_of_the_news_begins_with_a_capital():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0101"])
    told = outcome_in_words(game, [BridgeTried("0505/0605", 3, False), WeatherChanged("Fair", 3)])
    assert told == "Bridge 0505/0605: a roll of 3 leaves it standing. Weather: Fair (roll 3)."


@pytest.mark.parametrize(
    ("red", "told"),
    [
        (["X 3-3-7 0505"], "X has three ways out, 0605, 0506 and 0405"),
        (["X 3-3-7 0605"], "X has four ways out"),
    ],
)
def test_7_7_ways_out_are_counted_in_words(red, told):
    game = drawn(blue=["A 4-4-7 0504"], red=red)
    assert ways_out(game, planning.fate(game, game.scenario.by_id["x"])) == told


@pytest.mark.parametrize(
    ("result", "near", "afar"),
    [
        ("Ae", "the attacker is eliminated outright", "no effect"),
        ("A2", "the attacker retreats two hexes", "no effect"),
        ("Br", "both sides retreat one hex", "no effect"),
        ("D1", "the defender retreats one hex", "no effect"),
        ("D2", "the defender retreats two hexes", "the defender retreats two hexes"),
    ],
)
def test_8_14_distant_guns_do_not_suffer(result, near, afar):
    assert result_in_words(result, alone=False, adjacent=True) == f"{result}: {near}"
    assert result_in_words(result, alone=True, adjacent=False) == f"{result}: {afar}"


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("A1", "the attacker retreats one hex"),
        ("Br", "the attacker retreats one hex"),
        ("D1", "no effect"),
        ("D2", "the defender retreats two hexes"),
    ],
)
def test_8_15_8_33_adjacent_guns_suffer_and_their_d1_and_br_have_no_effect(result, said):
    assert result_in_words(result, alone=True, adjacent=True) == f"{result}: {said}"
