"""The Movement Phase (5.0)."""

from tests.drawn import deciding, drawn, play
from tests.engine.naming import at, ids, numbers, unit, way
from tests.engine.queries.battles import arnhem
from westwall_tui.engine import queries


def test_5_14_5_15_movers_are_those_that_can_move_then_those_that_can_enter():
    game = drawn(
        blue=["R 4-4-7", "A 4-4-7 0505", "B 4-4-7 0101", "C 4-4-7 0909"],
        red=["X 4-4-7 0504"],
        arrivals=[(1, "R", "0109")],
    )
    assert ids(game, queries.movers(game)) == "B C R"
    play(game, "move B 0102")
    assert ids(game, queries.movers(game)) == "C R"


def test_5_13_allowance_in_half_points():
    assert queries.allowance(drawn(blue=["A 4-4-7 0505"]), 0) == 14


def test_5_13_a_unit_that_has_landed_has_less():
    game = arnhem(blue=["A 2-2-7 airborne:101st"], red=["X 2-2-7 0909"], landings=[(1, "A", "0505 0504")])
    play(game, "land A 0505")
    assert queries.allowance(game, 0) == 6


def test_5_31_sharing_has_a_case_only_where_there_is_any():
    assert queries.share_case(drawn(blue=["A 4-4-7 0505"])) == ""


def test_onward_where_a_bridge_fell_before_a_unit():
    game = arnhem(
        blue=["A 2-2-7 0503"],
        red=["X 2-2-7 0101"],
        canals=["0505/0506"],
        roads=["0502 0503 0504 0505 0506 0507"],
    )
    assert queries.onward(game) == (0, {}, {})
    play(game, "move A 0507", "demolish yes")
    play(game, "roll 1")
    assert deciding(game) == "Allied halted"
    found = queries.onward(game)
    assert found.left == 14 - 2
    assert way(game, found.ways[at(game, "0506")]).startswith("0505 ")
    assert found.rest[at(game, "0604")] == found.left - 2
    assert at(game, "0505") not in found.ways
    assert found.ways.keys() == found.rest.keys()
    assert numbers(game, [game.state.location[unit(game, "A")]]) == "0505"
