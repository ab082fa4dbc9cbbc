"""Pasted text goes into the open field: its first line, without control characters."""

import pytest
from textual.events import Paste

from tests.pilot import running, showing
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.search import LONGEST, GotoDialog
from westwall_tui.ui.decisions.roll import RollDialog
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.words.rows import first_line

pytestmark = pytest.mark.slow


async def paste(pilot, text):
    pilot.app.post_message(Paste(text))
    await pilot.pause()
    await pilot.pause()


def spearhead():
    return showing(load_scenario("bastogne/spearhead"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("2913", "2913"),
        ("2913\n1317\n", "2913"),
        ("\r\n 2913 \r\nq", "2913"),
        ("29\x1b13\x07", "2913"),
        ("", ""),
        ("\n\n", ""),
    ],
)
def test_the_first_line_without_control_characters(text, line):
    assert first_line(text) == line


async def test_a_hex_is_pasted_into_go_to():
    async with running(spearhead()) as pilot:
        screen = pilot.screen
        await pilot.press("A", "g", "2")
        await paste(pilot, "9\x1b13\nq\n")
        dialog = screen.play.dialog
        assert isinstance(dialog, GotoDialog)
        assert dialog.text == "2913"
        assert screen.map.box is not None
        assert "2913" in "".join(c for line in screen.map.box.lines for c, _ in line)
        await pilot.press("enter")
        assert "2913" in screen.panel.text
        await pilot.press("colon")
        await paste(pilot, "legend")
        await pilot.press("enter")
        assert screen.play.dialog is not None
        assert screen.play.dialog.title == "What the symbols mean"


async def test_without_an_open_field_nothing_is_pasted():
    async with running(spearhead()) as pilot:
        screen = pilot.screen
        log = list(screen.play.game.log)
        await paste(pilot, "A\nq")
        assert screen.play.game.log == log
        assert screen.play.dialog is None


async def test_a_box_without_a_field_takes_nothing():
    async with running(spearhead()) as pilot:
        screen = pilot.screen
        await pilot.press("question_mark")
        await paste(pilot, "q")
        assert screen.play.dialog is not None
        assert pilot.app.screen is screen


async def test_a_long_paste_is_cut():
    async with running(spearhead()) as pilot:
        await pilot.press("g")
        await paste(pilot, "x" * 100_000)
        assert isinstance(pilot.app.screen, PlayScreen)
        dialog = pilot.screen.play.dialog
        assert isinstance(dialog, GotoDialog)
        assert len(dialog.text) <= LONGEST


async def test_a_case_is_pasted_into_the_rules():
    async with running(spearhead()) as pilot:
        await pilot.press("R")
        await paste(pilot, " zoc\n")
        assert "Search: zoc_" in getattr(pilot.app.screen, "shown_text", "")
        await paste(pilot, "nothing of the kind")
        await pilot.press("enter")  # all rules, from the first
        await pilot.pause()
        page = pilot.app.screen
        assert isinstance(page, PageScreen)
        await paste(pilot, "no case")
        assert page.first == 0
        await paste(pilot, " 7.11\n")
        assert page.typed == "7.11"
        assert "7.11 " in page.shown_text.splitlines()[1]


async def test_a_seed_is_pasted_into_a_new_game():
    async with running(WestwallApp(None, Settings())) as pilot:
        title = pilot.app.screen
        assert isinstance(title, TitleScreen)
        await paste(pilot, "17")
        assert len(title.menus) == 1
        title.menus[0].at = next(i for i, item in enumerate(title.menus[0].items()) if item.label == "New game")
        await pilot.press("enter", "enter")
        menu = title.menus[-1]
        menu.at = next(i for i, item in enumerate(menu.items()) if item.label.startswith("Seed"))
        await paste(pilot, "12345\n678")
        assert "12345" in title.shown_text
        assert "678" not in title.shown_text


@pytest.mark.parametrize(("text", "rolled"), [("6", True), ("12", False), ("0", False)])
async def test_7_6_only_a_number_from_1_to_6_is_pasted_as_a_die(text, rolled):
    from tests.drawn import play, scenario

    start = scenario(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    session = LocalSession.new(start, manual=True)
    play(session.game, "attack A > X")
    async with running(showing(session, handover="never")) as pilot:
        assert isinstance(pilot.app.screen, PlayScreen)
        assert isinstance(pilot.screen.play.dialog, RollDialog)
        await paste(pilot, text)
        assert (session.game.prompt.kind != "roll") == rolled
