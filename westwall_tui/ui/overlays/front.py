"""The front that a side must hold at the end of its Player-Turn, as it stands now."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.kit.rows import Row, row

HELD = "F", "zone"
GAP = "__", "target"
LOST = "L", "obliged"
"""A unit that would be lost beyond it."""
SIGNS = "F held, __ gap, L unit that would be lost"


class FrontView:
    """The front as it would be judged if the Player-Turn ended now."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.front = queries.front(game)

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Its hexes, gaps, and the units that would be lost."""
        if self.front is None:
            return {}
        found = dict.fromkeys(self.front.hexes, HELD) | dict.fromkeys(self.front.gaps, GAP)
        return found | dict.fromkeys(self.front.lost, LOST)

    def panel(self, h: int) -> Sequence[Row]:
        """What to say about a hex."""
        sign = self.marks().get(h)
        words = {HELD: "front: held", GAP: "front: a gap", LOST: "beyond the front: lost"}
        return () if sign is None else (row(words[sign], "bold"),)

    def summary(self) -> str:
        """The front in one line."""
        front = self.front
        if front is None:
            return "There is no front to hold yet"
        if not front.gaps and not front.lost:
            return "The front is unbroken"
        gaps = f"{_count(len(front.gaps), 'hex', 'hexes')} of gaps" if front.gaps else ""
        lost = f"{_count(len(front.lost), 'unit', 'units')} lost beyond it" if front.lost else ""
        return f"The front now: {' and '.join(part for part in (gaps, lost) if part)}, {front.cost} points"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
