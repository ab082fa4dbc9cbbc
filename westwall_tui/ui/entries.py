"""Lettered entry areas: mapedge hexes that reinforcements are scheduled to come in at."""

from collections.abc import Collection, Mapping

from westwall_tui.engine.board import Board
from westwall_tui.ui.rows import Row, row


def lettered(board: Board) -> Mapping[str, tuple[int, ...]]:
    """The entry areas of a board that are called by one letter."""
    return {name: hexes for name, hexes in board.entries.items() if len(name) == 1}


def areas_told(board: Board, hexes: Collection[int]) -> str:
    """`in entry area A: 0111, 0112 ...`, if the hexes are such areas or parts of them; else nothing."""
    areas = {name: here for name, all_of in lettered(board).items() if (here := [h for h in all_of if h in hexes])}
    if not areas or {h for here in areas.values() for h in here} != set(hexes):
        return ""
    return "in entry area " + " or ".join(
        f"{name}: {', '.join(board.number(h) for h in here)}" for name, here in areas.items()
    )


def entry_rows(board: Board, h: int) -> list[Row]:
    """For the side panel: the entry areas that a hex is of."""
    return [row(f"entry area {name}") for name, hexes in lettered(board).items() if h in hexes]
