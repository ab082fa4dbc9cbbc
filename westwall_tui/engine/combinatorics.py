"""Combinatorics: subsets in a fixed order, and the largest matching of a graph."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations


def subsets(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Find all subsets, small ones first."""
    for count in range(len(units) + 1):
        yield from combinations(units, count)


def fitting(units: Sequence[int], fits: Callable[[tuple[int, ...]], bool]) -> Iterator[tuple[int, ...]]:
    """Find the subsets that fit, small ones first, on condition that every subset of a fitting set fits."""
    found: list[tuple[tuple[int, ...], int]] = [((), 0)] if fits(()) else []
    while found:
        yield from (chosen for chosen, _ in found)
        larger = (((*chosen, units[i]), i + 1) for chosen, start in found for i in range(start, len(units)))
        found = [each for each in larger if fits(each[0])]


def largest_matching(wanted: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Match as many keys as possible with one of their values each, using no value twice, by augmenting paths.

    Earlier keys and values have precedence, so that the result is always the same.
    """
    owner: dict[int, int] = {}

    def serve(who: int, tried: set[int]) -> bool:
        for thing in wanted[who]:
            if thing not in tried:
                tried.add(thing)
                if thing not in owner or serve(owner[thing], tried):
                    owner[thing] = who
                    return True
        return False

    for who in wanted:
        serve(who, set())
    return {who: thing for thing, who in owner.items()}
