"""Bastogne, 15.1 to 15.3: the scenarios, unit by unit, against the booklet."""

from collections import Counter
from functools import cache

import pytest

from tests.drawn import deciding
from tests.engine.battles.drawn_bastogne import points
from tests.engine.battles.strengths import count
from tests.every import every
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.units import Kind
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""


def strengths(scenario: Scenario, units) -> Counter[str]:
    return Counter(str(scenario.units[u].strength) for u in units)


WEST = [f"01{row:02}" for row in range(1, 32)]

SOUTH = [f"{column:02}31" for column in range(1, 30)]

NORTH_20 = [f"{column}01" for column in range(20, 30)]


def east(first: int, last: int) -> list[str]:
    return [f"29{row:02}" for row in range(first, last + 1)]


US_EARLY = [
    (2, "twelve 2-4-7, 1-2-12/2-7", WEST),
    (3, "5-4-12, two 3-2-18/1-7", WEST + SOUTH),
]
"""15.14"""

GERMAN_EARLY = [
    (1, "two 6-4-12, four 5-5-12, 2-3-14", ["2913"]),
    (
        2,
        "5-5-12, two 4-4-12, 4-4-7, 2-3-14, six 3-3-7, 3-2-18/1-12, 4-2-12/2-12",
        east(8, 15),
    ),
    (
        4,
        "two 5-5-12, three 3-3-7, 1-3-12, 3-2-18/1-7, 4-2-12/1-7, 3-2-18/2-12, 4-2-12/2-12",
        east(8, 21),
    ),
    (7, "four 3-3-7, two 3-3-12, 3-2-18/1-7, 4-2-12/1-7", east(18, 31)),
]
"""15.15"""

US_LATE = [
    (9, "two 4-3-12, 5-3-12, three 5-5-12, 1-3-12, 5-4-12, three 1-2-12/2-12, two 3-2-18/1-7", SOUTH),
    (14, "two 2-3-7", SOUTH),
    (16, "1-3-12", SOUTH),
]
"""15.24"""

GERMAN_LATE = [
    (10, "3-2-12", east(1, 31)),
    (12, "three 4-4-12", east(1, 18)),
    (16, "three 4-4-12, 4-2-12/1-7, 3-2-18/1-7", east(1, 15) + NORTH_20),
]
"""15.25"""

US_LAST = [(18, "nine 2-3-7, 4-3-12, 5-5-12", SOUTH)]
"""15.34"""


def schedule(scenario: Scenario, name: str):
    """Return a side's reinforcements as in the tables above."""
    return {
        group.turn: (strengths(scenario, group.units), {scenario.board.number(h) for h in group.hexes})
        for group in scenario.reinforcements
        if scenario.sides[group.side].name == name
    }


def expected(*tables):
    return {turn: (count(text), set(hexes)) for table in tables for turn, text, hexes in table}


@every(("case", "key"), [("15.11", "spearhead"), ("15.21", "relief"), ("15.31", "campaign")])
def test_15_11_15_21_15_31_the_situation_is_told(case, key):
    scenario = shipped(f"bastogne/{key}")
    assert len(scenario.about) == 3
    assert all(len(line) <= 100 for line in scenario.about)
    turns = scenario.last_turn - scenario.first_turn + 1
    assert len(scenario.dates) == turns  # half a day each (10.0)
    assert scenario.date(scenario.first_turn) == ("22 Dec a.m." if key == "relief" else "18 Dec a.m.")


@pytest.mark.parametrize("key", ["spearhead", "campaign"])
def test_15_12_15_32_us_deployment(key):
    scenario = shipped(f"bastogne/{key}")
    forward, town = scenario.setup
    assert scenario.sides[forward.side].name == scenario.sides[town.side].name == "US"
    assert strengths(scenario, forward.units) == count("4-4-12, 4-3-12, 5-4-12, two 1-2-12/2-12")
    assert strengths(scenario, town.units) == count("4-4-12, 4-3-12, 1-3-12, 1-2-12/2-12")
    board = scenario.board
    assert forward.hexes == {h for h in board.playable if board.number(h)[:2] not in {"28", "29"}}
    towns = [board.hex("1317"), board.hex("1416")]
    assert town.hexes == {h for h in board.playable if min(board.grid.distance(h, t) for t in towns) <= 2}


