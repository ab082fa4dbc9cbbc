"""Codes for the terminal: only what changes from run to run; and which palette suits which terminal."""

import re

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from westwall_tui.engine.dice import Draw
from westwall_tui.ui.terminal import delta
from westwall_tui.ui.terminal.abilities import palette_for, shows_unicode
from westwall_tui.ui.terminal.delta import PLAIN, DeltaWriter, Look, change
from westwall_tui.ui.terminal.palettes import PALETTES


def written(*runs, system=ColorSystem.EIGHT_BIT):
    writer = DeltaWriter(system)
    writer.write(Segment(text, Style.parse(style)) for text, style in runs)
    return writer.end()


def test_what_stays_is_not_told_again():
    assert written(("a", "bold"), ("b", "bold")) == "\x1b[1mab\x1b[m"
    assert written(("a", "color(250) on color(22)"), ("b", "color(250) on color(234)")) == (
        "\x1b[38;5;250;48;5;22ma\x1b[48;5;234mb\x1b[m"
    )
    assert written(("a", ""), ("b", "")) == "ab"


def test_blanks_take_whatever_foreground_there_is():
    assert written(("=", "black on yellow"), ("  ", "dim")) == "\x1b[30;43m=\x1b[49m  \x1b[m"
    assert written(("a", "dim"), (" ", "bold"), ("b", "dim")) == "\x1b[2ma b\x1b[m"
    assert written(("a", "dim"), (" ", "underline")) == "\x1b[2ma\x1b[0;4m \x1b[m", "a line under it is seen"


@pytest.mark.parametrize(
    ("style", "codes"), [("reverse underline", "7"), ("underline black on green", "30;42"), ("underline", "4")]
)
def test_on_the_console_of_linux_no_line_makes_white_what_is_white_or_colored(style, codes, monkeypatch):
    """It shows underlined text in white: numbers of white counters would be lost."""
    monkeypatch.setattr(delta, "UNDERLINES_IN_WHITE", True)
    delta.look_of.cache_clear()
    try:
        assert written(("5-5", style)) == f"\x1b[{codes}m5-5\x1b[m"
    finally:
        delta.look_of.cache_clear()


def test_without_colours_nothing_is_told():
    assert written(("a", "bold red"), system=None) == "a"


class Told:
    """What a terminal knows after some codes."""

    def __init__(self):
        self.look = PLAIN
        self.cells = []

    def read(self, text):
        for code, char in re.findall(r"\x1b\[([0-9;]*)m|(.)", text):
            if char:
                self.cells.append((char, self.look))
            else:
                self.tell(code)
        return self.cells

    def tell(self, code):
        words = code.split(";") if code else ["0"]
        while words:
            word = words.pop(0)
            if word == "0":
                self.look = PLAIN
            elif word in ("38", "48"):
                colour = ";".join((word, words.pop(0), words.pop(0)))
                self.look = self.look._replace(**{"front" if word == "38" else "back": colour})
            elif word in ("39", "49"):
                self.look = self.look._replace(**{"front" if word == "39" else "back": ""})
            elif word == "22":
                self.look = self.look._replace(weight="")
            elif word in ("1", "2"):
                self.look = self.look._replace(weight=";".join(filter(None, (self.look.weight, word))))
            else:
                self.look = self.look._replace(lines=";".join(filter(None, (self.look.lines, word))))


@pytest.mark.parametrize("seed", range(20))
def test_a_terminal_shows_what_was_meant(seed):
    """Random runs, read back as a terminal reads them."""
    draw = Draw(seed)
    looks = [
        Look(
            draw.pick(("", "38;5;16", "38;5;250")),
            draw.pick(("", "48;5;22")),
            draw.pick(("", "1", "2", "1;2")),
            draw.pick(("", "4", "7", "4;7")),
        )
        for _ in range(60)
    ]
    terminal, now = Told(), PLAIN
    for look in looks:
        terminal.read(change(now, look) + "x")
        now = look
    assert [look for _, look in terminal.cells] == looks


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
