"""The shipped board of Arnhem and its units have what the rules name."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

from tests.every import every
from tests.files.scenarios.boards.reaching import reach
from westwall_tui.engine.board import FOOT, WHEELS, Path
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.engine.units import VEHICLES
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.scenarios.boards import at_edge, load_board
from westwall_tui.files.scenarios.remarks import corners, remarks_on_board
from westwall_tui.files.scenarios.units import UnitEntry, build_units
from westwall_tui.files.tables import read

BOARD = load_board(shipped_root() / "arnhem" / "board.toml")
UNITS = build_units(read(shipped_root() / "arnhem" / "units.toml"))
EVERY_SIDE = [
    (h, n, side)
    for h, row in enumerate(BOARD.hexsides)
    for n, side in zip(BOARD.grid.neighbors[h], row, strict=True)
    if n > h
]

HIGHWAY = "2216/2316 2621/2721 2721/2722 3323/3423 3325/3424 3325/3425 1422/1423 0310/0311 0209/0310"
"""The last road is not in the reading, but the road from Mierlo to Helmond needs it."""
CANAL = "0505/0605 0503/0603 0710/0711 1207/1308 2120/2121 2219/2220 2319/2419 2518/2519 2619/2720"
RAIL = "1206/1307 1523/1524 1920/2020 2413/2513 3411/3512 3422/3522"
FERRIES = "3420/3520 3124/3125 3608/3709"

CITIES = {
    "Eindhoven": "0203 0204 0304",
    "Nijmegen": "2520 2521 2620 2621",
    "Arnhem": "3423 3523 3524",
    "Oosterbeek": "3521",
}


def hexes(text: str) -> list[int]:
    return [BOARD.hex(number) for number in text.split()]


def numbers(found: Iterable[int]) -> list[str]:
    return [BOARD.number(h) for h in found]


def pairs(text: str) -> set[tuple[int, int]]:
    found = (sorted(BOARD.hex(number) for number in word.split("/")) for word in text.split())
    return {(a, b) for a, b in found}


def near(h: int) -> list[int]:
    return [n for n in BOARD.grid.neighbors[h] if n != NOWHERE and BOARD.terrain[n] is not Terrain.NONE]


def connected(among: Iterable[int]) -> bool:
    left = set(among)
    found = [left.pop()]
    for h in found:
        found += [n for n in near(h) if n in left]
        left -= set(found)
    return not left


def along(start: str, what: Hexside) -> set[int]:
    """Return the hexes that ways of a kind reach from a hex without a break."""
    found = [BOARD.hex(start)]
    for h in found:
        found += [n for n in near(h) if BOARD.hexside(h, n) & what and n not in found]
    return set(found)


def unit(unit_id: str) -> UnitEntry:
    (found,) = [u for u in UNITS if u.id == unit_id]
    return found


# -- the sheet


def test_the_sheet():
    grid = BOARD.grid
    assert (grid.columns, grid.odd_rows, grid.even_rows, BOARD.north) == (39, 26, 25, "right")
    assert len(BOARD.playable) == 931


def test_the_north_west_corner_is_off_the_map():
    first = {
        c: min(r for h in BOARD.playable for col, r in [BOARD.grid.positions[h]] if col == c) for c in range(1, 40)
    }
    assert {first[c] for c in range(1, 25)} == {1}
    assert [first[c] for c in range(25, 30)] == [3, 3, 4, 3, 6]
    assert {first[c] for c in range(29, 40)} == {6}


def test_north_is_at_the_right():
    assert set(BOARD.edge("south")) == set(hexes(" ".join(f"01{r:02}" for r in range(1, 27))))
    assert set(BOARD.edge("north")) == set(hexes(" ".join(f"39{r:02}" for r in range(6, 27))))
    assert set(hexes("0601 2301")) <= set(BOARD.edge("west"))
    assert set(hexes("0126 0225 2726 3326")) <= set(BOARD.edge("east"))


def test_the_board_has_no_remarks():
    assert not remarks_on_board(BOARD, "board.toml")


def test_census():
    assert Counter(BOARD.terrain[h].name for h in BOARD.playable) == {
        "MIXED": 459,
        "BROKEN": 219,
        "TOWN": 133,
        "WOODS": 82,
        "ROUGH": 27,
        "CITY": 11,
    }


def test_11_0_the_city_hexes():
    cities = {place.name: " ".join(numbers(place.hexes)) for place in BOARD.places if place.name in CITIES}
    assert cities == CITIES
    assert {h for h in BOARD.playable if BOARD.terrain[h] is Terrain.CITY} == set(hexes(" ".join(CITIES.values())))


def test_every_town_and_wood_has_a_name_and_is_connected():
    for terrain, kinds in (((Terrain.TOWN, Terrain.CITY), ("town", "village")), ((Terrain.WOODS,), ("wood",))):
        named = {h for place in BOARD.places if place.kind in kinds for h in place.hexes}
        assert named == {h for h in BOARD.playable if BOARD.terrain[h] in terrain}
    assert not [place.name for place in BOARD.places if not connected(place.hexes)]


def test_no_hex_has_two_names():
    count = Counter(h for place in BOARD.places for h in place.hexes)
    assert not [BOARD.number(h) for h, times in count.items() if times > 1]


# -- waters and bridges


def test_the_bridges_with_their_kinds():
    kinds = {
        kind: {tuple(sorted(b.pair)) for b in BOARD.bridges if b.kind == kind} for kind in ("highway", "canal", "rail")
    }
    assert kinds == {"highway": pairs(HIGHWAY), "canal": pairs(CANAL), "rail": pairs(RAIL)}
    assert len(BOARD.bridges) == 24


def test_only_these_bridges_cross_water():
    assert {(a, b) for a, b, side in EVERY_SIDE if side & Hexside.BRIDGE} == pairs(f"{HIGHWAY} {CANAL} {RAIL}")


def test_12_15_hexsides_that_are_crossed():
    for pair in pairs(f"{HIGHWAY} {CANAL}"):
        assert BOARD.hexside(*pair) & Hexside.WAY
    for pair in pairs(RAIL):
        assert BOARD.hexside(*pair) & (Hexside.RAILWAY | Hexside.WAY) == Hexside.RAILWAY
    railways = {(a, b) for a, b, side in EVERY_SIDE if side & Hexside.RAILWAY and side & Hexside.WATER}
    assert railways <= pairs(f"{HIGHWAY} {CANAL} {RAIL}")


def test_12_13_hexsides_that_bridges_cross():
    assert all(BOARD.hexside(*pair) & Hexside.CANAL for pair in pairs(CANAL))
    streams = pairs("0310/0311 0209/0310")
    rivers = pairs(HIGHWAY) - streams
    assert all(BOARD.hexside(*pair) & Hexside.RIVER for pair in rivers | pairs(RAIL) - pairs("1206/1307"))
    assert all(BOARD.hexside(*pair) & Hexside.STREAM for pair in streams)
    assert BOARD.hexside(*hexes("1206 1307")) & Hexside.CANAL


def test_the_ferries_cross_rivers_without_a_bridge():
    assert {tuple(sorted(ferry.pairs[0])) for ferry in BOARD.ferries} == pairs(FERRIES)
    assert all(BOARD.hexside(*pair) & (Hexside.RIVER | Hexside.BRIDGE) == Hexside.RIVER for pair in pairs(FERRIES))


@every(
    ("kind", "names"),
    [
        ("rivers", ["Maas", "Waal", "Pannerdensch Kanaal", "IJssel", "Neder Rijn"]),
        ("canals", ["Wilhelmina Canal", "Zuid Willems Canal", "Waal-Maas Canal"]),
        ("streams", ["Aa", "Kleine Dommel"]),
    ],
)
def test_waters_are_unbroken_and_never_cross_themselves(kind, names):
    chains = getattr(BOARD, kind)
    assert [chain.name for chain in chains] == names
    for chain in chains:
        assert all(set(corners(BOARD, a)) & set(corners(BOARD, b)) for a, b in pairwise(chain.pairs))
        count = Counter(corner for pair in chain.pairs for corner in corners(BOARD, pair))
        assert sorted(Counter(count.values()).items()) == [(1, 2), (2, len(chain.pairs) - 1)], chain.name


@every(
    ("name", "first", "last"),
    [("Maas", "0825", "2402"), ("Waal", "2726", "3006"), ("Neder Rijn", "3324", "3606")],
)
def test_the_rivers_part_the_map(name, first, last):
    (river,) = [chain for chain in BOARD.rivers if chain.name == name]
    ends = {h for pair in (river.pairs[0], river.pairs[-1]) for h in pair}
    assert set(hexes(f"{first} {last}")) <= ends


def touched(name: str) -> Counter[frozenset[tuple[int, int]]]:
    """Return the corners of a river or canal with counts; its ends are touched once."""
    (chain,) = [c for c in (*BOARD.rivers, *BOARD.canals) if c.name == name]
    return Counter(corner for pair in chain.pairs for corner in corners(BOARD, pair))


def ends(name: str) -> set[frozenset[tuple[int, int]]]:
    return {corner for corner, times in touched(name).items() if times == 1}


def test_the_mouths():
    assert len(ends("Waal-Maas Canal") & set(touched("Maas"))) == 1
    assert len(ends("Waal-Maas Canal") & set(touched("Waal"))) == 1
    assert ends("Wilhelmina Canal") & ends("Zuid Willems Canal")
    assert ends("IJssel") & ends("Neder Rijn") & ends("Pannerdensch Kanaal")


# -- roads


def path(name: str) -> Path:
    (found,) = [p for p in (*BOARD.roads, *BOARD.trails, *BOARD.railways) if p.name == name]
    return found


def test_the_corridor():
    road = numbers(path("Hell's Highway").hexes)
    assert path("Hell's Highway").off_map[0]
    stations = numbers(hexes("0105 0204 0505 0605 1004 1207 1308 1511 2216 2316 2518 2519 2621 2721 3121 3323 3423"))
    assert [road.index(number) for number in stations] == sorted(road.index(number) for number in stations)
    for a, b in pairwise(stations):
        if BOARD.hex(b) in near(BOARD.hex(a)):
            assert road.index(b) == road.index(a) + 1
    assert BOARD.hexside(*hexes("0105 0106")) & Hexside.ROAD


@every("number", ["0105", "0106", "0726", "3326", "3925"])
def test_15_11_a_road_leaves_the_map(number):
    assert BOARD.leaving[BOARD.hex(number)] & Hexside.ROAD


@every("number", ["2621", "2721", "3423", "3521", "3925", "3326", "1004", "1308", "2216", "2120"])
def test_17_31_roads_alone_lead_to_the_southern_entry(number):
    assert set(hexes("0105 0106")) <= along(number, Hexside.ROAD)


def test_17_31_all_roads_and_trails_are_connected():
    assert {h for p in BOARD.roads for h in p.hexes} <= along("0105", Hexside.ROAD)
    assert {h for p in BOARD.trails for h in p.hexes} <= along("0105", Hexside.WAY)


@every(
    "chain",
    [
        "0109 0209 0310",
        "0308 0407 0507",
        "2213 2313 2412",
        "2308 2408 2508",
        "2414 2415 2515",
        "2505 2506 2507 2508 2509",
        "2403 2504",
        "2520 2620 2621",
        "2825 2925 3024",
        "3108 3109 3110",
        "3207 3307 3407",
        "3613 3713 3812",
        "0608 0708",
        "0803 0903 1003 1103",
        "1204 1305",
        "1209 1208 1308",
        "3518 3617",
    ],
)
def test_chains_that_are_read_as_roads_are_roads(chain):
    assert all(BOARD.hexside(a, b) & Hexside.ROAD for a, b in pairwise(hexes(chain)))


@every("chain", ["2218 2318", "2512 2611 2610", "3616 3617", "1209 1309"])
def test_17_31_links_between_trails_are_trails(chain):
    """Lines of Communication could not leave a road between two trails."""
    assert all(BOARD.hexside(a, b) & Hexside.WAY == Hexside.TRAIL for a, b in pairwise(hexes(chain)))


@every("pair", sorted(pairs("0706/0805 1713/1714 1817/1818 2211/2311 3021/3122 3316/3415")))
def test_links_of_the_reading_that_are_left_out(pair):
    assert not BOARD.hexside(*pair) & Hexside.WAY


@every("pair", sorted(pairs("0503/0602 2114/2115 2115/2116 2116/2215")))
def test_ink_misread_as_roads_is_not_a_road(pair):
    assert not BOARD.hexside(*pair) & Hexside.WAY


def test_18_14_vehicles_go_around_by_mierlo_when_eindhoven_is_closed():
    """Without the road over the stream, XXX Corps' vehicles could not leave the southern mapedge."""
    assert reach(BOARD, "0105", WHEELS, 500, shut="0104 0204") == 738
    mierlo, helmond = hexes("0209 0310")
    without = BOARD.ground_with(((mierlo, helmond, int(Hexside.STREAM)),))
    assert reach(BOARD, "0105", WHEELS, 500, shut="0104 0204", ground=without) == 7


