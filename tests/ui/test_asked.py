"""A real program uses the margins of its terminal, if the terminal reports that it has them."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from benchmarks.terminal import DOWN, ENTER, RIGHT, SMALL, Terminal

pytestmark = pytest.mark.slow

COLORS = {"TERM": "xterm-256color", "TEXTUAL_COLOR_SYSTEM": "256"}
GAME = (sys.executable, "-m", "westwall_tui", "play", "bastogne/spearhead", "--seed", "3")


@pytest.mark.parametrize("margins", [True, False], ids=["xterm", "kitty"])
def test_with_margins_only_the_window_of_the_map_is_scrolled(margins, tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text('format = 1\nkind = "settings"\nterminals = "xterm-256color=ascii"\n')
    folders = {"WESTWALL_CONFIG": str(settings), "WESTWALL_SAVES": str(tmp_path / "saves")}
    with Terminal(GAME, folders, SMALL, COLORS, margins=margins) as terminal:
        terminal.wait_for("Briefing")
        terminal.settle(0.5)
        for key in (ENTER, "A", *[RIGHT] * 12, *[DOWN] * 6):
            terminal.press(key)
        assert (b"\x1b[?69h" in terminal.output) == margins
        assert b"\x1b[17P" in terminal.output
