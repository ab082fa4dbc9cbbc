"""The Combat Phase."""

from typing import Any

from tests.drawn import below, drawn, play
from tests.engine.battles.drawn_arnhem import market
from tests.engine.naming import ids
from tests.engine.queries.battles import remagen
from westwall_tui.engine import queries


def test_4_1_there_is_combat_in_every_game_turn_save_at_night():
    units: dict[str, Any] = {"blue": ["A 3-6-7 0301"], "red": ["X 2-4-7 0505"]}
    assert queries.has_combat(drawn(**units))
    assert queries.has_combat(remagen(**units))
    assert not queries.has_combat(remagen(night=True, **units))


def test_7_1_what_is_obliged():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"], red=["X 4-4-7 0504", "Y 4-4-7 0604"], phase="combat")
    left = queries.outstanding(game)
    assert (ids(game, left.attackers), ids(game, left.enemies)) == ("A", "X Y")
    play(game, "attack A > X Y")
    after = queries.outstanding(game)
    assert not after.attackers
    assert not after.enemies


def test_9_14_what_is_left_of_a_game_turns_ground_support():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat", supports=([(1, 9, 5)], [(1, 9, 2)]))
    assert (queries.support_left(game, 0), queries.support_left(game, 1)) == (5, 2)
    play(game, "attack A > X gs 2")
    assert queries.support_left(game, 0) == 3


def test_13_24_who_assaults_over_a_river():
    units = ["Eng 3-3-10 engineer 0505", "A 2-2-7 airborne:101st 0504", "B 2-2-7 airborne:101st 0404"]
    game = market(allied=units, german=["X 2-2-7 0506"], rivers=[below(5)])
    assert queries.assaulting(game) == ()
    play(game, "move A 0505")
    assert ids(game, queries.assaulting(game)) == "A"
