"""Boxes with the player's own keys: a message names the key, and the key works."""

import pytest

from tests.drawn import play, scenario
from tests.pilot import running, showing, until
from tests.ui.looks import box_of
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.boxes.search import MessagesDialog
from westwall_tui.ui.decisions.fpf import FpfDialog

pytestmark = pytest.mark.slow


def app_with(keys, *orders):
    """Return an app with some keys, and a game up to a decision about Final Protective Fire for X."""
    start = scenario(blue=["A 4-4-7 0505", "B 4-4-7 0404"], red=["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"], phase="combat")
    session = LocalSession.new(start, manual=True)
    for order in orders:
        play(session.game, order)
    return showing(session, handover="never", keys=keys)


ATTACK = "attack A B > X"


@pytest.mark.parametrize(
    ("keys", "no"),
    [
        ({}, "n"),
        ({"southeast": "f7"}, "n"),
        ({"northwest": "n", "southeast": "y"}, "n"),
        ({"no": "x"}, "x"),
        ({"no": "f8,x"}, "F8"),
    ],
)
async def test_8_4_the_fire_box_names_the_key_that_clears_the_marks(keys, no):
    async with running(app_with(keys, ATTACK)) as pilot:
        dialog = pilot.screen.play.dialog
        assert isinstance(dialog, FpfDialog)
        await pilot.press("space")
        assert dialog.chosen
        assert f" {no} clear " in pilot.screen.key_bar.text
        assert " d fire " in pilot.screen.key_bar.text
        await pilot.press(no.lower())
        assert not dialog.chosen
        assert f" {no} no fire " in pilot.screen.key_bar.text


async def test_a_key_with_another_action_has_no_effect_on_the_box():
    async with running(app_with({"no": "x"}, ATTACK)) as pilot:
        await pilot.press("space", "n")
        dialog = pilot.screen.play.dialog
        assert isinstance(dialog, FpfDialog)
        assert dialog.chosen
        assert "Esc: back" in pilot.screen.prompt_line.text


async def test_messages_and_key_bar_show_other_keys_than_enter_and_escape():
    async with running(app_with({"confirm": "f2", "back": "f3", "put": "p"}, ATTACK)) as pilot:
        assert " n no fire  p add/drop " in pilot.screen.key_bar.text
        assert " F3 back " in pilot.screen.key_bar.text
        assert "no fire" not in box_of(pilot.app), "keys are on the last line alone"
        await pilot.press("p")
        dialog = pilot.screen.play.dialog
        assert isinstance(dialog, FpfDialog)
        assert dialog.chosen
        await pilot.press("f3")
        assert pilot.screen.play.dialog is None
        await pilot.press("f2")
        await pilot.press("n")
        await pilot.pause()
        assert pilot.screen.play.game.prompt.kind == "roll"


async def test_a_question_is_answered_with_yes_and_no():
    async with running(app_with({"yes": "o"})) as pilot:
        screen = pilot.screen
        for key, over in (("n", False), ("o", True)):
            screen.act("concede")
            await until(pilot, lambda: screen.presses.ready)
            assert isinstance(screen.play.dialog, Confirm)
            assert " o concede " in screen.key_bar.text
            await pilot.press(key)
            assert screen.play.game.prompt.kind == "over" if over else screen.play.dialog is None


async def test_messages_are_paged_by_keys_of_their_own():
    async with running(app_with({"northeast": "f5", "page_up": "f6"}, ATTACK, "fpf none", "roll 6")) as pilot:
        screen = pilot.screen
        screen.play.close()
        screen.play.log.lines *= 31
        await pilot.press("p")
        dialog = screen.play.dialog
        assert isinstance(dialog, MessagesDialog)
        last = dialog.at
        await pilot.press("f5")
        assert dialog.at == last
        await pilot.press("f6")
        assert dialog.at == last - dialog.room
        await pilot.press("pagedown")
        assert dialog.at == last
        await pilot.press("home")
        assert dialog.at == 0


async def test_messages_are_filtered_while_words_are_typed():
    async with running(app_with({}, ATTACK, "fpf none", "roll 6")) as pilot:
        screen = pilot.screen
        screen.play.close()
        await pilot.press("p")
        dialog = screen.play.dialog
        lines = len(dialog.log)
        await pilot.press("slash", *"gun")
        assert "filter: gun" in box_of(screen)
        assert "no match" in box_of(screen)
        await pilot.press("backspace", "backspace", "backspace", *"dice", "enter", "j")
        assert [line.text for line in dialog.log if not line.heading] == [dialog.log[-1].text]
        assert "roll 6" in dialog.log[-1].text
        await pilot.press("escape")
        assert len(dialog.log) == lines, "one step back"
        await pilot.press("slash", *"dice", "enter", "enter")
        assert screen.play.dialog is None
        assert screen.play.game.scenario.board.number(screen.cursor) == "0504"


async def test_the_title_shows_conflicting_settings():
    app = WestwallApp(None, Settings(keys={"no": "t", "nort": "w", "look": "f9"}))
    told = [str(fault) for fault in app.faults]
    assert any("[keys]: nort: unknown action" in fault for fault in told)
    assert any("[keys]: no: t is also the key for tables" in fault for fault in told)
    assert len(told) == 2
