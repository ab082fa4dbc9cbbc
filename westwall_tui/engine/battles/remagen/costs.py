"""What the hexes of a front cost in one position, and the least that a front must still spend to keep a unit (14.0)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush

from westwall_tui.engine.battles.remagen.banks import Banks

POINTS_A_GAP = 5
"""14.14."""
POINT, UNIT, HEX = 1 << 24, 1 << 16, 1
"""What is compared in one number: points, then units lost, then length."""
GAP = POINTS_A_GAP * POINT
NEVER = 1 << 48
"""More than any front costs."""
FLOOR_GAPS = 4
"""Hexes of gaps up to which `floor` tells fronts apart."""


class Costs:
    """The prices of one position. `keeping` is worked out when it is first asked for."""

    def __init__(self, banks: Banks, worth: Mapping[int, int], held: frozenset[int], after: int = -1) -> None:
        self.banks = banks
        self.worth = worth
        self.held = held
        self.ends = banks.anchors[after + 1 :]
        """Where a front can end: all hexes next to the river, or those after a rank."""
        self.price = {h: worth[h] * POINT + UNIT for h in sorted(worth)}
        """What losing the unit in a hex costs."""
        size = len(banks.board.grid)
        self.toll = [HEX if h in held else HEX + GAP for h in range(size)]
        """What a hex on the way costs."""
        near = [banks.near.get(h, ()) for h in range(size)]
        self.to_river = self._ways(dict.fromkeys(self.ends, 0), near, NEVER)[0]
        """The least that a way spends from a hex, not counting itself, to the river."""
        self.to_edge = self._ways({h: self.to_river[h] for h in banks.by_edge}, near, NEVER)[0]
        """The same by way of a mapedge."""
        self.turn = self._turn() if after < 0 else after
        """The rank, from the north, of a hex next to the river. What ends beyond it must spend more (`beyond_turn`)."""
        self._kept: dict[int, tuple[list[int], ...]] = {}

    def _turn(self) -> int:
        """The rank of the hex next to the river that the farthest unit reaches for fewest points, the southernmost."""
        h = max(self.worth, key=lambda h: (self.to_river[h], -h))
        todo, seen = [h], {h}
        for x in todo:
            points = self.to_river[x] // POINT
            for n in self.banks.near[x]:
                if n not in seen and (self.to_river[n] + self.toll[n]) // POINT == points:
                    seen.add(n)
                    todo.append(n)
        return max(rank for rank, x in enumerate(self.banks.anchors) if x in seen)

    @cached_property
    def beyond_turn(self) -> "Costs":
        """The same prices for ways that end south of the turn."""
        return Costs(self.banks, self.worth, self.held, self.turn)

    def out_and_back(self, h: int) -> tuple[int, ...]:
        """A front through a hex: the cheapest way from it to the river, and then the cheapest that avoids that one.

        Empty where the first closes the second off.
        """
        out = self._to_river(h, frozenset())
        back = self._to_river(h, frozenset(out) - {h})
        return (*out[::-1], *back[1:]) if out and back else ()

    def _to_river(self, h: int, closed: frozenset[int]) -> tuple[int, ...]:
        """The hexes of the cheapest way from a hex to the river over none that are closed."""
        near = [[n for n in self.banks.near.get(x, ()) if n not in closed] for x in range(len(self.toll))]
        further = self._ways({x: 0 for x in self.banks.anchors if x not in closed}, near, NEVER)[0]
        path = [h]
        while further[path[-1]]:
            onward = [n for n in near[path[-1]] if further[n] + self.toll[n] == further[path[-1]]]
            if not onward:
                return ()
            path.append(min(onward))
        return tuple(path)

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
                at = side * len(self.toll) + h
                starts[at] = min(spent, starts.get(at, NEVER))
            self._kept[unit] = self._ways(starts, self.banks.whence(unit), most)
        return self._kept[unit]

    def _goals(self, unit: int) -> Iterator[tuple[int, int, int]]:
        """Where a unit can no longer be lost: what is still spent from there, the side of its thread, the hex."""
        banks, thread = self.banks, self.banks.threads[unit]
        for h in (unit, *(n for n in banks.near[unit] if n in self.worth)):
            yield from ((self.to_river[h], side, h) for side in range(3))
        for ends, onward in ((self.ends, 0), (sorted(banks.by_edge), 1)):
            for h in ends:
                sides = 1 if thread.foot >= banks.last[h] else 2
                yield from ((self.to_river[h] * onward, side, h) for side in range(sides))
        for (a, b), way in thread.over.items():
            if way < 0:  # two crossings north
                yield self.to_river[b] + self.toll[b], 0, a

    def _ways(self, goals: Mapping[int, int], near: Sequence[Sequence[int]], most: int) -> tuple[list[int], ...]:
        """For each side of a thread, by hex, the least that is spent from there to a goal, and on from there."""
        size = len(self.toll)
        toll = self.toll * (len(near) // size)
        is_gap = [cost > HEX for cost in toll]
        costs = [NEVER] * len(near)
        leaving: dict[int, list[int]] = {}
        for at, spent in goals.items():
            if spent <= most:
                costs[at] = spent
                leaving.setdefault(spent + toll[at], []).append(at)
        # What a hex costs is paid on the way from it, so all hexes next to it are reached for the same, and whoever is
        # reached in this order is never reached for less, except goals.
        heap = sorted(leaving)
        while heap:
            total = heappop(heap)
            if total > most:
                break
            held: list[int] = []
            gaps: list[int] = []
            for at in leaving.pop(total):
                for n in near[at]:
                    if total < costs[n]:
                        costs[n] = total
                        (gaps if is_gap[n] else held).append(n)
            for further, reached in ((total + HEX, held), (total + HEX + GAP, gaps)):
                if reached:
                    if further not in leaving:
                        heappush(heap, further)
                    leaving.setdefault(further, []).extend(reached)
        return tuple(costs[first : first + size] for first in range(0, len(costs), size))

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
