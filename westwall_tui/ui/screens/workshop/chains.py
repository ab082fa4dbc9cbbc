"""The next hexside of a chain in a direction of the keyboard."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine.hexgrid import NOWHERE, HexGrid

Pair = tuple[int, int]
TOWARD = {
    "north": (0.0, -1.0),
    "northeast": (0.87, -0.5),
    "east": (1.0, 0.0),
    "southeast": (0.87, 0.5),
    "south": (0.0, 1.0),
    "southwest": (-0.87, 0.5),
    "west": (-1.0, 0.0),
    "northwest": (-0.87, -0.5),
}
"""The directions of the keyboard, to the right and down."""
LEAST = 0.3
"""The minimum cosine of the angle between a key's direction and the hexside that it means."""


def next_side(grid: HexGrid, chain: Sequence[Pair], h: int, way: str) -> Pair | None:
    """Return the hexside that continues a chain in a direction, the one before its last to go back, or None.

    A chain without hexsides begins at one of the sides of the hex `h`.
    """
    if chain:
        sides = [*_next(grid, chain), *chain[-2:-1]]
        x0, y0 = _middle(grid, chain[-1])
        level = _middle(grid, chain[0])[1]
    else:
        sides = [(h, n) for n in grid.neighbors[h] if n != NOWHERE]
        (x0, y0), level = _middle(grid, (h, h)), 0.0
    east, south = TOWARD[way]

    def rank(side: Pair) -> tuple[float, float]:
        """Return how well a side fits the direction; of two that fit as well, the one nearer the beginning's level."""
        x, y = _middle(grid, side)
        far = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        return round(((x - x0) * east + (y - y0) * south) / far, 2), -round(abs(y - level), 2)

    best = max(sides, key=rank, default=None)
    return best if best is not None and rank(best)[0] > LEAST else None


def _next(grid: HexGrid, chain: Sequence[Pair]) -> Iterator[Pair]:
    """Yield the hexsides at the open end of a chain, or at both ends of its only hexside."""
    a, b = chain[-1]
    before = {*chain[-2]} if len(chain) > 1 else set()
    for c in grid.neighbors[a]:
        if c != NOWHERE and c in grid.neighbors[b] and c not in before:
            yield from ((a, c), (b, c))


def _middle(grid: HexGrid, side: Pair) -> tuple[float, float]:
    """Return the middle of a hexside, to the right and down; that of a hex if both are the same."""
    places = [grid.positions[h] for h in side]
    return (
        sum(0.87 * column for column, _ in places) / 2,
        sum(line + (column % 2 == 0) / 2 for column, line in places) / 2,
    )
