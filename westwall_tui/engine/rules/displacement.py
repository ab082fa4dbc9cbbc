"""Displacement (7.8) of units by a retreating friendly unit, and the search for a way to displace them all."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.board import FOOT, WHEELS
from westwall_tui.engine.rules.zones import but, either, mask, shut
from westwall_tui.engine.state import VACANT, State


class Open(NamedTuple):
    """The ground on which a side's units may retreat, by terrain, enemies and closed hexes."""

    state: State
    shut: bytes
    """Hexes with enemies (5.12), in enemy zones (7.71), barred, or with a friendly unit that cannot be displaced."""
    rooted: tuple[int, ...] = ()
    """The units that can neither retreat nor be displaced."""

    def around(self, unit: int) -> Sequence[tuple[int, ...]]:
        """Return, by hex, the adjacent hexes into which terrain lets the unit retreat; empty if it cannot move.

        `shut` hexes are included, for loops that check them separately.
        """
        return () if unit in self.rooted else self.state.ground.retreat[self.state.scenario.ways[unit]]

    def steps(self, unit: int, h: int) -> list[int]:
        """Return the hexes next to `h` into which the unit may retreat, including hexes with friendly units."""
        around, shut = self.around(unit), self.shut
        return [n for n in around[h] if not shut[n]] if around else []


def open_ground(state: State, side: int) -> Open:
    """Return the ground on which a side may retreat now."""
    closed = shut(state, 1 - side)
    barred = state.rules.closed_hexes(state, side).hexes
    if barred:
        closed = either(closed, mask(barred, len(closed)))
    rooted = state.rules.rooted(state)
    for unit in rooted:
        closed = but(closed, state.location[unit], 1)
    return Open(state, closed, rooted)


def why_closed(state: State, unit: int, here: int, h: int) -> tuple[str, str] | None:
    """Return the case and reason why a retreating unit may not enter a hex, apart from friendly units in it, or None.

    The hexside matters only if the hex is next to `here`.
    """
    rules = state.rules
    side, number = state.units[unit].side, state.number(h)
    occupant = state.occupant(h)
    if occupant is not None and state.units[occupant].side != side:
        return "5.12", f"the enemy {state.units[occupant].name} is in {number}"
    bar = rules.closed_hexes(state, side)
    if h in bar.hexes:
        return bar.case, bar.reason
    if state.zones[1 - side][h]:
        return "7.71", f"{number} is Enemy-controlled"
    if occupant is not None and any(state.location[stuck] == h for stuck in rules.rooted(state)):
        return "7.82", f"{state.units[occupant].name} is in {number} and cannot be displaced"
    adjacent = h in state.scenario.board.grid.neighbors[here]
    if not adjacent or h in state.ground.retreat[state.way(unit)][here]:
        return None
    way = f"from {state.number(here)} to {number}"
    if h in state.ground.retreat[FOOT][here]:
        return "5.24", f"vehicles can get {way} only by road or trail"
    return "7.72", f"prohibited terrain keeps all units from going {way}"


def shortest_push(ground: Open, at: "array[int]", here: int, there: int) -> "array[int] | None":
    """Return the units by hex after one unit has retreated from `here` to `there`, or None if no chain has room.

    A friendly unit in `there` starts the shortest chain of displacements. `at` has the units by hex before the retreat.
    """
    came, todo, end = {here: here, there: here}, [there], there
    if at[there] != VACANT:
        end, shut = here, ground.shut
        for h in todo:
            next_to = ground.around(at[h])
            for n in next_to[h] if next_to else ():
                if n in came or shut[n]:
                    continue
                came[n] = h
                if at[n] == VACANT:
                    end = n
                    break
                todo.append(n)
            if end != here:
                break
        else:
            return None
    after = at[:]
    while end != here:
        after[end] = at[came[end]]
        end = came[end]
    after[here] = VACANT
    return after


