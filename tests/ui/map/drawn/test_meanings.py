"""Meanings of colors: no hue has two meanings in a palette, and a meaning has its hue in all, in both drawings."""

from collections.abc import Iterator
from itertools import combinations
from math import atan2, degrees, hypot

import pytest
from rich.color import Color

from tests.ui.map.drawn.test_colors import apart, lightness
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.labels import LABEL
from westwall_tui.ui.terminal.palettes import style

MEANINGS = {
    "must be minded": ("obliged", "target", "us_alarm", "german_alarm"),
    "the player": ("cursor", "selected", "us_choice"),
    "his plan": ("path", "us_chosen", "reach"),
    "printed lines and areas": ("line", "entry"),
    "places that score": ("objective",),
    "zones": ("zone",),
    "US": ("us", "us_low", "chip_us"),
    "British": ("british", "british_low", "chip_british"),
    "Germans": ("german", "german_low", "chip_german"),
    "SS": ("ss", "ss_low", "chip_ss"),
}
"""Roles of the map in characters. If a role has a ground, its color is the ground."""
DRAWN = {
    "must be minded": ("obliged", "gap"),
    "the player": ("selected", "target", "cursor"),
    "his plan": ("path", "joined"),
    "printed lines and areas": ("border", "entry"),
    "places that score": ("objective",),
    "zones": ("zone", "zone:small"),
    "US": ("us", "us_low"),
    "British": ("british",),
    "Germans": ("german", "german_low"),
    "SS": ("ss", "ss_low"),
}
"""Inks of texts and labels of blocks."""
GREY = 30
"""Colors with less chroma are grays, whose hue has no meaning."""
HUES = 50
"""Degrees by which the hue of a meaning may differ."""


def six(color: Color) -> str:
    return "".join(f"{part:02x}" for part in color.get_truecolor())


def colors_of(meaning: str, palette: str) -> Iterator[tuple[str, str]]:
    """Return the colors with a meaning in a palette, each with its role."""
    for role in MEANINGS[meaning]:
        look = style(role, palette)
        color = look.bgcolor or look.color
        assert color is not None
        yield f"{role} in characters", six(color)
    for exact in (True, False):
        colors = Colors(palette, exact=exact)
        for name in DRAWN[meaning]:
            if name in LABEL:
                found = colors.of(LABEL[name])
            else:
                front, ground = colors.ink(name)
                found = ground or front
            yield f"{name} drawn{', 24 bits' * exact}", found if len(found) == 6 else six(Color.from_ansi(int(found)))


def hue(color: str) -> float | None:
    """Return the angle of a color; None for grays."""
    _, a, b = lightness(color)
    return degrees(atan2(b, a)) % 360 if hypot(a, b) >= GREY else None


@pytest.mark.parametrize("palette", ["night", "paper"])
def test_no_color_has_two_meanings(palette):
    for one, other in combinations(MEANINGS, 2):
        for (role, color), (another, second) in (
            (a, b) for a in colors_of(one, palette) for b in colors_of(other, palette)
        ):
            if hue(color) is not None and hue(second) is not None:
                assert apart(color, second) >= 15, f"{one} ({role}) and {other} ({another})"


@pytest.mark.parametrize("meaning", MEANINGS)
def test_a_meaning_has_one_hue_in_both_drawings_and_on_light_and_dark(meaning):
    hues = {
        f"{palette}, {role}": angle
        for palette in ("night", "paper")
        for role, color in colors_of(meaning, palette)
        if (angle := hue(color)) is not None
    }
    first = next(iter(hues.values()), 0.0)
    for where, angle in hues.items():
        assert abs((angle - first + 180) % 360 - 180) <= HUES, f"{where}: {angle:.0f}, not about {first:.0f}"
    assert bool(hues) == (meaning not in ("Germans", "SS"))


@pytest.mark.parametrize("palette", ["night", "paper", "colour-blind"])
def test_only_german_counters_are_black_or_gray(palette):
    for nation in ("Germans", "SS"):
        assert all(hue(color) is None for _, color in colors_of(nation, palette))
    for nation in ("US", "British"):
        assert any(hue(color) is not None for _, color in colors_of(nation, palette))
