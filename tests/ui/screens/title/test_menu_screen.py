"""The painting of a menu: its margin, a long list, and the explanation of the item under the bar."""

from typing import Any

import pytest

from tests.pilot import running
from westwall_tui.files.players.settings import Settings
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.menus import Menu, MenuItem, lines
from westwall_tui.ui.screens.title.menu_screen import MenuScreen

pytestmark = pytest.mark.slow


async def shown(size: tuple[int, int], items: list[MenuItem], at: int = 0) -> list[str]:
    """Return the lines of a screen with a menu of these items."""
    app: Any = WestwallApp(settings=Settings())
    async with running(app, size):
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        screen.menus.append(Menu("A menu", lambda: items, at))
        screen.paint()
        return screen.shown_text.splitlines()


@pytest.mark.parametrize("width", [72, 80, 120, 200])
async def test_a_menus_margin_is_one_blank_at_every_width(width):
    found = await shown((width, 24), [MenuItem("first", info=lines("About the first.")), MenuItem("second")])
    assert found[0].startswith(" A menu")
    assert found[2].startswith(" > first")
    assert found[3].startswith("   second")
    assert found[5].startswith(" About the first."), "below the list, whatever the height"
    assert found[-1].rstrip().endswith("? rules  Esc back")


async def test_a_long_list_says_that_it_goes_on():
    items = [MenuItem(f"item {number}") for number in range(30)]
    found = await shown((80, 24), items)
    listed = [line for line in found if "item" in line]
    assert listed[-1].rstrip().endswith(f"v {30 - len(listed)} more")
    listed = [line for line in await shown((80, 24), items, 29) if "item" in line]
    assert listed[0].rstrip().endswith(f"^ {30 - len(listed)} more")
    assert listed[-1].startswith(" > item 29")


async def test_a_long_item_ends_in_dots():
    found = await shown((80, 24), [MenuItem("long " * 30), MenuItem("short")])
    assert found[2].rstrip().endswith("...")


async def test_a_wide_screen_cuts_no_title_of_a_saved_game():
    title = "2026-11-29 02:20  Remagen: Optimum from order 153, hosted, turn 4, 8 Mar a.m."
    assert any(title in line for line in await shown((120, 40), [MenuItem(title)]))
    long = f"{title} and more columns"
    assert any(long in line for line in await shown((140, 40), [MenuItem(long)]))
