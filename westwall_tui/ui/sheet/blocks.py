"""Blocks of tables and signs, and where they stand: in an empty corner of the sheet, or in rows below the map."""

from collections.abc import Iterable
from typing import NamedTuple

from westwall_tui.engine.board import Board, Terrain
from westwall_tui.ui.sheet.elements import moved
from westwall_tui.ui.sheet.geometry import HEIGHT, RADIUS, Layout
from westwall_tui.ui.sheet.labels import Box

GAP = 44.0


class Block(NamedTuple):
    """Something drawn from 0,0, and how much room it takes."""

    drawn: str
    width: float
    height: float


def flow(blocks: Iterable[Block], left: float, top: float, width: float) -> tuple[str, float]:
    """Blocks side by side in rows of a width; and where the last row ends."""
    found = []
    x, y, below = left, top, top
    for block in blocks:
        if x > left and x + block.width > left + width:
            x, y = left, below + GAP
        found.append(moved(x, y, block.drawn))
        x += block.width + GAP
        below = max(below, y + block.height)
    return "".join(found), below


def stacked(blocks: Iterable[Block]) -> Block:
    """Blocks one below the other as one block."""
    drawn, width, y = "", 0.0, 0.0
    for block in blocks:
        drawn += moved(0, y, block.drawn)
        width = max(width, block.width)
        y += block.height + GAP / 2
    return Block(drawn, width, y - GAP / 2)


def empty_corner(layout: Layout) -> Box:
    """The largest rectangle in a corner of the sheet that has no hexes: left, top, right, bottom."""
    board = layout.board
    found = [(layout.left, layout.top, layout.left, layout.top)]
    columns = range(1, board.grid.columns + 1)
    for order, from_left in ((columns, True), (columns[::-1], False)):
        for from_top in (True, False):
            deepest = board.grid.odd_rows
            for count, c in enumerate(order, 1):
                deepest = min(deepest, _blank(board, c, from_top=from_top))
                across, down = RADIUS * (1.5 * count - 0.5), HEIGHT * (deepest - 0.5)
                if deepest:
                    left = layout.left if from_left else layout.right - across
                    top = layout.top if from_top else layout.bottom - down
                    found.append((left, top, left + across, top + down))
    return max(found, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))


def _blank(board: Board, column: int, *, from_top: bool) -> int:
    """How many hexes are missing at an end of a column."""
    rows = range(1, board.grid.rows(column) + 1)
    count = 0
    for r in rows if from_top else rows[::-1]:
        if board.terrain[board.grid.at(column, r)] is not Terrain.NONE:
            break
        count += 1
    return count
