"""The cheapest way from the river to the river, for whoever minds only some of the units (14.0).

From each of these units a thread is laid along hexsides to the river (`banks`). A front that begins north of where a
thread ends and never crosses it has the unit behind it; each crossing puts the unit beyond the front, or back. So a way
need not remember what lies behind it, only how often it has crossed each thread, and which units are safe, being on it
or next to a unit on it. What it must still spend at least follows from what keeping each unit would cost (`costs`), and
the most promising way is the one to go on with (A*).

Where a way touches the north or south edge of the map, it also cuts off what is between there and the river: it may get
to the edge over ground that is behind the front, and pays only for the hexes of that.

Ways forget their hexes, so they may use one twice. The caller names hexes to be remembered, and where.

A front and its reverse are one. Where a few hexes near the river are the cheapest way to it for everybody, many ways
would begin there, and each would count on coming back there too. So late ways, which begin as far south as that or
further (`Costs.turn`), may only end south of where they begin, and once there are many, the prices are those for that.
"""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from westwall_tui.engine.battles.remagen.costs import NEVER, Costs, threshold

_TAIL, _LIVE, _END, _FRONT = range(4)
"""Whether the way is before the shore where it starts to count, counts as a front, is past its end, or is one."""

MANY = 300
"""Late ways that are gone on with before it pays to work out what they must still spend for coming back further south.
"""

_Way = tuple[int, tuple[int, ...], int, int, int, int, int]
"""A beginning of a front: the least that it can cost, its hexes, one of the four above, what it has spent, the side of
each thread, the units that are safe (all their bits), and which of the hexes to be remembered it has used."""


