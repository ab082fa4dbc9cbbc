"""Bridges of the drawn map, on whole boards: large over rivers, small over streams, broad where they carry roads."""

from statistics import mean

import pytest

from tests.long import sample
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS
from westwall_tui.ui.map.drawn.labels import LABEL
from westwall_tui.ui.map.drawn.window import sheet_of
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SMALL, N, S
from westwall_tui.ui.map.sheet.picture import Picture

BOARDS = ("arnhem/historical", "bastogne/spearhead", "hurtgen/free", "remagen/historical")
WATERS = {"river": Hexside.RIVER, "canal": Hexside.CANAL, "stream": Hexside.STREAM}


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [SEXTANTS, QUADRANTS], ids=lambda blocks: blocks.name)
@pytest.mark.parametrize("size", sample((SMALL, MIDDLE, LARGE), (MIDDLE,)), ids=lambda size: size.name)
def test_a_bridge_is_as_large_as_its_water_and_crosses_it(size, blocks):
    extents: dict[str, list[int]] = {"river": [], "canal": [], "stream": []}
    for name in BOARDS:
        board = load_scenario(name).board
        sheet = sheet_of(Picture(board, size), blocks)
        for h in sheet.picture.shown:
            for n, side in zip(board.grid.neighbors[h], sheet.picture.hexsides[h], strict=True):
                if n <= h or n == NOWHERE or not side & Hexside.BRIDGE:
                    continue
                found = {(x, y) for x, y in sheet.bridge(h, n)}
                assert all(sheet.labels[y][x] == LABEL["bridge"] for x, y in found)
                over_river = Terrain.RIVER in (board.terrain[h], board.terrain[n])
                water = "river" if over_river else next(each for each, flag in WATERS.items() if side & flag)
                (x, y), where = sheet.gate(h, board.grid.direction(h, n)), f"{name} {board.number(h)}"
                wet = [*sheet.line((x, y), (x, y), 1.0), *found]
                assert len(found) >= 2, where
                assert any(sheet.dry[j][i] == LABEL[water] for i, j in wet) or over_river, where
                if side & Hexside.ROAD:  # others are narrow
                    extents[water].append(len(found))
    river, canal, stream = (mean(extents[water]) for water in extents)
    assert river > canal > stream
    assert stream <= river * 2 / 3


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [SEXTANTS, QUADRANTS], ids=lambda blocks: blocks.name)
@pytest.mark.parametrize("size", sample((SMALL, MIDDLE, LARGE), (MIDDLE,)), ids=lambda size: size.name)
def test_a_bridge_is_whole_and_its_width_shows_the_way_that_it_carries(size, blocks):
    """Nijmegen has two, side by side: a road's, and a trail's of half the width."""
    widths: dict[str, list[float]] = {"road": [], "trail": [], "railway": []}
    for name in BOARDS:
        board = load_scenario(name).board
        sheet = sheet_of(Picture(board, size), blocks)
        for h in sheet.picture.shown:
            for n, side in zip(board.grid.neighbors[h], sheet.picture.hexsides[h], strict=True):
                if n > h and side & Hexside.BRIDGE and side & (Hexside.RIVER | Hexside.CANAL):
                    found, upright = set(sheet.bridge(h, n)), board.grid.direction(h, n) in (N, S)
                    way = next(way for way in widths if side & Hexside[way.upper()])
                    assert len(pieces_of(found)) == 1, f"{name} {board.number(h)}: it seems blown"
                    widths[way].append(len(found) / len({y if upright else x for x, y in found}))
    for way in ("trail", "railway"):
        assert len(widths[way]) >= 5
        assert mean(widths[way]) * (1.4 if blocks is SEXTANTS else 1.25) <= mean(widths["road"]), way


def pieces_of(blocks: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Return the groups of blocks that touch one another."""
    left, found = set(blocks), list[set[tuple[int, int]]]()
    while left:
        piece = edge = {left.pop()}
        while edge:
            edge = {(x + i, y + j) for x, y in edge for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left, piece = left - edge, piece | edge
        found.append(piece)
    return found
