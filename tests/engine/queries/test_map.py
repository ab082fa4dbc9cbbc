"""Units, zones, markers and bridges on the map."""

from dataclasses import replace

from tests.drawn import below, board, drawn, play
from tests.engine.battles.scored import scored
from tests.engine.naming import at, ids, numbers
from tests.engine.queries.battles import arnhem, remagen
from westwall_tui.engine import queries
from westwall_tui.engine.board import Hexsides
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import DIRECTIONS
from westwall_tui.engine.orders import end_of
from westwall_tui.files.scenarios.catalog import load_scenario

# -- Units, zones, hexsides and markers.


def test_units_in_a_hex():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"])
    assert ids(game, queries.units_at(game, at(game, "0505"))) == "A"
    assert queries.units_at(game, at(game, "0504")) == ()


def test_6_0_zones():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0503"])
    around = "0404 0405 0504 0506 0604 0605"
    assert numbers(game, queries.zone(game, 0)) == around
    assert queries.zones_at(game, at(game, "0504")) == (0, 1)
    assert queries.zones_at(game, at(game, "0506")) == (0,)
    assert queries.zones_at(game, at(game, "0909")) == ()


def test_6_33_no_zone_over_a_river():
    game = drawn(blue=["A 4-4-7 0505"], rivers=[below(5)])
    assert at(game, "0506") not in queries.zone(game, 0)


def test_ways_and_waters_by_direction():
    game = drawn(
        blue=["A 4-4-7 0505"], roads=["0504 0505"], trails=["0505 0605"], streams=["0505/0506"], canals=["0505/0405"]
    )
    assert queries.ways_of(game, at(game, "0505")) == {
        "road": ("N",),
        "trail": ("SE",),
        "stream": ("S",),
        "canal": ("SW",),
    }
    assert queries.ways_of(game, at(game, "0909")) == {}
    assert len(DIRECTIONS) == 6


def test_15_35_secret_markers_are_shown_to_their_side_only():
    game = arnhem(
        blue=["A 2-2-7 airborne:101st"],
        red=["X 2-2-7 0909"],
        landings=[(1, "A", "0505 0504")],
        victory={"drop_zones": ["101 0505"]},
    )
    for viewer in (0, 1, -1):
        (marker,) = queries.markers(game, viewer)
        assert (numbers(game, [marker.hex]), marker.secret) == ("0505", False)
    assert queries.markers(drawn(blue=["A 4-4-7 0505"]), 0) == []


def test_only_boundaries_with_an_effect_now_are_listed():
    assert queries.boundaries(Game(load_scenario("remagen/optimum"))) == ("Limit of Advance",)
    assert queries.boundaries(Game(load_scenario("bastogne/relief"))) == ()  # no rule mentions its border
    assert queries.boundaries(drawn(blue=["A 4-4-7 0505"])) == ()


def test_the_standard_rules_leave_out_the_lines_and_areas_of_the_battle_whose_board_they_use():
    game = Game(load_scenario("quick/honningen"))
    assert "Limit of Advance" in game.scenario.board.boundaries
    assert "Beyond the Limit of Advance" in game.scenario.board.areas
    assert (queries.boundaries(game), queries.areas(game)) == ((), {})


def test_the_standard_rules_use_the_areas_of_points_and_closed_ground_and_the_edge_of_the_latter():
    plain = board(areas={"Mill": "0505", "Far bank": "0101 0201", "Meadow": "0909"})
    sides = {"Edge": ["0101 0102", "0201 0202", "0201 0301"], "Brook": ["0505 0506"]}
    lines = {}
    for name, pairs in sides.items():
        lines[name] = Hexsides(name, tuple((plain.hex(pair[:4]), plain.hex(pair[5:])) for pair in pairs))
    plain = replace(plain, boundaries=lines)
    text = '[[closed]]\nside = "Blue"\nhexes = ["0101", "0201"]\nuntil = 1\nname = "the far bank"\n'
    text += '[[points]]\nkind = "hold"\nname = "The mill"\nhexes = ["0505"]\npoints = { Blue = 1 }\n'
    game = scored(text, plain, blue=["A 4-4-7 0507"], red=["X 4-4-7 0701"])
    assert queries.boundaries(game) == ("Edge",)
    assert [*queries.areas(game)] == ["Mill", "Far bank"]
    play(game, "done", "done")
    assert game.state.turn == 2
    assert queries.boundaries(game) == ()


# -- Bridges that are blown, laid and destroyed.


def test_crossings_have_the_state_of_each_bridge():
    game = arnhem(blue=["A 2-2-7 0503"], red=["X 2-2-7 0101"], canals=["0505/0506"], roads=["0503 0504 0505 0506 0507"])
    (canal,) = queries.crossings(game)
    assert (numbers(game, canal.pair), canal.kind, canal.state) == ("0505 0506", "canal", "wired")
    play(game, "move A 0507", "demolish yes", "roll 1")
    assert [crossing.state for crossing in queries.crossings(game)] == ["blown"]
    assert queries.crossings(drawn(blue=["A 2-2-7 0503"])) == []


def test_11_0_the_state_of_each_bridge_over_the_rhine():
    game = remagen(blue=["A 3-6-7 0301"], red=["X 2-4-7 0505"], roads=["0102 0202 0302"])
    (bridge,) = queries.bridges(game)
    assert bridge.printed
    assert (numbers(game, [bridge.hex]), numbers(game, [bridge.west, bridge.east])) == ("0202", "0102 0302")
    assert queries.bridges(drawn(blue=["A 2-2-7 0503"])) == ()


def test_11_1_bridge_sites_are_legal_orders():
    game = Game(load_scenario("remagen/optimum"), seed=1)
    assert queries.extra_orders(game) == []  # the first may be laid in Game-Turn 13
    laid = remagen(
        blue=["A 3-6-7 0101", "B 3-6-7 0301"],
        red=["X 2-4-7 0909"],
        victory={"night": [], "float_bridges": [1]},
    )
    sites = queries.extra_orders(laid)
    assert sites
    assert all(laid.explain(order) is None for order in sites)
    assert {end_of(order) for order in sites} <= {f"02{row:02}" for row in range(1, 10)}


def test_the_case_on_destroying_bridges_comes_from_the_battle():
    assert queries.destruction_case(remagen(blue=["A 3-6-7 0301"], red=["X 2-4-7 0505"])) == "11.21"
    assert queries.destruction_case(drawn(blue=["A 2-2-7 0503"])) == "5.0"
