"""Who can be given one of his own: a largest matching, by augmenting paths."""

from collections.abc import Mapping, Sequence


def largest_matching(wanted: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """For as many as can be something of their own among what each wants; nobody shares.

    Those that come first are served first, and with what they want first: equal questions have equal answers.
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
