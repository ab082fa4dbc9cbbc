"""Python's garbage collector while the computer thinks.

A plan remembers hundreds of thousands of tuples. By default the collector examines them after every 700 new ones, which
takes a tenth of the time. Therefore the collector runs less often while a player thinks.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

OBJECTS = 400_000
"""Number of new objects after which the collector runs while a player thinks."""


class _Thinking:
    """The number of threads that are thinking, and the collector's thresholds before the first of them began."""

    lock = Lock()
    threads = 0
    before = (700, 10, 10)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Make the collector run less often within this block, in every thread, and restore its thresholds afterward."""
    with _Thinking.lock:
        if not _Thinking.threads:
            _Thinking.before = gc.get_threshold()
            first, *others = _Thinking.before
            if 0 < first < OBJECTS:  # a threshold of 0 means that the collector is off
                gc.set_threshold(OBJECTS, *others)
        _Thinking.threads += 1
    try:
        yield
    finally:
        with _Thinking.lock:
            _Thinking.threads -= 1
            if not _Thinking.threads:
                gc.set_threshold(*_Thinking.before)
