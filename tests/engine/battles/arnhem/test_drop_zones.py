"""Arnhem, 15.35 to 15.39: drop zones, fixed or noted in secret."""

from functools import cache
from typing import Any

import pytest

from tests.drawn import allowed, board, deciding, legal, only, play, refused, where
from tests.engine.battles.drawn_arnhem import market, rules, until
from westwall_tui.engine import queries
from westwall_tui.engine.events import DropZoneNoted, DropZonePlaced
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import division_named
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)

PLAIN = "\n".join(["." * 20] * 20)
NOTED: dict[str, Any] = {"weather": "always", "drop_zones": ["101", "82"]}
ALL = " ".join(f"{c:02}{r:02}" for c in range(1, 21) for r in range(1, 21))


def secret(terrain=PLAIN, *, victory=None, **ways):
    """Begin a game in which the Allied player notes two drop zones, then the German sets up, then play begins."""
    ground = board(terrain, **ways)
    return market(
        ground,
        allied=["A 2-2-7 airborne:101st", "B 2-2-7 airborne:82nd", "P 2-2-7 airborne:Polish"],
        german=["X 2-2-7"],
        setup=[("X", "1010 1011")],
        landings=[(1, "A B P", ALL)],
        victory=victory or NOTED,
    )


def test_15_36_the_allied_player_notes_first_then_the_german_sets_up():
    game = secret()
    assert deciding(game) == "Allied notes"
    assert refused(game, "done").case == "15.36"
    (event,) = only(play(game, "zone 101 0303"), DropZoneNoted)
    assert "0303" not in str(event)
    assert "82" in game.prompt.text
    play(game, "zone 82 1717", "done")
    assert deciding(game) == "German set-up"
    assert queries.holds_secret(game, 0)
    assert not queries.holds_secret(game, 1)
    events = play(game, "deploy X 1010", "done")
    assert [(e.division, e.hex) for e in only(events, DropZonePlaced)] == [("101", "0303"), ("82", "1717")]
    assert not queries.holds_secret(game, 0)
    assert deciding(game) == "Allied movement"


def test_15_36_a_note_may_be_changed_until_all_is_noted():
    game = secret()
    play(game, "zone 101 0303", "zone 101 0404", "zone 82 1818", "done", "deploy X 1010", "done")
    assert rules(game).drop_zones.placed(game.state)["101"] == game.scenario.board.hex("0404")


def test_15_36_each_division_has_one_drop_zone():
    refusal = refused(secret(), "zone 6 0303")
    assert (refusal.case, refusal.reason) == (
        "15.36",
        "6 isn't a division with a drop zone; the divisions that have one are 101 and 82",
    )
    refusal = refused(secret(), "zone 101 9999")
    assert refusal.case == "2.1"
    assert "9999" in refusal.reason


def test_15_36_no_drop_zone_where_no_unit_can_be():
    game = secret("\n".join(["~" + "." * 19, *PLAIN.split()[1:]]))
    refusal = refused(game, "zone 101 0101")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.36", (), ("0101",))


def test_15_36_fixed_drop_zones_are_on_the_map_from_the_start():
    game = Game(shipped("arnhem/historical"), seed=1)
    zones = {d: game.scenario.board.number(h) for d, h in rules(game).drop_zones.placed(game.state).items()}
    assert zones == {"101": "1007", "82": "2323", "1": "3919"}
    assert not queries.holds_secret(game, 0)


def test_15_37_three_hexes_from_cities_and_bridges():
    rows = PLAIN.split()
    rows[4] = "....#" + "." * 15
    game = secret(
        "\n".join(rows), canals=["1414/1415"], roads=["1414 1415"], streams=["0110/0111"], trails=["0110 0111"]
    )
    refusal = refused(game, "zone 101 0507")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.37", (), ("0507", "0505"))
    assert refusal.reason == "0507 is less than 3 hexes from 0505, a City hex"
    assert allowed(game, "zone 101 0508")
    refusal = refused(game, "zone 101 1417")
    assert (refusal.case, refusal.hexes) == ("15.37", ("1417", "1415"))
    assert refusal.reason == "1417 is less than 3 hexes from 1415, at a bridge"
    assert allowed(game, "zone 101 1418")
    assert refused(game, "zone 101 0108").case == "15.37"  # over a stream it is a bridge as well


