"""The visible ground beside counters, on whole boards with a counter in every hex."""

import pytest

from tests.long import paired
from tests.ui.map.drawn.test_drawn import NOTHING, UNIT
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, Drawing
from westwall_tui.ui.map.drawn.labels import ground_of, is_ground, texture
from westwall_tui.ui.map.drawn.window import DrawnWindow
from westwall_tui.ui.map.geometry import MIDDLE, SMALL
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.sheet.picture import Picture

LOOKS = (
    ("arnhem/historical", SEXTANTS, "paper", False),
    ("bastogne/spearhead", QUADRANTS, "night", False),
    ("hurtgen/free", SEXTANTS, "night", True),
    ("remagen/historical", SEXTANTS, "paper", True),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("look", "size"), paired(LOOKS, [SMALL, MIDDLE]), ids=lambda each: each[0] if isinstance(each, tuple) else each.name
)
def test_in_a_crowd_the_free_cells_beside_a_counter_have_its_grounds_color(look, size):
    """Once the lattice took half of it. Ways and waters may still cross it; a cell has two of three colors."""
    scenario, blocks, palette, exact = look
    picture = Picture(load_scenario(scenario).board, size)
    colors = Colors(palette, exact=exact)
    window = DrawnWindow(picture, Drawing(blocks, colors))
    window.show(NOTHING._replace(shown={h: Contents(token=UNIT) for h in picture.shown}), NOWHERE)
    sheet = window._layers.sheet
    counters = window._layers.covered.counters
    bare, right = 0, 0
    for y in range(picture.height):
        for x, (char, role) in enumerate(window.line(y)):
            front, _, ground = role[1:].partition("/")
            if (x, y) in counters or char not in blocks.glyphs:
                continue
            bits = blocks.glyphs.index(char)
            for i in range(2 * blocks.high):
                h = sheet.owner[j := y * blocks.high + i // 2][k := 2 * x + i % 2]
                if h >= 0 and is_ground(sheet.labels[j][k]):
                    own = ground_of(picture.board.terrain[h])
                    bare += 1
                    right += (front if bits >> i & 1 else ground) in (colors.of(own), colors.of(texture(own)))
    assert bare > 1000
    assert right * 100 >= 93 * bare