ON_ROADS = (
    "Helmond, Mook, Gennep, Den Bosch, Oss, Ede, Wageningen, Westervoort, Elst, Uden, Veghel, Son, Veenendaal, Rhenen, "
    "Venray, Boxmeer, Deurne, Gemert, Grave, Groesbeek, Huissen, Wijchen, Druten, Best, Schijndel, Velp, Renkum, "
    "Duiven, Cuijk, Mill, Tiel"
)


@pytest.mark.slow
@every("name", ON_ROADS.split(", "))
def test_the_towns_are_on_roads(name):
    (place,) = [p for p in BOARD.places if p.name == name]
    assert set(place.hexes) & along("0105", Hexside.ROAD)


@every("group", [BOARD.roads, BOARD.trails, BOARD.railways])
def test_no_way_takes_three_hexes_where_two_would_do(group):
    assert not [
        (p.name, BOARD.number(b))
        for p in group
        for a, b, c in zip(p.hexes, p.hexes[1:], p.hexes[2:], strict=False)
        if c in near(a)
    ]
    assert all(p.name for p in group)


# -- areas, lines and entries


def test_areas():
    assert sorted(BOARD.areas) == ["Germany", "North of the Neder Rijn", "North of the Waal", "South of the Maas"]
    south, waal = set(BOARD.areas["South of the Maas"]), set(BOARD.areas["North of the Waal"])
    rijn, germany = set(BOARD.areas["North of the Neder Rijn"]), set(BOARD.areas["Germany"])
    assert rijn < waal
    assert not waal & south
    assert not germany & (south | waal)
    assert set(hexes("0105 0702 1308 2216 2116 2508 2301 1322 0726")) <= south
    assert set(hexes("2721 3121 3322 3326 3006 3106 2825")) & waal == set(hexes("2721 3121 3322 3326 3106 2825"))
    assert set(hexes("3423 3424 3521 3722 3919 3526 3512 3709 3418")) <= rijn
    assert not set(hexes("3323 3420 3325 3326 3509 3411")) & rijn
    assert set(hexes("2025 2325")) <= germany
    assert not set(hexes("2621 2223 2323 2423 1623 2120")) & (south | waal | germany)


