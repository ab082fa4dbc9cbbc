"""The whole board at a glance: the contents of its cells, and the screen on which the cursor moves in it."""

import re
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from textual.events import Key

from tests.drawn import board, unit
from tests.long import paired, sample
from tests.pilot import running, showing
from tests.ui.map.seen import BUSY, DRAWN, in_its_thick
from westwall_tui.engine import queries
from westwall_tui.engine.board import Hexsides, Place
from westwall_tui.engine.game import Game
from westwall_tui.engine.terrain import Hexside
from westwall_tui.files.scenarios.boards import find_board
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.map.drawn.far import DrawnMiniature, DrawnOverview
from westwall_tui.ui.map.far.canvas import LIST
from westwall_tui.ui.map.far.cells import corner_cells, cursor_cells, main_roads
from westwall_tui.ui.map.far.overview import Miniature, OnBoard, Overview
from westwall_tui.ui.map.geometry import MIDDLE
from westwall_tui.ui.map.hexes.counters import Counters, token_of
from westwall_tui.ui.map.names import apart, bank_of
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.pages.whole_board import OverviewScreen
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.terminal.palettes import style

GROUND = "\n".join(["." * 14, "." * 14, ".ff.%....^....", "." * 14, "." * 14])
LONG = "0104 0204 0305 0404 0504 0604 0704 0804 0905 1004 1104 1204 1304"

BATTLES = ("arnhem", "bastogne", "hurtgen", "remagen")


def drawn(lines=20, **what):
    plain = board(
        GROUND.replace("....^....", "....^o..."),
        roads=[LONG, "0101 0201 0302"],
        rivers=["0601/0701 0601/0702 0602/0702 0602/0703"],
        canals=["1101/1102 1201/1102"],
    )
    return plain, Overview(plain, lines).rows(OnBoard(**what))


def text(rows):
    return ["".join(char for char, _ in row).rstrip() for row in rows]


PICTURE = r"""
           ~        --
           ~         -
  : :   #         ^ o
==== =========== ========
   ===         ===
"""


def test_the_board_at_a_glance():
    """Two characters per hex; rivers, long roads and towns, but no minor roads."""
    _, rows = drawn()
    assert "\n" + "\n".join(text(rows)) + "\n" == PICTURE


def test_a_large_screen_gives_a_hex_four_characters_and_two_lines():
    """As many lines as fit: even columns are lower, as on the map."""
    plain = board("..........\n..........")
    wide = Overview(plain, 5, columns=40)
    assert (wide.across, wide.width, wide.height) == (4, 40, 5)
    assert [wide.at(plain.hex(number)) for number in ("0101", "0201", "0102", "0202")] == [
        (0, 0),
        (4, 1),
        (0, 2),
        (4, 3),
    ]
    assert Overview(plain, 5, columns=39).across == 3
    assert Overview(plain, 5, columns=29).across == Overview(plain, 1, columns=40).across == 2
    for name in ("bastogne", "arnhem"):
        whole = find_board(name)
        drawn = Overview(whole, 58, columns=200)
        assert drawn.width <= 200
        assert drawn.height <= 58
        assert len({drawn.at(h) for h in whole.playable}) == len(whole.playable), "no two hexes in a cell"


def test_streams_are_thin_lines_below_all_else():
    plain = board(GROUND, roads=[LONG], streams=["0102/0103 0202/0203", "0104/0105"])
    lines = text(Overview(plain, 9).rows(OnBoard()))
    assert any("~~" in line for line in lines)
    assert style("far_stream@far", "16").bgcolor is None
    assert "=" * 10 in "".join(lines), "no road is broken by one"


@pytest.mark.parametrize("name", BUSY)
def test_its_signs_are_explained_with_those_on_the_board(name):
    """Each looks as on the board; every letter has its army."""
    game = in_its_thick(name)
    overview = Overview(game.scenario.board, 22, columns=80)
    rows = overview.rows(OnBoard(Counters().of(game), Objectives(game).signs()))
    looks = {(char, role) for row in rows for char, role in row}
    said = {meaning.word: meaning for meaning in overview.meanings}
    assert {"German", "scores", "road"} <= said.keys()
    for sign, role, word in overview.meanings:
        letters = str.islower if sign == "a-z" else str.isupper
        look = role.partition("@")[0]  # on any ground
        stand = [char for char, other in looks if other.partition("@")[0].removesuffix("_done") == look]
        assert stand, word
        assert sign in stand or any(map(letters, stand)), word
    armies = {f"far_{token.nation}" for token in Counters().of(game).values()} - {"far_ss"}
    assert armies == {meaning.role.partition("@")[0] for meaning in said.values() if "-z" in meaning.sign.lower()}


