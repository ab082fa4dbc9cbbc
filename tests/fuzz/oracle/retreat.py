"""Retreats, displacement and advances (7.7, 7.8, 7.9), by trying every path."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.fuzz.oracle.battles import Battle
from tests.fuzz.oracle.position import OraclePosition, TooMany
from tests.fuzz.oracle.sheet import Hex, distance

Path = tuple[Hex, ...]
Where = dict[str, Hex]
Plan = tuple[tuple[str, Hex], ...]
"""Displaced units with their hexes, in the order of the decisions."""

MAX_DISPLACEMENTS = 3_000
"""Maximum of displacements to try in a side's retreats."""
MAX_PLANS = 300
"""Maximum of plans for one retreat to compare."""


class OracleChoices(NamedTuple):
    """The paths of a retreat, each starting with the unit's own hex."""

    paths: frozenset[Path]
    lost: bool
    """True if the unit is eliminated at the end of its path (7.74)."""
    displacing: bool
    """True if friends are displaced (7.73)."""


class OracleRetreats:
    """The retreats of one side's units in a position."""

    def __init__(self, battle: Battle, position: OraclePosition, side: int) -> None:
        self.battle, self.position = battle, position
        self.where: Where = {unit: position.at[unit] for unit in position.on_map(side)}
        enemies = position.held(1 - side)
        self.shut = {*enemies, *position.zones(1 - side), *battle.closed(position, side)}
        self.shut |= {h for unit, h in self.where.items() if battle.is_rooted(position, unit)}
        self.left = MAX_DISPLACEMENTS

    def steps(self, unit: str, h: Hex) -> list[Hex]:
        """Return the hexes into which a unit may retreat from a hex, ignoring friends (7.71, 7.72)."""
        position = self.position
        if self.battle.is_rooted(position, unit):
            return []
        return [n for n in position.sheet.near[h] if n not in self.shut and position.retreat_step(unit, h, n)]

    def walks(self, unit: str, hexes: int) -> list[Path]:
        """Return all walks of a length that end that many hexes away (7.74)."""
        here = self.where[unit]
        paths: list[Path] = [(here,)]
        for _ in range(hexes):
            paths = [(*path, n) for path in paths for n in self.steps(unit, path[-1])]
            paths = [
                path for path in paths if distance(here, path[-1]) == len(path) - 1
            ]  # otherwise it cannot get far enough
        return paths

    def full(self, unit: str, hexes: int) -> list[Path]:
        """Return all walks that complete a retreat: all its hexes, or the rest that the battle leaves (11.1)."""
        if not self.battle.shortens_retreats:
            return self.walks(unit, hexes)
        here, found = self.where[unit], []
        todo: list[tuple[Path, int, bool]] = [((here,), hexes, False)]
        while todo:
            path, left, shortened = todo.pop()
            less = 0 if shortened else self.battle.reduction(self.position, unit, path[-1])
            if less:
                todo.append((path, max(left - less, 0), True))
            if left == 0:
                found.append(path)
                continue
            onward = (n for n in self.steps(unit, path[-1]) if distance(here, n) == len(path))
            todo += [((*path, n), left - 1, shortened) for n in onward]
        return list(dict.fromkeys(found))

    def choices(self, unit: str, hexes: int) -> OracleChoices:
        """Return the legal paths of a unit that must retreat this many hexes (7.73, 7.74). Raises `TooMany`."""
        friends = {h for other, h in self.where.items() if other != unit}
        by_length: dict[int, list[Path]] = {}
        for path in self.full(unit, hexes):
            by_length.setdefault(len(path), []).append(path)
        found: set[Path] = set()
        displacing = False
        for paths in by_length.values():  # a battle that shortens retreats: judge each length separately
            vacant = [path for path in paths if friends.isdisjoint(path[1:])]
            through = vacant or [path for path in paths if self.is_possible(unit, path)]
            displacing = displacing or (bool(through) and not vacant)
            found.update(through)
        if found:
            return OracleChoices(frozenset(found), lost=False, displacing=displacing)
        for fewer in range(hexes - 1, -1, -1):
            partial = [path for path in self.walks(unit, fewer) if friends.isdisjoint(path[1:])]
            if partial:
                return OracleChoices(frozenset(partial), lost=True, displacing=False)
        raise AssertionError("to stay is always possible")

    # -- displacement

    def is_possible(self, unit: str, path: Path) -> bool:
        """Return True if all friends on a path can be displaced. Raises `TooMany`."""
        return next(self._plans_along(self.where, unit, path), None) is not None

    def plans(self, unit: str, path: Path, most: int) -> list[tuple[Plan, Where]]:
        """Return the plans for a retreat, with the final places of all units. Raises `TooMany`."""
        found = []
        for plan in self._plans_along(self.where, unit, path):
            found.append(plan)
            if len(found) > most:
                raise TooMany
        return found

    def _plans_along(self, where: Where, unit: str, path: Path) -> Iterator[tuple[Plan, Where]]:
        """Yield the plans for a unit at the first hex of a path to go to its last."""
        if len(path) == 1:
            yield (), where
            return
        there = path[1]
        friend = next((other for other, h in where.items() if h == there and other != unit), None)
        ways: Iterator[tuple[Plan, Where]] = iter([((), where)])
        if friend is not None:
            ways = self._plans_to_displace(where, friend, (unit,))
        for plan, then in ways:
            for more, end in self._plans_along({**then, unit: there}, unit, path[1:]):
                yield (*plan, *more), end

    def _plans_to_displace(self, where: Where, unit: str, waiting: tuple[str, ...]) -> Iterator[tuple[Plan, Where]]:
        """Yield the plans to displace a unit for those that wait for it (7.81, 7.82)."""
        self.left -= 1
        if self.left < 0:
            raise TooMany
        occupants = {h: other for other, h in where.items()}
        for n in self.steps(unit, where[unit]):
            friend = occupants.get(n)
            if friend is None:
                yield ((unit, n),), {**where, unit: n}
            elif friend not in waiting:
                for plan, then in self._plans_to_displace(where, friend, (*waiting, unit)):
                    if n not in then.values():
                        yield ((unit, n), *plan), {**then, unit: n}

    def ordered(self, unit: str, path: Path, given: Sequence[tuple[str, Hex]]) -> "Ordered":
        """Return how a retreat along a path continues after these displacements.

        Raises `TooMany`. If a unit has only one hex to go to, its owner has no decision.
        """
        plans = self.plans(unit, path, MAX_PLANS)
        done, orders = 0, list(given)
        while plans and len(plans[0][0]) > done:
            options = {plan[done] for plan, _ in plans}
            held = set(_places_after(self.where, plans[0][0][:done], unit, path).values())
            options = {(other, h) for other, h in options if h not in held} or options
            (mover,) = {other for other, _ in options}  # units in the way, whatever was decided before
            if len(options) > 1 and not orders:
                return Ordered(mover, frozenset(h for _, h in options), self.where)
            choice = orders.pop(0) if len(options) > 1 else next(iter(options))
            plans = [plan for plan in plans if plan[0][done] == choice]
            done += 1
        if not plans or orders:
            raise ValueError(f"{unit} cannot cause the displacements {given} along {' '.join(path)}")
        return Ordered("", frozenset(), plans[0][1])


