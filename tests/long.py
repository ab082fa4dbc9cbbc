"""What `make long` looks at in full, and `make test` at a sample of."""

import os
from collections.abc import Iterable
from itertools import product
from typing import Any, TypeVar

Some = TypeVar("Some")

LONG = bool(os.environ.get("WESTWALL_LONG"))
"""Set by `make long`."""


def sample(everything: Some, some: Some) -> Some:
    """All cases, or the few that tell as much in most runs: each kind of thing is among them."""
    return everything if LONG else some


def paired(*values: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Each value with all others, or as many cases as the longest list has, with every value of each list in one.

    A shorter list begins one further each time it is through, so that it does not keep in step with those before it.
    """
    lists = [[*each] for each in values]
    if LONG:
        return [*product(*lists)]
    longest = max(map(len, lists))
    return [
        tuple(each[(number + turn * (number // len(each))) % len(each)] for turn, each in enumerate(lists))
        for number in range(longest)
    ]
