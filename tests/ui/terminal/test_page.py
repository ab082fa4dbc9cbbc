"""Pages to scroll through with the keys of the player's settings, and the message for a terminal that is too small."""

import os
import re
from unittest.mock import patch

import pytest
from textual.events import Paste

from tests.drawn import scenario
from tests.engine.battles.scored import scored
from tests.long import sample
from tests.pilot import running, showing
from tests.ui.desk import BareDesk, text_of
from tests.ui.looks import screen_of
from westwall_tui.engine.game import Game
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.help import HelpDialog, LegendDialog
from westwall_tui.ui.map.signs import ASCII, TABLE
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.terminal.abilities import LIKES, NEEDS
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.words.rows import row

OWN_KEYS = {"up": "f3", "down": "f4", "page_down": "f5", "last": "f6", "back": "f7", "confirm": "f8", "leave": "x"}


def page(**more) -> PageScreen:
    return PageScreen("A hundred rows", lambda width: [row(f"row {i}.") for i in range(100)], **more)


def last_line(app: WestwallApp) -> str:
    assert isinstance(app.screen, PageScreen)
    return app.screen.shown_text.splitlines()[-1].strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "hint", "keys"),
    [
        ({}, "Up Down PgUp PgDn scroll  Esc back", ("down", "k", "j", "pagedown", "space", "b", "end", "escape")),
        (OWN_KEYS, "F3 F4 PgUp F5 scroll  F7 back", ("f4", "f3", "f4", "f5", "space", "b", "f6", "f7")),
    ],
)
async def test_a_page_names_the_keys_that_scroll_it_and_lead_back(own, hint, keys):
    """The eight keys: a line down, up, down; a page down, down, up; the end; back."""
    app = WestwallApp(settings=Settings(keys=own))
    async with running(app, (80, 23)) as pilot:
        shown = page()
        app.push_screen(shown)
        await pilot.pause()
        assert " ".join(last_line(app).split()) == " ".join(hint.split())
        *scroll, back = keys
        seen = []
        for key in scroll:
            await pilot.press(key)
            seen.append(shown.first)
        assert seen == [1, 0, 1, 20, 39, 20, 80]
        await pilot.press(back)
        assert app.screen is not shown


@pytest.mark.slow
async def test_keys_that_are_set_elsewhere_do_nothing_on_a_page():
    app = WestwallApp(settings=Settings(keys=OWN_KEYS))
    async with running(app, (80, 23)) as pilot:
        shown = page()
        app.push_screen(shown)
        await pilot.pause()
        await pilot.press("down", "pagedown", "end", "escape", "enter", "q")
        assert app.screen is shown
        assert shown.first == 0


@pytest.mark.slow
async def test_a_case_that_is_typed_ends_with_the_keys_that_are_set():
    app = WestwallApp(settings=Settings(keys=OWN_KEYS))
    async with running(app, (80, 23)) as pilot:
        shown = page(anchors=lambda width: {"7.11": 40})
        app.push_screen(shown)
        await pilot.pause()
        await pilot.press("7", "full_stop", "1", "backspace", "1")
        assert shown.first == 40
        assert last_line(app).split() == ["F8", "done", "F7", "done"]
        assert "Case 7.1" in shown.shown_text
        await pilot.press("f7")
        assert app.screen is shown, "the first f7 ends the case, the second leaves the page"
        assert last_line(app).endswith("F7 back")
        await pilot.press("f7")
        assert app.screen is not shown


async def test_a_page_is_painted_in_the_palette_of_the_settings():
    with patch.dict(os.environ, {"TERM": "xterm-256color", "COLORTERM": "", "NO_COLOR": ""}):
        async with running(WestwallApp(settings=Settings(theme="paper"))) as pilot:
            shown = page()
            pilot.app.push_screen(shown)
            await pilot.pause()
            assert shown._paper.palette == "paper"


async def test_whole_lines_of_text_stay_whole_where_a_page_goes_on():
    """The head and the line below the text then say so."""
    whole = [f"{i:02} {'x' * 74}." for i in range(100)]
    async with running(WestwallApp(settings=Settings())) as pilot:
        pilot.app.push_screen(shown := PageScreen("A hundred rows", lambda width: [row(line) for line in whole]))
        await pilot.pause()
        await pilot.press("down")
        head, *lines, asked, _ = shown.shown_text.splitlines()
        assert [line.strip() for line in lines] == whole[1:22]
        assert (head.split(), asked.split()) == (["A", "hundred", "rows", "^", "1", "more"], ["v", "78", "more"])
        assert {len(head), len(asked)} == {80}