class Ordered(NamedTuple):
    """The state of a retreat in progress."""

    unit: str
    """The unit whose owner must displace it now; empty if the retreat is complete."""
    hexes: frozenset[Hex]
    """The hexes to which that unit may go."""
    where: Where
    """The final places of all units."""


def _places_after(start: Where, plan: Plan, unit: str, path: Path) -> Where:
    """Return the places of all units after the decisions of a plan; if some are left, right before the next one."""
    where, todo = dict(start), list(plan)
    for h in path[1:]:
        chain: dict[str, Hex] = {}
        needed = h
        while needed in where.values():
            if not todo:
                return where
            friend, needed = todo.pop(0)
            chain[friend] = needed
        where |= chain
        where[unit] = h
    return where


# -- advances


def advances(battle: Battle, position: OraclePosition, unit: str) -> set[Hex]:
    """Return the hexes to which a victorious unit may advance (7.9).

    An assaulting unit has the first right to the last hex (13.24 of Arnhem).
    """
    found, comrade = _along_paths(battle, position, unit), battle.assaulting(position)
    fight = position.fight
    if fight is None or comrade in ("", unit) or comrade not in fight.attackers or comrade in position.advanced:
        return found
    needed = _along_paths(battle, position, comrade)
    return found - needed if len(needed) == 1 and unit in fight.attackers else found


def _along_paths(battle: Battle, position: OraclePosition, unit: str) -> set[Hex]:
    """Return the hexes on the Paths of Retreat of its defeated enemies where a unit may stop."""
    side = position.counters[unit].side
    enemies, friends = position.held(1 - side), position.held(side)
    closed = battle.closed(position, side)
    over_river = unit == battle.assaulting(position)
    found = set()
    for loser, path in position.under_way.paths.items():
        if position.counters[loser].side == side:
            continue
        here = position.at[unit]
        for number, h in enumerate(path):
            across = number == 0 and over_river and _is_assault(position, here, h)
            if h not in position.sheet.near[here] or h in enemies or h in closed:
                break
            if not across and not position.retreat_step(unit, here, h):
                break
            if h not in friends:
                found.add(h)
            here = h
    return found


def _is_assault(position: OraclePosition, a: Hex, b: Hex) -> bool:
    """Return True if one hex assaults the other across the river (13.24 of Arnhem)."""
    side = position.between(a, b) if b in position.sheet.near[a] else frozenset()
    return "river" in side and "bridge" not in side
