"""Where the hexes of a board lie on the drawing: centres, corners, hexsides and ways, in its units (y runs down)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import cos, radians, sin, sqrt

from westwall_tui.engine.board import Board, Path, Terrain
from westwall_tui.engine.hexgrid import NOWHERE, opposite

RADIUS = 40.0
"""From the centre of a hex to its corners."""
HEIGHT = RADIUS * sqrt(3)
CORNERS = tuple((RADIUS * cos(radians(a)), RADIUS * sin(radians(a))) for a in range(240, 600, 60))
"""From the centre to the corners, clockwise; hexside d runs from corner d to the next."""

BEND = 0.35
"""How near to the middle of a hex the bend of a way begins, of the distance to the next hex's middle."""

Point = tuple[float, float]


def written(points: Iterable[Point]) -> str:
    """Points as paths of SVG name them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def between(a: Point, b: Point, part: float = 0.5) -> Point:
    """The point that lies that part of the way from one to the other."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


class Layout:
    """The board's hexes on the drawing, the first one's upper left at the margins."""

    def __init__(self, board: Board, left: float, top: float) -> None:
        self.board = board
        self._left, self._top = left, top
        grid = board.grid
        lowest = max(2 * r + (c % 2 == 0) for c, r in grid.positions)
        self.width = RADIUS * (1.5 * grid.columns + 0.5)
        self.height = HEIGHT * lowest / 2
        self.shown = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]

    def centre(self, h: int) -> Point:
        """The middle of a hex."""
        c, r = self.board.grid.positions[h]
        low = 0.5 if c % 2 == 0 else 0.0
        return self._left + RADIUS * (1.5 * c - 0.5), self._top + HEIGHT * (r - 0.5 + low)

    def corner(self, h: int, number: int, inset: float = 0.0) -> Point:
        """A corner of a hex, or a point on the way from there to the middle."""
        x, y = self.centre(h)
        dx, dy = CORNERS[number % 6]
        return x + dx * (1 - inset), y + dy * (1 - inset)

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The ends of the hexside between two neighbours."""
        d = self.board.grid.direction(a, b)
        return self.corner(a, d), self.corner(a, d + 1)

    def outline(self, h: int) -> str:
        """The hex as a closed path."""
        return f"M{written(self.corner(h, i) for i in range(6))}z"

    def chain(self, pairs: Iterable[tuple[int, int]]) -> str:
        """Hexsides as a path."""
        return "".join(f"M{written(self.side(*pair))}" for pair in pairs)

    def way(self, path: Path) -> str:
        """A road as a path: round bends, and over the mapedge where it leaves."""
        stops = [self.centre(h) for h in path.hexes]
        if path.off_map[0]:
            stops.insert(0, self._beyond(path.hexes[0], path.hexes[1:2]))
        if path.off_map[1]:
            stops.append(self._beyond(path.hexes[-1], path.hexes[-2:-1]))
        bends = (
            f"L{written((between(b, a, BEND),))}Q{written((b, between(b, c, BEND)))}"
            for a, b, c in zip(stops, stops[1:], stops[2:], strict=False)
        )
        return f"M{written(stops[:1])}{''.join(bends)}L{written(stops[-1:])}"

    def _beyond(self, h: int, inner: Sequence[int]) -> Point:
        """Where a way that comes from an inner hex leaves the map at `h`: as straight ahead as it can."""
        ahead = opposite(self.board.grid.direction(h, inner[0])) if inner else 0
        around = self.board.grid.neighbours[h]
        outward = [d for d, n in enumerate(around) if n == NOWHERE or self.board.terrain[n] is Terrain.NONE]
        d = min(outward, key=lambda d: min((d - ahead) % 6, (ahead - d) % 6))
        middle = between(self.corner(h, d), self.corner(h, d + 1))
        return between(self.centre(h), middle, 1.25)

    def border(self, hexes: Collection[int], inset: float, mapedge: bool) -> str:
        """The border of a set of hexes, drawn a little inside of it, along the mapedge too if that is wanted."""
        return "".join(
            f"M{written((self.corner(h, d, inset), self.corner(h, d + 1, inset)))}"
            for h, d in self._rim(set(hexes), mapedge)
        )

    def _rim(self, hexes: set[int], mapedge: bool) -> Iterator[tuple[int, int]]:
        for h in sorted(hexes):
            for d, n in enumerate(self.board.grid.neighbours[h]):
                if n not in hexes and (mapedge or (n != NOWHERE and self.board.terrain[n] is not Terrain.NONE)):
                    yield h, d
