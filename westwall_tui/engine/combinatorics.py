"""Small counting problems: subsets in a fixed order, and the largest matching of a graph."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

# -- All subsets of some units, for lists of what units may do together.


def subsets(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All subsets, small ones first."""
    for count in range(len(units) + 1):
        yield from combinations(units, count)


def fitting(units: Sequence[int], fits: Callable[[tuple[int, ...]], bool]) -> Iterator[tuple[int, ...]]:
    """The subsets that fit, small ones first. If a set does not fit, no larger one does."""
    found: list[tuple[tuple[int, ...], int]] = [((), 0)] if fits(()) else []
    while found:
        yield from (chosen for chosen, _ in found)
        larger = (((*chosen, units[i]), i + 1) for chosen, start in found for i in range(start, len(units)))
        found = [each for each in larger if fits(each[0])]


# -- A largest matching, by augmenting paths: who can get something of their own.


def largest_matching(wanted: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Give as many as possible one thing that they want, no thing twice.

    Earlier ones and first wishes come first, so that the answer is always the same.
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
