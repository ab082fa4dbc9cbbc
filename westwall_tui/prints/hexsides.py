"""Draws what lies on hexsides: waters, bridges, ferries, boundaries."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine.board import Board, Hexsides
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.prints.geometry import HEIGHT, Layout, ahead, between, towards
from westwall_tui.prints.ground import smooth
from westwall_tui.prints.pieces import Point, clean, line, path, text
from westwall_tui.prints.styles import BRIDGE_STYLE, WATERS

# -- Waters: along their hexsides, with bends instead of corners, and on over the mapedge.


BEYOND = 20.0
"""How far a water runs out over the mapedge."""


def waters(layout: Layout) -> Iterator[str]:
    """Streams below canals below rivers."""
    for key, style in WATERS:
        for chain in getattr(layout.board, key):
            yield path(style, water(layout, chain), chain.name)
    for chain in layout.board.canals:
        yield path("water canal2", water(layout, chain))


def water(layout: Layout, chain: Hexsides) -> str:
    """A water as a path."""
    found = []
    for stretch in _stretches(layout, chain.pairs):
        points = [start for start, _ in stretch]
        points.append(next(p for p in layout.side(*stretch[-1][1]) if _key(p) != _key(points[-1])))
        if _meets_mapedge(layout, stretch[0][1], points[0]):
            points.insert(0, ahead(points[0], towards(points[1], points[0]), BEYOND))
        if _meets_mapedge(layout, stretch[-1][1], points[-1]):
            points.append(ahead(points[-1], towards(points[-2], points[-1]), BEYOND))
        found.append(smooth(points))
    return "".join(found)


def _meets_mapedge(layout: Layout, pair: tuple[int, int], corner: Point) -> bool:
    """True if a hexside's end at this corner is not between three hexes."""
    d = layout.board.grid.direction(*pair)
    third = d - 1 if _key(layout.corner(pair[0], d)) == _key(corner) else d + 1
    return third % 6 in layout.off_map(pair[0])


# -- Bridges and ferries on the drawing.


def bridge_kind(board: Board, a: int, b: int) -> str:
    """The kind of the bridge between two hexes: as listed, else by the water that the road crosses."""
    listed = [bridge.kind for bridge in board.bridges if set(bridge.pair) == {a, b}]
    if listed:
        return listed[0]
    lies = board.hexside(a, b)
    return "highway" if lies & Hexside.RIVER else "canal" if lies & Hexside.CANAL else "stream"


def bridges(board: Board) -> list[tuple[int, int]]:
    """The hexsides that are bridges."""
    return [
        (h, n)
        for h, row in enumerate(board.hexsides)
        for n, lies in zip(board.grid.neighbours[h], row, strict=True)
        if h < n and lies & Hexside.BRIDGE
    ]


def river_bridges(board: Board) -> list[tuple[int, int]]:
    """The hexsides where a road or trail enters a river hex."""
    return [
        (h, n)
        for h, row in enumerate(board.hexsides)
        for n, lies in zip(board.grid.neighbours[h], row, strict=True)
        if board.terrain[h] is Terrain.RIVER and lies & Hexside.WAY
    ]


def bridge_kinds(board: Board) -> set[str]:
    """The kinds of bridges that the board has."""
    return {bridge_kind(board, a, b) for a, b in bridges(board)} | {"highway" for _ in river_bridges(board)}


def crossings(layout: Layout) -> Iterator[str]:
    """The bridges, then the ferries."""
    board = layout.board
    for a, b in bridges(board):
        yield _bridge(layout, BRIDGE_STYLE[bridge_kind(board, a, b)], a, b)
    for h, n in river_bridges(board):
        yield _bridge(layout, BRIDGE_STYLE["highway"], h, n)
    for ferry in board.ferries:
        x, y = between(*layout.side(*ferry.pairs[0]))
        title = f"<title>{clean(ferry.name)}</title>"
        yield f'<circle class="ferry" cx="{x:.1f}" cy="{y:.1f}" r="8">{title}</circle>\n'
        yield text("number", x, y + 4, "F")


def _bridge(layout: Layout, style: str, a: int, b: int) -> str:
    """A bridge's parapets: lines on both sides of the road, splayed at the ends."""
    (x1, y1), (x2, y2) = layout.centre(a), layout.centre(b)
    ux, uy = (x2 - x1) / HEIGHT, (y2 - y1) / HEIGHT
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2

    def at(along: float, across: float) -> Point:
        return mx + ux * along - uy * across, my + uy * along + ux * across

    parapets = (line(at(x, y * side) for x, y in ((-14, 10), (-9, 6), (9, 6), (14, 10))) for side in (1, -1))
    return path(style, "".join(parapets))


# -- Named lines run beside their hexsides, on one side, so that water stays visible.


INSET = 0.27
"""A line's distance inside a hex, in parts of that from hexside to middle: clear of a river."""


def beside(layout: Layout, chain: Hexsides) -> list[list[Point]]:
    """A line's points by stretch, on the side of most hexes that its hexsides name first."""
    found = []
    for stretch in _stretches(layout, chain.pairs):
        sides = [_sided(layout, start, pair) for start, pair in stretch]
        right = sum(pair[0] == on_right for (_, on_right), (_, pair) in zip(sides, stretch, strict=True))
        points: list[Point] = []
        for (on_left, on_right), (start, pair) in zip(sides, stretch, strict=True):
            h = on_right if 2 * right >= len(stretch) else on_left
            d = layout.board.grid.direction(h, pair[0] if h == pair[1] else pair[1])
            ends = layout.corner(h, d, INSET), layout.corner(h, d + 1, INSET)
            points += ends if _key(layout.corner(h, d)) == _key(start) else ends[::-1]
        found.append([p for i, p in enumerate(points) if not i or _key(p) != _key(points[i - 1])])
    return found


def boundary(layout: Layout, chain: Hexsides) -> str:
    """The line as a path."""
    return "".join(map(line, beside(layout, chain)))


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _sided(layout: Layout, start: Point, pair: tuple[int, int]) -> tuple[int, int]:
    """The hexes left and right of a hexside, seen from its first corner."""
    a, b = layout.side(*pair)
    end = b if _key(a) == _key(start) else a
    x, y = layout.centre(pair[0])
    right = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) > 0
    return (pair[1], pair[0]) if right else pair


def _stretches(layout: Layout, pairs: Sequence[tuple[int, int]]) -> list[list[tuple[Point, tuple[int, int]]]]:
    """Consecutive hexsides, each with its first corner."""
    found: list[list[tuple[Point, tuple[int, int]]]] = []
    end: tuple[int, int] | None = None
    for i, pair in enumerate(pairs):
        a, b = layout.side(*pair)
        if end not in (_key(a), _key(b)):
            after = [_key(p) for p in layout.side(*pairs[i + 1])] if i + 1 < len(pairs) else [_key(b)]
            found.append([])
            end = _key(b) if _key(a) in after else _key(a)
        start, end = (a, _key(b)) if end == _key(a) else (b, _key(a))
        found[-1].append((start, pair))
    return found
