"""Examples of play: on the screen step by step, from the rules and from the title; and printed."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.every import every
from tests.examples import walk
from tests.long import sample
from tests.pilot import running
from westwall_tui.files.players.settings import Settings
from westwall_tui.learn.example_list import ListedExample, all_examples
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.around.example import StageView, as_text, printed_examples
from westwall_tui.ui.around.layout import NARROW
from westwall_tui.ui.around.sidepanel import MARGIN
from westwall_tui.ui.pages.catalog import keys_rows
from westwall_tui.ui.pages.rules import ReadingScreen, RulesScreen, rules_anchors, rules_rows
from westwall_tui.ui.screens.boards.example import ExampleScreen, show_example
from westwall_tui.ui.screens.learn.lessons import examples_menu
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.words.keymap import Keymap

NAMES = [each.name for each in all_examples()]
ROOT = Path(__file__).parents[4]


def of(name):
    return next(each for each in all_examples() if each.name == name)


def text_of(rows):
    return ["".join(span.text for span in row) for row in rows]


def top(app: Any) -> Any:
    """Return the top screen."""
    return app.screen


async def opened(pilot, name) -> Any:
    """Return the top screen, untyped because keys change what it holds."""
    show_example(pilot.app, of(name))
    await pilot.pause()
    return pilot.app.screen


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_space_goes_on_backspace_goes_back_and_escape_returns():
    app: Any = WestwallApp(None, Settings())
    async with running(app) as pilot:
        screen = await opened(pilot, "standard/7.7-retreat")
        words = []
        for _ in range(6):
            words.append(" ".join(screen.words.text.split()))
            await pilot.press("space")
        assert words == [step.say for step in walk("standard/7.7-retreat").example.steps]
        assert screen.at == 6
        assert "Space" not in screen.key_bar.text
        for key in ("backspace", "left_square_bracket", "backspace"):
            await pilot.press(key)
        assert screen.at == 3
        assert "3 of 6" in screen.bar.text
        await pilot.press("E")
        assert screen.prompt_line.text.startswith(" E works only in a game.")
        await pilot.press("escape")
        assert isinstance(top(app), TitleScreen)


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_a_combat_shows_its_dice_and_a_refusal_its_case():
    app: Any = WestwallApp(None, Settings())
    async with running(app) as pilot:
        screen = await opened(pilot, "standard/7.7-retreat")
        assert "10 - 4 = +6, Clear 0404" in screen.panel.text
        assert "[D2]" in screen.panel.text
        await pilot.press("space")
        assert "Refused, 7.71:" in screen.panel.text
        marked = {screen.map.board.number(h) for h, (mark, _) in screen.map._marks.items() if mark == "*"}
        assert marked == {"0504"}
        assert screen.map.board.number(screen.cursor) == "0504"
        await pilot.press("up")
        assert screen.map.board.number(screen.cursor) == "0503"
        assert "0503 Clear" in screen.panel.text


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_e_on_the_page_of_the_rules_opens_the_example_of_the_section():
    app: Any = WestwallApp(None, Settings())
    async with running(app) as pilot:
        page = ReadingScreen("arnhem", "12.11")
        app.push_screen(page)
        await pilot.pause()
        assert "e example of 12.0" in page.shown_text
        await pilot.press("e")
        assert isinstance(top(app), ExampleScreen)
        assert "Example 12.0  1 of 6" in app.screen.bar.text
        await pilot.press("R")
        assert isinstance(top(app), ReadingScreen)
        assert "12.0 Bridges that may be blown" in app.screen.shown_text
        await pilot.press("escape", "escape")
        assert app.screen is page
        await pilot.press("8", ".", "3", "enter")
        assert "e example of 8.3" in page.shown_text


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_a_wide_screen_shows_the_rules_in_two_columns():
    """The case that was looked up comes first."""
    app: Any = WestwallApp(None, Settings())
    async with running(app, (110, 40)) as pilot:
        page: Any = ReadingScreen("arnhem", "7.2")
        app.push_screen(page)
        await pilot.pause()
        width = (110 - 4) // 2
        rows, at = text_of(rules_rows("arnhem", width)), rules_anchors("arnhem", width)["7.2"]
        lines = page.shown_text.splitlines()[1:-2]
        left, right = ([line[x : x + width].rstrip() for line in lines] for x in (1, 1 + width + 2))
        seen = [*left[1:], *right[:-1]]  # the first and the last line say how much is hidden
        assert left[0].startswith(rows[at])
        assert seen == rows[at + 1 : at + 1 + len(seen)]


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_without_an_example_in_view_the_rules_show_no_key():
    app: Any = WestwallApp(None, Settings())
    async with running(app) as pilot:
        page: Any = ReadingScreen("arnhem", "18.26")
        app.push_screen(page)
        await pilot.pause()
        assert page.example is None
        assert "e example" not in page.shown_text
        await pilot.press("e")
        assert app.screen is page


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_ctrl_e_opens_the_example_of_the_chosen_rule():
    app: Any = WestwallApp(None, Settings())
    async with running(app) as pilot:
        app.push_screen(RulesScreen("remagen", "13.0"))
        await pilot.pause()
        assert isinstance(top(app), RulesScreen)
        last = app.screen.shown_text.splitlines()[-1]
        assert "^E example" in last
        assert last.rstrip() == " type to find  Up Down choose  Enter read  Tab glossary  ^E example    Esc back"
        await pilot.press("ctrl+e")
        assert isinstance(top(app), ExampleScreen)
        await pilot.press("escape")
        assert isinstance(top(app), RulesScreen)
        assert app.screen.typed == "13.0"


@pytest.mark.usefixtures("folders")
async def test_a_term_of_the_glossary_is_shown_with_its_rules_and_their_example():
    async with running(WestwallApp(), (120, 40)) as pilot:
        pilot.app.push_screen(RulesScreen())
        await pilot.press("tab", *"advance")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        shown = [line.rpartition("| ")[2] for line in pilot.app.screen.shown_text.splitlines()]
        assert any(line.startswith("7.92     A victorious unit may stop") for line in shown)
        assert any(line.startswith("^E example: Along the Path of Retreat") for line in shown)
        assert any("3-3" in line for line in shown), "a counter on the board of the example"


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
async def test_learn_on_the_title_lists_them():
    app: Any = WestwallApp(None, Settings())
    async with running(app) as pilot:
        title: Any = app.screen
        assert isinstance(top(app), TitleScreen)
        title._open_lessons()
        await pilot.press("up", "enter")
        assert "Examples of play, section by section" in title.shown_text
        await pilot.press("down", "enter")
        assert isinstance(top(app), ExampleScreen)
        assert app.screen.walk.example.sections == ("3.0",)
        await pilot.press("q")
        assert app.screen is title


def test_the_list_has_all_of_them():
    shown: list[ListedExample] = []
    items = examples_menu(shown.append).items()
    assert len(items) == len(NAMES)
    assert items[0].enter is not None
    items[0].enter()
    assert [each.name for each in shown] == ["standard/2.0-counters"]
    assert all(len(item.label) <= 74 for item in items)


@pytest.mark.slow
@every("name", NAMES)
def test_every_step_has_room_in_the_panel_at_80x24(name):
    """The effects and the named units leave one row for the ground under the cursor."""
    width, room = NARROW - MARGIN, 24 - 6 - 2
    for at in range(1, len(walk(name)) + 1):
        view = StageView(walk(name).stage(at))
        happened, units = text_of(view.rows(width)), text_of(view.unit_rows(width))
        named = [unit for unit in view.stage.units if view.stage.game.state.location[unit] >= 0]
        assert len(happened) + bool(happened) + len(named) <= room, (at, happened)
        assert all(len(line.rstrip()) <= width for line in happened + units)


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(("glyphs", "theme"), [("ascii", "mono"), ("unicode", "night"), ("drawn", "")])
async def test_examples_fit_80x24_in_every_style(glyphs, theme):
    app: Any = WestwallApp(None, Settings(glyphs=glyphs, theme=theme))
    async with running(app) as pilot:
        for each in all_examples()[:: sample(1, 16) if glyphs == "ascii" else sample(4, 24)]:
            screen = await opened(pilot, each.name)
            for at in range(1, len(screen.walk) + 1):
                assert screen.at == at
                rows = [screen.map.line_cells(y) for y in range(screen.map.size.height)]
                if glyphs == "ascii":
                    assert all(char.isascii() for line in rows for char, _ in line)
                    assert screen.panel.text.isascii()
                assert {*screen.stage.hexes} <= {*screen.map.in_sight}, (each.name, at)
                assert len(screen.words.text.splitlines()) <= 3
                await pilot.press("space")
            await pilot.press("escape")


def test_the_list_of_keys_has_the_keys_of_examples():
    told = "\n".join(text_of(keys_rows(78, Keymap())))
    assert "In an example of play" in told
    assert re.search(r"Space\s+one step on", told)


# -- printed


def test_a_printed_example_has_every_step_with_board_words_and_dice():
    text = as_text(walk("standard/7.7-retreat").example)
    assert text.startswith("7.7 Which way to retreat\n=====")
    assert text.count("     01  02  03  04  05  06  07  08\n") == 12
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 79
    words = " ".join(text.split())
    for at, step in enumerate(walk("standard/7.7-retreat").example.steps, 1):
        assert f"{at}. {step.say}" in words
    assert "D3  D2 [D2] D2  D2  Br" in text
    assert "Refused, 7.71:" in text
    assert "PAR 1/506  2-4-7          0404" in text


def test_a_printed_example_draws_the_board():
    text = as_text(walk("standard/5.2-terrain").example)
    first = text.split("\n1. ")[0].splitlines()
    assert "03 /%%%\\   /%%%\\   / ==*4-3/   \\   /" in first[8]
    assert "\\   /%%%\\   /   \\ |@(   \\   /   \\ 03" in first[9]
    assert "Chaumont" in "".join(first)


@pytest.mark.slow
@every("name", NAMES)
def test_all_examples_are_printed_in_80_columns(name):
    text = as_text(walk(name).example)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 79


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["7.43"], "7.4 Stream and town\n"),
        (["night"], "13.0 At night\n"),
        (["12.12", "--battle", "arnhem"], "12.0 Now or never\n"),
        ([], "Standard Rules\n  2.0        Reading a counter\n"),
        (["xyzzy"], "There is no example for 'xyzzy'; westwall rules --example lists all examples\n"),
    ],
)
def test_the_command_prints_examples(words, told, command):
    assert command("rules", *words, "--example").out.startswith(told)


@pytest.mark.slow
def test_a_section_with_parts_prints_all_of_its_examples():
    text = printed_examples("7")
    heads = [line for line in text.splitlines() if re.match(r"7\.\d(, 7\.\d)? [A-Z]", line)]
    assert len(heads) == 8
    assert printed_examples("12.0", "hurtgen").startswith("12.0, 14.0 The 116th must go\n")


@pytest.mark.slow
def test_printing_needs_no_terminal_and_the_title_loads_no_example():
    code = (
        "import sys; from westwall_tui.cli import main; main(['rules', '7.4', '--example']); "
        "print(sorted({'textual', 'rich'} & {name.partition('.')[0] for name in sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.endswith("[]\n")
    code = (
        "import sys, westwall_tui.ui.app, westwall_tui.ui.screens.title.screen, westwall_tui.ui.screens.play.screen; "
        "print([name for name in sys.modules if 'example' in name or name.endswith('learn.script')])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
