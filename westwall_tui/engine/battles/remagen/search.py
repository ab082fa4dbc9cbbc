"""The search for the front in force (14.0): the cheapest line of hexes from the river to the river.

A front is a path of hexes of the bank, none used twice, both ends next to the river. It costs five points for each hex
on it that is not controlled, and the worth of each unit beyond it: one that is neither on it, nor cut off by it from
the far edge of the map, nor next to a unit on it. At least one unit must be on it or behind it.

From every unit a thread is laid along hexsides to the river (`banks`). A path that begins north of where a thread
ends and never crosses it has the unit behind it; each crossing puts the unit beyond the front, or back. So a search
along the hexes needs to remember, of all that lies behind it, only on which side it has left each thread, and which
units are safe because they are on the path or next to a unit on it. Of two ways to a hex, the search drops the one that
costs more even if the other lost every unit that it has left in a worse place. It also drops a way that cannot become a
cheap enough front: it looks for fronts without gaps and losses first, then for ones that cost more, until it finds one.
A unit that no cheap enough front beginning like this can keep is paid for at once, and forgotten. What a way costs at
least follows from what it must spend to keep each of the others: if it spends so much and no more, it keeps those that
are as cheap, and loses all the rest; the cheapest such sum is the bound.
Where a path touches the north or south edge of the map, it also cuts off what is between there and the river: it may
get to the edge over ground that is behind the front, and pays only for the hexes of that.

Ways may cross themselves in this search, since it forgets their hexes. If the best one does, the search remembers the
hexes used twice as well, and starts over. What it finds is the cheapest front. The problem is hard by nature (the
travelling salesman is in it), so in a position of many scattered units, which no player would make, it stops after a
fixed number of steps; then the best front that a narrower search finds must do.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from westwall_tui.engine.battles.remagen.banks import Banks
from westwall_tui.engine.rules.answers import Front

POINTS_A_GAP = 5
"""14.14."""
MOST_STEPS = 5_000_000, 1_000_000
"""How many ways are compared before giving up on a front without gaps and losses, and then on any other."""
FLOOR_GAPS = 4
"""Hexes of gaps up to which `at_least` tells fronts apart."""
AT_ONCE = 20
"""How many ways to each hex the narrower search keeps, in a position too tangled to search through."""


_POINT, _UNIT, _HEX = 1 << 32, 1 << 16, 1
"""What is compared in one number: points, then units lost, then length."""
_WIDTH, _EVEN = 5, 8
"""A count of crossings for each unit in four bits, and one to spare; eight is none."""
_TAIL, _LIVE, _END = 0, 1, 2
"""Whether the way is before the shore where it starts to count, counts as a front, or is past its end."""

_Found = tuple[int, tuple[int, ...]]
"""A front: its cost, and its hexes from the northern end."""


class _Way:
    """A beginning of a front."""

    __slots__ = ("gone", "key", "path", "safe", "seen", "sides", "spent")

    def __init__(self, spent: int, sides: int, safe: int, gone: int, seen: int, path: tuple[int, ...]) -> None:
        self.spent = spent
        """What its hexes cost, and the units that are lost for certain."""
        self.sides = sides
        """For each unit, on which side of the way its thread is, as a count of crossings."""
        self.safe = safe
        """The units on the way, or next to a unit on it: all their bits."""
        self.gone = gone
        """The units that are lost for certain, and paid for: all their bits."""
        self.key = sides & ~(safe | gone)
        """The sides of those that are neither; the lower, the better."""
        self.seen = seen
        """Which it has used of the hexes that were used twice before."""
        self.path = path

    def with_sides(self, sides: int) -> "_Way":
        """The same way, with the units' threads on other sides of it."""
        return _Way(self.spent, sides, self.safe, self.gone, self.seen, self.path)


def cheapest(banks: Banks, worth: Mapping[int, int], controlled: Iterable[int]) -> Front | None:
    """The front in force: `worth` gives each unit's, by its hex. None if no unit could be behind any front."""
    if not worth or not banks.anchors:
        return None
    return _cheapest(banks, tuple(sorted(worth.items())), frozenset(controlled))


def at_least(banks: Banks, worth: Mapping[int, int], controlled: Iterable[int]) -> int:
    """Points that the front in force costs at least, in time that grows with the units and hexes only.

    Each unit is kept by itself as cheaply as possible. A front that spends so much on gaps keeps none that costs more.
    """
    if not worth or not banks.anchors:
        return 0
    return _at_least(banks, tuple(sorted(worth.items())), frozenset(controlled))


@lru_cache(maxsize=1024)
def _at_least(banks: Banks, units: tuple[tuple[int, int], ...], held: frozenset[int]) -> int:
    return _Search(banks, dict(units), held).floor()


