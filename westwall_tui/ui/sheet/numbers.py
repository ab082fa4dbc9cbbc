"""The numbers of the hexes: at the top of each, where no way and no line runs over it."""

from collections.abc import Iterable, Iterator

from westwall_tui.ui.sheet.elements import Point, text, width_of
from westwall_tui.ui.sheet.geometry import Layout
from westwall_tui.ui.sheet.labels import Box

SIZE = 10.0
SPOTS = ((0, -22), (-15, -21), (15, -21), (0, -13), (-18, -12), (18, -12), (-22, 3), (22, 3))
"""From the middle of a hex to the middle of its number's base line, the best first."""
CLEAR = 4.5
"""How far from a number the middle of a way stays."""
_CELL = 40


class Numbers:
    """Where the numbers stand, given points of all that runs over the map."""

    def __init__(self, layout: Layout, strokes: Iterable[Point]) -> None:
        self._layout = layout
        near: dict[tuple[int, int], list[Point]] = {}
        for x, y in strokes:
            near.setdefault((int(x // _CELL), int(y // _CELL)), []).append((x, y))
        self.spots = {h: self._best(h, near) for h in layout.shown}

    def _best(self, h: int, near: dict[tuple[int, int], list[Point]]) -> Point:
        x, y = self._layout.centre(h)
        column, row = int(x // _CELL), int(y // _CELL)
        cells = [(c, r) for c in (column - 1, column, column + 1) for r in (row - 1, row, row + 1)]
        around = [point for cell in cells for point in near.get(cell, ())]

        def covered(spot: Point) -> int:
            left, top, right, bottom = box_at(spot)
            return sum(left - CLEAR < px < right + CLEAR and top - CLEAR < py < bottom + CLEAR for px, py in around)

        return min(((x + dx, y + dy) for dx, dy in SPOTS), key=covered)

    def boxes(self) -> Iterator[Box]:
        """What the numbers cover."""
        return map(box_at, self.spots.values())

    def drawn(self) -> Iterator[str]:
        """As SVG."""
        for h, (x, y) in self.spots.items():
            yield text("number", x, y, self._layout.board.number(h))


def box_at(spot: Point) -> Box:
    """What a number at a spot covers."""
    half = width_of("0000", SIZE) / 2
    return spot[0] - half, spot[1] - 0.75 * SIZE, spot[0] + half, spot[1]
