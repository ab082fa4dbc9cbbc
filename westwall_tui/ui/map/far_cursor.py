"""The cursor of the overview, and the corners round what the map's window shows: both leave signs as they are."""

from collections.abc import Callable, Sequence

from westwall_tui.ui.map.geometry import Spot

BRACKETS = 2
"""Cells of the cursor."""

AWAY = 5
"""So many lines away it stands above or below, at most."""
MOVED_IN = 2
"""So many lines farther in a corner stands where its own cell is taken."""


def cursor_cells(spot: Spot, across: int, extent: Spot, sign_at: Callable[[Spot], str]) -> dict[Spot, str]:
    """The cells of the cursor: on both sides of what stands in a hex, which keeps its own color.

    Where the neighbors leave it no two cells, above and below, in a crowd some lines away; and over the sign itself
    where all is taken. `spot`: the first cell of the hex; `extent`: width and height of the board.
    """
    x, y = spot
    if not any(sign_at((x + i, y)) for i in range(across)):
        return {(x, y): "<", (x + across - 1, y): ">"}
    aside = [(x - 1, y, "<"), *((x + i, y, ">") for i in range(1, across + 1))]
    found: dict[Spot, str] = {}
    above = [(x, y + lines * way, char) for lines in range(1, AWAY + 1) for way, char in ((-1, "v"), (1, "^"))]
    for i, j, char in (*aside, *above):
        inside = 0 <= i < extent[0] and 0 <= j < extent[1]
        if inside and len(found) < BRACKETS and char not in found.values() and not sign_at((i, j)):
            found[i, j] = char
    return found or {spot: sign_at(spot) or "<"}


def corner_cells(spots: Sequence[Spot], across: int, sign_at: Callable[[Spot], str]) -> dict[Spot, str]:
    """The corners round the hexes that begin in some cells: `[` at the left, `]` at the right.

    Where a corner's own cell is taken it stands one or two lines farther in.
    """
    left, right = min(x for x, _ in spots), max(x for x, _ in spots) + across - 1
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    found: dict[Spot, str] = {}
    for x, char in ((left, "["), (right, "]")):
        for y, inward in ((top, 1), (bottom, -1)):
            free = [spot for i in range(MOVED_IN + 1) if not sign_at(spot := (x, y + inward * i))]
            found |= dict.fromkeys(free[:1], char)
    return found
