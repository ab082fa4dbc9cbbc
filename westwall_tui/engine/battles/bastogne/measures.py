"""Ground held: the town, and the roads that lead there and away (15.17, 15.27)."""

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from westwall_tui.engine.board import Hexside
from westwall_tui.engine.rules.answers import Measure
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.bastogne import Bastogne


def measures(rules: "Bastogne", state: State) -> list[Measure]:
    """In the Relief how near it is; else the town, the German's road on, and the road by which the U.S. comes."""
    if rules.line_from:
        return [_road(state, rules.us, "the road into Bastogne", rules.line_from, rules.line_to)]
    if not rules.bastogne:
        return []
    board, through = state.scenario.board, sum(rules.last_through(state, h) == rules.german for h in rules.bastogne)
    west, south = board.edge("west"), board.edge("south")
    return [
        Measure("Hexes of Bastogne that are the German's", rules.german, through, len(rules.bastogne)),
        _road(state, rules.german, "the German's road from Bastogne to the west", rules.bastogne, west),
        _road(state, rules.us, "the road from Bastogne to the US rear", rules.bastogne, (*west, *south)),
    ]


def _road(state: State, side: int, road: str, starts: Iterable[int], goals: Iterable[int]) -> Measure:
    cut = fewest_closed(state, side, starts, goals)
    return Measure(f"Closed hexes on {road}", side, len(cut), 0, falls=True, road=road, cut=cut)


def fewest_closed(state: State, side: int, starts: Iterable[int], goals: Iterable[int]) -> tuple[int, ...]:
    """The hexes that the enemy holds or controls on the road that has the fewest of them, as in `road_line`."""
    closed, around, road = shut(state, 1 - side), state.ground.around, int(Hexside.ROAD)
    ends = frozenset(goals)
    todo: list[tuple[int, int, tuple[int, ...]]] = sorted((int(bool(closed[h])), 1, (h,)) for h in starts)
    best: dict[int, tuple[int, int]] = {}
    while todo:
        shut_so_far, length, line = heappop(todo)
        h = line[-1]
        if h in best and best[h] <= (shut_so_far, length):
            continue
        best[h] = shut_so_far, length
        if h in ends:
            return tuple(n for n in line if closed[n])
        for n, lies in around[h]:
            if lies & road:
                heappush(todo, (shut_so_far + bool(closed[n]), length + 1, (*line, n)))
    return ()
