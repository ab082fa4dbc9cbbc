"""The recipes of docs/architecture.md for a key and a page; `test_trenches` and `test_scout` carry out the others."""

import importlib
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tests.files.example import SCENARIO, load_example, swap
from tests.pilot import running, showing
from tests.ui.looks import prompt_of, screen_of, shown_by
from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import WORDS
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.pages import catalog
from westwall_tui.ui.screens.play import keys
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.words import keymap
from westwall_tui.words.keymap import BOTH, MAP, Key, Keymap
from westwall_tui.words.rows import row

DIG = Key("dig", "0", "dig in", "units", frozenset({"dig"}))
HOLES = Key("holes", "f5", "the units that have dug in", "lists", BOTH)


def holes_screen(game: Game) -> PageScreen:
    """Return the page of the units that have dug in."""
    return PageScreen(
        "Dug in", lambda width: [row(marker.name[:width]) for marker in game.rules.markers(game.state, -1)]
    )


@pytest.fixture
def trenches(monkeypatch):
    """Add the order, its key and a page to the game during a test."""
    registries: Any = (WORDS, RULESETS)
    monkeypatch.setattr(keymap, "KEYS", (*keymap.KEYS, DIG, HOLES))
    monkeypatch.setattr(keys, "PAGES", keys.PAGES | {"holes"})
    monkeypatch.setitem(catalog.OF_THE_GAME, "holes", "holes.holes_screen")
    monkeypatch.setitem(sys.modules, "westwall_tui.ui.pages.holes", SimpleNamespace(holes_screen=holes_screen))
    keymap._make_keymap.cache_clear()
    yield importlib.import_module("tests.trenches")
    keymap._make_keymap.cache_clear()
    del sys.modules["tests.trenches"]
    for registry in registries:
        for name in [name for name, each in registry.items() if each.__module__ == "tests.trenches"]:
            del registry[name]


def test_a_parts_key_is_active_where_its_order_is(trenches):
    own = Keymap()
    assert own.action_in(MAP | {"movement", "dig"}, ["0"]) == "dig"
    assert own.action_in(MAP | {"advance"}, ["0"]) == "no_advances"


@pytest.mark.slow
async def test_a_key_and_a_page_on_the_screen(trenches, tmp_path):
    text = swap(swap(SCENARIO, 'rules = "standard"', 'rules = "trenches"'), 'phase = "combat"', 'phase = "movement"')
    session = LocalSession.new(load_example(tmp_path, scenario=text), seed=3, folder=tmp_path)
    app = showing(session, handover="never")
    async with running(app) as pilot:
        game = session.game
        unit = game.state.on_map(game.side)[0]
        screen_of(app).play.move_cursor(game.state.location[unit])
        await pilot.press("f5")
        assert "Dug in" in shown_by(app)
        assert "dug in" not in shown_by(app)
        await pilot.press("escape", "0")
        assert session.game.log[-1] == f"dig {game.state.units[unit].id}", prompt_of(app)
        await pilot.press("f5")
        assert "dug in" in shown_by(app)
