"""The reach of units on an empty board, which the tests of boards pin, so that no hex changes unnoticed."""

from heapq import heappop, heappush

from westwall_tui.engine.board import Board, Ground


def reach(board: Board, start: str, way: int, points: int, *, shut: str = "", ground: Ground | None = None) -> int:
    """Return the number of hexes that a unit with so many Movement Points can reach from a hex, including that hex.

    `shut`: hexes that it may not enter; `ground`: the board's ground, with changed hexsides.
    """
    home, closed = board.hex(start), {board.hex(number) for number in shut.split()}
    steps = (ground or board.ground).steps[way]
    spent = {home: 0}
    queue = [(0, home)]
    while queue:
        cost, h = heappop(queue)
        if cost > spent[h]:
            continue
        for n, step in steps[h]:
            total = cost + step
            if n not in closed and total <= 2 * points and total < spent.get(n, total + 1):
                spent[n] = total
                heappush(queue, (total, n))
    return len(spent)