@pytest.mark.slow
async def test_a_page_says_how_much_there_is_above_and_below_and_is_never_wider_than_it_reads_well():
    app = WestwallApp(settings=Settings())
    asked = []

    def rows(width):
        asked.append(width)
        return [row(f"row {i}.") for i in range(100)]

    async with running(app, (120, 24)) as pilot:
        app.push_screen(shown := PageScreen("A hundred rows", rows))
        await pilot.pause()
        assert set(asked) == {78}
        assert shown.shown_text.splitlines()[-3].endswith("v 79 more")
        await pilot.press("pagedown")
        lines = shown.shown_text.splitlines()
        assert lines[1].endswith("^ 20 more")
        assert lines[-3].endswith("v 59 more")
        await pilot.press("end")
        assert "more" not in shown.shown_text.splitlines()[-3]


@pytest.mark.slow
async def test_on_a_very_wide_screen_a_page_that_goes_on_has_two_columns():
    app = WestwallApp(settings=Settings())
    async with running(app, (200, 24)) as pilot:
        app.push_screen(shown := page())
        await pilot.pause()
        first = shown.shown_text.splitlines()[1]
        assert (first.index("row 0."), first.index("row 21.")) == (1, 81)
        await pilot.press("end")
        assert "row 99." in shown.shown_text


@pytest.mark.slow
async def test_a_page_that_needs_few_columns_has_two_from_110():
    app = WestwallApp(settings=Settings())
    async with running(app, (110, 24)) as pilot:
        rows = [row(f"row {number}.") for number in range(100)]
        app.push_screen(shown := PageScreen("A page", lambda width: rows, least=52))
        await pilot.pause()
        first = shown.shown_text.splitlines()[1]
        assert (first.index("row 0."), first.index("row 21.")) == (1, 56)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["V", *sample(["P", "R"], [])])
async def test_on_a_wide_screen_a_page_leaves_the_map_in_sight(key):
    """Its head and its keys span the whole screen. On a screen of another size the map would not fit and is dropped."""
    app = showing(load_scenario("bastogne/campaign"), handover="never")
    async with running(app, (200, 60)) as pilot:
        screen = screen_of(app)
        seen = [screen.map.line(y).text for y in range(screen.map.size.height)]
        await pilot.press(key)
        lines = [strip.text for strip in app.screen._compositor.render_strips()]
        assert [line[:118].rstrip() for line in lines[1 : 1 + len(seen)]] == [line[:118].rstrip() for line in seen]
        assert {line[119:120] for line in lines[1 : 1 + len(seen)]} == {"|"}
        assert lines[-1].rstrip().endswith("back")
        await pilot.resize_terminal(190, 50)
        await pilot.pause()
        lines = [strip.text for strip in app.screen._compositor.render_strips()]
        assert not any(line[0] in "/\\|" for line in lines if line)


def playing():
    start = scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"], red=["X 3-3-7 0508"])
    return showing(start, handover="never")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (71, 22), (72, 21), (40, 12), (30, 8)])
async def test_one_sentence_says_what_is_needed_and_what_there_is(size):
    app = playing()
    async with running(app, size):
        said = " ".join(" ".join(app.cover).split())
        assert said.startswith("westwall needs 80x24 characters, or 72x22 at least;")
        assert f"this terminal has {size[0]}x{size[1]}." in said


@pytest.mark.slow
@pytest.mark.parametrize("size", [NEEDS, (80, 23), LIKES, (72, 60), (200, 22)])
async def test_larger_terminals_show_the_game(size):
    app = playing()
    async with running(app, tuple(size)):
        assert not app.cover
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.panel.text


@pytest.mark.slow
async def test_the_game_comes_back_by_itself_with_its_open_box_and_no_key_reaches_it_meanwhile():
    app = playing()
    async with running(app) as pilot:
        screen = screen_of(app)
        await pilot.press("down", "i")
        dialog, cursor, orders = screen.play.dialog, screen.cursor, list(screen.play.game.log)
        assert dialog is not None
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert app.is_covered
        await pilot.press("escape", "enter", "E", "down", "ctrl+c")
        app.post_message(Paste("q"))
        await pilot.resize_terminal(62, 21)
        await pilot.pause()
        assert "62x21" in " ".join(app.cover)
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert app.screen is screen
        assert (screen.play.dialog, screen.cursor, list(screen.play.game.log)) == (dialog, cursor, orders)
        assert screen.map.size.height == 30 - 5
        assert screen.map.box is not None


def test_the_help_has_the_special_rules_of_a_scenario():
    game = scored("[special]\nsupport_attacks_only = true\n", blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"])
    desk = BareDesk(game)
    told = text_of(HelpDialog(desk, desk.mode.about).rows(68)).splitlines()
    assert [*map(str.rstrip, told[-3:])] == [
        "",
        "The rules of this battle",
        "- Ground Support may only help an attack.",
    ]
    plain = BareDesk(scored("", blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"]))
    assert "The rules of this battle" not in text_of(HelpDialog(plain, plain.mode.about).rows(68))


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
