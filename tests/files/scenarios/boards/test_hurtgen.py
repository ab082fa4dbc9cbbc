"""The shipped board and units of Hurtgen Forest have what the rules name."""

from collections import Counter
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise

import pytest

from tests.every import every
from tests.files.scenarios.boards.reaching import reach
from westwall_tui.engine.board import FOOT, WHEELS, Path
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.engine.units import VEHICLES
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.scenarios.boards import load_board
from westwall_tui.files.scenarios.remarks import corners
from westwall_tui.files.scenarios.units import build_units
from westwall_tui.files.tables import read

BOARD = load_board(shipped_root() / "hurtgen" / "board.toml")
UNITS = {unit.id: unit for unit in build_units(read(shipped_root() / "hurtgen" / "units.toml"))}

TOWNS = {  # 15.22
    "Kommerscheidt": "1524",
    "Vossenack": "1120",
    "Germeter": "0819",
    "Hurtgen": "1214",
    "Kleinhau": "1410",
    "Grosshau": "1408",
    "Brandenburg": "1717",
    "Gey": "1805",
    "Bergstein": "2118",
    "Untermaubach": "2410",
    "Nideggen": "2919",
    "Schmidt": "1726",
}

US_SETUP = {  # 16.12
    "1/8": "0402",
    "2/8": "0505",
    "3/8": "0606",
    "1/22": "0508",
    "2/22": "0510",
    "3/22": "0512",
    "1/12": "0514",
    "2/12": "0515",
    "3/12": "0516",
    "1/121": "0617",
    "2/121": "0718",
    "3/121": "0818",
    "1/28": "0819",
    "2/28": "1019",
    "3/28": "1120",
    "1/13": "1121",
    "2/13": "0922",
    "3/13": "0723",
    "20": "0203",
    "29": "0310",
    "42": "0315",
    "45": "0720",
    "43": "0721",
    "28": "1020",
    "44": "0322",
    "56": "0108",
}

GERMAN_SETUP = {  # 16.13
    "1/983": "0702",
    "2/983": "0803",
    "1/984": "0805",
    "2/984": "0807",
    "1/985": "0709",
    "2/985": "0712",
    "275F": "0714",
    "253": "0716",
    "31MG": "0917",
    "1/1055": "1118",
    "2/1055": "1317",
    "3/1055": "1520",
    "1/1056": "1522",
    "2/1056": "1423",
    "3/1056": "1224",
    "89F": "1025",
    "60": "0914",
    "156": "1518",
    "16": "1014",
    "116R": "1718",
    "275B": "1002",
    "89B": "1623",
    "116B": "1213",
    "116A": "1411",
    "275A": "2117",
    "89A": "1725",
    "116C": "1716",
}

ENTERING = {  # 16.14, 16.15
    "0123": ["10", "47", "56S"],
    "2907": [
        *("1/854", "2/854", "1/855", "2/855", "344B"),
        *("1/941", "2/941", "1/942", "2/942", "1/943", "353B"),
    ],
    "2918": ["1/856", "2/856", "344A", "2/943", "344F", "353A", "1/980", "2/980", "1/29", "272"],
}

# The census and the reach of units, so that no hex changes unnoticed.
CENSUS = {
    "CLEAR": 138,
    "MIXED": 82,
    "GROVE": 16,
    "WOODS": 418,
    "BROKEN": 124,
    "ROUGH": 66,
    "TOWN": 48,
    "RIVER": 7,
}

REACH = [
    ("0818", FOOT, 7, 148),
    ("0508", FOOT, 7, 66),
    ("1120", FOOT, 7, 135),
    ("0402", FOOT, 7, 29),
    ("1423", FOOT, 7, 102),
    ("2907", FOOT, 7, 130),
    ("2918", FOOT, 7, 139),
    ("0123", WHEELS, 12, 106),
    ("1014", WHEELS, 12, 245),
    ("1518", WHEELS, 12, 247),
    ("1718", WHEELS, 12, 291),
    ("0914", WHEELS, 12, 210),
]

SETUP = {**US_SETUP, **GERMAN_SETUP}


def numbers(hexes: Iterable[int]) -> list[str]:
    return [BOARD.number(h) for h in hexes]


def ways_from(start: str, paths: Iterable[Path]) -> set[int]:
    """Return the hexes that ways reach without a break."""
    ways: dict[int, set[int]] = {}
    for path in paths:
        for a, b in pairwise(path.hexes):
            ways.setdefault(a, set()).add(b)
            ways.setdefault(b, set()).add(a)
    found = [BOARD.hex(start)]
    for h in found:
        found += [n for n in sorted(ways.get(h, ())) if n not in found]
    return set(found)


