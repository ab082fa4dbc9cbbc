"""The computer player."""

import re
from collections.abc import Iterable

POINTS = r" \(([+-]\d+\.\d)\)$"
"""Pattern of a reason's points, at its end."""


def points_in(reasons: Iterable[str]) -> float:
    """Return the Victory Points that some reasons name, all together."""
    return sum(float(found) for reason in reasons for found in re.findall(POINTS, reason))