class Crowded(NamedTuple):
    """A unit being displaced, and the units that wait for its hex."""

    unit: int
    chain: tuple[int, ...]
    """The units that wait, beginning with the retreating one."""
    path: tuple[int, ...]
    """The Path of Retreat of the retreating unit."""
    step: int
    """The number of hexes of `path` that the retreating unit has entered."""
    promised: Mapping[int, int]
    """By hex, the unit of the chain that will enter it once it is vacant."""


def displacements(state: State, crowded: Crowded) -> list[int]:
    """Return the hexes to which a unit may be displaced: vacant if possible, and without losing a unit (7.81, 7.82)."""
    unit, chain = crowded.unit, crowded.chain
    ground = open_ground(state, state.units[unit].side)
    occupants = state.occupants()
    standing = {state.location[waiting] for waiting in (*chain, unit)}
    del occupants[state.location[unit if len(chain) == 1 else chain[1]]]
    occupants |= crowded.promised
    steps = [h for h in ground.steps(unit, state.location[unit]) if h not in standing]

    def ends_well(h: int, patience: int) -> bool:
        """Return True if the retreat can be completed after the unit is displaced to this hex."""
        search = Search(ground, patience)
        after = {**occupants, h: unit}
        chains = search.outcomes(after, occupants[h], h, standing | {h}) if h in occupants else iter([after])
        return any(search.goes_on(end, chain[0], crowded.path, crowded.step) for end in chains)

    def allowed(patience: int) -> list[int]:
        vacant = [h for h in steps if h not in occupants and ends_well(h, patience)]
        return vacant or [h for h in steps if h in occupants and ends_well(h, patience)]

    # `choices` found a path, so one exists; a search without a limit is needed only if it is hard to find again.
    return allowed(PATIENCE) or allowed(-1)


def why_not(state: State, unit: int, h: int) -> tuple[str, str]:
    """Return the case and reason why a unit may not be displaced to a hex that is not in `displacements`."""
    here, number = state.location[unit], state.number(h)
    closed = why_closed(state, unit, here, h)
    if closed is not None:
        return closed
    if h not in state.scenario.board.grid.neighbors[here]:
        return "7.81", f"it must go exactly one hex, and {number} is not next to {state.number(here)}"
    friend = state.occupant(h)
    if friend is not None:
        return "7.82", f"{state.units[friend].name} is in {number}"
    return "7.82", f"if it went to {number}, the retreat could not be completed"


PATIENCE = 2000
"""The maximum number of displacements that a search tries before it gives up. Only a mixed crowd of dozens has more,
and by then all the shortest chains have been tried."""


