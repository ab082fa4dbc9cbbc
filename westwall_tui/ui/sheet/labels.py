"""Room for names: each goes where it covers no other name and no number, and as little else as possible."""

from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import NamedTuple

CELL = 64
"""Boxes are looked up in squares of that size."""
FORBIDDEN = 1000.0
"""What covering a name or number weighs against covering as much of a way."""
LATER = 0.4
"""What each place further down the list of a name's spots weighs."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Spot(NamedTuple):
    """Where a line of text may stand: the middle of its base line, and how it is turned, in degrees."""

    x: float
    y: float
    turn: float = 0.0


class Room:
    """What is taken on the drawing."""

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], list[tuple[Box, float]]] = {}

    def take(self, box: Box, weight: float = FORBIDDEN) -> None:
        """Let names avoid a box; with a smaller weight they cover it where there is nothing better."""
        for cell in _cells(box):
            self._taken.setdefault(cell, []).append((box, weight))

    def cost(self, boxes: Iterable[Box]) -> float:
        """What it would cost to cover boxes."""
        return sum(_common(box, other) * weight for box in boxes for other, weight in self._near(box).items())

    def _near(self, box: Box) -> dict[Box, float]:
        return dict(each for cell in _cells(box) for each in self._taken.get(cell, ()))

    def best(self, spots: Iterable[Spot], width: float, size: float) -> Spot | None:
        """The best of the spots for a line of text, which is then taken; None if each would cover a name or number."""
        ranked: list[tuple[float, int, Spot]] = []
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


def boxes_of(spot: Spot, width: float, size: float) -> list[Box]:
    """What a line of text covers: one box, or if it is turned, little ones along it."""
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


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
        for row in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
            yield column, row


def _common(a: Box, b: Box) -> float:
    """How much two boxes overlap, in squares of the drawing's unit."""
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))
