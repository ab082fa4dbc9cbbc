"""The ground: the hexes of each terrain as one area with soft edges, and hills lit from the upper left.

Waters, bridges, ferries and boundaries follow hexsides.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from westwall_tui.engine.board import Board, Hexsides
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.prints.drawing import HEIGHT, Layout, Point, ahead, between, clean, line, path, text, towards, written
from westwall_tui.prints.styles import BRIDGE_STYLE, HOUSES, SIGNS, TERRAIN_STYLE, WATERS

OPEN = (Terrain.CLEAR, Terrain.MIXED)
"""The base terrains. The one with more hexes is drawn under everything else."""
HILLS = ((Terrain.BROKEN, Terrain.ROUGH), (Terrain.ROUGH,))
"""Terrains that rise above their surroundings. The second rises above the first."""
LIGHT = (-0.6, -0.8)
"""The direction to the light: left and up."""
SHADES = (("dark", -1.0, -0.35), ("dim", -0.35, -0.05), ("pale", 0.05, 0.35), ("lit", 0.35, 1.0))
"""Styles of slopes, and the range of their brightness."""
SLOPE = 7.0
"""The distance of the middle of a slope from the edge of the rising area."""

Side = tuple[int, int]
"""A hexside of an area's outline: the hex inside, and the direction outward."""


def ground(layout: Layout) -> Iterator[str]:
    """Draw the ground with its signs, houses and hexes."""
    terrain = layout.board.terrain
    base = max(OPEN, key=terrain.count)
    yield path(TERRAIN_STYLE[base], area(layout, frozenset(layout.shown)))
    for kind, style in TERRAIN_STYLE.items():
        own = frozenset(h for h in layout.shown if terrain[h] is kind)
        if own and kind is not base:
            yield path(f"soft {style}", area(layout, own))
    for kinds in HILLS:
        yield from _draw_slopes(layout, frozenset(h for h in layout.shown if terrain[h] in kinds))
    for h in layout.shown:
        x, y = layout.centre(h)
        sign = SIGNS.get(terrain[h])
        if sign:
            yield f'<use href="#{sign[h % len(sign)]}" x="{x:.1f}" y="{y:.1f}"/>\n'
        if terrain[h] in HOUSES:
            yield f'<use href="#{HOUSES[terrain[h]]}" x="{x:.1f}" y="{y:.1f}"/>\n'
    yield path("hex", "".join(_draw_hexsides(layout)))


def _draw_hexsides(layout: Layout) -> Iterator[str]:
    """Return each hexside of the map once: the first three of every hex, and those at the edge."""
    for h in layout.shown:
        yield f"M{written(layout.corner(h, i) for i in range(4))}"
        for d in layout.off_map(h):
            if d > 2:
                yield f"M{written((layout.corner(h, d), layout.corner(h, d + 1)))}"


def area(layout: Layout, hexes: Collection[int]) -> str:
    """Return the outline of some hexes as a path that bends at their corners, except where the map ends."""
    found = []
    for loop in _loops_around(layout, hexes):
        found.append(f"M{written([_middle_of_side(layout, loop[0])])}")
        for before, after in pairwise([*loop, loop[0]]):
            corner, middle = layout.corner(*after), _middle_of_side(layout, after)
            if _at_mapedge(layout, before) and _at_mapedge(layout, after):
                found.append(f"L{written((corner, middle))}")
            else:
                found.append(f"Q{written((corner, middle))}")
        found.append("z")
    return "".join(found)


def _draw_slopes(layout: Layout, hexes: Collection[int]) -> Iterator[str]:
    """Draw broad strokes inside the outline of some hexes, dark or bright by their direction from the light."""
    strokes: dict[str, list[str]] = {style: [] for style, _, _ in SHADES}
    for loop in _loops_around(layout, hexes):
        for before, after in pairwise([*loop, loop[0]]):
            start, corner, end = _middle_of_side(layout, before), layout.corner(*after), _middle_of_side(layout, after)
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


