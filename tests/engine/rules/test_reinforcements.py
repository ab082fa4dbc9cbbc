"""Reinforcements that enter the map (3.0, 5.0)."""

from tests.drawn import allowed, drawn, legal, play, refused, until, where
from tests.engine.naming import numbers
from westwall_tui.engine import queries


def test_5_31_no_unit_enters_through_a_friendly_unit_in_an_enemy_zone():
    """The reinforcement would have to stop in that unit's hex."""
    game = drawn(
        blue=["R 4-4-7", "B 4-4-7 0101"], red=["X 4-4-7 0103", "Y 1-1-7 0909"], arrivals=[(1, "R", "0101 0501")]
    )
    play(game, "enter R 0101 0201")
    assert where(game, "R") == "0201"
    game = drawn(blue=["R 4-4-7", "B 4-4-7 0101"], red=["X 4-4-7 0102"], arrivals=[(1, "R", "0101 0501")])
    refusal = refused(game, "enter R 0101 0201")
    assert (refusal.case, refusal.units, refusal.hexes) == ("5.31", ("R",), ("0101",))
    assert allowed(game, "enter R 0501")


def test_3_0_a_reinforcement_has_entry_hexes_from_its_game_turn_on():
    game = drawn(blue=["R 4-4-7", "B 4-4-7 0505"], red=["X 1-1-7 0909"], arrivals=[(2, "R", "0101 0501")])
    assert queries.entry_hexes(game, 0) == ()
    until(game, "Blue movement", 2)
    assert numbers(game, queries.entry_hexes(game, 0)) == "0101 0501"


def test_5_25_an_entry_may_cost_all_points():
    for strength, orders in (("4-4-1", ["enter R 0101", "done"]), ("4-4-0", ["done"])):
        game = drawn(blue=[f"R {strength}", "B 4-4-0 0909"], red=["X 1-1-7 0901"], arrivals=[(1, "R", "0101")])
        assert legal(game) == orders
        assert allowed(game, "enter R 0101") is (len(orders) > 1)
