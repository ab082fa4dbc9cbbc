"""Feats: the best that a side came to in a game, in numbers that can be held against those of other games."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.history.course import measures_over_time
from westwall_tui.history.record import History

BRIDGE = "First bridge laid or repaired"


class Feat(NamedTuple):
    """A number that a side came to."""

    side: int
    what: str
    value: int
    turn: int
    """The Game-Turn in which it came to it first."""
    low: bool = False
    """True if less of it is better."""

    @property
    def rank(self) -> tuple[int, int]:
        """The less, the better: by value, and of the same ones the earlier."""
        return (self.value if self.low else -self.value), self.turn

    def __str__(self) -> str:
        return f"turn {self.turn}" if self.what == BRIDGE else f"{self.value}, turn {self.turn}"


def feats(history: History) -> Sequence[Feat]:
    """The best of each of the battle's measures of ground, and the first bridge."""
    found = []
    for what, values in measures_over_time(history).items():
        low = values[0].falls
        side = values[0].side
        reached = [
            Feat(side, what, each.value, turn.turn, low) for each, turn in zip(values[1:], history.turns, strict=True)
        ]
        found.append(min(reached, key=lambda feat: feat.rank))
    bridges = [turn for turn in history.turns if turn.all(ev.BridgeBuilt)]
    if bridges:
        found.append(Feat(bridges[0].side, BRIDGE, bridges[0].turn, bridges[0].turn, low=True))
    return found
