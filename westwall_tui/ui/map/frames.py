"""Frames of Allied counters where there are no colors: white, as German counters are, where nobody stands beside them.

What stands beside a counter is written on its frame: its ground, a road, water, an objective, a zone. So no sign seems
to be a letter of the counter. Between two counters there is no frame: with a German one it would be a single slab.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.map.canvas import Canvas
from westwall_tui.ui.map.counters import Token
from westwall_tui.ui.map.marks import FREE

BARE = ("grid", "rail", "trail", *FREE)
"""What makes way for a frame, by its role: a trail would seem the dash of a number. Roads and waters stay."""
EDGE = "edge"
"""How a frame is painted."""
BRACKET = "bracket"
"""How the cursor is painted beside a counter: black on white, as it is elsewhere, it would be a frame."""


class Frames(NamedTuple):
    """The cells of a line that frames take, by their columns."""

    edges: frozenset[int] = frozenset()
    within: frozenset[int] = frozenset()
    """Those between the edges."""
    shared: frozenset[int] = frozenset()
    """Those that would be edges if there were not another counter, or the cursor."""
    sides: frozenset[int] = frozenset()
    """Those at the left and at the right of all counters, framed or not."""

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


def frames_on(canvas: Canvas, tokens: Mapping[int, Token], y: int, cursor: int = NOWHERE) -> Frames:
    """The frames on a line of the map. The unit under the cursor has none: that stands round it."""
    sides, bare, framed, within = Counter[int](), set[int](), set[int](), set[int]()
    for h, token in tokens.items():
        ox, oy = canvas.origin(h)
        if oy <= y < oy + len(canvas.size.counter):
            left, right = (ox + x for x, line in sorted(canvas.size.frame) if line == y - oy)
            ends = {left, right} & {*range(canvas.width)}
            sides.update(ends)
            if not token.german:
                (bare if h == cursor else framed).update(ends)
                within |= {*range(left + 1, min(right, canvas.width))}
    edges = {x for x in framed if sides[x] == 1}
    return Frames(frozenset(edges), frozenset(within), frozenset(bare | framed) - edges, frozenset(sides))
