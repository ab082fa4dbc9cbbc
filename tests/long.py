"""Cases that `make long` tries in full, and `make test` in a sample."""

import os
from collections.abc import Iterable
from itertools import product
from typing import Any, TypeVar

Some = TypeVar("Some")

LONG = bool(os.environ.get("WESTWALL_LONG"))
"""True under `make long`."""


def sample(everything: Some, some: Some) -> Some:
    """Return all cases, or under `make test` a few that have one of each kind."""
    return everything if LONG else some


def paired(*values: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return each value with all others, or under `make test` as many cases as the longest list, each value in one.

    A shorter list starts one further each time it is used up, so that it does not stay in step with the others.
    """
    lists = [[*each] for each in values]
    if LONG:
        return [*product(*lists)]
    longest = max(map(len, lists))
    return [
        tuple(each[(number + turn * (number // len(each))) % len(each)] for turn, each in enumerate(lists))
        for number in range(longest)
    ]