class Ways:
    """The search, for some units that count."""

    def __init__(self, costs: Costs, units: Sequence[int], turns: int) -> None:
        self.costs = costs
        self.names = units
        self.banks = costs.banks
        self.everybody = len(units) == len(costs.worth)
        """Whether all units count: then somebody must be kept."""
        self.even = turns + 1
        """No crossing of a thread to either side. More than `turns` to the north count as safe. 0 is a safe unit."""
        self.width = (2 * turns + 3).bit_length() + 1
        """Bits for each unit, and one to spare."""
        places = [self.width * i for i in range(len(units))]
        self.units = [(place, costs.keeping(h), costs.price[h]) for place, h in zip(places, units, strict=True)]
        self.mask = (1 << self.width - 1) - 1
        self.guards = sum(self.mask + 1 << place for place in places)
        """The spare bits."""
        bits = {h: self.mask << place for place, h in zip(places, units, strict=True)}
        self.all = sum(bits.values())
        near = self.banks.near
        self.saves = {h: sum(bits.get(n, 0) for n in (h, *near[h])) for h in costs.worth}
        """For each unit's hex the units that are safe if it is on the way."""
        self.over: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """For each step across threads their places, and the direction."""
        for place, h in zip(places, units, strict=True):
            for step, way in self.banks.threads[h].over.items():
                self.over.setdefault(step, []).append((place, way))
        self.feet = [(place, self.banks.threads[h].foot) for place, h in zip(places, units, strict=True)]
        self.rank = {h: i for i, h in enumerate(self.banks.anchors)}
        self.turn = costs.turn
        self.late_units: list[tuple[int, tuple[list[int], ...], int]] = []
        """The units again, at the prices for late ways, once these are worked out."""
        self.late_steps = 0
        self.still: tuple[dict[tuple[int, int, int], int], ...] = {}, {}
        """What a way must still spend: for each hex, mode, and side of the threads of those who are not safe; then the
        same for late ways."""
        self.steps = 0
        """How many ways have been gone on with."""
        self.heap: list[_Way] = []
        self.best: dict[tuple[int, int, int, int, int], tuple[int, tuple[int, ...]]] = {}
        """For each hex, mode, sides and hexes remembered the best way so far: what it has spent, and its hexes."""
        self.known: dict[tuple[int, int], list[tuple[int, tuple[int, ...], int, int, int]]] = {}
        """For each hex and mode the ways that have been gone on with: the same, the sides, the hexes remembered, and of
        late ways the rank of the hex south of which they must end, else -1."""
        self.marks: dict[int, int] = {}
        """The bit of each hex that is to be remembered."""
        self.kept: dict[int, int] = {}
        """What is remembered in a hex, if that is more than what is remembered everywhere."""
        self.everywhere = 0

    def cheapest(self, memory: Mapping[int, frozenset[int]], most: int) -> tuple[int, tuple[int, ...]] | None:
        """The cheapest front, and what it costs; the first of those that cost the same. None after `most` steps.

        It may use a hex twice, except those of `memory`, as long as the way stays where they are to be remembered.
        """
        self._remember(memory)
        self.heap.clear()
        self.best.clear()
        self.known.clear()
        for h in self.banks.anchors:
            safe, seen = self.saves.get(h, 0), self.marks.get(h, 0)
            self._arrive(_TAIL, self.costs.toll[h], self.all, safe, seen, (), h)
            begun = self._begun(h)
            self._arrive(_LIVE, self.costs.toll[h], begun, safe, seen, (), h)
            self._end(self.costs.toll[h], begun + self._ended(h), safe, (h,))
        while True:
            way = heappop(self.heap)
            bound, path, mode, *_ = way
            if mode == _FRONT:
                if self.rank[path[0]] <= self.rank[path[-1]] or len(set(path)) < len(path):
                    return bound, path
                continue  # its hexes are read from its other end, where another way begins
            late = self.rank[path[0]] >= self.turn
            if (late and self.late_units and self._costs_more(way)) or self._beaten(way):
                continue
            if self.steps == most:
                return None
            self.steps += 1
            self.late_steps += late
            if self.late_steps == MANY and not self.late_units:
                keeping = self.costs.beyond_turn.keeping
                self.late_units = [
                    (place, keeping(h), price) for h, (place, _, price) in zip(self.names, self.units, strict=True)
                ]
            self._go_on(way)

    def _costs_more(self, way: _Way) -> bool:
        """Whether a late way costs more than it seemed before their prices were known; then it waits its turn."""
        bound, path, mode, spent, sides, safe, _ = way
        still = self._least(mode, path[-1], sides & ~safe, late=True)
        if spent + still <= bound:
            return False
        if still < NEVER:
            heappush(self.heap, (spent + still, *way[1:]))
        return True

    def _remember(self, memory: Mapping[int, frozenset[int]]) -> None:
        """Have ways remember some hexes, each where it says."""
        self.marks = {h: 1 << i for i, h in enumerate(memory)}
        self.everywhere = sum(self.marks[x] for x, where in memory.items() if where == self.banks.hexes)
        self.kept = {}
        for x, where in memory.items():
            if not self.everywhere & self.marks[x]:
                for h in where:
                    self.kept[h] = self.kept.get(h, self.everywhere) | self.marks[x]

    def _arrive(self, mode: int, spent: int, sides: int, safe: int, seen: int, path: tuple[int, ...], h: int) -> None:
        """Keep a way for later, a path and one hex more, unless one just like it is no worse."""
        rank = self.rank[path[0] if path else h]
        late = rank >= self.turn
        key = sides & ~safe
        alike = rank if late else -1, h, mode, key, seen
        other = self.best.get(alike)
        if other is not None:
            if other[0] < spent:
                return
            path = (*path, h)
            if other[0] == spent:
                its = other[1]
                if its <= path and self.rank[its[0]] <= rank:
                    return
        else:
            path = (*path, h)
        still = self._least(mode, h, key, late=late)
        if still < NEVER:
            self.best[alike] = spent, path
            heappush(self.heap, (spent + still, path, mode, spent, sides, safe, seen))

    def _least(self, mode: int, h: int, key: int, *, late: bool) -> int:
        """What a way must still spend, worked out once."""
        late = late and bool(self.late_units)
        least, like = self.still[late], (h, mode, key)
        still = least.get(like)
        if still is None:
            still = least[like] = self._still(mode, h, key, late=late)
        return still

    def _beaten(self, way: _Way) -> bool:
        """Whether to drop a way for another to its hex. What beats it costs no more, so that it has had its turn.

        Of two that cost the same, one that begins further south beats none, since it may have to end further south. One
        that costs less does, being the same front from its other end, except late ones, which must.
        """
        _, path, mode, spent, sides, safe, seen = way
        ways = self.known.setdefault((path[-1], mode), [])
        key, guards, unseen, rank = sides & ~safe, self.guards, ~seen, self.rank
        # In place, since this is where the time goes. With each unit's spare bit set, one subtraction compares all the
        # units' sides at once: where a spare bit is gone, that unit is worse off.
        guarded, north = key | guards, rank[path[0]]
        for its_spent, its_path, its_key, its_seen, after in ways:
            if (
                (guarded - its_key) & guards == guards
                and after <= north
                and (its_spent < spent or (its_spent == spent and its_path <= path and rank[its_path[0]] <= north))
                and not its_seen & unseen
            ):
                return True
        ways.append((spent, path, key, seen, north if north >= self.turn else -1))
        return False

    def _go_on(self, way: _Way) -> None:
        """Count a way as a front if it is one, and lengthen it by each hex next to its last."""
        _, path, mode, spent, sides, safe, seen = way
        h = path[-1]
        if mode != _TAIL and h in self.rank and self._may_end(path):
            self._end(spent, sides + self._ended(h) if mode == _LIVE else sides, safe, path)
        marks, kept, everywhere, toll = self.marks, self.kept, self.everywhere, self.costs.toll
        for n in self.banks.near[h]:
            mark = marks.get(n, 0)
            if seen & mark:
                continue
            total, now_seen = spent + toll[n], seen & kept.get(n, everywhere) | mark
            now_sides, now_safe = sides, safe | self.saves.get(n, 0)
            if mode == _LIVE and (h, n) in self.over:
                now_sides, now_safe = self._crossed(sides, now_safe, self.over[h, n])
            self._arrive(mode, total, now_sides, now_safe, now_seen, path, n)
            if n in self.banks.by_edge and mode != _END:
                if mode == _TAIL:
                    now_sides = self._begun(n)
                    self._arrive(_LIVE, total, now_sides, now_safe, now_seen, path, n)
                self._arrive(_END, total, now_sides + self._ended(n), now_safe, now_seen, path, n)

    def _end(self, spent: int, sides: int, safe: int, path: tuple[int, ...]) -> None:
        """Count a way as a front that ends where it is."""
        cost = spent + self._lost(sides & ~safe)
        if cost < NEVER:
            heappush(self.heap, (cost, path, _FRONT, 0, 0, 0, 0))

    def _may_end(self, path: tuple[int, ...]) -> bool:
        """Whether a way may end where it is: a late one only south of its beginning. One hex alone has ended before."""
        begun = self.rank[path[0]]
        return len(path) > 1 and (begun < self.turn or self.rank[path[-1]] > begun)

    def _begun(self, h: int) -> int:
        """The sides of the threads for a way whose front begins where a hex touches the shore."""
        start = self.banks.first[h]
        return sum(self.even + (foot < start) << place for place, foot in self.feet)

    def _ended(self, h: int) -> int:
        """What ending the front where a hex touches the shore adds to the sides of the threads."""
        end = self.banks.last[h]
        return sum(1 << place for place, foot in self.feet if foot >= end)

    def _crossed(self, sides: int, safe: int, over: list[tuple[int, int]]) -> tuple[int, int]:
        """The sides of the threads, and the units that are safe, after a step across some of them."""
        for place, way in over:
            count = sides >> place & self.mask
            if way < 0 and count == 1:
                safe |= self.mask << place
            elif way < 0 or count < 2 * self.even - 1:
                sides += way << place
        return sides, safe

    def _lost(self, key: int) -> int:
        """What the units cost that are beyond a front; `NEVER` if it keeps nobody though somebody must be kept."""
        lost = [price for place, _, price in self.units if key >> place & self.mask > self.even]
        return NEVER if self.everybody and len(lost) == len(self.units) else sum(lost)

    def _still(self, mode: int, h: int, key: int, *, late: bool) -> int:
        """The least that a way still costs. `key` has the sides of the units that are not safe."""
        costs, units = (self.costs.beyond_turn, self.late_units) if late else (self.costs, self.units)
        if mode == _TAIL:
            return costs.to_edge[h]
        further = costs.to_river[h]
        if further >= NEVER:
            return NEVER
        if mode == _END:
            return further + self._lost(key)
        doubtful = []
        for place, keeping, price in units:
            side = (key >> place & self.mask) - self.even + 1
            if side >= 0:
                keep = keeping[min(side, 2)][h]
                if keep > further:
                    doubtful.append((keep, price))
        least = threshold(further, doubtful)
        if self.everybody and len(doubtful) == len(self.units):  # one at least is to be kept
            return max(least, min(doubtful)[0])
        return least
