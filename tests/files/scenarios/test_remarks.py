"""Remarks on boards that can be played but look wrong."""

import re

import pytest

from tests.every import every
from tests.files.example import BOARD, swap
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.scenarios.boards import build_board, load_board
from westwall_tui.files.scenarios.remarks import corners, remarks_on_board
from westwall_tui.files.tables import SourceFile


def remarks(text: str) -> list[str]:
    return [str(remark) for remark in remarks_on_board(build_board(SourceFile("b", text)), "b")]


def test_example_is_good():
    assert remarks(BOARD) == []


@pytest.mark.parametrize("path", sorted(shipped_root().glob("*/board.toml")), ids=lambda path: path.parent.name)
def test_shipped_boards_are_good(path):
    board = load_board(path)
    assert remarks_on_board(board, "board") == []


def test_a_hexside_has_two_corners_and_shares_one_with_the_next():
    board = build_board(SourceFile("b", BOARD))
    first, second = (tuple(board.hex(n) for n in side.split("/")) for side in ("0402/0502", "0402/0503"))
    assert len(set(corners(board, first)) & set(corners(board, second))) == 1  # type: ignore[arg-type]
    for a in range(len(board.grid)):
        for b in board.grid.neighbors[a]:
            if b >= 0:
                assert len(set(corners(board, (a, b)))) == 2


@every(
    ("old", "new", "remark"),
    [
        (
            "0402/0503 0403/0503",
            "0403/0503",
            '[[streams]] 1 "Mill brook": sides: 0402/0502 and 0403/0503 do not meet',
        ),
        (
            re.search('sides = "(.*)"', BOARD)[1],  # type: ignore[index]
            "0402/0502 0402/0503",
            '[[streams]] 1 "Mill brook": sides: neither end reaches other water or the mapedge',
        ),
        (
            "edge 0406 0405 0404 0403",
            "0405 0404 0403",
            '[[trails]] 1 "Ford lane": path: ends at 0405, where there is no other road or trail, place or mapedge',
        ),
        (
            "edge 0406 0405 0404 0403",
            "0403 0504",
            "trails: both a trail and a road cross 0403/0504; only the road counts",
        ),
        (
            'name = "Upper Mill"\nkind = "village"',
            'name = "Hill"\nkind = "height"',
            "places: towns without a name: 0303",
        ),
        (".f...,^", "-~....^", "terrain: no unit can get from the rest of the map to 0101"),
        (
            "[[places]]",
            '[[bridges]]\nkind = "rail"\nside = "0101/0102"\n\n[[places]]',
            "[[bridges]] 1: side: 0101/0102 has no water to cross",
        ),
        (
            "[[places]]",
            '[[ferries]]\nname = "Rope"\nside = "0101/0102"\n\n[[places]]',
            '[[ferries]] 1 "Rope": side: 0101/0102 has no water to cross',
        ),
    ],
)
def test_remarks(old, new, remark):
    text = swap(BOARD, old, new)
    if "no unit can get" in remark:
        text = text.replace("..f..,.", ".-f..,.").replace("edge 0103 0203", "0203")
        text = (
            text.replace("\n..o..ff", "\n-.o..ff").replace("\n.....f.", "\n-....f.").replace("\n,....o.", "\n-....o.")
        )
        text = text.replace("\n,,.....", "\n-,.....")
    assert f"b: {remark}" in remarks(text)


RIVER = """
format = 1
kind = "board"
name = "River"
columns = 7
rows = [6, 6]
terrain = \"\"\"
.......
.......
.......
.......
.......
.......
\"\"\"
"""
"""A board of clear ground, to which the cases add faults."""


def table(heading, name, **keys):
    written = "".join(f'{key} = "{value}"\n' for key, value in keys.items())
    return f'[[{heading}]]\nname = "{name}"\n{written}'


def bridge(kind, side):
    return f'[[bridges]]\nkind = "{kind}"\nside = "{side}"\n'


ROUND_0403 = "0403/0402 0403/0503 0403/0504 0403/0404 0403/0304 0403/0303"
ACROSS = "0103/0104 0104/0203 0203/0204 0204/0304 0304/0305 0305/0404 0404/0405 0405/0505 0505/0506"
"""The head of a path from the west edge to the middle."""


