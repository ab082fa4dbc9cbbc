"""Remagen, 14.0: what the hexes of a front cost, and the least that a way must still spend, held against naive ones."""

from itertools import pairwise

import pytest

from tests.drawn import board
from tests.engine.battles.drawn_banks import Position, at_random, by_bends
from westwall_tui.engine.battles.remagen.costs import POINT
from westwall_tui.engine.battles.remagen.search import at_least, cheapest
from westwall_tui.engine.board import Terrain


def positions(seed: int) -> tuple[Position, ...]:
    return at_random(6000 + seed, 6, 6, 5), by_bends(6000 + seed)


@pytest.mark.parametrize("seed", range(20))
def test_14_12_14_14_the_cheapest_way_to_the_river_and_by_way_of_a_mapedge(seed):
    for position in positions(seed):
        banks, costs = position.banks, position.costs
        assert costs.ends == banks.anchors
        to_river = position.least(dict.fromkeys(banks.anchors, 0))
        to_edge = position.least({h: to_river[h] for h in banks.by_edge})
        for h in banks.hexes:
            assert (costs.to_river[h], costs.to_edge[h]) == (to_river[h], to_edge[h])


@pytest.mark.parametrize("seed", range(20))
def test_14_0_the_turn_is_the_last_hex_by_the_river_that_the_farthest_unit_reaches_for_fewest_points(seed):
    for position in positions(seed):
        banks, costs = position.banks, position.costs
        unit = min(position.worth, key=lambda h: (-costs.to_river[h], h))
        points = [position.least({h: 0})[unit] // POINT for h in banks.anchors]
        assert costs.turn == max(rank for rank, p in enumerate(points) if p == min(points))


@pytest.mark.parametrize("seed", range(20))
def test_14_0_whoever_must_end_south_of_the_turn_spends_what_that_costs(seed):
    for position in positions(seed):
        banks, costs = position.banks, position.costs
        ends = banks.anchors[costs.turn + 1 :]
        to_river = position.least(dict.fromkeys(ends, 0))
        assert costs.beyond_turn.ends == ends
        assert all(costs.beyond_turn.to_river[h] == to_river[h] for h in banks.hexes)
        assert costs.beyond_turn.turn == costs.turn


@pytest.mark.parametrize("seed", range(30))
def test_14_12_a_front_through_a_unit_goes_the_cheapest_way_and_comes_back_by_the_cheapest_that_is_left(seed):
    for position in positions(seed):
        anchors, near = position.banks.anchors, position.banks.near
        for h in position.worth:
            path = position.costs.out_and_back(h)
            there = position.least(dict.fromkeys(anchors, 0))[h]
            at = path.index(h)
            out, back = path[: at + 1], path[at:]
            assert len(set(path)) == len(path)
            assert path[0] in anchors
            assert path[-1] in anchors
            assert all(b in near[a] for a, b in pairwise(path))
            assert sum(map(position.toll, out[:-1])) == there
            free = [x for x in anchors if x not in out or x == h]
            left = position.least(dict.fromkeys(free, 0), set(out) - {h})
            assert sum(map(position.toll, back[1:])) == left[h]


def test_14_12_no_way_back_where_the_way_out_closes_it_off():
    sheet = board("~...")
    position = Position(sheet, {sheet.hex("0401"): 3, sheet.hex("0201"): 3}, set())
    assert position.costs.out_and_back(sheet.hex("0401")) == ()
    assert position.costs.out_and_back(sheet.hex("0201")) == (sheet.hex("0201"),)


@pytest.mark.parametrize(("column", "gaps"), [(2, 0), (3, 0), (4, 2), (5, 4), (6, 6)])
@pytest.mark.parametrize("row", [6, 7, 8])
def test_14_0_the_floor_of_a_single_unit_is_what_its_front_costs_up_to_four_gaps(column, gaps, row):
    """Away from the mapedges, from which the floor lets ways begin for nothing."""
    sheet = board("\n".join(["~......"] * 13))
    h = sheet.hex(f"{column:02}{row:02}")
    near = {n for n in sheet.grid.neighbours[h] if sheet.terrain[n] is not Terrain.RIVER}
    position = Position(sheet, {h: 3}, {h, *near})
    found = cheapest(position.banks, position.worth, position.held)
    assert found is not None
    assert len(found.gaps) == gaps
    for worth in (1, 3, 100):
        assert at_least(position.banks, {h: worth}, position.held) == min(5 * gaps, worth, 20)


@pytest.mark.parametrize("row", range(6, 11))
def test_14_0_the_floor_of_a_unit_behind_a_front_that_is_whole_is_nothing(row):
    """Nothing next to the unit is held, so that to have it on the front would cost gaps."""
    sheet = board("\n".join(["~......."] * 15))
    h = sheet.hex(f"04{row:02}")
    away = sheet.grid.distances(h)
    ring = {x for x, here in enumerate(sheet.terrain) if away[x] == 3 and here is not Terrain.RIVER}
    position = Position(sheet, {h: 3}, {h, *ring})
    found = cheapest(position.banks, position.worth, position.held)
    assert found is not None
    assert set(found.hexes) == ring
    assert at_least(position.banks, position.worth, position.held) == 0
