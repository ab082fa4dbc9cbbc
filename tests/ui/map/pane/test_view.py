"""The map: the cursor's steps by key, and the few cells that are repainted when it moves."""

from dataclasses import replace

import pytest
from textual.app import App

from tests.drawn import FIELD, board, unit
from tests.long import paired
from tests.pilot import running
from tests.ui.desk import text_of
from westwall_tui.engine.board import Place
from westwall_tui.engine.queries import Objective
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.files.scenarios.boards import find_board
from westwall_tui.ui.around.sidepanel import away_rows, pointers
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SIZES
from westwall_tui.ui.map.hexes.counters import token_of
from westwall_tui.ui.map.pane.follow import step
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import WATERS
from westwall_tui.ui.terminal.palettes import style


def walk(plain, start, *ways):
    h = plain.hex(start)
    for way in ways:
        h = step(plain, h, way)
    return plain.number(h)


def test_left_and_right_keep_the_row():
    plain = board()
    assert walk(plain, "0105", "east") == "0205"
    assert walk(plain, "0105", *["east"] * 4) == "0505"
    assert walk(plain, "0505", *["west"] * 4) == "0105"


@pytest.mark.parametrize(
    ("way", "odd", "even"),
    [
        ("north", "0504", "0403"),
        ("south", "0506", "0405"),
        ("northeast", "0604", "0504"),
        ("southeast", "0605", "0505"),
        ("northwest", "0404", "0304"),
        ("southwest", "0405", "0305"),
    ],
)
def test_six_directions(way, odd, even):
    plain = board()
    assert walk(plain, "0505", way) == odd
    assert walk(plain, "0404", way) == even


def test_the_cursor_stays_on_the_map():
    plain = board("-.. ... ...")
    assert walk(plain, "0301", "north", "east", "northeast") == "0301"
    assert walk(plain, "0102", "north") == "0102", "there is no hex 0101"


class MapApp(App[None]):
    """A map alone."""

    def __init__(self, size=MIDDLE):
        super().__init__()
        self.view = MapView(board("\n".join(["." * 40] * 30)), size)

    def compose(self):
        yield self.view


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
async def test_the_cursor_is_always_in_sight(size):
    app = MapApp(size)
    async with running(app, (53, 19)) as pilot:
        view = app.view
        for way in [*["east"] * 45, *["south"] * 35, *["northwest"] * 50, *["northeast"] * 20]:
            view.move_cursor(step(view.board, view.cursor, way))
            assert view.sees([view.cursor], 0, 19)
        await pilot.pause()


async def test_the_whole_map_fits_a_large_screen():
    app = MapApp()
    async with running(app, (230, 80)):
        assert (app.view.left, app.view.top) == (0, 0)


async def test_counters_marks_and_zones_come_and_go():
    app = MapApp()
    async with running(app, (53, 19)):
        view = app.view
        empty = [view.line(y).text for y in range(19)]
        h, other = view.board.hex("0303"), view.board.hex("0505")
        view.show_units({h: token_of(unit("A1 4-4-7 0303", 0)[0], "us")})
        view.show_marks({h: ("!", "obliged"), other: ("7'", "reach")})
        view.show_zones({other: ("z", "zone")})
        shown = "\n".join(view.line(y).text for y in range(19))
        assert "IN!" in shown
        assert "4-4" in shown
        assert "/7' \\" in shown
        assert "\\z  /" in shown
        view.show_units({})
        view.show_marks({})
        view.show_zones({})
        assert [view.line(y).text for y in range(19)] == empty


@pytest.mark.slow
async def test_the_cursor_hides_no_letter_of_a_name():
    app = MapApp()
    place = Place("Anywhere", "town", (app.view.board.hex("0505"),))
    app.view = MapView(replace(app.view.board, places=(place,)))
    async with running(app, (53, 19)):
        view = app.view
        view.move_cursor(view.board.hex("0505"))
        lines = [view.line(y).text for y in range(19)]
        assert any("Anywhere" in line for line in lines)
        cells = [cell for y in range(19) for cell in view.line_cells(y)]
        painted = "".join(char for char, role in cells if role.startswith("cursor"))
        assert len(painted) == 4
        assert sum(map(painted.count, "<>")) == 3, "in the fourth corner is the letter"
        assert sum(role.startswith("name") for char, role in cells if char.isalpha()) == len("Anywhere") - 1