def rough_on_the_line(start: int) -> int:
    """Return the fewest Rough hexes of any Line of Communication from a hex to the western mapedge (15.3)."""
    west = BOARD.edge("west")
    fewest: dict[int, int] = {}
    queue = [(int(BOARD.terrain[start] is Terrain.ROUGH), start)]
    while queue:
        rough, h = heappop(queue)
        if h in fewest:
            continue
        fewest[h] = rough
        for n, side in zip(BOARD.grid.neighbors[h], BOARD.hexsides[h], strict=True):
            if n != NOWHERE and (not side & Hexside.WATER or side & Hexside.BRIDGE):
                heappush(queue, (rough + (BOARD.terrain[n] is Terrain.ROUGH), n))
    return min(fewest[h] for h in west if h in fewest)


def test_the_sheet():
    assert (BOARD.grid.columns, BOARD.grid.odd_rows, BOARD.grid.even_rows) == (29, 31, 31)
    assert (BOARD.name, BOARD.metres, BOARD.north) == ("Hurtgen Forest", 500, "top")


# -- towns and their lines


def test_15_22_the_towns_are_the_objectives():
    towns = {place.name: numbers(place.hexes) for place in BOARD.places if place.kind == "town"}
    assert {name: hexes[0] for name, hexes in towns.items()} == TOWNS


def test_15_21_every_town_has_several_connected_hexes():
    for place in BOARD.places:
        if place.kind == "town":
            assert len(place.hexes) in (2, 3)
            assert all(BOARD.terrain[h] is Terrain.TOWN for h in place.hexes)
            for h in place.hexes:
                assert any(BOARD.grid.distance(h, n) == 1 for n in place.hexes), place.name


@pytest.mark.slow
def test_15_33_15_34_a_line_of_communications_is_possible_from_every_town():
    for place in BOARD.places:
        if place.kind == "town":
            assert max(rough_on_the_line(h) for h in place.hexes) == 0, place.name  # two would be allowed


def test_17_2_the_main_road_runs_from_germeter_through_hurtgen_to_gey():
    (main,) = [road for road in BOARD.roads if road.name == "Duren road"]
    path = numbers(main.hexes)
    assert [n for n in path if n in TOWNS.values()] == ["0819", "1214", "1410", "1408", "1805"]


def test_every_town_is_on_the_roads_of_the_combat_command():
    reached = ways_from("0123", (*BOARD.roads, *BOARD.trails))
    assert all(h in reached for place in BOARD.places if place.kind == "town" for h in place.hexes)


def test_the_kall_trail():
    (trail,) = [trail for trail in BOARD.trails if trail.name == "Kall trail"]
    assert {"Vossenack", "Mestrenger Muhle", "Kommerscheidt"} <= {BOARD.names.get(h) for h in trail.hexes}
    crossed = [(a, b) for a, b in pairwise(trail.hexes) if BOARD.hexside(a, b) & Hexside.STREAM]
    assert len(crossed) == 1
    assert BOARD.hexside(*crossed[0]) & Hexside.BRIDGE


# -- set-up and reinforcements


def test_every_unit_is_set_up_or_arrives():
    coming = [unit for units in ENTERING.values() for unit in units]
    assert Counter([*SETUP, *coming]) == Counter(list(UNITS))


@pytest.mark.parametrize(("setup", "side"), [(US_SETUP, "US"), (GERMAN_SETUP, "German")])
def test_16_12_16_13_every_set_up_hex_can_hold_its_unit(setup, side):
    for unit, number in setup.items():
        assert UNITS[unit].side == side
        way = WHEELS if UNITS[unit].kind in VEHICLES else FOOT
        assert BOARD.hex(number) in BOARD.ground.standing[way], f"{unit} {number}"
        assert BOARD.ground.steps[way][BOARD.hex(number)], f"{unit} cannot leave {number}"


@every(("name", "number"), [("Monschau road", "0123"), ("Kreuzau road", "2907"), ("Drove road", "2918")])
def test_13_11_reinforcements_enter_by_a_road(name, number):
    assert numbers(BOARD.entries[name]) == [number]
    assert BOARD.leaving[BOARD.hex(number)] & Hexside.ROAD
    for unit in ENTERING[number]:
        way = WHEELS if UNITS[unit].kind in VEHICLES else FOOT
        assert BOARD.ground.edge_cost(BOARD.hex(number), way) == 1
        assert BOARD.ground.steps[way][BOARD.hex(number)]


