"""Zones of control on whole boards: each hex shows its owner, and its ground is the same as without them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest

from tests.long import sample
from tests.ui.map.drawn.test_drawn import NOTHING
from westwall_tui.engine.hexgrid import NOWHERE, opposite
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, Drawing
from westwall_tui.ui.map.drawn.labels import LABEL, ground_of, is_ground, texture
from westwall_tui.ui.map.drawn.sheet import Block, DrawnSheet
from westwall_tui.ui.map.drawn.window import DrawnWindow, Scene, sheet_of
from westwall_tui.ui.map.geometry import LARGE, MIDDLE
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.sheet.picture import Picture

ZONES = ("", "z", " Z", "zZ")
"""No zone, either side's and both: each hex has one of these, and its neighbors have others."""

Painted = Sequence[Sequence[str]]
"""By line of blocks, the color of each."""


def painted(picture, scene: Scene, drawing: Drawing) -> Painted:
    """Return a whole board as it is painted, block by block; the cells of texts are their ground."""
    window, high = DrawnWindow(picture, drawing), drawing.blocks.high
    window.show(scene, NOWHERE)
    bits = {glyph: number for number, glyph in enumerate(drawing.blocks.glyphs)}
    found: list[list[str]] = []
    for y in range(picture.height):
        rows: list[list[str]] = [[] for _ in range(high)]
        for char, role in window.line(y):
            front, ground = role.strip("=").split("/")
            for place in range(2 * high):
                rows[place // 2].append(front if bits.get(char, 0) >> place & 1 else ground)
        found += rows
    return found


def blocks_of(sheet: DrawnSheet, h: int) -> Iterator[Block]:
    """Return the blocks of a hex, and those just beyond its hexsides, where a line may also be its neighbor's."""
    x, y = sheet.origin(h)
    yield from ((x + i, y + j) for j, row in enumerate(sheet.outline) for i in row)
    for direction, n in enumerate(sheet.board.grid.neighbors[h]):
        yield from sheet.rim(n, opposite(direction))


BOARDS = ("arnhem/historical", "bastogne/spearhead", "hurtgen/free", "remagen/historical")
LOOKS = [*product((MIDDLE, LARGE), (SEXTANTS, QUADRANTS), ("night", "paper", "colour-blind"))]
IN_LOOKS = sample(
    [(board, *look) for board in BOARDS for look in LOOKS],
    [
        ("arnhem/historical", MIDDLE, SEXTANTS, "paper"),
        ("bastogne/spearhead", MIDDLE, QUADRANTS, "night"),
        ("hurtgen/free", MIDDLE, SEXTANTS, "colour-blind"),
        ("remagen/historical", LARGE, QUADRANTS, "paper"),
    ],
)
"""Every board in every style, or each in one."""


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "size", "blocks", "palette"), IN_LOOKS)
def test_each_hex_of_a_zone_shows_its_owner_and_its_own_ground(scenario, size, blocks, palette):
    board = replace(load_scenario(scenario).board, places=(), entries={})
    picture, colors = Picture(board, size), Colors(palette, exact=False)
    sheet, drawing = sheet_of(picture, blocks), Drawing(blocks, colors)
    zoned = {h: ZONES[sum(board.grid.positions[h]) % 4] for h in picture.shown}
    scene = NOTHING._replace(shown={h: Contents(over=(text, "zone")) for h, text in zoned.items() if text})
    plain, shown = (painted(picture, each, drawing) for each in (NOTHING, scene))
    lines = {letter: colors.of(LABEL[f"zone:{name}"]) for letter, name in (("z", "small"), ("Z", "capital"))}
    told: list[bool] = []
    bare: list[bool] = []
    for h, text in zoned.items():
        ground = ground_of(board.terrain[h])
        if NOWHERE in board.grid.neighbors[h] or not is_ground(ground):
            continue
        here, own = [*blocks_of(sheet, h)], {colors.of(ground), colors.of(texture(ground))}
        told += [sum(shown[y][x] == lines[letter] for x, y in here) >= 3 for letter in text.strip()]
        inside = [(x, y) for x, y in here if sheet.owner[y][x] == h]
        before, after = (sum(each[y][x] in own for x, y in inside) for each in (plain, shown))
        bare.append(after >= before / 3)
    assert sum(told) >= 0.98 * len(told), "a few are all water and ways"
    coarse = size is MIDDLE and blocks is QUADRANTS  # with four lines a line takes a quarter of a hex
    assert sum(bare) >= (0.84 if coarse else 0.9) * len(bare)
