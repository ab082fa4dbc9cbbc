"""Hurtgen Forest, 15.3: Lines of Communication to the towns."""

import pytest

from tests.drawn import rolled
from tests.engine.battles.drawn_hurtgen import forest, held, objective
from tests.every import every
from westwall_tui.engine.game import Game


def lane(terrain: str, *, us=(), german=(), **what) -> Game:
    """Return a row of hexes from the west edge at 0101 to the town at its end."""
    return forest(
        terrain, us=us or ["A 2-3-7"], german=german or ["X 1-2-7"], towns={"Town": f"0{len(terrain)}01"}, **what
    )


def test_15_31_a_line_leads_back_to_the_west_edge():
    game = lane("....o")
    assert held(game)
    assert game.state.numbers(objective(game).line) == ("0501", "0401", "0301", "0201", "0101")
    assert not held(lane("..-.o"))


def test_15_31_a_line_from_one_hex_of_the_town_serves_it():
    """Ruling: 0603 is beyond the river, 0503 is not."""
    town = {"Town": "0603 0503"}
    river = "0503/0603 0503/0602 0502/0602 0502/0601 0501/0601 0504/0603"
    game = forest("......\n" * 3, us=["A 2-3-7"], german=["X 1-2-7"], towns=town, rivers=[river.rsplit(" ", 1)[0]])
    assert held(game)
    assert game.state.number(objective(game).line[0]) == "0503"


@every(("at", "yes"), [("0101", False), ("0301", False), ("0103", True)])
def test_15_32_not_through_german_units_or_their_zones(at, yes):
    ground = ".....\n-----\n.----"
    game = forest(ground, us=["A 2-3-7"], german=[f"X 1-2-7 {at}"], towns={"Town": "0501"})
    assert held(game) is yes
    if not yes:
        assert objective(game).why == "German units or their Zones of Control cut every Line of Communication"


def test_15_32_not_even_where_a_us_unit_stands():
    """Ruling: X at 0302 has 0301 in its zone, whether or not A holds that."""
    ground = ".....\n--.--"
    for us in (["A 2-3-7 0301"], ["A 2-3-7 0101"]):
        assert not held(forest(ground, us=us, german=["X 1-2-7 0302"], towns={"Town": "0501"}))


def test_15_32_a_line_goes_around_the_enemy():
    game = forest(us=["A 2-3-7"], german=["X 1-2-7 0305"], towns={"Town": "0905"})
    assert held(game)
    shut = {"0305", "0304", "0306", "0204", "0205", "0404", "0405"}
    assert not shut & {*game.state.numbers(objective(game).line)}


@every(("terrain", "yes"), [("%%..o", True), (".%.%o", True), ("%.%.o", True), ("%%%.o", False), ("%.%.%o", False)])
def test_15_33_two_rough_hexes_and_no_more(terrain, yes):
    """Counted are the hexes that the line enters, that of the mapedge included."""
    game = lane(terrain)
    assert held(game) is yes
    assert yes or objective(game).why == "terrain allows no Line of Communication"


def test_15_33_a_road_makes_no_difference():
    assert not held(lane("%%%.o", roads=["0101 0201 0301 0401 0501"]))


def test_15_33_a_longer_line_with_fewer_rough_hexes_is_found():
    """The straight line has three rough hexes; the longer one to the south has none."""
    ground = ".%%%.o\n......\n......"
    game = forest(ground, us=["A 2-3-7"], german=["X 1-2-7"], towns={"Town": "0601"})
    assert held(game)


def test_15_33_the_shortest_line_to_a_hex_may_have_too_many_rough_hexes():
    """The short line from 0501 has two rough hexes; from the town it has a third before them."""
    ground = ".%%..%o\n.---..-\n......."
    game = forest(ground, us=["A 2-3-7"], german=["X 1-2-7"], towns={"Town": "0701"})
    assert held(game)
    line = game.state.numbers(objective(game).line)
    assert line == ("0701", "0601", "0502", "0503", "0403", "0303", "0203", "0103")


@every(
    ("what", "yes"),
    [
        ({"streams": ["0301/0401"]}, False),
        ({"canals": ["0301/0401"]}, False),
        ({"streams": ["0301/0401"], "roads": ["0301 0401"]}, True),
        ({"streams": ["0301/0401"], "trails": ["0301 0401"]}, True),
        ({"streams": ["0301/0401"], "bridges": ["rail 0301/0401"]}, True),
        ({"rivers": ["0301/0401"]}, False),
        ({"rivers": ["0301/0401"], "roads": ["0301 0401"]}, True),
        ({"rivers": ["0301/0401"], "bridges": ["rail 0301/0401"]}, True),
        ({"rivers": ["0301/0401"], "ferries": ["0301/0401"]}, False),
    ],
)
def test_15_34_water_only_by_a_bridge(what, yes):
    assert held(lane("....o", **what)) is yes


@pytest.mark.parametrize(("roads", "yes"), [([], False), (["0201 0301 0401"], True)])
def test_15_34_not_into_prohibited_terrain(roads, yes):
    assert held(lane("..~.o", roads=roads)) is yes


def test_15_35_units_need_no_line():
    """A is cut off, and moves and attacks as ever."""
    game = forest(us=["A 2-3-7 0901"], german=["X 1-2-7 0801", "Y 1-2-7 0104"], towns={"Town": "0901"}, phase="combat")
    assert not held(game)
    assert rolled(game, "attack A > X", "roll 6").differential == 0
