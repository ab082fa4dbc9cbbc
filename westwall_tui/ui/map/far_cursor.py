"""The cursor of the overview, and the corners round what the map's window shows: both leave signs as they are."""

from collections.abc import Callable, Collection, Sequence

from westwall_tui.ui.map.geometry import Spot

MOVED_IN = 2
"""So many lines farther in a corner stands where its own cell is taken."""


def cursor_cells(
    spot: Spot, across: int, extent: Spot, own: Collection[Spot], sign_at: Callable[[Spot], str]
) -> dict[Spot, str]:
    """The brackets of the cursor, beside what stands in a hex, as far as its neighbors leave them room.

    `spot`: the first cell of the hex; `extent`: width and height of the board; `own`: the cells of what stands in it.
    """
    x, y = spot
    if not any(sign_at((x + i, y)) for i in range(across)):
        return {(x, y): "<", (x + across - 1, y): ">"}
    left, right = min(own, default=spot)[0], max(own, default=spot)[0]
    sides = ("<", [left - 1]), (">", [*range(right + 1, max(right, x + across - 1) + 2)])
    free = ((char, next((i for i in row if 0 <= i < extent[0] and not sign_at((i, y))), -1)) for char, row in sides)
    return {(i, y): char for char, i in free if i >= 0}


def corner_cells(spots: Sequence[Spot], across: int, sign_at: Callable[[Spot], str]) -> dict[Spot, str]:
    """The corners round the hexes that begin in some cells: slashes, which nothing else has on this board.

    Where a corner's own cell is taken it stands one or two lines farther in.
    """
    left, right = min(x for x, _ in spots), max(x for x, _ in spots) + across - 1
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    found: dict[Spot, str] = {}
    for x, chars in ((left, "/\\"), (right, "\\/")):
        for y, inward, char in ((top, 1, chars[0]), (bottom, -1, chars[1])):
            free = [spot for i in range(MOVED_IN + 1) if not sign_at(spot := (x, y + inward * i))]
            found |= dict.fromkeys(free[:1], char)
    return found
