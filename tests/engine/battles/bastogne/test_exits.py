"""Bastogne, 12.0: units that exit."""

import pytest

from tests.drawn import cost, deciding, legal, only, play, refused, until, where
from tests.engine.battles.drawn_bastogne import siege
from tests.every import every
from tests.examples import example
from westwall_tui.engine.events import Eliminated


@every(("terrain", "points"), [(".", 1), (",", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1)])
def test_12_0_the_hex_beyond_the_mapedge_is_like_the_one_before_it(terrain, points):
    game = siege(f"{terrain}..", german=["A 4-4-4 0101"])
    assert cost(game, "exit A west") == points
    assert where(game, "A") == "west"


@pytest.mark.parametrize("terrain", ".f^%o")
@pytest.mark.parametrize(("way", "points"), [("roads", 0.5), ("trails", 1)])
def test_12_0_by_road_or_trail_at_its_rate(terrain, way, points):
    game = siege(f"{terrain}..", german=["A 4-4-12 armor 0101"], **{way: ["edge 0101 0201"]})
    assert cost(game, "exit A west") == points


def test_12_0_the_way_to_the_edge_and_off_it_in_one_move():
    game = siege(german=["A 4-4-3 0301"])
    assert cost(game, "exit A west") == 3
    assert where(game, "A") == "west"
    game = siege(german=["A 4-4-3 0301"])
    assert cost(game, "exit A 0201 0101 west") == 3
    game = siege(german=["A 4-4-2 0301"])
    assert refused(game, "exit A west").case == "5.25"
    refusal = refused(game, "exit A 0201 0101 west")
    assert (refusal.case, refusal.reason) == ("5.25", "A needs 3 MP to exit, but has only 2")
    assert (refusal.units, refusal.hexes) == (("A",), ("0101",))


def test_12_0_a_vehicle_does_not_leave_woods_but_by_road():
    game = siege("f..", german=["A 4-4-12 armor 0101"])
    assert refused(game, "exit A west").case == "5.24"
    assert refused(game, "exit A 0101 west").case == "5.24"
    game = siege("f..", german=["A 4-4-12 armor 0301"], roads=["0101 0201"])
    refusal = refused(game, "exit A 0101 west")
    assert (refusal.case, refusal.units, refusal.hexes) == ("5.24", ("A",), ("0101",))
    assert refusal.reason == "A can exit from 0101 only by road or trail"


def test_12_0_without_waypoints_the_cheapest_way_off_is_taken():
    """A, in woods on the edge, exits by its neighbor hex or by the road, or from its own hex if that costs the same."""
    woods = "f.. ... ..."
    game = siege(woods, german=["A 4-4-12 armor 0101"])
    assert "exit A west" in legal(game)
    play(game, "exit A west")
    assert game.log == ["exit A 0102 west"]
    game = siege(woods, german=["A 4-4-7 0101"])
    assert cost(game, "exit A west") == 2
    assert game.log == ["exit A 0101 west"]
    game = siege(woods, german=["A 4-4-7 0101"], roads=["0101 0102 edge"])
    assert cost(game, "exit A west") == 1
    assert game.log == ["exit A 0102 west"]


def test_12_0_only_off_an_edge_that_it_has_reached():
    game = siege(german=["A 4-4-7 0505"])
    refusal = refused(game, "exit A 0404 west")
    assert (refusal.case, refusal.units, refusal.hexes) == ("5.0", ("A",), ("0404",))


def test_12_0_not_out_of_an_enemy_controlled_hex():
    game = siege(german=["A 4-4-7 0101"], us=["X 4-4-7 0102"])
    assert refused(game, "exit A west").case == "5.14"
    game = siege(german=["A 4-4-7 0301"], us=["X 4-4-7 0103"])
    refusal = refused(game, "exit A 0201 0101 0102 west")  # it must stop at 0102
    assert (refusal.case, refusal.units, refusal.hexes) == ("6.0", ("A",), ("0102",))
    play(game, "exit A west")
    assert game.log == ["exit A 0201 0101 west"]


def test_12_0_the_refusal_says_what_keeps_a_unit_on_the_map():
    game = siege(german=["A 4-4-2 0301"])
    refusal = refused(game, "exit A west")
    assert (refusal.case, refusal.reason) == ("5.25", "A needs 3 MP to exit by the west edge, but has only 2")
    assert refusal.units == ("A",)
    zones = siege("... ...", german=["A 4-4-7 0301"], us=["X 4-4-7 0102"])
    assert refused(zones, "exit A west").case == "6.0"
    edge = refused(siege(".... ....", german=["A 4-4-7 0401"], us=["X 4-4-7 0201"]), "exit A west")  # X controls it all
    assert edge.case == "6.0"
    assert edge.reason == "enemy Zones of Control block every path off the west edge of the map"
    wall = refused(siege("...", german=["A 4-4-7 0301"], us=["X 4-4-7 0101"]), "exit A west")
    assert wall.case == "5.12"
    assert wall.reason == "enemy units and their zones block every path off the west edge of the map"
    gap = refused(siege(".-.", german=["A 4-4-7 0301"]), "exit A west")
    assert (gap.case, gap.reason) == ("5.24", "terrain blocks every path off the west edge of the map")
    woods = siege("f..", german=["A 4-4-12 armor 0301"])
    assert refused(woods, "exit A west").case == "5.24"


def test_12_11_an_exited_unit_does_not_return():
    game = siege(german=["A 4-4-7", "B 4-4-7 0909"], arrivals=[(1, "A", "0101")])
    play(game, "enter A 0101", "done")
    until(game, "German movement")
    play(game, "exit A west")
    refusal = refused(game, "enter A 0101")
    assert (refusal.case, refusal.units) == ("11.0", ("A",))
    assert refusal.reason == "A exited the map on Game-Turn 2"
    refusal = refused(game, "move A 0101")
    assert (refusal.case, refusal.reason) == ("5.11", "A exited the map on Game-Turn 2")
    play(game, "done")
    until(game, "German movement")
    assert refused(game, "enter A 0101").case == "11.0"


def test_12_12_a_unit_that_could_only_retreat_off_the_map_is_lost():
    """A has the enemy on one side of it and its road out of the map on the other."""
    game = siege(". .", german=["A 4-4-7 0101"], us=["X 13-1-7 0102"], roads=["edge 0101 0102"], side=1, phase="combat")
    (event,) = only(play(game, "attack X > A", "roll 4"), Eliminated)
    assert event.path == ("0101",)
    assert where(game, "A") == "eliminated"


def test_12_12_only_german_units_exit():
    game = siege(german=["A 4-4-7 0101"], us=["X 4-4-7 0901"], side=1)
    refusal = refused(game, "exit X east")
    assert (refusal.case, refusal.units) == ("12.12", ("X",))


def test_12_12_only_in_the_german_movement_phase():
    game = siege(german=["A 4-4-7 0101", "B 4-4-7 0902"], us=["X 4-4-7 0901"])
    play(game, "done")
    assert deciding(game) == "German combat"
    assert refused(game, "exit A west").case == "4.1"
    game = siege(german=["A 4-4-7 0101"], us=["X 4-4-7 0901"], side=1)
    assert deciding(game) == "US movement"
    assert refused(game, "exit A west").case == "5.11"


# -- the examples of play


def test_12_0_of_the_example_only_what_is_free_to_move_exits():
    found = legal(example("bastogne/12.0-exits"))
    assert {line.split()[1] for line in found if line.startswith("exit ")} == {"LehrR"}
