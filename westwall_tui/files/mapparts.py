"""Which hexes of a board hang together."""

from collections.abc import Callable, Collection, Iterable, Iterator


def parts(hexes: Collection[int], onward: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """The hexes, split up where no step leads across; `onward` has the hexes that a step leads to from a hex."""
    left = dict.fromkeys(sorted(hexes))
    while left:
        found = [next(iter(left))]
        del left[found[0]]
        for h in found:
            for n in onward(h):
                if n in left:
                    del left[n]
                    found.append(n)
        yield sorted(found)
