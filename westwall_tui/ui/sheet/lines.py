"""Named lines: drawn beside their hexsides, all on one side, so that water under them is seen."""

from collections.abc import Sequence

from westwall_tui.engine.board import Hexsides
from westwall_tui.ui.sheet.elements import Point, line
from westwall_tui.ui.sheet.geometry import Layout

INSET = 0.27
"""How far inside a hex its line runs, of the distance from hexside to middle: clear of a river."""


def beside(layout: Layout, chain: Hexsides) -> list[list[Point]]:
    """The line's points, stretch by stretch, on the side of most of the hexes that its hexsides name first."""
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


def drawn(layout: Layout, chain: Hexsides) -> str:
    """The line as a path."""
    return "".join(map(line, beside(layout, chain)))


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _sided(layout: Layout, start: Point, pair: tuple[int, int]) -> tuple[int, int]:
    """The hexes left and right of a hexside when you go along it from a corner."""
    a, b = layout.side(*pair)
    end = b if _key(a) == _key(start) else a
    x, y = layout.centre(pair[0])
    right = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) > 0
    return (pair[1], pair[0]) if right else pair


def _stretches(layout: Layout, pairs: Sequence[tuple[int, int]]) -> list[list[tuple[Point, tuple[int, int]]]]:
    """Hexsides that follow one another, each with the corner where it begins."""
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
