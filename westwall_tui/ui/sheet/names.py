"""The names of places, waters, lines and roads, none of which covers another or a number."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import atan2, degrees
from typing import NamedTuple

from westwall_tui.engine.board import Hexside, Place
from westwall_tui.ui.sheet.edges import cut_off
from westwall_tui.ui.sheet.elements import Point, text, width_of
from westwall_tui.ui.sheet.geometry import HEIGHT, Layout, between
from westwall_tui.ui.sheet.labels import Box, Room, Spot
from westwall_tui.ui.sheet.lines import beside
from westwall_tui.ui.sheet.styles import LINE_COLOURS, WATERS
from westwall_tui.ui.sheet.ways import Ways


class Type(NamedTuple):
    """How names of a kind are set."""

    style: str
    size: float
    bold: bool
    rank: int
    """Those of a lower rank find their place first."""
    shifts: tuple[int, ...]
    """How far from the middle of their hex they may stand."""


NEAR = (0, 8, -8, 16, -16, 24, -24)
FAR = (*NEAR, 36, -36, 48, -48, 60, -60)
TYPES = {
    "town": Type("name halo big", 17, True, 0, FAR),
    "village": Type("name halo", 12.5, True, 2, FAR),
    "height": Type("name halo relief hill", 11, False, 1, (0, 4, -4, 8, -8)),
    "water": Type("name halo blue", 14, False, 0, FAR),
}
RELIEF = Type("name halo relief", 12.5, False, 4, FAR)
LABEL = Type("label halo", 15, True, 1, ())
ROAD = Type("leads", 13, False, 1, ())
BLUE = Type("name halo blue", 12.5, False, 3, ())
STRIPS = (30, 26, 33, 1, -3, 5)
"""Base lines below the middle of a hex where a name as long as it likes meets no number, the best first."""

LONG = 45
"""Hexsides after which the name of a river is repeated."""
WAY_WEIGHT, SIGN_WEIGHT = 0.5, 3.0
"""What covering a way, or a bridge, weighs."""


class Named(NamedTuple):
    """A name in its place."""

    words: str
    type: Type
    spot: Spot
    more: str = ""

    @property
    def width(self) -> float:
        """How wide it is."""
        return width_of(self.words, self.type.size, bold=self.type.bold)

    def drawn(self) -> str:
        """As SVG."""
        x, y, turn = self.spot
        if not turn:
            return text(self.type.style, x, y, self.words, self.more)
        return text(self.type.style, 0, 0, self.words, f' transform="translate({x:.1f},{y:.1f}) rotate({turn:.0f})"')


# -- names


def taken(layout: Layout, numbers: Iterable[Box], strokes: Iterable[Point]) -> Room:
    """The board before there are names: numbers must stay free; ways, lines, bridges and ferries had better."""
    room, board = Room(), layout.board
    for box in numbers:
        room.take(box)
    for point in strokes:
        room.take(_around(point, 5), WAY_WEIGHT)
    for h in layout.shown:
        for n, lies in zip(board.grid.neighbours[h], board.sides[h], strict=True):
            if h < n and lies & (Hexside.BRIDGE | Hexside.FERRY):
                room.take(_around(between(layout.centre(h), layout.centre(n)), 14), SIGN_WEIGHT)
    return room


def _around(point: Point, far: float) -> Box:
    return point[0] - far, point[1] - far, point[0] + far, point[1] + far


def named(layout: Layout, room: Room) -> list[Named]:
    """All names, each where it covers no other and no number. One for which there is no room is left out."""
    found = []
    for words, kind, spots, more in _wanted(layout):
        spot = room.best(spots, width_of(words, kind.size, bold=kind.bold), kind.size)
        if spot is not None:
            found.append(Named(words, kind, spot, more))
    return found


def _wanted(layout: Layout) -> list[tuple[str, Type, list[Spot], str]]:
    """Names with where they may stand, those that matter most first."""
    board = layout.board
    wanted = []
    for name, places in _one_each(board.places):
        kind = TYPES.get(places[0].kind, RELIEF)
        largest = max(places, key=lambda place: len(place.hexes))
        wanted.append((name, kind, _spots(layout, largest.hexes, kind), ""))
    for i, chain in enumerate(board.boundaries.values()):
        points = [p for stretch in beside(layout, chain) for p in stretch]
        width = width_of(chain.name, LABEL.size, bold=True)
        colour = f' style="fill:{LINE_COLOURS[i % len(LINE_COLOURS)]}"'
        wanted.append((chain.name, LABEL, _along_line(layout, points, width), colour))
    for name, (x, y) in cut_off(Ways(layout)):
        wanted.append((name, ROAD, [Spot(x + dx, y + dy) for dy in (-6, 4, 14) for dx in (0, -60, 60)], ""))
    wanted += [(name, BLUE, spots, "") for name, spots in _waters(layout, {name for name, *_ in wanted})]
    return sorted(wanted, key=lambda each: each[1].rank)


def _one_each(places: Sequence[Place]) -> Iterator[tuple[str, list[Place]]]:
    """Places by name and kind: what is drawn in several parts is named once."""
    ordered = sorted((place for place in places if place.hexes), key=lambda place: (place.kind, place.name))
    for (_, name), group in groupby(ordered, key=lambda place: (place.kind, place.name)):
        yield name, list(group)


def _spots(layout: Layout, hexes: Sequence[int], kind: Type) -> list[Spot]:
    """Where the name of some hexes may stand, the best first: near to their middle."""
    points = [layout.centre(h) for h in hexes]
    middle = tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))
    points.sort(key=lambda p: (p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2)
    if len(points) == 2 and points[0][0] != points[1][0] and kind.rank == 0:
        points = [(middle[0], p[1]) for p in points] + points
    strips = (-1.0, 4.0, 28.0, 14.0, 8.0, 31.0, -6.0) if kind is TYPES["height"] else STRIPS
    inside = [Spot(x + dx, y + dy) for x, y in points for dx in kind.shifts[:5] for dy in strips]
    outside = [Spot(x + dx, y + dy) for x, y in points for dx in kind.shifts[5:] for dy in (*strips, 30 - HEIGHT)]
    return inside + outside


def _along_line(layout: Layout, points: Sequence[Point], width: float) -> list[Spot]:
    """Beside a line, near to its middle first."""
    order = _from_middle(len(points))
    low, high = layout.left + width / 2, layout.right - width / 2
    sides = ((width / 2 + 12, 5.0), (-width / 2 - 12, 5.0), (0.0, -14.0), (0.0, 24.0))
    spots = [Spot(points[i][0] + dx, points[i][1] + dy) for i in order for dx, dy in sides]
    return [spot for spot in spots if low <= spot.x <= high]


def _waters(layout: Layout, known: Iterable[str]) -> Iterator[tuple[str, list[Spot]]]:
    """The names of waters along their hexsides; long ones are named in each half or third of their course."""
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
            order = _from_middle(len(own))
            along = [spot for i in order for spot in _on_side(layout, own, i, width)]
            yield name, along + [spot for i in order for spot in _level(layout, own[i], width)]


def _level(layout: Layout, pair: tuple[int, int], width: float) -> Iterator[Spot]:
    """Level beside a hexside, for a name that is too long for the bends of its water."""
    x, y = between(*layout.side(*pair))
    for off in (5, -4, 14, 23, -13):
        yield Spot(x + width / 2 + 8, y + off)
        yield Spot(x - width / 2 - 8, y + off)


def _from_middle(count: int) -> list[int]:
    """Numbers from 0, those in the middle first."""
    return sorted(range(count), key=lambda i: abs(2 * i - count))


def _on_side(layout: Layout, pairs: Sequence[tuple[int, int]], i: int, width: float) -> Iterator[Spot]:
    """Above and below a hexside, in the direction of the course there."""
    near = max(1, round(width / 80))
    first, last = (between(*layout.side(*pairs[k])) for k in (max(0, i - near), min(len(pairs) - 1, i + near)))
    (x1, y1), (x2, y2) = sorted((first, last))
    x, y = between(*layout.side(*pairs[i]))
    turn = degrees(atan2(y2 - y1, x2 - x1)) if (x1, y1) != (x2, y2) else 0.0
    dx, dy = (x2 - x1), (y2 - y1)
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    for off in (-9, 18, -14, 23, 4):
        yield Spot(x - dy / length * off, y + dx / length * off, turn)
