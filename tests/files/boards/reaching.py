"""How far units get on an empty board: what a board's tests pin, so that no hex changes unseen."""

from heapq import heappop, heappush

from westwall_tui.engine.board import Board


def reach(board: Board, start: str, way: int, points: int) -> int:
    """How many hexes a unit with so many Movement Points can get to from a hex, itself counted."""
    home = board.hex(start)
    spent = {home: 0}
    queue = [(0, home)]
    while queue:
        cost, h = heappop(queue)
        if cost > spent[h]:
            continue
        for n, step in board.ground.steps[way][h]:
            total = cost + step
            if total <= 2 * points and total < spent.get(n, total + 1):
                spent[n] = total
                heappush(queue, (total, n))
    return len(spent)