def _loops_around(layout: Layout, hexes: Collection[int]) -> Iterator[list[Side]]:
    """Return the hexsides around some hexes as clockwise loops, from corner to corner."""
    around = layout.board.grid.neighbors
    left = {
        corner_key(layout.corner(h, d)): (h, d) for h in sorted(hexes) for d in range(6) if around[h][d] not in hexes
    }
    while left:
        start = next(iter(left))
        loop, corner = [], start
        while corner in left:
            side = left.pop(corner)
            loop.append(side)
            corner = corner_key(layout.corner(side[0], side[1] + 1))
        yield loop


def corner_key(point: Point) -> tuple[int, int]:
    """Return a corner in whole drawing units, so that hexes that share the corner agree on it."""
    return round(point[0]), round(point[1])


def _middle_of_side(layout: Layout, side: Side) -> Point:
    return between(layout.corner(side[0], side[1]), layout.corner(side[0], side[1] + 1))


def _at_mapedge(layout: Layout, side: Side) -> bool:
    return side[1] in layout.off_map(side[0])


def smooth(points: Sequence[Point]) -> str:
    """Return a path along corners of hexes, through the middles between them. It begins and ends at a corner."""
    if len(points) < 3:
        return f"M{written(points)}"
    middles = [between(a, b) for a, b in pairwise(points)]
    bends = (f"Q{written(pair)}" for pair in zip(points[1:-1], middles[1:], strict=True))
    return f"M{written(points[:1])}L{written(middles[:1])}{''.join(bends)}L{written(points[-1:])}"


# -- Waters follow their hexsides with bends instead of corners, and continue over the edge of the map.


BEYOND = 20.0
"""The distance for which a water continues beyond the edge of the map."""


def waters(layout: Layout) -> Iterator[str]:
    """Draw streams, then canals over them, then rivers over both."""
    for key, style in WATERS:
        for chain in getattr(layout.board, key):
            yield path(style, water(layout, chain), chain.name)
    for chain in layout.board.canals:
        yield path("water canal2", water(layout, chain))


def water(layout: Layout, chain: Hexsides) -> str:
    """Return a water as a path."""
    found = []
    for stretch in _stretches_of(layout, chain.pairs):
        points = [start for start, _ in stretch]
        points.append(next(p for p in layout.side(*stretch[-1][1]) if corner_key(p) != corner_key(points[-1])))
        if _meets_mapedge(layout, stretch[0][1], points[0]):
            points.insert(0, ahead(points[0], towards(points[1], points[0]), BEYOND))
        if _meets_mapedge(layout, stretch[-1][1], points[-1]):
            points.append(ahead(points[-1], towards(points[-2], points[-1]), BEYOND))
        found.append(smooth(points))
    return "".join(found)


def _meets_mapedge(layout: Layout, pair: tuple[int, int], corner: Point) -> bool:
    """Return True if this end of a hexside is a corner of fewer than three hexes."""
    d = layout.board.grid.direction(*pair)
    third = d - 1 if corner_key(layout.corner(pair[0], d)) == corner_key(corner) else d + 1
    return third % 6 in layout.off_map(pair[0])


# -- Bridges and ferries on the drawing.


def bridge_kind(board: Board, a: int, b: int) -> str:
    """Return the kind of the bridge between two hexes: as listed, or else by the water that the road crosses."""
    listed = [bridge.kind for bridge in board.bridges if set(bridge.pair) == {a, b}]
    if listed:
        return listed[0]
    features = board.hexside(a, b)
    return "highway" if features & Hexside.RIVER else "canal" if features & Hexside.CANAL else "stream"


def bridges(board: Board) -> list[tuple[int, int]]:
    """Return the hexsides with bridges."""
    return [
        (h, n)
        for h, row in enumerate(board.hexsides)
        for n, features in zip(board.grid.neighbors[h], row, strict=True)
        if h < n and features & Hexside.BRIDGE
    ]


def river_bridges(board: Board) -> list[tuple[int, int]]:
    """Return the hexsides where a road or trail enters a river hex."""
    return [
        (h, n)
        for h, row in enumerate(board.hexsides)
        for n, features in zip(board.grid.neighbors[h], row, strict=True)
        if board.terrain[h] is Terrain.RIVER and features & Hexside.WAY
    ]


