"""The board, and the ground compiled from it."""

from typing import Any

import pytest

from tests.drawn import board
from tests.every import every
from westwall_tui.engine.board import FOOT, WHEELS, Board, Changes, Ground
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.terrain import LINE_ORDER, TERRAIN_KEY, Hexside, Line, Terrain
from westwall_tui.files.scenarios.boards import find_board

KEY = {
    "Clear": (1, Line.CLEAR, True),
    "Mixed": (2, Line.CLEAR, True),
    "Grove": (2, Line.GROVE, True),
    "Woods": (2, Line.BROKEN, False),
    "Broken": (3, Line.BROKEN, False),
    "Rough": (4, Line.ROUGH, False),
    "Town": (1, Line.BROKEN, True),
    "City": (1, Line.BROKEN, True),
}


def test_the_terrain_key_of_the_sheets():
    assert {e.name: (e.cost / 2, e.line, e.vehicles) for e in TERRAIN_KEY.values()} == KEY
    assert Terrain.RIVER not in TERRAIN_KEY
    assert Terrain.NONE not in TERRAIN_KEY


def test_the_lines_from_best_to_worst_for_the_defender():
    assert LINE_ORDER == (Line.ROUGH, Line.BROKEN, Line.GROVE, Line.CLEAR)


def between(what: Board, a: str = "0101", b: str = "0102") -> Hexside:
    return what.hexside(what.hex(a), what.hex(b))


def test_hexsides_are_the_same_from_both_sides():
    drawn = board(".. ..", streams=["0101/0102 0101/0201"], roads=["0101 0102"])
    assert between(drawn) == between(drawn, "0102", "0101") == Hexside.STREAM | Hexside.ROAD | Hexside.BRIDGE
    assert between(drawn, "0201", "0101") == Hexside.STREAM


@pytest.mark.parametrize("water", ["streams", "canals", "rivers"])
@pytest.mark.parametrize(("way", "bridged"), [("roads", True), ("trails", True), ("railways", False)])
def test_a_road_or_trail_over_water_is_a_bridge(water, way, bridged):
    ways: dict[str, Any] = {water: ["0101/0102"], way: ["0101 0102"]}
    drawn = board(". .", **ways)
    assert bool(between(drawn) & Hexside.BRIDGE) is bridged


def test_a_road_without_water_is_not_a_bridge():
    assert between(board(". .", roads=["0101 0102"])) == Hexside.ROAD


def test_hexes_by_number():
    drawn = board(".- ..")
    assert drawn.number(drawn.hex("0102")) == "0102"
    for number in ("0201", "0301", "x"):
        with pytest.raises(ValueError, match="no hex"):
            drawn.hex(number)


def test_playable_hexes():
    drawn = board(".~ -f")
    assert [drawn.number(h) for h in drawn.playable] == ["0101", "0202"]


def test_where_roads_leave_the_map():
    drawn = board("... ...", roads=["edge 0101 0201", "0301 0302"], trails=["0102 0101 edge"])
    assert {drawn.number(h): side for h, side in drawn.leaving.items()} == {"0101": Hexside.ROAD | Hexside.TRAIL}


def test_mapedges_by_compass():
    drawn = board("... ... .-.")
    edges = {name: [drawn.number(h) for h in drawn.edge(name)] for name in EDGES}
    assert edges == {
        "north": ["0101", "0201", "0301"],
        "east": ["0301", "0302", "0303"],
        "south": ["0103", "0303"],
        "west": ["0101", "0102", "0103"],
    }
    with pytest.raises(KeyError):
        drawn.edge("up")


def test_a_changed_hexside_makes_another_ground():
    """A blown bridge, for instance, leaves the board unchanged."""
    drawn = board(". .", rivers=["0101/0102"], roads=["0101 0102"])
    a, b = drawn.hex("0101"), drawn.hex("0102")
    assert dict(drawn.ground.steps[WHEELS][a])[b] == 1
    blown = drawn.ground_with(((min(a, b), max(a, b), int(Hexside.RIVER)),))
    assert b not in dict(blown.steps[FOOT][a])
    assert (blown.zone[a], drawn.ground.zone[a]) == ((), (b,))
    assert dict(drawn.ground.steps[WHEELS][a])[b] == 1


TABLES = ("around", "steps", "zone", "retreat", "dry", "along", "standing", "_edge_costs")
MIXED = board(
    "~~~. .,g. f^%. o#.-",
    rivers=["0102/0202", "0302/0402"],
    streams=["0203/0204"],
    canals=["0303/0403"],
    roads=["0101 0102 0103 0203", "0202 0302 0402"],
    trails=["0204 0304 0403"],
    ferries=["0102/0202"],
)
KINDS = [0, *(int(side) for side in Hexside), int(Hexside.RIVER | Hexside.ROAD | Hexside.BRIDGE)]


def agree(drawn: Board, changes: Changes) -> None:
    patched, compiled = drawn.ground_with(changes), Ground(drawn, changes)
    for name in TABLES:
        assert getattr(patched, name) == getattr(compiled, name), (name, changes)


@every("what", KINDS)
def test_a_patched_ground_equals_a_compiled_one(what):
    """Checked for arbitrary changes of one hexside and of two."""
    pairs = [(h, n) for h, row in enumerate(MIXED.grid.neighbors) for n in row if n > h]
    assert len(pairs) == 33
    for pair, other in zip(pairs, pairs[1:] + pairs[:1], strict=True):
        agree(MIXED, ((*pair, what),))
        agree(MIXED, tuple(sorted([(*pair, what), (*other, int(Hexside.CANAL))])))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arnhem", "remagen"])
def test_a_blown_bridge_of_a_sheet_is_patched_as_it_is_compiled(name):
    sheet = find_board(name)
    bridges = [
        (h, n, side & ~int(Hexside.BRIDGE | Hexside.WAY))
        for h, row in enumerate(sheet.sides)
        for n, side in zip(sheet.grid.neighbors[h], row, strict=True)
        if side & Hexside.BRIDGE and h < n
    ]
    for blown in bridges[::4]:
        agree(sheet, (blown,))


def test_6_33_zones_and_retreats_are_mutual_apart_from_terrain():
    drawn = board(".f ~. ..", rivers=["0202/0203"], streams=["0102/0103"])
    for way in (FOOT, WHEELS):
        for h in drawn.playable:
            assert set(drawn.ground.retreat[way][h]) <= set(drawn.ground.zone[h])
    for h in drawn.playable:
        assert all(h in drawn.ground.zone[n] for n in drawn.ground.zone[h])
