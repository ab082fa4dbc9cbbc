"""Names and numbers, placed where there is space."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

from westwall_tui.engine.board import Place
from westwall_tui.engine.terrain import Hexside
from westwall_tui.prints.drawing import HEIGHT, Layout, Point, between, haloed, text, width_of
from westwall_tui.prints.edges import cut_off
from westwall_tui.prints.ground import beside
from westwall_tui.prints.styles import LINE_COLORS, WATERS
from westwall_tui.prints.ways import WayLines

# -- Room for names: each is placed where it covers no other name or number, and as little else as possible.


CELL = 64
"""The size of the squares by which boxes are looked up."""
FORBIDDEN = 1000.0
"""The cost of covering a name or number. Covering the same area of a road costs 1."""
LATER = 0.4
"""The cost of each step down a name's list of spots, which begins with the best."""

Box = tuple[float, float, float, float]
"""A box: its left, top, right and bottom."""


class LabelSpot(NamedTuple):
    """A spot for a line of text: the middle of its base line, and its angle in degrees."""

    x: float
    y: float
    turn: float = 0.0


class LabelSpace:
    """The space already taken on the drawing."""

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], list[tuple[Box, float]]] = {}

    def take(self, box: Box, weight: float = FORBIDDEN) -> None:
        """Make names avoid a box. A box of small weight may be covered if necessary."""
        for cell in _cells_under(box):
            self._taken.setdefault(cell, []).append((box, weight))

    def cost(self, boxes: Iterable[Box]) -> float:
        """Return the cost of covering the taken space with boxes."""
        near = ((box, {each for cell in _cells_under(box) for each in self._taken.get(cell, ())}) for box in boxes)
        return sum(_overlap_of(box, other) * weight for box, others in near for other, weight in others)

    def best(self, spots: Iterable[LabelSpot], width: float, size: float) -> LabelSpot | None:
        """Take the best spot for a line of text. Return None if the text would cover a name or number in every spot."""
        ranked: list[tuple[float, int, LabelSpot]] = []
        for i, spot in enumerate(spots):
            cost = self.cost(boxes_of(spot, width, size)) + LATER * i * size
            if cost < FORBIDDEN:
                ranked.append((cost, i, spot))
            if cost <= LATER * i * size:
                break
        if not ranked:
            return None
        spot = min(ranked)[2]
        for box in boxes_of(spot, width, size):
            self.take(box)
        return spot


def boxes_of(spot: LabelSpot, width: float, size: float) -> list[Box]:
    """Return the boxes that a line of text covers: one box, or small ones along the line if the text is turned."""
    up, down, half = 0.78 * size, 0.22 * size, width / 2
    if not spot.turn:
        return [(spot.x - half, spot.y - up, spot.x + half, spot.y + down)]
    dx, dy = cos(radians(spot.turn)), sin(radians(spot.turn))
    steps = max(1, round(width / size))
    middle = (up - down) / 2
    found = []
    for i in range(steps + 1):
        along = -half + width * i / steps
        x, y = spot.x + dx * along + dy * middle, spot.y + dy * along - dx * middle
        found.append((x - size / 2, y - size / 2, x + size / 2, y + size / 2))
    return found


