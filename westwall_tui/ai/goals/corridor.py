"""The corridor of Arnhem: the road from the entry to the last bridge, its gate, and the chances of lines along it.

The enemy could always close a line of forty hexes somewhere. Therefore each hex that the enemy could close lowers a
line's chance to live, and a picket is worth the chance that it restores. The corridor may have gaps.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import exp

from westwall_tui.ai.goals.base import distances_to
from westwall_tui.engine.loops import FAR, FlatGround, Position, land_of
from westwall_tui.engine.terrain import Hexside

SAFE, CLOSED, HELD = 0, 20, 40
"""The risk that a hex adds to a line, in steps of `STEP`: free, closed by the enemy, held by the enemy."""
STEP, MOST = 0.025, 100
ALIVE = (*(round(exp(-STEP * risk), 6) for risk in range(MOST + 1)), 0.0)
"""The chance of a line to live by the sum of its risks; 0 beyond `MOST`. Rounded, so that every machine agrees."""
PACE, WATCHED = 8, 6
"""In choosing the road: the cost of half a Movement Point, and the distance from Germans within which it rises."""
REPAIR = 20
"""In choosing the road: the half Movement Points for a blown canal bridge, which takes the Engineer a turn (13.1)."""
MOST_KNOWN = 1024
"""Maximum number of lines in the cache."""


class Corridor:
    """The road of a side from its entry hexes north, over the bridges that still stand."""

    def __init__(self, land: FlatGround, entry: Sequence[int], north: Collection[int], road: Sequence[int]) -> None:
        """Take the hexes beyond the river that count (`north`), and the road as far as it leads there (`road_of`)."""
        self.land, self.entry, self.north, self.road = land, tuple(entry), frozenset(north), tuple(road)
        self.left = {h: len(self.road) - 1 - i for i, h in enumerate(self.road)}
        crossing = next((i for i, h in enumerate(self.road) if h in self.north), -1)
        self.gate = self.road[crossing - 1] if crossing > 0 else -1
        """The last hex before the river, which every line across the river passes."""
        self.far_bank = self.road[crossing] if crossing > 0 else -1
        self.beyond = self.left[self.far_bank] if crossing > 0 else 0
        """The number of road hexes beyond the river."""
        self.ring = tuple(n for n in land.zone[self.gate]) if self.gate >= 0 else ()
        """The hexes from which the gate is attacked; an enemy that holds or controls them closes it (Arnhem 11.2)."""
        self.posts = frozenset(n for n in land.zone[self.far_bank] if n in self.north) if crossing > 0 else frozenset()
        """The hexes from which an enemy beyond the river closes the crossing."""
        ways, hexside = int(Hexside.WAY), land.ground.hexside
        on_way = [any(int(hexside(h, n)) & ways for n in land.around[h]) for h in range(land.size)]
        self.by_road = [[n for n in land.ground.along[h] if on_way[n]] for h in range(land.size)]
        """By hex, the neighbors from which a line by road or trail may enter."""
        self._whole_map = _as_number([True] * land.size)
        self._on_way = _as_number(on_way[h] or h in self.entry for h in range(land.size))
        self._around: dict[tuple[int, int], int] = {}
        self._known: dict[tuple[int, int], list[float]] = {}
        goals = [(h, max(left - self.beyond, 0)) for h, left in self.left.items()]
        self.to_river = [land.flood(way, goals, None) for way in land.ways]
        """By way of moving and by hex, the half Movement Points along the road to the far bank."""
        self.near = distances_to(land, self.road)
        """The distance of each hex from the road."""

    def first_gap(self, position: Position, foe: int) -> int:
        """Return the first hex of the road, from the entry, that the enemy closes; -1 if the road is open."""
        zones, at, owner = position.zones[foe], position.at, position.side
        for h in self.road:
            unit = at[h]
            if unit >= 0:
                if owner[unit] == foe:
                    return h
            elif zones[h]:
                return h
        return -1

    def risks(self, position: Position, foe: int, exposed: Iterable[int], price: int) -> bytearray:
        """Return the risk of each hex to a line.

        For the `exposed` hexes, which the enemy could close next, it is `price`.
        """
        owner, zone = position.side, self.land.zone
        found = bytearray(exposed).translate(bytes((SAFE, *[price] * 255)))
        for unit, h in enumerate(position.where):
            if h >= 0 and owner[unit] == foe:
                for n in zone[h]:
                    found[n] = CLOSED
        for unit, h in enumerate(position.where):
            if h >= 0:
                found[h] = HELD if owner[unit] == foe else SAFE
        return found

    def by_land(self, risk: Sequence[int]) -> Sequence[float]:
        """Return each hex's chance of a line by road or trail (17.31).

        The list is shared and must not be changed.
        """
        return self._likely_lines(-1, self._on_way, risk, self.by_road, self.entry)

    def by_air(self, risk: Sequence[int], zone: int, reach: int) -> Sequence[float]:
        """Return each hex's chance of a line of about `reach` hexes to a drop zone (17.32); see `by_land`."""
        inside = self._around.get((zone, reach))
        if inside is None:
            row = self.land.distance(zone)
            inside = self._around[zone, reach] = _as_number(row[h] < reach for h in range(self.land.size))
        return self._likely_lines(zone * FAR + reach, inside, risk, self.land.ground.dry, (zone,))

    def _likely_lines(
        self, net: int, inside: int, risk: Sequence[int], ways: Sequence[Sequence[int]], goals: Sequence[int]
    ) -> Sequence[float]:
        """Return the lines of a net, cached by the risks of the net's own hexes, because most moves are elsewhere."""
        own = int.from_bytes(bytes(risk), "little") & inside
        found = self._known.get((net, own))
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            taken = (own | (self._whole_map ^ inside)).to_bytes(
                self.land.size, "little"
            )  # hexes outside the net get 255
            found = self._known[net, own] = _likeliest_lines(ways, goals, taken)
        return found


