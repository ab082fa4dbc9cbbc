"""Retreat (7.7): the paths of a unit that must retreat a number of hexes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from westwall_tui.engine.board import FOOT
from westwall_tui.engine.rules.displacement import PATIENCE, Open, Search, open_ground, shortest_push, why_closed
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.zones import surrounded
from westwall_tui.engine.state import VACANT, State
from westwall_tui.engine.words import count, in_words

FEW = 12
"""The number of steps tried with only the shortest chains of displacement before all chains are tried."""


class Choices(NamedTuple):
    """The paths of retreat open to a unit; each begins with the unit's own hex."""

    paths: tuple[tuple[int, ...], ...]
    lost: bool
    """True if the unit cannot go the full distance and is eliminated at the end of the path (7.74)."""
    displacing: bool
    """True if the unit must displace friendly units (7.73)."""


def choices(state: State, unit: int, hexes: int, trail: tuple[int, ...] = (), ground: Open | None = None) -> Choices:
    """Return the legal paths of a retreat: vacant ones, or displacing ones, or the longest partial ones (7.73, 7.74).

    `trail` is the part of the retreat already done, ending at the unit's hex. If the battle lets the unit shorten its
    retreat, paths of several lengths may be legal, even a path of no hexes; each length is judged separately. Pass
    `ground` to avoid finding it again for each unit of a side.
    """
    ground = ground or open_ground(state, state.units[unit].side)
    away = _Away(ground, unit, trail)
    by_length: dict[int, list[tuple[int, ...]]] = {}
    for path in _full(away, hexes):
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


def room(state: State, unit: int, most: int, ground: Open | None = None) -> int:
    """Return the longest retreat that a unit survives, at most `most` hexes.

    The function first tries paths through vacant hexes, of all lengths at once, then paths with the shortest chains of
    displacement. Only longer retreats need a search of all chains, one more hex at a time: a unit that cannot retreat
    that far cannot retreat farther. Pass `ground` to avoid finding it again for each unit of a side.
    """
    rules = state.rules
    ground = ground or open_ground(state, state.units[unit].side)
    found = _room_through_vacant_hexes(ground, unit, most)
    if found < most:
        found = max(found, _room_by_displacing(rules, ground, unit, most))
    if found == most:
        return most
    away = _Away(ground, unit)
    if not rules.refuges.hexes:  # the rings ignore friendly units in the way, so they limit every retreat
        most = len(away.rings(most)) - 1
    while found < most and _completes(away, found + 1):
        found += 1
    return found


def _room_through_vacant_hexes(ground: Open, unit: int, most: int) -> int:
    """Return the longest retreat through vacant hexes, at most `most`, each step leading a hex farther (7.74)."""
    state, shut, around = ground.state, ground.shut, ground.around(unit)
    here, vacant = state.location[unit], state.at
    away = state.scenario.board.grid.distances(here)
    layer = {here}
    for hexes in range(1, most + 1):
        next_to = {n for h in layer for n in around[h]} if around else ()
        layer = {n for n in next_to if not shut[n] and away[n] == hexes and vacant[n] == VACANT}
        if not layer:
            return hexes - 1
    return most


def _room_by_displacing(rules: Ruleset, ground: Open, unit: int, most: int) -> int:
    """Return the longest retreat, at most `most`, that needs only the shortest chains of displacement.

    The function tries only a `FEW` steps, so the unit may be able to retreat farther.
    """
    state, shut, around, refuges = ground.state, ground.shut, ground.around(unit), rules.refuges.hexes
    start = state.location[unit]
    away, relief = state.scenario.board.grid.distances(start), retreat_reduction
    furthest, left, todo = 0, FEW, [(state.at, start, 0)] if around else []
    while todo:
        at, h, less = todo.pop()
        less = less or (relief(state, unit, h) if h in refuges else 0)
        furthest = max(furthest, away[h] + less)
        if furthest >= most:
            return most
        ahead = [n for n in around[h] if away[n] > away[h] and not shut[n]]
        for n in sorted(ahead, key=lambda n: at[n] == VACANT):  # the last hex of this order is tried first
            after = shortest_push(ground, at, h, n) if left else None
            if after is not None:
                left -= 1
                todo.append((after, n, less))
    return furthest


