"""Retreat (7.7): every path for a unit that must go a number of hexes."""

from typing import NamedTuple

from westwall_tui.engine.rules.displacement import PATIENCE, Open, Search, open_ground, why_closed
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State


class Choices(NamedTuple):
    """The paths of retreat that a unit may take; each begins with its own hex."""

    paths: tuple[tuple[int, ...], ...]
    lost: bool
    """Whether the unit cannot go the whole way and is eliminated at the end of the path (7.74)."""
    displacing: bool
    """Whether friends must make way for the unit (7.73)."""


def choices(rules: Ruleset, state: State, unit: int, hexes: int, trail: tuple[int, ...] = ()) -> Choices:
    """The legal paths of a retreat: vacant ones, else displacing ones, else the longest partial ones (7.73, 7.74).

    `trail` is the part of the retreat that the unit has behind it, ending where it stands. If the battle lets it
    shorten its retreat, paths of several lengths may be legal, even one of no hexes; each length is judged alone.
    """
    hexes, trail = owed(state, unit, hexes, trail)
    ground = open_ground(rules, state, state.units[unit].side)
    occupants = state.occupants()
    friends = {h for h, other in occupants.items() if other != unit}
    by_length: dict[int, list[tuple[int, ...]]] = {}
    for path in _full(rules, ground, unit, hexes, trail):
        by_length.setdefault(len(path), []).append(path)
    found: list[tuple[int, ...]] = []
    displacing = False
    for full in by_length.values():
        vacant = [path for path in full if friends.isdisjoint(path[1:])]
        if not vacant:
            vacant = [path for path in full if Search(ground, PATIENCE).completes(occupants, unit, path, 1)]
            displacing = displacing or bool(vacant)
        found += vacant
    if found:
        return Choices(tuple(found), lost=False, displacing=displacing)
    for length in range(hexes - 1, 0, -1):
        partial = [p for p in _outward(ground, unit, length, trail) if friends.isdisjoint(p[1:])]
        if partial:
            return Choices(tuple(partial), lost=True, displacing=False)
    return Choices(((state.location[unit],),), lost=True, displacing=False)


def owed(state: State, unit: int, hexes: int, trail: tuple[int, ...] = ()) -> tuple[int, tuple[int, ...]]:
    """How many hexes a unit still has to go, and the part of its retreat behind it, ending where it stands.

    If a friend displaced the unit before its own retreat, that was the start of it (7.74; a ruling): its distance from
    where it fought counts. At 0 or less it has nothing left to go.
    """
    here, fought = state.location[unit], _fought(state, unit)
    if trail or fought == here:
        return hexes, trail or (here,)
    assert state.combat is not None
    behind = state.scenario.board.grid.distance(fought, here)
    return hexes - behind, (fought, *dict(state.combat.paths)[unit][-behind:])


def why_not(rules: Ruleset, state: State, unit: int, wanted: tuple[int, ...], found: Choices) -> tuple[str, str]:
    """The case and the reason why none of the paths found goes through the wanted hexes and ends in the last."""
    here = state.location[unit]
    occupants = state.occupants()
    for h in wanted:
        closed = why_closed(rules, state, unit, here, h) if h != here else None
        if closed is not None:
            return closed
        here = h
    fought, end = _fought(state, unit), wanted[-1]
    if found.lost:
        return "7.74", "it cannot go the whole way, and is lost where it must stop"
    distance = state.scenario.board.grid.distance
    lengths = sorted({distance(fought, path[-1]) for path in found.paths})
    if distance(fought, end) not in lengths:
        away = " or ".join(str(n) for n in lengths) + (" hex" if lengths[-1] == 1 else " hexes")
        return "7.74", f"the retreat must end {away} away from {state.number(fought)}, and {state.number(end)} is not"
    friends = [h for h in wanted if occupants.get(h, unit) != unit]
    if friends and found.displacing:
        return "7.82", f"{state.units[occupants[friends[0]]].id} cannot make way"
    if friends:
        friend = state.units[occupants[friends[0]]].id
        return "7.73", f"{friend} stands in {state.number(friends[0])}, and there are ways through vacant hexes"
    return "7.74", "no retreat of that length goes through there"


def _fought(state: State, unit: int) -> int:
    """Where a unit fought: where it stands, unless a friend that retreated before it has displaced it."""
    here = state.location[unit]
    return here if state.combat is None else dict(state.combat.paths).get(unit, (here,))[0]


Left = frozenset[tuple[int, bool]]
"""What a unit may have left to retreat: hexes, and whether it has been shortened, which happens once."""


def _full(rules: Ruleset, ground: Open, unit: int, hexes: int, trail: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The paths of a whole retreat: of all its hexes, or as far as the battle lets the unit shorten it."""
    state, behind = ground.state, len(trail) - 1
    left: Left = frozenset(((hexes + behind, False),))
    left = _shortened(rules, state, unit, trail[0], left)
    for h in trail[1:]:
        left = _shortened(rules, state, unit, h, _one_less(left))
    full: list[tuple[int, ...]] = []
    under_way: list[tuple[tuple[int, ...], Left]] = [(trail[behind:], left)]
    while under_way:
        full += [path for path, left in under_way if _done(left) and _ends_well(state, unit, path, behind)]
        under_way = [
            ((*path, n), _shortened(rules, state, unit, n, _one_less(left)))
            for path, left in under_way
            if not _all_done(left)
            for n in _further(ground, unit, path, trail)
        ]
    return full


def _one_less(left: Left) -> Left:
    """What is left after one more hex."""
    return frozenset((hexes - 1, used) for hexes, used in left if hexes)


def _all_done(left: Left) -> bool:
    return not any(hexes for hexes, _ in left)


def _done(left: Left) -> bool:
    return any(not hexes for hexes, _ in left)


def _shortened(rules: Ruleset, state: State, unit: int, h: int, left: Left) -> Left:
    """What a unit may have left once it is in a hex where it may be able to shorten its retreat."""
    less = rules.retreat_reduction(state, unit, h)
    return left | {(max(hexes - less, 0), True) for hexes, used in left if not used} if less else left


def _outward(ground: Open, unit: int, hexes: int, trail: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All paths of `hexes` steps that end that far, plus the length of its trail, from where the unit fought (7.74)."""
    paths: list[tuple[int, ...]] = [(ground.state.location[unit],)]
    for _ in range(hexes):
        paths = [(*path, n) for path in paths for n in _further(ground, unit, path, trail)]
    return [path for path in paths if _ends_well(ground.state, unit, path, len(trail) - 1)]


def _further(ground: Open, unit: int, path: tuple[int, ...], trail: tuple[int, ...]) -> list[int]:
    """The next hexes for a path that must still be able to end far enough away."""
    fought = _fought(ground.state, unit)
    distance = ground.state.scenario.board.grid.distance
    least = len(trail) - 1 + len(path)
    return [n for n in ground.steps(unit, path[-1]) if distance(fought, n) >= least and n not in path]


def _ends_well(state: State, unit: int, path: tuple[int, ...], behind: int) -> bool:
    """7.74: a retreat of N hexes ends N hexes from where the unit fought."""
    away = state.scenario.board.grid.distance(_fought(state, unit), path[-1])
    return len(path) == 1 or away == behind + len(path) - 1
