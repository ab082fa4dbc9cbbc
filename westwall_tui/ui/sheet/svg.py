"""A board as an SVG picture, for people to look at: everything that its file says, every hex with its number.

The same board always gives the same text. Names come from files, so they are escaped.
"""

from collections.abc import Iterator
from math import atan2, degrees
from xml.sax.saxutils import escape

from westwall_tui.engine.board import Board, Place
from westwall_tui.ui.sheet.geometry import HEIGHT, Layout, Point, between, written
from westwall_tui.ui.sheet.legend import (
    AREA_COLOURS,
    BRIDGE_STYLE,
    LINE_COLOURS,
    PATTERNS,
    STYLES,
    TERRAIN_STYLE,
    WATERS,
    bridge_kind,
    bridges,
    credits_,
    legend,
    river_bridges,
    title,
)

MARGIN, HEAD = 30.0, 96.0
NARROWEST = 660.0
"""Less would not hold the title."""
NAME_STYLE = {"town": "name halo big", "village": "name halo", "water": "name halo blue"}
LONG = 30
"""Hexsides after which the name of a water is repeated."""
RELIEF = "name halo relief"


def draw(board: Board) -> str:
    """The whole picture."""
    layout = Layout(board, MARGIN, HEAD)
    inner = max(layout.width, NARROWEST)
    signs, below = legend(board, MARGIN, HEAD + layout.height + 36, inner)
    owed, below = credits_(board, MARGIN, below + 24, inner)
    size = f"{inner + 2 * MARGIN:.0f} {below + 10:.0f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">\n<title>{escape(board.name)}</title>\n',
        f"<style>{STYLES}</style>\n<defs>{PATTERNS}</defs>\n",
        '<rect width="100%" height="100%" fill="#fffdf6"/>\n',
        title(board, inner + 2 * MARGIN),
        *_ground(layout),
        *_waters(layout),
        *_ways(layout),
        *_crossings(layout),
        *_areas(layout),
        *_lines(layout),
        *_numbers(layout),
        *_names(layout),
        signs,
        owed,
        "</svg>\n",
    ]
    return "".join(parts)


def _ground(layout: Layout) -> Iterator[str]:
    """The hexes, one path a terrain."""
    for terrain, style in TERRAIN_STYLE.items():
        hexes = [h for h in layout.shown if layout.board.terrain[h] is terrain]
        if hexes:
            yield f'<path class="hex {style}" d="{"".join(map(layout.outline, hexes))}"/>\n'


def _waters(layout: Layout) -> Iterator[str]:
    for key, style in WATERS:
        for chain in getattr(layout.board, key):
            yield _named_path(style, layout.chain(chain.pairs), chain.name)
    for chain in layout.board.canals:
        yield f'<path class="water canal2" d="{layout.chain(chain.pairs)}"/>\n'


def _ways(layout: Layout) -> Iterator[str]:
    """Railways below trails below roads; the roads' edges below all their surfaces, so that they join."""
    board = layout.board
    for paths, styles in (
        (board.railways, ("rail", "ties")),
        (board.trails, ("trail",)),
        (board.roads, ("case", "road")),
    ):
        for style in styles:
            for path in paths:
                yield _named_path(f"way {style}", layout.way(path), path.name)


def _named_path(style: str, drawn: str, name: str) -> str:
    """A path that shows its name under the mouse pointer."""
    return f'<path class="{style}" d="{drawn}"><title>{escape(name)}</title></path>\n'


# -- bridges and ferries


def _crossings(layout: Layout) -> Iterator[str]:
    board = layout.board
    for a, b in bridges(board):
        yield _bridge(layout, BRIDGE_STYLE[bridge_kind(board, a, b)], a, b)
    for h, n in river_bridges(board):
        yield _bridge(layout, BRIDGE_STYLE["highway"], h, n)
    for ferry in board.ferries:
        x, y = between(*layout.side(*ferry.pairs[0]))
        yield f'<circle class="ferry" cx="{x:.1f}" cy="{y:.1f}" r="8"><title>{escape(ferry.name)}</title></circle>\n'
        yield f'<text class="number" x="{x:.1f}" y="{y + 4:.1f}">F</text>\n'


