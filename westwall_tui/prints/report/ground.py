"""The ground of the report's maps, drawn once: every map shows a piece of it, through `<use>`.

It is kept small: one path a terrain, whole numbers, and ways without names.
"""

import re
from collections.abc import Iterator

from westwall_tui.engine.terrain import Terrain
from westwall_tui.history.words import TOWNS
from westwall_tui.prints.drawing import clean
from westwall_tui.prints.geometry import HEIGHT, Layout
from westwall_tui.prints.hexsides import bridges, river_bridges
from westwall_tui.prints.ways import WayLines

FILLS = {
    Terrain.CLEAR: "tc",
    Terrain.MIXED: "tm",
    Terrain.GROVE: "tg",
    Terrain.WOODS: "tw",
    Terrain.BROKEN: "tb",
    Terrain.ROUGH: "tr",
    Terrain.TOWN: "tt",
    Terrain.CITY: "ty",
    Terrain.RIVER: "ts",
}
"""By terrain its style."""
WATERS = (("streams", "ws"), ("canals", "wc"), ("rivers", "wr"))
HOUSES = '<path id="hs" class="hs" d="M-24-12h9v7h-9zM14-14h9v8h-9zM-25 6h8v7h-8zM15 5h9v7h-9z"/>'
PATTERNS = (
    '<pattern id="pw" width="16" height="14" patternUnits="userSpaceOnUse"><rect width="16" height="14" class="pw0"/>'
    '<path d="M1 6l3-5 3 5zM9 13l3-5 3 5z" class="pw1"/></pattern>'
    '<pattern id="pb" width="18" height="14" patternUnits="userSpaceOnUse"><rect width="18" height="14" class="pb0"/>'
    '<path d="M2 9l4-5 4 5M10 13l3-4 3 4" class="pb1"/></pattern>'
    '<pattern id="pg" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" class="pg0"/>'
    '<path d="M6 9l4-7 4 7z" class="pw1"/></pattern>'
)


def ground(layout: Layout) -> str:
    """Definitions: `b` the board, `n` its names, `s` the board for thumbnails."""
    waters, ways = dict(_waters(layout)), WayLines(layout)
    road = "".join(map(short, map(ways.way, layout.board.roads)))
    trail = "".join(map(short, map(ways.way, layout.board.trails)))
    rail = "".join(map(short, map(ways.railway, layout.board.railways)))
    lines = [
        f'<path class="rl" d="{rail}"/>' if rail else "",
        f'<path class="tl" d="{trail}"/>' if trail else "",
        f'<path id="rd" class="rc" d="{road}"/><path class="ro" d="{road}"/>' if road else "",
        f'<path class="br" d="{"".join(_spans(layout))}"/>',
        *(f'<path class="bd" d="{short(layout.chain(chain.pairs))}"/>' for chain in layout.board.boundaries.values()),
    ]
    sea = hexes(layout, Terrain.RIVER)
    far = [
        f'<path class="tc" d="M0 0H{layout.right:.0f}V{layout.bottom:.0f}H0z"/>',
        f'<path class="ts" d="{sea}"/>' if sea else "",
        *(drawn for key, drawn in waters.items() if key != "streams" or len(waters) == 1),
        '<use href="#rd" class="thin"/>' if road else "",
        f'<path class="tn" d="{"".join(_dots(layout))}"/>',
    ]
    return (
        f"{PATTERNS}{HOUSES}"
        f'<g id="b">{"".join(_hexes(layout))}{"".join(waters.values())}{"".join(lines)}{"".join(_houses(layout))}</g>'
        f'<g id="n">{"".join(_names(layout))}</g><g id="s">{"".join(far)}</g>'
    )


def short(drawn: str) -> str:
    """A path with whole numbers, and no blank that is not needed."""
    drawn = re.sub(r"-?\d+\.\d+", lambda found: str(round(float(found[0]))), drawn)
    return re.sub(r"\s*([A-Za-z])\s*", r"\1", drawn).replace(" -", "-")


def middle(layout: Layout, h: int) -> tuple[int, int]:
    """The middle of a hex in whole numbers."""
    x, y = layout.centre(h)
    return round(x), round(y)


def hexes(layout: Layout, terrain: Terrain) -> str:
    """All hexes of a terrain as one path."""
    own = (middle(layout, h) for h in layout.shown if layout.board.terrain[h] is terrain)
    return "".join(f"M{x - 20} {y - 35}h40l20 35-20 35h-40l-20-35z" for x, y in own)


def _hexes(layout: Layout) -> Iterator[str]:
    for terrain, style in FILLS.items():
        drawn = hexes(layout, terrain)
        if drawn:
            yield f'<path class="h {style}" d="{drawn}"/>'


def _waters(layout: Layout) -> Iterator[tuple[str, str]]:
    for key, style in WATERS:
        drawn = "".join(short(layout.chain(chain.pairs)) for chain in getattr(layout.board, key))
        if drawn:
            yield key, f'<path class="{style}" d="{drawn}"/>'


def _spans(layout: Layout) -> Iterator[str]:
    """The parapets of the bridges over rivers and canals."""
    board = layout.board
    for a, b in (*bridges(board), *river_bridges(board)):
        (x1, y1), (x2, y2) = layout.centre(a), layout.centre(b)
        ux, uy, x, y = (x2 - x1) / HEIGHT, (y2 - y1) / HEIGHT, (x1 + x2) / 2, (y1 + y2) / 2
        for aside in (7, -7):
            start = x - ux * 12 - uy * aside, y - uy * 12 + ux * aside
            end = x + ux * 12 - uy * aside, y + uy * 12 + ux * aside
            yield f"M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}".replace(" -", "-")


def _houses(layout: Layout) -> Iterator[str]:
    for h in layout.shown:
        if layout.board.terrain[h] in (Terrain.TOWN, Terrain.CITY):
            x, y = middle(layout, h)
            yield f'<use href="#hs" x="{x}" y="{y}"/>'


def _dots(layout: Layout) -> Iterator[str]:
    """Towns on a thumbnail."""
    for place in layout.board.places:
        if place.kind == "town":
            for x, y in (middle(layout, h) for h in place.hexes):
                yield f"M{x} {y}h1"


def _names(layout: Layout) -> Iterator[str]:
    """The names of towns, below their lowest hex."""
    for place in layout.board.places:
        if place.kind in TOWNS and place.hexes:
            spots = [middle(layout, h) for h in place.hexes]
            x, y = round(sum(x for x, _ in spots) / len(spots)), max(y for _, y in spots) + 33
            yield f'<text class="{"nt" if place.kind == "town" else "nv"}" x="{x}" y="{y}">{clean(place.name)}</text>'
