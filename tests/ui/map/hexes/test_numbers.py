"""Places of numbers: never on a bridge or part of a way, on all boards, in every hex and width, in both drawings."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from tests.drawn import board
from tests.long import paired, sample
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, Drawing
from westwall_tui.ui.map.drawn.labels import LABEL
from westwall_tui.ui.map.drawn.layers import Layers, Traces
from westwall_tui.ui.map.drawn.window import DrawnWindow, Scene, sheet_of
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SIZES, S
from westwall_tui.ui.map.hexes.marks import Contents, hex_cells, sign_cells
from westwall_tui.ui.map.hexes.numbers import BESIDE, COVERED, columns_on_roads
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.signs import TERRAIN_SIGN
from westwall_tui.ui.terminal.palettes import style

BOARDS = ["arnhem/historical", "bastogne/spearhead", "hurtgen/free", "remagen/historical"]
MARKS = (
    *((text, "reach") for text in ("4", "4'", "12", "12'", "4z", "4'Z", "12'z")),
    *((text, "path") for text in ("4@", "4'@", "12'@", "4'z@", "12'z@")),
)
DRAWN = Drawing(SEXTANTS, Colors("night", exact=False))
WATERS = ("river", "canal", "stream")
GROUNDS = ("mixed", "grove", "woods", "broken", "rough")
SHOWN = {
    "4": {"mixed": 0.9, "grove": 0.9, "woods": 0.87, "broken": 0.75, "rough": 0.7},
    "4'": {"mixed": 0.55, "grove": 0.9, "woods": 0.87, "broken": 0.75, "rough": 0.7},
}
"""By number, the minimum share of hexes with a ground's sign that still show one. Names and waters take other room."""


def roles_under(picture, h, cells):
    """Return the printed roles of the cells that a mark in a hex hides."""
    return [picture.roles[cell.y][cell.x] for cell in cells]


def has_room(picture, h, without, beside=()):
    """Return True if a line of a hex has two adjacent cells without some roles, and none of others beside them."""
    return any(
        not {picture.role(h, (x + i, y)) for i in (0, 1)} & {*without}
        and not {picture.role(h, (x + i, y)) for i in (-1, 2)} & {*beside}
        for y, row in enumerate(picture.size.counter)
        for x in row[:-1]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "name"), paired(SIZES, sample(BOARDS, BOARDS[::3])), ids=lambda each: getattr(each, "name", each)
)
def test_no_number_covers_a_bridge_and_none_a_water_that_need_not(name, size):
    """The same holds for its zone's sign, its path's sign, and the blank behind it."""
    picture, asked = Picture(load_scenario(name).board, size), 0
    for h in picture.shown:
        for mark in sample(MARKS, MARKS[::4]):
            cells = hex_cells(picture, h, Contents(mark=mark))
            assert "".join(cell.char for cell in cells if cell.char.isdigit()) == "".join(filter(str.isdigit, mark[0]))
            hidden = roles_under(picture, h, cells)
            asked += 1
            free = [1 for y, row in enumerate(size.counter) for x in row if picture.role(h, (x, y)) != "bridge"]
            if has_room(picture, h, ("bridge",)) and len(free) >= sum(cell.char != " " for cell in cells):
                assert "bridge" not in hidden, f"{mark[0]} in {picture.board.number(h)}"
            plain = h not in picture.entries and len(mark[0]) < 3
            if plain and has_room(picture, h, (*COVERED,), (*BESIDE,)):
                assert not set(hidden) & {*WATERS, "road", "bridge"}, f"{mark[0]} in {picture.board.number(h)}"
    assert asked > sample(5_000, 1_250)


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(BOARDS, BOARDS[:1]))
def test_no_number_covers_a_bridge_of_the_drawn_map(name):
    picture = Picture(load_scenario(name).board, MIDDLE)
    layers = Layers(sheet_of(picture, DRAWN.blocks), DRAWN)
    layers.show_board({}, (), {})
    bridges = layers.sheet.bridged
    for mark in MARKS[:7]:
        layers.show_hexes({h: Contents(mark=mark) for h in picture.shown}, Traces())
        for h in picture.shown:
            found = {(x, y) for x, y, text in layers.signs(h, ()).texts if text.char.isdigit()}
            assert found
            if picture.board.terrain[h] is not Terrain.RIVER:
                assert found.isdisjoint(bridges), f"{mark[0]} in {picture.board.number(h)}"


