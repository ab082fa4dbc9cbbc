"""The drawn overview: everything that ASCII shows at a glance, in blocks."""

from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest

from tests.drawn import board, unit
from tests.long import paired, sample
from tests.ui.map.drawn.test_bridges import pieces_of
from westwall_tui.engine.board import Hexsides, Place
from westwall_tui.files.scenarios.boards import find_board
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.far import DrawnOverview
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, Drawing
from westwall_tui.ui.map.far.cells import main_roads
from westwall_tui.ui.map.far.overview import OnBoard
from westwall_tui.ui.map.hexes.counters import token_of
from westwall_tui.ui.map.hexes.marks import GAP
from westwall_tui.ui.map.overlays.lines import HELD, LOST
from westwall_tui.ui.terminal.palettes import style

FIELD = "\n".join(["." * 14] * 9)
WATERS = ("rivers", "canals", "streams")
NIGHT = Drawing(SEXTANTS, Colors("night", exact=True))
ROAD = ["0104 0204 0305 0404 0504 0604 0704 0804 0905 1004 1104 1204 1304"]


def named(plain, name):
    """Return the board with its waters named; drawn waters are given by their hexsides."""
    waters = {kind: tuple(Hexsides(name, band.pairs) for band in getattr(plain, kind)) for kind in WATERS}
    return replace(plain, **waters)


def shown(plain, drawing=NIGHT, columns=28, places=False, **what):
    plain = plain if places else named(plain, "")
    return DrawnOverview(plain, 9, drawing, columns=columns).rows(OnBoard(**what))


def letters(rows):
    return ["".join(char if char.isascii() else " " for char, _ in line).rstrip() for line in rows]


def test_everything_that_a_game_shows_looks_different():
    plain = board(FIELD, rivers=["0505/0506"], roads=["0504 0505 0506"])
    h, pair = plain.hex("0504"), tuple(sorted((plain.hex("0505"), plain.hex("0506"))))
    token = token_of(unit("A1 4-3-7 armor 0101", 0)[0], "german")
    each: list[dict[str, Any]] = [
        {},
        {"tokens": {h: token}},
        {"tokens": {h: token._replace(state=".")}},
        {"objectives": [h]},
        {"lines": [(h, plain.hex("0503"))]},
        *({"marks": {h: mark}} for mark in (HELD, GAP, LOST)),
        *({"crossings": {pair: name}} for name in ("blown", "wired", "laid")),
    ]
    looks = [str(shown(plain, **what)) for what in each]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("what", ["fff", "...", "ooo", "^^^"])
def test_printed_lines_and_grounds_look_different(what):
    """Ground, long roads, rivers and canals, on any two boards."""
    ways: list[dict[str, Any]] = [{}, {"roads": ROAD}, {"rivers": ["0505/0506"]}, {"canals": ["0505/0506"]}]
    looks = [str(shown(board(FIELD.replace("...", what, 1), **way))) for way in ways]
    assert len(set(looks)) == len(looks)


def test_towns_and_waters_have_their_names():
    sides = " ".join(f"{c:02}05/{c:02}06" for c in range(1, 15))
    plain = board(FIELD.replace(".", "o", 1), rivers=[sides])
    plain = replace(named(plain, "Maas"), places=(Place("Foy", "town", (plain.hex("0101"),)),))
    rows = letters(shown(plain, places=True))
    assert any("Foy" in line for line in rows)
    assert any("Maas" in line for line in rows)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("blocks", "palette"),
    sample(
        [*product((SEXTANTS, QUADRANTS), ("night", "paper", "colour-blind"))],
        [(SEXTANTS, "night"), (QUADRANTS, "paper")],
    ),
    ids=lambda each: getattr(each, "name", each),
)
def test_the_whole_board_is_in_the_lines_that_there_are(blocks, palette):
    boards, sizes = ("arnhem", "remagen"), ((80, 22), (200, 58))
    for name, (columns, lines) in sample([*product(boards, sizes)], [*zip(boards, sizes, strict=True)]):
        whole = find_board(name)
        overview = DrawnOverview(whole, lines, Drawing(blocks, Colors(palette, exact=False)), columns=columns)
        rows = overview.rows(OnBoard())
        assert len(rows) <= lines
        assert {len(line) for line in rows} == {overview.width}
        assert overview.width <= columns
        assert all(overview.at(h)[1] < len(rows) for h in whole.playable)


def test_the_cursor_keeps_the_letter_under_it_and_the_frame_covers_no_text():
    plain = board(FIELD)
    h = plain.hex("0504")
    token = token_of(unit("A1 4-3-7 armor 0101", 0)[0], "german")
    overview = DrawnOverview(plain, 9, NIGHT, columns=28)
    overview.rows(OnBoard({h: token}))
    over = overview.over(h, [plain.hex("0302"), h, plain.hex("0907")])
    (x, y), frame = overview.at(h), {char for char, _ in over.values()}
    assert over[x, y] == ("t", over[x - 1, y][1]), "in the color of the cursor"
    assert over[x - 1, y][0] + over[x + 1, y][0] == "<>"
    assert frame & set(SEXTANTS.glyphs[1:])
    said = overview.window_meaning
    assert set(said.sign) <= frame, "the line of signs shows the dots of the frame"
    assert style(said.role, "night").color == style(over[x - 1, y][1], "night").bgcolor


@pytest.mark.slow
@pytest.mark.parametrize(
    ("blocks", "size", "name"),
    paired([SEXTANTS, QUADRANTS], [(80, 22), (120, 37)], ["arnhem", "bastogne", "hurtgen", "remagen"]),
    ids=lambda each: getattr(each, "name", str(each)),
)
def test_roads_and_waters_are_lines_without_gaps(name, size, blocks):
    """Flat parts are included: a thin line would fall between two lines of blocks."""
    whole = find_board(name)
    sheet = DrawnOverview(whole, size[1], Drawing(blocks, Colors("night", exact=False)), columns=size[0])._sheet
    roads = [(sheet.center(a), sheet.center(b)) for path in main_roads(whole) for a, b in pairwise(path.hexes)]
    lines = {"road": roads}
    for kind in ("stream", "canal", "river"):
        bands = getattr(whole, f"{kind}s")
        lines[kind] = [sheet.side(a, whole.grid.direction(a, b)) for band in bands for a, b in band.pairs]
    asked = 0
    for what, ends in lines.items():
        for start, end in ends:
            inside = all(0 < x < sheet.width - 2 and 0 < y < sheet.height - 2 for x, y in (start, end))
            found = set(sheet.line(start, end, sheet.half(what))) if inside else set()
            if inside and all(sheet.owner[int(y)][int(x)] >= 0 for x, y in (start, end)):
                asked += 1
                assert len(pieces_of(found)) == 1, f"{what} at {start}"
                across = abs(start[0] - end[0])
                assert len({x for x, _ in found}) >= across - 1, f"{what} at {start}"
    assert asked > 100