@every(
    ("tables", "expected"),
    [
        (
            [table("streams", "Moat", sides=f"{ROUND_0403} 0303/0402")],
            {
                '[[streams]] 1 "Moat": sides: touches itself where 0303, 0402 and 0403 meet',
                '[[streams]] 1 "Moat": sides: neither end reaches other water or the mapedge',
                "terrain: there is water all around 0403",
            },
        ),
        (
            [table("canals", "Moat", sides=ROUND_0403)],
            {'[[canals]] 1 "Moat": sides: runs in a circle', "terrain: there is water all around 0403"},
        ),
        (
            [table("streams", "Brook", sides="0101/0201 0101/0102 0101/0201")],
            {'[[streams]] 1 "Brook": sides: names a hexside twice'},
        ),
        (
            [table("rivers", "Maas", sides=ACROSS)],
            {
                '[[rivers]] 1 "Maas": sides: ends where 0505, 0506 and 0605 meet, '
                "without other water or the mapedge there"
            },
        ),
        (
            [table("canals", "Cut", sides=ACROSS)],
            {
                '[[canals]] 1 "Cut": sides: ends where 0505, 0506 and 0605 meet, '
                "without other water, a town or the mapedge there"
            },
        ),
        ([table("canals", "Cut", sides=ACROSS), table("places", "Port", kind="town", hexes="0605")], set()),
        (
            [table("streams", "A", sides="0101/0102 0102/0201"), table("streams", "B", sides="0102/0201 0101/0201")],
            {'[[streams]] 2 "B": sides: 0102/0201 is also in [[streams]] 1 "A"'},
        ),
        (
            [
                table("streams", "Brook", sides=ACROSS),
                table("railways", "Line", path="edge 0101 0102 0103 0104 0105 0106 edge"),
            ],
            {
                '[[railways]] 1 "Line": path: crosses water at 0103/0104, where [[bridges]] has no rail bridge',
            },
        ),
        (
            [
                table("streams", "Brook", sides=ACROSS),
                table("railways", "Line", path="edge 0101 0102 0103 0104 0105 0106 edge"),
                bridge("rail", "0103/0104"),
            ],
            set(),
        ),
        (
            [table("streams", "Brook", sides=ACROSS), bridge("rail", "0103/0104"), bridge("highway", "0203/0204")],
            {
                "[[bridges]] 1: side: no railway crosses 0103/0104",
                "[[bridges]] 2: side: no road or trail crosses 0203/0204",
            },
        ),
        (
            [table("lines", "Front", sides="0101/0102 0201/0202 0301/0302 0302/0303")],
            {
                '[[lines]] 1 "Front": sides: 0101/0102 and 0201/0202 do not meet',
                '[[lines]] 1 "Front": sides: 0201/0202 and 0301/0302 do not meet',
                '[[lines]] 1 "Front": sides: 0301/0302 and 0302/0303 do not meet',
            },
        ),
    ],
)
def test_waters_and_lines(tables, expected):
    found = remarks("\n".join([RIVER, *tables]))
    assert {f"b: {remark}" for remark in expected} == set(found)


@every(
    ("tables", "expected"),
    [
        (
            [table("roads", "Lane", path="edge 0101 0201 0302 0301 edge")],
            {'[[roads]] 1 "Lane": path: needlessly turns to 0302 between 0201 and 0301'},
        ),
        (
            [table("trails", "Path", path="edge 0101 0102 0101")],
            {'[[trails]] 1 "Path": path: needlessly turns to 0102 between 0101 and 0101'},
        ),
        (
            [
                table("roads", "To a village", path="edge 0101 0201 0302 0301 edge"),
                table("places", "Hoorn", kind="village", hexes="0302"),
            ],
            set(),
        ),
        (
            [
                table("roads", "Through", path="edge 0101 0201 0301 edge"),
                table("trails", "Island", path="0404 0504 0604"),
                table("places", "Here", kind="village", hexes="0404"),
                table("places", "There", kind="village", hexes="0604"),
            ],
            {"roads: the roads at 0404, 0504, 0604 are cut off: they never reach the mapedge"},
        ),
        (
            [table("places", "Twin", kind="village", hexes="0101 0102 0304")],
            {'[[places]] 1 "Twin": hexes: is in separate pieces: 0101, 0102 and 0304'},
        ),
        ([table("places", "The two hills", kind="height", hexes="0101 0304")], set()),
        (
            ['[[areas]]\nname = "East"\nhexes = ["column 7", "0101"]\n'],
            {'[[areas]] 1 "East": hexes: 0101 does not touch the rest of the area'},
        ),
    ],
)
def test_ways_and_names(tables, expected):
    found = remarks("\n".join([RIVER, *tables]))
    assert {f"b: {remark}" for remark in expected} == set(found)


def test_a_corner_that_saves_a_crossing_is_needed():
    road = table("roads", "To the bridge", path="edge 0103 0104 0203 0303 0403 0503 0603 0703 edge")
    stream = table("streams", "Brook", sides="0103/0202 0103/0203 0103/0104")
    assert remarks("\n".join([RIVER, road, table("streams", "Brook", sides="0103/0202 0202/0203")])) != []
    assert remarks("\n".join([RIVER, road, table("streams", "Source", sides="0102/0202"), stream])) == []


def test_river_hexes_are_crossed_whole():
    text = RIVER.replace(".......", "...~...")
    road = table("roads", "Over", path="edge 0103 0203 0303 0403 0504 0603 0703 edge")
    assert remarks(f"{text}\n{road}") == []
    half = table("roads", "Half", path="edge 0103 0203 0303 0403")
    found = remarks(f"{text}\n{half}")
    assert "b: roads: the road onto river hex 0403 does not reach the other bank" in found
    assert any("no unit can get from the rest of the map" in remark for remark in found)
