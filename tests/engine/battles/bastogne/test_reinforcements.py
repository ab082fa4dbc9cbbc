"""Bastogne, 11.0: reinforcements."""

import pytest

from tests.drawn import allowed, cost, legal, play, refused, until, where
from tests.engine.battles.drawn_bastogne import siege
from tests.every import every
from tests.examples import example


@every(("terrain", "points"), [(".", 1), (",", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1)])
def test_11_11_the_entry_hex_is_paid_by_the_terrain_key(terrain, points):
    game = siege(f"{terrain}..", german=["A 4-4-7"], arrivals=[(1, "A", "0101")])
    assert cost(game, "enter A 0101") == points


def test_11_11_only_at_the_designated_hexes():
    game = siege(german=["A 4-4-7", "B 4-4-7"], arrivals=[(1, "A", "0901 0902"), (1, "B", "0101")])
    refusal = refused(game, "enter A 0101")
    assert (refusal.case, refusal.units, refusal.hexes) == ("11.11", ("A",), ("0101",))
    assert refusal.reason == "A cannot enter at 0101, only at 0901 or 0902"
    assert allowed(game, "enter A 0902")
    rows = siege(german=["A 4-4-7"], arrivals=[(1, "A", "0901 0902 0903 0905 0906")])
    assert refused(rows, "enter A 0101").reason == "A cannot enter at 0101, only at 0901-0903, 0905 or 0906"
    assert allowed(game, "enter B 0101")


def test_11_11_an_enemy_in_another_hex_is_not_the_reason():
    game = siege(german=["A 4-4-7"], us=["X 4-4-7 0105"], arrivals=[(1, "A", "0101")])
    refusal = refused(game, "enter A 0105")
    assert (refusal.case, refusal.units) == ("11.11", ("A",))


@every("terrain", "f^%")
def test_11_11_terrain_restrictions_apply_to_entry_hexes(terrain):
    game = siege(f"{terrain}..", german=["A 4-4-12 armor", "B 4-4-12"], arrivals=[(1, "A B", "0101")])
    refusal = refused(game, "enter A 0101")
    assert (refusal.case, refusal.units, refusal.hexes) == ("5.24", ("A",), ("0101",))
    assert refusal.reason == "A is a vehicle, and no road or trail leads into 0101"
    assert allowed(game, "enter B 0101")


def test_11_11_a_unit_that_cannot_pay_does_not_enter():
    game = siege("%..", german=["A 4-4-3"], arrivals=[(1, "A", "0101")])
    assert refused(game, "enter A 0101").case == "5.25"


@pytest.mark.parametrize("terrain", ".f^%o")
@pytest.mark.parametrize(("way", "points"), [("roads", 0.5), ("trails", 1)])
def test_11_12_by_road_or_trail_at_its_rate(terrain, way, points):
    ways = {way: ["edge 0101 0201"]}
    game = siege(f"{terrain}..", german=["A 4-4-12 armor"], arrivals=[(1, "A", "0101")], **ways)
    assert cost(game, "enter A 0101") == points


def test_11_12_only_where_the_road_leads_off_the_map():
    game = siege("f..", german=["A 4-4-12"], arrivals=[(1, "A", "0101")], roads=["0101 0201"])
    assert cost(game, "enter A 0101") == 2


def test_11_13_any_number_through_one_hex_without_penalty():
    names = "ABCDEF"
    game = siege(
        german=[f"{name} 4-4-7" for name in names], arrivals=[(1, " ".join(names), "0101")], roads=["edge 0101"]
    )
    for i, name in enumerate(names):
        assert cost(game, f"enter {name} 0101 010{7 - i}") == 0.5 + 6 - i


def test_11_13_entering_units_do_not_stay_stacked():
    game = siege(german=["A 4-4-7", "B 4-4-7"], arrivals=[(1, "A B", "0101")])
    play(game, "enter A 0101")
    assert refused(game, "enter B 0101").case == "5.31"
    play(game, "enter B 0101 0102")


def test_11_14_once_on_the_map_they_move_as_usual():
    game = siege(german=["A 4-4-3"], arrivals=[(1, "A", "0101")])
    assert refused(game, "enter A 0101 0104").case == "5.25"
    play(game, "enter A 0101 0103")
    assert where(game, "A") == "0103"


def test_11_14_in_any_order_with_the_moves_of_the_others():
    game = siege(german=["A 4-4-7", "B 4-4-7 0101", "C 4-4-7"], arrivals=[(1, "A C", "0101")])
    assert refused(game, "enter A 0101").case == "5.31"
    play(game, "move B 0103", "enter A 0101 0102", "enter C 0101")
    assert [where(game, name) for name in "ABC"] == ["0102", "0103", "0101"]
    assert refused(game, "move A 0202").case == "5.15"  # it has moved in this phase


def test_11_21_not_into_a_hex_that_the_enemy_holds():
    game = siege(german=["A 4-4-7"], us=["X 4-4-7 0101"], arrivals=[(1, "A", "0101 0102")])
    refusal = refused(game, "enter A 0101")
    assert (refusal.case, refusal.units, refusal.hexes) == ("11.21", ("A", "X"), ("0101",))


def test_11_21_into_an_enemy_controlled_hex_and_no_further():
    game = siege(german=["A 4-4-7"], us=["X 4-4-7 0101"], arrivals=[(1, "A", "0102")])
    assert refused(game, "enter A 0102 0103").case == "6.0"
    play(game, "enter A 0102", "done")
    assert refused(game, "done").case == "7.11"


def test_11_22_reinforcements_may_be_withheld_and_keep_their_hexes():
    game = siege(german=["A 4-4-7", "B 4-4-7 0909"], arrivals=[(1, "A", "0101")])
    for _ in range(3):
        assert allowed(game, "enter A 0101")
        play(game, "done")
        until(game, "German movement")
    assert game.state.turn == 4
    assert refused(game, "enter A 0102").case == "11.11"
    play(game, "enter A 0101")


def test_11_0_no_unit_enters_before_its_game_turn():
    game = siege(german=["A 4-4-7", "B 4-4-7 0909"], arrivals=[(2, "A", "0101")])
    refusal = refused(game, "enter A 0101")
    assert (refusal.case, refusal.units) == ("11.0", ("A",))
    play(game, "done")
    until(game, "German movement")
    play(game, "enter A 0101")
    assert refused(game, "enter B 0101").case == "11.0"


def test_11_23_reinforcements_not_yet_on_the_map_have_no_effect():
    """They block neither as friendly units in the entry hex nor as enemies with a Zone of Control."""
    game = siege(german=["A 4-4-7", "B 4-4-7 0909"], us=["X 4-4-7 0203"], arrivals=[(1, "A", "0101")], side=1)
    play(game, "move X 0101")
    assert where(game, "X") == "0101"
    assert refused(game, "attack > A").case == "4.1"


# -- the examples of play


def test_11_11_11_21_of_the_example_where_each_unit_may_enter():
    game = example("bastogne/11.0-entering")
    places = {
        name: {line.split()[2] for line in legal(game) if line.startswith(f"enter {name} ")}
        for name in ("1/3", "1/304", "1/77", "2/304")
    }
    assert places == {"1/3": {"0803"}, "1/304": {"0803"}, "1/77": {"0803", "0804"}, "2/304": set()}