@every("name", ["South of the Maas", "North of the Waal", "North of the Neder Rijn"])
def test_17_11_areas_end_at_rivers(name):
    area = set(BOARD.areas[name])
    assert connected(area)
    for a, b, side in EVERY_SIDE:
        if (a in area) != (b in area) and b in BOARD.playable and a in BOARD.playable:
            assert side & Hexside.RIVER, (BOARD.number(a), BOARD.number(b))


def test_18_22_the_german_border_is_the_edge_of_germany():
    germany = set(BOARD.areas["Germany"])
    border = {tuple(sorted(pair)) for pair in BOARD.boundaries["German border"].pairs}
    assert border == {(a, b) for a, b, _ in EVERY_SIDE if (a in germany) != (b in germany) and b in BOARD.playable}
    assert list(BOARD.boundaries) == ["German border"]


SPANS = {
    "South 0105-0106": ["0105", "0106"],
    "West 0601-2301": [f"{c:02}01" for c in range(6, 24)],
    "West 0701-0901": ["0701", "0801", "0901"],
    "West 0701-2301": [f"{c:02}01" for c in range(7, 24)],
    "West 0901-2301": [f"{c:02}01" for c in range(9, 24)],
    "East 0126-2726": [f"{c:02}{26 if c % 2 else 25}" for c in range(1, 28)],
    "East 0126-0825": [f"{c:02}{26 if c % 2 else 25}" for c in range(1, 9)],
    "East 1726-2726": [f"{c:02}{26 if c % 2 else 25}" for c in range(17, 28)],
    "North 3907-3916": [f"39{r:02}" for r in range(7, 17)],
}
VEHICLES_IN = {
    "South 0105-0106": 2,
    "West 0601-2301": 15,
    "West 0701-0901": 2,
    "West 0701-2301": 14,
    "West 0901-2301": 13,
    "East 0126-2726": 24,
    "East 0126-0825": 8,
    "East 1726-2726": 8,
    "North 3907-3916": 4,
}


