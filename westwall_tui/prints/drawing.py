"""The elements of a drawing: the places of hexes in drawing units (y runs down), and SVG text, paths and boxes.

Text is made safe for XML.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, radians, sin, sqrt
from xml.sax.saxutils import escape

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain

Point = tuple[float, float]

WIDTHS = {"fijlrtI.,'|!:;()[]- /": 0.39, "mwMW": 0.95, "ABCDEFGHJKLNOPQRSTUVXYZ+#@%&": 0.76}
"""Widths of letters as shares of the type size. All other letters have `LETTER`."""
NO_BREAK = "\u00a0"
"""A space at which no line is broken."""
LETTER = 0.64
BOLD = 1.1


def clean(words: str) -> str:
    """Make text from a file safe for XML by removing control characters and escaping markup."""
    return escape("".join(c if c.isprintable() or c == NO_BREAK else "?" for c in words), {'"': "&quot;"})


def text(style: str, x: float, y: float, words: str, more: str = "") -> str:
    """Draw a line of text; `more` has further attributes."""
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}"{more}>{clean(words)}</text>\n'


def haloed(style: str, x: float, y: float, words: str, more: str = "") -> str:
    """Draw a line of text over a pale copy with a broad outline, which keeps it legible on any background."""
    return text(f"{style} halo", x, y, words, more) + text(style, x, y, words, more)


def path(style: str, drawn: str, name: str = "") -> str:
    """Draw a path; its name appears under the mouse pointer."""
    if not name:
        return f'<path class="{style}" d="{drawn}"/>\n'
    return f'<path class="{style}" d="{drawn}"><title>{clean(name)}</title></path>\n'


def box(style: str, x: float, y: float, width: float, height: float, more: str = "") -> str:
    """Draw a rectangle."""
    return f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{more}/>\n'


def moved(x: float, y: float, drawn: str) -> str:
    """Move a drawing that was made at 0,0."""
    return f'<g transform="translate({x:.1f},{y:.1f})">{drawn}</g>\n'


def written(points: Iterable[Point]) -> str:
    """Return points in SVG path notation."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def line(points: Iterable[Point]) -> str:
    """Return a path in SVG through points."""
    return f"M{written(points)}"


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """Return the approximate width of a line of text."""
    units = sum(next((w for letters, w in WIDTHS.items() if c in letters), LETTER) for c in words)
    return units * size * (BOLD if bold else 1.0)


RADIUS = 40.0
"""The distance from the center of a hex to its corners."""
HEIGHT = RADIUS * sqrt(3)
CORNERS = tuple((RADIUS * cos(radians(a)), RADIUS * sin(radians(a))) for a in range(240, 600, 60))
"""Vectors from the center to the corners, clockwise. Hexside d runs from corner d to the next corner."""


def between(a: Point, b: Point, part: float = 0.5) -> Point:
    """Return the point at `part` of the line from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def towards(a: Point, b: Point) -> Point:
    """Return the unit vector from one point to another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    return dx / length, dy / length


def ahead(a: Point, direction: Point, far: float) -> Point:
    """Return the point at a distance of `far` from `a` in a direction."""
    return a[0] + direction[0] * far, a[1] + direction[1] * far


_PIECE = re.compile(r"([MLQC])([^MLQCz]+)")
STEP = 8.0
"""The approximate spacing of sampled points."""


def sampled(drawn: str) -> Iterator[Point]:
    """Return points along an SVG path of straight pieces and curves."""
    at: Point = (0.0, 0.0)
    for kind, text in _PIECE.findall(drawn):
        flat = [float(number) for number in text.replace(",", " ").split()]
        points = list(zip(flat[::2], flat[1::2], strict=True))
        pieces = [points] if kind in "QC" else [[point] for point in points[kind == "M" :]]
        if kind == "M":
            at = points[0]
            yield at
        for piece in pieces:
            steps = max(1, round(hypot(piece[-1][0] - at[0], piece[-1][1] - at[1]) / STEP))
            for i in range(1, steps + 1):
                yield _on_curve((at, *piece), i / steps)
            at = piece[-1]


def _on_curve(points: tuple[Point, ...], part: float) -> Point:
    """Return a point on a Bézier curve (de Casteljau)."""
    while len(points) > 1:
        points = tuple(between(a, b, part) for a, b in pairwise(points))
    return points[0]


class Layout:
    """The places of the board's hexes on the drawing, with margins to the left of and above the first hex."""

    def __init__(self, board: Board, left: float, top: float) -> None:
        self.board = board
        self.left, self.top = left, top
        grid = board.grid
        lowest = max(2 * r + (c % 2 == 0) for c, r in grid.positions)
        self._before = board.first_column - 1
        self.width = RADIUS * (1.5 * (grid.columns - self._before) + 0.5)
        self.height = HEIGHT * lowest / 2
        self.right, self.bottom = left + self.width, top + self.height
        self.shown = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]

    def centre(self, h: int) -> Point:
        """Return the center of a hex."""
        c, r = self.board.grid.positions[h]
        low = 0.5 if c % 2 == 0 else 0.0
        return self.left + RADIUS * (1.5 * (c - self._before) - 0.5), self.top + HEIGHT * (r - 0.5 + low)

    def corner(self, h: int, number: int, inset: float = 0.0) -> Point:
        """Return a hex's corner, or a point on the way to its center; `inset` is the share of the way."""
        x, y = self.centre(h)
        dx, dy = CORNERS[number % 6]
        return x + dx * (1 - inset), y + dy * (1 - inset)

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """Return the ends of the hexside between two adjacent hexes."""
        d = self.board.grid.direction(a, b)
        return self.corner(a, d), self.corner(a, d + 1)

    def outline(self, h: int) -> str:
        """Return the hex as a closed path."""
        return f"M{written(self.corner(h, i) for i in range(6))}z"

    def chain(self, pairs: Iterable[tuple[int, int]]) -> str:
        """Return hexsides as a path."""
        return "".join(f"M{written(self.side(*pair))}" for pair in pairs)

    def off_map(self, h: int) -> list[int]:
        """Return the directions in which a hex has the edge of the map."""
        around = self.board.grid.neighbors[h]
        return [d for d, n in enumerate(around) if n == NOWHERE or self.board.terrain[n] is Terrain.NONE]