def test_12_0_the_panzer_division_has_roads_to_leave_by():
    out = {h for h, side in BOARD.leaving.items() if side & Hexside.ROAD}
    east, south = out & set(BOARD.edge("east")), out & set(BOARD.edge("south"))
    assert numbers(sorted(east)) == ["2907", "2918", "2919", "2925", "2931"]
    assert numbers(sorted(south)) == ["0731", "2731", "2931"]
    for unit, number in GERMAN_SETUP.items():
        if UNITS[unit].formation == "116th Panzer":
            way = WHEELS if UNITS[unit].kind in VEHICLES else FOOT
            found = [BOARD.hex(number)]
            for h in found:
                found += [n for n, _ in BOARD.ground.steps[way][h] if n not in found]
            assert east | south <= set(found), unit


# -- the Front Line


WEST, EAST = (set(BOARD.areas[f"{side} of the Front Line"]) for side in ("West", "East"))
FRONT = BOARD.boundaries["Front Line"]


def test_16_2_every_hex_is_west_or_east_of_the_front_line():
    assert not WEST & EAST
    assert set(BOARD.playable) == WEST | EAST
    between = {frozenset((h, n)) for h in WEST for n in BOARD.grid.neighbors[h] if n in EAST}
    assert between == {frozenset(pair) for pair in FRONT.pairs}
    assert len(FRONT.pairs) == len(between)


def test_16_2_the_front_line_is_unbroken_from_mapedge_to_mapedge():
    ends = Counter(corner for pair in FRONT.pairs for corner in corners(BOARD, pair))
    assert all(set(corners(BOARD, a)) & set(corners(BOARD, b)) for a, b in pairwise(FRONT.pairs))
    loose = [corner for corner, times in ends.items() if times == 1]
    assert len(loose) == 2
    assert all(any(BOARD.grid.at(c, r) == NOWHERE for c, r in corner) for corner in loose)
    assert max(ends.values()) == 2
    assert FRONT.pairs[0] == (BOARD.hex("0501"), BOARD.hex("0601"))
    assert FRONT.pairs[-1] == (BOARD.hex("0128"), BOARD.hex("0129"))


def test_16_2_the_front_line_parts_the_historical_set_ups():
    assert {BOARD.hex(n) for n in US_SETUP.values()} <= WEST
    assert {BOARD.hex(n) for n in GERMAN_SETUP.values()} <= EAST


def test_16_21_16_22_free_deployment_areas():
    beside = set(BOARD.areas["Beside the Front Line"])
    assert beside == {h for pair in FRONT.pairs for h in pair}
    assert not beside & {BOARD.hex(n) for n in US_SETUP.values()}
    # Between sides that are two hexes apart, the line cannot avoid both.
    outposts = ["0709", "0712", "0714", "0716", "0805", "0807", "0917", "1118"]
    assert [n for n in sorted(GERMAN_SETUP.values()) if BOARD.hex(n) in beside] == outposts
    for outpost in outposts:
        assert min(BOARD.grid.distance(BOARD.hex(outpost), BOARD.hex(n)) for n in US_SETUP.values()) == 2


# -- waters


def test_the_roer_is_unbroken_and_never_forded():
    reservoir = [h for h, terrain in enumerate(BOARD.terrain) if terrain is Terrain.RIVER]
    for river in BOARD.rivers:
        ends = Counter(corner for pair in river.pairs for corner in corners(BOARD, pair))
        loose = [{BOARD.grid.at(c, r) for c, r in corner} for corner, times in ends.items() if times == 1]
        assert len(loose) == 2
        assert all(corner & {NOWHERE, *reservoir} for corner in loose)
        assert max(ends.values()) == 2


def test_the_reservoir_is_along_the_south_edge_above_its_dam():
    (lake,) = [place for place in BOARD.places if place.name == "Roer reservoir"]
    assert numbers(lake.hexes) == [f"{column}31" for column in range(16, 23)]
    assert {BOARD.terrain[h] for h in lake.hexes} == {Terrain.RIVER}
    (dam,) = [place for place in BOARD.places if place.name == "Roer dam"]
    assert BOARD.grid.distance(lake.hexes[-1], dam.hexes[0]) == 1


@every("town", ["Germeter", "Hurtgen", "Brandenburg", "Bergstein", "Gey"])
def test_7_61_towns_with_orchards_have_the_grove_line(town):
    (place,) = [place for place in BOARD.places if place.name == town]
    beside = {n for h in place.hexes for n in BOARD.grid.neighbors[h] if n != NOWHERE}
    assert Terrain.GROVE in {BOARD.terrain[n] for n in beside}


def test_the_bridges_of_the_roer():
    bridges = [
        "/".join(numbers(pair))
        for river in BOARD.rivers
        for pair in river.pairs
        if BOARD.hexside(*pair) & Hexside.BRIDGE
    ]
    assert bridges == [
        *("2723/2823", "2620/2720", "2418/2519", "2313/2413", "2411/2511", "2410/2511", "2908/2909"),
        "2330/2331",
    ]