@pytest.mark.parametrize("key", ["spearhead", "campaign"])
def test_15_13_15_33_no_german_on_the_map(key):
    scenario = shipped(f"bastogne/{key}")
    german = [i for i, unit in enumerate(scenario.units) if scenario.sides[unit.side].name == "German"]
    assert not scenario.placed
    assert all(unit in scenario.arrivals and unit not in scenario.setup_of for unit in german)


def test_15_14_us_reinforcements():
    assert schedule(shipped("bastogne/spearhead"), "US") == expected(US_EARLY)


def test_15_15_german_reinforcements():
    assert schedule(shipped("bastogne/spearhead"), "German") == expected(GERMAN_EARLY)


@pytest.mark.parametrize(("key", "turns"), [("spearhead", (1, 7)), ("campaign", (1, 18))])
def test_15_16_15_36_the_german_first_and_the_length(key, turns):
    scenario = shipped(f"bastogne/{key}")
    assert scenario.sides[0].name == "German"
    assert (scenario.first_turn, scenario.last_turn) == turns
    game = Game(scenario)
    assert deciding(game) == "US set-up"


@pytest.mark.parametrize(("key", "exit_by"), [("spearhead", 7), ("campaign", 8)])
def test_15_17_15_37_the_specified_units_and_points(key, exit_by):
    scenario = shipped(f"bastogne/{key}")
    specified = scenario.victory["specified"]
    assert isinstance(specified, list)
    units = [scenario.units[scenario.by_id[name.lower()]] for name in specified]
    assert Counter(str(unit.strength) for unit in units) == count(
        "two 6-4-12, four 5-5-12, two 4-4-12, 2-3-14, 3-2-18/2-12, 4-2-12/2-12"
    )
    assert Counter(unit.kind for unit in units) == {
        Kind.ARMOR: 2,
        Kind.MECHANIZED: 6,
        Kind.RECONNAISSANCE: 1,
        Kind.SP_ARTILLERY: 2,
    }
    assert scenario.victory["bastogne"] == ["1317", "1416"]
    assert scenario.victory["exit_by"] == exit_by
    game = Game(scenario)
    assert points(game) == (0, 11 * 3 + 6)


def test_15_22_no_us_unit_on_the_map():
    scenario = shipped("bastogne/relief")
    us = [i for i, unit in enumerate(scenario.units) if scenario.sides[unit.side].name == "US"]
    assert all(unit in scenario.arrivals for unit in us)


def test_15_23_german_deployment():
    scenario = shipped("bastogne/relief")
    (group,) = scenario.setup
    assert scenario.sides[group.side].name == "German"
    assert strengths(scenario, group.units) == count("four 3-3-7, two 3-3-12, 4-2-12/1-7, 3-2-18/1-7")
    board = scenario.board
    towns = [board.hex("1317"), board.hex("1416")]
    assert group.hexes == {
        h
        for h in board.playable
        if int(board.number(h)[2:]) <= 29 and min(board.grid.distance(h, t) for t in towns) > 4
    }


def test_15_24_us_reinforcements():
    assert schedule(shipped("bastogne/relief"), "US") == expected(US_LATE)


def test_15_25_german_reinforcements():
    assert schedule(shipped("bastogne/relief"), "German") == expected(GERMAN_LATE)


def test_15_27_the_ends_of_the_line():
    scenario = shipped("bastogne/relief")
    assert scenario.victory["line_from"] == ["0431", "1231"]
    assert scenario.victory["line_to"] == ["1119", "1419"]


def test_15_34_us_reinforcements():
    assert schedule(shipped("bastogne/campaign"), "US") == expected(US_EARLY, US_LATE, US_LAST)


def test_15_35_german_reinforcements():
    assert schedule(shipped("bastogne/campaign"), "German") == expected(GERMAN_EARLY, GERMAN_LATE)


@every(("key", "german", "us"), [("spearhead", 38, 25), ("relief", 17, 16), ("campaign", 47, 52)])
def test_15_1_15_2_15_3_counts_of_units(key, german, us):
    scenario = shipped(f"bastogne/{key}")
    found = Counter(scenario.sides[unit.side].name for unit in scenario.units)
    assert found == {"German": german, "US": us}