def _bridge(layout: Layout, style: str, a: int, b: int) -> str:
    """The parapets of a bridge: a line on either side of the way, splayed at the ends."""
    (x1, y1), (x2, y2) = layout.centre(a), layout.centre(b)
    ux, uy = (x2 - x1) / HEIGHT, (y2 - y1) / HEIGHT
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2

    def at(along: float, across: float) -> Point:
        return mx + ux * along - uy * across, my + uy * along + ux * across

    parapets = (written(at(x, y * side) for x, y in ((-14, 10), (-9, 6), (9, 6), (14, 10))) for side in (1, -1))
    return f'<path class="{style}" d="{"".join(f"M{parapet}" for parapet in parapets)}"/>\n'


# -- areas, entries and lines


def _areas(layout: Layout) -> Iterator[str]:
    """The borders of named areas, one inside the other where they meet; entries are outlined on the mapedge too."""
    board = layout.board
    named = [(name, hexes, False) for name, hexes in board.areas.items()]
    named += [(f"Entry {name}", hexes, True) for name, hexes in board.entries.items()]
    for i, (name, hexes, mapedge) in enumerate(named):
        colour = AREA_COLOURS[i % len(AREA_COLOURS)]
        drawn = layout.border(hexes, 0.08 + 0.06 * (i % 4), mapedge)
        yield f'<path class="area" stroke="{colour}" d="{drawn}"><title>{escape(name)}</title></path>\n'
        x, y = layout.centre(_heart(layout, hexes))
        yield _label(layout, name, x, y + 17 * (i % 3 - 0.7), colour)


def _heart(layout: Layout, hexes: tuple[int, ...]) -> int:
    """The hex of a set that lies nearest to its middle."""
    points = [layout.centre(h) for h in hexes]
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return min(hexes, key=lambda h: (layout.centre(h)[0] - x) ** 2 + (layout.centre(h)[1] - y) ** 2)


def _lines(layout: Layout) -> Iterator[str]:
    for i, chain in enumerate(layout.board.boundaries.values()):
        colour = LINE_COLOURS[i % len(LINE_COLOURS)]
        yield f'<path class="line" stroke="{colour}" d="{layout.chain(chain.pairs)}"/>\n'
        if chain.pairs:
            x, y = between(*layout.side(*chain.pairs[len(chain.pairs) // 2]))
            yield _label(layout, chain.name, x, y - 6, colour)


def _label(layout: Layout, words: str, x: float, y: float, colour: str) -> str:
    half = 4.8 * len(words)
    x = max(half, min(x, layout.width + 2 * MARGIN - half))
    return f'<text class="label halo" style="fill:{colour}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>\n'


# -- numbers and names


def _numbers(layout: Layout) -> Iterator[str]:
    for h in layout.shown:
        x, y = layout.centre(h)
        yield f'<text class="number" x="{x:.1f}" y="{y - 0.36 * HEIGHT + 3:.1f}">{layout.board.number(h)}</text>\n'


def _names(layout: Layout) -> Iterator[str]:
    for key, _ in WATERS:
        for chain in getattr(layout.board, key):
            times = 1 + len(chain.pairs) // LONG
            for i in range(1, 2 * times, 2) if chain.pairs else ():
                yield _along(layout, chain.name, chain.pairs[len(chain.pairs) * i // (2 * times)])
    for place in layout.board.places:
        if place.hexes:
            yield _place(layout, place)


def _along(layout: Layout, name: str, pair: tuple[int, int]) -> str:
    """The name of a water along one of its hexsides."""
    a, b = sorted(layout.side(*pair))
    x, y = between(a, b)
    slope = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    return (
        f'<text class="name halo blue" transform="translate({x:.1f},{y:.1f}) rotate({slope:.0f})" y="-5">'
        f"{escape(name)}</text>\n"
    )


def _place(layout: Layout, place: Place) -> str:
    """A place's name below the middle of its hexes."""
    points = [layout.centre(h) for h in place.hexes]
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    style = NAME_STYLE.get(place.kind, RELIEF)
    return f'<text class="{style}" x="{x:.1f}" y="{y + 0.36 * HEIGHT:.1f}">{escape(place.name)}</text>\n'
