"""Hurtgen Forest, 16.0: the scenarios, unit by unit, against the booklet."""

from collections import Counter
from functools import cache

import pytest

from tests.drawn import allowed, deciding, play, refused
from tests.engine.battles.drawn_hurtgen import forest
from tests.engine.battles.strengths import count
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""


def placed(scenario: Scenario, side: str) -> dict[str, str]:
    """By hex the unit's Strength and printed designation."""
    found = {}
    for u, h in scenario.placed:
        unit = scenario.units[u]
        if scenario.sides[unit.side].name == side:
            found[scenario.board.number(h)] = f"{unit.strength} {unit.designation}"
    return found


def units_by_hex(text: str) -> dict[str, str]:
    """`2-3-7: 1/8 0402, 2/8 0505` lines by hex."""
    found = {}
    for line in text.strip().splitlines():
        strength, _, rest = line.strip().partition(": ")
        for item in rest.split(", "):
            designation, number = item.split()
            found[number] = f"{strength} {designation}"
    return found


US_DEPLOYMENT = """
    2-3-7: 1/8 0402, 2/8 0505, 3/8 0606, 1/22 0508, 2/22 0510, 3/22 0512, 1/12 0514, 2/12 0515, 3/12 0516
    2-3-7: 1/121 0617, 2/121 0718, 3/121 0818, 1/28 0819, 2/28 1019, 3/28 1120, 1/13 1121, 2/13 0922, 3/13 0723
    1-2-16/2-7: 20 0203, 29 0310, 42 0315, 45 0720, 43 0721, 28 1020
    3-1-20/1-7: 44 0322, 56 0108
"""
"""16.12"""

GERMAN_DEPLOYMENT = """
    1-2-7: 1/983 0702, 2/983 0803, 1/984 0805, 2/984 0807, 1/985 0709, 2/985 0712, 275F 0714, 253(-) 0716, 31MG 0917
    2-3-7: 1/1055 1118, 2/1055 1317, 3/1055 1520, 1/1056 1522, 2/1056 1423, 3/1056 1224, 89F 1025
    2-2-12: 60 0914, 156 1518
    3-2-12: 16 1014
    1-3-12: 116 1718
    2-3-16/1-7: 275 1002, 89 1623
    2-3-16/2-12: 116 1213
    2-1-18/1-7: 116 1411, 275 2117, 89 1725
    1-2-12/2-7: 116 1716
"""
"""16.13"""

US_SCHEDULE = {(4, "0123"): ("3-2-12, 2-3-12, 1-2-16/2-12", "10 47 56")}
"""16.14"""

GERMAN_SCHEDULE = {
    (2, "2907"): ("2-3-16/1-7, 1-2-7, 1-2-7, 1-2-7, 1-2-7", "1/854 2/854 1/855 2/855 344"),
    (2, "2918"): ("2-1-18/1-7, two 1-2-7", "1/856 2/856 344"),
    (9, "2907"): ("2-3-16/1-7, five 1-2-7", "1/941 2/941 1/942 2/942 1/943 353"),
    (9, "2918"): ("2-1-18/1-7, two 1-2-7", "2/943 344F 353"),
    (11, "2918"): ("1-2-16/1-7, three 2-3-7", "1/980 2/980 1/29 272"),
}
"""16.15"""


def test_16_12_us_deployment():
    assert placed(shipped("hurtgen/historical"), "US") == units_by_hex(US_DEPLOYMENT)


def test_16_13_german_deployment():
    assert placed(shipped("hurtgen/historical"), "German") == units_by_hex(GERMAN_DEPLOYMENT)


def schedule(scenario: Scenario, side: str) -> dict[tuple[int, str], tuple[Counter[str], list[str]]]:
    found = {}
    for group in scenario.reinforcements:
        if scenario.sides[group.side].name == side:
            (h,) = group.hexes
            units = [scenario.units[u] for u in group.units]
            strengths = Counter(str(unit.strength) for unit in units)
            found[group.turn, scenario.board.number(h)] = strengths, sorted(unit.designation for unit in units)
    return found


def expected(table: dict[tuple[int, str], tuple[str, str]]) -> dict[tuple[int, str], tuple[Counter[str], list[str]]]:
    return {key: (count(strengths), sorted(names.split())) for key, (strengths, names) in table.items()}


@pytest.mark.parametrize("key", ["historical", "free"])
def test_16_14_16_15_16_23_16_24_reinforcements(key):
    scenario = shipped(f"hurtgen/{key}")
    assert schedule(scenario, "US") == expected(US_SCHEDULE)
    assert schedule(scenario, "German") == expected(GERMAN_SCHEDULE)


