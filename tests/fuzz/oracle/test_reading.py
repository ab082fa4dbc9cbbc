"""The oracle's reading of the booklet, in examples that can be worked out by hand."""

from itertools import pairwise

import pytest

from tests.drawn import scenario
from tests.fuzz.oracle import movement
from tests.fuzz.oracle.combat import COLUMNS, Contact, bounds, column_of, may_fire, odds, owing
from tests.fuzz.oracle.obligations import OraclePhase
from tests.fuzz.oracle.position import COMBAT, MOVEMENT, OpenCombat
from tests.fuzz.oracle.record import OracleRecord
from tests.fuzz.oracle.retreat import OracleRetreats, advances
from tests.fuzz.oracle.sheet import BROKEN, CLEAR, GROVE, LINES, distance


def record(*terrain, phase=MOVEMENT, **what):
    """Return the record of a drawn scenario before any order."""
    found = OracleRecord(scenario(*terrain, **what))
    found.position.phase = phase
    return found


def fight(found, attackers, defenders, barrage=(), support=0):
    position = found.position
    position.fight = OpenCombat(position.side, attackers, barrage, defenders, support)
    return position.fight


# -- the sheet


def test_8_12_range_counts_hexes():
    assert distance("0505", "0505") == 0
    assert {distance("0505", h) for h in ("0504", "0604", "0605", "0506", "0405", "0404")} == {1}
    assert distance("0505", "0905") == 4
    assert distance("0505", "0702") == 4
    assert distance("0101", "0909") == 12


def test_6_33_zones_stop_at_a_river_and_cross_a_bridge():
    found = record(blue=["A 4-4-7 0505"], rivers=["0504/0505 0505/0604"], bridges=["rail 0505/0604"])
    assert found.position.zones(0) == {"0604", "0605", "0506", "0405", "0404"}


# -- movement


def test_5_2_roads_streams_and_terrain_have_costs():
    found = record(
        "..f......\n" * 9,
        blue=["A 4-4-7 0205", "V 4-4-7 armor 0801"],
        roads=["0205 0304"],
        streams=["0204/0205"],
    )
    position = found.position
    assert position.step("A", "0205", "0304") == 1  # by road into woods
    assert position.step("A", "0205", "0305") == 4
    assert position.step("A", "0205", "0204") == 2 + 6
    assert position.step("V", "0205", "0204") is None
    assert position.step("V", "0205", "0305") is None


def test_6_0_movement_ends_in_an_enemy_zone():
    found = record(blue=["A 4-4-2 0505"], red=["X 4-4-7 0503"])
    ways = movement.ways(found.battle, found.position, "A")
    assert ways is not None
    assert {"0504", "0604", "0404"} <= ways.stops
    assert "0504" in ways.halts
    assert all(distance("0505", h) <= 2 for h in ways.stops)
    assert "0603" not in {h for h in ways.stops if ways.cost[h] > 4}


def test_5_14_a_unit_that_begins_in_an_enemy_zone_stays():
    found = record(blue=["A 4-4-7 0504"], red=["X 4-4-7 0503"])
    ways = movement.ways(found.battle, found.position, "A")
    assert ways is not None
    assert not ways.stops


# -- combat


def test_7_0_the_example_of_the_booklet():
    """Check the odds of 13 against 4 in a Town, +9, and the result of a 5, D1."""
    found = record("....o....\n" * 9, phase=COMBAT, blue=["A 13-4-7 0505"], red=["X 4-4-7 0504"])
    result = odds(found.position, fight(found, ("A",), ("X",)))
    assert (result.differential, result.line, result.column, result.results[4]) == (9, BROKEN, "+9-11", "D1")


def test_7_61_columns_have_no_gaps():
    for line in LINES:
        ends = [bounds(column) for column in COLUMNS[line]]
        assert all(high + 1 == low for (_, high), (low, _) in pairwise(ends))
        assert column_of(line, -20) == 0
        assert column_of(line, 20) == len(ends) - 1


