"""The options page of a game, whose changes take effect at once."""

import pytest

from tests.engine.queries.test_sources import begun
from tests.pilot import running, showing
from tests.ui.looks import screen_of
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.screens.menus import MenuItem, OptionsScreen, texts_of


def test_the_values_of_a_menu_are_in_a_column_beside_the_longest_label():
    items = [MenuItem("Start"), MenuItem("Seed:", value="random"), MenuItem("Retreats, advances:", value="each")]
    assert texts_of(items) == ["Start", "Seed:               random", "Retreats, advances: each"]


@pytest.mark.slow
async def test_options_in_a_game_take_effect_at_once():
    game, _ = begun("spearhead-greedy")
    app = showing(LocalSession.of_save(Save(game, (Seat(), Seat()))), handover="never", warnings=True)
    async with running(app) as pilot:
        while not hasattr(app.screen, "play"):
            await pilot.press("escape")
        play = screen_of(app)
        await pilot.press("colon", *"options", "enter")
        page = app.screen
        assert isinstance(page, OptionsScreen)
        lines = page.shown_text.splitlines()
        assert not any(line.strip().startswith(("Mouse:", "Keys:")) for line in lines), (
            "they hold from the next start on"
        )
        at = next(i for i, item in enumerate(page.items()) if item.label.startswith("Warnings:"))
        await pilot.press(*["down"] * at, "right")
        assert not app.preferences.settings.warnings
        assert "Warnings:           no" in page.shown_text
        await pilot.press("home", "right")
        assert app.preferences.settings.glyphs != "ascii"
        await pilot.press("down", "right")
        assert app.preferences.settings.blocks == "sextants"
        assert "Drawn map:          fine" in page.shown_text
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "\u22c5" in page.shown_text, "the map beside the options has the chosen characters"
        await pilot.press("escape")
        assert app.screen is play
        assert not play.play.warns
