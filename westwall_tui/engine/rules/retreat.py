"""Retreat (7.7): every path for a unit that must go a number of hexes."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.rules.displacement import PATIENCE, Open, Search, open_ground, why_closed
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import VACANT, State


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
    away = _Away(ground, unit, trail)
    by_length: dict[int, list[tuple[int, ...]]] = {}
    for path in _full(rules, away, unit, hexes, trail):
        by_length.setdefault(len(path), []).append(path)
    found: list[tuple[int, ...]] = []
    displacing = False
    for full in by_length.values():
        vacant = [path for path in full if _vacant(state, path)]
        if not vacant:
            vacant = list(_displacing(ground, unit, full))
            displacing = displacing or bool(vacant)
        found += vacant
    if found:
        return Choices(tuple(found), lost=False, displacing=displacing)
    for length in range(hexes - 1, 0, -1):
        partial = [path for path in away.outward(length) if _vacant(state, path)]
        if partial:
            return Choices(tuple(partial), lost=True, displacing=False)
    return Choices(((state.location[unit],),), lost=True, displacing=False)


def room(rules: Ruleset, state: State, unit: int, most: int) -> int:
    """How many hexes a unit could retreat without being lost, `most` at most.

    A way through vacant hexes is looked for first, all lengths at once; where there is none, `choices` are.
    """
    ground = open_ground(rules, state, state.units[unit].side)
    hexes = 0 if _fought(state, unit) != state.location[unit] else _plain(ground, unit, most)
    while hexes < most and _completes(rules, ground, unit, hexes + 1):
        hexes += 1
    return hexes


def _plain(ground: Open, unit: int, most: int) -> int:
    """How many hexes, `most` at most, a unit could retreat through vacant ones: each a hex further (7.74)."""
    here, vacant = ground.state.location[unit], ground.state.at
    away = ground.state.scenario.board.grid.distances(here)
    layer = {here}
    for hexes in range(1, most + 1):
        layer = {n for h in layer for n in ground.steps(unit, h) if away[n] == hexes and vacant[n] == VACANT}
        if not layer:
            return hexes - 1
    return most


def _completes(rules: Ruleset, ground: Open, unit: int, hexes: int) -> bool:
    """Whether a unit could retreat this far, friends making way if need be."""
    state = ground.state
    hexes, trail = owed(state, unit, hexes)
    full = _full(rules, _Away(ground, unit, trail), unit, hexes, trail)
    return any(_vacant(state, path) for path in full) or any(_displacing(ground, unit, full))


def _vacant(state: State, path: tuple[int, ...]) -> bool:
    """Whether nobody stands in the hexes of a path, its first apart."""
    at = state.at
    return all(at[h] == VACANT for h in path[1:])


def _displacing(ground: Open, unit: int, paths: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Those of the paths on which all friends can make way (7.73, 7.82)."""
    occupants = ground.state.occupants()
    for path in paths:  # one by one, compiled too: mypyc works out at once what a generator expression would yield
        if Search(ground, PATIENCE).completes(occupants, unit, path, 1):
            yield path


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


class _Away:
    """The paths that lead a unit further and further from where it fought (7.74)."""

    def __init__(self, ground: Open, unit: int, trail: tuple[int, ...]) -> None:
        self.ground, self.unit, self.behind = ground, unit, len(trail) - 1
        self.distance = ground.state.scenario.board.grid.distances(_fought(ground.state, unit))
        self.around = () if unit in ground.rooted else ground.state.ground.retreat[ground.state.way(unit)]

    def further(self, path: tuple[int, ...]) -> list[int]:
        """The next hexes for a path that must still be able to end far enough away."""
        if not self.around:
            return []
        distance, least, shut = self.distance, self.behind + len(path), self.ground.shut
        return [n for n in self.around[path[-1]] if not shut[n] and distance[n] >= least and n not in path]

    def ends_well(self, path: tuple[int, ...]) -> bool:
        """7.74: a retreat of N hexes ends N hexes from where the unit fought."""
        return len(path) == 1 or self.distance[path[-1]] == self.behind + len(path) - 1

    def outward(self, hexes: int) -> list[tuple[int, ...]]:
        """All paths of `hexes` steps that end that far, plus the length of its trail, from where the unit fought."""
        paths: list[tuple[int, ...]] = [(self.ground.state.location[self.unit],)]
        for _ in range(hexes):
            paths = [(*path, n) for path in paths for n in self.further(path)]
        return [path for path in paths if self.ends_well(path)]


def _full(rules: Ruleset, away: _Away, unit: int, hexes: int, trail: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The paths of a whole retreat: of all its hexes, or as far as the battle lets the unit shorten it."""
    if not rules.reduction_case:
        return away.outward(hexes)
    state, behind = away.ground.state, away.behind

    def shortened(h: int, left: Left) -> Left:
        """What a unit may have left once it is in a hex where it may be able to shorten its retreat."""
        less = rules.retreat_reduction(state, unit, h)
        return _cut(left, less) if less else left

    left = shortened(trail[0], frozenset(((hexes + behind, False),)))
    for h in trail[1:]:
        left = shortened(h, _one_less(left))
    full: list[tuple[int, ...]] = []
    under_way: list[tuple[tuple[int, ...], Left]] = [(trail[behind:], left)]
    while under_way:
        full += [path for path, left in under_way if _done(left) and away.ends_well(path)]
        under_way = [
            ((*path, n), shortened(n, _one_less(left)))
            for path, left in under_way
            if not _all_done(left)
            for n in away.further(path)
        ]
    return full


@lru_cache
def _one_less(left: Left) -> Left:
    """What is left after one more hex."""
    return frozenset((hexes - 1, used) for hexes, used in left if hexes)


@lru_cache
def _all_done(left: Left) -> bool:
    return not any(hexes for hexes, _ in left)


@lru_cache
def _done(left: Left) -> bool:
    return any(not hexes for hexes, _ in left)


@lru_cache
def _cut(left: Left, less: int) -> Left:
    """What is left, or may be, where a retreat can be shortened."""
    return left | {(max(hexes - less, 0), True) for hexes, used in left if not used}
