"""The sizes of panel and log, which give way to the board, and the places of boxes."""

from typing import Any

import pytest
from textual.geometry import Size

from tests.drawn import FIELD, board, drawn
from tests.pilot import running, showing
from tests.screens.record import Scene, position
from tests.ui.desk import BareDesk
from tests.ui.looks import screen_of
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.learn.progress import keep_step
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.around.layout import (
    AROUND,
    DETAILED,
    DOCKED,
    FRAME,
    NARROW,
    UNIT_AND_HEX,
    WIDE,
    Boxes,
    Measures,
    hex_size,
    measures,
)
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SMALL
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.starts import LessonStart
from westwall_tui.words.rows import row, shortened

BOARDS = ("arnhem/free", "bastogne/campaign", "hurtgen/free", "remagen/historical")


def picture_of(name):
    picture = Picture(load_scenario(name).board, MIDDLE)
    return Size(picture.width, picture.height)


def test_80x24_keeps_its_layout():
    assert measures(Size(80, 24), picture_of("arnhem/free")) == (NARROW, 2, 1)


@pytest.mark.parametrize("name", BOARDS)
def test_at_200x60_all_columns_of_a_board_are_beside_a_detailed_panel(name):
    board = picture_of(name)
    found = measures(Size(200, 60), board)
    assert found.panel == 200 - board.width
    assert found.shows_details


@pytest.mark.parametrize("name", BOARDS)
def test_the_whole_board_is_shown_once_its_lines_and_the_frame_fit(name):
    board = picture_of(name)
    height = max(60, board.height + AROUND + 1)
    found = measures(Size(200, height), board)
    assert 200 - found.panel >= board.width
    assert height - AROUND - found.log >= board.height


def test_the_panel_shrinks_if_the_whole_board_then_fits():
    board = Size(117, 63)
    assert measures(Size(150, 70), board) == (33, 4, 1)
    assert measures(Size(150, 60), board).panel == WIDE, "rows are missing anyway"
    assert measures(Size(140, 70), board).panel == WIDE, "too narrow even for the narrow panel"
    assert measures(Size(120, 40), board).panel == WIDE >= DETAILED


def frame_of(box):
    return box.region.x, box.region.width, box.region.right


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "wide", "narrow"),
    [
        ((80, 24), (0, 80, 80), (0, 53, 53)),
        ((72, 22), (0, 72, 72), (0, 45, 45)),
        ((100, 30), (0, 100, 100), (0, 53, 53)),
    ],
)
async def test_a_box_covers_the_screen_or_the_map_to_the_edge(size, wide, narrow):
    """Otherwise a part of the panel would be visible beside the box."""
    async with running(showing(load_scenario("bastogne/spearhead"), handover="never"), size) as pilot:
        for key, expected in (("help", wide), ("concede", narrow)):
            pilot.screen.act(key)
            await pilot.pause()
            box = pilot.screen.map.box
            assert box is not None
            assert frame_of(box) == expected
            assert all(len(line) == box.region.width for line in box.lines)
            await pilot.press("escape")


@pytest.mark.slow
async def test_on_a_wide_screen_a_box_replaces_the_panel():
    app = showing(position(Scene("play", game="spearhead-greedy", turn=2)), handover="never")
    async with running(app, (120, 40)) as pilot:
        screen_of(app).act("concede")
        await pilot.pause()
        box = screen_of(app).map.box
        assert box is not None
        assert frame_of(box) == (78, 42, 120), "as wide as the panel"
        lists = next(y for y, line in enumerate(screen_of(app).panel.text.splitlines()) if line.startswith("| ---"))
        assert box.region.y >= 1 + UNIT_AND_HEX, "so does what the panel tells"
        assert box.region.bottom <= 1 + lists, "the panel's lists stay in sight"
        screen_of(app).play.close()
        screen_of(app).act("help")
        await pilot.pause()
        box = screen_of(app).map.box
        assert box is not None
        assert frame_of(box) == (66, 54, 120)
        assert (box.region.y, box.region.height) == (1, screen_of(app).map.size.height), "a wider one covers them"


@pytest.mark.slow
async def test_on_a_very_wide_screen_it_covers_the_whole_panel():
    """A part of the panel's lists was visible left of the box."""
    app = showing(load_scenario("bastogne/spearhead"), handover="never")
    async with running(app, (200, 60)) as pilot:
        screen = screen_of(app)
        screen.act("concede")
        await pilot.pause()
        box = screen.map.box
        assert box is not None
        assert box.region.x <= screen.panel.region.x
        assert box.region.right == 200
        assert box.region.x >= screen.map.region.right - 54, "and of the map no more than it must"


