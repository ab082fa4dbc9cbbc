"""The steps of the cursor over a board, in the eight directions of the keyboard."""

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import NE, NW, SE, SW, N, S

DIRECTION_OF = {"north": N, "northeast": NE, "southeast": SE, "south": S, "southwest": SW, "northwest": NW}
WAYS = (*DIRECTION_OF, "west", "east")
"""The directions, as the keymap names them."""
FAR = 5
"""Hexes that the cursor goes with Shift."""


def step(board: Board, h: int, way: str) -> int:
    """The next hex in one of the eight directions of the keyboard, or the same at the edge of the map.

    Left and right keep the row: they go up and down by half a hex alternately.
    """
    column, row = board.grid.positions[h]
    if way in ("west", "east"):
        beside = column + (1 if way == "east" else -1)
        target = next((t for r in (row, row - 1, row + 1) if (t := board.grid.at(beside, r)) != NOWHERE), NOWHERE)
    else:
        target = board.grid.neighbours[h][DIRECTION_OF[way]]
    return target if target != NOWHERE and board.terrain[target] is not Terrain.NONE else h
