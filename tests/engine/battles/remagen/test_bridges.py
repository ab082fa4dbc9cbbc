"""Remagen, 11.0: the Rhine, float bridges that are laid, and bridges that are destroyed."""

from collections import Counter

import pytest

from tests.drawn import allowed, deciding, legal, only, play, refused, until, where
from tests.engine.battles.rhine import cost, rhine
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.events import BridgeBuilt, BridgeDestroyed, Moved, Rolled
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import LayBridge
from westwall_tui.engine.rules.answers import BridgeState, Crossing, Marker
from westwall_tui.engine.terrain import Line


def test_11_0_units_enter_the_rhine_only_on_a_bridge():
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


def test_11_0_the_state_and_marker_of_bridges():
    """The map's bridge and a float bridge, before that is laid, with both there, and after the map's is destroyed."""
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0605"], victory={"float_bridges": [1]})
    h, west, east = (game.scenario.board.hex(number) for number in ("0405", "0306", "0505"))
    there = BridgeState("Bridge 0405", h, west, east, 0, 0, printed=True)
    assert queries.bridges(game) == [there, BridgeState("Float Bridge 1", -1, -1, -1, 1, 0, printed=False)]
    assert game.rules.markers(game.state, -1) == [Marker(h, "HH", "Bridge 0405")]
    assert not game.rules.crossings(game.state)
    play(game, "bridge 0402 0302 0503")
    f, f_west, f_east = (game.scenario.board.hex(number) for number in ("0402", "0302", "0503"))
    laid = BridgeState("Float Bridge 1", f, f_west, f_east, 0, 0, printed=False)
    assert queries.bridges(game) == [there, laid]
    assert game.rules.markers(game.state, -1) == [
        Marker(h, "HH", "Bridge 0405"),
        Marker(f, "hh", "Float Bridge 1"),
    ]
    over = [Crossing((f_west, f), "", "laid"), Crossing((f, f_east), "", "laid")]
    assert game.rules.crossings(game.state) == over
    until(game, "German movement")
    play(game, "move X 0405")
    until(game, "German bridges")
    play(game, "destroy 0405")
    assert queries.bridges(game) == [BridgeState("Bridge 0405", -1, -1, -1, 0, 1, printed=True), laid]
    assert game.rules.markers(game.state, -1) == [
        Marker(f, "hh", "Float Bridge 1"),
        Marker(h, "xx", "bridge destroyed"),
    ]
    gone = [Crossing((west, h), "", "blown"), Crossing((h, east), "", "blown")]
    assert sorted(game.rules.crossings(game.state)) == sorted(over + gone)


def test_11_11_float_bridges_come_on_their_game_turns():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0909"], victory={"float_bridges": [2, 3]}, last_turn=4)
    assert refused(game, "bridge 0402 0302 0503").case == "11.11"
    assert "Game-Turn 2" in refused(game, "bridge 0402 0302 0503").reason
    until(game, "US movement", 2)
    (event,) = play(game, "bridge 0402 0302 0503")
    assert event == BridgeBuilt("0402", "laid from 0302 to 0503 (Float Bridge 1)")
    assert "Game-Turn 3" in refused(game, "bridge 0408 0308 0509").reason
    until(game, "US movement", 3)
    play(game, "bridge 0408 0308 0509")
    assert refused(game, "bridge 0407 0307 0508").reason == "no float bridge is left to lay"


def test_11_11_float_bridges_are_laid_at_night():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0909"], victory={"float_bridges": [1], "night": [1]})
    play(game, "bridge 0402 0302 0503")


@every(
    ("order", "hexes"),
    [
        ("bridge 0502 0302 0603", ("0502",)),  # land
        ("bridge 0402 0303 0503", ("0402", "0303", "0503")),  # not opposite
        ("bridge 0402 0503 0302", ("0503",)),  # in the wrong order
        ("bridge 0402 0301 0503", ("0301",)),  # not adjacent
        ("bridge 0405 0305 0506", ("0405",)),  # it has a bridge
    ],
)
def test_11_11_over_one_rhine_hex_between_opposite_bank_hexes(order, hexes):
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0909"], victory={"float_bridges": [1]})
    refusal = refused(game, order)
    assert (refusal.case, refusal.units, refusal.hexes) == ("11.11", (), hexes)


@every("place", ["0502", "0602", "0603", "0303"])
def test_11_11_no_hex_next_to_it_is_held_or_controlled_by_the_enemy(place):
    game = rhine(us=["A 3-6-7 0109"], german=[f"X 2-4-7 {place}"], victory={"float_bridges": [1]})
    refusal = refused(game, "bridge 0402 0302 0503")
    h, near = refusal.hexes
    assert (refusal.case, refusal.units, h) == ("11.11", (), "0402")
    assert refusal.reason == f"an enemy unit or zone is in {near}, next to 0402"
    assert game.scenario.board.grid.distance(*map(game.scenario.board.hex, (near, place))) <= 1
    assert "bridge 0402 0302 0503" not in legal(game)
    assert allowed(game, "bridge 0408 0308 0509")
    assert "bridge 0408 0308 0509" in legal(game)


