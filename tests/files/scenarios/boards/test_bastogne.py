"""The shipped board of Bastogne: what the rules name, its census, and the reach of units."""

from collections import Counter

import pytest

from tests.every import every
from tests.files.scenarios.boards.reaching import reach
from westwall_tui.engine.board import FOOT, WHEELS
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.files.scenarios.boards import find_board
from westwall_tui.files.scenarios.catalog import load_scenario

BOARD = find_board("bastogne")


def joined_by(what, start, end):
    """Return True if hexsides of a kind lead from one hex to another."""
    found = [BOARD.hex(start)]
    for h in found:
        found += [
            n
            for n, side in zip(BOARD.grid.neighbors[h], BOARD.hexsides[h], strict=True)
            if side & what and n not in found
        ]
    return BOARD.hex(end) in found


def test_the_sheet():
    assert (BOARD.grid.columns, BOARD.grid.odd_rows, BOARD.grid.even_rows) == (29, 31, 31)
    assert (BOARD.metres, BOARD.north, len(BOARD.playable)) == (850, "top", 899)


def test_15_17_the_town_is_two_hexes():
    town = [BOARD.hex("1317"), BOARD.hex("1416")]
    assert [BOARD.terrain[h] for h in town] == [Terrain.TOWN] * 2
    assert {place.name for place in BOARD.places if set(place.hexes) == set(town)} == {"Bastogne"}
    assert BOARD.hexside(*town) & Hexside.ROAD


@every("number", ["1231", "0431", "2913"])
def test_hexes_by_which_roads_leave_the_map(number):
    assert BOARD.leaving[BOARD.hex(number)] & Hexside.ROAD


@every(("start", "end"), [("1231", "1419"), ("0431", "1119"), ("2913", "1416"), ("0112", "1317")])
def test_roads_to_the_town(start, end):
    assert joined_by(Hexside.ROAD, start, end)


def test_the_border_goes_around_the_villages_of_luxembourg():
    border = {frozenset(pair) for pair in BOARD.boundaries["Luxembourg border"].pairs}
    belgium = [BOARD.hex("1317")]
    for h in belgium:
        belgium += [n for n in BOARD.grid.neighbors[h] if n != NOWHERE and n not in belgium and {h, n} not in border]
    villages = {place.name for place in BOARD.places if place.kind == "village" and place.hexes[0] not in belgium}
    assert villages == {
        *("Allerborn", "Hinterhassel", "Oberwampach", "Niederwampach", "Schimpach", "Schleif", "Doncols", "Pommerloch"),
        *("Sonlez", "Berle", "Bavigne", "Tarchamps", "Watrange", "Harlange", "Surre"),
    }


@every("key", ["spearhead", "relief", "campaign"])
def test_every_vehicle_that_enters_can_move_on(key):
    scenario = load_scenario(f"bastogne/{key}")
    ground = scenario.board.ground
    for group in scenario.reinforcements:
        vehicles = [unit for unit in group.units if scenario.units[unit].is_vehicle]
        open_hexes = [h for h in group.hexes if ground.edge_cost(h, WHEELS) is not None and ground.steps[WHEELS][h]]
        assert open_hexes or not vehicles


@pytest.mark.parametrize(("where", "terrain"), [("2816 1520", Terrain.BROKEN), ("1501 2711 2810", Terrain.WOODS)])
def test_ground_that_was_corrected(where, terrain):
    assert {BOARD.terrain[BOARD.hex(number)] for number in where.split()} == {terrain}


def test_census():
    assert Counter(terrain.name for terrain in BOARD.terrain) == {
        "CLEAR": 294,
        "MIXED": 184,
        "WOODS": 240,
        "BROKEN": 109,
        "ROUGH": 17,
        "TOWN": 55,
    }


REACH = [
    ("1317", FOOT, 7, 356),
    ("1317", WHEELS, 12, 560),
    ("2913", FOOT, 6, 78),
    ("2913", WHEELS, 12, 317),
    ("1231", WHEELS, 10, 176),
    ("0431", FOOT, 7, 76),
    ("2031", FOOT, 6, 21),
]


@every(("start", "way", "points", "hexes"), REACH)
def test_reach(start, way, points, hexes):
    assert reach(BOARD, start, way, points) == hexes
