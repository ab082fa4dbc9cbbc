"""What the terminal's first sixteen numbers become: near their hue, readable where they are left, of no other use."""

import re
from colorsys import rgb_to_hls

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style

from benchmarks.terminal import XTERM
from westwall_tui.ui.map.drawn.colors import _BLIND_INKS, _INKS, _TABLES, Colors, exact_of
from westwall_tui.ui.map.drawn.labels import NAMES, SHADES, STEP
from westwall_tui.ui.terminal.delta import look_of
from westwall_tui.ui.terminal.numbers import NONE, SETS, Numbers, numbers_for, rgb_of
from westwall_tui.ui.terminal.palettes import PALETTES

HUES = {1: (-40, 45), 2: (70, 170), 3: (25, 72), 4: (200, 265), 5: (265, 340), 6: (160, 205)}
"""By number, and by the bright one of the same name, between which degrees its hue is."""
GREY = 0.15
"""Of what saturation number 8 is at most."""
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
READABLE = 1.8
"""The least contrast to the terminal's ground, if its own color has no less: xterm's blue has 2.2 on black."""


def brightness(rgb):
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(color, other):
    low, high = sorted((brightness(color), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def own(number):
    return tuple(int(part[:2], 16) for part in XTERM[number].removeprefix("rgb:").split("/"))


@pytest.mark.parametrize(("palette", "drawn"), SETS)
def test_each_is_near_its_hue_and_reads_on_the_ground_of_the_terminal(palette, drawn):
    """Should a dropped line leave it so. Text and ground, 0, 7 and 15, stay as they are."""
    ground = WHITE if palette == "paper" else BLACK
    colors = SETS[palette, drawn]
    assert not {0, 7, 15} & colors.keys()
    assert len({*colors.values()}) == len(colors)
    for number, color in colors.items():
        assert contrast(rgb_of(color), ground) >= min(READABLE, contrast(own(number), ground)), number
        hue, _, saturation = rgb_to_hls(*(part / 255 for part in rgb_of(color)))
        if number == 8:
            assert saturation < GREY
        else:
            low, high = HUES[number % 8]
            assert saturation > GREY, number
            assert low <= hue * 360 <= high or low <= hue * 360 - 360 <= high, number


def colors_used(palette, *, drawn):
    """By number, all of the 256 that a palette can paint with."""
    found = {int(number) for spec in PALETTES[palette].values() for number in re.findall(r"\d+", spec)}
    if drawn:
        colors = Colors(palette, exact=False)
        inks = _BLIND_INKS if palette == "colour-blind" else _INKS[palette]
        codes = [
            STEP * shade + name
            for shade in range(len(SHADES))
            for name in range(len(NAMES))
            if NAMES[name] in _TABLES[palette]
        ]
        found |= {int(colors.of(code)) for code in codes}
        found |= {int(number) for role in inks for number in colors.ink(role) if number}
    return found


@pytest.mark.parametrize(("palette", "drawn"), SETS)
def test_the_palette_needs_the_number_for_nothing_else(palette, drawn):
    colors = SETS[palette, drawn]
    used = colors_used(palette, drawn=drawn)
    assert not used & colors.keys()
    assert used >= {*colors.values()}


def test_a_bold_letter_keeps_its_color_on_terminals_that_show_bold_ones_brighter():
    numbers = Numbers({5: 54, 9: 223})

    def codes(text):
        look = look_of(Style.parse(text), ColorSystem.EIGHT_BIT, numbers)
        return look.front, look.back

    assert codes("color(54) on color(223)") == ("35", "101")
    assert codes("color(223) on color(54)") == ("91", "45")
    assert codes("bold color(54) on color(223)") == ("38;5;54", "101")
    assert codes("bold color(223) on color(54)") == ("91", "45")
    assert codes("color(5) on color(22)") == ("35", "48;5;22")


def test_a_palette_without_tints_redefines_nothing():
    assert numbers_for("16", drawn=False) is numbers_for("mono", drawn=False) is NONE


def test_a_number_is_the_color_of_the_cube():
    for number in range(16, 256):
        known = Color.from_ansi(number).get_truecolor()
        assert rgb_of(number) == known
        assert f"#{exact_of(str(number))}" == known.hex