def test_11_11_only_the_us_player_in_the_us_movement_phase():
    game = rhine(us=["A 3-6-7 0304"], german=["X 2-4-7 0909"], victory={"float_bridges": [1]})
    assert any(line.startswith("bridge ") for line in legal(game))
    sites = [order for order in game.legal() if isinstance(order, LayBridge)]
    assert len(sites) == len(set(sites)) > 10
    assert all(game.explain(order) is None for order in sites)
    until(game, "German movement")
    assert refused(game, "bridge 0402 0302 0503").case == "11.11"
    assert not any(line.startswith("bridge ") for line in legal(game))


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
    assert deciding(game) == "German movement"  # no attack is possible
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
    """Return a German unit that may destroy the bridge if the position is unchanged."""
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


def test_11_21_a_bridge_may_be_left():
    game = bridgehead()
    until(game, "German bridges")
    play(game, "stand")
    assert (deciding(game), where(game, "X")) == ("US movement", "0405")


def test_11_21_the_us_player_is_not_asked():
    game = rhine(us=["A 3-6-7 0405"], german=["X 2-4-7 0909"])
    play(game, "done")
    assert deciding(game) == "German movement"


@every("number", ["0306", "0305", "0307", "0205", "0206"])
def test_11_21_not_with_an_enemy_at_its_western_end_or_next_to_that(number):
    game = bridgehead(us=[f"A 3-6-7 {number}"], phase="combat")
    while deciding(game) != "US movement":
        assert deciding(game) != "German bridges"
        play(game, *(["attack X > A", "roll 3"] if "done" not in legal(game) else ["done"]))


@every("unit", ["X 2-4-7 infantry", "X 2-1-12 armor", "X 2-1-12 mechanized"])
def test_11_21_infantry_armor_and_mechanized_units_can(unit):
    game = bridgehead(german=[f"{unit} 0405"])
    until(game, "German bridges")


@pytest.mark.parametrize("unit", ["X 2-1-5/1-7", "X 1-3-12 reconnaissance"])
def test_11_21_other_units_cannot_destroy_a_bridge(unit):
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


def test_11_21_only_a_bridge_that_stands_is_destroyed():
    game = bridgehead()
    until(game, "German bridges")
    refusal = refused(game, "destroy 0404")
    assert (refusal.case, refusal.hexes) == ("11.21", ("0404",))
    assert refused(game, "destroy 0505").case == "11.21"
    assert refused(game, "destroy 9999").case == "2.1"


@every(
    ("us", "german", "units", "hexes", "reason"),
    [
        ("0109", (), (), ("0408",), "there is no bridge at 0408"),
        ("0109", (), (), ("0405",), "no German unit is on that bridge to destroy it"),
        ("0405", (), (), ("0405",), "no German unit is on that bridge to destroy it"),
        (
            "0109",
            ("X 1-3-12 reconnaissance 0405",),
            ("X",),
            ("0405",),
            "X is reconnaissance; only infantry, mechanized and armored units can destroy one",
        ),
        (
            "0205",
            ("X 2-4-7 0405",),
            ("X",),
            ("0405", "0205"),
            "an enemy is in 0205, next to the west end of the bridge",
        ),
        (
            "0109",
            ("X 2-4-7 0405", "Y 2-4-7 0505"),
            ("X",),
            ("0405", "0505"),
            "X must withdraw to 0505, which is occupied",
        ),
    ],
)
def test_11_21_reasons_why_a_bridge_cannot_be_destroyed(us, german, units, hexes, reason):
    """Z is on a float bridge farther south, which it may destroy."""
    game = rhine(us=[f"A 3-6-7 {us}"], german=["Z 2-4-7 0609", *german], victory={"float_bridges": [1]})
    play(game, "bridge 0407 0307 0508")
    until(game, "German movement")
    play(game, "move Z 0407")
    until(game, "German bridges")
    assert legal(game) == ["destroy 0407", "stand"]
    refusal = refused(game, f"destroy {hexes[0]}")
    assert (refusal.case, refusal.units, refusal.hexes) == ("11.21", units, hexes)
    assert refusal.reason == reason


def test_11_21_a_unit_that_has_fought_is_named():
    """X has been attacked and is still on the bridge; Z, far away, may destroy the other one."""
    game = rhine(
        us=["A 3-6-7 0306", "G 1-1-9/1-7 0109"], german=["X 2-9-7 0405", "Z 2-4-7 0802"],
        victory={"float_bridges": [1]},
    )  # fmt: skip
    play(game, "bridge 0402 0302 0503", "done", "attack A > X + G", "roll 1")
    while deciding(game) != "German movement":
        play(game, legal(game)[-1])
    play(game, "move Z 0402")
    while deciding(game) != "German bridges":
        play(game, legal(game)[-1])
    refusal = refused(game, "destroy 0405")
    assert (refusal.case, refusal.units) == ("11.21", ("X",))
    assert "was in combat" in refusal.reason


def test_11_21_the_bridge_of_the_map_is_never_laid_again():
    game = bridgehead(victory={"float_bridges": []})
    until(game, "German bridges")
    play(game, "destroy 0405")
    until(game, "US movement", 6)
    assert "no float bridge is left to lay" in refused(game, "bridge 0405 0306 0505").reason


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


# -- the examples of play


def test_11_11_of_the_example_the_sites_are_where_no_german_is_near():
    found = legal(example("remagen/11.0-bridges"))
    assert [line for line in found if line.startswith("bridge ")] == ["bridge 0302 0202 0401", "bridge 0302 0201 0402"]


def test_11_21_of_the_example_the_bridge_may_be_left():
    game = example("remagen/11.0-bridges", 5)
    assert legal(game) == ["destroy 0303", "stand"]
    play(game, "stand")
    assert where(game, "Inf") == "0303"