@pytest.mark.slow
@pytest.mark.parametrize(("glyphs", "corner"), [("ascii", "+"), ("unicode", "\u250c")])
async def test_the_frame_has_the_characters_of_the_map(glyphs, corner, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    async with running(showing(load_scenario("bastogne/spearhead"), handover="never", glyphs=glyphs)) as pilot:
        pilot.screen.act("concede")
        await pilot.pause()
        box = pilot.screen.map.box
        assert box is not None
        assert box.lines[0][0][0] == corner


@pytest.mark.slow
async def test_a_short_box_is_below_the_texts_of_the_panel():
    """An example without lists below it is a lesson's question."""
    app = WestwallApp(LessonStart(find_lesson("05-ways-out")), settings=Settings(handover="never"))
    async with running(app, (120, 40)) as pilot:
        await pilot.press("space")
        screen = screen_of(app)
        box = screen.map.box
        assert box is not None
        assert box.region.height == 5
        told = [
            line for line in screen.panel.text.splitlines()[: box.region.y - screen.panel.region.y] if line[1:].strip()
        ]
        assert any("0403 Town" in line for line in told)
        assert box.region.bottom < screen.panel.region.bottom


def test_a_small_board_is_large_on_a_screen_that_has_room_for_it():
    """Lessons have it, but not small hexes by choice, 80 columns, or a battle."""
    small = board(FIELD)
    assert hex_size(Size(120, 50), small, "middle", 4) is LARGE
    assert hex_size(Size(80, 24), small, "middle", 4) is MIDDLE
    assert hex_size(Size(120, 30), small, "middle", 4) is MIDDLE
    assert hex_size(Size(120, 50), small, "small", 4) is SMALL
    assert hex_size(Size(200, 60), load_scenario("bastogne/spearhead").board, "middle") is MIDDLE
    found = Picture(small, LARGE)
    assert found.width <= 120 - WIDE
    assert found.height <= 50 - AROUND - 3 - 4


@pytest.mark.slow
@pytest.mark.parametrize("width", [110, 120, 140])
async def test_a_fight_at_the_right_edge_of_the_board_is_seen_beside_its_box(width):
    """The map moves left from under a box in place of the panel, if necessary beyond the edge of the board."""
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=7)
    for order in EAST:
        session.apply(order)
    app = showing(session, handover="never", glyphs="unicode")
    async with running(app, (width, 40)) as pilot:
        screen = screen_of(app)
        screen.play.move_cursor(session.game.scenario.board.hex("2614"))
        screen.draw()
        await pilot.press("enter")
        shown = screen.map
        box = shown.box.region
        for h in screen.play.dialog.hexes():
            x, _, across, _ = shown.picture.box(h)
            left = x - shown.left
            assert left >= 0, "in the window"
            assert left + across <= shown.size.width
            assert left >= box.right or left + across <= box.x, "beside the box"


EAST = (
    *("deploy 52 2614", "deploy 2 2611", "deploy 811 2414", "deploy 73 1814", "deploy 58 2015", "deploy 20 1616"),
    *("deploy 3 1515", "deploy 90 1317", "deploy 420 1416", "done", "enter 1/3 2913 2813 2714"),
    *("enter 2/3 2913 2813 2814 2815 2716 2615", "enter 1/304 2913 2813 2713 2613", "enter 2/304 2913 2813 2814 2715"),
    *("enter 1/902 2913 2813 2814 2815 2716 2616 2517 2516 2515", "enter 2/902 2913 2813 2713", "enter 2R 2913 2813"),
    "done",
)
"""A battalion is attacked from the hexes around it, three columns from the edge of the board."""


@pytest.mark.slow
async def test_a_fight_at_the_foot_of_a_small_board_is_seen_above_its_box():
    """At 80x24 the box of a lesson covered the units that fought, and the map could not move up."""
    keep_step("06-who-must-fight", 6)
    async with running(WestwallApp(LessonStart(find_lesson("6")))) as pilot:
        screen = pilot.screen
        before = screen.map.left, screen.map.top
        await pilot.press("enter")
        shown, dialog = screen.map, screen.play.dialog
        assert {shown.board.number(h) for h in dialog.hexes()} >= {"0205", "0206"}
        last = shown.box.region.y - screen.head
        assert shown.sees(dialog.hexes()[:1], 0, last)
        assert shown.sees([shown.board.hex("0206")], 0, last)
        await pilot.press("escape")
        assert shown.box is None
        assert (shown.left, shown.top) == before, "nothing beyond the board stays in sight"


def test_what_is_at_stake_never_breaks_the_corner_of_a_box():
    """`then no unit must figh` overwrote the corner, beside a long title."""
    view = MapView(load_scenario("bastogne/spearhead").board)
    desk = BareDesk(drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0101"]))
    for title in ("Result at 1614, near Luzery", "Result at 1614, near a place with a very long name indeed"):
        dialog: Any = Dialog(desk)
        dialog.title, dialog.stake = title, lambda room: "then no other unit has to fight"
        lines = Boxes(view)._lines_in_frame(dialog, [], 49)
        assert {len(line) for line in lines} == {49}
        assert "".join(char for char, _ in lines[0]).endswith("-+")


@pytest.mark.parametrize(("columns", "wide"), [(38, False), (39, True)])
def test_a_box_is_as_wide_as_the_panel_unless_a_row_would_be_cut(columns, wide):
    """A wider box is as high as the map, or a piece of the panel would be left above it."""
    desk = BareDesk(drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0101"]))
    dialog: Any = Dialog(desk)
    dialog.narrow, dialog.rows = True, lambda width: [shortened(row("x" * columns), width)]
    region = Boxes(MapView(desk.game.scenario.board)).box(dialog, Size(120, 40), Measures(WIDE, 3)).region
    assert region.width == (DOCKED if wide else WIDE)
    assert region.right == 120
    assert (region.y, region.height) == ((1, 34) if wide else (1 + UNIT_AND_HEX + FRAME, 1 + FRAME))
