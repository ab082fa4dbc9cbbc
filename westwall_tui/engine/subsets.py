"""All subsets of some units, for lists of what units may do together."""

from collections.abc import Iterator, Sequence
from itertools import combinations


def subsets(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All subsets, small ones first."""
    for count in range(len(units) + 1):
        yield from combinations(units, count)