def _as_number(hexes: Iterable[bool]) -> int:
    """Return a set of hexes as one number with a byte for each hex, which is quick to intersect and to compare."""
    return int.from_bytes(bytes([255 * here for here in hexes]), "little")


@lru_cache(maxsize=32)
def road_of(land: FlatGround, entry: tuple[int, ...], end: frozenset[int], foes: frozenset[int]) -> tuple[int, ...]:
    """Return the best road for vehicles from the entry to the end, or as near as it leads; else the longest.

    It may lead over canal bridges that are blown, because the Engineer can repair them.
    """
    if not entry:
        return ()
    toll = [max(WATCHED - near, 0) for near in distances_to(land, tuple(sorted(foes)))]
    came = dict.fromkeys(entry, -1)
    cost = dict.fromkeys(came, 0)
    todo = [(0, h) for h in came]
    off, roads = distances_to(land, tuple(sorted(end))), _road_steps(land)
    far, last = FAR, -1
    while todo:
        spent, h = heappop(todo)
        if spent > cost[h]:
            continue
        away = off[h] if end else FAR - spent
        if away < far or last < 0:
            far, last = away, h
        if not away:
            break
        for n, step in roads[h]:
            total = spent + PACE * step + toll[n]
            if total < cost.get(n, FAR):
                cost[n], came[n] = total, h
                heappush(todo, (total, n))
    path = [last]
    while came[path[-1]] >= 0:
        path.append(came[path[-1]])
    return tuple(path[::-1])


def broken_of(land: FlatGround, road: Sequence[int]) -> list[tuple[int, int]]:
    """Return the hexes on both sides of each blown bridge of a road, from the entry on."""
    return [(a, b) for a, b in pairwise(road) if _is_broken(int(land.ground.hexside(a, b)))]


def _is_broken(side: int) -> bool:
    return bool(side & int(Hexside.WATER)) and not side & int(Hexside.BRIDGE)


@lru_cache(maxsize=8)
def _road_steps(land: FlatGround) -> list[list[tuple[int, int]]]:
    """Return, by hex, the adjacent hexes by road for vehicles, and their cost in half Movement Points."""
    whole = land_of(land.board, ())
    road, canal = int(Hexside.ROAD), int(Hexside.CANAL)
    found: list[list[tuple[int, int]]] = []
    for h, steps in enumerate(whole.steps[1]):
        row = []
        for n, step in steps:
            side = int(land.ground.hexside(h, n))
            if _is_broken(side):
                if side & canal and int(whole.ground.hexside(h, n)) & road:
                    row.append((n, step + REPAIR))
            elif side & road:
                row.append((n, step))
        found.append(row)
    return found


@lru_cache(maxsize=4)
def corridor_of(land: FlatGround, entry: tuple[int, ...], north: frozenset[int], road: tuple[int, ...]) -> Corridor:
    """Return the corridor along a road, cached because every order needs the corridor and the road seldom changes."""
    return Corridor(land, entry, north, road)


def _likeliest_lines(ways: Sequence[Sequence[int]], goals: Sequence[int], taken: bytes) -> list[float]:
    """Return the likeliest lines to the goals, found backward hex by hex in the order of their losses.

    `taken` has the risk of each hex; more than `MOST` where no line may lead.
    """
    cost = bytearray([MOST + 1]) * len(taken)
    buckets: list[list[int]] = [[] for _ in range(MOST + 1)]
    for h in goals:
        if taken[h] < cost[h]:
            cost[h] = taken[h]
            buckets[taken[h]].append(h)
    for spent, bucket in enumerate(buckets):
        for h in bucket:
            if cost[h] != spent:
                continue
            for n in ways[h]:
                total = spent + taken[n]
                if total < cost[n]:
                    cost[n] = total
                    buckets[total].append(n)
    return list(map(ALIVE.__getitem__, cost))


@lru_cache(maxsize=8)
def zone_marks(land: FlatGround) -> list[int]:
    """Return each hex with its zone as one number with a byte for each hex, so that sets of hexes are quick to join."""
    return [sum(1 << 8 * n for n in {h, *land.zone[h]}) for h in range(land.size)]
