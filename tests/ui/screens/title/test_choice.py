"""The choice of a map style, which a terminal that can draw asks once, and no other."""

from typing import Any

import pytest

from tests.pilot import running
from westwall_tui.files.players.settings import Settings, build_settings, choose_at, chosen_at, load_settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.title.choice import ChoiceScreen
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.starts import GameStart
from westwall_tui.ui.terminal.abilities import terminal_name

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _terminal(monkeypatch, tmp_path):
    for name in ("LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM_PROGRAM", "VTE_VERSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path))
    monkeypatch.setattr(Preferences, "palette", "night")


async def first_screen(settings=None, start=None, keys=()):
    """Return the first screen of the program, and the settings after some keys."""
    app = WestwallApp(start, settings or load_settings()[0], asks=True)
    async with running(app) as pilot:
        first = app.screen
        for key in keys:
            await pilot.press(key)
        return type(first), type(app.screen), app.settings


async def test_the_style_is_asked_once():
    first, then, settings = await first_screen(keys=["2"])
    assert (first, then) == (ChoiceScreen, TitleScreen)
    assert (settings.glyphs, settings.blocks) == ("drawn", "sextants")
    assert (await first_screen())[0] is TitleScreen
    assert load_settings()[0].terminals == "xterm-256color=sextants"


@pytest.mark.parametrize(
    ("keys", "glyphs"),
    [(["1"], "ascii"), (["enter"], "ascii"), (["right", "enter"], "drawn"), (["left", "enter"], "drawn")],
)
async def test_arrows_choose_a_style_and_enter_takes_it(keys, glyphs):
    first, then, settings = await first_screen(keys=keys)
    assert (first, then, settings.glyphs) == (ChoiceScreen, TitleScreen, glyphs)


async def test_other_keys_pick_nothing():
    assert (await first_screen(keys=["q", "9", "escape", "down", "x"]))[1] is ChoiceScreen
    assert load_settings()[0] == Settings()


async def test_a_resumed_game_waits_for_the_choice(tmp_path):
    session = LocalSession.new(load_scenario("bastogne/relief"), seed=1, folder=tmp_path)
    assert (await first_screen(start=GameStart(session), keys=["3"]))[:2] == (ChoiceScreen, PlayScreen)


async def test_the_style_is_not_asked_without_need(monkeypatch):
    assert (await first_screen(Settings(glyphs="unicode")))[0] is TitleScreen
    assert (await first_screen(Settings(glyphs="drawn")))[0] is TitleScreen
    monkeypatch.setattr(Preferences, "palette", "16")
    assert (await first_screen())[0] is TitleScreen
    monkeypatch.setattr(Preferences, "palette", "night")
    monkeypatch.setenv("LANG", "C")
    assert (await first_screen())[0] is TitleScreen
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("TERM", "x\ty")
    assert (await first_screen())[0] is TitleScreen


async def test_a_terminal_with_its_own_sextants_gets_two_samples(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-kitty")
    for key, glyphs in (("2", "drawn"), ("1", "ascii"), ("enter", "drawn")):
        _, _, settings = await first_screen(Settings(), keys=[key])
        assert (settings.glyphs, settings.blocks) == (glyphs, "auto")


def test_the_choice_holds_for_one_terminal():
    kitty = choose_at(Settings(glyphs="drawn", blocks="sextants"), "kitty")
    both = choose_at(Settings(terminals=kitty.terminals), "xterm")
    for name, glyphs in (("kitty", "drawn"), ("xterm", "ascii")):
        found = chosen_at(both, name)
        assert found is not None
        assert found.glyphs == glyphs
    assert chosen_at(both, "foot") is None
    assert chosen_at(Settings(terminals="kitty=nonsense = x=y=z"), "kitty") is None
    many = Settings()
    for number in range(200):
        many = choose_at(many, f"terminal-{number}")
    assert len(many.terminals.split()) < 40
    text = f'format = 1\nkind = "settings"\nterminals = "{many.terminals}"\n'
    assert build_settings(SourceFile("settings.toml", text)) == (many, ())


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"TERM": "xterm-256color"}, "xterm-256color"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "WezTerm"),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7200"}, "vte"),
        ({"TERM": "a=b c"}, ""),
        ({}, ""),
    ],
)
def test_a_terminal_has_a_name(environment, name):
    assert terminal_name(environment) == name


@pytest.mark.parametrize(("size", "advised"), [((80, 24), True), ((119, 40), True), ((120, 40), False)])
async def test_the_first_screens_say_once_that_a_larger_window_is_better(size, advised):
    """Below 120x40 counters have no room for names, and lessons are much harder."""
    async with running(WestwallApp(None, load_settings()[0], asks=True), size) as pilot:
        screen: Any = pilot.app.screen
        for key in ("1", "enter", "down"):
            assert ("At 120x40" in screen.shown_text) is advised
            await pilot.press(key)
            screen = pilot.app.screen
        assert "At 120x40" not in screen.shown_text
