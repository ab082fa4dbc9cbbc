"""The picture of a board: small drawn boards as text, and what holds on all four boards at every size."""

from itertools import combinations

import pytest

from tests.drawn import board, unit
from tests.long import paired
from tests.ui.looks import as_text
from westwall_tui.engine.hexgrid import NOWHERE, opposite
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.files.scenarios.boards import find_board
from westwall_tui.ui.map.geometry import LARGE, SIZES, Size, way_cells
from westwall_tui.ui.map.hexes.counters import token_of
from westwall_tui.ui.map.hexes.marks import Contents, hex_cells
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.sheet.printed import crossing_cells

EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
BATTLES = ("arnhem", "bastogne", "hurtgen", "remagen")
EVERY_BOARD = pytest.mark.parametrize(
    ("battle", "size"), paired(BATTLES, SIZES), ids=lambda each: getattr(each, "name", each)
)


def drawn(size: Size) -> str:
    """Woods, a town, rough and broken ground and a grove, a road over a stream, a trail, a railway, a river."""
    plain = board(
        """
        .f.,
        ,o%^
        g...
        """,
        roads=["0101 0201 0202 0303 edge"],
        trails=["0102 0202"],
        railways=["0103 0203 0303 0402"],
        streams=["0201/0202 0202/0102 0103/0202"],
        rivers=["0301/0302 0302/0401"],
    )
    return "\n".join(as_text(Picture(plain, size)))


PICTURES = {
    "small": r'''
/  \  /  \
\====%\~~/. \
/. \H /# }  /
\--Ho \  /^ \
/; ) ===""" /
\""""""| /  \
   \  /  \  /
''',
    "middle": r'''
/   \   /   \
\ =====%\~~~/.  \
/.  \~H~/# #}   /
\ --H-o \   /^ ^\
/; ;)  ===="""" /
\ """"""""| /   \
    \   /   \   /
''',
    "large": r'''
 /0101 \       /0301 \
/       \     /       \
\   ====/0201 \       /0401 \
 \     /==== % \~~~~~/ .   . \
 /0102 \% %=% %/0302 }       /
/ .   . \~ H ~/ # # # }     /
\   ---H(  |  \# # # #/0402 \
 \     (H-ooo  \     / ^ ^ ^ \
 /0103 )   ====/0303 \""""^ ^/
/ ; ; ; )     /===="""\     /
\; ;""""/0203 \"""=   /0403 \
 \     /"""""""\  |  /       \
       \       /     \       /
        \     /       \     /
''',
}


@EVERY_SIZE
def test_the_picture_of_a_small_board(size):
    assert "\n" + drawn(size) + "\n" == PICTURES[size.name]


@EVERY_SIZE
def test_every_hexside_has_cells_of_its_own(size):
    """Neighbors have the same cells for the side between them, and no other side has any of them."""
    plain = board()
    picture = Picture(plain, size)
    owner: dict[tuple[int, int], frozenset[int]] = {}
    for h, neighbors in enumerate(plain.grid.neighbors):
        x, y = picture.origin(h)
        for direction, n in enumerate(neighbors):
            if n == NOWHERE:
                continue
            nx, ny = picture.origin(n)
            for spots in (size.sides, size.gates):
                cells = {(x + dx, y + dy) for dx, dy in spots[direction]}
                assert cells == {(nx + dx, ny + dy) for dx, dy in spots[opposite(direction)]}
            for cell in ((x + dx, y + dy) for dx, dy in size.sides[direction]):
                assert owner.setdefault(cell, frozenset((h, n))) == frozenset((h, n))


@EVERY_SIZE
def test_hexes_own_every_cell_between_them(size):
    """Each exactly one, so that tints leave no gap; a cell of a hex leads back to it."""
    plain = board()
    picture = Picture(plain, size)
    assert len(size.owned) == size.down
    assert sum(map(len, size.owned)) == size.across * size.down
    for h in range(len(plain.grid)):
        x, y = picture.origin(h)
        assert {picture.at(x + dx, y + dy) for dy, cells in enumerate(size.owned) for dx in cells} == {h}


@EVERY_SIZE
def test_the_contents_of_a_hex_are_inside_it(size):
    plain = board()
    picture = Picture(plain, size)
    token = token_of(unit("A1 4-4-7 0505", 0)[0], "us")
    for h in range(len(plain.grid)):
        for shown in (
            Contents(token),
            Contents(mark=("@12'", "path"), over=("zZ", "zone"), note=("DZ", "entry")),
        ):
            assert all(picture.at(cell.x, cell.y) == h for cell in hex_cells(picture, h, shown))


def touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1


