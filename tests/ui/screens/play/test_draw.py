"""What a key changed is drawn once, when it has done all that it does."""

from collections import Counter

import pytest

from tests.drawn import scenario
from tests.pilot import running
from tests.ui.looks import screen_of
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.play.panes import Panes
from westwall_tui.ui.starts import GameStart

pytestmark = pytest.mark.slow


@pytest.fixture
def drawn(monkeypatch):
    """How often each part of the screen was drawn."""
    counted: Counter[str] = Counter()

    def count(name):
        draw = getattr(Panes, name)

        def drawn(panes):
            counted[name] += 1
            draw(panes)

        monkeypatch.setattr(Panes, name, drawn)

    for name in ("paint", "paint_game", "paint_dialog"):
        count(name)
    return counted


async def test_each_part_is_drawn_once_for_a_key_and_only_if_it_changed(drawn):
    start = scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"], red=["X 3-3-7 0508"])
    app = WestwallApp(GameStart(LocalSession.new(start, seed=1)), Settings(handover=False))
    async with running(app) as pilot:
        for key, parts in (
            ("tab", {"paint": 1}),
            ("up", {"paint": 1}),
            ("enter", {"paint": 1, "paint_game": 1}),  # a unit moves, and the next decision begins
            ("question_mark", {"paint": 1, "paint_dialog": 1}),
            ("escape", {"paint": 1, "paint_dialog": 1}),
        ):
            drawn.clear()
            await pilot.press(key)
            assert drawn == parts, key
        assert len(screen_of(app).play.game.log) == 1
