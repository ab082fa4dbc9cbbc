"""Lettered entry areas: mapedge hexes that reinforcements are scheduled to come in at."""

from collections.abc import Collection, Mapping

from westwall_tui.engine.board import Board
from westwall_tui.ui.terminal.rows import Row, row


def lettered(board: Board) -> Mapping[str, tuple[int, ...]]:
    """The entry areas of a board that are called by one letter."""
    return {name: hexes for name, hexes in board.entries.items() if len(name) == 1}


def areas_told(board: Board, hexes: Collection[int]) -> str:
    """`in entry area A`, or `in entry area B: 0501, 0106` if only parts of it are open; nothing for other hexes."""
    areas = {name: here for name, all_of in lettered(board).items() if (here := [h for h in all_of if h in hexes])}
    if not areas or {h for here in areas.values() for h in here} != set(hexes):
        return ""
    told = [
        name if len(here) == len(lettered(board)[name]) else f"{name}: {', '.join(map(board.number, here))}"
        for name, here in areas.items()
    ]
    return f"in entry area {' or '.join(told)}"


def entry_rows(board: Board, h: int) -> list[Row]:
    """For the side panel: the entry areas that a hex is of."""
    return [row(f"entry area {name}") for name, hexes in lettered(board).items() if h in hexes]