@every("name", SPANS)
def test_15_41_18_1_entry_spans(name):
    span = BOARD.entries[name]
    assert sorted(numbers(span)) == sorted(SPANS[name])
    assert all(at_edge(BOARD, h) and BOARD.ground.edge_cost(h, FOOT) is not None for h in span)
    assert sum(BOARD.ground.edge_cost(h, WHEELS) is not None for h in span) == VEHICLES_IN[name]
    assert set(BOARD.entries) == set(SPANS)


# -- where units start

GERMAN_SETUP = {
    "Krft": "3722",
    "2/9S": "3724",
    "9S": "3322",
    "Grsn": "0702",
    "1/406": "2325",
    "2/406": "2025",
    "BrDf": "2621",
}
LANDINGS = {
    "1004": "1/502 2/502 3/502",
    "0804": "1/506 2/506 3/506",
    "1308": "1/501 2/501 3/501",
    "2223": "1/508 2/508 3/508 1/82",
    "2023": "1/505 2/505 3/505",
    "2117": "1/504 2/504 3/504",
    "3719": "1/1 2/1 3/1",
    "3718": "2S/1 7K/1 1B/1 1/1Lt",
    "3817": "10/4 11/4 156/4 2/1Lt",
    "1007": "1/327 2/327 1/101 2/101",
    "3220": "1/Pol 2/Pol",
    "2118": "3/Pol",
}


