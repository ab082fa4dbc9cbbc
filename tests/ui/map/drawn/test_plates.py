"""The grounds of names on the drawn map, on whole boards."""

import pytest

from tests.ui.map.drawn.test_drawn import NOTHING
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, Drawing
from westwall_tui.ui.map.drawn.window import DrawnWindow
from westwall_tui.ui.map.geometry import MIDDLE
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.sheet.picture import Picture

LOOKS = (
    ("arnhem/historical", SEXTANTS, "paper", False),
    ("bastogne/spearhead", QUADRANTS, "night", False),
    ("hurtgen/free", SEXTANTS, "colour-blind", False),
    ("remagen/historical", SEXTANTS, "paper", True),
)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "blocks", "palette", "exact"), LOOKS)
def test_a_name_stands_on_one_color(scenario, blocks, palette, exact):
    """It holds for a name over two grounds, or over the rim of a reach."""
    picture = Picture(load_scenario(scenario).board, MIDDLE)
    window = DrawnWindow(picture, Drawing(blocks, Colors(palette, exact=exact)))
    middle = {h for h in picture.shown if picture.board.grid.positions[h][1] % 9 < 4}
    for scene in (NOTHING, NOTHING._replace(shown={h: Contents(mark=("4", "reach")) for h in middle})):
        window.show(scene, NOWHERE)
        found = 0
        for y, row in window._layers._texts["names"].items():
            line, last, before = window.line(y), -9, ""
            for x in sorted(row):
                ground = line[x][1].partition("/")[2]
                assert x > last + 1 or ground == before, f"{row[x].char} at {x}, {y}"
                found += x > last + 1
                last, before = x, ground
        assert found > 40
