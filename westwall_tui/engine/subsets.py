"""All subsets of some units, for lists of what units may do together."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations


def subsets(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All subsets, small ones first."""
    for count in range(len(units) + 1):
        yield from combinations(units, count)


def fitting(units: Sequence[int], fits: Callable[[tuple[int, ...]], bool]) -> Iterator[tuple[int, ...]]:
    """The subsets that fit, small ones first, where what does not fit does not fit with more either."""
    found: list[tuple[tuple[int, ...], int]] = [((), 0)] if fits(()) else []
    while found:
        yield from (chosen for chosen, _ in found)
        larger = (((*chosen, units[i]), i + 1) for chosen, start in found for i in range(start, len(units)))
        found = [each for each in larger if fits(each[0])]
