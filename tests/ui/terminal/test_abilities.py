"""The palette for each terminal, and Unicode only where the locale allows it."""

import pytest

from westwall_tui.ui.terminal.abilities import palette_for, shows_unicode, takes_copies
from westwall_tui.ui.terminal.palettes import PALETTES


@pytest.mark.parametrize(
    ("setting", "environment", "colours", "expected"),
    [
        ("", {"TERM": "xterm-256color"}, 256, "night"),
        ("", {"TERM": "xterm-256color", "COLORFGBG": "0;15"}, 256, "paper"),
        ("", {"TERM": "xterm-256color", "COLORFGBG": "15;default;0"}, 256, "night"),
        ("", {"TERM": "xterm"}, 16, "16"),
        ("", {"TERM": "linux", "COLORTERM": "truecolor"}, 256, "16"),
        ("", {"TERM": "vt100"}, 16, "mono"),
        ("night", {"TERM": "vt220"}, 16, "mono"),
        ("night", {"TERM": "xterm-mono"}, 16, "mono"),
        ("", {"TERM": "linux-m"}, 16, "mono"),
        ("", {"TERM": "dumb"}, 256, "mono"),
        ("paper", {"TERM": "xterm-256color", "NO_COLOR": "1"}, 256, "mono"),
        ("paper", {"TERM": "xterm-256color"}, 256, "paper"),
        ("colour-blind", {"TERM": "xterm-256color"}, 256, "colour-blind"),
        ("paper", {"TERM": "xterm"}, 16, "16"),
        ("16", {"TERM": "xterm-256color"}, 256, "16"),
        ("mono", {"TERM": "xterm-256color"}, 256, "mono"),
        ("plain", {"TERM": "xterm-256color"}, 256, "mono"),
        ("ansi-light", {"TERM": "xterm-256color"}, 256, "paper"),
        ("ansi-dark", {"TERM": "xterm-256color"}, 256, "night"),
    ],
)
def test_the_palette_suits_the_terminal(setting, environment, colours, expected):
    assert palette_for(setting, environment, colours) == expected
    assert expected in PALETTES


@pytest.mark.parametrize(
    ("environment", "reported", "takes"),
    [
        ({"TERM": "xterm-256color"}, False, False),
        ({"TERM": "xterm-256color"}, True, True),
        ({"TERM": "xterm-kitty"}, False, True),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"}, True, False),
        ({"TERM": "tmux-256color"}, True, False),
        ({"TERM": "screen.xterm-256color"}, True, False),
        ({"TERM": "xterm-256color", "STY": "1.tty"}, True, False),
        ({}, False, False),
    ],
)
def test_only_a_terminal_that_certainly_takes_copies_gets_them(environment, reported, takes):
    assert takes_copies(environment, reported=reported) is takes


@pytest.mark.parametrize(
    ("environment", "shows"),
    [
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, False),
        ({"LC_CTYPE": "C.utf8"}, True),
        ({"LANG": "en_GB.ISO-8859-1"}, False),
        ({}, False),
    ],
)
def test_unicode_only_where_the_locale_has_it(environment, shows):
    assert shows_unicode(environment) is shows
