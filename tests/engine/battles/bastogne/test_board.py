"""The board of Bastogne: it has everything that the rules name, and every place has a name."""

from itertools import pairwise

import pytest

from tests.every import every
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.catalog import load_scenario

BOARD = load_scenario("bastogne/spearhead").board


def roads_from(start: str) -> set[str]:
    """Return the hexes that a road leads to without a break."""
    ways: dict[int, set[int]] = {}
    for road in BOARD.roads:
        for a, b in pairwise(road.hexes):
            ways.setdefault(a, set()).add(b)
            ways.setdefault(b, set()).add(a)
    found = [BOARD.hex(start)]
    for h in found:
        found += [n for n in ways.get(h, ()) if n not in found]
    return {BOARD.number(h) for h in found}


def test_the_sheet():
    assert (BOARD.grid.columns, BOARD.grid.odd_rows, BOARD.grid.even_rows) == (29, 31, 31)


def test_15_17_bastogne_is_where_the_rules_put_it():
    (town,) = [place for place in BOARD.places if place.kind == "town"]
    assert (town.name, [BOARD.number(h) for h in town.hexes]) == ("Bastogne", ["1317", "1416"])
    assert all(BOARD.terrain[h] is Terrain.TOWN for h in town.hexes)


@every("number", ["2913", "0431", "1231"])
def test_15_14_15_15_15_27_a_road_leaves_the_map(number):
    ends = [(road.hexes[i], road.off_map[i]) for road in BOARD.roads for i in (0, -1)]
    assert (BOARD.hex(number), True) in ends


@pytest.mark.parametrize("start", ["0431", "1231"])
def test_15_27_an_unbroken_road_leads_to_both_ends_of_the_line(start):
    assert roads_from(start) >= {"1119", "1419", "1317", "1416"}


@pytest.mark.parametrize(("terrain", "kinds"), [(Terrain.TOWN, {"town", "village"}), (Terrain.WOODS, {"wood"})])
def test_every_village_and_wood_has_a_name(terrain, kinds):
    named = {h for place in BOARD.places if place.kind in kinds for h in place.hexes}
    assert not [BOARD.number(h) for h, here in enumerate(BOARD.terrain) if here is terrain and h not in named]


def test_every_stream_and_road_has_a_name():
    assert all(stream.name for stream in BOARD.streams)
    assert all(way.name for way in (*BOARD.roads, *BOARD.trails))
