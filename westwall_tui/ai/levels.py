"""What the four levels see, and how long they look; dice and knowledge are the same for all."""

from typing import NamedTuple


class Level(NamedTuple):
    """One level of play."""

    nodes: int
    """Positions weighed for a Movement Phase."""
    gangs: bool
    """Whether moves of several units together are looked for."""
    anneal: float
    """The part of the nodes for annealing."""
    noise: float
    """Points by which a place may be misjudged, up or down."""


LEVELS = (
    Level(60, gangs=False, anneal=0.0, noise=2.0),
    Level(350, gangs=True, anneal=0.0, noise=0.8),
    Level(1500, gangs=True, anneal=0.4, noise=0.0),
    Level(8000, gangs=True, anneal=0.7, noise=0.0),
)


def level_of(number: int) -> Level:
    """The level with a number from 1 to 4. Raises `ValueError`."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"the levels are 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]
