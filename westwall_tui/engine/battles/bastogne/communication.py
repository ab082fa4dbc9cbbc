"""The Line of Communication that relieves Bastogne (15.27): along roads."""

from collections.abc import Iterable

from westwall_tui.engine.board import Hexside
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import State


def road_line(state: State, side: int, starts: Iterable[int], goals: Iterable[int]) -> tuple[int, ...]:
    """The shortest line of road hexes from a start to a goal, clear of enemies and their zones; empty if there is none.

    Road hexsides connect all its hexes. A friendly unit does not open an Enemy-controlled hex.
    """
    closed, around, road = shut(state, 1 - side), state.ground.around, int(Hexside.ROAD)
    ends = frozenset(goals)
    came = {h: h for h in starts if not closed[h]}
    todo = list(came)
    for h in todo:
        if h in ends:
            line = [h]
            while came[line[-1]] != line[-1]:
                line.append(came[line[-1]])
            return tuple(reversed(line))
        for n, lies in around[h]:
            if lies & road and n not in came and not closed[n]:
                came[n] = h
                todo.append(n)
    return ()