@every("unit_id", GERMAN_SETUP)
def test_18_12_units_may_be_where_they_are_set_up(unit_id):
    way = WHEELS if unit(unit_id).kind in VEHICLES else FOOT
    assert BOARD.hex(GERMAN_SETUP[unit_id]) in BOARD.ground.standing[way]


@every("number", LANDINGS)
def test_18_13_landings_have_room(number):
    room = [h for h in BOARD.grid.within(BOARD.hex(number), 1) if h in BOARD.ground.standing[FOOT]]
    assert len(room) == 7 >= len(LANDINGS[number].split())
    assert all(unit(unit_id).side == "Allied" for unit_id in LANDINGS[number].split())


@every(("zone", "division"), [("1007", "101st Airborne"), ("2323", "82nd Airborne"), ("3919", "1st Airborne")])
def test_18_11_landings_are_near_their_drop_zone(zone, division):
    assert BOARD.hex(zone) in BOARD.ground.standing[FOOT]
    landed = {number for number, ids in LANDINGS.items() if unit(ids.split()[0]).formation == division}
    assert landed
    assert all(BOARD.grid.distance(BOARD.hex(zone), BOARD.hex(number)) <= 7 for number in landed)


@every("pair", sorted(pairs(CANAL)))
def test_13_1_the_engineer_can_stand_at_both_ends_of_a_canal_bridge(pair):
    assert set(pair) <= BOARD.ground.standing[FOOT]


