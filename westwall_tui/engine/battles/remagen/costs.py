"""What the hexes of a front cost in one position, and the least that a front must still spend to keep a unit (14.0)."""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush

from westwall_tui.engine.battles.remagen.banks import Banks

POINTS_A_GAP = 5
"""14.14."""
POINT, UNIT, HEX = 1 << 24, 1 << 16, 1
"""What is compared in one number: points, then units lost, then length."""
NEVER = 1 << 48
"""More than any front costs."""
FLOOR_GAPS = 4
"""Hexes of gaps up to which `floor` tells fronts apart."""


class Costs:
    """The prices of one position. `keeping` is worked out when it is first asked for."""

    def __init__(self, banks: Banks, worth: Mapping[int, int], held: frozenset[int]) -> None:
        self.banks = banks
        self.worth = worth
        self.price = {h: worth[h] * POINT + UNIT for h in sorted(worth)}
        """What losing the unit in a hex costs."""
        size = len(banks.board.grid)
        self.toll = [HEX if h in held else HEX + POINTS_A_GAP * POINT for h in range(size)]
        """What a hex on the way costs."""
        self._shift = size.bit_length()
        self.to_river = self._ways(dict.fromkeys(banks.anchors, 0), {}, NEVER)[0]
        """The least that a way spends from a hex, not counting itself, to the river."""
        self.to_edge = self._ways({h: self.to_river[h] for h in banks.by_edge}, {}, NEVER)[0]
        """The same by way of a mapedge."""
        self._kept: dict[int, tuple[list[int], ...]] = {}

    def of(self, path: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """What a front costs in truth, and the units beyond it."""
        lost = self.banks.lost(path, self.worth)
        return sum(self.toll[h] for h in path) + sum(self.price[h] for h in lost), lost

    def keeping(self, unit: int, most: int = NEVER) -> tuple[list[int], ...]:
        """The least that a way must still spend so as not to lose a unit: for each side of its thread, by hex.

        The sides are: one crossing north of being behind the front, behind the front, and beyond it. What is more than
        `most`, which must be the same in all calls, counts as never.
        """
        if unit not in self._kept:
            starts: dict[int, int] = {}
            for spent, side, h in self._goals(unit):
                at = side << self._shift | h
                starts[at] = min(spent, starts.get(at, NEVER))
            self._kept[unit] = self._ways(starts, self.banks.threads[unit].over, most)
        return self._kept[unit]

    def _goals(self, unit: int) -> Iterator[tuple[int, int, int]]:
        """Where a unit can no longer be lost: what is still spent from there, the side of its thread, the hex."""
        banks, thread = self.banks, self.banks.threads[unit]
        for h in (unit, *(n for n in banks.near[unit] if n in self.worth)):
            yield from ((self.to_river[h], side, h) for side in range(3))
        for ends, onward in ((banks.anchors, 0), (sorted(banks.by_edge), 1)):
            for h in ends:
                sides = 1 if thread.foot >= banks.last[h] else 2
                yield from ((self.to_river[h] * onward, side, h) for side in range(sides))
        for (a, b), way in thread.over.items():
            if way < 0:  # two crossings north
                yield self.to_river[b] + self.toll[b], 0, a

    def _ways(
        self, goals: Mapping[int, int], over: Mapping[tuple[int, int], int], most: int
    ) -> tuple[list[int], list[int], list[int]]:
        """For each side of a thread, by hex, the least that is spent from there to a goal, and on from there."""
        toll, near, shift = self.toll, self.banks.near, self._shift
        size = 1 << shift
        costs = [NEVER] * (3 * size)
        crossing = {b for _, b in over}
        reached: dict[int, list[int]] = {}
        for at, spent in goals.items():
            if spent <= most:
                costs[at] = spent
                reached.setdefault(spent, []).append(at)
        heap = sorted(reached)
        while heap:
            spent = heappop(heap)
            for at in reached.pop(spent):
                h = at & size - 1
                total = spent + toll[h]
                if costs[at] < spent or total > most:
                    continue
                if total not in reached:
                    reached[total] = []
                    heappush(heap, total)
                found, beside = reached[total], at - h
                for n in self._across(at, h, over) if h in crossing else near[h]:
                    if total < costs[beside + n]:
                        costs[beside + n] = total
                        found.append(beside + n)
        return costs[:size], costs[size : 2 * size], costs[2 * size :]

    def _across(self, at: int, h: int, over: Mapping[tuple[int, int], int]) -> list[int]:
        """Whence a way may come to a hex on a side of a thread, when steps to it cross the thread: hexes of that side,
        and by so much higher or lower ones of others."""
        found = []
        side = at >> self._shift
        for n in self.banks.near[h]:
            way = over.get((n, h), 0)
            if 0 <= side - way <= 2:
                found.append(n - way * (1 << self._shift))
            if side == 2 and way > 0:  # beyond it already
                found.append(n)
        return found

    def floor(self) -> int:
        """Points that any front costs at least, as far as `FLOOR_GAPS` tells."""
        most = FLOOR_GAPS * POINTS_A_GAP * POINT | (POINT - 1)
        kept = []
        for unit, price in self.price.items():
            costs, foot = self.keeping(unit, most), self.banks.threads[unit].foot
            cost = min(costs[1 if foot >= first else 2][h] + self.toll[h] for h, first in self.banks.first.items())
            kept.append((min(cost, most) // POINT, price // POINT))
        return threshold(0, kept)


def threshold(least: int, units: list[tuple[int, int]]) -> int:
    """The least that is spent on hexes and lost in units, given what keeping each unit costs, and losing it.

    `least` is spent anyway, and keeping any of the units costs more. Whoever spends so much keeps at most the units
    that can be kept for that, and loses all others.
    """
    units.sort()
    lost = 0
    for _, price in units:
        lost += price
    best = least + lost
    for keep, price in units:
        lost -= price
        best = min(best, keep + lost)
    return best