def test_units_show_their_numbers_on_a_large_screen():
    plain = board()
    token = token_of(unit("A1 4-3-7 armor 0101", 0)[0], "german")
    wide = Overview(plain, 40, columns=200).rows(OnBoard(tokens={plain.hex("0101"): token}))
    assert "".join(char for char, _ in wide[0][:4]) == "t43 "


def test_a_unit_does_not_hide_that_its_place_scores():
    """The sign is behind the unit's numbers; where another unit takes that cell, the cell has the objective's color."""
    plain = board()
    token, other = (token_of(unit(f"{name} 4-3-7 armor 0101", 0)[0], "german") for name in ("A1", "B1"))
    here, beside = plain.hex("0501"), plain.hex("0502")
    wide = Overview(plain, 40, columns=200).rows(OnBoard({here: token}, [here]))
    assert "t43$" in text(wide)[0]
    narrow = Overview(plain, 5).rows(OnBoard({here: token, beside: other}, [here]))
    assert [(char, role.partition("@")[0]) for char, role in narrow[0][8:10]] == [
        ("t", "far_german"),
        ("t", "far_objective"),
    ]


def test_units_stand_over_everything_and_two_in_a_cell_beside_each_other():
    plain = board()
    token = token_of(unit("A1 4-4-7 armor 0101", 0)[0], "german")
    other = token_of(unit("B1 4-4-7 0101", 0)[0], "us")
    rows = Overview(plain, 5).rows(OnBoard({plain.hex("0501"): token, plain.hex("0502"): other}))
    assert text(rows)[0][8:10] == "tI"
    assert [role.partition("@")[0] for _, role in rows[0][8:10]] == ["far_german", "far_us"]


def test_lines_objectives_and_bridges_as_they_are():
    plain = board(roads=["0505 0506"], rivers=["0505/0506"])
    pair = plain.hex("0505"), plain.hex("0506")
    seen = OnBoard(
        objectives=[plain.hex("0203")], lines=[(plain.hex("0701"), plain.hex("0702"))], crossings={pair: "blown"}
    )
    rows = text(Overview(plain, 20).rows(seen))
    assert "$" in rows[2]
    assert rows[0].rstrip().endswith("++")
    assert "~x" in rows[4]
    assert "~H" in text(Overview(plain, 20).rows(OnBoard()))[4]


@pytest.mark.parametrize(
    ("lines", "battle"),
    sample([*product((12, 22, 40), BATTLES)], [*zip((12, 22, 40, 22), BATTLES, strict=True)]),
)
def test_every_board_fits_and_shows_whole_names(battle, lines):
    plain = find_board(battle)
    overview = Overview(plain, lines)
    rows = overview.rows(OnBoard())
    assert len(rows) <= lines + 1 if lines > 22 else len(rows) <= lines
    assert {len(row) for row in rows} == {2 * plain.grid.columns}
    names = {place.name for place in plain.places}
    found = "\n".join("".join(c if role.startswith("name") else "\n" for c, role in row) for row in rows)
    written = {word for word in found.split("\n") if word}
    assert written
    assert written <= names
    assert len(written) >= 10


def test_the_window_is_marked_at_its_corners():
    spots = [(4, 2), (10, 2), (10, 8)]
    assert corner_cells(spots, 2, lambda _: "") == {(4, 2): "/", (4, 8): "\\", (11, 2): "\\", (11, 8): "/"}
    taken = {(4, 2), (4, 3), (11, 8), (11, 7), (11, 6)}
    left = {(4, 4): "/", (4, 8): "\\", (11, 2): "\\"}
    assert corner_cells(spots, 2, lambda spot: "T" * (spot in taken)) == left