class Search:
    """A search for a complete retreat in which no unit is lost. Positions map hexes to units."""

    def __init__(self, ground: Open, patience: int = -1) -> None:
        """Prepare a search of at most `patience` displacements, or without a limit if it is below 0."""
        self.ground = ground
        self.left = patience
        self.dead: set[tuple[int, frozenset[int], frozenset[int]]] = set()
        """Dead positions: the unit's step, the occupied hexes, and the hexes with vehicles."""

    def completes(self, occupants: dict[int, int], unit: int, path: tuple[int, ...], step: int) -> bool:
        """Return True if a unit that has entered `step` hexes of its path can go on to the end of the path."""
        first = step
        while step < len(path) and path[step] not in occupants:
            step += 1
        if step == len(path):
            return True
        here, there = path[step - 1], path[step]
        if step > first:
            occupants = _moved(occupants, unit, path[first - 1], here)
        if self.dead and self._position(occupants, step) in self.dead:
            return False
        others = occupants.copy()
        friend = others.pop(there)
        for after in self.outcomes(others, friend, there, {here, there}):
            if self.goes_on(after, unit, path, step):
                return True
        self.dead.add(self._position(occupants, step))
        return False

    def entering(self, occupants: dict[int, int], unit: int, here: int, there: int) -> Iterator[dict[int, int]]:
        """Find the positions after a unit has gone from one hex into the next and displaced a friendly unit there."""
        if there not in occupants:
            yield _moved(occupants, unit, here, there)
            return
        others = occupants.copy()
        friend = others.pop(there)
        for after in self.outcomes(others, friend, there, {here, there}):
            yield _moved(after, unit, here, there)

    def goes_on(self, occupants: dict[int, int], unit: int, path: tuple[int, ...], step: int) -> bool:
        """Return True if the unit can complete its path once its next hex is vacant."""
        if step + 1 == len(path):
            return True
        return self.completes(_moved(occupants, unit, path[step - 1], path[step]), unit, path, step + 1)

    def _position(self, occupants: dict[int, int], step: int) -> tuple[int, frozenset[int], frozenset[int]]:
        return step, *self.position(occupants)

    def position(self, occupants: dict[int, int]) -> tuple[frozenset[int], frozenset[int]]:
        """Return the key of a position: the occupied hexes, and the hexes with vehicles."""
        ways = self.ground.state.scenario.ways
        return frozenset(occupants), frozenset([h for h, u in occupants.items() if ways[u] == WHEELS])

    def outcomes(self, occupants: dict[int, int], unit: int, here: int, standing: set[int]) -> Iterator[dict[int, int]]:
        """Find the positions after displacing a unit (already removed from the occupants), the shortest chains first.

        A friendly unit whose hex is taken is displaced next; the units in `standing` hexes wait and stay. Positions
        that differ only in two swapped units of the same way of moving count as one, which leaves few of many chains.
        """
        if not self._has_room(occupants, here, standing):
            return
        nothing: frozenset[int] = frozenset()
        ways, shut, around = self.ground.state.scenario.ways, self.ground.shut, self.ground.around
        todo = [_Link(None, unit, here, nothing)]
        seen: set[tuple[int, int, frozenset[int]]] = set()
        for link in todo:
            if self.left == 0:
                return
            self.left -= 1
            before, mover, h, swapped = link
            way, next_to = ways[mover], around(mover)
            for n in next_to[h] if next_to else ():
                if shut[n] or n in standing:
                    continue
                other = occupants.get(n)
                changed = swapped if other is None or ways[other] == way else swapped | {n}
                key = n, way, changed
                if key in seen or (before is not None and link.takes(n)):
                    continue
                seen.add(key)
                if other is None:
                    after = occupants.copy()
                    after[n] = mover
                    link.move(after)
                    yield after
                else:
                    todo.append(_Link(link, other, n, changed))

    def _has_room(self, occupants: dict[int, int], here: int, standing: set[int]) -> bool:
        """Return True if a chain of displaced units could end in a vacant hex, which a full pocket does not have."""
        around, shut = self.ground.state.ground.retreat[FOOT], self.ground.shut
        todo, seen = [here], {here} | standing
        for h in todo:
            for n in around[h]:
                if n not in seen and not shut[n]:
                    if n not in occupants:
                        return True
                    seen.add(n)
                    todo.append(n)
        return False


class _Link(NamedTuple):
    """The last unit of a chain of displaced units."""

    before: "_Link | None"
    unit: int
    here: int
    """The unit's own hex, which the unit before it in the chain enters."""
    swapped: frozenset[int]
    """The hexes of the chain in which a unit on foot replaces a vehicle, or a vehicle a unit on foot."""

    def takes(self, h: int) -> bool:
        """Return True if a unit of the chain already enters this hex."""
        link: _Link | None = self
        while link is not None and link.here != h:
            link = link.before
        return link is not None

    def move(self, occupants: dict[int, int]) -> None:
        """Move all units of the chain except the last one."""
        link = self
        while link.before is not None:
            occupants[link.here] = link.before.unit
            link = link.before


def _moved(occupants: dict[int, int], unit: int, here: int, there: int) -> dict[int, int]:
    after = occupants.copy()
    if after.get(here) == unit:
        del after[here]
    after[there] = unit
    return after
