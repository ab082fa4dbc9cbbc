"""A reason: what it is worth, in points, and its words."""

import re
from collections.abc import Sequence
from typing import NamedTuple

WORTH_TELLING = 0.25
"""Points by which a part of the value must differ to be named."""
LEAST_SHOWN = 0.05
"""Points from which a reason shows its number."""


class Reason(NamedTuple):
    """One reason and its points; below 0 it speaks against the order."""

    points: float
    text: str

    def __str__(self) -> str:
        but = "but " if self.points < 0 else ""
        return f"{but}{self.text} ({self.points:+.1f})" if abs(self.points) >= LEAST_SHOWN else f"{but}{self.text}"


POINTS = re.compile(r" \(([+-]\d+\.\d)\)$")
"""The points of a reason in words, at its end."""


def points_in(reasons: Sequence[str]) -> float:
    """The points that some reasons name, all together."""
    return sum(float(found) for reason in reasons for found in POINTS.findall(reason))


def without_points(reason: str) -> str:
    """A reason in words without its points."""
    return POINTS.sub("", reason)