def test_a_name_is_hidden_for_a_number_that_would_cover_a_bridge():
    picture = Picture(board("... ... ...", rivers=["0202/0203"], roads=["0202 0203"]))
    h = picture.board.hex("0202")
    (x, y), row = picture.origin(h), picture.size.counter[0]
    upper = {(x + i, y) for i in row}
    found = sign_cells(picture, h, Contents(mark=("12", "reach")), upper)
    assert found.lacking
    assert set(found.lacking) <= upper
    (gate,) = picture.size.gates[S]
    assert (x + gate[0], y + gate[1]) not in {(cell.x, cell.y) for cell in found.cells}


def test_a_blank_behind_a_number_breaks_no_road_and_no_water():
    """Bands have a color of their own; a town's sign is moved."""
    picture = Picture(board("... ... ...", roads=["0102 0202 0302"]))
    cells = hex_cells(picture, picture.board.hex("0202"), Contents(mark=("4", "reach")))
    assert "road" not in [picture.roles[cell.y][cell.x] for cell in cells if cell.char == " "]


@pytest.mark.parametrize("text", ["4", "4'"])
def test_at_nijmegens_bridge_the_number_stands_beside_neither_bridge_nor_objective(text):
    """Lent: a town with roads, two bridges, a river along its foot, and points."""
    picture = Picture(load_scenario("arnhem/historical").board)
    h = picture.board.hex("2721")
    (x, y), upper = picture.origin(h), picture.size.counter[0]
    (gate,) = picture.size.gates[S]
    cells = {
        (cell.x - x, cell.y - y): cell.char
        for cell in hex_cells(picture, h, Contents(mark=(text, "reach"), note=("$", "objective")))
    }
    assert gate not in cells
    (number,) = [spot for spot, char in cells.items() if char == "4"]
    assert number[1] == 0
    assert number[0] in upper
    for aside in (-1, 1):
        assert cells.get((number[0] + aside, 0)) != "$"


def ground_cells(picture, h):
    """Return the cells of a hex with its ground's sign, on the board alone."""
    name = TERRAIN_SIGN.get(picture.board.terrain[h])
    within = [(x, y) for y, row in enumerate(picture.size.counter) for x in row]
    return [spot for spot in within if name in GROUNDS and picture.role(h, spot) == name]


@pytest.mark.parametrize(
    ("ground", "roads", "text", "lines"),
    [
        ("^", [], "4'", ["4' ", "^ ^"]),
        ("f", [], "12", ["12 ", "%%%"]),
        ("%", [], "4", ["4 #", "   "]),
        (",", [], "4'", ["4' ", ".  "]),
        ("^", ["0103 0202 0303"], "4'", ["4'^", "==="]),
        ("f", ["0103 0202 0303"], "12", ["12 ", "==="]),  # `12%` would be a share
        (",", ["0103 0202 0303"], "4'", ["4' ", "==="]),  # and `4'.` another number
    ],
)
def test_a_number_leaves_the_ground_its_sign(ground, roads, text, lines):
    """In the other line, or behind its half if there is a road in that line."""
    view = MapView(board(f"... .{ground}. ...", roads=roads))
    view.has_cursor = False
    h = view.board.hex("0202")
    view.show_marks({h: (text, "reach")})
    x, y = view.picture.origin(h)
    assert ["".join(char for char, _ in view.row(y + i)[x + 1 : x + 4]) for i in (0, 1)] == lines


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text"), paired(BOARDS, ["4", "4'"]))
def test_hexes_in_reach_show_their_ground(name, text):
    """Of each kind, all over a board; and none of its signs covers anything."""
    view = MapView(load_scenario(name).board)
    view.has_cursor, picture = False, view.picture
    printed = [h for h in picture.shown if ground_cells(picture, h)]
    view.show_marks(dict.fromkeys(picture.shown, (text, "reach")))
    rows = [[(char, role.partition("@")[0]) for char, role in view.row(y)] for y in range(picture.height)]
    asked, shown = Counter[str](), Counter[str]()
    for h in printed:
        kind, (ox, oy) = TERRAIN_SIGN[picture.board.terrain[h]], picture.origin(h)
        sign, within = (picture.signs[kind][0], kind), product(picture.size.counter[0], (0, 1))
        found = [(x, y) for x, y in within if rows[oy + y][ox + x] == sign]
        assert {picture.role(h, spot) for spot in found} <= {"", kind}, picture.board.number(h)
        asked[kind] += 1
        shown[kind] += bool(found)
    assert asked.total() > 400
    for kind, least in SHOWN[text].items():
        if asked[kind]:
            assert shown[kind] / asked[kind] >= least, f"{kind}: {shown[kind]} of {asked[kind]}"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "palette"), [*zip(BOARDS, ("16", "night", "paper", "colour-blind"), strict=True)])
