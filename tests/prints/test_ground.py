"""The ground on paper: areas with soft edges, hills in the light, waters over the edge, railways without corners."""

import re
from dataclasses import replace
from itertools import pairwise
from math import acos, degrees

import pytest

from tests.drawn import board
from tests.every import every
from westwall_tui.files.disk.folders import battles
from westwall_tui.files.scenarios.boards import find_board
from westwall_tui.prints.drawing import HEIGHT, RADIUS, Layout, between, sampled, towards, written
from westwall_tui.prints.ground import BEYOND, area, ground, water
from westwall_tui.prints.ways import WayLines

ISLAND = """
.......
...f...
..fff..
..f.f..
..fff..
.......
"""


def of_style(drawn, style):
    """Return the paths of a style."""
    return [found for text in drawn for found in re.findall(rf'<path class="{style}" d="([^"]*)"', text)]


def layout_of(rows, **more):
    return Layout(board(rows, **more), 0, 0)


def test_adjacent_hexes_of_a_terrain_are_one_area_with_clearings_as_holes():
    layout = layout_of(ISLAND)
    (woods,) = of_style(ground(layout), "soft woods")
    assert woods.count("M") == woods.count("z") == 2


def test_an_edge_passes_the_middles_of_hexsides_and_bends_at_corners():
    layout = layout_of(ISLAND)
    h = layout.board.hex("0402")
    drawn = area(layout, {h})
    assert drawn.count("Q") == 6
    for d in range(6):
        middle = between(layout.corner(h, d), layout.corner(h, d + 1))
        assert written([middle]) in drawn
    assert max(abs(x - layout.centre(h)[0]) for x, _ in sampled(drawn)) < RADIUS * 0.95


def test_the_edge_of_the_map_keeps_its_corners():
    layout = layout_of(".......\n" * 3)
    corner = written([layout.corner(layout.board.hex("0101"), 0)])
    assert f"L{corner}" in area(layout, frozenset(layout.shown))


def test_hills_are_lit_from_the_upper_left():
    layout = layout_of(".......\n.......\n...^...\n.......\n.......")
    x, y = layout.centre(layout.board.hex("0403"))
    drawn = list(ground(layout))
    (lit,), (dark,) = of_style(drawn, "slope lit"), of_style(drawn, "slope dark")

    def middle(path):
        points = list(sampled(path))
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    assert middle(lit)[0] < x - 3
    assert middle(lit)[1] < y - 3
    assert middle(dark)[0] > x + 3
    assert middle(dark)[1] > y + 3


def test_rough_rises_from_broken_and_flat_ground_has_no_slopes():
    assert not of_style(ground(layout_of(ISLAND)), "slope .*")
    hill = ".......\n..^^^..\n..^%^..\n..^^^..\n......."
    assert len(of_style(ground(layout_of(hill)), "slope lit")) == 2


def test_a_river_continues_over_the_edge_but_not_where_it_ends_inland():
    layout = layout_of(".......\n" * 5, rivers=["0101/0201 0102/0201 0102/0202 0103/0202 0103/0203"])
    (river,) = layout.board.rivers
    points = list(sampled(water(layout, river)))
    assert points[0][1] == pytest.approx(HEIGHT / 2 - BEYOND * 0.866, abs=0.2)
    inland = [(round(x, 1), round(y, 1)) for x, y in layout.side(*river.pairs[-1])]
    assert points[-1] in inland


def test_a_water_passes_the_middle_of_every_hexside_that_it_is_on():
    for battle in battles():
        layout = Layout(find_board(battle), 0, 0)
        for chain in (*layout.board.rivers, *layout.board.canals, *layout.board.streams):
            drawn = water(layout, chain)
            assert all(written([between(*layout.side(*pair))]) in drawn for pair in chain.pairs), chain.name


@every("battle", battles())
def test_a_railway_of_its_own_turns_gently(battle):
    """A path turns at most 40 degrees from one point to the next, which is a tenth of a hex away."""
    layout = Layout(replace(find_board(battle), roads=(), trails=()), 0, 0)
    ways = WayLines(layout)
    for railway in layout.board.railways:
        points = [p for i, p in enumerate(sampled(ways.railway(railway))) if i % 2 == 0]
        legs = [towards(a, b) for a, b in pairwise(points) if a != b]
        turns = [degrees(acos(max(-1.0, min(1.0, a[0] * b[0] + a[1] * b[1])))) for a, b in pairwise(legs)]
        assert sorted(turns)[-3] < 45, railway.name