def bridge_kinds(board: Board) -> set[str]:
    """Return the kinds of bridges that the board has."""
    return {bridge_kind(board, a, b) for a, b in bridges(board)} | {"highway" for _ in river_bridges(board)}


def crossings(layout: Layout) -> Iterator[str]:
    """Draw the bridges, then the ferries."""
    board = layout.board
    for a, b in bridges(board):
        yield _draw_bridge(layout, BRIDGE_STYLE[bridge_kind(board, a, b)], a, b)
    for h, n in river_bridges(board):
        yield _draw_bridge(layout, BRIDGE_STYLE["highway"], h, n)
    for ferry in board.ferries:
        x, y = between(*layout.side(*ferry.pairs[0]))
        title = f"<title>{clean(ferry.name)}</title>"
        yield f'<circle class="ferry" cx="{x:.1f}" cy="{y:.1f}" r="8">{title}</circle>\n'
        yield text("number", x, y + 4, "F")


def _draw_bridge(layout: Layout, style: str, a: int, b: int) -> str:
    """Draw a bridge's parapets: lines on both sides of the road, splayed at the ends."""
    (x1, y1), (x2, y2) = layout.centre(a), layout.centre(b)
    ux, uy = (x2 - x1) / HEIGHT, (y2 - y1) / HEIGHT
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2

    def at(along: float, across: float) -> Point:
        return mx + ux * along - uy * across, my + uy * along + ux * across

    parapets = (line(at(x, y * side) for x, y in ((-14, 10), (-9, 6), (9, 6), (14, 10))) for side in (1, -1))
    return path(style, "".join(parapets))


# -- Named lines run on one side of their hexsides, so that water stays visible.


INSET = 0.27
"""The distance of a named line from its hexside, as a share of the way to the center; it avoids rivers."""


def beside(layout: Layout, chain: Hexsides) -> list[list[Point]]:
    """Return a line's points by stretch, on the side where most of the hexes are that its hexsides name first."""
    found = []
    for stretch in _stretches_of(layout, chain.pairs):
        sides = [_pair_from_start(layout, start, pair) for start, pair in stretch]
        right = sum(pair[0] == on_right for (_, on_right), (_, pair) in zip(sides, stretch, strict=True))
        points: list[Point] = []
        for (on_left, on_right), (start, pair) in zip(sides, stretch, strict=True):
            h = on_right if 2 * right >= len(stretch) else on_left
            d = layout.board.grid.direction(h, pair[0] if h == pair[1] else pair[1])
            ends = layout.corner(h, d, INSET), layout.corner(h, d + 1, INSET)
            points += ends if corner_key(layout.corner(h, d)) == corner_key(start) else ends[::-1]
        found.append([p for i, p in enumerate(points) if not i or corner_key(p) != corner_key(points[i - 1])])
    return found


def boundary(layout: Layout, chain: Hexsides) -> str:
    """Return the line as a path."""
    return "".join(map(line, beside(layout, chain)))


def _pair_from_start(layout: Layout, start: Point, pair: tuple[int, int]) -> tuple[int, int]:
    """Return the hexes left and right of a hexside, seen from its first corner."""
    a, b = layout.side(*pair)
    end = b if corner_key(a) == corner_key(start) else a
    x, y = layout.centre(pair[0])
    right = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) > 0
    return (pair[1], pair[0]) if right else pair


def _stretches_of(layout: Layout, pairs: Sequence[tuple[int, int]]) -> list[list[tuple[Point, tuple[int, int]]]]:
    """Return consecutive hexsides, each with its first corner."""
    found: list[list[tuple[Point, tuple[int, int]]]] = []
    end: tuple[int, int] | None = None
    for i, pair in enumerate(pairs):
        a, b = layout.side(*pair)
        if end not in (corner_key(a), corner_key(b)):
            after = [corner_key(p) for p in layout.side(*pairs[i + 1])] if i + 1 < len(pairs) else [corner_key(b)]
            found.append([])
            end = corner_key(b) if corner_key(a) in after else corner_key(a)
        start, end = (a, corner_key(b)) if end == corner_key(a) else (b, corner_key(a))
        found[-1].append((start, pair))
    return found
