"""The ground on the drawing: hexes with their houses, and waters."""

from collections.abc import Iterator

from westwall_tui.ui.sheet.elements import path
from westwall_tui.ui.sheet.geometry import Layout
from westwall_tui.ui.sheet.styles import HOUSES, TERRAIN_STYLE, WATERS


def hexes(layout: Layout) -> Iterator[str]:
    """The hexes, one path a terrain, and the houses of towns."""
    for terrain, style in TERRAIN_STYLE.items():
        own = [h for h in layout.shown if layout.board.terrain[h] is terrain]
        if own:
            yield path(f"hex {style}", "".join(map(layout.outline, own)))
        for h in own if terrain in HOUSES else ():
            x, y = layout.centre(h)
            yield f'<use href="#{HOUSES[terrain]}" x="{x:.1f}" y="{y:.1f}"/>\n'


def waters(layout: Layout) -> Iterator[str]:
    """Streams below canals below rivers."""
    for key, style in WATERS:
        for chain in getattr(layout.board, key):
            yield path(style, layout.chain(chain.pairs), chain.name)
    for chain in layout.board.canals:
        yield path("water canal2", layout.chain(chain.pairs))