async def test_the_cursor_hides_no_bridge():
    app = MapApp()
    crossed = board(roads=["0505 0605"], rivers=["0505/0605"])
    app.view = MapView(crossed)
    async with running(app, (53, 19)):
        view, pair = app.view, (crossed.hex("0505"), crossed.hex("0605"))
        for gates, sign in (({}, "H"), ({pair: "wired"}, "W"), ({pair: "blown"}, "x")):
            view.show_gates(gates)
            view.move_cursor(pair[0])
            x, y = view.picture.origin(pair[0])
            rows = [view.row(y + line) for line in (0, 1)]
            assert [row[x][0] for row in rows] == ["<", "<"]
            assert [rows[line][x + 4][0] for line in (0, 1)] == [">", sign]
            assert rows[1][x + 4][1].startswith("cursor")


@pytest.mark.parametrize("palette", ["16", "mono", "night"])
async def test_round_a_counter_the_cursor_has_all_four_brackets(palette):
    """It holds for anything beside the counter, such as its ground, a zone or a bridge, which the panel tells."""
    app = MapApp()
    app.view = MapView(board(FIELD.replace(".", "f"), roads=["0505 0605"], rivers=["0505/0605"]))
    async with running(app, (53, 19)):
        view, (token, other) = app.view, (token_of(unit(text, 0)[0], "us") for text in ("A 4-4-7", "B 4-4-7"))
        here, right = view.board.hex("0505"), view.board.hex("0605")
        view.palette = palette
        view.show_units({here: token, right: other})
        view.show_zones({here: ("z", "zone")})
        view.move_cursor(here)
        x, y = view.picture.origin(here)
        rows = [view.row(y + i)[x : x + 5] for i in range(2)]
        assert ["".join(char for char, _ in row) for row in rows] == ["<INF>", "<4-4>"]
        assert {role.partition("@")[0] for row in rows for _, role in (row[0], row[4])} == {"cursor"}


async def without_colors(pilot, app, size=MIDDLE, **roads):
    """Return a map of woods without colors, with the cursor far from 0505."""
    app.view.board = board(FIELD.replace(".", "f"), **roads)
    app.view.set_picture(size)
    app.view.palette = "mono"
    await pilot.pause()
    app.view.move_cursor(app.view.board.hex("0202"))
    return app.view


def ends_of_word(view, h):
    """Return the cells at the left and at the right of the first line of a counter."""
    x, y = view.picture.origin(h)
    left, right = sorted(i for i, line in view.picture.size.frame if line == 0)
    return view.row(y)[x + left][0] + view.row(y)[x + right][0]


