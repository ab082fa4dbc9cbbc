"""Lines of Communication (16.42): over any ground to a mapedge."""

from collections.abc import Callable, Iterable

from westwall_tui.engine.board import FOOT
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import State


def joined(state: State, side: int, goals: Iterable[int]) -> Callable[[int], bool]:
    """Whether a side's unit in a hex has a line to one of the goals, over any ground that is not prohibited.

    Its hexes are clear of enemies and their zones; the unit's own hex does not count (a ruling).
    """
    closed = shut(state, 1 - side)
    steps = state.ground.steps[FOOT]
    ends = frozenset(goals)
    found = {h for h in ends if not closed[h]}
    todo = sorted(found)
    for h in todo:
        for n, _ in steps[h]:
            if n not in found and not closed[n]:
                found.add(n)
                todo.append(n)
    return lambda h: h in ends or any(n in found for n, _ in steps[h])