@pytest.mark.parametrize("key", ["historical", "free"])
def test_16_16_16_25_the_us_first_and_fourteen_game_turns(key):
    scenario = shipped(f"hurtgen/{key}")
    assert [side.name for side in scenario.sides] == ["US", "German"]
    assert (scenario.first_turn, scenario.last_turn) == (1, 14)
    assert (len(scenario.dates), scenario.date(1), scenario.date(14)) == (14, "15 Nov", "28 Nov")


def test_16_16_the_historical_game_begins_with_the_us_movement_phase():
    assert deciding(Game(shipped("hurtgen/historical"))) == "US movement"


def test_16_25_the_german_deploys_first():
    game = Game(shipped("hurtgen/free"))
    assert deciding(game) == "German set-up"
    play(game, *map(str, queries.suggested_setup(game)), "done")
    assert deciding(game) == "US set-up"
    play(game, *map(str, queries.suggested_setup(game)), "done")
    assert deciding(game) == "US movement"
    suggested = {u: h for group in game.scenario.setup for u, h in zip(group.units, group.suggest, strict=True)}
    assert all(game.state.location[u] == h for u, h in suggested.items())


def groups(scenario: Scenario) -> dict[str, Counter[str]]:
    return {
        scenario.sides[group.side].name: Counter(str(scenario.units[u].strength) for u in group.units)
        for group in scenario.setup
    }


def test_16_21_16_22_units_that_are_set_up():
    assert groups(shipped("hurtgen/free")) == {
        "US": count("eighteen 2-3-7, six 1-2-16/2-7, two 3-1-20/1-7"),
        "German": count(
            "nine 1-2-7, seven 2-3-7, 3-2-12, two 2-2-12, 1-3-12, 1-2-12/2-7, three 2-1-18/1-7, 2-3-16/2-12, "
            "two 2-3-16/1-7"
        ),
    }


def test_16_22_all_units_of_the_116th_among_them():
    scenario = shipped("hurtgen/free")
    (german,) = [group for group in scenario.setup if scenario.sides[group.side].name == "German"]
    assert {u for u, unit in enumerate(scenario.units) if unit.formation == "116th Panzer"} <= {*german.units}


@pytest.mark.parametrize(("side", "area"), [("US", "West of the Front Line"), ("German", "East of the Front Line")])
def test_16_21_16_22_on_their_side_of_the_front_line_but_not_beside_it(side, area):
    scenario = shipped("hurtgen/free")
    sheet = scenario.board
    beside = {h for pair in sheet.boundaries["Front Line"].pairs for h in pair}
    (group,) = [group for group in scenario.setup if scenario.sides[group.side].name == side]
    assert group.hexes == {*sheet.areas[area]} - beside
    assert len(group.hexes) > 5 * len(group.units)


def test_16_21_16_22_no_unit_is_set_up_elsewhere():
    game = Game(shipped("hurtgen/free"))
    refusal = refused(game, "deploy 60 0714")
    assert (refusal.case, refusal.hexes) == ("16.22", ("0714",))
    assert refusal.reason == "unit 60 cannot be set up at 0714, next to the Front Line"
    refusal = refused(game, "deploy 60 0402")
    assert (refusal.case, refusal.reason) == ("16.22", "unit 60 must set up east of the Front Line; 0402 is not")
    assert allowed(game, "deploy 1/983 1118") is False
    play(game, "deploy 60 1514")
    play(game, *map(str, queries.suggested_setup(game)), "done")
    refusal = refused(game, "deploy 1/8 0615")
    assert (refusal.case, refusal.reason) == ("16.21", "1/8 cannot be set up at 0615, next to the Front Line")
    refusal = refused(game, "deploy 1/8 1514")
    assert (refusal.case, refusal.reason) == ("16.21", "1/8 must set up west of the Front Line; 1514 is not")


def test_16_12_without_a_front_line_in_the_hexes_that_are_listed():
    game = forest(us=["A 2-3-7 0109"], german=["X 1-2-7"], setup=[("X", "0505 0506")])
    refusal = refused(game, "deploy X 0507")
    assert (refusal.case, refusal.hexes) == ("3.0", ("0507",))
    play(game, "deploy X 0506")


@pytest.mark.parametrize("key", ["historical", "free"])
def test_16_1_16_2_all_counters_are_used_once(key):
    scenario = shipped(f"hurtgen/{key}")
    assert Counter(scenario.sides[unit.side].name for unit in scenario.units) == {"US": 29, "German": 27 + 21}