def test_a_road_goes_on_under_a_number_in_characters(name, palette):
    """All over a board a number leaves a road its color, and the road continues where the number has a blank."""
    view = MapView(load_scenario(name).board)
    view.palette, view.has_cursor = palette, False
    road, asked = style("road", palette), 0
    for text in ("4'", "12"):
        view.show_marks(dict.fromkeys(view.picture.shown, (text, "reach")))
        for y in range(view.picture.height):
            for x, (char, role) in enumerate(view.row(y)):
                if role.startswith("reach") and view.picture.roles[y][x] in ("road", "town_road"):
                    asked += 1
                    shown = style(role, palette)
                    like_road = shown.bgcolor == road.bgcolor if road.bgcolor else shown.color == road.color
                    assert like_road, f"{char} at {x}, {y}"
                    assert char != " ", f"a gap at {x}, {y}"
    assert asked > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "blocks"),
    paired(sample(BOARDS, BOARDS[1:3]), [SEXTANTS, QUADRANTS]),
    ids=lambda each: getattr(each, "name", each),
)
def test_a_road_goes_on_under_a_number_of_the_drawn_map(name, blocks):
    """A cell of which at least half is road shows it."""
    colors = Colors("paper", exact=False)
    picture = Picture(replace(load_scenario(name).board, places=(), entries={}), MIDDLE)
    sheet, window = sheet_of(picture, blocks), DrawnWindow(picture, Drawing(blocks, colors))
    road, asked = LABEL["road"], 0
    marks = {h: Contents(mark=("12", "reach")) for h in picture.shown}
    window.show(Scene(marks, {}, (), {}, Traces()), NOWHERE)
    for y in range(picture.height):
        for x, (char, role) in enumerate(window.line(y)):
            rows = sheet.labels[y * blocks.high : (y + 1) * blocks.high]
            if char in "12" and sum(row[2 * x : 2 * x + 2].count(road) for row in rows) >= blocks.high:
                asked += 1
                assert role.partition("/")[2] == colors.of(road), f"{char} at {x}, {y}"
    assert asked > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(BOARDS, BOARDS[::2]))
def test_a_printed_number_is_shown_whole_or_not_at_all(name):
    """At the large size a hex's number is where a mark may be: its rest would be another number."""
    view, covered = MapView(load_scenario(name).board, LARGE), 0
    view.has_cursor = False
    for text in ("4'", "12"):
        view.show_marks(dict.fromkeys(view.picture.shown, (text, "reach")))
        for h in view.picture.shown:
            x, y = view.picture.origin(h)
            printed = view.board.number(h)
            if "".join(view.picture.chars[y][x + 2 : x + 6]) == printed:
                left = "".join(char for char, role in view.row(y)[x + 2 : x + 6] if role.startswith("grid"))
                covered += left != printed
                assert left.strip() in ("", printed), printed
    assert covered > 20


def test_all_of_a_number_is_on_the_road_if_any_is():
    """Otherwise `10'` would be read as two numbers, or its half as a speck on the road."""
    number = {5: "1", 6: "0", 7: "'", 8: " "}
    assert columns_on_roads(number, {5}) == {5, 6, 7}
    assert columns_on_roads(number, {7, 8}) == {5, 6, 7, 8}
    assert columns_on_roads(number, {8}) == {8}
    assert columns_on_roads({**number, 10: "4"}, {10}) == {10}


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(BOARDS, BOARDS[::2]))
def test_no_half_is_torn_from_its_number_on_a_road(name):
    """All cells of a number have one style, in every hex of a board."""
    view = MapView(load_scenario(name).board)
    view.palette, view.has_cursor, asked = "16", False, 0
    for text in ("4'", "12'"):
        view.show_marks(dict.fromkeys(view.picture.shown, (text, "reach")))
        for y in range(view.picture.height):
            row = view.row(y)
            for x in (x for x in range(1, len(row)) if row[x][0] == "'" and row[x][1].startswith("reach")):
                asked += row[x][1].startswith("reach+road")
                assert style(row[x][1], "16") == style(row[x - 1][1], "16"), f"{x}, {y}"
    assert asked > 30