@EVERY_SIZE
@pytest.mark.parametrize("wet", [False, True])
def test_ways_are_unbroken_lines_from_gate_to_gate(size, wet):
    """In any directions: every cell can be reached from every other."""
    for count in range(1, 7):
        for leads in combinations(range(6), count):
            cells = set(way_cells(size, leads, wet))
            assert all(set(size.gates[direction]) <= cells for direction in leads)
            found = {min(cells)}
            while grown := {cell for cell in cells - found if any(touch(cell, other) for other in found)}:
                found |= grown
            assert found == cells, (leads, sorted(cells))


@EVERY_SIZE
def test_a_way_keeps_off_the_water_on_the_flat_side(size):
    for leads in combinations(range(6), 3):
        inside = {spot for spot in way_cells(size, leads, True) if spot in size.sides[3]}
        assert inside <= set(size.gates[3])
        assert (3 in leads) or not inside


WAYS = {Hexside.ROAD: ("road", "town_road", "bridge"), Hexside.TRAIL: ("trail", "road", "town", "town_road", "bridge")}


@EVERY_BOARD
def test_roads_and_trails_join_at_the_gates_they_share(battle, size):
    """On all four boards no water, name or railway breaks them."""
    map_sheet = find_board(battle)
    picture = Picture(map_sheet, size)
    for h, sides in enumerate(map_sheet.hexsides):
        for direction, side in enumerate(sides):
            for what, roles in WAYS.items():
                if side & what and map_sheet.grid.neighbors[h][direction] != NOWHERE:
                    shown = {picture.role(h, spot) for spot in size.gates[direction]}
                    assert shown <= {*roles, "bridge"}, (map_sheet.number(h), direction)


@pytest.mark.slow
@EVERY_BOARD
def test_waters_are_bands_that_only_crossings_break(battle, size):
    map_sheet = find_board(battle)
    picture = Picture(map_sheet, size)
    for h, sides in enumerate(map_sheet.hexsides):
        for direction, side in enumerate(sides):
            if side & Hexside.WATER and map_sheet.terrain[h] is not Terrain.NONE:
                crossed = bool(side & (Hexside.BRIDGE | Hexside.FERRY | Hexside.WAY | Hexside.RAILWAY))
                for spot in size.sides[direction]:
                    role = picture.role(h, spot)
                    if not (crossed and spot in size.gates[direction]):
                        assert role in ("river", "canal", "stream"), (map_sheet.number(h), direction, spot)


@EVERY_SIZE
def test_lines_run_over_no_way_water_or_crossing(size):
    plain = board(roads=["0202 0203"], rivers=["0302/0303"])
    pairs = [(plain.hex(a), plain.hex(b)) for a, b in (("0202", "0203"), ("0302", "0303"), ("0402", "0403"))]
    before, after = Picture(plain, size), Picture(plain, size, lines=pairs)
    for (a, _), crossed in zip(pairs, (True, True, False), strict=True):
        gate = size.gates[3][0]
        assert before.role(a, gate) in ("road", "river", "")
        assert (after.role(a, gate) == before.role(a, gate)) or not crossed
    assert any("line" in row for row in after.roles)


def test_the_large_size_has_numbers():
    assert "0505" in "\n".join(as_text(Picture(board(), LARGE)))


@EVERY_SIZE
def test_a_bridge_over_a_river_hex_is_one_sign_from_bank_to_bank(size):
    """Laid or blown, it looks like a printed one with other letters, and no part of the printed one is left."""
    printed = Picture(board(RHINE, roads=["0102 0201 0301"]), size)
    as_laid = as_text(
        Picture(board(RHINE), size), crossing_cells(Picture(board(RHINE), size), both_ends(printed, "laid"))
    )
    blown = as_text(printed, crossing_cells(printed, both_ends(printed, "blown")))
    there = [line.count("H") for line in as_text(printed)]
    assert sum(there) > 2
    assert [line.count("h") for line in as_laid] == there
    assert [line.count("x") for line in blown] == there
    assert not any("H" in line for line in blown)


@EVERY_SIZE
def test_nothing_laid_over_a_river_hex_hides_its_bridge(size):
    picture = Picture(board(RHINE), size)
    h = picture.board.hex("0201")
    gates = {(cell.x, cell.y): cell for cell in crossing_cells(picture, both_ends(picture, "laid"))}
    for shown in (
        Contents(over=("zZ", "zone")),
        Contents(mark=("6'", "reach")),
        Contents(token_of(unit("A 3-3-7", 0)[0], "us")),
    ):
        covered = {(cell.x, cell.y) for cell in hex_cells(picture, h, shown)}
        assert set(gates) - covered


RHINE = """
    .~.
    .~.
    """


def both_ends(picture: Picture, how: str) -> dict[tuple[int, int], str]:
    west, river, east = (picture.board.hex(number) for number in ("0102", "0201", "0301"))
    return {(west, river): how, (river, east): how}