@lru_cache(maxsize=64)
def _cheapest(banks: Banks, units: tuple[tuple[int, int], ...], held: frozenset[int]) -> Front:
    """Cached: it depends only on these, and the screen asks for the same one again and again."""
    worth = dict(units)
    best = _Search(banks, worth, held).front()
    gaps = tuple(h for h in best if h not in held)
    lost = banks.lost(best, worth)
    return Front(best, gaps, lost, len(gaps) * POINTS_A_GAP + sum(worth[h] for h in lost))


class _Search:
    """The search for the front of one position."""

    def __init__(self, banks: Banks, worth: Mapping[int, int], held: frozenset[int]) -> None:
        self.banks = banks
        self.units = sorted(worth)
        self.guards = sum(0x10 << (_WIDTH * i) for i in range(len(self.units)))
        """The spare bits."""
        self.price = [worth[h] * _POINT + _UNIT for h in self.units]
        """For each unit what losing it costs."""
        self.toll = {h: _HEX + (0 if h in held else POINTS_A_GAP * _POINT) for h in banks.near}
        """What a hex on the way costs."""
        index = {h: i for i, h in enumerate(self.units)}
        self.bits = [0xF << (_WIDTH * i) for i in range(len(self.units))]
        self.saves = {h: sum(self.bits[index[n]] for n in (h, *banks.near[h]) if n in index) for h in self.units}
        """For each unit's hex the units that are safe if it is on the way."""
        self.even = sum(_EVEN << (_WIDTH * i) for i in range(len(self.units)))
        self.crossings: dict[tuple[int, int], int] = {}
        """For each step what it adds to the sides of the threads."""
        for i, h in enumerate(self.units):
            for (a, b), way in banks.threads[h].over.items():
                self.crossings[a, b] = self.crossings.get((a, b), 0) + way * (1 << (_WIDTH * i))
        self.feet = [banks.threads[h].foot for h in self.units]
        self.rank = {h: i for i, h in enumerate(banks.anchors)}
        self.to_river = self._distances(dict.fromkeys(banks.anchors, 0))
        self.to_edge = self._distances({h: self.to_river[h] for h in sorted(banks.by_edge)})
        self.most = _POINT - 1
        """The most that the search lets a front cost."""
        self.simply = False
        """Whether to skip ways that use a hex twice."""
        self.steps = 0
        self.dearer = 0
        """The cheapest one dropped for costing more than `most`."""
        self.least = min(self.price)
        self.keeps: dict[int, list[dict[int, int]]] = {}
        self.found: _Found | None = None
        """The best front of the present search; it may use hexes twice."""
        self.simple: _Found | None = None
        """The best front so far that does not."""
        self.known: dict[tuple[int, int], list[_Way]] = {}
        """For each last hex and mode the ways that have been gone on with."""
        self.best: dict[tuple[int, int, int, int, int], tuple[int, tuple[int, ...]]] = {}
        """For each last hex, mode and place of all units the best way so far: what it has spent, and its hexes."""
        self.heap: list[tuple[int, tuple[int, ...], int, int, _Way]] = []
        self.count = 0
        self.marks: dict[int, int] = {}

    def _distances(self, cost: dict[int, int]) -> dict[int, int]:
        """For each hex the least that a way spends from it (not counting itself) to a goal, and on from there."""
        heap = sorted((spent, h) for h, spent in cost.items())
        while heap:
            spent, h = heappop(heap)
            if spent > cost[h]:
                continue
            total = spent + self.toll[h]
            for n in self.banks.near[h]:
                if total < cost.get(n, total + 1):
                    cost[n] = total
                    heappush(heap, (total, n))
        return cost

    def _keeping(self, i: int) -> list[dict[int, int]]:
        """The least that a way must still spend so as not to lose a unit: for each side of its thread, by hex.

        The sides are: one crossing north of being behind the front, behind the front, and beyond it.
        """
        if i in self.keeps:
            return self.keeps[i]
        toll, over = self.toll, self.banks.threads[self.units[i]].over
        costs: list[dict[int, int]] = [{}, {}, {}]
        heap: list[tuple[int, int, int]] = []

        def offer(spent: int, side: int, h: int) -> None:
            if spent <= self.most and spent < costs[side].get(h, self.most + 1):
                costs[side][h] = spent
                heappush(heap, (spent, side, h))

        for spent, side, h in self._kept(i, over):
            offer(spent, side, h)
        while heap:
            spent, side, h = heappop(heap)
            if spent > costs[side][h]:
                continue
            total = spent + toll[h]
            for n in self.banks.near[h]:
                way = over.get((n, h), 0)
                if 0 <= side - way <= 2:
                    offer(total, side - way, n)
                if side == 2 and way > 0:
                    offer(total, 2, n)
        self.keeps[i] = costs
        return costs

    def _kept(self, i: int, over: Mapping[tuple[int, int], int]) -> Iterator[tuple[int, int, int]]:
        """Where a unit can no longer be lost: what is still spent from there, the side of its thread, the hex."""
        banks, unit, foot = self.banks, self.units[i], self.feet[i]
        for h in (unit, *(n for n in banks.near[unit] if n in self.saves)):
            yield from ((self.to_river[h], side, h) for side in range(3))
        for ends, onward in ((banks.anchors, 0), (sorted(banks.by_edge), 1)):
            for h in ends:
                sides = 1 if foot >= banks.last[h] else 2
                yield from ((self.to_river[h] * onward, side, h) for side in range(sides))
        for (a, b), way in over.items():
            if way < 0:  # two crossings north: it can no longer be lost
                yield self.to_river[b] + self.toll[b], 0, a

    def _begun(self, h: int) -> int:
        """The sides of the threads for a way whose front begins where a hex touches the shore."""
        start = self.banks.first[h]
        return self.even + sum(1 << (_WIDTH * i) for i, foot in enumerate(self.feet) if foot < start)

    def _ended(self, h: int) -> int:
        """What ending the front where a hex touches the shore adds to the sides of the threads."""
        end = self.banks.last[h]
        return sum(1 << (_WIDTH * i) for i, foot in enumerate(self.feet) if foot >= end)

    def floor(self) -> int:
        """Points that any front costs at least."""
        self.most = FLOOR_GAPS * POINTS_A_GAP * _POINT | (_POINT - 1)
        kept = []
        for i, price in enumerate(self.price):
            costs = self._keeping(i)
            starts = ((h, 1 if self.feet[i] >= self.banks.first[h] else 2) for h in self.banks.first)
            cost = min((costs[side][h] + self.toll[h] for h, side in starts if h in costs[side]), default=self.most)
            kept.append((min(cost, self.most) // _POINT, price // _POINT))
        return _threshold(0, kept)

    def front(self) -> tuple[int, ...]:
        """The best front. The search allows higher and higher costs until it finds one."""
        twice: tuple[int, ...] = ()
        while self._look(simply=False, twice=twice):
            if self.found is None or self.found[0] > self.most:
                least = min(self.dearer, self.found[0] if self.found else self.dearer)
                self.most = max(least, self.most + self.most // 4) | (_POINT - 1)
                self.found = None
                self.keeps.clear()
                continue
            path = self.found[1]
            if len(set(path)) == len(path):
                return path
            twice = (*twice, *sorted({h for h in path if path.count(h) > 1}))
        return self._quickly()

    def _quickly(self) -> tuple[int, ...]:
        """A good front in a position too tangled to search through."""
        while True:
            self._look(simply=True)
            if self.simple is not None and self.simple[0] <= self.most:
                return self.simple[1]
            dearer = self.most + max(self.most // 8, 2 * _POINT)
            self.most = min(dearer, self.simple[0] if self.simple else dearer) | (_POINT - 1)
            self.keeps.clear()

    def _look(self, *, simply: bool, twice: tuple[int, ...] = ()) -> bool:
        """Look for the best way. Unless told to look `simply`, ways may use hexes twice, except the ones in `twice`.

        Returns whether the search is complete.
        """
        self.marks = {h: 1 << i for i, h in enumerate(twice)}
        self.found = None
        self.simply = simply
        self.known.clear()
        self.best.clear()
        self.heap.clear()
        self.dearer = 1 << 60
        for h in self.banks.anchors:
            way = _Way(self.toll[h], self.even, self.saves.get(h, 0), 0, self.marks.get(h, 0), (h,))
            self._arrive(_TAIL, way)
        while self.heap:
            bound, _, mode, _, way = heappop(self.heap)
            if bound > self._limit() or self._beaten(mode, way):
                continue
            self._close(mode, way)
            if not simply and self.steps > MOST_STEPS[self.most >= _POINT]:
                return False
            self._go_on(mode, way)
        return True

    def _limit(self) -> int:
        """The most that an interesting front may cost."""
        limit = self.most
        known = self.simple if self.simply else self.found
        return limit if known is None else min(limit, known[0])

    def _go_on(self, mode: int, way: _Way) -> None:
        """Lengthen a way by each hex next to its last."""
        h = way.path[-1]
        for n in self.banks.near[h]:
            mark = self.marks.get(n, 0)
            if way.seen & mark or (self.simply and n in way.path):
                continue
            sides = way.sides + self.crossings.get((h, n), 0) if mode == _LIVE else way.sides
            safe = way.safe | self.saves.get(n, 0)
            spent = way.spent + self.toll[n]
            self._arrive(mode, _Way(spent, sides, safe, way.gone, way.seen | mark, (*way.path, n)))

    def _arrive(self, mode: int, way: _Way) -> None:
        """A way has come to a hex. At a mapedge the front may start to count there, or stop."""
        h = way.path[-1]
        edge = h in self.banks.by_edge
        self._add(mode, way)
        if mode == _TAIL and (edge or len(way.path) == 1):
            mode, way = _LIVE, way.with_sides(self._begun(h))
            self._add(mode, way)
        if mode == _LIVE and edge:
            self._add(_END, way.with_sides(way.sides + self._ended(h)))

    def _add(self, mode: int, way: _Way) -> None:
        """Keep a way for later unless it costs too much, or one just like it is no worse."""
        self.steps += 3
        bound = self._bound(mode, way)
        if bound > self.most:
            self.dearer = min(self.dearer, bound)
            return
        if bound > self._limit():
            return
        like, rank = (way.path[-1], mode, way.key, way.seen, -1 if way.safe else way.gone), (way.spent, way.path)
        if self.best.setdefault(like, rank) < rank:
            return
        self.best[like] = rank
        self.count += 1
        heappush(self.heap, (bound, way.path, mode, self.count, way))

    def _beaten(self, mode: int, way: _Way) -> bool:
        """Whether to drop a way for another to its hex. What beats it costs no more, so that it has had its turn."""
        ways = self.known.setdefault((way.path[-1], mode), [])
        if self.simply and len(ways) >= AT_ONCE:
            return True
        self.steps += len(ways)
        spent, path, unseen, guards = way.spent, way.path, ~way.seen, self.guards
        # In place, since this is where the time goes. With each unit's spare bit set, one subtraction compares all the
        # units' sides at once: where a spare bit is gone, that unit is worse off.
        guarded = way.key | guards
        for other in ways:
            if (other.spent < spent or (other.spent == spent and other.path < path)) and not other.seen & unseen:
                if (guarded - other.key) & guards == guards and (other.safe or not other.gone & ~way.gone):
                    return True  # somebody must be left behind the front, by the other as well
                if spent - other.spent > self.least and self._outweighs(other, way):
                    return True
        ways.append(way)
        return False

    def _close(self, mode: int, way: _Way) -> None:
        """Record a way as the best front, if it is one and the best so far."""
        first, h = way.path[0], way.path[-1]
        if mode == _TAIL or h not in self.rank:
            return
        sides = way.sides + (self._ended(h) if mode == _LIVE else 0)
        lost = [
            price
            for i, (price, bits) in enumerate(zip(self.price, self.bits, strict=True))
            if not (way.safe | way.gone) & bits and sides >> (_WIDTH * i) & 0xF > _EVEN
        ]
        total = way.spent + sum(lost)
        if len(lost) + (way.gone & self.even).bit_count() == len(self.units):
            return
        path = way.path if self.rank[first] <= self.rank[h] else way.path[::-1]
        if (self.simply or len(set(path)) == len(path)) and (self.simple is None or (total, path) < self.simple):
            self.simple = total, path
        if self.found is None or (total, path) < self.found:
            self.found = total, path

    def _bound(self, mode: int, way: _Way) -> int:
        """The least that any front beginning with this way costs. Units that are lost for certain are paid for."""
        h, spent = way.path[-1], way.spent
        if mode == _TAIL:
            return spent + (self.to_edge[h] if self.banks.by_edge else 1 << 61)
        further = self.to_river[h]
        if mode == _END or spent + further > self.most:
            return spent + further
        settled, lost = way.safe | way.gone, 0
        doubtful = []
        for i, bits in enumerate(self.bits):
            if settled & bits:
                continue
            side = (way.sides >> (_WIDTH * i) & 0xF) - _EVEN + 1
            if side < 0:
                continue
            keep = self._keeping(i)[min(side, 2)].get(h, 1 << 61)
            if spent + keep > self.most:
                spent += self.price[i]
                lost |= bits
                if spent + further > self.most:
                    return spent + further
            elif keep > further:
                doubtful.append((keep, self.price[i]))
        if lost:
            way.spent, way.gone, way.key = spent, way.gone | lost, way.key & ~lost
        return spent + _threshold(further, doubtful)

    def _outweighs(self, one: _Way, other: _Way) -> bool:
        """Whether a way is cheaper even if it loses every unit that it leaves worse off than the other does."""
        if one.seen & ~other.seen or not one.safe:  # somebody must be left behind the front
            return False
        worse = 0
        for i, bits in enumerate(self.bits):
            if one.key & bits > other.key & bits:
                worse += self.price[i]
        return one.spent + worse <= other.spent


def _threshold(least: int, units: list[tuple[int, int]]) -> int:
    """The least that is spent on hexes and lost in units, given what keeping each unit costs, and losing it.

    Whoever spends so much keeps at most the units that can be kept for that, and loses all others.
    """
    units.sort()
    lost = sum(price for _, price in units)
    best = least + lost
    for keep, price in units:
        lost -= price
        best = min(best, max(least, keep) + lost)
    return best