def _completes(away: "_Away", hexes: int) -> bool:
    """Return True if a unit could retreat `hexes` hexes, displacing friendly units if necessary.

    Paths with the same beginning are tried together, step by step, so that each block is found once. If that takes too
    long, the paths are tried one by one.
    """
    way = _Way(away, hexes, Search(away.ground, PATIENCE))
    if way.goes_on(_friends(away.ground.state, away.unit), away.trail[-1:], _left_after(away, hexes)):
        return True
    return way.search.left == 0 and any(_displacing(away.ground, away.unit, _full(away, hexes)))


def _friends(state: State, unit: int) -> dict[int, int]:
    """Return the units of a unit's side by hex."""
    location = state.location
    return {location[friend]: friend for friend in state.on_map(state.units[unit].side)}


class _Way:
    """A search for a retreat path on which all friendly units can be displaced."""

    def __init__(self, away: "_Away", hexes: int, search: Search) -> None:
        self.away, self.search = away, search
        self.rings = away.rings(hexes)
        """The possible hexes by step."""
        self.leads: dict[tuple[int, int, Left], bool] = {}
        """Results of `leads_out` by step, hex and distance left."""
        self.dead: set[_Dead] = set()
        """Dead ends: the hex, the distance left, the occupied hexes, and the hexes with vehicles."""

    def leads_out(self, path: tuple[int, ...], left: "Left") -> bool:
        """Return True if the retreat could end here or farther on, apart from friendly units in the way."""
        if _is_over(left):
            return True
        key = len(path), path[-1], left
        found = self.leads.get(key)
        if found is None:
            found = False
            for n in () if _all_done(left) else self._next_hexes(path):
                if self.away.clears(path[-1], n) and self.leads_out((*path, n), self._left_beyond(n, left)):
                    found = True
                    break
            self.leads[key] = found
        return found

    def _next_hexes(self, path: tuple[int, ...]) -> list[int]:
        """Return the hexes where the next step of a path may end."""
        ring = self.rings[len(path)] if len(path) < len(self.rings) else ()
        return [n for n in self.away.further(path) if n in ring]

    def _left_beyond(self, h: int, left: "Left") -> "Left":
        """Return the possible distances left after the unit enters a hex."""
        return _left_with_shortening(self.away, h, _one_less(left))

    def goes_on(self, occupants: dict[int, int], path: tuple[int, ...], left: "Left") -> bool:
        """Return True if a unit at the end of this path can go on to a hex where its retreat may end."""
        if _is_over(left):  # the unit is far enough away, since each step leads into the next ring
            return True
        if self.dead and self._position(occupants, path[-1], left) in self.dead:
            return False
        for n in sorted(self._next_hexes(path), key=occupants.__contains__):  # vacant hexes first
            then = self._left_beyond(n, left)
            if not self.leads_out((*path, n), then):
                continue
            for after in self.search.entering(occupants, self.away.unit, path[-1], n):
                if self.goes_on(after, (*path, n), then):
                    return True
        self.dead.add(self._position(occupants, path[-1], left))
        return False

    def _position(self, occupants: dict[int, int], h: int, left: "Left") -> "_Dead":
        return h, left, *self.search.position(occupants)


def _vacant(state: State, path: tuple[int, ...]) -> bool:
    """Return True if all hexes of a path after the first are vacant."""
    at = state.at
    return all(at[h] == VACANT for h in path[1:])


