"""The mouse, off unless the settings turn it on: clicks move the cursor and press Enter, the wheel scrolls."""

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from tests.pilot import running, showing
from tests.ui.test_play import field
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui import app as app_module
from westwall_tui.ui.app import WestwallApp, wants_mouse
from westwall_tui.ui.boxes.search import GotoDialog, MessagesDialog
from westwall_tui.ui.decisions.attack import AttackDialog
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.map.geometry import SIZES
from westwall_tui.ui.screens.menus import option_items
from westwall_tui.ui.starts import TitleStart
from westwall_tui.ui.terminal.page import PageScreen

SSH = {"SSH_CONNECTION": "10.0.0.1 5555 10.0.0.2 22"}


def on_the_map(screen, number):
    """Return a cell of the screen inside a hex."""
    view = screen.map
    x, y, *_ = view.picture.box(screen.play.game.scenario.board.hex(number))
    return view.region.x + x - view.left + 2, view.region.y + y - view.top


def here(screen):
    return screen.play.game.state.number(screen.cursor)


# -- the setting


@pytest.mark.parametrize(
    ("setting", "environment", "wanted"),
    [
        ("off", {}, False),
        ("off", SSH, False),
        ("local", {}, True),
        ("local", SSH, False),
        ("always", {}, True),
        ("always", SSH, True),
    ],
)
def test_the_mouse_is_off_by_default_and_needs_another_setting_over_ssh(setting, environment, wanted):
    assert wants_mouse(setting, environment) is wanted
    assert Settings().mouse == "off"


@pytest.mark.parametrize(("setting", "wanted"), [("off", False), ("always", True)])
def test_the_terminal_reports_the_mouse_only_if_it_is_on(setting, wanted, folders, monkeypatch):
    """Without it, not one byte differs from a program without mouse support: Textual does not ask for it."""
    (folders / "config").mkdir()
    (folders / "config" / "settings.toml").write_text(f'format = 1\nkind = "settings"\nmouse = "{setting}"\n')
    asked = []
    monkeypatch.setattr(WestwallApp, "run", lambda self, mouse, loop: asked.append(mouse))
    assert app_module.run(TitleStart()) == 0
    assert asked == [wanted]


def test_the_options_turn_the_mouse_on():
    changed: list[Settings] = []
    item = next(item for item in option_items(Settings(), changed.append, lambda: None) if "Mouse" in item.label)
    assert item.value == "off"
    assert item.turn is not None
    item.turn(1)
    assert changed == [Settings(mouse="local")]


# -- on the map


@pytest.mark.slow
async def test_a_click_is_the_cursor_and_a_second_one_enter():
    async with running(field()) as pilot:
        screen = pilot.screen
        await pilot.click(offset=on_the_map(screen, "0303"))
        assert here(screen) == "0303"
        assert isinstance(screen.play.mode, MovementMode)
        assert screen.play.mode.selected_unit() < 0
        await pilot.click(offset=on_the_map(screen, "0303"))
        assert screen.play.game.state.units[screen.play.mode.selected_unit()].id == "A2"
        await pilot.click(offset=on_the_map(screen, "0304"))
        await pilot.click(offset=on_the_map(screen, "0304"))
        assert screen.play.game.log == ["move A2 0304"]


@pytest.mark.slow
async def test_a_key_between_two_clicks_keeps_the_second_from_being_enter():
    async with running(field()) as pilot:
        screen = pilot.screen
        await pilot.click(offset=on_the_map(screen, "0303"))
        await pilot.press("down", "up")
        await pilot.click(offset=on_the_map(screen, "0303"))
        assert isinstance(screen.play.mode, MovementMode)
        assert screen.play.mode.selected_unit() < 0
        await pilot.click(offset=on_the_map(screen, "0404"))
        assert here(screen) == "0404"
        assert screen.play.game.log == []


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
async def test_a_click_finds_every_hex_in_sight(size):
    async with running(field()) as pilot:
        view = pilot.screen.map
        view.set_picture(size, view.picture.signs)
        await pilot.pause()
        assert view.in_sight
        for h in view.in_sight:
            x, y, *_ = view.picture.box(h)
            for line, cells in enumerate(size.owned):
                assert {view.hex_at(x - view.left + cell, y - view.top + line) for cell in cells} == {h}
        assert view.hex_at(1000, 1000) == NOWHERE


