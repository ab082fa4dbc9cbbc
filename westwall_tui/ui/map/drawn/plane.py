"""A board divided into blocks: where its hexes lie, what belongs to which, and the lines along and across them."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import ceil, floor, hypot

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
        self._shapes: dict[tuple[float, ...], Sequence[Block]] = {}
        """By a line's ends and width its blocks, so that those of one hex serve for all."""
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
        left, top = floor(start[0]), floor(start[1])
        key = start[0] - left, start[1] - top, end[0] - left, end[1] - top, half
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = self._shape(*key)
        width, height, owners = self.width, self.height, self.owner
        for aside, below in shape:
            x, y = left + aside, top + below
            if 0 <= x < width and 0 <= y < height and owners[y][x] != NOWHERE:
                yield x, y

    def _shape(self, start_x: float, start_y: float, end_x: float, end_y: float, half: float) -> Sequence[Block]:
        """The blocks of a line that begins near (0, 0): the same for all hexes, wherever they lie."""
        across, down = self._across, self._down
        reach = int(half / across + 2)
        ax, ay = start_x * across, start_y * down
        vx, vy = end_x * across - ax, end_y * down - ay
        square = vx * vx + vy * vy or 1.0
        found = []
        for y in range(floor(min(start_y, end_y)) - reach, ceil(max(start_y, end_y)) + reach):
            py = (y + 0.5) * down - ay
            for x in range(floor(min(start_x, end_x)) - reach, ceil(max(start_x, end_x)) + reach):
                px = (x + 0.5) * across - ax
                along = min(1.0, max(0.0, (px * vx + py * vy) / square))
                if hypot(px - along * vx, py - along * vy) <= half:
                    found.append((x, y))
        return found

    def on_ground(self, blocks: Iterable[Block], keep: Callable[[int], bool] = is_ground) -> Iterator[Block]:
        """Those of some blocks that show ground, so that nothing printed is covered."""
        return ((x, y) for x, y in blocks if keep(self.labels[y][x]))
