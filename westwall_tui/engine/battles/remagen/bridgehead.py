"""The U.S. position on the east bank, as far as its front goes (14.0): units, what they hold, what a front costs."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.battles.remagen.bank import Bank
from westwall_tui.engine.rules.answers import Front

POINTS_A_GAP = 5
"""14.14."""


class Bridgehead(NamedTuple):
    """Units on a bank, and the hexes that they occupy or control."""

    bank: Bank
    units: tuple[tuple[int, int], ...]
    """The hex of each, and what it is worth."""
    held: frozenset[int]

    def front(self, path: Sequence[int]) -> Front:
        """A path as a front, with what it costs (14.13, 14.14)."""
        worth = dict(self.units)
        gaps = tuple(h for h in path if h not in self.held)
        lost = self.bank.lost(path, worth)
        return Front(tuple(path), gaps, lost, (*(POINTS_A_GAP for _ in gaps), *(worth[h] for h in lost)))