@pytest.mark.slow
async def test_the_wheel_scrolls_the_map_and_a_step_of_the_cursor_brings_it_back():
    async with running(showing(load_scenario("bastogne/spearhead"), handover="never")) as pilot:
        screen = pilot.screen
        view, cursor = screen.map, screen.cursor
        top, left = view.top, view.left

        def wheel(event, *, shift=False):
            screen.post_message(event(view, 5, 5, 0, 0, 0, shift, False, False, 5, 5))

        wheel(MouseScrollUp)
        await pilot.pause()
        assert (view.top, view.left) == (top - 4, left)
        wheel(MouseScrollDown)
        wheel(MouseScrollDown, shift=True)
        await pilot.pause()
        assert (view.top, view.left) == (top, left + 8)
        for _ in range(40):
            wheel(MouseScrollUp)
        await pilot.pause()
        assert view.top == 0
        assert screen.cursor == cursor
        await pilot.press("down")
        assert view.sees([screen.cursor], 0, view.size.height)


# -- in boxes


def line_of(screen, text):
    """Return a cell of the row of the open box that has some text."""
    box = screen.map.box
    row = next(y for y, line in enumerate(box.lines) if text in "".join(char for char, _ in line))
    return box.region.x + 5, box.region.y + row


@pytest.mark.slow
async def test_a_click_in_a_box_moves_the_bar_and_a_second_one_selects():
    async with running(field(blue=["A1 4-4-7 0505", "A2 5-4-7 0303", "A3 5-4-7 0707"])) as pilot:
        screen = pilot.screen
        await pilot.press("g", "A")
        dialog = screen.play.dialog
        assert isinstance(dialog, GotoDialog)
        await pilot.pause()
        await pilot.click(offset=line_of(screen, "A3"))
        assert screen.play.dialog is dialog
        assert dialog.at == 2
        await pilot.click(offset=(0, 1))
        assert screen.play.dialog is dialog, "a click beside the box does nothing"
        await pilot.click(offset=line_of(screen, "A3"))
        await pilot.click(offset=line_of(screen, "A3"))
        assert screen.play.dialog is None
        assert here(screen) == "0707"


@pytest.mark.slow
async def test_a_second_click_adds_and_drops_units_of_an_attack_and_never_declares_it():
    async with running(field(blue=["A1 4-4-7 0507", "A2 5-4-7 0408"], phase="combat")) as pilot:
        screen = pilot.screen
        screen.play.move_cursor(screen.play.game.scenario.board.hex("0508"))
        await pilot.press("enter")
        dialog = screen.play.dialog
        assert isinstance(dialog, AttackDialog)
        before = set(dialog.chosen)
        at = line_of(screen, "] A2")
        await pilot.click(offset=at)
        assert dialog.chosen == before
        await pilot.click(offset=at)
        assert dialog.chosen == before ^ {screen.play.game.scenario.by_id["a2"]}
        assert screen.play.game.log == []


@pytest.mark.slow
async def test_clicks_and_the_wheel_in_the_messages():
    async with running(field()) as pilot:
        screen = pilot.screen
        await pilot.press("p")
        dialog = screen.play.dialog
        assert isinstance(dialog, MessagesDialog)
        await pilot.click(offset=line_of(screen, dialog.log[0].text[:20]))
        assert dialog.at == 0
        screen.post_message(MouseScrollDown(screen.map, 5, 5, 0, 0, 0, False, False, False, 5, 5))
        await pilot.pause()
        assert dialog.at == min(1, len(dialog.log) - 1)


@pytest.mark.slow
async def test_the_wheel_scrolls_pages():
    async with running(field()) as pilot:
        await pilot.press("R", *"zzz", "enter")
        page = pilot.app.screen
        assert isinstance(page, PageScreen)
        page.post_message(MouseScrollDown(page, 5, 5, 0, 0, 0, False, False, False, 5, 5))
        await pilot.pause()
        assert page.first == 3
