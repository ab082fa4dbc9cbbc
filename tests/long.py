"""Cases that `make long` tries in full, and `make test` in a sample."""

import os
from collections.abc import Iterable
from itertools import product
from typing import Any, TypeVar

from westwall_tui.files.scenarios.catalog import shipped

Some = TypeVar("Some")

LONG = bool(os.environ.get("WESTWALL_LONG"))
"""True under `make long`."""


def sample(everything: Some, some: Some) -> Some:
    """Return all cases, or under `make test` a few that have one of each kind."""
    return everything if LONG else some


def scenario_keys() -> list[str]:
    """Return the keys of all shipped scenarios, or under `make test` only one quick battle of each board."""
    found = shipped()
    first_of_board = {entry.battle: entry.key for entry in reversed(found) if entry.is_quick}
    return [entry.key for entry in found if LONG or not entry.is_quick or entry.key in first_of_board.values()]


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
