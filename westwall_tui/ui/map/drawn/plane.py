"""A board divided into blocks: where its hexes lie, what belongs to which, and the lines along and across them."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import hypot

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.map.drawn.labels import OFF, is_ground

Point = tuple[float, float]
Block = tuple[int, int]
"""A block of the plane: x and y."""


class Plane:
    """The blocks of a board: of each its label, and the hex that it belongs to. Each class draws its own layers."""

    def __init__(self, board: Board, extent: Block, hex_extent: Point, slant: float, high: int) -> None:
        """`extent` and `hex_extent`: width and height in blocks; `slant`: how far a hex's corners stand out."""
        self.board, self.high = board, high
        """Blocks from the top of a cell to its bottom; there are two across."""
        self.width, self.height = extent
        self.hex_wide, self.hex_high = hex_extent
        self._slant = slant
        self._across, self._down = 5.0, 21 / high
        self.owner = [array("h", [NOWHERE]) * self.width for _ in range(self.height)]
        self.labels = [bytearray([OFF]) * self.width for _ in range(self.height)]

    def origin(self, h: int) -> Point:
        """The upper left corner of the box round a hex."""
        raise NotImplementedError

    def center(self, h: int) -> Point:
        """The middle of a hex."""
        x, y = self.origin(h)
        return x + self.hex_wide / 2, y + self.hex_high / 2

    def side(self, h: int, direction: int) -> tuple[Point, Point]:
        """The two ends of a hexside, clockwise."""
        (x, y), corners = self.origin(h), self._corners
        a, b = corners[direction], corners[(direction + 1) % 6]
        return (x + a[0], y + a[1]), (x + b[0], y + b[1])

    def gate(self, h: int, direction: int) -> Point:
        """The middle of a hexside."""
        (ax, ay), (bx, by) = self.side(h, direction)
        return (ax + bx) / 2, (ay + by) / 2

    @cached_property
    def _corners(self) -> Sequence[Point]:
        wide, high, slant = self.hex_wide, self.hex_high, self._slant
        return (slant, 0), (wide - slant, 0), (wide, high / 2), (wide - slant, high), (slant, high), (0, high / 2)

    def line(self, start: Point, end: Point, half: float) -> Iterator[Block]:
        """The blocks on the map that are within half a width of a line."""
        across, down = self._across, self._down
        reach = half / across + 1
        ax, ay = start[0] * across, start[1] * down
        vx, vy = end[0] * across - ax, end[1] * down - ay
        square = vx * vx + vy * vy or 1.0
        left, right = sorted((start[0], end[0]))
        top, bottom = sorted((start[1], end[1]))
        for y in range(max(0, int(top - reach)), min(self.height, int(bottom + reach) + 1)):
            owner, py = self.owner[y], (y + 0.5) * down - ay
            for x in range(max(0, int(left - reach)), min(self.width, int(right + reach) + 1)):
                px = (x + 0.5) * across - ax
                along = min(1.0, max(0.0, (px * vx + py * vy) / square))
                if hypot(px - along * vx, py - along * vy) <= half and owner[x] != NOWHERE:
                    yield x, y

    def on_ground(self, blocks: Iterable[Block], keep: Callable[[int], bool] = is_ground) -> Iterator[Block]:
        """Those of some blocks that show ground, so that nothing printed is covered."""
        return ((x, y) for x, y in blocks if keep(self.labels[y][x]))
