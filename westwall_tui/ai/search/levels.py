"""The settings of the five levels. All levels have the same dice and the same knowledge."""

from typing import NamedTuple

SECONDS = 60.0
"""Seconds after which the clock cuts a plan short. Up to level 4 an ordinary machine needs at most two."""

MOST_TRIES = 6
"""Number of tries after which each combat has had every roll once."""


class Level(NamedTuple):
    """One level of play."""

    nodes: int
    """Number of positions weighed for the first plan of a Movement Phase."""
    groups: bool
    """True if joint moves of several units are tried."""
    anneal: float
    """The share of the nodes used for annealing."""
    noise: float
    """Points by which a place may be misjudged, up or down."""
    rounds: int = 0
    """Number of rival plans that are judged by the enemy's answer."""
    change: int = 0
    """Number of positions weighed for each rival."""
    tries: int = 0
    """Number of times that the judge plays out a plan."""
    reply: int = 150
    """Number of positions that the enemy weighs for its answer."""
    each: int = 0
    """Number of positions weighed per unit that may move, if the sum is less than `nodes`; 0 for no limit."""
    combat: int = 0
    """Approximate number of nodes for all advances and retreats of a Combat Phase.

    With 0 neither these nor the order of combats are judged.
    """
    phase: int = 0
    """Approximate number of nodes for all plans of a Movement Phase and their judge; 0 for no limit."""
    shares: bool = False
    """True if one enemy is feared by one unit only, as the battle's numbers say (`value/threat.py`)."""
    foresees: bool = False
    """True if dangers depend on where each enemy can really be next turn: arrivals, screens and pinned units."""
    seconds: float = SECONDS
    """Seconds after which the clock cuts a plan short; 0 for never."""

    def times(self, budget: float) -> "Level":
        """Return the level with `budget` times the nodes, and with rivals and tries raised by less."""
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
"""The ratio of level 5's nodes to level 4's."""
BEST = Level(
    4500,
    each=150,
    groups=True,
    anneal=0.6,
    noise=0.0,
    phase=10000,
    combat=1200,
    shares=True,
    foresees=True,
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
