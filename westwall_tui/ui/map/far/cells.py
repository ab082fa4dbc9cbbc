"""The cells of the overview's ground and roads, of the cursor, and of the corners of the map's window."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from westwall_tui.engine.board import Board, Path
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.signs import SIGNS, TERRAIN_SIGN, Signs

Cells = Mapping[Spot, tuple[str, str]]
"""The contents of cells: character and role."""

# -- the ground

WOODS = ":"
"""The sign of woods, lighter than on the map, because woods cover half of some boards, and no trails are shown."""
RANK = (Terrain.BROKEN, Terrain.WOODS, Terrain.ROUGH)
"""Terrains by increasing rank. Of the hexes that share a cell, the highest terrain is shown, but a town above all."""


def ground_cells(board: Board, lines: Callable[[int], Sequence[Spot]], across: int, signs: Signs) -> Cells:
    """Return one sign for each line of a hex that is woods, broken or rough; other hexes look open.

    In every other line the sign is farther right, so that an area looks connected without being dense. `lines` returns
    the first cell of each line of a hex, which has `across` cells per line.
    """
    found: dict[Spot, tuple[str, str]] = {}
    for here in RANK:
        sign = SIGNS[TERRAIN_SIGN[here]]
        for h in (h for h, ground in enumerate(board.terrain) if ground is here):
            for x, y in lines(h):
                char = WOODS if here is Terrain.WOODS else signs[sign.name][0]
                found[x + across // 2 * (y % 2), y] = char, sign.role
    return found


# -- the roads

LONG_ROAD = 12
"""Minimum length in hexes of a road that is always shown."""


def main_roads(board: Board) -> Sequence[Path]:
    """Return the long roads, and shorter roads that continue a road that would otherwise end in open country."""
    rest = [path for path in board.roads if len(path.hexes) > 1]
    found = [path for path in rest if len(path.hexes) >= LONG_ROAD]
    while following := next(_roads_that_lead_on(board, found, [path for path in rest if path not in found]), None):
        found.append(following)
    return found


def _roads_that_lead_on(board: Board, shown: Sequence[Path], others: Sequence[Path]) -> Iterator[Path]:
    """Yield the longest other road at each end of a road, unless another shown road or the map's edge is there."""
    met = Counter(h for path in shown for h in path.hexes)
    for end in (h for path in shown for h in (path.hexes[0], path.hexes[-1]) if met[h] == 1):
        if all(n != NOWHERE and board.terrain[n] is not Terrain.NONE for n in board.grid.neighbors[end]):
            leading = [path for path in others if end in path.hexes]
            yield from sorted(leading, key=lambda path: -len(path.hexes))[:1]


def road_spots(columns: Sequence[int], tops: Sequence[float], bound: Sequence[bool]) -> list[Spot]:
    """Return the cells of a road in its hexes, given their columns and the lines in which they begin.

    Where the road goes up and down by half a hex alternately, it is drawn straight. Where it is `bound`, such as at
    towns, it stays in the hex's own line.
    """
    found, last = [], len(tops) - 1
    for n, (x, top) in enumerate(zip(columns, tops, strict=True)):
        before, after = tops[max(0, n - 1)], tops[min(n + 1, last)]
        between = before + after if n in (0, last) else before + 2 * top + after
        found.append((x, int(top if bound[n] else between / (2 if n in (0, last) else 4))))
    return found


def road_cells(spots: Sequence[Spot], sign: str) -> dict[Spot, str]:
    """Return the cells of a road from one spot to the next; `sign` has its horizontal and vertical characters.

    All cells touch at a side, not only at a corner: a step down begins below the cell from which it comes.
    """
    along, upright = sign[0], sign[1]
    found: dict[Spot, str] = {}
    for start, end in pairwise(spots):
        (x, y), (i, j) = sorted((start, end))
        found |= dict.fromkeys(((right, y) for right in range(x + 1, i)), along)
        found |= {(i, y) if abs(y - j) > 1 else (i - 1, j): along} if i > x + 1 and y != j else {}
        found |= dict.fromkeys(((i, line) for line in range(min(y, j) + 1, max(y, j))), upright)
    columns = [x for x, _ in spots]
    for n, spot in enumerate(spots):
        found[spot] = upright if len(spots) > 1 and set(columns[max(0, n - 1) : n + 2]) == {spot[0]} else along
    return found


# -- the cursor, and the corners around the hexes of the map's window: neither covers signs

MOVED_IN = 2
"""The maximum number of lines by which a corner is moved inward if its own cell is taken."""


def cursor_cells(
    spot: Spot, across: int, extent: Spot, own: Collection[Spot], sign_at: Callable[[Spot], str]
) -> dict[Spot, str]:
    """Return the brackets of the cursor beside the contents of a hex, if the hexes beside it leave room for them.

    `spot` is the first cell of the hex, `extent` the width and height of the board, `own` the cells of the hex's
    contents.
    """
    x, y = spot
    if not any(sign_at((x + i, y)) for i in range(across)):
        return {(x, y): "<", (x + across - 1, y): ">"}
    left, right = min(own, default=spot)[0], max(own, default=spot)[0]
    sides = ("<", [left - 1]), (">", [*range(right + 1, max(right, x + across - 1) + 2)])
    free = ((char, next((i for i in row if 0 <= i < extent[0] and not sign_at((i, y))), -1)) for char, row in sides)
    return {(i, y): char for char, i in free if i >= 0}


def corner_cells(spots: Sequence[Spot], across: int, sign_at: Callable[[Spot], str]) -> dict[Spot, str]:
    """Return the corners around the hexes that begin in some cells, as slashes, which mean nothing else on this board.

    If a corner's own cell is taken, the corner is one or two lines farther inward.
    """
    left, right = min(x for x, _ in spots), max(x for x, _ in spots) + across - 1
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    found: dict[Spot, str] = {}
    for x, chars in ((left, "/\\"), (right, "\\/")):
        for y, inward, char in ((top, 1, chars[0]), (bottom, -1, chars[1])):
            free = [spot for i in range(MOVED_IN + 1) if not sign_at(spot := (x, y + inward * i))]
            found |= dict.fromkeys(free[:1], char)
    return found