def test_7_42_a_stream_helps_only_if_all_attackers_are_across_it():
    streams = ["0504/0505"]
    found = record(phase=COMBAT, blue=["A 4-4-7 0505", "B 4-4-7 0404"], red=["X 4-4-7 0504"], streams=streams)
    assert odds(found.position, fight(found, ("A",), ("X",))).line == BROKEN
    assert odds(found.position, fight(found, ("A", "B"), ("X",))).line == CLEAR
    bridged = record(phase=COMBAT, blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], streams=streams, roads=["0504 0505"])
    assert odds(bridged.position, fight(bridged, ("A",), ("X",))).line == GROVE


def test_8_15_artillery_alone_drives_nobody_back_with_d1_or_br():
    found = record(phase=COMBAT, blue=["G 5-2-6/1-7 0508"], red=["X 1-1-7 0504"])
    alone = fight(found, (), ("X",), ("G",))
    assert owing(found.position, alone, "D1") == ({}, -1)
    assert owing(found.position, alone, "Br") == ({}, -1)
    assert owing(found.position, alone, "D2") == ({"X": 2}, 0)


def test_8_46_a_gun_fires_once_in_a_game_turn():
    found = record(phase=COMBAT, blue=["A 4-4-7 0505"], red=["X 4-4-7 0504", "G 2-2-6/1-7 0502"])
    fight(found, ("A",), ("X",))
    assert may_fire(found.position, "G")
    found.position.fired.add("G")
    assert not may_fire(found.position, "G")


def test_7_12_nobody_is_left_without_an_enemy():
    found = record(phase=COMBAT, blue=["A 4-4-7 0505", "B 4-4-7 0404"], red=["X 4-4-7 0504", "Y 4-4-7 0604"])
    contact = Contact(found.battle, found.position)
    phase = OraclePhase(contact)
    assert not phase.may_end()

    def may(attackers, defenders):
        declared = contact.fight(attackers, defenders, 0)
        assert declared is not None
        return phase.may_declare(declared)

    assert may(("A",), ("Y",))  # B attacks X
    assert not may(("A",), ("X",))  # then no unit attacks Y
    assert not may(("A", "B"), ("X",))
    assert contact.fight(("A", "B"), ("X", "Y"), 0) is None  # B does not touch Y


# -- retreats and advances


def test_7_74_a_unit_retreats_as_far_as_it_can_and_is_lost_there():
    lane = ". . . . . ."
    found = record(lane, phase=COMBAT, blue=["A 4-4-7 0103"], red=["X 1-1-7 0102"])
    choices = OracleRetreats(found.battle, found.position, 1).choices("X", 2)
    assert choices == (frozenset({("0102", "0101")}), True, False)
    assert not OracleRetreats(found.battle, found.position, 1).choices("X", 1).lost


def test_7_73_friends_are_displaced_only_if_there_is_no_other_path():
    lane = ". . . . . ."
    found = record(lane, phase=COMBAT, blue=["A 4-4-7 0106"], red=["X 1-1-7 0105", "Y 1-1-7 0104"])
    retreats = OracleRetreats(found.battle, found.position, 1)
    assert retreats.choices("X", 2) == (frozenset({("0105", "0104", "0103")}), False, True)
    ordered = retreats.ordered("X", ("0105", "0104", "0103"), ())
    assert ordered.unit == ""
    assert ordered.where == {"X": "0103", "Y": "0102"}


def test_7_91_a_victorious_unit_may_advance_along_the_path_of_retreat():
    found = record(phase=COMBAT, blue=["A 4-4-7 0505"], red=["X 1-1-7 0502"])
    fight(found, ("A",), ("X",)).paths["X"] = ("0504", "0503", "0502")
    assert advances(found.battle, found.position, "A") == {"0504", "0503"}


# -- the record


@pytest.mark.parametrize("rules", ["standard", "bastogne"])
def test_a_record_begins_with_the_placed_units(rules):
    names = {"names": ("US", "German")} if rules == "bastogne" else {}
    found = record(blue=["A 4-4-7 0505", "R 4-4-7"], red=["X 4-4-7 0504"], rules=rules, **names)
    assert found.position.at == {"A": "0505", "R": "reserve", "X": "0504"}
