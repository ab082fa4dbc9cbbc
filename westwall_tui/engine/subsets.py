"""All subsets of some units, for lists of what may be done together."""

from collections.abc import Iterator, Sequence
from itertools import combinations


def subsets(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All subsets, the small ones first."""
    for count in range(len(units) + 1):
        yield from combinations(units, count)
