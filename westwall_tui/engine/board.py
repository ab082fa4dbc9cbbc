"""The board: terrain by hex, features by hexside, and named places; immutable, and shared by all games on it.

`Board` describes the printed map. `Ground` is compiled from the map for play: Movement Point costs, the extent of Zones
of Control and attacks, the hexes into which units may retreat. If a bridge is blown or laid during a game, another
`Ground` takes its place.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeVar

from westwall_tui.engine.hexgrid import EDGES, NOWHERE, HexGrid, opposite
from westwall_tui.engine.records import Record
from westwall_tui.engine.terrain import ROAD_COST, STREAM_COST, TERRAIN_KEY, TRAIL_COST, Hexside, Terrain


class Path(Record):
    """A named line of hexes (road, trail, railway); `off_map` says for each end whether it leaves the map."""

    name: str
    hexes: tuple[int, ...]
    off_map: tuple[bool, bool] = (False, False)


class Hexsides(Record):
    """A named chain of hexsides (stream, canal, river, line), each a pair of hexes."""

    name: str
    pairs: tuple[tuple[int, int], ...]


class Bridge(Record):
    """A bridge that the board lists: rail, canal or highway."""

    kind: str
    pair: tuple[int, int]


class Place(Record):
    """A name on the map."""

    name: str
    kind: str
    hexes: tuple[int, ...]


FOOT, WHEELS = 0, 1
"""The two ways of moving. `WHEELS` is for the kinds of units that 5.24 ties to roads."""


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A map sheet."""

    name: str
    grid: HexGrid
    terrain: tuple[Terrain, ...]
    roads: tuple[Path, ...] = ()
    trails: tuple[Path, ...] = ()
    railways: tuple[Path, ...] = ()
    streams: tuple[Hexsides, ...] = ()
    canals: tuple[Hexsides, ...] = ()
    rivers: tuple[Hexsides, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    ferries: tuple[Hexsides, ...] = ()
    places: tuple[Place, ...] = ()
    areas: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """A named set of hexes that rules mention, such as a river bank or the land beyond a line."""
    entries: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    boundaries: Mapping[str, Hexsides] = field(default_factory=dict)
    metres: int = 1000
    """The width of a hex, from hexside to hexside."""
    north: str = "top"
    """The side of the sheet that faces north: `top`, `right`, `bottom` or `left`."""
    source: str = ""
    """The map's source, for credits."""
    outside: frozenset[str] = frozenset()
    """For a part of a sheet: the sheet's numbers of hexes, and names of places and lines, that are not in the part."""

    @cached_property
    def by_number(self) -> Mapping[str, int]:
        """The hexes of the map by printed number."""
        return {number: h for h, number in enumerate(self.grid.numbers) if self.terrain[h] is not Terrain.NONE}

    def __repr__(self) -> str:
        return f"<Board of {len(self.by_number)} hexes>"

    def hex(self, number: int | str) -> int:
        """Return the index of a hex, given its printed number or index.

        Raises `ValueError` for a hex off the map, `TypeError` for anything else.
        """
        if not isinstance(number, str):
            return self._hex_at(number)
        if number in self.outside:
            raise ValueError(f"{number} is outside the part of the map that this scenario uses")
        h = self.grid.parse(number)
        if self.terrain[h] is Terrain.NONE:
            raise ValueError(f"there is no hex {number!r} on this map")
        return h

    def _hex_at(self, index: int) -> int:
        if isinstance(index, bool) or not isinstance(index, int):
            raise TypeError(
                f"name a hex by its printed number in quotes, such as '0101', or by its index, not {index!r:.60}"
            )
        if not 0 <= index < len(self.terrain):
            raise ValueError(f"there is no hex with the index {index}; by its printed number it would be '{index:04}'")
        return index

    def number(self, h: int) -> str:
        """Return the printed number of a hex."""
        return self.grid.numbers[h]

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The features of each hex's six hexsides, as plain numbers, because flags of `enum` are slow.

        A road or trail over water makes a bridge, even if the board file names none.
        """
        table = [[0] * 6 for _ in range(len(self.grid))]

        def mark(a: int, b: int, what: int) -> None:
            d = self.grid.direction(a, b)
            table[a][d] |= what
            table[b][opposite(d)] |= what

        for what, paths in ((Hexside.ROAD, self.roads), (Hexside.TRAIL, self.trails), (Hexside.RAILWAY, self.railways)):
            for path in paths:
                for a, b in zip(path.hexes, path.hexes[1:], strict=False):
                    mark(a, b, int(what))
        features = (
            (Hexside.STREAM, self.streams),
            (Hexside.CANAL, self.canals),
            (Hexside.RIVER, self.rivers),
            (Hexside.FERRY, self.ferries),
        )
        for what, chains in features:
            for chain in chains:
                for a, b in chain.pairs:
                    mark(a, b, int(what))
        for bridge in self.bridges:
            mark(*bridge.pair, _BRIDGE)
        return tuple(
            tuple([side | _BRIDGE if side & _WATER and side & _WAY else side for side in row]) for row in table
        )

    @cached_property
    def hexsides(self) -> tuple[tuple[Hexside, ...], ...]:
        """The features of `sides` as flags."""
        flags = {side: Hexside(side) for side in dict.fromkeys(side for row in self.sides for side in row)}
        return tuple(tuple([flags[side] for side in row]) for row in self.sides)

    def hexside(self, a: int, b: int) -> Hexside:
        """Return the features between two adjacent hexes."""
        return Hexside(self.sides[a][self.grid.direction(a, b)])

    @cached_property
    def leaving(self) -> Mapping[int, Hexside]:
        """The hexes where a road or trail leaves the map."""
        found: dict[int, Hexside] = {}
        for what, paths in ((Hexside.ROAD, self.roads), (Hexside.TRAIL, self.trails)):
            for path in paths:
                for leaves, h in zip(path.off_map, (path.hexes[0], path.hexes[-1]), strict=True):
                    if leaves:
                        found[h] = found.get(h, Hexside.NOTHING) | what
        return found

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The name of each hex: a town or village if there is one, otherwise any other place."""
        found: dict[int, str] = {}
        rank = {"town": 0, "village": 1}
        for place in sorted(self.places, key=lambda p: rank.get(p.kind, 2)):
            for h in place.hexes:
                found.setdefault(h, place.name)
        return found

    def describe(self, h: int) -> str:
        """Return a hex with its name: `1317 Bastogne`, or the number alone."""
        name = self.names.get(h)
        return f"{self.number(h)} {name}" if name else self.number(h)

    @cached_property
    def playable(self) -> tuple[int, ...]:
        """The hexes where units can be."""
        return tuple(h for h, t in enumerate(self.terrain) if t in TERRAIN_KEY)

    @cached_property
    def first_column(self) -> int:
        """The first column with hexes; in part of a sheet, an empty column precedes a first column that is even."""
        return min(
            (c for h, (c, _) in enumerate(self.grid.positions) if self.terrain[h] is not Terrain.NONE), default=1
        )

    @cached_property
    def _edges(self) -> Mapping[str, tuple[int, ...]]:
        turn = ("top", "right", "bottom", "left").index(self.north)
        columns, rows = self.grid.columns, self.grid.rows
        first = self.first_column
        on_edges = [
            (h, (r == 1, c == columns, r == rows(c), c == first))
            for h, (c, r) in enumerate(self.grid.positions)
            if self.terrain[h] is not Terrain.NONE
        ]
        return {name: tuple(h for h, on_edge in on_edges if on_edge[(i + turn) % 4]) for i, name in enumerate(EDGES)}

    def edge(self, name: str) -> tuple[int, ...]:
        """Return the hexes along the mapedge with this name, a compass point. Raises `KeyError`."""
        return self._edges[name]

    @cached_property
    def ground(self) -> "Ground":
        """The printed ground, with all bridges."""
        return Ground(self)

    def ground_with(self, changes: "Changes") -> "Ground":
        """Return the ground with changed hexsides. The latest grounds are cached, because they are needed again.

        The ground differs from the printed one only next to the changes. Threads share boards, therefore the mapping
        that caches grounds never changes: a copy with the new ground replaces it.
        """
        if not changes:
            return self.ground
        kept: dict[Changes, Ground] = self.__dict__.get("_grounds", {})
        found = kept.get(changes)
        if found is None:
            found = Ground(self, changes, self.ground)
            self.__dict__["_grounds"] = dict([*kept.items()][1 - KEPT :]) | {changes: found}
        return found


# Plain numbers, because flags of `enum` are slow and a board has thousands of hexsides.
_ROAD, _TRAIL, _WATER, _RIVER = int(Hexside.ROAD), int(Hexside.TRAIL), int(Hexside.WATER), int(Hexside.RIVER)
_BRIDGE, _FERRY, _WAY = int(Hexside.BRIDGE), int(Hexside.FERRY), int(Hexside.WAY)

KEPT = 64
"""The maximum number of compiled grounds that a board caches: more than a game and its playouts use."""


Changes = tuple[tuple[int, int, int], ...]
"""Hexsides that differ from the printed map, sorted: the two hexes, the lower first, and the `Hexside` as a number."""


@cache
def _entry_cost(terrain: Terrain, side: int, way: int) -> int | None:
    """Return the half Movement Points to enter a terrain across a hexside, or None if it is prohibited (5.2)."""
    if side & _ROAD:
        return ROAD_COST
    if side & _TRAIL:
        return TRAIL_COST
    entry = TERRAIN_KEY[terrain]
    if way == WHEELS and (not entry.vehicles or side & _WATER):
        return None
    if side & _WATER and not side & _BRIDGE:
        if side & _RIVER and not side & _FERRY:
            return None
        return entry.cost + STREAM_COST
    return entry.cost


Row = TypeVar("Row")
Hexes = tuple[int, ...]
Links = tuple[tuple[int, int], ...]
"""Hexes, each with a number, such as a cost."""


class Ground:
    """The board compiled for play; in its tables hexes are indices, and costs are half Movement Points."""

    def __init__(self, board: Board, changes: Changes = (), printed: "Ground | None" = None) -> None:
        """Compile a board with changed hexsides, such as a blown or laid bridge.

        `printed` is the ground without the changes, from which all rows are copied that the changes do not affect.
        """
        self.board = board
        self._printed = printed
        self._changed = {pair: side for a, b, side in changes for pair in ((a, b), (b, a))}
        self._beside = tuple(dict.fromkeys(a for a, _ in self._changed))
        """The hexes next to the changes."""
        self._links: dict[tuple[int, int], tuple[int, int]] = {}
        """Each pair of numbers in the tables so far, so that equal pairs are one object and need less memory."""
        self.around: Sequence[Links] = self._table(self._links_of, lambda ground: ground.around)
        """By hex: the adjacent hexes that units can enter, with the hexside between as a plain number."""
        self.steps: tuple[Sequence[Links], Sequence[Links]] = self._steps(FOOT), self._steps(WHEELS)
        """By way of moving and hex: the hexes that units can enter from there, with their cost (5.2)."""
        self.zone: Sequence[Hexes] = self._table(
            lambda h: tuple([n for n, side in self.around[h] if not side & _RIVER or side & _BRIDGE]),
            lambda ground: ground.zone,
        )
        """The hexes into which a unit's Zone of Control and attacks extend, not over unbridged rivers (6.31, 6.33)."""
        self._links.clear()

    def _table(
        self, row: Callable[[int], Row], same: "Callable[[Ground], Sequence[Row]]", hexes: Iterable[int] = ()
    ) -> tuple[Row, ...]:
        """Compute a table with a row for each hex.

        In a changed ground only the rows of `hexes` (default: next to the changes) are computed again. All other rows
        are copied from the same table of the printed ground, which `same` returns.
        """
        if self._printed is None:
            return tuple([row(h) for h in range(len(self.board.grid))])
        rows = list(same(self._printed))
        for h in hexes or self._beside:
            rows[h] = row(h)
        return tuple(rows)

    def hexside(self, a: int, b: int) -> Hexside:
        """Return the present features between two adjacent hexes."""
        return Hexside(self.features(a, b))

    def features(self, a: int, b: int) -> int:
        """Return `hexside` as a plain number, for loops."""
        changed = self._changed.get((a, b))
        return self.board.sides[a][self.board.grid.neighbors[a].index(b)] if changed is None else changed

    def _sides(self, h: int) -> tuple[int, ...]:
        """Return the present features of a hex's six hexsides."""
        printed = self.board.sides[h]
        if h not in self._beside:
            return printed
        neighbors = self.board.grid.neighbors[h]
        return tuple([self._changed.get((h, n), side) for n, side in zip(neighbors, printed, strict=True)])

    def _links_of(self, h: int) -> Links:
        """Return a hex's row of `around`; units enter and leave river hexes only over a bridge."""
        terrain, none, river, link = self.board.terrain, Terrain.NONE, Terrain.RIVER, self._links.setdefault
        if terrain[h] is none:
            return ()
        wet = terrain[h] is river
        return tuple(
            [
                link(pair, pair)
                for pair in zip(self.board.grid.neighbors[h], self._sides(h), strict=True)
                if pair[0] != NOWHERE
                and (kind := terrain[pair[0]]) is not none
                and (not (wet or kind is river) or pair[1] & _WAY)
            ]
        )

    def _steps(self, way: int) -> Sequence[Links]:
        terrain, link = self.board.terrain, self._links.setdefault
        entered: dict[tuple[int, int], tuple[int, int] | None] = {}
        """By adjacent hex and hexside: the step there, or None if it is prohibited."""

        def enter(pair: tuple[int, int]) -> tuple[int, int] | None:
            cost = _entry_cost(terrain[pair[0]], pair[1], way)
            step = None if cost is None else (pair[0], cost)
            entered[pair] = step and link(step, step)
            return entered[pair]

        def row(h: int) -> Links:
            steps = [entered[pair] if pair in entered else enter(pair) for pair in self.around[h]]
            return tuple([step for step in steps if step is not None])

        return self._table(row, lambda ground: ground.steps[way])

    @cached_property
    def retreat(self) -> tuple[Sequence[Hexes], Sequence[Hexes]]:
        """By way of moving and hex: the hexes into which a unit may retreat or advance; never over a river (7.72)."""
        return self._retreat(FOOT), self._retreat(WHEELS)

    def _retreat(self, way: int) -> Sequence[Hexes]:
        steps, zone = self.steps[way], self.zone

        def row(h: int) -> Hexes:
            found = tuple([n for n, _ in steps[h] if n in zone[h]])
            return zone[h] if found == zone[h] else found

        return self._table(row, lambda ground: ground.retreat[way])

    @cached_property
    def dry(self) -> tuple[tuple[int, ...], ...]:
        """By hex: the adjacent hexes without unbridged water between, for Lines of Communication."""
        return self._table(
            lambda h: tuple([n for n, side in self.around[h] if not side & _WATER or side & _BRIDGE]),
            lambda ground: ground.dry,
        )

    @cached_property
    def along(self) -> tuple[tuple[int, ...], ...]:
        """By hex: the `dry` hexes from which a line along roads and trails may come (17.31 of Arnhem).

        A line leaves a hex with a road by road, a hex with a trail by trail or road, and any other hex freely.
        """
        follows: dict[int, int] = {}
        """By hex: the roads or trails that a line must follow there; 0 for none."""

        def follow(h: int) -> int:
            a, b, c, d, e, f = self._sides(h)
            there = a | b | c | d | e | f
            follows[h] = _ROAD if there & _ROAD else there & _WAY
            return follows[h]

        def row(n: int) -> tuple[int, ...]:
            dry = [(h, side) for h, side in sorted(self.around[n]) if not side & _WATER or side & _BRIDGE]
            ways = [(h, side, follows[h] if h in follows else follow(h)) for h, side in dry]
            return tuple([h for h, side, way in ways if not way or side & way])

        neighbors = self.board.grid.neighbors
        near = dict.fromkeys(n for h in self._beside for n in (h, *neighbors[h]) if n != NOWHERE)
        return self._table(row, lambda ground: ground.along, near)

    @cached_property
    def standing(self) -> tuple[frozenset[int], frozenset[int]]:
        """By way of moving: the hexes where a unit can be. A vehicle needs open ground or a road (5.24)."""
        on_foot = frozenset(h for h, steps in enumerate(self.steps[FOOT]) if steps)
        on_wheels = frozenset(n for steps in self.steps[WHEELS] for n, _ in steps)
        return on_foot, on_wheels | frozenset(self.board.leaving)

    def edge_cost(self, h: int, way: int) -> int | None:
        """Return the half Movement Points to enter the map at a mapedge hex, or to exit there; None if prohibited."""
        return self._edge_costs[way][h]

    @cached_property
    def _edge_costs(self) -> tuple[tuple[int | None, ...], ...]:
        if self._printed is not None:
            return self._printed._edge_costs
        hexes = range(len(self.board.grid))
        return tuple(tuple(self._edge_cost(h, way) for h in hexes) for way in (FOOT, WHEELS))

    def _edge_cost(self, h: int, way: int) -> int | None:
        leaving = self.board.leaving.get(h)
        if leaving:
            return ROAD_COST if leaving & Hexside.ROAD else TRAIL_COST
        entry = TERRAIN_KEY.get(self.board.terrain[h])
        if entry is None or (way == WHEELS and not entry.vehicles):
            return None
        return entry.cost
