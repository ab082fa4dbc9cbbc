"""`?` in any box explains that box, and leads back to it."""

import pytest

from tests.drawn import scenario
from tests.long import sample
from tests.pilot import running, showing
from tests.ui.looks import box_of, shown_by
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.boxes.end_of_phase import EndDialog
from westwall_tui.ui.boxes.help import BoxHelp, LegendDialog
from westwall_tui.ui.decisions.attack import AttackDialog
from westwall_tui.ui.decisions.mapedge import EntryDialog
from westwall_tui.ui.screens.play.planner import PlanDialog
from westwall_tui.words.helptext import BOXES, box_help

BACK = ["escape", "enter"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "kind", "phase", "words", "back"),
    [
        (*box, back)
        for number, box in enumerate(
            (
                (("d",), PlanDialog, "movement", "5.31 "),
                (("E",), EndDialog, "movement", "y E"),
                (("r",), EntryDialog, "movement", "4.1 "),
                (("i",), LegendDialog, "movement", "Esc"),
                (("enter",), AttackDialog, "combat", "declare"),
            )
        )
        for back in sample(BACK, [BACK[number % len(BACK)]])
    ],
)
async def test_the_box_is_explained_with_its_keys_and_comes_back(keys, kind, phase, words, back):
    start = scenario(blue=["A 4-4-7 0505", "N 1-1-7"], red=["X 3-3-7 0504"], arrivals=[(1, "N", "0101")], phase=phase)
    session = LocalSession.new(start, manual=True)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        screen.play.move_cursor(session.game.scenario.board.hex("0504"))
        await pilot.press(*keys)
        before = screen.play.dialog
        assert isinstance(before, kind)
        await pilot.press("question_mark")
        assert isinstance(screen.play.dialog, BoxHelp)
        assert "Help" in box_of(pilot.app)
        assert words in box_of(pilot.app)
        await pilot.press(back)
        assert screen.play.dialog is before


@pytest.mark.slow
async def test_a_second_help_key_shows_all_keys_and_escape_leads_back_to_the_box():
    start = scenario(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    async with running(showing(LocalSession.new(start), handover="never")) as pilot:
        pilot.screen.play.move_cursor(pilot.screen.play.game.scenario.board.hex("0504"))
        await pilot.press("enter", "question_mark")
        assert "? all keys" in pilot.screen.key_bar.text
        await pilot.press("question_mark")
        assert "All keys" in shown_by(pilot.app)
        assert shown_by(pilot.app).splitlines()[1].startswith(" In a box")
        await pilot.press("escape")
        assert isinstance(pilot.screen.play.dialog, AttackDialog)


def test_every_text_fits_a_box_at_80x24():
    for name in BOXES:
        assert len(box_help(name, 74)) <= 12
    assert box_help("fpf", 74)[0].startswith("8.41")
