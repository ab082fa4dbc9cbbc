"""Checks of positions from files: each raises `ValueError` for one that no game could reach."""

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from westwall_tui.engine.board import Board

FAR = 1 << 20
"""More half Movement Points than any unit has."""


def want(good: bool, name: str) -> None:
    """Raise `ValueError` with the part's name unless `good`."""
    if not good:
        raise ValueError(name)


def whole(value: object, low: int, high: int, name: str) -> None:
    """Check that a value is a whole number within limits."""
    want(type(value) is int and low <= value <= high, name)


def several(value: object, allowed: Container[int], name: str) -> None:
    """Check that each number in a record's list is allowed."""
    want(isinstance(value, tuple) and all(type(x) is int and x in allowed for x in value), name)


def adjacent(board: Board, path: Sequence[int]) -> bool:
    """Whether these are hexes of the board, each next to the one before."""
    return all(0 <= h < len(board.grid) for h in path) and all(b in board.grid.neighbours[a] for a, b in pairwise(path))


class Unchecked(NamedTuple):
    """A position, and what its frames may name."""

    state: Any
    stand: Container[int]
    """Hexes that may hold units."""
    of_side: Sequence[Sequence[int]]
    """The units of each side."""

    def units(self, value: object, side: int) -> None:
        """Check that these are units of a side on the map."""
        on_map = [unit for unit in self.of_side[side] if self.state.location[unit] in self.stand]
        several(value, on_map, "frames")

    def fought(self, value: object, side: int) -> None:
        """Check that these are units of a side on the map that fight in the current combat."""
        self.units(value, side)
        combat = self.state.combat
        want(combat is not None, "frames")
        several(value, combat.attackers if side == combat.side else combat.defenders, "frames")

    def number(self, value: object, low: int, high: int) -> None:
        """Check that this is a whole number within limits."""
        whole(value, low, high, "frames")

    def hexes(self, value: object) -> None:
        """Check that these are hexes of the board."""
        several(value, range(len(self.state.scenario.board.grid)), "frames")

    def pair(self, value: Sequence[int]) -> None:
        """Check that these are hexes of the board, each next to the one before."""
        self.hexes(value)
        want(adjacent(self.state.scenario.board, value), "frames")

    def word(self, value: object, longest: int) -> None:
        """Check that this is a few printable characters."""
        want(isinstance(value, str) and value.isprintable() and len(value) <= longest, "frames")

    def path(self, value: Any, step: object, unit: int) -> None:
        """Check a path of adjacent hexes: the unit has gone `step` of them and is in the last of these."""
        several(value, self.stand, "frames")
        want(adjacent(self.state.scenario.board, value), "frames")
        whole(step, 1, len(value), "frames")
        assert isinstance(step, int)
        want(self.state.location[unit] == value[step - 1], "frames")
