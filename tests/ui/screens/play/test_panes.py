"""The panes while keys come, and for a moment after a move."""

import asyncio

import pytest

from tests.drawn import scenario
from tests.pilot import running, showing
from tests.ui.looks import screen_of
from tests.ui.test_terminal import environment
from westwall_tui.ui.screens.play import screen as playing

pytestmark = pytest.mark.slow


def app_of(**what):
    return showing(scenario(**what), handover="never")


async def test_warnings_wait_for_a_pause_between_keys(monkeypatch):
    """The risks of a selected unit are computed only in a pause, not for each hex that it passes."""
    monkeypatch.setattr(playing, "PAUSE", 60)
    app = app_of(blue=["A1 4-4-7 0509", "G 4-2-3/2-7 0609"], red=["X 5-4-7 0504", "Y 5-4-7 0107"])
    async with running(app) as pilot:
        screen = screen_of(app)
        screen.play.move_cursor(screen.map.board.hex("0509"))
        await pilot.press("enter", *["up"] * 4)
        assert screen.panes.waits
        assert "surrounded" not in screen.panel.text
        screen.panes.paint(at_pause=True)
        assert not screen.panes.waits
        assert "surrounded" in screen.panel.text


@pytest.mark.parametrize("glyphs", ["ascii", "drawn"])
async def test_after_a_move_the_reach_stays_for_a_moment(monkeypatch, glyphs):
    """The reach disappears by itself or with the next key, and the panel waits too."""
    environment(monkeypatch)
    units = [f"A{n} 4-4-7 0{n}05" for n in range(1, 5)]
    app = showing(scenario(blue=units, red=["X 3-3-7 0909"]), handover="never", glyphs=glyphs)
    async with running(app) as pilot:
        view, play, panel = screen_of(app).map, screen_of(app).play, screen_of(app).panel
        assert (view.drawing is not None) == (glyphs == "drawn")

        def numbers():
            """Return the hexes in which the map shows Movement Points left."""
            return {h for h in view.picture.shown if (mark := view.contents(h).mark) and mark[0][:1].isdigit()}

        async def move():
            await pilot.press("tab", "up", "up")
            lit, told = {*play.mode.goals()}, numbers()
            await pilot.press("enter")
            assert {*view.lit} == lit
            assert numbers() == told - {*view.shown_units}
            assert "attacked on" not in panel.text

        monkeypatch.setattr(playing, "DUSK", 0.2)
        await move()
        async with asyncio.timeout(60):
            while view.lit:
                await pilot.pause(0.05)
        assert not numbers()
        assert "attacked on" in panel.text
        monkeypatch.setattr(playing, "DUSK", 60)
        for key in ("left", "tab"):
            await move()
            await pilot.press(key)
            assert not view.lit
            assert bool(numbers()) == (key == "tab")
