"""Makes a list that shows a fault short (delta debugging)."""

from collections.abc import Callable, Sequence


def shrunk(items: Sequence[str], shows: Callable[[Sequence[str]], bool], most: int) -> Sequence[str]:
    """The items without those that it does not take; has `shows` look at so many items at most.

    Drops large pieces first, from the end towards the beginning, then ever smaller ones; single ones until none can go.
    """
    kept, size, looked = list(items), max(len(items) // 2, 1), 0
    while looked < most and kept:
        dropped, end = False, len(kept)
        while end > 0 and looked < most:
            start = max(end - size, 0)
            fewer = kept[:start] + kept[end:]
            looked += len(fewer)
            if shows(fewer):
                kept, dropped = fewer, True
            end = start
        if size == 1 and not dropped:
            break
        size = max(size // 2, 1)
    return kept
