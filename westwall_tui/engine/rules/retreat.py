"""Retreat (7.7) and displacement (7.8), computed whole: every path there is, and whether friends can make way."""

from typing import NamedTuple

from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import Displacing, Frame, Retreating, Shifting, State


class Open(NamedTuple):
    """Where units of a side may retreat: by hex, nothing but terrain, enemies and their zones considered."""

    state: State
    shut: bytearray
    """Hexes that hold enemies (5.12), lie in their zones (7.71), or are barred."""

    def steps(self, unit: int, h: int) -> list[int]:
        """The hexes next to `h` that the unit may retreat into, friends' included."""
        return [n for n in self.state.ground.retreat[self.state.way(unit)][h] if not self.shut[n]]


def open_ground(rules: Ruleset, state: State, side: int) -> Open:
    """The ground on which a side may retreat now."""
    closed = shut(state, 1 - side)
    for h in rules.bar(state, side).hexes:
        closed[h] = 1
    return Open(state, closed)


class Choices(NamedTuple):
    """The paths of retreat that a unit may take; each begins with its own hex."""

    paths: tuple[tuple[int, ...], ...]
    lost: bool
    """The unit cannot go the whole way and is eliminated at the end of the path (7.74)."""
    displacing: bool
    """Every path needs friends to make way (7.73)."""


def choices(rules: Ruleset, state: State, unit: int, hexes: int) -> Choices:
    """The legal paths of a retreat: vacant ones, else displacing ones, else the longest partial ones (7.73, 7.74)."""
    ground = open_ground(rules, state, state.units[unit].side)
    friends = {h: other for h, other in state.occupants().items() if other != unit}
    full = _outward(ground, unit, hexes)
    vacant = [path for path in full if not any(h in friends for h in path[1:])]
    if vacant:
        return Choices(tuple(vacant), lost=False, displacing=False)
    occupants = state.occupants()
    side = state.units[unit].side
    through = [path for path in full if _completes(ground, occupants, (Retreating(side, unit, path, 1),))]
    if through:
        return Choices(tuple(through), lost=False, displacing=True)
    for length in range(hexes - 1, 0, -1):
        partial = [p for p in _outward(ground, unit, length) if not any(h in friends for h in p[1:])]
        if partial:
            return Choices(tuple(partial), lost=True, displacing=False)
    return Choices(((state.location[unit],),), lost=True, displacing=False)


def _outward(ground: Open, unit: int, hexes: int) -> list[tuple[int, ...]]:
    """All paths of so many hexes that end as many hexes from where they began (7.74)."""
    state = ground.state
    start = state.location[unit]
    distance = state.scenario.board.grid.distance
    paths: list[tuple[int, ...]] = [(start,)]
    for step in range(1, hexes + 1):
        paths = [(*path, n) for path in paths for n in ground.steps(unit, path[-1]) if distance(start, n) == step]
    return paths


# -- displacement


def displacements(rules: Ruleset, state: State, frame: Displacing) -> list[int]:
    """Where a displaced unit may go: to vacant hexes first, and so that nobody is eliminated (7.81, 7.82)."""
    ground = open_ground(rules, state, frame.side)
    occupants = state.occupants()
    waiting = tuple(state.frames[:-1])
    start = next(i for i, f in enumerate(waiting) if isinstance(f, Retreating))
    tasks = waiting[start:]
    vacant = [
        h
        for h in ground.steps(frame.unit, state.location[frame.unit])
        if h not in occupants and _completes(ground, _shift(occupants, state.location[frame.unit], h), tasks)
    ]
    if vacant:
        return vacant
    return [
        h
        for h in ground.steps(frame.unit, state.location[frame.unit])
        if h in occupants
        and occupants[h] not in frame.chain
        and _completes(ground, occupants, (*tasks, *chain_on(frame, h, occupants[h])))
    ]


def chain_on(frame: Displacing, h: int, other: int) -> tuple[Frame, Frame]:
    """What is to be done when a displaced unit goes to a hex that another friend must leave first."""
    return Shifting(frame.side, frame.unit, h), Displacing(frame.side, other, (*frame.chain, frame.unit))


def _shift(occupants: dict[int, int], a: int, b: int) -> dict[int, int]:
    moved = dict(occupants)
    moved[b] = moved.pop(a)
    return moved


def _completes(ground: Open, occupants: dict[int, int], tasks: tuple[Frame, ...]) -> bool:
    """Whether what is left of a retreat can be carried out without eliminating anybody; `occupants` is unit by hex."""
    while tasks:
        task, rest = tasks[-1], tasks[:-1]
        if isinstance(task, Retreating):
            if task.step == len(task.path):
                tasks = rest
                continue
            here, there = task.path[task.step - 1], task.path[task.step]
            if there in occupants:
                tasks = (*tasks, Displacing(task.side, occupants[there], (task.unit,)))
            else:
                occupants = _shift(occupants, here, there)
                tasks = (*rest, task._replace(step=task.step + 1))
        elif isinstance(task, Shifting):
            here = next(h for h, unit in occupants.items() if unit == task.unit)
            if task.hex in occupants:
                return False
            occupants, tasks = _shift(occupants, here, task.hex), rest
        elif isinstance(task, Displacing):
            return _displaces(ground, occupants, rest, task)
        else:
            raise AssertionError(task)
    return True


def _displaces(ground: Open, occupants: dict[int, int], rest: tuple[Frame, ...], task: Displacing) -> bool:
    here = next(h for h, unit in occupants.items() if unit == task.unit)
    if not _way_out(ground, occupants, task, here):
        return False
    steps = ground.steps(task.unit, here)
    if any(n not in occupants and _completes(ground, _shift(occupants, here, n), rest) for n in steps):
        return True
    return any(
        n in occupants
        and occupants[n] not in task.chain
        and _completes(ground, occupants, (*rest, *chain_on(task, n, occupants[n])))
        for n in steps
    )


def _way_out(ground: Open, occupants: dict[int, int], task: Displacing, here: int) -> bool:
    """Whether a vacant hex can be reached from friend to friend at all; without it no chain can work."""
    seen = {here, *(h for h, unit in occupants.items() if unit in task.chain)}
    todo = [here]
    while todo:
        h = todo.pop()
        for n in ground.steps(occupants[h], h):
            if n not in occupants:
                return True
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return False
