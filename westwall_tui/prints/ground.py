"""Draws the ground: hexes of one terrain as one area with soft edges, hills in the light from the upper left."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from westwall_tui.engine.terrain import Terrain
from westwall_tui.prints.geometry import Layout, ahead, between, towards
from westwall_tui.prints.pieces import Point, path, written
from westwall_tui.prints.styles import HOUSES, SIGNS, TERRAIN_STYLE

OPEN = (Terrain.CLEAR, Terrain.MIXED)
"""Either is drawn under everything else, whichever has more hexes."""
HILLS = ((Terrain.BROKEN, Terrain.ROUGH), (Terrain.ROUGH,))
"""Each rises from what lies around it; the second from the first."""
LIGHT = (-0.6, -0.8)
"""The direction to the light: left and up."""
SHADES = (("dark", -1.0, -0.35), ("dim", -0.35, -0.05), ("pale", 0.05, 0.35), ("lit", 0.35, 1.0))
"""Styles of slopes, and the range of their brightness."""
SLOPE = 7.0
"""How far inside an area the middle of its slopes is."""

Side = tuple[int, int]
"""A hexside of an area: the hex inside, and the direction out of it."""


def ground(layout: Layout) -> Iterator[str]:
    """The ground with its signs, houses and hexes."""
    terrain = layout.board.terrain
    base = max(OPEN, key=terrain.count)
    yield path(TERRAIN_STYLE[base], area(layout, frozenset(layout.shown)))
    for kind, style in TERRAIN_STYLE.items():
        own = frozenset(h for h in layout.shown if terrain[h] is kind)
        if own and kind is not base:
            yield path(f"soft {style}", area(layout, own))
    for kinds in HILLS:
        yield from _slopes(layout, frozenset(h for h in layout.shown if terrain[h] in kinds))
    for h in layout.shown:
        x, y = layout.centre(h)
        sign = SIGNS.get(terrain[h])
        if sign:
            yield f'<use href="#{sign[h % len(sign)]}" x="{x:.1f}" y="{y:.1f}"/>\n'
        if terrain[h] in HOUSES:
            yield f'<use href="#{HOUSES[terrain[h]]}" x="{x:.1f}" y="{y:.1f}"/>\n'
    yield path("hex", "".join(_hexsides(layout)))


def _hexsides(layout: Layout) -> Iterator[str]:
    """Each hexside of the map once: the first three of every hex, and those that no other hex has."""
    for h in layout.shown:
        yield f"M{written(layout.corner(h, i) for i in range(4))}"
        for d in layout.off_map(h):
            if d > 2:
                yield f"M{written((layout.corner(h, d), layout.corner(h, d + 1)))}"


def area(layout: Layout, hexes: Collection[int]) -> str:
    """The outline of some hexes as a path. It bends at their corners, but not where the map ends."""
    found = []
    for loop in _loops(layout, hexes):
        found.append(f"M{written([_middle(layout, loop[0])])}")
        for before, after in pairwise([*loop, loop[0]]):
            corner, middle = layout.corner(*after), _middle(layout, after)
            if _at_mapedge(layout, before) and _at_mapedge(layout, after):
                found.append(f"L{written((corner, middle))}")
            else:
                found.append(f"Q{written((corner, middle))}")
        found.append("z")
    return "".join(found)


def _slopes(layout: Layout, hexes: Collection[int]) -> Iterator[str]:
    """Broad strokes inside the outline of some hexes, dark or bright as they face away from the light or to it."""
    strokes: dict[str, list[str]] = {style: [] for style, _, _ in SHADES}
    for loop in _loops(layout, hexes):
        for before, after in pairwise([*loop, loop[0]]):
            start, corner, end = _middle(layout, before), layout.corner(*after), _middle(layout, after)
            dx, dy = towards(start, end)
            brightness = dy * LIGHT[0] - dx * LIGHT[1]
            inside = (-dy, dx)
            moved = [ahead(point, inside, SLOPE) for point in (start, corner, end)]
            for style, low, high in SHADES:
                if low <= brightness < high and not _at_mapedge(layout, before) and not _at_mapedge(layout, after):
                    strokes[style].append(f"M{written(moved[:1])}Q{written(moved[1:])}")
    for style, drawn in strokes.items():
        if drawn:
            yield path(f"slope {style}", "".join(drawn))


def _loops(layout: Layout, hexes: Collection[int]) -> Iterator[list[Side]]:
    """The hexsides around some hexes in loops, clockwise, from corner to corner."""
    around = layout.board.grid.neighbours
    left = {_key(layout.corner(h, d)): (h, d) for h in sorted(hexes) for d in range(6) if around[h][d] not in hexes}
    while left:
        start = next(iter(left))
        loop, corner = [], start
        while corner in left:
            side = left.pop(corner)
            loop.append(side)
            corner = _key(layout.corner(side[0], side[1] + 1))
        yield loop


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _middle(layout: Layout, side: Side) -> Point:
    return between(layout.corner(side[0], side[1]), layout.corner(side[0], side[1] + 1))


def _at_mapedge(layout: Layout, side: Side) -> bool:
    return side[1] in layout.off_map(side[0])


def smooth(points: Sequence[Point]) -> str:
    """A path along corners of hexes that passes the middles between them; it begins and ends at a corner."""
    if len(points) < 3:
        return f"M{written(points)}"
    middles = [between(a, b) for a, b in pairwise(points)]
    bends = (f"Q{written(pair)}" for pair in zip(points[1:-1], middles[1:], strict=True))
    return f"M{written(points[:1])}L{written(middles[:1])}{''.join(bends)}L{written(points[-1:])}"
