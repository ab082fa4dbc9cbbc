"""The hex grid: numbers, neighbors, distances."""

from itertools import pairwise

import pytest

from tests.every import every
from westwall_tui.engine.hexgrid import DIRECTIONS, NOWHERE, HexGrid, opposite

SHEET = HexGrid(29, 31, 31)


def numbers(hexes) -> list[str]:
    return [SHEET.numbers[h] if h != NOWHERE else "-" for h in hexes]


def test_numbers_are_column_and_row():
    assert SHEET.numbers[SHEET.at(13, 17)] == "1317"
    assert SHEET.positions[SHEET.parse("1317")] == (13, 17)
    assert len(SHEET) == 29 * 31
    assert [SHEET.parse(number) for number in SHEET.numbers] == list(range(len(SHEET)))


@every("word", ["", "131", "13177", "0017", "1300", "3017", "1332", "13x7", "-317", "١٣١٧", " 317"])
def test_an_unknown_hex_is_refused(word):
    with pytest.raises(ValueError, match="no hex"):
        SHEET.parse(word)


def test_columns_may_differ_in_length():
    grid = HexGrid(3, 2, 1)
    assert grid.numbers == ("0101", "0102", "0201", "0301", "0302")
    assert (grid.rows(1), grid.rows(2)) == (2, 1)
    assert grid.at(2, 2) == NOWHERE


def test_neighbors_in_odd_and_even_columns():
    """Even columns are half a hex lower."""
    assert DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")
    assert numbers(SHEET.neighbors[SHEET.parse("1317")]) == ["1316", "1416", "1417", "1318", "1217", "1216"]
    assert numbers(SHEET.neighbors[SHEET.parse("1416")]) == ["1415", "1516", "1517", "1417", "1317", "1316"]
    assert numbers(SHEET.neighbors[SHEET.parse("0101")]) == ["-", "-", "0201", "0102", "-", "-"]


def test_neighbors_are_mutual():
    for h, around in enumerate(SHEET.neighbors):
        for d, n in enumerate(around):
            if n != NOWHERE:
                assert SHEET.neighbors[n][opposite(d)] == h
                assert SHEET.direction(h, n) == d
                assert SHEET.distance(h, n) == 1


def test_distant_hexes_have_no_direction():
    with pytest.raises(ValueError, match="not in tuple"):
        SHEET.direction(SHEET.parse("0101"), SHEET.parse("0103"))


@pytest.mark.parametrize("grid", [HexGrid(9, 8, 8), HexGrid(6, 5, 4), HexGrid(4, 4, 5), HexGrid(3, 1, 2)], ids=str)
def test_distance_is_the_length_of_a_shortest_path(grid):
    """Compared with a plain search, ring by ring."""
    for start in range(0, len(grid), 5):
        found = {start: 0}
        ring = [start]
        while ring:
            ring = [n for h in ring for n in grid.neighbors[h] if n != NOWHERE and n not in found]
            ring = sorted(set(ring))
            found |= {n: found_before(found) + 1 for n in ring}
        assert [grid.distance(start, h) for h in range(len(grid))] == [found[h] for h in range(len(grid))]
        assert [*grid.distances(start)] == [found[h] for h in range(len(grid))]


def found_before(found: dict[int, int]) -> int:
    return max(found.values())


def test_8_12_distance_excludes_the_first_hex_and_includes_the_last():
    way = [SHEET.parse(number) for number in ("1317", "1416", "1516", "1615")]
    assert all(SHEET.distance(a, b) == 1 for a, b in pairwise(way))
    assert SHEET.distance(way[0], way[-1]) == 3


def test_within():
    town = SHEET.parse("1317")
    assert numbers(SHEET.within(town, 0)) == ["1317"]
    assert len(SHEET.within(town, 1)) == 7
    assert len(SHEET.within(town, 4)) == 61


@pytest.mark.slow
@every("sheet", [HexGrid(7, 5, 4), HexGrid(4, 3, 3), SHEET])
@every("radius", [0, 1, 2, 5, 40])
def test_within_agrees_with_distances(sheet, radius):
    for centre in range(0, len(sheet), 7):
        assert list(sheet.within(centre, radius)) == [
            h for h in range(len(sheet)) if sheet.distance(centre, h) <= radius
        ]