def playing(app: WestwallApp) -> PlayScreen:
    assert isinstance(app.screen, PlayScreen)
    return app.screen


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), *sample([(72, 22)], [])])
async def test_one_key_shows_the_board_and_brings_back(size, tmp_path):
    session = LocalSession.new(load_scenario("arnhem/historical"), seed=1, folder=tmp_path)
    app = showing(session)
    async with running(app, size) as pilot:
        start = playing(app).cursor
        await pilot.press("W", "right")
        shown = app.screen
        assert isinstance(shown, OverviewScreen)
        assert "Arnhem" in shown.shown_text or size[0] < 80
        *_, legend, keys = shown.shown_text.splitlines()
        assert "Esc back" in keys
        assert "a-z German" in legend
        assert "$ scores" in legend
        await pilot.press("W")
        assert playing(app).cursor == start
        await pilot.press("W", "L", "L", "down", "enter")
        play = playing(app)
        grid = session.game.scenario.board.grid
        assert grid.positions[play.cursor][0] == grid.positions[start][0] + 10
        assert play.map.sees([play.cursor], 0, play.map.size.height)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bastogne/relief", "hurtgen/historical", "remagen/historical", "arnhem/historical"])
async def test_all_signs_are_explained_below_the_board_or_beside_it(name, tmp_path):
    """Each appears once, with the meaning of the slashes; Arnhem's board leaves room for them from 120 columns on."""
    session = LocalSession.new(load_scenario(name), seed=1, folder=tmp_path)
    async with running(showing(session), (120, 40) if "arnhem" in name else (80, 24)) as pilot:
        await pilot.press("W")
        page = pilot.app.screen
        assert isinstance(page, OverviewScreen)
        lines = page.shown_text.splitlines()
        beside = [line[page._overview.width :] for line in lines[:-2]]
        said = "\n".join([lines[-2], *(beside if any(beside) else lines[-3:-2])])
        meanings = page._overview.meanings
        assert len(meanings) > 5
        assert [word for sign, _, word in meanings if said.count(f"{sign} {word}") != 1] == []
        assert "/\\ window" in said


@pytest.mark.slow
@pytest.mark.parametrize(("size", "at_foot"), [((120, 40), True), ((80, 24), False)])
async def test_without_room_for_the_list_the_objectives_are_below_the_board(tmp_path, size, at_foot):
    session = LocalSession.new(load_scenario("bastogne/campaign"), seed=1, folder=tmp_path)
    app = showing(session, glyphs="drawn")
    async with running(app, size) as pilot:
        playing(app).act("overview")
        await pilot.pause()
        page = app.screen
        assert isinstance(page, OverviewScreen)
        *beside, foot, _ = page.shown_text.splitlines()
        assert any("Units" in line for line in beside) != at_foot
        assert bool(re.search(r"\$[AG?] Bastogne", foot)) == at_foot


@pytest.mark.slow
async def test_keys_that_come_before_its_first_paint_count_after_it(tmp_path):
    session = LocalSession.new(load_scenario("bastogne/relief"), seed=1, folder=tmp_path)
    app = showing(session)
    async with running(app) as pilot:
        start = playing(app).cursor
        playing(app).act("overview")
        page = app.screen
        assert isinstance(page, OverviewScreen)
        for key in ("left", "left", "enter"):
            page.post_message(Key(key, None))
        await pilot.pause()
        grid = session.game.scenario.board.grid
        assert grid.positions[playing(app).cursor][0] == grid.positions[start][0] - 2


