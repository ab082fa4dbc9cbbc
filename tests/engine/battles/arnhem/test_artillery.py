"""Arnhem, 14.0: two artillery units in a combat, and Ground Support near the ground troops."""

import pytest

from tests.drawn import allowed, deciding, legal, play, refused
from tests.engine.battles.drawn_arnhem import market, until
from tests.every import every
from tests.examples import example

GUNS = ["G1 2-1-8/1-7 0503", "G2 2-1-8/1-7 0502", "G3 2-1-8/1-7 0501"]


def test_14_12_two_artillery_units_at_most_for_barrage():
    game = market(allied=["A 4-4-7 0504", *GUNS], german=["X 2-2-7 0505"], phase="combat")
    assert refused(game, "attack A > X + G1 G2 G3").case == "14.12"
    assert allowed(game, "attack A > X + G1 G3")


def test_14_12_two_at_most_for_final_protective_fire():
    game = market(allied=["A 4-4-7 0504", *GUNS], german=["X 4-4-7 0505"], side=1, phase="combat")
    play(game, "attack X > A")
    assert refused(game, "fpf G1 G2 G3").case == "14.12"
    assert allowed(game, "fpf G1 G2")


def test_14_12_adjacent_guns_count_and_the_third_is_released():
    """A ruling: what does not fit under the limit need not attack."""
    guns = ["G1 2-1-8/1-7 0504", "G2 2-1-8/1-7 0604", "G3 2-1-8/1-7 0404"]
    game = market(allied=guns, german=["X 2-2-7 0505"], phase="combat")
    assert refused(game, "attack G1 G2 G3 > X").case == "14.12"
    assert refused(game, "attack G1 > X").case == "7.12"
    play(game, "attack G1 G2 > X", "roll 6")
    while deciding(game) != "Allied combat":
        play(game, legal(game)[-1])
    assert allowed(game, "done")


def test_14_12_no_limit_on_ground_support():
    game = market(allied=["A 4-4-7 0504", *GUNS], german=["X 2-2-7 0505"], phase="combat", supports=([(1, 9, 7)], []))
    assert allowed(game, "attack A > X + G1 G2 gs 7")


@pytest.mark.parametrize(("at", "reaches"), [("0502", True), ("0501", False)])
def test_14_11_within_three_hexes_of_a_unit_that_is_not_airborne(at, reaches):
    game = market(
        allied=["A 2-2-7 airborne:101st 0504", f"B 3-3-7 {at}"],
        german=["X 2-2-7 0505"],
        phase="combat",
        supports=([(1, 9, 3)], []),
    )
    if reaches:
        assert allowed(game, "attack A > X gs 3")
    else:
        assert refused(game, "attack A > X gs 3").case == "14.11"


@every("kind", ["airborne:101st", "glider:82nd", "airborne:Polish", "engineer", "armor", "infantry"])
def test_14_11_gliders_and_poles_are_airborne(kind):
    game = market(allied=[f"A 2-2-7 {kind} 0504"], german=["X 2-2-7 0505"], phase="combat", supports=([(1, 9, 3)], []))
    assert allowed(game, "attack A > X gs 3") is (kind in ("engineer", "armor", "infantry"))


def test_14_11_measured_to_the_defender_in_defence():
    for at, reaches in (("0503", True), ("0501", False)):
        game = market(
            allied=["A 2-2-7 airborne:101st 0505", f"B 3-3-7 {at}"],
            german=["X 2-2-7 0506"],
            side=1,
            phase="combat",
            supports=([(1, 9, 3)], []),
        )
        play(game, "attack X > A")
        assert deciding(game) == ("Allied fpf" if reaches else "German roll")
        if reaches:
            assert allowed(game, "fpf gs 3")


def test_14_11_one_hex_of_the_combat_in_reach_is_enough():
    """A ruling. X in 0406 is out of B's reach, Y in 0505 is in it."""
    game = market(
        allied=["A 2-2-7 airborne:101st 0405", "B 3-3-7 0502"],
        german=["X 2-2-7 0406", "Y 2-2-7 0505"],
        phase="combat",
        supports=([(1, 9, 3)], []),
    )
    assert allowed(game, "attack A > X Y gs 1")
    assert refused(game, "attack A > X gs 1").case in ("14.11", "7.11")


def test_14_11_support_alone_needs_the_reach_too():
    game = market(
        allied=["A 3-3-7 0502"], german=["X 2-2-7 0505", "Y 2-2-7 0909"], phase="combat", supports=([(1, 9, 3)], [])
    )
    assert allowed(game, "attack > X gs 1")
    assert refused(game, "attack > Y gs 1").case == "14.11"


def test_14_11_only_the_allied_player_has_points():
    game = market(allied=["A 3-3-7 0504"], german=["X 2-2-7 0505"], side=1, phase="combat", supports=([(1, 9, 3)], []))
    assert refused(game, "attack X > A gs 1").case == "9.12"


def test_9_14_the_pool_serves_both_combat_phases_of_a_game_turn():
    game = market(allied=["A 3-9-7 0504"], german=["X 1-9-7 0505"], phase="combat", supports=([(1, 9, 3)], []))
    play(game, "attack A > X gs 2", "roll 6", "retreat A 0503 0502", "stand")
    until(game, 1, "German")
    play(game, "move X 0503", "done", "attack X > A")
    assert refused(game, "fpf gs 2").case == "9.12"
    play(game, "fpf gs 1")
    assert game.state.support[0] == 0


# -- the examples of play


def test_14_11_14_12_of_the_example_points_near_the_tanks_and_two_guns():
    found = legal(example("arnhem/14.0-support"))
    assert any(" gs 5" in line for line in found if "> 180" in line)
    assert not any(" gs " in line for line in found if "> 2/59" in line)
    assert max(len(line.partition(" + ")[2].partition(" gs ")[0].split()) for line in found) == 2
