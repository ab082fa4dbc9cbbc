"""Named lines of the map that rules speak of, such as a front line at set-up or a limit of advance.

They run along hexsides. A way over one, and a river's or stream's sign on a slanting hexside, stay in sight.
"""

from collections.abc import Iterable, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import DIRECTIONS
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.map.picture import CROSSING, FLAT, ROAD, TRAIL, WATER, Cell, Picture

SIGN, ROLE = "+", "boundary"


def boundary_cells(picture: Picture, pairs: Iterable[tuple[int, int]]) -> list[Cell]:
    """The cells of hexsides over which a line runs."""
    board, size = picture.board, picture.size
    found = []
    for a, b in pairs:
        direction, side = board.grid.direction(a, b), int(board.hexside(a, b))
        taken = set(size.gates[direction]) if side & (ROAD | TRAIL | CROSSING) else set()
        spots = size.sides[direction]
        if side & WATER:
            spots = spots[::2] if direction in FLAT else spots[1:]
        ox, oy = picture.origin(a)
        found += [Cell(oy + y, ox + x, SIGN, ROLE) for x, y in spots if (x, y) not in taken]
    return [cell for cell in found if 0 <= cell.y < picture.height]


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


def boundary_signs(game: Game) -> Sequence[tuple[str, str, str]]:
    """For the legend: sign, role and name of the lines that are shown."""
    return [(SIGN * 3, ROLE, name) for name in queries.boundaries(game)]