def test_the_cursor_hides_no_letter_of_a_name():
    """It is beside its hex."""
    plain = replace(board(), places=(Place("Foy", "town", (board().hex("0502"),)),))
    overview = Overview(plain, 9)
    rows = overview.rows(OnBoard())
    y, x = next((y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell[1].startswith("name"))
    under = next(h for h in plain.playable if overview.at(h) in ((x, y), (x - 1, y)))
    over = overview.over(under, [])
    letters = {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell[1].startswith("name")}
    assert over
    assert letters.isdisjoint(over)
    assert overview.over(plain.hex("0909"), [])[overview.at(plain.hex("0909"))] == ("<", "far_cursor")


ZIGZAG = " ".join(f"{c:02}{'04' if c % 2 else '03'}" for c in range(1, 15))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind", "size"),
    paired(BUSY, [Overview, DrawnOverview], [(80, 22), (120, 37), (200, 57)]),
)
def test_objectives_are_named_and_no_name_is_nearer_to_another_towns_sign(name, kind, size):
    """Towns come before villages, of which no two are side by side; no name covers a unit or runs into another."""
    game = in_its_thick(name)
    whole, tokens = game.scenario.board, Counters().of(game)
    overview = kind(whole, size[1], *([DRAWN] if kind is DrawnOverview else []), columns=size[0])
    rows = overview.rows(OnBoard(tokens, Objectives(game).signs()))
    letters = {spot: char for spot, (char, role) in overview._cells.items() if role == "name"}
    lines = ["".join(letters.get((x, y), "\0") for x in range(overview.width)) for y in range(overview.height)]
    shown = {word[0]: (word.start(), y) for y, line in enumerate(lines) for word in re.finditer("[^\0]+", line)}
    places = {place.name: place for place in whole.places if place.kind != "water"}
    goals = {h for place in Objectives(game).places for h in place.hexes}
    assert {each.name for each in places.values() if not goals.isdisjoint(each.hexes)} <= shown.keys()
    towns = {name for name, place in places.items() if place.kind == "town"}
    assert 2 * len(towns & shown.keys()) >= len(towns), towns - shown.keys()
    assert len(shown) > 12
    led = {spot for spot, (_, role) in overview._cells.items() if role == "leader"}
    signs = {
        overview.at(h) for h in overview._shown
        if whole.terrain[h].name in ("TOWN", "CITY") and overview._cells[overview.at(h)][1].startswith("town")
    }  # fmt: skip
    for word, spot in shown.items():
        place = places[word]
        own = {cell for h in place.hexes for cell in overview.sign_of(h)}
        if goals.isdisjoint(place.hexes):
            assert apart(spot, len(word), own) < apart(spot, len(word), signs - own), word
            assert bank_of(whole, place.hexes).issuperset(overview.owners(spot, len(word))), word
            assert {(x, spot[1]) for x in range(spot[0] - 1, spot[0] + len(word) + 1)}.isdisjoint(led)
    for h, token in tokens.items():
        x, y = overview.at(h)
        assert token.letter in "".join(char for char, _ in rows[y][x : x + 2])
    ends = {(x, y) for x, y in letters if (x + 1, y) not in letters}
    assert not {(x + 2, y) for x, y in ends} & letters.keys(), "two names one blank apart would be one"


def test_the_cursor_stands_beside_the_unit_under_it_and_corners_keep_off_names_and_units():
    """The unit has the cursor's color and keeps its letter; between other units only the color marks it."""
    plain = replace(board(), places=(Place("Foy", "town", (board().hex("0502"),)),))
    overview = Overview(plain, 9)
    token = token_of(unit("A1 4-3-7 armor 0101", 0)[0], "us")
    here, window = plain.hex("0504"), [plain.hex("0502"), plain.hex("0505")]
    rows = overview.rows(OnBoard({here: token, window[1]: token}))
    over = overview.over(here, window)
    x, y = overview.at(here)
    assert {spot for spot, cell in over.items() if cell[1] == "far_cursor"} == {(x - 1, y), (x + 1, y)}
    assert over[x - 1, y][0] + over[x + 1, y][0] == "<>"
    for spot, (char, _) in over.items():
        under, role = rows[spot[1]][spot[0]]
        assert char == under or not role.startswith(("name", "far_us")), "a corner stands in a sign"
    corners = {spot: char for spot, (char, role) in over.items() if role == "far_line"}
    assert sorted(char for spot, char in corners.items() if spot[0] == x) == ["/", "\\"], "both stand beside"
    crowd = {(x - 1, y), (x, y), (x + 1, y), (x + 2, y)}
    assert cursor_cells((x, y), 2, (28, 9), [(x, y)], lambda spot: "T" * (spot in crowd)) == {}


