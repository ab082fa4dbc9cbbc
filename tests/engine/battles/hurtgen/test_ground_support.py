"""Hurtgen Forest, 11.4: Ground Support."""

from functools import cache

import pytest

from tests.drawn import allowed, deciding, legal, play, refused, rolled
from tests.engine.battles.drawn_hurtgen import SUPPORT, forest
from tests.examples import example
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""


def four_fights(**what) -> Game:
    return forest(
        us=["A 2-3-7 0202", "B 2-3-7 0502", "C 2-3-7 0802", "D 2-3-7 0208", "E 2-3-7 0508"],
        german=["V 1-2-7 0201", "W 1-2-7 0501", "X 1-2-7 0801", "Y 1-2-7 0209", "Z 1-2-7 0509"],
        supports=SUPPORT,
        phase="combat",
        **what,
    )


def test_11_41_twenty_points_in_a_game_turn():
    game = four_fights()
    for attacker, defender in ("AV", "BW", "CX", "DY"):
        play(game, f"attack {attacker} > {defender} gs 5", "roll 6")
        while deciding(game) != "US combat":
            play(game, legal(game)[0])
    assert game.state.support[0] == 0
    assert refused(game, "attack E > Z gs 1").case == "9.12"


@pytest.mark.parametrize("key", ["historical", "free"])
def test_11_41_every_game_turn_of_the_us_alone(key):
    us, german = shipped(f"hurtgen/{key}").sides
    assert [us.support(turn) for turn in range(1, 15)] == [20] * 14
    assert [german.support(turn) for turn in range(1, 15)] == [0] * 14


def test_11_42_at_most_five_in_a_combat():
    game = four_fights()
    assert allowed(game, "attack A > V gs 5")
    refusal = refused(game, "attack A > V gs 6")
    assert refusal.case == "11.42"
    assert "5 of their 20" in refusal.reason


def test_11_43_none_for_final_protective_fire():
    game = forest(
        us=["A 2-3-7 0505", "G 1-2-16/2-7 0101"], german=["X 4-2-7 0504"], phase="combat", side=1, supports=SUPPORT
    )
    play(game, "attack X > A")
    refusal = refused(game, "fpf G gs 1")
    assert (refusal.case, "cannot use any of their 20" in refusal.reason) == ("11.43", True)
    assert legal(game) == ["fpf none", "fpf G"]


def test_11_43_without_artillery_the_decision_is_skipped():
    game = forest(us=["A 2-3-7 0505"], german=["X 4-2-7 0504"], phase="combat", side=1, supports=SUPPORT)
    play(game, "attack X > A")
    assert deciding(game) == "German roll"


def test_11_44_anywhere_on_the_map():
    game = forest(us=["A 2-3-7 0109"], german=["X 1-2-7 0901"], phase="combat", supports=SUPPORT)
    assert rolled(game, "attack > X gs 5", "roll 6").differential == 5 - 2


# -- the examples of play


def test_11_42_of_the_example_five_points_at_most_in_each_combat():
    found = legal(example("hurtgen/11.4-support"))
    assert {int(line.partition(" gs ")[2] or 0) for line in found} == set(range(6))
