"""Frames of Allied counters where there are no colors: white, as German counters are.

What stands beside a counter is written on its frame: its ground, a road, water, an objective, a zone. So no sign seems
to be a letter of the counter.
"""

from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.ui.map.canvas import Canvas
from westwall_tui.ui.map.counters import Token
from westwall_tui.ui.map.marks import FREE

BARE = ("grid", "rail", "trail", *FREE)
"""What makes way for a frame, by its role: a trail would seem the dash of a number. Roads and waters stay."""
EDGE = "edge"
"""How a frame is painted."""


class Frames(NamedTuple):
    """The cells of a line that frames take, by their columns."""

    edges: frozenset[int] = frozenset()
    within: frozenset[int] = frozenset()
    """Those between the edges."""

    def draw(self, cells: list[tuple[str, str]]) -> None:
        """Lay the frames over a line of the board."""
        for x in self.edges | self.within:
            char, role = cells[x]
            bare, role = role.partition("@")[0] in BARE, EDGE if x in self.edges else role
            cells[x] = (" ", role if x in self.edges else "") if bare else (char, role)


NONE = Frames()


def frames_on(canvas: Canvas, tokens: Mapping[int, Token], y: int) -> Frames:
    """The frames on a line of the map."""
    edges, within = set[int](), set[int]()
    for h, token in tokens.items():
        ox, oy = canvas.origin(h)
        if not token.german and oy <= y < oy + len(canvas.size.counter):
            left, right = (ox + x for x, line in sorted(canvas.size.frame) if line == y - oy)
            edges |= {left, right} & {*range(canvas.width)}
            within |= {*range(left + 1, min(right, canvas.width))}
    return Frames(frozenset(edges), frozenset(within))
