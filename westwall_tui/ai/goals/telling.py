"""Parts of what a place or a position is worth, with the words for them: a hint tells the part that differs most."""

from typing import NamedTuple


class Told(NamedTuple):
    """A part of a worth, in words for where it is higher and for where it is lower."""

    points: float
    """About what it adds: enough to see which part matters most."""
    better: str
    worse: str


def nearer(points: float, name: str, *, there: bool = False) -> Told:
    """What draws a unit to a place, by how near it is; `there`: it has come to it."""
    return Told(points, f"it stands at {name}" if there else f"it is nearer to {name}", f"it is farther from {name}")
