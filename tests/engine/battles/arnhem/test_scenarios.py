"""Arnhem, 18.0: both scenarios, unit by unit, against the booklet's lists."""

from functools import cache

import pytest

from tests.drawn import allowed, deciding, legal, play, refused, where
from tests.engine.battles.drawn_arnhem import rules
from westwall_tui.engine.game import Game
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
BOTH = ["historical", "free"]

AIR = {
    1: {
        "1004": "1/502:2-2-7 2/502:2-2-7 3/502:2-2-7",
        "0804": "1/506:2-2-7 2/506:2-2-7 3/506:2-2-7",
        "1308": "1/501:2-2-7 2/501:2-2-7 3/501:2-2-7",
        "2223": "1/508:2-2-7 2/508:2-2-7 3/508:2-2-7 1/82:2-1-4/1-7",
        "2023": "1/505:2-2-7 2/505:2-2-7 3/505:2-2-7",
        "2117": "1/504:2-2-7 2/504:2-2-7 3/504:2-2-7",
        "3719": "1/1:2-2-7 2/1:2-2-7 3/1:2-2-7",
        "3718": "2S/1:2-2-7 7K/1:2-2-7 1B/1:2-2-7 1/1Lt:2-1-4/1-7",
    },
    2: {"3817": "10/4:2-2-7 11/4:2-2-7 156/4:2-2-7 2/1Lt:2-1-4/1-7"},
    3: {"1007": "1/327:2-3-7 2/327:2-3-7 1/101:2-1-4/1-7 2/101:2-1-4/1-7", "2223": "2/82:2-1-4/1-7"},
    5: {"3220": "1/Pol:2-2-7 2/Pol:2-2-7"},
    7: {"2223": "1/325:2-3-7 2/325:2-3-7", "2118": "3/Pol:2-2-7"},
}
"""18.13; 2/235 is 2/325 (a misprint)."""
CORPS = {
    2: "2I/5:4-3-10 3I/32:3-3-7 2D/231:3-3-7 55:4-2-7/3-10 Engineer:3-3-10",
    3: "15/19:2-1-4/3-10 44:2-1-4/3-10 1C/5:4-3-10 2G/5:4-3-10 32:5-5-7 129:5-5-7 153:4-2-7/2-6",
    4: "130:5-5-7 214:5-5-7",
    5: "94:4-2-7/2-6 112:4-2-7/2-6 179:4-2-7/2-6",
    8: "3/29:4-3-10",
}
"""18.14; 21/5 is 2I/5 (a misprint)."""
GERMAN = {
    (1, "3907", "3916"): "1/vT:3-3-7 2/vT:3-3-7",
    (1, "3925", "3925"): "1/9S:5-5-10 3/9S:4-4-7",
    (1, "3326", "3326"): "1/10SA:3-2-7/3-7 10S:2-2-12",
    (1, "0701", "0901"): "1/59:3-3-7 2/59:3-3-7",
    (2, "3907", "3916"): "3/vT:3-3-7",
    (2, "0726", "0726"): "2107T:5-3-10 2107:4-4-10",
    (3, "0126", "0825"): "1/6PT:2-3-7 2/6PT:2-3-7 180:2-3-7 Hnke:4-3-10 Wltr:2-2-7/2-7",
    (3, "3925", "3925"): "9SA:3-2-7/3-7",
    (3, "3326", "3326"): "2/10S:3-4-7",
    (3, "1726", "2726"): "1/1PT:2-2-7 2/1PT:2-2-7",
    (4, "3326", "3326"): "1/10S:4-4-10 2/10SA:3-2-7/3-7",
    (5, "0701", "2301"): "1/Hber:2-3-7 2/Hber:2-3-7 Hber:5-5-10 HberA:2-2-7/2-7",
    (5, "3326", "3326"): "3/10S:3-4-7",
    (7, "0901", "2301"): "1/6:3-3-7 2/6:3-3-7 1/2:1-2-7",
    (8, "0901", "2301"): "Jngw:2-3-7",
}
"""18.15; 3/10s is 3/10S (a misprint)."""
SET_UP = (
    "Krft:3722:3-3-7 2/9S:3724:4-4-7 9S:3322:2-2-12 Grsn:0702:2-2-12 1/406:2325:2-2-7 2/406:2025:2-2-7 BrDf:2621:2-2-7"
)
"""18.12."""


def told(scenario, units):
    """Ids and Strengths of units."""
    return {f"{scenario.units[unit].id}:{scenario.units[unit].strength}" for unit in units}


def coming(scenario, side, *, lands):
    return [g for g in scenario.reinforcements if g.side == side and g.lands is lands]


def test_18_11_the_drop_zones():
    game = Game(shipped("arnhem/historical"), seed=1)
    zones = {d: game.scenario.board.number(h) for d, h in rules(game).drop_zones.placed(game.state).items()}
    assert zones == {"101": "1007", "82": "2323", "1": "3919"}


def test_18_12_the_german_set_up():
    game = Game(shipped("arnhem/historical"), seed=1)
    for entry in SET_UP.split():
        name, at, strength = entry.split(":")
        assert where(game, name) == at
        assert str(game.scenario.units[game.scenario.by_id[name.lower()]].strength) == strength
    assert len(game.scenario.placed) == 7


