"""Setting up (3.0)."""

import pytest

from tests.drawn import drawn, legal, play
from tests.engine.naming import at, ids, numbers, unit
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.scenarios import load_scenario


def to_set_up():
    return drawn(
        ". . % .",
        blue=["A 4-4-7", "V 4-4-7 armor"],
        red=["X 4-4-7 0104"],
        setup=[("A V", "0101 0102 0103 0104")],
        phase="set-up",
    )


def test_3_0_units_left_to_set_up():
    game = to_set_up()
    assert ids(game, queries.to_set_up(game)) == "A V"
    play(game, "deploy A 0102")
    assert ids(game, queries.to_set_up(game)) == "V"


def test_3_0_hexes_where_a_unit_may_be_set_up_are_those_of_its_orders():
    game = to_set_up()
    assert numbers(game, queries.setup_hexes(game, unit(game, "A"))) == "0101 0102 0103"
    assert numbers(game, queries.setup_hexes(game, unit(game, "V"))) == "0101 0102"
    offered = {line.split()[2] for line in legal(game) if line.startswith("deploy V")}
    assert " ".join(sorted(offered)) == "0101 0102"
    assert queries.setup_hexes(game, unit(game, "X")) == frozenset()


def test_3_0_the_suggested_set_up_is_legal_and_makes_way():
    game = Game(load_scenario("bastogne/relief"))
    orders = queries.suggested_setup(game)
    assert len(orders) == len(queries.to_set_up(game))
    wanted = orders[1].hex
    play(game, f"deploy {orders[0].unit} {wanted}")
    again = queries.suggested_setup(game)
    assert wanted not in {order.hex for order in again}
    play(game, *map(str, again), "done")


def test_3_0_no_suggestion():
    with pytest.raises(IllegalOrder, match="suggests no hex for A"):
        queries.suggested_setup(to_set_up())
    with pytest.raises(IllegalOrder, match="no side is setting up"):
        queries.suggested_setup(drawn(blue=["A 4-4-7 0505"]))


def test_hexes_of_a_unit_in_hand_are_free():
    game = to_set_up()
    play(game, "deploy A 0102")
    assert at(game, "0102") not in queries.setup_hexes(game, unit(game, "V"))
