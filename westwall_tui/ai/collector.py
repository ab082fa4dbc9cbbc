"""Python's garbage collector, while the computer thinks.

All that a plan remembers is tuples, by the hundred thousand, and by default the collector looks at them again with
every 700 new ones: a tenth of the time. While a player thinks it waits for more.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

OBJECTS = 400_000
"""New objects between two rounds of the collector."""


class _Thinking:
    """How many threads think now, and what the collector waited for before the first of them."""

    lock = Lock()
    threads = 0
    before = (700, 10, 10)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """The collector waits longer within this block, in whatever thread; other programs find it as it was."""
    with _Thinking.lock:
        if not _Thinking.threads:
            _Thinking.before = gc.get_threshold()
            first, *others = _Thinking.before
            if 0 < first < OBJECTS:  # at 0 it never collects
                gc.set_threshold(OBJECTS, *others)
        _Thinking.threads += 1
    try:
        yield
    finally:
        with _Thinking.lock:
            _Thinking.threads -= 1
            if not _Thinking.threads:
                gc.set_threshold(*_Thinking.before)
