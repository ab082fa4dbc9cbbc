"""How remarks name the parts of a board."""

from collections.abc import Iterable

from westwall_tui.engine.board import Board

Remark = tuple[str, str, str]
"""The table, the key and the remark."""


def label(key: str, number: int, name: str) -> str:
    """A table as faults call it."""
    return f'[[{key}]] {number} "{name}"'


def hexside(board: Board, pair: tuple[int, int]) -> str:
    """A hexside as files write it."""
    return "/".join(board.number(h) for h in pair)


def hexes(board: Board, found: Iterable[int], most: int = 5) -> str:
    """Hexes by number, the first few of many."""
    numbers = [board.number(h) for h in found]
    return ", ".join(numbers[:most]) + (" ..." if len(numbers) > most else "")
