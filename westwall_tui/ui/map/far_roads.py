"""The roads of the overview, each as one line of characters."""

from collections.abc import Sequence
from itertools import pairwise

from westwall_tui.ui.map.geometry import Spot


def road_spots(columns: Sequence[int], tops: Sequence[float], bound: Sequence[bool]) -> list[Spot]:
    """The cells in which a road stands in its hexes, by their columns and by how many lines down they begin.

    Where it goes up and down by half a hex by turns, it is drawn straight; where it is bound, such as at towns, it
    stands in the hex's own line.
    """
    found, last = [], len(tops) - 1
    for n, (x, top) in enumerate(zip(columns, tops, strict=True)):
        before, after = tops[max(0, n - 1)], tops[min(n + 1, last)]
        between = before + after if n in (0, last) else before + 2 * top + after
        found.append((x, int(top if bound[n] else between / (2 if n in (0, last) else 4))))
    return found


def road_cells(spots: Sequence[Spot], sign: str) -> dict[Spot, str]:
    """The cells of a road from one spot to the next; `sign`: its characters along and up and down."""
    along, upright = sign[0], sign[1]
    found: dict[Spot, str] = {}
    for start, end in pairwise(spots):
        (x, y), (i, j) = sorted((start, end))
        found |= dict.fromkeys(((right, y) for right in range(x + 1, i)), along)
        found |= dict.fromkeys(((i, line) for line in range(min(y, j) + 1, max(y, j))), upright)
    columns = [x for x, _ in spots]
    for n, spot in enumerate(spots):
        found[spot] = upright if len(spots) > 1 and set(columns[max(0, n - 1) : n + 2]) == {spot[0]} else along
    return found