def test_15_37_fourteen_hexes_apart():
    game = secret()
    play(game, "zone 101 0303")
    refusal = refused(game, "zone 82 0316")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.37", (), ("0316", "0303"))
    assert refusal.reason == "0316 is 13 hexes from the drop zone of the 101st; 14 is the minimum"
    assert allowed(game, "zone 82 0317")
    assert "zone 82 0317" in legal(game)
    assert "zone 82 0316" not in legal(game)


def test_15_37_offered_drop_zones_are_legal():
    game = secret(canals=["1414/1415"], roads=["1414 1415"])
    offered = {line.split()[2] for line in legal(game) if line.startswith("zone 101 ")}
    accepted = {h for h in ALL.split() if allowed(game, f"zone 101 {h}")}
    assert offered == accepted
    assert len(accepted) > 300


def test_15_38_a_german_unit_may_be_in_a_drop_zone():
    game = secret()
    play(game, "zone 101 1010", "zone 82 2020")
    play(game, "done", "deploy X 1010", "done")
    assert "101" in rules(game).drop_zones.placed(game.state)
    assert refused(game, "land A 1010").case == "15.33"
    assert allowed(game, "land A 1009")


def test_15_35_drop_zones_are_not_units():
    game = market(allied=["A 2-2-7 airborne:101st 0503"], german=["X 2-2-7 0507"], victory={"drop_zones": ["101 0505"]})
    play(game, "done", "move X 0505")
    assert where(game, "X") == "0505"
    play(game, "done")
    assert "101" in rules(game).drop_zones.placed(game.state)


def test_15_39_a_drop_zone_and_its_division_may_be_delayed():
    game = secret()
    play(game, "zone 101 0303 3", "zone 82 1717", "done", "deploy X 1010", "done")
    assert set(rules(game).drop_zones.placed(game.state)) == {"82"}
    assert queries.holds_secret(game, 0)
    assert refused(game, "land A 0303").case == "15.39"
    assert allowed(game, "land B 1717")
    until(game, 2, "Allied")
    assert refused(game, "land A 0303").case == "15.39"
    until(game, 3, "Allied")
    assert set(rules(game).drop_zones.placed(game.state)) == {"82", "101"}
    play(game, "land A 0303")


def test_15_39_no_drop_zone_is_placed_in_poor_weather():
    game = secret()
    play(game, "zone 101 0303 2", "zone 82 1717", "done", "deploy X 1010", "done")
    until(game, 2, "Allied", weather=5)
    assert "101" not in rules(game).drop_zones.placed(game.state)
    until(game, 3, "Allied", weather=1)
    assert "101" not in rules(game).drop_zones.placed(game.state)
    until(game, 4, "Allied", weather=4)
    assert "101" in rules(game).drop_zones.placed(game.state)


@pytest.mark.parametrize("turn", ["10", "99"])
def test_15_39_a_delay_needs_a_game_turn_of_the_scenario(turn):
    assert refused(secret(), f"zone 101 0303 {turn}").case == "15.39"


@pytest.mark.parametrize("turn", ["1", "9"])
def test_15_39_a_delay_to_the_first_and_last_game_turn(turn):
    assert allowed(secret(), f"zone 101 0303 {turn}")


def test_16_12_poles_wait_for_the_first_drop_zone():
    game = secret()
    play(game, "zone 101 0303 2", "zone 82 1717 3", "done", "deploy X 1010", "done")
    assert refused(game, "land P 0303").case == "15.39"
    until(game, 2, "Allied")
    assert allowed(game, "land P 0303")
    assert refused(game, "land P 1717").case == "16.11"


def test_15_37_there_is_room_for_three_on_the_real_map():
    game = Game(shipped("arnhem/free"), seed=1)
    assert refused(game, "zone 101 2621").case == "15.37"
    for division in ("101", "82", "1"):
        order = next(line for line in legal(game) if line.startswith(f"zone {division} "))
        play(game, order)
    play(game, "done")
    assert deciding(game) == "German set-up"


def test_15_36_a_division_is_named_with_its_ordinal():
    said = [division_named(name) for name in ("1", "82", "101", "3", "11", "112", "Guards")]
    assert said == ["the 1st", "the 82nd", "the 101st", "the 3rd", "the 11th", "the 112th", "Guards"]
