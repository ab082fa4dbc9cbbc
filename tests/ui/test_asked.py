"""A real program uses the tabs of its terminal, and has it move columns, where that answers so."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from benchmarks.terminal import DOWN, ENTER, LEFT, RIGHT, SMALL, UP, Terminal

pytestmark = pytest.mark.slow

COLORS = {"TERM": "xterm-256color", "TEXTUAL_COLOR_SYSTEM": "256"}
GAME = (sys.executable, "-m", "westwall_tui", "play", "bastogne/spearhead", "--seed", "3")
EXPANDED = ("sh", "-c", f"stty tab3; exec {' '.join(GAME)}")
"""The system writes blanks for tabs."""


@pytest.mark.parametrize(
    ("command", "stop", "margins", "tabs"),
    [(GAME, 8, True, True), (GAME, 4, True, False), (GAME, 8, False, True), (EXPANDED, 8, True, False)],
    ids=["xterm", "own stops", "kitty", "expanded"],
)
def test_tabs_and_columns_are_used_where_the_terminal_has_them(command, stop, margins, tabs, tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text('format = 1\nkind = "settings"\nterminals = "xterm-256color=ascii"\n')
    folders = {"WESTWALL_CONFIG": str(settings), "WESTWALL_SAVES": str(tmp_path / "saves")}
    with Terminal(command, folders, SMALL, COLORS, margins=margins, stop=stop) as terminal:
        terminal.wait_for("Briefing")
        terminal.settle(0.5)
        assert (b"\x1b[6n" in terminal.output) == (command is GAME)
        begun = len(terminal.output)
        for key in (ENTER, "A", *[RIGHT] * 12, *[DOWN] * 6, *[LEFT] * 12, *[UP] * 6):
            terminal.press(key)
        written = bytes(terminal.output[begun:])
    assert (b"\t" in written) == tabs
    assert (b"'~" in written) == (b"'}" in written) == margins
    assert (b"\x1b[17P" in written) == (not margins)
