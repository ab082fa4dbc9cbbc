"""How far units get on an empty board: what a board's tests pin, so that no hex changes unseen."""

from heapq import heappop, heappush

from westwall_tui.engine.board import Board, Ground


def reach(board: Board, start: str, way: int, points: int, *, shut: str = "", ground: Ground | None = None) -> int:
    """How many hexes a unit with so many Movement Points can get to from a hex, itself counted.

    `shut`: hexes that it may not enter; `ground`: the board's, with hexsides changed.
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