@pytest.mark.parametrize(
    ("size", "nation"), paired(SIZES, ["us", "british", "german"]), ids=lambda each: getattr(each, "name", each)
)
async def test_without_colors_the_word_of_an_allied_counter_stands_in_brackets_and_a_german_one_is_white(size, nation):
    """No slash is beside an Allied counter, and no letter looks like its own."""
    app = MapApp()
    async with running(app, (53, 19)) as pilot:
        view = await without_colors(pilot, app, size)
        here, token = view.board.hex("0505"), token_of(unit("A 4-4-7", 0)[0], nation)
        view.show_units({here: token})
        x, y = view.picture.origin(here)
        beside = {view.row(y + line)[x + i][0] for i, line in size.frame}
        own = [view.row(y + line)[x + i] for line, row in enumerate(size.counter) for i in row]
        if nation == "german":
            assert "/" in beside
            assert all(style(role, "mono").reverse for _, role in own)
        else:
            assert ends_of_word(view, here) == "[]"
            assert beside == {*("[] " if size is LARGE else "[] %")}, "in large hexes the ground's sign stands within"
            assert not any(style(role, "mono").reverse for _, role in own)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("nation", "size"), paired(["us", "british", "german", ""], SIZES), ids=lambda each: getattr(each, "name", each)
)
async def test_without_colors_the_cursor_is_four_white_corners_round_a_black_hex(size, nation):
    """With or without a counter, and for anything beside it or around it."""
    app = MapApp()
    async with running(app, (53, 19)) as pilot:
        view = await without_colors(pilot, app, size, rivers=["0505/0506"], roads=["0505 0506"])
        here, away = view.board.hex("0505"), view.board.hex("0202")
        own = {here: token_of(unit("A 4-4-7", 0)[0], nation)} if nation else {}
        german = token_of(unit("B 4-4-7", 0)[0], "german")
        view.show_signs({here: ("$", "objective")})
        view.show_units(own)
        x, y = view.picture.origin(here)
        inside = [(i, line) for line, row in enumerate(size.counter) for i in row]

        def cells(spots):
            return [view.row(y + line)[x + i] for i, line in spots]

        def white(spots):
            return [bool(style(role, "mono").reverse) for _, role in cells(spots)]

        before = cells([*inside, *size.frame])
        assert set(white(inside)) == {nation == "german"}
        for around in ((), [h for h in view.board.grid.neighbors[here] if h >= 0]):
            view.show_units(own | dict.fromkeys(around, german))
            view.move_cursor(here)
            assert [char for char, _ in cells(size.cursor)] == ["<", ">", "<", ">"]
            assert set(white(size.cursor)) == {True}
            assert set(white(inside)) == {False}
            assert [char for char, _ in cells(inside)] == [char for char, _ in before[: len(inside)]]
            view.move_cursor(away)
        view.show_units(own)
        assert cells([*inside, *size.frame]) == before


WATER_LOOKS = {str(style(water, "16").bgcolor) for water in WATERS}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("battle", "palette"),
    paired(["arnhem", "bastogne", "hurtgen", "remagen"], ["16", "night", "paper", "mono"]),
)
def test_a_bridge_that_carries_a_road_has_its_own_ground_and_no_other_has(battle, palette):
    """A rail bridge beside it looks different; without colors a bridge with a road has no line."""
    whole = find_board(battle)
    view = MapView(whole)
    view.palette, view.has_cursor = palette, False
    looked = {True: 0, False: 0}
    road = style("bridge_road", palette).bgcolor
    for h in view.picture.shown:
        (ox, oy), sides = view.picture.origin(h), whole.sides[h]
        for direction, side in enumerate(sides):
            (x, y), *_ = MIDDLE.gates[direction]
            if side & int(Hexside.BRIDGE) and whole.terrain[h] is not Terrain.RIVER:
                carries = bool(side & int(Hexside.ROAD))
                char, role = view.row(oy + y)[ox + x]
                assert char == "H", whole.number(h)
                look = style(role, palette)
                like_road = not look.underline if palette == "mono" else look.bgcolor == road
                assert like_road is carries, whole.number(h)
                looked[carries] += 1
    assert looked[True]
    assert looked[False] or battle == "remagen"


async def test_no_trail_stands_as_a_minus_beside_a_number_of_the_reach():
    """At its left and at its right; beside a hex without a number the trail is whole, and a road stays."""
    crossed = board(trails=["0305 0404 0505 0604 0705"], roads=["0308 0407 0508"])
    app = MapApp()
    async with running(app) as pilot:
        app.view.board = crossed
        app.view.set_picture()
        whole = [app.view.line(y).text for y in range(20)]
        assert any("----" in line for line in whole)
        marks = {crossed.hex(number): ("2'", "reach") for number in ("0404", "0505", "0407")}
        app.view.show_marks(marks)
        await pilot.pause()
        lines = [app.view.line(y).text for y in range(20)]
        with_numbers = [line for line in lines if "2'" in line]
        assert with_numbers
        assert not any("-2'" in line or "2'-" in line for line in with_numbers)
        assert any("===" in line for line in lines)
        assert "-" in "".join(lines)
        app.view.show_marks({})
        await pilot.pause()
        assert [app.view.line(y).text for y in range(20)] == whole


