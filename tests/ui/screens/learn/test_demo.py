"""A demonstration on the screen: a sentence about each order, and any key offers a side."""

from typing import Any

import pytest

from tests.long import sample
from tests.pilot import running, until
from tests.ui.looks import shown_by
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.entries import entries_since
from westwall_tui.learn.session import Demonstration
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.learn.demo import BEGIN, DemoScreen, entry_in_words
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.starts import DemoStart
from westwall_tui.words.telling import Names


def shown() -> WestwallApp:
    return WestwallApp(DemoStart(Demonstration(load_scenario("bastogne/spearhead"), seed=3)), Settings())


def test_an_order_in_sentences():
    session = Demonstration(load_scenario("bastogne/spearhead"), seed=3)
    start = session.game.root().rolled_by_hand()
    session.apply("deploy 52 2614")
    session.apply("deploy 2 1715")
    (first, second), names = entries_since(start, session.game.log), Names(session.game.scenario)
    assert [*entry_in_words(first, names)] == ["U.S. unit 52 is set up at 2614 Longvilly."]
    assert [*entry_in_words(second, names)] == ["U.S. unit 2 is set up at 1715 southwest of Bizory."]


@pytest.mark.slow
async def test_each_order_has_a_sentence_and_nothing_is_saved():
    app = shown()
    async with running(app) as pilot:
        screen: Any = app.screen
        assert isinstance(app.screen, DemoScreen)
        words = screen.panes.words
        assert words.text.strip() in (BEGIN, "U.S. unit 52 is set up at 2614 Longvilly.")
        await until(pilot, lambda: words.text.strip() == "U.S. unit 2 is set up at 2611 Moinet.")
        assert "or any key: take a side" in screen.key_bar.text
        assert not list(saves_folder().glob("*"))
        await pilot.press("q")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["z", "enter", "§", *sample(["space", "x", "left", "escape"], [])])
async def test_any_key_offers_a_side(key):
    app = shown()
    async with running(app) as pilot:
        screen: Any = app.screen
        await until(pilot, lambda: len(screen.play.game.log) > 0)
        await pilot.press(key)
        assert "> Play the Germans" in shown_by(app)
        assert "Play the U.S." in shown_by(app)
        orders = len(screen.play.game.log)
        if key == "z":
            await pilot.pause(2)
            assert len(screen.play.game.log) == orders  # it waits for the answer
        await pilot.press("escape")
        await until(pilot, lambda: len(screen.play.game.log) > orders)


@pytest.mark.slow
async def test_a_side_can_be_taken_over():
    app = shown()
    async with running(app) as pilot:
        screen: Any = app.screen
        await until(pilot, lambda: len(screen.play.game.log) > 0)
        await pilot.press("z", "down", "enter")
        await until(pilot, lambda: not isinstance(app.screen, DemoScreen))
        taken: Any = app.screen
        assert isinstance(taken, PlayScreen)
        session = taken.play.session
        assert isinstance(session, LocalSession)
        assert [seat.is_person for seat in session.seats] == [False, True]
        assert session.game.side == 1
        assert "U.S.: place unit" in shown_by(app)
        assert LocalSession.resume(session.path).game.log == session.game.log
