"""The settings of the five levels. Dice and knowledge are the same for all."""

from typing import NamedTuple

SECONDS = 60.0
"""Seconds after which the clock cuts a plan. Up to level 4 an ordinary machine needs two at most."""

MOST_TRIES = 6
"""Number of tries after which each combat has had every roll once."""


class Level(NamedTuple):
    """One level of play."""

    nodes: int
    """Positions weighed for the first plan of a Movement Phase."""
    groups: bool
    """True if joint moves of several units are tried."""
    anneal: float
    """The share of the nodes for annealing."""
    noise: float
    """Points by which a place may be misjudged, up or down."""
    rounds: int = 0
    """Number of other plans that are judged by the enemy's answer."""
    change: int = 0
    """Positions weighed for each of them."""
    tries: int = 0
    """Number of times that the judge plays out a plan."""
    reply: int = 150
    """Positions that the enemy weighs for his answer."""
    each: int = 0
    """Positions weighed for each unit that may move, if the sum is less than `nodes`; 0: no limit."""
    combat: int = 0
    """About the number of nodes for all advances and retreats of a Combat Phase.

    With 0 neither they nor the order of combats are judged.
    """
    phase: int = 0
    """About the number of nodes for all plans of a Movement Phase and their judge; 0 for no limit."""
    shares: bool = False
    """True if an enemy that attacks one unit is not feared by others, by the battle's numbers (`value/threat.py`)."""
    seconds: float = SECONDS
    """Seconds after which the clock cuts a plan short; 0 for never."""

    def times(self, budget: float) -> "Level":
        """Return the level with `budget` times the nodes, and a smaller increase of rivals and tries."""
        return self._replace(
            nodes=max(int(self.nodes * budget), 1),
            rounds=round(self.rounds * budget**0.5),
            change=int(self.change * budget**0.25),
            reply=int(self.reply * budget**0.25),
            tries=min(round(self.tries * budget**0.25), MOST_TRIES),
            each=int(self.each * budget),
            phase=int(self.phase * budget),
            combat=int(self.combat * budget),
            seconds=self.seconds * max(budget, 1.0),
        )


PATIENCE = 10
"""Factor from level 4's nodes to level 5's."""
BEST = Level(
    3000,
    each=100,
    groups=True,
    anneal=0.6,
    noise=0.0,
    rounds=6,
    change=200,
    tries=6,
    reply=200,
    phase=6000,
    combat=1200,
    shares=True,
)
"""The best level that answers at once."""
LEVELS = (
    Level(100, groups=False, anneal=0.0, noise=2.0),
    Level(180, each=6, groups=True, anneal=0.0, noise=1.6),
    Level(250, groups=True, anneal=0.4, noise=0.6, rounds=1, change=150, tries=2, shares=True),
    BEST,
    BEST.times(PATIENCE),
)


def level_of(number: int) -> Level:
    """Return the level with a number from 1 to 5. Raise `ValueError` for another number."""
    if not isinstance(number, int):
        raise TypeError(f"a level is a number from 1 to {len(LEVELS)}, not {number!r}")
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"the levels are 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]
