"""The computer player."""

import re
from collections.abc import Iterable

POINTS = r" \(([+-]\d+\.\d)\)$"
"""The pattern of the points at the end of a reason."""


def points_in(reasons: Iterable[str]) -> float:
    """Return the sum of the Victory Points named in reasons."""
    return sum(float(found) for reason in reasons for found in re.findall(POINTS, reason))
