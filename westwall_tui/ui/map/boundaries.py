"""Named lines of the map that rules speak of, such as a front line at set-up or a limit of advance.

They run along hexsides, and never over a way, a water or a crossing.
"""

from collections.abc import Iterable

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import DIRECTIONS
from westwall_tui.ui.map.canvas import Canvas, Cell
from westwall_tui.ui.map.geometry import FLAT
from westwall_tui.ui.terminal.rows import Row, row

UNDER = ("", "grid", "mixed", "grove", "woods", "broken", "rough")
"""Roles that a line may be drawn over."""


def boundary_cells(canvas: Canvas, pairs: Iterable[tuple[int, int]]) -> list[Cell]:
    """The cells of hexsides over which a line runs: every other one of a flat side."""
    board, size = canvas.board, canvas.size
    found = []
    for a, b in pairs:
        direction = board.grid.direction(a, b)
        spots = size.sides[direction]
        for spot in spots[::2] if direction in FLAT else spots:
            if canvas.role(a, spot) in UNDER:
                found += canvas.cells(a, spot, canvas.signs["line"], "line")
    return found


def shown_pairs(game: Game) -> tuple[tuple[int, int], ...]:
    """The hexsides of the lines that matter now."""
    lines = game.scenario.board.boundaries
    return tuple(pair for name in queries.boundaries(game) for pair in lines[name].pairs)


def boundary_rows(game: Game, h: int, width: int) -> list[Row]:
    """For the side panel: the lines along a hex, with the sides on which they run."""
    grid = game.scenario.board.grid
    rows = []
    for name in queries.boundaries(game):
        sides = {pair[pair[0] == h] for pair in game.scenario.board.boundaries[name].pairs if h in pair}
        directions = [way for way, n in zip(DIRECTIONS, grid.neighbours[h], strict=True) if n in sides]
        if directions:
            rows.append(row(f"{name} {' '.join(directions)}"[:width]))
    return rows
