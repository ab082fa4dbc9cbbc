"""The hexes that the enemy could reach in its next Movement Phase, kept up to date while our units move on a position.

The rules are those of `planning.EnemyTurn`: our units and zones stop the enemy, and pin the units that begin there.
A search asks thousands of times, and each move changes few paths of few enemies. Therefore an enemy's paths are kept,
and only those that lead through a changed hex are found again.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from typing import NamedTuple

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.loops.position import Position, Steps
from westwall_tui.engine.rules.movement import Start

ZONE, CLOSED = 1, 2
"""The reasons why the enemy stops at a hex, as bits: our zone ends a move; our unit or a rule bars the hex."""
ANY = bytes((0, *[ZONE] * 255))
"""A translation table from the number of our units that control a hex."""
ONES = bytes([255]) * 256
MAY_END = ONES[: ZONE + 1] + bytes(255 - ZONE)
"""A translation table from what stops the enemy in a hex to all ones if a move can end there."""
FARTHEST = 254
"""Maximum number of half Movement Points of a move; a longer move is cut short."""


class _Paths(NamedTuple):
    """The cheapest paths of one enemy."""

    here: int
    """The hex where they begin, or below 0."""
    cost: bytearray
    """By hex: the half Movement Points, or one more than the enemy has."""
    came: list[int]
    """By hex: the hex before it on its path, or `NOWHERE`."""
    met: int
    """The hexes within its Movement Points, even if it cannot stop there: all ones in the byte of each."""
    ends: int
    """The hexes where it could be after its move, in the same form."""


class EnemyReach:
    """The reach of the units of one side, as bits by hex; call `update` after moving units."""

    def __init__(self, position: Position, side: int, starts: Mapping[int, Start]) -> None:
        """Take the units of `side` that may move, and how they begin; other units of the side stay in place."""
        self.position, self.side = position, side
        self.units = tuple(starts)
        self._starts, self._bits = starts, {unit: 1 << i for i, unit in enumerate(self.units)}
        self._own = [unit for unit, owner in enumerate(position.side) if owner != side]
        self._foes = [unit for unit, owner in enumerate(position.side) if owner == side]
        self.at = [0] * position.land.size
        """By hex: the units that could be there after their move, as bits in the order of `units`."""
        self.changes = 0
        """Number of changes of `at` so far."""
        self._ground = bytes(position.land.size)
        """By hex: what stops the enemy there."""
        self._places: tuple[int, ...] = ()
        self._paths: dict[int, _Paths] = {}

    def update(self) -> None:
        """Find the reach again of those units for which it has changed."""
        position = self.position
        where, at, size = position.where, self.at, position.land.size
        ground, places = self._look_at_ground(), tuple([where[unit] for unit in self._foes])
        moved = places != self._places
        if ground == self._ground and not moved:
            return
        before, self._ground, self._places = self._ground, ground, places
        difference = _as_number(ground) ^ _as_number(before)
        changed, may_end = [*_marked(difference, size)], self._where_moves_end()
        for unit in self.units:
            old = self._paths.get(unit)
            if old is None or moved or difference & old.met:
                new = self._paths[unit] = self._find(unit, old, before, changed, may_end)
                turned = new.ends ^ (old.ends if old is not None else 0)
                if turned:
                    self.changes += 1
                    bit = self._bits[unit]
                    for h in _marked(turned, size):
                        at[h] ^= bit

    def _look_at_ground(self) -> bytes:
        where = self.position.where
        ground = bytearray(bytes(self.position.zones[1 - self.side]).translate(ANY))
        for h in (*self.position.barred[self.side], *[where[unit] for unit in self._own if where[unit] >= 0]):
            ground[h] |= CLOSED
        return bytes(ground)

    def _where_moves_end(self) -> int:
        """Return the hexes where a move may end, as in `_Paths`. A friend in our zone cannot make room."""
        found = bytearray(self._ground.translate(MAY_END))
        for h in self._places:
            if h >= 0 and self._ground[h]:
                found[h] = 0
        return _as_number(found)

    def _find(self, unit: int, old: _Paths | None, before: bytes, changed: Sequence[int], may_end: int) -> _Paths:
        """Return a unit's paths. The hexes in `changed` were as in `before` when its `old` paths were found."""
        here, start, size = self.position.where[unit], self._starts[unit], self.position.land.size
        steps, limit = start.steps, min(start.limit, FARTHEST)
        ground, sources = bytearray(self._ground), start.entries
        if here >= 0:
            ground[here] &= ZONE
            sources = ((here, 0),)
        if old is None or old.here != here or here in changed:
            cost, came, again = bytearray([limit + 1]) * size, [NOWHERE] * size, set[int]()
        else:
            cost, came = old.cost[:], old.came[:]
            again = {h for h in changed if cost[h] <= limit}
            self._cut([h for h in again if ground[h] and not before[h]], steps, limit, cost, came, again)
        for h, spent in sources:
            if spent < cost[h]:
                cost[h] = spent
                came[h] = NOWHERE
                again.add(h)
        buckets: list[list[int]] = [[] for _ in range(limit + 1)]
        for h in again:
            if cost[h] <= limit and not ground[h]:
                buckets[cost[h]].append(h)
        for spent, bucket in enumerate(buckets):
            for h in bucket:
                if cost[h] != spent:
                    continue
                for n, step in steps[h]:
                    total = spent + step
                    if total < cost[n]:
                        cost[n] = total
                        came[n] = h
                        if not ground[n]:
                            buckets[total].append(n)
        met = _as_number(cost.translate(ONES[: limit + 1] + bytes(255 - limit)))
        ends = met & may_end
        if here >= 0:
            ends |= 255 << 8 * here
        return _Paths(here, cost, came, met, ends)

    def _cut(
        self, ways: list[int], steps: Steps, limit: int, cost: bytearray, came: list[int], again: set[int]
    ) -> None:
        """Forget the paths that lead on from some hexes, and add the hexes from where to find others to `again`."""
        lost = []
        for h in ways:
            for n, _ in steps[h]:
                if came[n] == h:
                    cost[n] = limit + 1
                    came[n] = NOWHERE
                    lost.append(n)
                    ways.append(n)
        around = self.position.land.around
        again.update([m for n in lost for m in around[n] if cost[m] <= limit])


def _as_number(hexes: bytes | bytearray) -> int:
    return int.from_bytes(hexes, "little")


def _marked(hexes: int, size: int) -> Iterator[int]:
    """Yield the hexes with a byte other than 0."""
    return compress(range(size), hexes.to_bytes(size, "little"))
