"""The ground of the overview: thin signs, between which all that stands on it is found."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.board import Board
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.signs import SIGNS, TERRAIN_SIGN, Signs

RANK = (Terrain.BROKEN, Terrain.WOODS, Terrain.ROUGH)
"""What is shown of hexes that share a cell: the last of these, and a town before them."""


APART = 2
"""The next sign of a wood or the like in the same line stands that many hexes farther right."""


def ground_cells(board: Board, spots: Sequence[Spot], across: int, signs: Signs) -> Mapping[Spot, tuple[str, str]]:
    """The signs of woods, broken and rough ground, in every other hex of a line; one by itself has its own.

    A wood without gaps is a carpet in which nobody finds what stands on it. `spots`: the first cell of each hex.
    """
    found: dict[Spot, tuple[str, str]] = {}
    for here in RANK:
        sign = SIGNS[TERRAIN_SIGN[here]]
        last: dict[int, int] = {}
        """By line the last hex with a sign."""
        for x, y in sorted(spots[h] for h, ground in enumerate(board.terrain) if ground is here):
            if y not in last or x - last[y] >= APART * across:
                last[y] = x
                row = ((x + i, y) for i in range(y % 2, across, 2))
                found |= dict.fromkeys(row, (signs[sign.name][0], sign.role))
    return found
