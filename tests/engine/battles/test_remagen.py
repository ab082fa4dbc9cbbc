"""Remagen's Exclusive Rules (11.0 to 16.5), on small boards; and its scenarios, unit by unit, by the booklet."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from tests.drawn import allowed, board, deciding, drawn, legal, only, outcome, play, refused, until, until_over, where
from westwall_tui.engine import queries
from westwall_tui.engine.battles.remagen import NO_LIMIT, Autobahn, Remagen, level, value
from westwall_tui.engine.board import Line, Place, Terrain
from westwall_tui.engine.events import (
    BridgeBuilt,
    BridgeDestroyed,
    Eliminated,
    Entered,
    FrontFound,
    Moved,
    Rolled,
    Scored,
)
from westwall_tui.engine.game import Game, options_of
from westwall_tui.engine.orders import Bridge, parse
from westwall_tui.engine.rules.scenario_data import ScenarioDataError
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import ELIMINATED, Outcome
from westwall_tui.engine.units import Kind, Strength, Unit
from westwall_tui.files.scenarios import load_scenario

shipped = cache(load_scenario)
"""A scenario as it is shipped."""

RHINE = "\n".join(["...~....."] * 9)
"""Three columns of the west bank, the Rhine, five columns of the east bank. The bridge at 0405 joins 0306 and 0505."""
LUDENDORFF = "0306 0405 0505"
WAYS = ("roads", "trails", "railways", "streams", "canals", "rivers", "ferries", "bridges")


def rhine(terrain: str = RHINE, *, us=(), german=(), towns=None, entries=None, bridge=LUDENDORFF, **what) -> Game:
    """A game by Remagen's rules, the U.S. first.

    The Autobahn is column 7, the Limit of Advance the near side of column 9. `towns` are hexes by name, each worth 5 to
    the U.S. and 20 to the German.
    """
    ways = {key: what.pop(key) for key in list(what) if key in WAYS}
    if bridge:
        ways["roads"] = [bridge, *ways.get("roads", ())]
    sheet = board(terrain, **ways)
    column = {h: c for h, (c, _) in enumerate(sheet.grid.positions)}
    land = [h for h, here in enumerate(sheet.terrain) if here is not Terrain.RIVER]
    areas = {
        "West bank": tuple(h for h in land if column[h] < 4),
        "East bank": tuple(h for h in land if column[h] > 3),
        "On or east of the Autobahn": tuple(h for h in land if column[h] >= 7),
        "Beyond the Limit of Advance": tuple(h for h in land if column[h] >= 9),
    }
    places = tuple(
        Place(name, "town", tuple(sheet.hex(number) for number in numbers.split()))
        for name, numbers in (towns or {}).items()
    )
    lettered = {name: tuple(sheet.hex(n) for n in numbers.split()) for name, numbers in (entries or {}).items()}
    victory = {
        "us_towns": {place.name: 5 for place in places},
        "german_towns": {place.name: 20 for place in places},
        **what.pop("victory", {}),
    }
    return drawn(
        replace(sheet, places=places, areas=areas, entries=lettered),
        blue=us,
        red=german,
        names=("US", "German"),
        rules="remagen",
        victory=victory,
        **what,
    )


def rules_of(game: Game) -> Remagen:
    assert isinstance(game.rules, Remagen)
    return game.rules


def cost(game: Game, line: str) -> float:
    """What a move or an entry costs, in Movement Points."""
    (event,) = play(game, line)
    assert isinstance(event, Entered | Moved)
    return event.cost / 2


def account(game: Game) -> dict[str, int]:
    """The points by cause, those that count something."""
    return {line.cause: line.points for line in queries.account(game) if line.points}


# -- 11.0 bridges


def test_11_0_nobody_enters_the_rhine_but_on_a_bridge():
    game = rhine(us=["A 3-6-7 0303", "B 3-6-7 0306"])
    assert not allowed(game, "move A 0403")
    assert allowed(game, "move B 0405")
    assert allowed(game, "move B 0505")


def test_11_0_zones_do_not_reach_over_the_rhine():
    game = rhine(us=["A 3-6-7 0303"], german=["X 2-4-7 0503"])
    assert not queries.zone(game, 1) & {game.scenario.board.hex("0303"), game.scenario.board.hex("0304")}


def test_11_0_zones_reach_onto_a_bridge_and_off_it_by_its_two_sides():
    game = rhine(german=["X 2-4-7 0405"], us=["A 3-6-7 0101"])
    assert game.state.numbers(sorted(queries.zone(game, 1))) == ("0306", "0505")
    game = rhine(german=["X 2-4-7 0505"], us=["A 3-6-7 0101"])
    assert game.scenario.board.hex("0405") in queries.zone(game, 1)
    assert game.scenario.board.hex("0404") not in queries.zone(game, 1)


def test_11_11_float_bridges_come_on_their_game_turns():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0909"], victory={"float_bridges": [2, 3]}, last_turn=4)
    assert refused(game, "bridge 0402 0302 0503").case == "11.11"
    assert "Game-Turn 2" in refused(game, "bridge 0402 0302 0503").reason
    until(game, "US movement", 2)
    (event,) = play(game, "bridge 0402 0302 0503")
    assert isinstance(event, BridgeBuilt)
    assert "Game-Turn 3" in refused(game, "bridge 0408 0308 0509").reason
    until(game, "US movement", 3)
    play(game, "bridge 0408 0308 0509")
    assert refused(game, "bridge 0407 0307 0508").reason == "no float bridge is left"


def test_11_11_at_night_too():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0909"], victory={"float_bridges": [1], "night": [1]})
    play(game, "bridge 0402 0302 0503")


@pytest.mark.parametrize(
    ("order", "hexes"),
    [
        ("bridge 0502 0302 0603", ("0502",)),  # land
        ("bridge 0402 0303 0503", ("0402", "0303", "0503")),  # not opposite
        ("bridge 0402 0503 0302", ("0503",)),  # the wrong way round
        ("bridge 0402 0301 0503", ("0301",)),  # not adjacent
        ("bridge 0405 0305 0506", ("0405",)),  # there is one
    ],
)
def test_11_11_over_one_rhine_hex_between_opposite_bank_hexes(order, hexes):
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0909"], victory={"float_bridges": [1]})
    refusal = refused(game, order)
    assert (refusal.case, refusal.hexes) == ("11.11", hexes)


@pytest.mark.parametrize("place", ["0502", "0602", "0603", "0303"])
def test_11_11_no_hex_next_to_it_is_held_or_controlled_by_the_enemy(place):
    game = rhine(us=["A 3-6-7 0109"], german=[f"X 2-4-7 {place}"], victory={"float_bridges": [1]})
    assert refused(game, "bridge 0402 0302 0503").case == "11.11"
    assert allowed(game, "bridge 0408 0308 0509")


def test_11_11_only_the_us_player_in_his_movement_phase():
    game = rhine(us=["A 3-6-7 0304"], german=["X 2-4-7 0909"], victory={"float_bridges": [1]})
    assert any(line.startswith("bridge ") for line in legal(game))
    sites = [order for order in game.legal() if isinstance(order, Bridge)]
    assert len(sites) == len(set(sites)) > 10
    assert all(game.explain(order) is None for order in sites)
    until(game, "German movement")
    assert refused(game, "bridge 0402 0302 0503").case == "11.11"


def test_11_12_a_float_bridge_carries_units_at_the_road_rate_and_is_taken_back():
    game = rhine(us=["A 3-6-7 0302"], german=["X 2-4-7 0909"], bridge="", victory={"float_bridges": [1]})
    play(game, "bridge 0402 0302 0503")
    before = game.digest()
    assert cost(game, "move A 0503") == 1
    game.undo()
    assert game.digest() == before
    game.undo()
    assert not allowed(game, "move A 0503")


def test_11_12_it_is_entered_from_the_hexes_that_it_joins_only():
    game = rhine(us=["A 3-6-7 0305"], german=["X 2-4-7 0909"])
    (event,) = play(game, "move A 0405")
    assert isinstance(event, Moved)
    assert event.path == ("0305", "0306", "0405")


def test_11_12_no_attack_from_a_bridge_hex_and_no_obligation():
    game = rhine(us=["A 3-6-7 0405"], german=["X 2-4-7 0505"], phase="combat")
    assert deciding(game) == "German movement"  # nothing can be attacked
    game = rhine(us=["A 3-6-7 0405", "B 3-6-7 0604"], german=["X 2-4-7 0505"], phase="combat")
    refusal = refused(game, "attack A B > X")
    assert (refusal.case, refusal.units) == ("11.12", ("A",))
    play(game, "attack B > X")


def test_11_12_a_unit_on_a_bridge_is_attacked_on_the_bridge_line():
    game = rhine(us=["A 3-6-7 0306"], german=["X 2-4-7 0405"], phase="combat")
    assert [line for line in legal(game) if line == "done"] == []
    (roll,) = only(play(game, "attack A > X", "roll 1"), Rolled)
    assert roll.line == Line.GROVE.value


def test_11_12_retreats_and_advances_lead_onto_a_bridge_and_off_it():
    game = rhine(us=["A 9-6-7 0306"], german=["X 1-1-7 0405"], phase="combat")
    play(game, "attack A > X", "roll 2")
    paths = [game.state.numbers(path) for path in queries.retreats(game, 1).paths]
    assert paths
    assert all(path[:2] == ("0405", "0505") for path in paths)
    play(game, legal(game)[0])
    play(game, "advance A 0405")
    game = rhine(us=["A 9-6-7 0605"], german=["X 1-1-7 0505"], phase="combat")
    play(game, "attack A > X", "roll 1")
    assert ("0505", "0405", "0306") in [game.state.numbers(path[:3]) for path in queries.retreats(game, 1).paths]


def bridgehead(**what) -> Game:
    """A German who may destroy the bridge if nothing is changed."""
    return rhine(
        **{"us": ["A 3-6-7 0101"], "german": ["X 2-4-7 0405"], "side": 1, "phase": "movement", "last_turn": 9, **what}
    )


def test_11_21_a_bridge_is_destroyed_at_the_end_of_the_german_player_turn():
    game = bridgehead()
    play(game, "done")
    while deciding(game) == "German combat":
        play(game, "done")
    assert deciding(game) == "German bridges"
    assert legal(game) == ["destroy 0405", "stand"]
    events = play(game, "destroy 0405")
    assert only(events, BridgeDestroyed) == [BridgeDestroyed("0405", "X", "0505")]
    assert where(game, "X") == "0505"
    assert deciding(game) == "US movement"
    assert not game.state.ground.zone[game.scenario.board.hex("0405")]
    (bridge,) = queries.bridges(game)
    assert (bridge.hex, bridge.due, bridge.destroyed) == (-1, 0, 1)


def test_11_21_it_may_stand():
    game = bridgehead()
    until(game, "German bridges")
    play(game, "stand")
    assert (deciding(game), where(game, "X")) == ("US movement", "0405")


def test_11_21_the_us_player_is_not_asked():
    game = rhine(us=["A 3-6-7 0405"], german=["X 2-4-7 0909"])
    play(game, "done")
    assert deciding(game) == "German movement"


@pytest.mark.parametrize("number", ["0306", "0305", "0307", "0205", "0206"])
def test_11_21_not_with_an_enemy_at_its_western_end_or_next_to_that(number):
    game = bridgehead(us=[f"A 3-6-7 {number}"], phase="combat")
    while deciding(game) != "US movement":
        assert deciding(game) != "German bridges"
        play(game, *(["attack X > A", "roll 3"] if "done" not in legal(game) else ["done"]))


@pytest.mark.parametrize("unit", ["X 2-4-7 infantry", "X 2-1-12 armor", "X 2-1-12 mechanized"])
def test_11_21_infantry_armor_and_mechanized_units_can(unit):
    game = bridgehead(german=[f"{unit} 0405"])
    until(game, "German bridges")


@pytest.mark.parametrize("unit", ["X 2-1-5/1-7", "X 1-3-12 reconnaissance"])
def test_11_21_others_cannot(unit):
    game = bridgehead(german=[f"{unit} 0405"])
    until(game, "US movement", 2)


def test_11_21_not_with_the_eastern_end_occupied():
    game = bridgehead(german=["X 2-4-7 0405", "Y 2-4-7 0505"])
    until(game, "US movement", 2)


def test_11_21_two_bridges_to_one_eastern_end_are_not_both_destroyed():
    game = bridgehead(german=["X 2-4-7 0705", "Y 2-4-7 0706"], side=0, victory={"float_bridges": [1]})
    play(game, "bridge 0404 0304 0505")
    until(game, "German movement")
    play(game, "move X 0404", "move Y 0405")
    until(game, "German bridges")
    assert legal(game) == ["destroy 0404", "destroy 0405", "stand"]
    play(game, "destroy 0404")
    assert (where(game, "X"), deciding(game)) == ("0505", "US movement")


def test_11_21_not_after_combat_in_either_phase_of_the_game_turn():
    game = rhine(us=["A 3-6-7 0306", "G 1-1-9/1-7 0102"], german=["X 2-9-7 0405"], phase="combat")
    assert deciding(game) == "US combat"
    play(game, "attack A > X + G", "roll 1")  # A1
    while deciding(game) not in ("German movement", "German combat"):
        play(game, legal(game)[0])
    while deciding(game) != "US movement":
        assert deciding(game) != "German bridges"
        play(game, legal(game)[-1])


def test_11_21_the_bridge_of_the_map_is_never_laid_again():
    game = bridgehead(victory={"float_bridges": []})
    until(game, "German bridges")
    play(game, "destroy 0405")
    until(game, "US movement", 6)
    assert "no float bridge is left" in refused(game, "bridge 0405 0306 0505").reason


def test_11_22_a_float_bridge_is_replaced_three_game_turns_later():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0605"], bridge="", victory={"float_bridges": [1]})
    play(game, "bridge 0402 0302 0503")
    until(game, "German movement")
    play(game, "move X 0402")
    until(game, "German bridges")
    play(game, "destroy 0402")
    (bridge,) = queries.bridges(game)
    assert (bridge.name, bridge.hex, bridge.due, bridge.destroyed) == ("Float Bridge 1", -1, 4, 1)
    assert game.state.works == ()
    until(game, "US movement", 3)
    assert "Game-Turn 4" in refused(game, "bridge 0408 0308 0509").reason
    until(game, "US movement", 4)
    play(game, "bridge 0408 0308 0509")
    (bridge,) = queries.bridges(game)
    assert game.state.numbers((bridge.hex, bridge.west, bridge.east)) == ("0408", "0308", "0509")


@pytest.mark.parametrize(("site", "blown"), [("0306 0505", 0), ("0305 0506", 2)])
def test_11_11_11_22_a_float_bridge_where_the_bridge_of_the_map_was_is_a_float_bridge(site, blown):
    game = bridgehead(victory={"float_bridges": [1]})
    until(game, "German bridges")
    play(game, "destroy 0405")
    until(game, "German movement")
    play(game, "move X 0902")
    until(game, "US movement", 3)
    play(game, f"bridge 0405 {site}")
    old, new = queries.bridges(game)
    assert (old.hex, old.destroyed, game.state.number(new.hex)) == (-1, 1, "0405")
    assert [marker.name for marker in game.rules.markers(game.state, -1)] == ["Float Bridge 1"]
    assert Counter(bridge.state for bridge in game.rules.crossings(game.state)) == +Counter(laid=2, blown=blown)
    until(game, "German movement")
    play(game, "move X 0405")
    until(game, "German bridges")
    play(game, "destroy 0405")
    old, new = queries.bridges(game)
    assert (old.hex, old.destroyed) == (-1, 1)
    assert (new.hex, new.due, new.destroyed) == (-1, 6, 3)
    assert not game.state.ground.zone[game.scenario.board.hex("0405")]
    until(game, "US movement", 6)
    play(game, "bridge 0402 0302 0503")


# -- 12.0 reinforcements

AREAS = {"C": "0701 0801", "D": "0903 0904", "E": "0907 0908", "G": "0609 0709", "A": "0101 0102"}


def test_12_0_they_enter_on_their_turn_by_their_area():
    game = rhine(
        us=["A 3-6-7", "B 3-6-7"],
        german=["X 2-4-7 0905"],
        entries=AREAS,
        arrivals=[(1, "A", "0101 0102"), (2, "B", "0101 0102")],
    )
    assert refused(game, "enter A 0109").case == "12.0"
    assert refused(game, "enter B 0101").case == "12.0"
    play(game, "enter A 0101")


@pytest.mark.parametrize(("roads", "points"), [((), 1), (("edge 0101 0201",), 0.5)])
def test_12_11_the_entry_hex_is_paid_by_the_terrain_key_or_by_its_road(roads, points):
    game = rhine(us=["A 3-6-7"], entries=AREAS, arrivals=[(1, "A", "0101 0102")], roads=roads)
    assert cost(game, "enter A 0101") == points


def test_12_12_they_move_on_and_come_at_any_time_of_the_phase():
    game = rhine(us=["A 3-6-7", "B 3-6-7 0201"], entries=AREAS, arrivals=[(1, "A", "0101 0102")])
    play(game, "move B 0203")
    assert cost(game, "enter A 0101 0301") == 3


def test_12_13_any_number_by_one_hex_at_no_extra_cost():
    names = "ABCD"
    game = rhine(us=[f"{name} 3-6-7" for name in names], entries=AREAS, arrivals=[(1, " ".join(names), "0101 0102")])
    for i, name in enumerate(names):
        assert cost(game, f"enter {name} 0101 010{4 - i}") == 4 - i


def test_12_21_not_where_an_enemy_stands_or_has_a_zone():
    game = rhine(
        us=["A 3-6-7 0802"],
        german=["X 2-4-7"],
        side=1,
        entries=AREAS,
        arrivals=[(1, "X", "0701 0801 0601")],
    )
    refusal = refused(game, "enter X 0801")
    assert (refusal.case, refusal.hexes) == ("12.21", ("0801",))
    assert allowed(game, "enter X 0601")
    game.state.location[0] = game.scenario.board.hex("0801")
    assert refused(game, "enter X 0801").units == ("X", "A")


def blocked(us, arrivals="0701 0801") -> Game:
    return rhine(us=us, german=["X 2-4-7"], side=1, entries=AREAS, arrivals=[(1, "X", arrivals)])


def entry_numbers(game: Game) -> tuple[str, ...]:
    return game.state.numbers(queries.entry_hexes(game, game.scenario.by_id["x"]))


def test_12_22_by_the_next_area_only_if_all_hexes_are_blocked():
    assert entry_numbers(blocked(["A 3-6-7 0601"])) == ("0801",)
    assert entry_numbers(blocked(["A 3-6-7 0801"])) == ("0903", "0904")
    game = blocked(["A 3-6-7 0801"])
    assert refused(game, "enter X 0907").case == "12.0"
    play(game, "enter X 0903")


def test_12_22_as_in_the_booklets_example_c_then_d_then_e():
    assert entry_numbers(blocked(["A 3-6-7 0801", "B 3-6-7 0803"])) == ("0907", "0908")


def test_12_22_a_comes_after_g():
    assert entry_numbers(blocked(["A 3-6-7 0609"], "0609 0709")) == ("0101", "0102")


def test_12_22_of_two_areas_the_last_counts():
    assert entry_numbers(blocked(["A 3-6-7 0801", "B 3-6-7 0803"], "0701 0801 0903 0904")) == ("0907", "0908")


def test_12_23_reinforcements_that_can_enter_must():
    game = rhine(us=["A 3-6-7", "B 3-6-7 0201"], entries=AREAS, arrivals=[(1, "A", "0101 0102")])
    refusal = refused(game, "done")
    assert (refusal.case, refusal.units) == ("12.23", ("A",))
    assert "done" not in legal(game)
    play(game, "enter A 0101", "done")


def test_12_23_who_cannot_enter_waits():
    game = rhine(us=["A 3-6-7", "B 3-6-7"], german=["X 2-4-7 0901"], arrivals=[(1, "A", "0101")], entries={"A": "0101"})
    game.state.location[1] = game.scenario.board.hex("0101")
    game.state.location[2] = game.scenario.board.hex("0201")
    play(game, "done")
    assert where(game, "A") == "reserve"


# -- 13.0 night


def night(**what) -> Game:
    return rhine(**{"victory": {"night": [1]}, **what})


def test_13_0_a_unit_leaves_a_zone_at_night_but_not_for_another():
    game = night(us=["A 3-6-7 0604"], german=["X 2-4-7 0605", "Y 2-4-7 0702"])
    assert not game.rules.fights(game.state)
    assert allowed(game, "move A 0502")
    refusal = refused(game, "move A 0505")
    assert (refusal.case, refusal.units, refusal.hexes) == ("13.0", ("A",), ("0505",))
    by_day = rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0605"])
    assert refused(by_day, "move A 0502").case == "5.14"
    assert by_day.rules.fights(by_day.state)


def test_13_0_a_unit_from_outside_enters_a_zone_and_stops():
    game = night(us=["A 3-6-7 0602"], german=["X 2-4-7 0605"])
    assert allowed(game, "move A 0604")
    assert refused(game, "move A 0604 0504").case in ("6.0", "5.12")


def test_13_0_a_unit_may_take_the_place_of_one_that_left_first():
    game = night(us=["A 3-6-7 0604", "B 3-6-7 0602"], german=["X 2-4-7 0605"])
    assert not allowed(game, "move B 0604")
    play(game, "move A 0502", "move B 0604")


def test_13_0_no_combat_at_night_and_nobody_is_obliged():
    game = night(us=["A 3-6-7 0604"], german=["X 2-4-7 0605"])
    play(game, "done")
    assert deciding(game) == "German movement"
    play(game, "done")
    assert (deciding(game), game.state.turn) == ("US movement", 2)
    play(game, "done")
    assert deciding(game) == "US combat"


# -- 14.0 the front


def test_14_11_from_the_end_of_the_first_us_player_turn_with_three_units_in_the_east():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0506"], german=["X 2-4-7 0909"])
    assert queries.front(game) is None
    assert not only(play(game, "done"), FrontFound)
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0506", "C 3-6-7 0405"], german=["X 2-4-7 0909"])
    assert queries.front(game) is None  # a unit on a bridge is on neither bank
    play(game, "move C 0505")
    assert queries.front(game) is not None
    assert only(play(game, "done"), FrontFound)


def test_14_11_and_at_every_one_after_that_with_fewer_too():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0505", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    play(game, "done")
    game.state.location[1] = game.state.location[2] = ELIMINATED
    assert queries.front(game) is not None


def test_14_12_an_unbroken_front_from_the_rhine_to_the_rhine():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    front = queries.front(game)
    assert front is not None
    assert (front.gaps, front.lost, front.cost) == ((), (), 0)
    ends = game.state.numbers((front.hexes[0], front.hexes[-1]))
    assert all(number.startswith("05") for number in ends)


def test_14_12_germans_on_it_and_their_zones_do_not_break_it():
    alone = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    beset = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0603", "Y 2-4-7 0605"])
    assert queries.front(alone) == queries.front(beset)


def test_14_13_units_beyond_the_front_are_eliminated_and_counted():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0504", "C 3-6-7 0506", "D 3-6-7 0808"], german=["X 2-4-7 0901"])
    front = queries.front(game)
    assert front is not None
    assert (game.state.numbers(front.lost), front.cost) == (("0808",), 3)
    events = play(game, "done")
    assert [event.unit for event in only(events, Eliminated)] == ["D"]
    assert where(game, "D") == "eliminated"
    assert account(game)["units beyond the front"] == 3


def test_14_13_but_not_next_to_a_unit_on_it():
    game = rhine(us=["A 3-6-7 0503", "B 3-6-7 0504", "C 3-6-7 0505", "D 3-6-7 0604"], german=["X 2-4-7 0909"])
    front = queries.front(game)
    assert front is not None
    assert front.lost == ()


def test_14_14_five_points_for_each_hex_of_a_gap_whatever_the_ground():
    terrain = "\n".join(["...~%%%%%"] * 9)
    game = rhine(terrain, us=["A 9-6-7 0501", "B 9-6-7 0505", "C 9-6-7 0509"], german=["X 2-4-7 0909"])
    front = queries.front(game)
    assert front is not None
    assert game.state.numbers(front.gaps) == ("0503", "0507")
    scored = only(play(game, "done"), Scored)
    assert [(s.side, s.points) for s in scored] == [("German", 10)]
    assert account(game)["2 hexes of gaps in the front"] == 10
    until(game, "US movement", 2)
    play(game, "done")
    assert account(game)["4 hexes of gaps in the front"] == 20


def test_14_14_only_at_the_end_of_the_us_player_turn():
    game = rhine(us=["A 9-6-7 0501", "B 9-6-7 0505", "C 9-6-7 0509"], german=["X 2-4-7 0909"])
    play(game, "done")
    assert not until(game, "US movement", 2)


def test_14_11_with_nobody_left_in_the_east_there_is_no_front_to_look_at():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0505", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    play(game, "done")
    game.state.location[:3] = [ELIMINATED] * 3
    assert queries.front(game) is None


# -- 15.0 the Limit of Advance


def test_15_0_no_move_over_the_line_but_zones_and_attacks():
    game = rhine(us=["A 9-6-7 0805"], german=["X 1-1-7 0905"])
    refusal = refused(game, "move A 0904")
    assert refusal.case in ("5.14", "15.0")
    assert game.scenario.board.hex("0906") in queries.zone(game, 0)
    play(game, "done")
    play(game, "attack A > X", "roll 1")
    play(game, legal(game)[0])
    assert where(game, "X") != "0905"
    assert deciding(game) != "US advance"  # nobody advances over the line
    game = rhine(us=["A 9-6-7 0803"], german=["X 1-1-7 0909"])
    assert refused(game, "move A 0903").case == "15.0"


def test_15_0_for_retreats_it_is_prohibited_ground():
    game = rhine(us=["A 1-1-7 0805"], german=["X 3-6-7 0705", "Y 3-6-7 0706"], side=1, phase="combat")
    play(game, "attack X Y > A", "roll 1")
    ends = [game.state.number(path[-1]) for path in queries.retreats(game, 0).paths]
    assert ends == [] or not any(number.startswith("09") for number in ends)
    trapped = ["X 3-6-7 0705", "Y 3-6-7 0706", "Z 3-6-7 0903", "W 3-6-7 0908"]
    game = rhine(us=["A 1-1-7 0805"], german=trapped, side=1, phase="combat")
    play(game, "attack X Y > A", "roll 1")
    assert where(game, "A") == "eliminated"


def test_15_0_the_option_to_ignore_it():
    assert [option.name for option in options_of(shipped("remagen/historical"))] == [NO_LIMIT]
    game = rhine(us=["A 9-6-7 0803"], german=["X 1-1-7 0909"], options={NO_LIMIT: True})
    assert allowed(game, "move A 0903")


# -- 16.0 victory

TOWN = {"Linz": "0604 0605"}


def autobahn(game: Game) -> Autobahn:
    assert isinstance(game.rules, Remagen)
    return game.rules.autobahn(game.state)


def holder(game: Game) -> str:
    (town,) = queries.objectives(game)
    return "nobody" if town.side < 0 else game.scenario.sides[town.side].name


def test_16_11_a_unit_in_every_hex_whatever_the_zones():
    assert holder(rhine(us=["A 3-6-7 0604", "B 3-6-7 0605"], german=["X 2-4-7 0705"], towns=TOWN)) == "US"
    assert holder(rhine(german=["X 2-4-7 0604", "Y 2-4-7 0605"], us=["A 2-4-7 0705"], towns=TOWN)) == "German"


def test_16_11_zones_in_every_hex_and_nothing_of_the_enemys():
    assert holder(rhine(us=["A 3-6-7 0704", "B 3-6-7 0505"], german=["X 2-4-7 0909"], towns=TOWN)) == "US"
    assert holder(rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0909"], towns=TOWN)) == "US"
    assert holder(rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0706"], towns=TOWN)) == "nobody"
    assert holder(rhine(us=["A 3-6-7 0603"], german=["X 2-4-7 0909"], towns=TOWN)) == "nobody"


def test_16_12_points_for_towns():
    towns = {
        "Konigswinter": (10, 10),
        "Honef": (10, 10),
        "Linz": (5, 20),
        "Honningen": (10, 10),
        "Rheinbreitbach": (5, 20),
    }
    for name in ("historical", "optimum"):
        found = queries.objectives(Game(shipped(f"remagen/{name}")))
        assert {town.name: town.points for town in found} == towns
    game = rhine(us=["A 3-6-7 0604", "B 3-6-7 0605"], german=["X 2-4-7 0705"], towns=TOWN)
    assert account(game)["Linz"] == 5


def crowd(count: int, **what) -> Game:
    """So many U.S. infantry units on the Autobahn and to its east, joined to the west edge."""
    numbers = [f"{column}{row:02}" for column in ("07", "08") for row in range(1, 10)][:count]
    return rhine(us=[f"A{i} 3-6-7 {number}" for i, number in enumerate(numbers)], **what)


def test_16_21_16_22_five_points_for_each_infantry_unit_above_ten():
    assert autobahn(crowd(10)).points == 0
    assert autobahn(crowd(11)).points == 5
    game = crowd(13)
    assert autobahn(game).points == 15
    assert account(game)["13 infantry on or east of the Autobahn"] == 15


def test_16_21_only_infantry_on_or_to_the_east_counts():
    game = rhine(us=["A 3-6-7 0605", "B 3-6-7 0705", "C 3-6-7 0805", "D 3-4-15/1-7 0807"])
    assert game.state.ids(autobahn(game).infantry) == ("B", "C")


def test_16_23_twenty_to_the_german_if_none_is_there():
    assert account(rhine(us=["A 3-6-7 0605"]))["no infantry on or east of the Autobahn"] == 20
    assert "no infantry on or east of the Autobahn" not in account(rhine(us=["A 3-6-7 0705"]))
    cut_off = rhine(us=["A 3-6-7 0705"], bridge="")
    assert autobahn(cut_off).cut_off
    assert "no infantry on or east of the Autobahn" not in account(cut_off)


def test_16_24_twenty_for_each_german_unit_west_of_the_rhine():
    game = rhine(german=["X 2-4-7 0305", "Y 2-1-9/1-7 0205", "Z 2-4-7 0405"], us=["A 3-6-7 0705"])
    assert account(game)["west of the Rhine: X, Y"] == 40


def test_16_31_the_value_of_units():
    def worth(strength: str) -> int:
        kind = Kind.ARTILLERY if "/" in strength else Kind.INFANTRY
        return value(Unit("A", "A", 0, kind, "II", "", Strength.parse(strength)))

    assert [worth(s) for s in ("3-6-7", "3-4-15/1-7", "2-1-17/1-7", "1-1-12")] == [3, 3, 2, 1]


def test_16_32_the_booklets_example():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-1-17/1-7 0909", "Y 2-4-7 0901"])
    game.state.location[1] = ELIMINATED
    assert account(game)["German units eliminated"] == 4
    game = rhine(us=["A 3-6-7 0101", "B 3-6-7 0102"], german=["X 2-1-17/1-7 0909"])
    game.state.location[0] = ELIMINATED
    assert account(game)["US units eliminated, the front apart"] == 3


def test_16_41_16_42_the_line_leads_to_the_west_edge_over_a_bridge():
    joined = rhine(us=["A 3-6-7 0705"])
    assert joined.state.ids(autobahn(joined).infantry) == ("A",)
    assert autobahn(rhine(us=["A 3-6-7 0705"], bridge="")).infantry == ()


def test_16_42_enemies_and_their_zones_block_it_even_where_a_friend_stands():
    game = rhine(us=["A 3-6-7 0705", "B 3-6-7 0405"], german=["X 2-4-7 0306"])
    assert autobahn(game).infantry == ()
    game = rhine(us=["A 3-6-7 0705", "B 3-6-7 0505"], german=["X 2-4-7 0604"])
    assert autobahn(game).infantry == ()


def test_16_42_the_units_own_hex_is_no_part_of_it():
    game = rhine(us=["A 3-6-7 0705"], german=["X 2-4-7 0805"])
    assert game.state.ids(autobahn(game).infantry) == ("A",)


def test_16_43_germans_in_the_west_need_a_line_to_the_east_edge():
    game = rhine(german=["X 2-4-7 0305"], us=["A 3-6-7 0705"], bridge="")
    assert "west of the Rhine: X" not in account(game)


@pytest.mark.parametrize(
    ("difference", "name"),
    [
        (50, "US Decisive"),
        (49, "US Substantive"),
        (40, "US Substantive"),
        (39, "US Marginal"),
        (30, "US Marginal"),
        (29, "Draw"),
        (20, "Draw"),
        (19, "German Marginal"),
        (10, "German Marginal"),
        (9, "German Substantive"),
        (0, "German Substantive"),
        (-1, "German Decisive"),
    ],
)
def test_16_5_levels(difference, name):
    assert level(difference) == name


def test_16_5_the_game_ends_with_its_level():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0909"], last_turn=1)
    until_over(game)
    assert outcome(game) == Outcome(1, "German Decisive Victory: US 0, German 20, difference -20")


@pytest.mark.parametrize(
    ("lost", "winner", "reason"),
    [
        (4, 1, "German Marginal Victory: US 16, German 0, difference 16"),
        (5, -1, "The game is drawn: US 20, German 0, difference 20"),
        (8, 0, "US Marginal Victory: US 32, German 0, difference 32"),
    ],
)
def test_16_5_a_draw_is_nobodys(lost, winner, reason):
    game = rhine(us=["A 3-6-7 0705"], german=[f"X{i} 2-4-7 010{i + 1}" for i in range(9)])
    for unit in range(1, 10):
        game.state.location[unit] = ELIMINATED if unit <= lost else game.scenario.board.hex(f"090{unit}")
    game.state.location[9] = game.scenario.board.hex("0909")
    assert rules_of(game).outcome(game.state) == Outcome(winner, reason)


def test_the_account_adds_up_and_names_every_cause():
    game = rhine(us=["A 9-6-7 0501", "B 9-6-7 0505", "C 9-6-7 0509"], german=["X 2-4-7 0909"], towns=TOWN)
    play(game, "done")
    assert sum(account(game).values()) == sum(queries.totals(game))


# -- what the files may hold


@pytest.mark.parametrize(
    ("victory", "key"),
    [
        ({"night": ["1"]}, "night"),
        ({"night": [0]}, "night"),
        ({"float_bridges": 13}, "float_bridges"),
        ({"us_towns": {"Nowhere": 5}}, "us_towns"),
        ({"limit": 1}, "limit"),
    ],
)
def test_what_victory_may_hold(victory, key):
    with pytest.raises(ScenarioDataError) as caught:
        rhine(us=["A 3-6-7 0101"], victory=victory)
    assert caught.value.key == key


def test_the_board_names_the_areas():
    with pytest.raises(ScenarioDataError) as caught:
        drawn(RHINE, blue=["A 3-6-7 0101"], names=("US", "German"), rules="remagen")
    assert "West bank" in str(caught.value)


def test_the_east_bank_is_one_piece_from_the_river_to_the_east_edge():
    with pytest.raises(ScenarioDataError) as caught:
        rhine("\n".join(["...~..~.."] * 9), us=["A 3-6-7 0101"])
    assert "one piece" in str(caught.value)


def test_orders_are_read():
    assert str(parse("bridge 0616 0517 0716")) == "bridge 0616 0517 0716"
    assert str(parse("DESTROY 0616")) == "destroy 0616"


# -- 17.0 the scenarios

US = {
    1: ("A", "1/47 2/47 3/47 1/311 2/311 3/311 1/310 60 52 2/310 3/310"),
    4: ("A", "9A"),
    13: ("A", "1/39 2/39 3/39"),
    16: (
        "A",
        "1/393 2/393 3/393 1/394 2/394 3/394 1/395 2/395 3/395 1/396 2/396 3/396 1/102 2/102 3/102 78A 99",
    ),
    22: ("A", "1/16 2/16 3/16 1/26 2/26 3/26 1/18 2/18 3/18 1"),
}
HISTORICAL = {
    (7, "E"): "111 110 15P 11A",
    (7, "D"): "Art-D",
    (8, "E"): "106",
    (8, "D"): "901 902 130P Lehr 32",
    (9, "D"): "10 11I 9D",
    (16, "F"): "130I 694 695 696 340 Art-F",
    (25, "EF"): "39 77 78I 26",
    (25, "F"): "751 752 326",
    (25, "G"): "981 982 989 990 272 277",
    (25, "C"): "164 183 190 8C 29 62 3C",
    (25, "CD"): "5I 8CD 9I 13 14 15I 3CD 5A",
}
OPTIMUM = {
    (2, "E"): "111 110 15P 11A",
    (3, "C"): "917 918 340 Art-C",
    (4, "E"): "106",
    (4, "D"): "901 902 130P Lehr",
    (5, "D"): "10 11I 32 9D",
    (10, "F"): "130I",
    (14, "EF"): "39 77 78I",
    (14, "E"): "26",
    (14, "F"): "751 752 326",
    (14, "G"): "981 982 989 990 272 277",
    (14, "C"): "164 183 190 62",
    (14, "CD"): "5I 8CD 9I 13 14 15I 3CD 5A",
}
NIGHTS = (2, 5, 8, 11, 14, 17, 20, 23, 26, 29)


def arrivals(scenario: Scenario, side: int) -> dict[tuple[int, str], set[str]]:
    """The reinforcements of a side by turn and areas."""
    found = {}
    for group in scenario.reinforcements:
        if group.side == side:
            entries = scenario.board.entries
            letters = "".join(letter for letter in sorted(entries) if set(entries[letter]) <= set(group.hexes))
            assert set(group.hexes) == {h for letter in letters for h in entries[letter]}
            found[group.turn, letters] = {scenario.units[unit].id for unit in group.units}
    return found


def german_schedule(name: str) -> None:
    wanted = {"historical": HISTORICAL, "optimum": OPTIMUM}[name]
    found = arrivals(shipped(f"remagen/{name}"), 1)
    assert found == {key: set(ids.split()) for key, ids in wanted.items()}


def start(name: str) -> dict[str, str]:
    scenario = shipped(f"remagen/{name}")
    return {scenario.units[unit].id: scenario.board.number(h) for unit, h in scenario.placed}


def test_17_11_17_12_17_21_17_22_set_up():
    for name in ("historical", "optimum"):
        assert start(name) == {"27": "0517", "Inf": "0716"}


def test_17_13_17_23_us_reinforcements():
    for name in ("historical", "optimum"):
        found = arrivals(shipped(f"remagen/{name}"), 0)
        assert found == {(turn, area): set(ids.split()) for turn, (area, ids) in US.items()}


def test_17_14_german_reinforcements():
    german_schedule("historical")


def test_17_24_german_reinforcements():
    german_schedule("optimum")


@pytest.mark.parametrize("name", ["historical", "optimum"])
def test_17_15_17_25_special_rules(name):
    scenario = shipped(f"remagen/{name}")
    assert scenario.sides[0].name == "US"
    assert (scenario.first_turn, scenario.last_turn, len(scenario.dates)) == (1, 30, 30)
    game = Game(scenario)
    assert rules_of(game).night == NIGHTS
    assert rules_of(game).bridges.first == (13, 14)
    assert [turn for turn in range(1, 31) if "night" in scenario.date(turn)] == list(NIGHTS)
    assert (scenario.date(1), scenario.date(30)) == ("7 Mar p.m.", "17 Mar a.m.")


@pytest.mark.parametrize(("name", "count"), [("historical", 92), ("optimum", 87)])
def test_17_0_every_unit_comes(name, count):
    scenario = shipped(f"remagen/{name}")
    assert len(scenario.units) == count
    assert Counter(unit.side for unit in scenario.units)[0] == 43


def test_16_22_the_first_turn_as_it_is_shipped():
    game = Game(shipped("remagen/historical"), seed=1)
    assert [bridge.name for bridge in queries.bridges(game)] == [
        "Ludendorff Bridge",
        "Float Bridge 1",
        "Float Bridge 2",
    ]
    assert [bridge.due for bridge in queries.bridges(game)] == [0, 13, 14]
    assert allowed(game, "move 27 0616")
    assert refused(game, "done").case == "12.23"