@pytest.mark.parametrize("palette", ["16", "night", "paper", "colour-blind", "mono"])
def test_in_a_crowd_the_unit_under_the_cursor_looks_like_no_other(palette):
    """It stays in its line, and its letter stays; two units that share a cell's line look different."""
    plain = board()
    for nation in ("german", "us", "british", "ss"):
        token = token_of(unit("A1 4-3-7 armor 0101", 0)[0], nation)
        overview = Overview(plain, 5)
        rows = overview.rows(OnBoard(dict.fromkeys(plain.playable, token)))
        letters = {style(role, palette) for row in rows for char, role in row if char == token.letter}
        for here in map(plain.hex, ("0501", "0502", "0704")):
            ((spot, (char, role)),) = overview.over(here, []).items()
            assert spot[1] == overview.at(here)[1]
            assert char == token.letter
            assert style(role, palette) not in letters
        assert overview.over(plain.hex("0501"), []) != overview.over(plain.hex("0502"), []), "both in one cell"


def test_without_colors_the_sides_look_different_and_nothing_else_as_they_do():
    """Germans are white, Allies underlined and bold; letters of names are neither."""
    looks = {nation: style(f"far_{nation}@far", "mono") for nation in ("german", "ss", "us", "british")}
    assert {nation for nation, look in looks.items() if look.reverse} == {"german", "ss"}
    assert {nation for nation, look in looks.items() if look.underline and look.bold} == {"us", "british"}
    others = ("name@far", "water_name@far", "far_town@far", "far_road@far", "far_river@far", "far_woods@far")
    assert not set(looks.values()) & {style(role, "mono") for role in others}


WIDTHS = pytest.mark.parametrize("size", sample([(80, 22), (120, 38), (200, 58)], [(80, 22)]))
BOARDS = pytest.mark.parametrize("battle", ["arnhem", "bastogne", "hurtgen", "remagen"])


@BOARDS
@WIDTHS
def test_only_open_hexes_have_no_sign(battle, size):
    """In every line of its own, whatever is beside it."""
    whole = replace(find_board(battle), places=())
    overview = Overview(whole, size[1], columns=size[0])
    rows = overview.rows(OnBoard())
    shared = Counter(spot for h in overview._shown for spot in overview._lines_of(h))
    told: Counter[str] = Counter()
    for h in overview._shown:
        for x, y in (spot for spot in overview._lines_of(h) if shared[spot] == 1):
            cells = [rows[y][x + i] for i in range(overview.across)]
            signs = {char for char, role in cells if role.partition("@")[0] in ("far_woods", "far_broken", "far_rough")}
            wanted = {"WOODS": ":", "BROKEN": "^", "ROUGH": "#"}.get(whole.terrain[h].name, "")
            bare = {char for char, _ in cells} <= {" ", *signs}
            assert signs <= {wanted}
            assert not bare or signs == {wanted} - {""}
            told[wanted] += bare
    assert min(told[":"], told[""]) > 20


@BOARDS
def test_no_main_road_ends_where_another_goes_on(battle):
    whole = find_board(battle)
    main = main_roads(whole)
    grid = whole.grid
    for end in {h for path in main for h in (path.hexes[0], path.hexes[-1])}:
        edge = any(n < 0 or whole.terrain[n].name == "NONE" for n in grid.neighbors[end])
        here, shown = (sum(end in path.hexes for path in paths) for paths in (whole.roads, main))
        assert edge or shown > 1 or here == 1, whole.number(end)
    assert len(main) < len(whole.roads)


@BOARDS
@WIDTHS
def test_every_main_road_is_one_line_of_cells_that_touch(battle, size):
    whole = find_board(battle)
    overview = Overview(whole, size[1], columns=size[0])
    overview._cells = {}
    overview._draw_roads()
    assert {role for _, role in overview._cells.values()} == {"road"}
    left = set(overview._cells)
    pieces = 0
    while left:
        pieces += 1
        edge = {left.pop()}
        while edge:
            edge = {(x + i, y + j) for x, y in edge for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0))} & left
            left -= edge
    met: list[set[int]] = []
    for path in main_roads(whole):
        joined = [group for group in met if not group.isdisjoint(path.hexes)]
        met = [group for group in met if group not in joined] + [set(path.hexes).union(*joined)]
    assert pieces <= len(met)


def test_names_may_stand_right_of_the_board_where_no_list_does():
    """The list needs that many columns beside it."""
    narrow = board("\n".join(["." * 40] * 4))
    assert Overview(narrow, 4, columns=80 + LIST).width == 80
    assert Overview(narrow, 4, columns=79 + LIST).width == 79 + LIST
    assert len(Overview(narrow, 4, columns=90).rows(OnBoard())[0]) == 90
    assert len(DrawnOverview(narrow, 4, DRAWN, columns=90).rows(OnBoard())[0]) == 90
    assert DrawnOverview(narrow, 4, DRAWN).width == 81