def _cells_under(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
        for row in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
            yield column, row


def _overlap_of(a: Box, b: Box) -> float:
    """Return the overlap of two boxes, in squares of the drawing's unit."""
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


# -- Hex numbers: at the top of the hex, clear of roads and lines.


SIZE = 10.0
SPOTS = ((0, -22), (-15, -21), (15, -21), (0, -13), (-18, -12), (18, -12), (-22, 3), (22, 3))
"""Offsets of a number's base line from the center of the hex, the best first."""
CLEAR = 4.5
"""The minimum distance between a number and the middle of a road."""
_CELL = 40


class HexNumbers:
    """The hex numbers and their spots, given the points of all lines on the map."""

    def __init__(self, layout: Layout, strokes: Iterable[Point]) -> None:
        self._layout = layout
        near: dict[tuple[int, int], list[Point]] = {}
        for x, y in strokes:
            near.setdefault((int(x // _CELL), int(y // _CELL)), []).append((x, y))
        self.spots = {h: self._best_spot(h, near) for h in layout.shown}

    def _best_spot(self, h: int, near: dict[tuple[int, int], list[Point]]) -> Point:
        x, y = self._layout.centre(h)
        column, row = int(x // _CELL), int(y // _CELL)
        cells = [(c, r) for c in (column - 1, column, column + 1) for r in (row - 1, row, row + 1)]
        around = [point for cell in cells for point in near.get(cell, ())]

        def covered(spot: Point) -> int:
            left, top, right, bottom = box_at(spot)
            return sum(left - CLEAR < px < right + CLEAR and top - CLEAR < py < bottom + CLEAR for px, py in around)

        return min(((x + dx, y + dy) for dx, dy in SPOTS), key=covered)

    def boxes(self) -> Iterator[Box]:
        """Return the boxes that the numbers cover."""
        return map(box_at, self.spots.values())

    def drawn(self) -> Iterator[str]:
        """Return the numbers as SVG."""
        for h, (x, y) in self.spots.items():
            yield text("number", x, y, self._layout.board.number(h))


def box_at(spot: Point) -> Box:
    """Return the box of a number at a spot."""
    half = width_of("0000", SIZE) / 2
    return spot[0] - half, spot[1] - 0.75 * SIZE, spot[0] + half, spot[1]


# -- The names of places, waters, lines and roads, none of which covers another name or a number.


class Type(NamedTuple):
    """The type used for names of one kind."""

    style: str
    size: float
    bold: bool
    rank: int
    """The rank of the kind. Names of lower rank are placed first."""
    shifts: tuple[int, ...]
    """Allowed offsets from the center of the hex."""


NEAR = (0, 8, -8, 16, -16, 24, -24)
FAR = (*NEAR, 36, -36, 48, -48, 60, -60)
TYPES = {
    "town": Type("name big", 17, True, 0, FAR),
    "village": Type("name", 12.5, True, 2, FAR),
    "height": Type("name relief hill", 11, False, 1, (0, 4, -4, 8, -8)),
    "water": Type("name blue", 14, False, 0, FAR),
}
RELIEF = Type("name relief", 12.5, False, 4, FAR)
LABEL = Type("label", 15, True, 1, ())
ROAD = Type("leads", 13, False, 1, ())
BLUE = Type("name blue", 12.5, False, 3, ())
STRIPS = (30, 26, 33, 1, -3, 5)
"""Base lines below the center of a hex where even a long name meets no number, the best first."""

LONG = 45
"""The number of hexsides after which the name of a river is repeated."""
WAY_WEIGHT, SIGN_WEIGHT = 0.5, 3.0
"""The cost of covering a road, and the cost of covering a bridge."""


class Label(NamedTuple):
    """A name in its spot."""

    words: str
    type: Type
    spot: LabelSpot
    more: str = ""

    @property
    def width(self) -> float:
        """The width of the name."""
        return width_of(self.words, self.type.size, bold=self.type.bold)

    def drawn(self) -> str:
        """Return the name as SVG in its spot."""
        x, y, turn = self.spot
        write = text if self.type is ROAD else haloed
        if not turn:
            return write(self.type.style, x, y, self.words, self.more)
        return write(self.type.style, 0, 0, self.words, f' transform="translate({x:.1f},{y:.1f}) rotate({turn:.0f})"')


# -- names


def taken(layout: Layout, numbers: Iterable[Box], strokes: Iterable[Point]) -> LabelSpace:
    """Return the space taken on a board without names: numbers must stay visible, roads and crossings should."""
    room, board = LabelSpace(), layout.board
    for box in numbers:
        room.take(box)
    for point in strokes:
        room.take(_box_around(point, 5), WAY_WEIGHT)
    for h in layout.shown:
        for n, features in zip(board.grid.neighbors[h], board.sides[h], strict=True):
            if h < n and features & (Hexside.BRIDGE | Hexside.FERRY):
                room.take(_box_around(between(layout.centre(h), layout.centre(n)), 14), SIGN_WEIGHT)
    return room


def _box_around(point: Point, far: float) -> Box:
    return point[0] - far, point[1] - far, point[0] + far, point[1] + far


def named(layout: Layout, room: LabelSpace) -> list[Label]:
    """Return all names in their spots, none over another name or a number. Names without enough space are left out."""
    found = []
    for words, kind, spots, more in _names_to_place(layout):
        spot = room.best(spots, width_of(words, kind.size, bold=kind.bold), kind.size)
        if spot is not None:
            found.append(Label(words, kind, spot, more))
    return found


def _names_to_place(layout: Layout) -> list[tuple[str, Type, list[LabelSpot], str]]:
    """Yield names and their possible spots, the most important first."""
    board = layout.board
    wanted = []
    for name, places in _merge_places(board.places):
        kind = TYPES.get(places[0].kind, RELIEF)
        largest = max(places, key=lambda place: len(place.hexes))
        wanted.append((name, kind, _spots_for_label(layout, largest.hexes, kind), ""))
    for i, chain in enumerate(board.boundaries.values()):
        points = [p for stretch in beside(layout, chain) for p in stretch]
        width = width_of(chain.name, LABEL.size, bold=True)
        color = f' style="fill:{LINE_COLORS[i % len(LINE_COLORS)]}"'
        wanted.append((chain.name, LABEL, _along_line(layout, points, width), color))
    for name, (x, y) in cut_off(WayLines(layout)):
        wanted.append((name, ROAD, [LabelSpot(x + dx, y + dy) for dy in (-6, 4, 14) for dx in (0, -60, 60)], ""))
    wanted += [(name, BLUE, spots, "") for name, spots in _spots_for_waters(layout, {name for name, *_ in wanted})]
    return sorted(wanted, key=lambda each: each[1].rank)


def _merge_places(places: Sequence[Place]) -> Iterator[tuple[str, list[Place]]]:
    """Return places by name and kind, so that a place that consists of several parts is named once."""
    ordered = sorted((place for place in places if place.hexes), key=lambda place: (place.kind, place.name))
    for (_, name), group in groupby(ordered, key=lambda place: (place.kind, place.name)):
        yield name, list(group)


def _spots_for_label(layout: Layout, hexes: Sequence[int], kind: Type) -> list[LabelSpot]:
    """Yield spots for the name of some hexes. Spots near the center of the hexes come first."""
    points = [layout.centre(h) for h in hexes]
    middle = tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))
    points.sort(key=lambda p: (p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2)
    if len(points) == 2 and points[0][0] != points[1][0] and kind.rank == 0:
        points = [(middle[0], p[1]) for p in points] + points
    strips = (-1.0, 4.0, 28.0, 14.0, 8.0, 31.0, -6.0) if kind is TYPES["height"] else STRIPS
    inside = [LabelSpot(x + dx, y + dy) for x, y in points for dx in kind.shifts[:5] for dy in strips]
    outside = [LabelSpot(x + dx, y + dy) for x, y in points for dx in kind.shifts[5:] for dy in (*strips, 30 - HEIGHT)]
    return inside + outside


def _along_line(layout: Layout, points: Sequence[Point], width: float) -> list[LabelSpot]:
    """Yield spots beside a line. Spots near its middle come first."""
    order = _middle_first(len(points))
    low, high = layout.left + width / 2, layout.right - width / 2
    sides = ((width / 2 + 12, 5.0), (-width / 2 - 12, 5.0), (0.0, -14.0), (0.0, 24.0))
    spots = [LabelSpot(points[i][0] + dx, points[i][1] + dy) for i in order for dx, dy in sides]
    return [spot for spot in spots if low <= spot.x <= high]


def _spots_for_waters(layout: Layout, known: Iterable[str]) -> Iterator[tuple[str, list[LabelSpot]]]:
    """Yield names of waters along their hexsides, repeated on long waters."""
    chains: dict[str, list[tuple[int, int]]] = {}
    for key, _ in WATERS:
        for chain in getattr(layout.board, key):
            if chain.name and chain.name not in known:
                chains.setdefault(chain.name, []).extend(chain.pairs)
    for name, pairs in chains.items():
        parts = 1 + len(pairs) // LONG
        for part in range(parts):
            own = pairs[len(pairs) * part // parts : len(pairs) * (part + 1) // parts]
            width = width_of(name, BLUE.size)
            order = _middle_first(len(own))
            along = [spot for i in order for spot in _spots_beside_hexside(layout, own, i, width)]
            yield name, along + [spot for i in order for spot in _level_spot(layout, own[i], width)]


def _level_spot(layout: Layout, pair: tuple[int, int], width: float) -> Iterator[LabelSpot]:
    """Return a level spot beside a hexside, for a name that is too long for the bends of its water."""
    x, y = between(*layout.side(*pair))
    for off in (5, -4, 14, 23, -13):
        yield LabelSpot(x + width / 2 + 8, y + off)
        yield LabelSpot(x - width / 2 - 8, y + off)


def _middle_first(count: int) -> list[int]:
    """Return the numbers below `count`. Those in the middle come first."""
    return sorted(range(count), key=lambda i: abs(2 * i - count))


def _spots_beside_hexside(
    layout: Layout, pairs: Sequence[tuple[int, int]], i: int, width: float
) -> Iterator[LabelSpot]:
    """Yield spots above and below a hexside, along its direction."""
    near = max(1, round(width / 80))
    first, last = (between(*layout.side(*pairs[k])) for k in (max(0, i - near), min(len(pairs) - 1, i + near)))
    (x1, y1), (x2, y2) = sorted((first, last))
    x, y = between(*layout.side(*pairs[i]))
    turn = degrees(atan2(y2 - y1, x2 - x1)) if (x1, y1) != (x2, y2) else 0.0
    dx, dy = (x2 - x1), (y2 - y1)
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    for off in (-9, 18, -14, 23, 4):
        yield LabelSpot(x - dy / length * off, y + dx / length * off, turn)