@every(
    ("start", "way", "points", "count"),
    [
        ("0105", WHEELS, 10, 209),
        ("0105", FOOT, 7, 123),
        ("1004", FOOT, 3, 53),
        ("2223", FOOT, 7, 164),
        ("2621", FOOT, 7, 226),
        ("2721", WHEELS, 10, 336),
        ("3322", WHEELS, 12, 326),
        ("3719", FOOT, 3, 22),
        ("3719", FOOT, 7, 110),
        ("3724", WHEELS, 7, 106),
        ("3925", WHEELS, 10, 155),
        ("0702", WHEELS, 12, 292),
        ("0726", WHEELS, 10, 200),
        ("3520", FOOT, 7, 145),
    ],
)
def test_reach(start, way, points, count):
    assert reach(BOARD, start, way, points) == count


# -- units

ALLIED_UNITS = {
    "2-2-7": 30,
    "2-3-7": 4,
    "2-1-4/1-7": 6,
    "4-3-10": 4,
    "3-3-7": 2,
    "5-5-7": 4,
    "3-3-10": 1,
    "2-1-4/3-10": 2,
    "4-2-7/3-10": 1,
    "4-2-7/2-6": 4,
}
GERMAN_UNITS = {
    "3-3-7": 8,
    "4-4-7": 2,
    "2-2-12": 3,
    "2-2-7": 5,
    "5-5-10": 2,
    "3-2-7/3-7": 3,
    "5-3-10": 1,
    "4-4-10": 2,
    "2-3-7": 6,
    "3-4-7": 2,
    "4-3-10": 1,
    "2-2-7/2-7": 2,
    "1-2-7": 1,
}


@pytest.mark.parametrize(("side", "wanted", "total"), [("Allied", ALLIED_UNITS, 58), ("German", GERMAN_UNITS, 38)])
def test_18_1_every_unit_by_strength(side, wanted, total):
    found = Counter(str(u.strength) for u in UNITS if u.side == side)
    assert found == wanted
    assert found.total() == total


def test_kinds():
    found = {side: Counter(str(u.kind) for u in UNITS if u.side == side) for side in ("Allied", "German")}
    assert found == {
        "Allied": {
            "airborne": 27,
            "glider": 7,
            "airborne-artillery": 6,
            "armor": 4,
            "infantry": 6,
            "engineer": 1,
            "artillery": 4,
            "sp-artillery": 3,
        },
        "German": {
            "infantry": 20,
            "mechanized": 9,
            "reconnaissance": 2,
            "artillery": 5,
            "armor": 2,
        },
    }


@every(
    ("formation", "count"), [("101st Airborne", 13), ("82nd Airborne", 13), ("1st Airborne", 11), ("Polish Brigade", 3)]
)
def test_17_32_every_airborne_unit_has_its_division(formation, count):
    found = [u for u in UNITS if u.formation == formation]
    assert len(found) == count
    assert {str(u.kind) for u in found} <= {"airborne", "glider", "airborne-artillery"}


def test_shared_designations():
    count = Counter(u.designation for u in UNITS)
    shared = {d: {u.id for u in UNITS if u.designation == d} for d, times in count.items() if times > 1}
    assert shared == {
        "9S": {"9S", "9SA"},
        "1/10S": {"1/10S", "1/10SA"},
        "2/10S": {"2/10S", "2/10SA"},
        "2107": {"2107", "2107T"},
        "Hber": {"Hber", "HberA"},
    }
