"""The computer player."""

import re
from collections.abc import Iterable

POINTS = r" \(([+-]\d+\.\d)\)$"
"""The pattern of a reason's points, at its end."""


def points_in(reasons: Iterable[str]) -> float:
    """Return the sum of the Victory Points that some reasons name."""
    return sum(float(found) for reason in reasons for found in re.findall(POINTS, reason))
