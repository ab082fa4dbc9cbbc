"""The shipped board of Remagen and its units have what the rules name."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

from tests.every import every
from tests.files.scenarios.boards.reaching import reach
from westwall_tui.engine.board import FOOT, WHEELS
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.terrain import TERRAIN_KEY, Hexside, Terrain
from westwall_tui.engine.units import Kind
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.scenarios.boards import load_board
from westwall_tui.files.scenarios.remarks import remarks_on_board
from westwall_tui.files.scenarios.units import build_units
from westwall_tui.files.tables import read

BOARD = load_board(shipped_root() / "remagen" / "board.toml")
UNITS = build_units(read(shipped_root() / "remagen" / "units.toml"))

TOWNS = {
    "Konigswinter": ("0803", ["0802", "0803"]),
    "Honef": ("0908", ["0907", "0908"]),
    "Linz": ("0919", ["0919", "0920"]),
    "Honningen": ("0928", ["0928", "0929"]),
    "Rheinbreitbach": ("0711", ["0711"]),
}


def numbers(hexes: Iterable[int]) -> list[str]:
    return [BOARD.number(h) for h in hexes]


def near(h: int) -> list[int]:
    return [n for n in BOARD.grid.neighbors[h] if n != NOWHERE]


def corners(pair: tuple[int, int]) -> list[frozenset[int]]:
    """Return the two ends of a hexside, as the hexes that meet there; off the map is `NOWHERE`."""
    a, b = pair
    d = BOARD.grid.direction(a, b)
    return [frozenset((a, b, BOARD.grid.neighbors[a][(d + turn) % 6])) for turn in (1, -1)]


def ends_of(pairs: Iterable[tuple[int, int]]) -> list[frozenset[int]]:
    """Return the corners that only one hexside of a chain has."""
    count = Counter(corner for pair in pairs for corner in corners(pair))
    return [corner for corner, times in count.items() if times == 1]


def connected(hexes: Iterable[int]) -> bool:
    left = set(hexes)
    found = [left.pop()]
    for h in found:
        found += [n for n in near(h) if n in left]
        left -= set(found)
    return not left


def road(name: str) -> list[str]:
    (found,) = [path for path in BOARD.roads if path.name == name]
    return numbers(found.hexes)


# -- the sheet


def test_the_sheet():
    assert (BOARD.grid.columns, BOARD.grid.odd_rows, BOARD.grid.even_rows) == (29, 31, 31)
    assert (BOARD.metres, BOARD.north) == (780, "top")


def test_the_shipped_board_has_no_remarks():
    assert remarks_on_board(BOARD, "board.toml") == []


@every(
    ("where", "terrain"),
    [("0114 0115 0214 0215 2326", Terrain.BROKEN), ("0406 1621 2020", Terrain.WOODS), ("1202 2325", Terrain.ROUGH)],
)
def test_ground_that_was_corrected(where, terrain):
    assert {BOARD.terrain[BOARD.hex(number)] for number in where.split()} == {terrain}


def test_census():
    assert Counter(terrain.name for terrain in BOARD.terrain) == {
        "CLEAR": 242,
        "MIXED": 197,
        "WOODS": 244,
        "BROKEN": 96,
        "ROUGH": 41,
        "TOWN": 43,
        "RIVER": 36,
    }


@pytest.mark.parametrize(("terrain", "kinds"), [(Terrain.TOWN, {"town", "village"}), (Terrain.WOODS, {"wood"})])
def test_every_town_and_wood_has_a_name(terrain, kinds):
    named = {h for place in BOARD.places if place.kind in kinds for h in place.hexes}
    assert not [BOARD.number(h) for h, here in enumerate(BOARD.terrain) if here is terrain and h not in named]


def test_every_way_and_stream_has_a_name():
    assert all(way.name for way in (*BOARD.roads, *BOARD.trails, *BOARD.railways))
    assert all(stream.name for stream in BOARD.streams)


def test_no_way_takes_a_detour():
    """No path has three hexes in a row whose first and third touch, and no path visits a hex twice."""
    for path in (*BOARD.roads, *BOARD.trails, *BOARD.railways):
        assert len(set(path.hexes)) == len(path.hexes), path.name
        for a, b in zip(path.hexes, path.hexes[2:], strict=False):
            assert b not in near(a), f"{path.name}: {BOARD.number(a)} {BOARD.number(b)}"


def test_no_stream_surrounds_a_hex():
    sides = Counter(h for stream in BOARD.streams for pair in stream.pairs for h in pair)
    assert max(sides.values()) <= 4
    for stream in BOARD.streams:
        count = Counter(corner for pair in stream.pairs for corner in corners(pair))
        assert max(count.values()) <= 2, stream.name


# -- the Rhine and its bridges


def rhine() -> list[int]:
    return [h for h, terrain in enumerate(BOARD.terrain) if terrain is Terrain.RIVER]


def test_the_rhine_is_unbroken_and_one_hex_wide():
    river = rhine()
    assert connected(river)
    banks = Counter(sum(n in river for n in near(h)) for h in river)
    assert banks == {1: 2, 2: len(river) - 2}
    assert [BOARD.number(h) for h in river if sum(n in river for n in near(h)) == 1] == ["0701", "0931"]


def test_the_rhine_parts_the_banks():
    west, east = set(BOARD.areas["West bank"]), set(BOARD.areas["East bank"])
    assert not west & east
    assert len(west | east) == len(BOARD.grid) - len(rhine())
    assert connected(west)
    assert connected(east)
    assert not [h for h in west for n in near(h) if n in east]


def test_11_0_ludendorff_bridge():
    assert road("Ludendorff Bridge") == ["0517", "0616", "0716"]
    assert BOARD.terrain[BOARD.hex("0616")] is Terrain.RIVER
    (place,) = [place for place in BOARD.places if place.name == "Ludendorff Bridge"]
    assert (place.kind, numbers(place.hexes)) == ("feature", ["0616"])
    assert BOARD.hex("0517") in BOARD.areas["West bank"]
    assert BOARD.hex("0716") in BOARD.areas["East bank"]
    assert [path.name for path in (*BOARD.roads, *BOARD.trails) if set(path.hexes) & set(rhine())] == [
        "Ludendorff Bridge"
    ]


def test_11_11_float_bridges_have_room_all_along_the_river():
    west, east = BOARD.areas["West bank"], BOARD.areas["East bank"]
    sites = [
        (a, h, b)
        for h in rhine()
        for a, b in zip(BOARD.grid.neighbors[h][:3], BOARD.grid.neighbors[h][3:], strict=True)
        if (a in west and b in east) or (a in east and b in west)
    ]
    assert len(sites) == 54
    assert set(rhine()) - {h for _, h, _ in sites} == {BOARD.hex("0701")}


# -- what the rules name


@every("name", TOWNS)
def test_16_12_towns(name):
    number, hexes = TOWNS[name]
    (town,) = [place for place in BOARD.places if place.name == name]
    assert (town.kind, numbers(town.hexes)) == ("town", hexes)
    assert number in hexes
    assert connected(town.hexes)
    assert all(BOARD.terrain[h] is Terrain.TOWN for h in town.hexes)
    assert set(town.hexes) <= set(BOARD.areas["East bank"]) - set(BOARD.areas["Beyond the Limit of Advance"])


def test_16_21_the_autobahn():
    hexes = road("Autobahn")
    assert (hexes[0], hexes[-1]) == ("1501", "2926")
    assert [number for number in hexes if number in ("1908", "2517")] == ["1908", "2517"]
    assert hexes == numbers(BOARD.areas["Autobahn"])
    first, last = BOARD.hex("1908"), BOARD.hex("2517")
    assert hexes.index("2517") - hexes.index("1908") == BOARD.grid.distance(first, last)
    assert {BOARD.hex("1501"), BOARD.hex("2926")} <= set(BOARD.leaving)


def test_16_21_hexes_on_or_east_of_the_autobahn_by_row():
    on = BOARD.areas["Autobahn"]
    leftmost: dict[int, int] = {}
    for h in on:
        column, row = BOARD.grid.positions[h]
        leftmost[row] = min(column, leftmost.get(row, 99))
    assert sorted(leftmost) == list(range(1, 27))
    expected = [
        h
        for h in BOARD.areas["East bank"]
        if BOARD.grid.positions[h][0] >= leftmost.get(BOARD.grid.positions[h][1], 99)
    ]
    assert list(BOARD.areas["On or east of the Autobahn"]) == expected
    assert set(BOARD.areas["East of the Autobahn"]) == set(expected) - set(on)
    assert connected(BOARD.areas["East of the Autobahn"])


def limit_sides() -> set[frozenset[int]]:
    return {frozenset(pair) for pair in BOARD.boundaries["Limit of Advance"].pairs}


def test_15_0_the_limit_runs_from_the_rhine_to_the_rhine():
    pairs = BOARD.boundaries["Limit of Advance"].pairs
    for a, b in pairwise(pairs):
        assert set(corners(a)) & set(corners(b))
    ends = ends_of(pairs)
    assert len(ends) == 2
    assert all(end & set(rhine()) for end in ends)


def test_15_0_the_limit_parts_the_east_bank():
    beyond = set(BOARD.areas["Beyond the Limit of Advance"])
    within = set(BOARD.areas["East bank"]) - beyond
    assert connected(beyond)
    assert connected(within)
    assert {frozenset((a, b)) for a in within for b in near(a) if b in beyond} == limit_sides()


def test_15_0_16_22_the_limit_leaves_room_east_of_the_autobahn():
    """More than ten units need room on or east of the Autobahn, with the line east of it in the middle."""
    beyond = set(BOARD.areas["Beyond the Limit of Advance"])
    assert len(set(BOARD.areas["On or east of the Autobahn"]) - beyond) == 43
    middle = [h for h in BOARD.areas["Autobahn"] if 4 <= BOARD.grid.positions[h][1] <= 18]
    assert [BOARD.number(h) for h in middle if h in beyond] == ["2618"]


# -- where units set up and enter


def test_12_0_entry_areas_by_letter():
    assert sorted(BOARD.entries) == list("ABCDEFG")
    west, east = set(BOARD.areas["West bank"]), set(BOARD.areas["East bank"])
    for letter, hexes in BOARD.entries.items():
        assert len(hexes) >= 4
        assert set(hexes) <= (west if letter in "AB" else east)
        assert set(hexes) <= {h for name in EDGES for h in BOARD.edge(name)}
    every = [h for hexes in BOARD.entries.values() for h in hexes]
    assert len(every) == len(set(every))


def test_12_11_every_entry_area_has_roads_and_takes_vehicles():
    for hexes in BOARD.entries.values():
        assert sum(bool(BOARD.leaving.get(h, 0) & Hexside.ROAD) for h in hexes) >= 2
        assert all(BOARD.ground.edge_cost(h, WHEELS) is not None for h in hexes)


def test_every_road_that_leaves_the_east_bank_is_an_entry():
    entries = {h for letter in "CDEFG" for h in BOARD.entries[letter]}
    assert {h for h in BOARD.leaving if h in BOARD.areas["East bank"]} <= entries


def test_the_areas_go_clockwise_around_the_map():
    """The areas run from A on the left edge clockwise; from C on, this is a ruling."""

    def along(h: int) -> int:
        column, row = BOARD.grid.positions[h]
        if column == 1:
            return 31 - row
        if row == 1:
            return 30 + column
        return 60 + row if column == 29 else 122 - column

    spans = [sorted(along(h) for h in BOARD.entries[letter]) for letter in "ABCDEFG"]
    for before, after in pairwise(spans):
        assert before[-1] < after[0]


def test_12_22_entry_areas_of_the_east_are_beyond_the_limit():
    beyond = set(BOARD.areas["Beyond the Limit of Advance"])
    for letter in "CDEFG":
        assert set(BOARD.entries[letter]) <= beyond
        assert any(not set(near(h)) - beyond - set(rhine()) for h in BOARD.entries[letter])


@pytest.mark.parametrize("number", ["0517", "0716"])
def test_17_11_17_12_set_up(number):
    assert BOARD.terrain[BOARD.hex(number)] in TERRAIN_KEY
    assert BOARD.hex(number) in BOARD.ground.standing[FOOT]


# -- the roads


@every(
    ("name", "hexes"),
    [
        ("Reichsstrasse 9", "0601 0605 0608 0411 0416 0517 0522 0728 0831"),
        ("Right bank road", "0801 0803 0908 0711 0513 0615 0716 0919 0928 1030 1031"),
        ("Kalenborn road", "0918 1117 1515 1614"),
        ("Asbach road", "0908 1709 2010 2512 2911"),
        ("Wied road", "2816 2323 2127 2029 2031"),
    ],
)
def test_roads_reach_the_required_places(name, hexes):
    found = road(name)
    assert [number for number in found if number in hexes.split()] == hexes.split()


def test_every_town_is_on_a_road():
    """The roads reach villages as well, apart from those with a trail."""
    on_road = {h for path in BOARD.roads for h in path.hexes}
    on_trail = {h for path in BOARD.trails for h in path.hexes}
    for place in BOARD.places:
        if place.kind == "town":
            assert set(place.hexes) <= on_road, place.name
        if place.kind == "village":
            assert set(place.hexes) & (on_road | on_trail), place.name


def test_the_roads_of_the_east_bank_are_one_net():
    ways: dict[int, set[int]] = {}
    for path in BOARD.roads:
        for a, b in pairwise(path.hexes):
            ways.setdefault(a, set()).add(b)
            ways.setdefault(b, set()).add(a)
    found = [BOARD.hex("0517")]
    for h in found:
        found += [n for n in ways[h] if n not in found]
    assert set(found) == set(ways)


@pytest.mark.parametrize("name", ["Ahr", "Wied"])
def test_the_large_streams_come_from_the_edge_and_meet_water_or_the_edge(name):
    (stream,) = [stream for stream in BOARD.streams if stream.name == name]
    ends = ends_of(stream.pairs)
    assert len(ends) == 2
    assert all(end & {NOWHERE, *rhine()} for end in ends)


@every(
    ("start", "way", "points", "count"),
    [
        ("0517", FOOT, 7, 212),
        ("0716", FOOT, 7, 242),
        ("0119", FOOT, 7, 119),
        ("1614", FOOT, 7, 279),
        ("1206", FOOT, 7, 51),
        ("2911", FOOT, 7, 189),
        ("2911", WHEELS, 12, 367),
        ("2301", WHEELS, 12, 224),
        ("2127", WHEELS, 12, 309),
    ],
)
def test_reach(start, way, points, count):
    assert reach(BOARD, start, way, points) == count


# -- the units

US_STRENGTHS = {"3-6-7": 39, "3-4-15/1-7": 4}
GERMAN_STRENGTHS = {
    "1-1-7": 1,
    "2-4-7": 2,
    "2-1-12": 1,
    "1-1-12": 3,
    "1-2-7": 7,
    "4-7-7": 1,
    "2-2-7": 22,
    "2-1-17/1-7": 12,
    "3-2-20/1-7": 3,
}


@pytest.mark.parametrize(("side", "strengths"), [("US", US_STRENGTHS), ("German", GERMAN_STRENGTHS)])
def test_17_1_17_2_units_by_strength(side, strengths):
    assert Counter(str(unit.strength) for unit in UNITS if unit.side == side) == strengths


US_ARRIVALS = {
    0: "27",
    1: "1/47 2/47 3/47 1/311 2/311 3/311 1/310 60 52 2/310 3/310",
    4: "9A",
    13: "1/39 2/39 3/39",
    16: "1/393 2/393 1/394 2/394 3/394 1/395 2/395 3/395 1/396 2/396 3/396 1/102 2/102 3/102 3/393 78A 99",
    22: "1/16 2/16 3/16 1/26 2/26 3/26 1/18 2/18 3/18 1",
}
HISTORICAL = {
    0: "Inf",
    7: "111 110 15P 11A Art-D",
    8: "106 901 902 130P Lehr 32",
    9: "10 11I 9D",
    16: "130I 694 695 696 340 Art-F",
    25: "39 77 78I 751 752 981 982 989 990 164 183 190 8C 29 5I 8CD 9I 13 14 15I 26 326 272 277 62 3C 3CD 5A",
}
OPTIMUM = {
    0: "Inf",
    2: "111 110 15P 11A",
    3: "917 918 340 Art-C",
    4: "106 901 902 130P Lehr",
    5: "10 11I 32 9D",
    10: "130I",
    14: "39 77 78I 751 752 981 982 989 990 164 183 190 5I 8CD 9I 13 14 15I 26 326 272 277 62 3CD 5A",
}


def test_17_13_us_list():
    assert sorted(" ".join(US_ARRIVALS.values()).split()) == sorted(unit.id for unit in UNITS if unit.side == "US")


def test_17_14_17_24_german_lists():
    historical, optimum = (" ".join(lists.values()).split() for lists in (HISTORICAL, OPTIMUM))
    assert len(set(historical)) == len(historical)
    assert len(set(optimum)) == len(optimum)
    assert {*historical, *optimum} == {unit.id for unit in UNITS if unit.side == "German"}


@every(
    ("units", "strengths"),
    [
        (US_ARRIVALS[16], {"3-6-7": 15, "3-4-15/1-7": 2}),
        (US_ARRIVALS[22], {"3-6-7": 9, "3-4-15/1-7": 1}),
        (HISTORICAL[7], {"2-4-7": 2, "2-1-12": 1, "2-1-17/1-7": 1, "3-2-20/1-7": 1}),
        (HISTORICAL[8], {"1-1-12": 3, "1-2-7": 2, "2-1-17/1-7": 1}),
        (HISTORICAL[9], {"1-2-7": 2, "2-1-17/1-7": 1}),
        (HISTORICAL[16], {"4-7-7": 1, "1-2-7": 3, "2-1-17/1-7": 1, "3-2-20/1-7": 1}),
        (HISTORICAL[25], {"2-2-7": 20, "2-1-17/1-7": 8}),
        (OPTIMUM[3], {"2-2-7": 2, "2-1-17/1-7": 1, "3-2-20/1-7": 1}),
        (OPTIMUM[14], {"2-2-7": 18, "2-1-17/1-7": 7}),
    ],
)
def test_17_13_17_14_17_24_strengths_of_the_lists(units, strengths):
    by_id = {unit.id: str(unit.strength) for unit in UNITS}
    assert Counter(by_id[unit] for unit in units.split()) == strengths


def test_kinds_follow_the_movement_allowance():
    kinds = {"7": {Kind.INFANTRY, Kind.ARTILLERY}, "12": {Kind.ARMOR}}
    for unit in UNITS:
        assert unit.kind in kinds[str(unit.strength).rpartition("-")[2]], unit.id
        assert (unit.kind is Kind.ARTILLERY) == ("/" in str(unit.strength)), unit.id
        assert unit.formation, unit.id