async def test_the_edge_shows_units_out_of_sight_that_must_fight():
    app = MapApp()
    async with running(app, (53, 19)):
        view, number = app.view, app.view.board.hex
        view.move_cursor(number("2015"))
        marks = dict.fromkeys((number("2001"), number("2015"), number("0115"), number("0130")), ("!", "obliged"))
        marks[number("4015")] = "?", "target"
        assert text_of(away_rows(view, marks, 26)) == "out of sight, must fight:\n up 1, down 1, left 1"
        assert text_of(away_rows(view, marks, 15)) == "out of sight, must fight:\n up 1, down 1,\n left 1"
        assert away_rows(view, {number("2015"): ("!", "obliged")}, 26) == ()


async def test_objectives_out_of_sight_are_named_with_the_way_to_them():
    """The nearest comes first, as many as fit; the number of hexes is that beyond the edge."""
    app = MapApp()
    async with running(app, (53, 19)):
        view, number = app.view, app.view.board.hex
        view.move_cursor(number("2015"))
        hexes = {"here": ("2015", "0101"), "west": ("0115",), "north": ("2001",)}
        places = [Objective(name, tuple(map(number, at)), (1, 0), 0, "") for name, at in hexes.items()]
        west, north = (view.beyond(number(at)) for at in ("0115", "2001"))
        assert 0 < north < west
        told = f"^^ {north} hexes: $ north   << {west} hexes: $ west"
        assert text_of([pointers(view, places, 60)]) == told
        assert text_of([pointers(view, places, len(told) - 1)]) == told.partition("   ")[0]
        assert pointers(view, places[:1], 60) == ()


@pytest.mark.slow
async def test_the_water_and_the_bridge_under_a_counter_stay_in_sight():
    """The ground is between its numbers, and their sign beside it; its characters are its own."""
    app = MapApp()
    crossed = board(roads=["0303 0304"], rivers=["0303/0304 0503/0504"])
    app.view = MapView(crossed)
    async with running(app, (53, 19)):
        view, token = app.view, token_of(unit("A1 4-4-7", 0)[0], "us")
        bridge, bare = crossed.hex("0303"), crossed.hex("0503")
        view.palette = "night"
        view.show_units({bridge: token, bare: token})

        def grounds(h, palette="night"):
            x, y = view.picture.origin(h)
            roles = [role for _, role in view.row(y + 1)[x + 1 : x + 4]]
            return [style(role, palette).bgcolor for role in roles]

        def text(h):
            x, y = view.picture.origin(h)
            return "".join(char for char, _ in view.row(y + 1)[x : x + 4])

        assert (text(bridge), text(bare)) == ("H4-4", "~4-4"), "without colors, too"
        water, span, counter = (style(role, "night").bgcolor for role in ("river", "bridge", "us_low"))
        assert grounds(bridge) == [counter, span, counter]
        assert grounds(bare) == [counter, water, counter]
        x, y = view.picture.origin(bare)
        assert view.row(y + 1)[x + 4][0] == "~", "the band comes out at its right, too"
        view.show_gates({(bridge, crossed.hex("0304")): "wired"})
        assert grounds(bridge) == [counter, style("wired", "night").bgcolor, counter]
        assert text(bridge) == "W4-4"
        view.show_marks({bridge: ("!", "obliged")})
        assert text(bridge) == "W4-4"
        assert grounds(bridge) == [counter, style("wired", "night").bgcolor, counter]
        for palette in ("16", "mono"):
            assert style("german_low+river@clear", palette) == style("german_low", palette), "its numbers are whole"
