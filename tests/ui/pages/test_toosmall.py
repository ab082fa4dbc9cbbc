"""Terminals that are too small: one sentence says so, and what was shown comes back when they have grown."""

import re

import pytest

from tests.drawn import scenario
from tests.ui.desk import BareDesk, text_of
from tests.ui.looks import screen_of
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.session import LocalSession
from westwall_tui.files.settings import Settings
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.help import HelpDialog, LegendDialog
from westwall_tui.ui.map.signs import ASCII, TABLE
from westwall_tui.ui.pages.toosmall import TooSmallScreen
from westwall_tui.ui.screens.play import PlayScreen
from westwall_tui.ui.screens.title import TitleScreen
from westwall_tui.ui.terminal.abilities import LIKES, NEEDS


def playing():
    start = scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"], red=["X 3-3-7 0508"])
    return WestwallApp(LocalSession.new(start, seed=1), Settings(handover=False))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (71, 22), (72, 21), (40, 12), (30, 8)])
async def test_one_sentence_says_what_is_needed_and_what_there_is(size):
    app = playing()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        said = " ".join(app.screen.shown_text.split())
        assert said.startswith("westwall needs 80x24 characters, or 72x22 at least;")
        assert f"this terminal has {size[0]}x{size[1]}." in said


@pytest.mark.slow
@pytest.mark.parametrize("size", [NEEDS, (80, 23), LIKES, (72, 60), (200, 22)])
async def test_larger_terminals_show_the_game(size):
    app = playing()
    async with app.run_test(size=tuple(size)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.panel.text


@pytest.mark.slow
async def test_the_game_comes_back_by_itself_with_its_open_box_and_no_key_reaches_it_meanwhile():
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = screen_of(app)
        await pilot.press("down", "i")
        await pilot.pause()
        dialog, cursor, orders = screen.play.dialog, screen.cursor, list(screen.play.game.log)
        assert dialog is not None
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert isinstance(app.screen_stack[-1], TooSmallScreen)
        await pilot.press("escape", "enter", "E", "down")
        await pilot.resize_terminal(62, 21)
        await pilot.pause()
        assert "62x21" in app.screen_stack[-1].shown_text
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert app.screen is screen
        assert (screen.play.dialog, screen.cursor, list(screen.play.game.log)) == (dialog, cursor, orders)
        assert screen.map.size.height == 30 - 5
        assert screen.map.box is not None


@pytest.mark.slow
async def test_the_title_too():
    app = WestwallApp(settings=Settings())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        await pilot.resize_terminal(*NEEDS)
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert "> Learn" in app.screen.shown_text


@pytest.mark.parametrize("box", ["legend", "help"])
def test_boxes_of_text_scroll_where_they_are_too_tall(box):
    """At 72x22 they have 18 rows of 68 characters; every row can be read, and the keys stay in sight."""
    desk = BareDesk(Game(load_scenario("remagen/historical"), seed=1))
    dialog = LegendDialog(desk, ASCII) if box == "legend" else HelpDialog(desk, desk.mode.about)
    desk.open(dialog)
    rows = dialog.rows(68)
    assert len(rows) > 18
    assert max(len(line) for line in text_of(rows).splitlines()) <= 68
    seen = []
    for _ in range(len(rows)):
        shown = dialog.within(rows, 18, 68)
        assert len(shown) == 18
        seen += [re.sub(r" +[v^] \d+ more$", "", line) for line in text_of(shown).splitlines()]
        assert dialog.act("down")
        more = len(rows) - 18 - len(seen) // 18 + 1
        assert more <= 0 or f"v {more} more" in text_of(shown[-1:])
    assert {line for line in text_of(rows).splitlines() if len(line) < 55} <= set(seen)
    assert dialog.act("page_up")
    assert text_of(dialog.within(rows, 60, 68)) == text_of(rows)


def test_the_legend_has_every_sign_in_three_columns_too():
    shown = text_of(LegendDialog(BareDesk(Game(load_scenario("arnhem/free"), seed=1)), ASCII).rows(68))
    assert all(sign.meaning in shown for sign in TABLE)