def test_18_13_the_landings():
    scenario = shipped("arnhem/historical")
    grid = scenario.board.grid
    found: dict[int, dict[str, set[str]]] = {}
    for group in coming(scenario, 0, lands=True):
        centre = next(h for h in group.hexes if all(grid.distance(h, n) <= 1 for n in group.hexes))
        found.setdefault(group.turn, {})[scenario.board.number(centre)] = told(scenario, group.units)
    assert found == {turn: {at: set(text.split()) for at, text in groups.items()} for turn, groups in AIR.items()}


@pytest.mark.parametrize("name", BOTH)
def test_18_14_18_24_the_ground_reinforcements(name):
    scenario = shipped(f"arnhem/{name}")
    found = {g.turn: told(scenario, g.units) for g in coming(scenario, 0, lands=False)}
    assert found == {turn: set(text.split()) for turn, text in CORPS.items()}
    number = scenario.board.number
    assert {tuple(map(number, g.hexes)) for g in coming(scenario, 0, lands=False)} == {("0105", "0106")}


@pytest.mark.parametrize("name", BOTH)
def test_18_15_18_25_the_german_reinforcements(name):
    scenario = shipped(f"arnhem/{name}")
    number = scenario.board.number
    found = {
        (g.turn, number(g.hexes[0]), number(g.hexes[-1])): told(scenario, g.units)
        for g in coming(scenario, 1, lands=False)
    }
    assert found == {key: set(text.split()) for key, text in GERMAN.items()}


def test_18_16_ground_support():
    side = shipped("arnhem/historical").sides[0]
    assert [side.support(turn) for turn in range(1, 11)] == [0, 3, 7, 3, 3, 0, 3, 0, 0, 0]
    assert not shipped("arnhem/historical").sides[1].supports


def test_18_17_every_unit_has_its_place_once():
    scenario = shipped("arnhem/historical")
    placed = [unit for unit, _ in scenario.placed]
    coming_in = [unit for group in scenario.reinforcements for unit in group.units]
    assert sorted(placed + coming_in) == list(range(len(scenario.units)))


def free(zones=("0313", "2011", "3717")):
    game = Game(shipped("arnhem/free"), seed=1)
    for division, at in zip(("101", "82", "1"), zones, strict=True):
        play(game, f"zone {division} {at}" if allowed(game, f"zone {division} {at}") else _a_zone(game, division))
    play(game, "done")
    return game


def _a_zone(game, division):
    return next(line for line in legal(game) if line.startswith(f"zone {division} "))


def test_18_21_the_drop_zones_are_the_players():
    game = Game(shipped("arnhem/free"), seed=1)
    assert deciding(game) == "Allied notes"
    assert all(where(game, game.scenario.units[unit].id) == "reserve" for unit in game.scenario.of_side[0])


def test_18_22_the_germans_set_up_within_their_limits():
    game = free()
    board, grid = game.scenario.board, game.scenario.board.grid
    cities = [h for h, terrain in enumerate(board.terrain) if terrain is Terrain.CITY]
    groups = {game.scenario.units[unit].id: group for unit, group in game.scenario.setup_of.items()}
    assert set(groups) == {"Krft", "2/9S", "9S", "Grsn", "1/406", "2/406", "BrDf"}
    limits = {
        "Krft": "North of the Neder Rijn",
        "2/9S": "North of the Neder Rijn",
        "9S": "North of the Waal",
        "Grsn": "South of the Maas",
        "1/406": "Germany",
        "2/406": "Germany",
    }
    for name, area in limits.items():
        hexes = groups[name].hexes
        assert hexes <= set(board.areas[area])
        assert all(grid.distance(h, city) >= 2 for h in hexes for city in cities)
        assert all(board.number(h)[:2] > "05" for h in hexes)
        wanted = {
            h
            for h in board.areas[area]
            if all(grid.distance(h, city) >= 2 for city in cities)
            and board.number(h)[:2] > "05"
            and (name != "Grsn" or board.terrain[h] is Terrain.TOWN)
        }
        assert hexes == wanted & set(board.playable), name
    assert {board.number(h) for h in groups["BrDf"].hexes} == {"2621"}


def test_18_22_the_suggested_set_up_is_legal():
    game = free()
    for unit, group in game.scenario.setup_of.items():
        at = group.suggest[group.units.index(unit)]
        play(game, f"deploy {game.scenario.units[unit].id} {game.scenario.board.number(at)}")
    play(game, "done")
    assert deciding(game) == "Allied movement"


def test_18_23_airborne_units_land_round_their_own_drop_zone():
    game = free()
    while deciding(game) == "German set-up":
        play(game, legal(game)[0])
    grid, zones = game.scenario.board.grid, rules(game).drop_zones.placed(game.state)
    for division, name in (("101", "1/501"), ("82", "1/325"), ("1", "10/4")):
        found = [line.split()[2] for line in legal(game) if line.startswith(f"land {name} ")]
        assert found
        assert all(grid.distance(grid.parse(h), zones[division]) <= 7 for h in found)
        other = next(d for d in zones if d != division)
        assert refused(game, f"land {name} {game.state.number(zones[other])}").case in ("16.11", "15.33")


def test_18_26_the_weather_rules_are_in_force():
    game = free()
    assert rules(game).has_weather
    assert not rules(game).choices