def test_a_road_and_the_water_along_it_share_the_cells():
    sides = " ".join(f"{c:02}05/{c:02}06" for c in range(1, 15))
    plain = board("\n".join(["." * 14] * 9), rivers=[sides], roads=[" ".join(f"{c:02}05" for c in range(1, 15))])
    line = next(line for line in text(Overview(plain, 9).rows(OnBoard())) if "=" in line)
    assert set(line[::2]) == {"="}
    assert set(line[1::2]) == {"~"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Overview, DrawnOverview])
def test_no_name_covers_a_bridge_that_is_not_as_printed(kind):
    """A blown one is white on red, or reversed."""
    whole = find_board("arnhem")
    wide = int(Hexside.BRIDGE), int(Hexside.RIVER | Hexside.CANAL)
    pairs = {
        (h, n)
        for h in whole.playable
        for n, side in zip(whole.grid.neighbors[h], whole.sides[h], strict=True)
        if h < n and all(side & flag for flag in wide)
    }
    overview = kind(whole, 22, *([DRAWN] if kind is DrawnOverview else []), columns=80)
    overview.rows(OnBoard(crossings=dict.fromkeys(pairs, "blown")))
    at = {overview._hexside_cells(a, whole.grid.direction(a, b))[-1] for a, b in pairs}
    assert len(at) > 15
    assert {overview._cells[spot] for spot in at} == {("x", "blown")}
    assert style("far_blown@far", "mono").reverse
    assert str(style("far_blown@far", "16")) == "bold white on red"


@pytest.mark.parametrize("kind", [Miniature, DrawnMiniature])
def test_the_smallest_overview_names_places_without_lines(kind):
    """A line would lead to a name on the other bank of a river."""
    game = Game(load_scenario("arnhem/free"), seed=1)
    small = kind(game.scenario.board, 12, *([DRAWN] if kind is DrawnMiniature else []))
    objectives = [h for place in queries.objectives(game) for h in place.hexes]
    lines = text(small.rows(OnBoard(Counters().of(game), objectives)))
    assert "leader" not in {role for _, role in small._cells.values()}
    for name in ("Arnhem", "Lent"):
        (place,) = [each for each in game.scenario.board.places if each.name == name]
        ((x, y),) = [(line.index(name), y) for y, line in enumerate(lines) if name in line]
        assert apart((x, y), len(name), map(small.at, place.hexes)) <= 4


def test_rivers_are_named_on_their_bands_and_cover_no_town():
    """Once, and once more where the first is far away."""
    sides = " ".join(f"{c:02}05/{c:02}06" for c in range(1, 15))
    plain = board("\n".join(["." * 14] * 4 + ["......o......."] + ["." * 14] * 4), rivers=[sides])
    plain = replace(plain, rivers=(Hexsides("Maas", plain.rivers[0].pairs),))
    lines = text(Overview(plain, 9).rows(OnBoard()))
    assert sum("Maas" in line for line in lines) == 1
    assert sum(line.count("o") for line in lines) == 1


@pytest.mark.slow
async def test_the_list_beside_the_board_names_units_and_places(tmp_path):
    """At 80 columns Bastogne's board leaves room; Arnhem's leaves none."""
    for name, beside in (("bastogne/relief", True), ("arnhem/historical", False)):
        session = LocalSession.new(load_scenario(name), seed=1, folder=tmp_path)
        async with running(showing(session)) as pilot:
            await pilot.press("W")
            assert isinstance(pilot.app.screen, OverviewScreen)
            assert ("Units  " in pilot.app.screen.shown_text) is beside


@pytest.mark.parametrize("palette", ["night", "paper", "colour-blind"])
def test_beyond_the_board_no_cell_shows_the_ground_of_the_terminal(palette):
    """The terminal's ground may be white at night. The same holds for the map and the overview."""
    field = board()
    lines = [*(Picture(field, MIDDLE).line(y) for y in range(Picture(field, MIDDLE).height))]
    lines += Overview(field, 20, columns=60).rows(OnBoard())
    assert all(style(role, palette).bgcolor is not None for line in lines for _, role in line)
