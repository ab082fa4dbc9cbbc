"""A largest matching, by augmenting paths: who can get something of their own."""

from collections.abc import Mapping, Sequence


def largest_matching(wanted: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Give as many as possible one of the things that they want; no two get the same thing.

    The first are served first, with what they want first, so the same question always has the same answer.
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