@pytest.mark.parametrize(
    ("bank", "places"),
    [
        ("2418", ["Zerkall", "Obermaubach", "Untermaubach", "Bilstein", "Bergheim", "Winden", "Schwammenauel"]),
        ("2720", ["Bruck", "Nideggen", "Rath", "Leversbach", "Udingen", "Abenden"]),
    ],
)
def test_towns_keep_their_bank_of_the_roer(bank, places):
    found = [BOARD.hex(bank)]
    for h in found:
        for n, side in zip(BOARD.grid.neighbors[h], BOARD.hexsides[h], strict=True):
            if n != NOWHERE and not side & Hexside.RIVER and n not in found:
                found.append(n)
    for place in BOARD.places:
        if place.name in places:
            assert set(place.hexes) <= set(found), place.name


def test_streams_are_unbroken_and_surround_no_hex():
    for stream in BOARD.streams:
        ends = Counter(corner for pair in stream.pairs for corner in corners(BOARD, pair))
        assert max(ends.values()) == 2, stream.name
        assert sum(times == 1 for times in ends.values()) == 2, stream.name
    assert max(sum(bool(side & Hexside.WATER) for side in row) for row in BOARD.hexsides) <= 4


# -- names, census, reach


@pytest.mark.parametrize(("terrain", "kinds"), [(Terrain.TOWN, {"town", "village"}), (Terrain.WOODS, {"wood"})])
def test_every_village_and_wood_has_a_name(terrain, kinds):
    named = {h for place in BOARD.places if place.kind in kinds for h in place.hexes}
    assert not [BOARD.number(h) for h, here in enumerate(BOARD.terrain) if here is terrain and h not in named]


def test_every_water_and_way_has_a_name():
    assert all(water.name for water in (*BOARD.streams, *BOARD.rivers))
    assert all(way.name for way in (*BOARD.roads, *BOARD.trails, *BOARD.railways))


def test_no_way_takes_three_hexes_where_two_would_do():
    for path in (*BOARD.roads, *BOARD.trails, *BOARD.railways):
        for a, b, c in zip(path.hexes, path.hexes[1:], path.hexes[2:], strict=False):
            assert BOARD.grid.distance(a, c) == 2, f"{path.name} at {BOARD.number(b)}"


@every(
    ("where", "terrain"),
    [
        ("2218 2318 2923", Terrain.ROUGH),
        ("2924 2925", Terrain.BROKEN),
        ("2505 2506 2406 2812 2914", Terrain.MIXED),
        ("2605 2606 2813 2913", Terrain.CLEAR),
        ("2017", Terrain.GROVE),
    ],
)
def test_ground_that_was_corrected(where, terrain):
    assert {BOARD.terrain[BOARD.hex(number)] for number in where.split()} == {terrain}


def test_census():
    assert Counter(terrain.name for terrain in BOARD.terrain) == CENSUS


@every(("start", "way", "points", "hexes"), REACH)
def test_reach(start, way, points, hexes):
    assert reach(BOARD, start, way, points) == hexes + 1  # including the hex itself


# -- units


@pytest.mark.parametrize(
    ("side", "strengths"),
    [
        ("US", {"2-3-7": 18, "1-2-16/2-7": 6, "3-1-20/1-7": 2, "3-2-12": 1, "2-3-12": 1, "1-2-16/2-12": 1}),
        (
            "German",
            {
                "1-2-7": 9 + 6 + 7,
                "2-3-7": 7 + 3,
                "2-2-12": 2,
                "3-2-12": 1,
                "1-3-12": 1,
                "2-3-16/1-7": 2 + 1 + 1,
                "2-3-16/2-12": 1,
                "2-1-18/1-7": 3 + 1 + 1,
                "1-2-12/2-7": 1,
                "1-2-16/1-7": 1,
            },
        ),
    ],
)
def test_16_1_units_by_strength(side, strengths):
    assert Counter(str(unit.strength) for unit in UNITS.values() if unit.side == side) == strengths


def test_16_2_the_116th_panzer_division():
    panzer = {unit.id: str(unit.strength) for unit in UNITS.values() if unit.formation == "116th Panzer"}
    assert panzer == {
        "60": "2-2-12",
        "156": "2-2-12",
        "16": "3-2-12",
        "116R": "1-3-12",
        "116A": "2-1-18/1-7",
        "116B": "2-3-16/2-12",
        "116C": "1-2-12/2-7",
    }


def test_kinds_follow_the_movement_allowance():
    for unit in UNITS.values():
        assert (unit.kind in VEHICLES) == (unit.strength.movement >= 10), unit.id
