"""The title of the terminal's window: whose move it is, written once per change, and never to a console."""

import pytest

from tests.drawn import scenario
from tests.pilot import running, showing
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.terminal.title import LONGEST, has_title, titled, window_title


@pytest.mark.parametrize(
    ("term", "has"),
    [("xterm-256color", True), ("screen", True), ("linux", False), ("dumb", False), ("vt220", False), ("", False)],
)
def test_only_terminals_with_windows_have_a_title(term, has):
    assert has_title({"TERM": term}) == has


def test_a_name_in_a_title_controls_no_terminal():
    name = window_title("Bert\x07\x1b]0;x\x9c\u202e's move")
    assert name == "westwall: Bert??]0;x??'s move"
    assert len(window_title("x" * 999)) == LONGEST
    assert titled(name).count("\x07") == titled(name).count("\x1b") == 1


@pytest.mark.slow
async def test_the_title_is_written_once_per_change(monkeypatch):
    shown = []
    monkeypatch.setattr(WestwallApp, "name_window", lambda _, title: shown.append(title))
    app = showing(scenario(blue=["A1 4-4-7 0505"], red=["X 3-3-7 0508"]), handover="never")
    async with running(app) as pilot:
        title = f"{pilot.screen.play.game.scenario.name}, "
        await pilot.press("left", "right", "enter", "up", "escape", "question_mark", "escape")
        assert shown[-1] == f"{title}the Blue forces to move"
        before = len(shown)
        await pilot.press("left", "right", "up")
        assert len(shown) == before
        await pilot.press("E", "y")
        assert shown[-1] == f"{title}the Red forces to move"