def _displacing(ground: Open, unit: int, paths: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Find the paths on which every friendly unit in the way can be displaced (7.73, 7.82)."""
    occupants = _friends(ground.state, unit)
    for path in paths:
        if Search(ground, PATIENCE).completes(occupants, unit, path, 1):
            yield path


def why_not(
    state: State, unit: int, wanted: tuple[int, ...], trail: tuple[int, ...], found: Choices
) -> tuple[str, str]:
    """Return the case and reason why none of the paths goes through the wanted hexes and ends in the last one."""
    here = state.location[unit]
    fought, end = (trail or (here,))[0], wanted[-1]
    occupants = state.occupants()
    for h in wanted:
        closed = why_closed(state, unit, here, h) if h != here else None
        if closed is not None:
            return closed
        here = h
    if found.lost:
        return "7.74", "it cannot retreat the full distance and is eliminated where it stops"
    distance = state.scenario.board.grid.distance
    lengths = sorted({distance(fought, path[-1]) for path in found.paths})
    if distance(fought, end) not in lengths:
        away = " or ".join(map(in_words, lengths)) + (" hex" if lengths[-1] == 1 else " hexes")
        other = f"{state.number(end)} is {count(distance(fought, end), 'hex', 'hexes')} away"
        return "7.74", f"the retreat must end {away} away from {state.number(fought)}, but {other}"
    friends = [h for h in wanted if occupants.get(h, unit) != unit]
    if friends and found.displacing:
        return "7.82", f"{state.units[occupants[friends[0]]].name} cannot be displaced"
    if friends:
        friend = state.units[occupants[friends[0]]].name
        return "7.73", f"{friend} is in {state.number(friends[0])}, and it must take a path through vacant hexes"
    return "7.74", "a full retreat is not possible that way"


Left = int
"""The possible numbers of hexes that a unit has left to retreat, as bits: bit N for N hexes, and bit 16 + N for N hexes
of a retreat that the unit has shortened, which it can do once.
"""
_WHOLE = (1 << 16) - 1
"""The bits of retreats that have not been shortened."""
_OVER = 1 | 1 << 16
"""The bits of retreats with no hexes left."""
_Dead = tuple[int, Left, frozenset[int], frozenset[int]]


class _Away:
    """The paths that lead a unit farther with each step from the hex where it fought (7.74)."""

    def __init__(self, ground: Open, unit: int, trail: tuple[int, ...] = ()) -> None:
        here = ground.state.location[unit]
        self.ground, self.unit, self.trail = ground, unit, trail or (here,)
        self.behind = len(self.trail) - 1
        self.distance = ground.state.scenario.board.grid.distances(self.trail[0])
        self.around = ground.around(unit)
        self._rings = [{here}]
        self._cleared: dict[tuple[int, int], bool] = {}

    def further(self, path: tuple[int, ...]) -> list[int]:
        """Return the next hexes for a path, from which it can still end far enough away."""
        if not self.around:
            return []
        distance, least, shut = self.distance, self.behind + len(path), self.ground.shut
        return [n for n in self.around[path[-1]] if not shut[n] and distance[n] >= least and n not in path]

    def rings(self, hexes: int) -> list[set[int]]:
        """Return the possible hexes after each step, up to `hexes` steps, ignoring friendly units; no set is empty."""
        rings, around, shut = self._rings, self.around, self.ground.shut
        while len(rings) <= hexes and rings[-1]:
            far, next_to = self.behind + len(rings), {n for h in rings[-1] for n in around[h]} if around else set()
            rings.append({n for n in next_to if self.distance[n] == far and not shut[n]})
        return [ring for ring in rings[: hexes + 1] if ring]

    def clears(self, h: int, n: int) -> bool:
        """Return True if the unit could go from `h` to `n` if every friendly unit moved on foot, or False if it cannot.

        Chains of displacement leave no hex vacant. A friendly unit in `n` therefore needs a hex that is vacant now or
        that the retreating unit has passed. A unit that started in a closed hex fills one of the vacant hexes itself.
        """
        found = self._cleared.get((h, n))
        if found is None:
            start, at, shut = self.trail[-1], self.ground.state.at, self.ground.shut
            found = at[n] == VACANT or self._reaches(n, {h}, 1, self.distance[h])
            found = found and (h == start or not shut[start] or self._reaches(n, set(), 2, 0))
            self._cleared[h, n] = found
        return found

    def _reaches(self, h: int, apart: set[int], wanted: int, passed: int) -> bool:
        """Return True if units on foot that start in `h` and stay out of `apart` could reach `wanted` vacant hexes.

        Hexes nearer than `passed` to the hex where the unit fought count as vacant.
        """
        at, shut, around = self.ground.state.at, self.ground.shut, self.ground.state.ground.retreat[FOOT]
        todo, seen = [h], apart | {h}
        wanted -= at[h] == VACANT
        for here in todo:
            for n in around[here]:
                if n not in seen and not shut[n]:
                    wanted -= at[n] == VACANT or self.distance[n] < passed
                    seen.add(n)
                    todo.append(n)
            if wanted <= 0:
                return True
        return False

    def ends_well(self, path: tuple[int, ...]) -> bool:
        """Return True if a retreat of N hexes ends N hexes from the hex where the unit fought (7.74)."""
        return len(path) == 1 or self.distance[path[-1]] == self.behind + len(path) - 1

    def outward(self, hexes: int) -> list[tuple[int, ...]]:
        """Return all paths of `hexes` steps that end far enough from the hex where the unit fought (7.74)."""
        paths: list[tuple[int, ...]] = [(self.ground.state.location[self.unit],)]
        for _ in range(hexes):
            paths = [(*path, n) for path in paths for n in self.further(path)]
        return [path for path in paths if self.ends_well(path)]


def _full(away: _Away, hexes: int) -> list[tuple[int, ...]]:
    """Return the paths of a full retreat, or of a retreat shortened as the battle allows."""
    if not away.ground.state.rules.refuges.hexes:
        return away.outward(hexes)
    full: list[tuple[int, ...]] = []
    under_way: list[tuple[tuple[int, ...], Left]] = [(away.trail[-1:], _left_after(away, hexes))]
    while under_way:
        full += [path for path, left in under_way if _is_over(left) and away.ends_well(path)]
        under_way = [
            ((*path, n), _left_with_shortening(away, n, _one_less(left)))
            for path, left in under_way
            if not _all_done(left)
            for n in away.further(path)
        ]
    return full


def _left_after(away: _Away, hexes: int) -> Left:
    """Return the possible distances left at the end of the unit's trail, the part of the retreat already done."""
    left = _left_with_shortening(away, away.trail[0], 1 << hexes + away.behind)
    for h in away.trail[1:]:
        left = _left_with_shortening(away, h, _one_less(left))
    return left


def _left_with_shortening(away: _Away, h: int, left: Left) -> Left:
    """Return the possible distances left after a hex in which the unit may shorten its retreat."""
    less = retreat_reduction(away.ground.state, away.unit, h)
    return _shortened_to(left, less) if less else left


def _one_less(left: Left) -> Left:
    """Return the possible distances left after one more hex."""
    return (left & ~_OVER) >> 1


def _all_done(left: Left) -> bool:
    return not left & ~_OVER


def _is_over(left: Left) -> bool:
    return bool(left & _OVER)


def _shortened_to(left: Left, less: int) -> Left:
    """Return the possible distances left if a retreat can be shortened by up to `less` hexes."""
    whole = left & _WHOLE
    ended = whole & (1 << less) - 1
    return left | (whole >> less | bool(ended)) << 16


def retreat_reduction(state: State, unit: int, h: int) -> int:
    """Return the number of hexes by which a unit in a hex may shorten the rest of its retreat."""
    if h not in state.rules.refuges.hexes:
        return 0
    relief = state.rules.refuges.reliefs[unit]
    return relief.surrounded if surrounded(state, state.units[unit].side, h) else relief.free
