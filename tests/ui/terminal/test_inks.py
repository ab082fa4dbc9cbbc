"""Legibility of inks on every ground: a contrast of 4.5 (WCAG), 3 for frames, as sent and in 24 bits."""

from itertools import product

import pytest
from rich.color import Color

from tests.every import every
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.players.settings import THEMES
from westwall_tui.ui.terminal.inks import CHIPS, GROUNDS, INKS, NATIONS, PICTURE, WITH_NUMBERS
from westwall_tui.ui.terminal.palettes import PALETTES, style
from westwall_tui.ui.terminal.pane import on_ground

TEXT, FRAMES = 4.5, 3.0


def luminance(color: Color) -> float:
    """Return the relative luminance (WCAG 2.1)."""
    parts = [part / 255 for part in color.get_truecolor()]
    red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(front: Color, back: Color) -> float:
    light, dark = sorted((luminance(front), luminance(back)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", WITH_NUMBERS)
def test_every_ink_can_be_read_on_every_ground(palette):
    exact = WITH_NUMBERS[palette].exact()
    for ink, ground in product(INKS, GROUNDS):
        shown = style(f"{ink}@{ground}", palette)
        assert shown.color is not None
        assert shown.bgcolor is not None
        pairs = [(shown.color, shown.bgcolor), (Color.parse(f"#{exact[ink]}"), Color.parse(f"#{exact[f'@{ground}']}"))]
        for front, back in pairs:
            assert contrast(front, back) >= (FRAMES if ink == "frame" else TEXT), (ink, ground)


@pytest.mark.parametrize("palette", WITH_NUMBERS)
def test_lines_of_charts_and_units_of_small_maps_stand_out(palette):
    grounds = ["page", *(name for name in PICTURE[:4])]
    for nation, ground in product(NATIONS, grounds):
        shown = style(f"side_{nation}@{ground}", palette)
        assert shown.color is not None
        assert shown.bgcolor is not None
        assert contrast(shown.color, shown.bgcolor) >= FRAMES, (nation, ground)
    goal = style("film_goal@film", palette)
    assert goal.color is not None
    assert goal.bgcolor is not None
    assert contrast(goal.color, goal.bgcolor) >= FRAMES


@pytest.mark.parametrize("palette", WITH_NUMBERS)
def test_names_can_be_read_on_the_tint_of_any_ground(palette):
    """Names have no ground of their own where the hex has a tint."""
    for terrain in (terrain.name.lower() for terrain in Terrain):
        shown, tint = style(f"name@{terrain}", palette), style(f"grid@{terrain}", palette)
        assert shown.color is not None
        assert shown.bgcolor is not None
        assert contrast(shown.color, shown.bgcolor) >= TEXT, terrain
        assert tint.bgcolor in (None, shown.bgcolor), terrain


@pytest.mark.parametrize("palette", WITH_NUMBERS)
def test_roads_stand_out_from_any_ground_and_the_lattice_is_quieter(palette):
    for terrain in (terrain.name.lower() for terrain in Terrain if terrain is not Terrain.RIVER):
        seen = {}
        for role in ("road", "grid", "woods"):
            shown = style(f"{role}@{terrain}", palette)
            assert shown.color is not None
            assert shown.bgcolor is not None
            seen[role] = contrast(shown.color, shown.bgcolor)
        assert seen["road"] >= FRAMES, (terrain, seen)
        assert 1.6 <= seen["grid"] == seen["woods"] < seen["road"], (terrain, seen)


ON_GROUNDS = (
    *(f"{army}{how}" for army in ("german", "ss", "us", "british") for how in
      ("", "_low", "_alarm", "_choice", "_chosen", "_done", "_low_done")),
    *("bridge", "laid", "wired", "blown", "entry", "cursor", "reach", "path", "zone", "selected", "obliged", "target"),
    *("offered", "river", "canal", "stream", "bridge_road", "reach_road"),
)  # fmt: skip
"""Roles of the map that have grounds of their own."""


@pytest.mark.parametrize("palette", WITH_NUMBERS)
def test_counters_and_marks_can_be_read_in_every_state(palette):
    for role in ON_GROUNDS:
        shown = style(role, palette)
        assert shown.color is not None
        assert shown.bgcolor is not None
        assert contrast(shown.color, shown.bgcolor) >= TEXT, role


@every("palette", WITH_NUMBERS)
@every("chip", CHIPS)
def test_every_chip_can_be_read_on_every_ground(palette, chip):
    shown = {style(on_ground(f"chip_{chip}", ground), palette) for ground in GROUNDS}
    assert len(shown) == 1
    (one,) = shown
    assert one.color is not None
    assert one.bgcolor is not None
    exact = [Color.parse(f"#{color}") for color in WITH_NUMBERS[palette].exact()[f"chip_{chip}"].split("/")]
    assert contrast(one.color, one.bgcolor) >= TEXT
    assert contrast(*exact) >= TEXT


@pytest.mark.parametrize("palette", PALETTES)
def test_every_palette_has_every_ink_and_chip(palette):
    assert set(INKS) | {f"chip_{name}" for name in CHIPS} | {"bold"} <= set(PALETTES[palette])


@pytest.mark.parametrize("palette", ["16", "mono"])
def test_without_own_grounds_text_uses_that_of_the_terminal(palette):
    """On `page` and `box` they keep the terminal's colors; the bars are reverse and have no color illegible there."""
    for ink in INKS:
        assert style(f"{ink}@page", palette) == style(f"{ink}@box", palette) == style(ink, palette)
        bar = style(f"{ink}@bar", palette)
        assert bar.reverse or (bar.color is not None and bar.bgcolor is not None)
        assert bar.color is None or bar.bgcolor is not None


def test_a_mono_screen_has_no_colors():
    for ink, ground in product(INKS, GROUNDS):
        shown = style(f"{ink}@{ground}", "mono")
        assert shown.color is None
        assert shown.bgcolor is None


def test_the_settings_file_may_name_each_palette():
    assert {*PALETTES} <= {*THEMES}
