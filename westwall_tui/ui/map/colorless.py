"""The map where there are no colors: white frames round Allied counters, a white hex for the cursor, room for numbers.

German counters are white. Allied ones have white frames, so that their letters stand on black. What stands beside a
counter is written on its frame: its ground, a road, water, an objective, a zone. So no sign seems to be a letter of the
counter. Between an Allied counter and a German one there is no frame: it would be a single slab.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.map.canvas import Canvas
from westwall_tui.ui.map.counters import Token
from westwall_tui.ui.map.geometry import NE, NW, SE, SW, Spot
from westwall_tui.ui.map.marks import FREE
from westwall_tui.ui.map.numbers import HALF, ON_THE_WAY, REACHED

BARE = ("grid", "rail", "trail", *FREE)
"""What makes way for a frame, by its role: a trail would seem the dash of a number. Roads and waters stay."""
EDGE = "edge"
"""How a frame is painted."""
WHITE, BLACK = "cursor", "bracket"
"""How the cursor is painted: white, and black beside a German counter, where white would be part of that."""
MANY = 3
"""With so many German counters round it the cursor's hex is black, and a hole among them."""
NATIONS = ("german", "ss", "us", "british")


class Frames(NamedTuple):
    """The cells of a line that frames take, by their columns."""

    edges: frozenset[int] = frozenset()
    within: frozenset[int] = frozenset()
    """Those between the edges."""
    shared: frozenset[int] = frozenset()
    """Those that would be edges if no German counter stood beside them."""

    def draw(self, cells: list[tuple[str, str]]) -> None:
        """Lay the frames over a line of the board."""
        for x in self.edges | self.within | self.shared:
            char, role = cells[x]
            bare, role = role.partition("@")[0] in BARE, EDGE if x in self.edges else role
            cells[x] = (" ", role if x in self.edges else "") if bare else (char, role)

    def beside(self, x: int, role: str) -> str:
        """How a sign is painted that stands beside a counter in a column: never bold, as the counter's letters are."""
        return EDGE if x in self.edges else "" if x in self.shared and role not in BARE else role


NONE = Frames()


def frame_spots(canvas: Canvas, h: int) -> Iterator[Spot]:
    """The cells of the picture at the left and at the right of a hex's counter."""
    ox, oy = canvas.origin(h)
    return ((ox + x, oy + y) for x, y in canvas.size.frame if 0 <= ox + x < canvas.width)


def frames_on(canvas: Canvas, tokens: Mapping[int, Token], y: int, cursor: int = NOWHERE) -> Frames:
    """The frames on a line of the map. The unit under the cursor has none: that stands round it."""
    germans, framed, within, bare = set[int](), set[int](), set[int](), set[int]()
    for h, token in tokens.items():
        if 0 <= y - canvas.origin(h)[1] < len(canvas.size.counter):
            ends = {x for x, line in frame_spots(canvas, h) if line == y}
            (germans if token.german else bare if h == cursor else framed).update(ends)
            if not token.german:
                within |= {*range(min(ends) + 1, max(ends))}
    edges = framed - germans - bare
    return Frames(frozenset(edges), frozenset(within), frozenset((framed | bare) - edges))


# -- the cursor


class HexUnderCursor:
    """The cursor's hex: white, whatever is in it, so that it is found at a glance; among Germans black.

    Where no counter stands in it or beside it white brackets are enough, and cost less.
    """

    def __init__(self, canvas: Canvas, tokens: Mapping[int, Token], h: int) -> None:
        neighbours, (ox, oy), size = canvas.board.grid.neighbours[h], canvas.origin(h), canvas.size
        beside = {d for d in (NE, SE, SW, NW) if (token := tokens.get(neighbours[d])) is not None and token.german}
        self.white = len(beside) < MANY
        """Whether its hex is."""
        corners = zip(size.cursor, (NW, NE, SW, SE), strict=True)
        self._corners = {(ox + x, oy + y): BLACK if direction in beside else WHITE for (x, y), direction in corners}
        """How its brackets are painted."""
        crowded = not tokens.keys().isdisjoint((h, *neighbours))
        frame = sorted(size.frame)
        lines = {y: [x for x, line in frame if line == y] for y in range(len(size.counter) if crowded else 0)}
        self._within = {oy + y: range(ox + left + 1, ox + right) for y, (left, right) in lines.items()}
        """By line the cells between them."""

    def draw(self, cells: list[tuple[str, str]], y: int) -> None:
        """Paint what of it is on a line of the map: its characters stay."""
        for x in self._within.get(y, ()):
            cells[x] = cells[x][0], self._inverted(cells[x][1])
        for (x, line), look in self._corners.items():
            if line == y and 0 <= x < len(cells) and (self._within or not _is_name(cells[x][1])):
                cells[x] = cells[x][0], look

    def _inverted(self, role: str) -> str:
        """The role as that of the side whose counters are as white or as black as this hex."""
        nation = next((nation for nation in NATIONS if role.startswith(nation)), "")
        if nation:
            return role.replace(nation, "german" if self.white else "us", 1)
        return WHITE if self.white else role


def _is_name(role: str) -> bool:
    return role.partition("@")[0].endswith("name")


# -- numbers


def part_numbers(cells: list[tuple[str, str]], numbers: Collection[int]) -> None:
    """Blanks in place of what leads right up to a number of the reach, and of what would make two of them a fraction.

    `=4` and `3/4` would be read as one. `numbers`: the columns in which marks stand.
    """
    found = {x for x in numbers if _is_number(*cells[x])}
    for x in {x + aside for x in found for aside in (-1, 1)} & {*range(len(cells))}:
        role = cells[x][1].partition("@")[0]
        if role in ("road", "trail", "rail") or (role == "grid" and {x - 1, x + 1} <= found):
            cells[x] = " ", ""


def _is_number(char: str, role: str) -> bool:
    return role.partition("@")[0] in (REACHED, ON_THE_WAY) and (char.isdigit() or char == HALF)
