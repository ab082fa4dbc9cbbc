"""The hexes that the enemy could reach in its next Movement Phase, kept up to date while our units move on a position.

The rules are those of `planning.EnemyTurn`: our units and zones stop the enemy, and pin the units that begin there.
A search asks thousands of times, and each move changes the reach of few enemies. Therefore an enemy's reach is kept
with the hexes on which it depends, and found again only if one of these has changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.loops.position import Position
from westwall_tui.engine.rules.movement import Start

MOST_KEPT = 16
"""Maximum number of reaches kept for an enemy."""
ANY = bytes((0, *[1] * 255))
"""A translation table from all numbers above 0 to 1."""


class _Reach(NamedTuple):
    """The reach of one enemy."""

    depends: int
    """The zones and units on which it depends, with a byte for each hex: first the zones, then the units."""
    found: int
    """These zones and units as they were."""
    hexes: frozenset[int]


class EnemyReach:
    """The reach of the units of one side, as bits by hex; call `update` after moving units."""

    def __init__(self, position: Position, side: int, starts: Mapping[int, Start]) -> None:
        """Take the units of `side` that may move, and how they begin; other units of the side stay in place."""
        self.position, self.side = position, side
        self.units = tuple(starts)
        self._starts, self._bits = starts, {unit: 1 << i for i, unit in enumerate(self.units)}
        self._own = [unit for unit, owner in enumerate(position.side) if owner != side]
        self._foes = [unit for unit, owner in enumerate(position.side) if owner == side]
        self._closed = position.barred[side]
        self.at = [0] * position.land.size
        """By hex: the units that could be there after their move, as bits in the order of `units`."""
        self.changes = 0
        """Number of changes of `at` so far."""
        self._held = bytearray()
        """By hex: 1 if a unit of the other side is there."""
        self._places: tuple[int, ...] = ()
        self._now = -1
        self._kept: dict[tuple[int, ...], dict[int, list[_Reach]]] = {}
        """By the places of the side's units and by unit: its reaches, the latest first."""
        self._reaches = dict.fromkeys(self.units, _Reach(0, 0, frozenset()))

    def update(self) -> None:
        """Find the reach again of those units for which it has changed."""
        position = self.position
        where, size = position.where, position.land.size
        self._held = held = bytearray(size)
        for unit in self._own:
            h = where[unit]
            if h >= 0:
                held[h] = 1
        now = int.from_bytes(bytes(position.zones[1 - self.side]).translate(ANY) + held, "little")
        places = tuple([where[unit] for unit in self._foes])
        if places != self._places:
            self._places, changed = places, -1
        elif now == self._now:
            return
        else:
            changed = now ^ self._now
        self._now = now
        kept = self._kept.setdefault(places, {})
        for unit, before in self._reaches.items():
            if changed & before.depends or changed < 0:
                after = self._find(unit, now, kept.setdefault(unit, []))
                self._reaches[unit] = after
                if after.hexes != before.hexes:
                    self.changes += 1
                    bit, at = self._bits[unit], self.at
                    for h in after.hexes ^ before.hexes:
                        at[h] ^= bit

    def _find(self, unit: int, now: int, kept: list[_Reach]) -> _Reach:
        for i, reach in enumerate(kept):
            if now & reach.depends == reach.found:
                if i:
                    kept.insert(0, kept.pop(i))
                return reach
        hexes, zones, units = self._spread(unit)
        size = self.position.land.size
        mask = bytearray(2 * size)
        for h in zones:
            mask[h] = 1
        for h in units:
            mask[size + h] = 1
        depends = int.from_bytes(mask, "little")
        reach = _Reach(depends, now & depends, frozenset(hexes))
        kept.insert(0, reach)
        del kept[MOST_KEPT:]
        return reach

    def _spread(self, unit: int) -> tuple[Sequence[int], Iterable[int], Iterable[int]]:
        """Return a unit's reach, and the hexes whose zones and whose units decide it.

        A hex at the end of all paths decides nothing.
        """
        position = self.position
        at, zones, held = position.at, position.zones[1 - self.side], self._held
        here, start = position.where[unit], self._starts[unit]
        if here < 0 and not start.entries:
            return (), (), ()
        if here >= 0 and zones[here]:
            return (here,), (here,), ()
        steps, limit = start.steps, start.limit
        buckets: list[list[int]] = [[] for _ in range(limit + 1)]
        cost = [limit + 1] * position.land.size
        for h in self._closed:
            cost[h] = 0
        came: dict[int, int] = {}
        found, stopped, asked = [], [], []
        for h, spent in ((here, 0),) if here >= 0 else start.entries:
            asked.append(h)
            if not held[h] and (spent < cost[h] or h == here):
                cost[h] = spent
                buckets[spent].append(h)
        for spent, bucket in enumerate(buckets):
            for h in bucket:
                if cost[h] != spent:
                    continue
                if zones[h]:
                    stopped.append(h)
                    if at[h] < 0 or at[h] == unit:
                        found.append(h)
                    continue
                found.append(h)
                for n, step in steps[h]:
                    total = spent + step
                    if total < cost[n]:
                        if held[n]:
                            asked.append(n)
                        else:
                            cost[n] = total
                            came[n] = h
                            buckets[total].append(n)
        inner = set(came.values())
        inner.update(asked[: len(start.entries) or 1])
        return found, inner.union(stopped), inner.union(asked)
