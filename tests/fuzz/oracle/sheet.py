"""The sheet and the counters as printed: hexes by number, hexsides by their two hexes."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Unit

Hex = str
Pair = tuple[Hex, Hex]
Side = frozenset[str]
"""The features of a hexside, in the words of the map: `road`, `trail`, `stream`, `river`, `bridge` ..."""

NOTHING: Side = frozenset()
WAY = frozenset({"road", "trail"})
WATER = frozenset({"stream", "canal", "river"})

COST = {"clear": 2, "mixed": 4, "grove": 4, "woods": 4, "broken": 6, "rough": 8, "town": 2, "city": 2}
"""The Terrain Key: half Movement Points to enter a hex. A hex without an entry is prohibited."""
CLOSED_TO_VEHICLES = frozenset({"woods", "broken", "rough"})
"""Terrain that vehicles enter only by road or trail (5.24)."""

ROUGH, BROKEN, GROVE, CLEAR = "Rough", "Broken, Town, Woods, Stream", "Grove, Bridge", "Clear, Mixed"
LINES = (ROUGH, BROKEN, GROVE, CLEAR)
"""The lines of the Combat Results Table, the best for the defender first."""
LINE = {
    "clear": CLEAR,
    "mixed": CLEAR,
    "grove": GROVE,
    "woods": BROKEN,
    "broken": BROKEN,
    "rough": ROUGH,
    "town": BROKEN,
    "city": BROKEN,
    "river": GROVE,
}
"""Lines by terrain. A unit in a river hex is on a bridge (11.12 of Remagen)."""

VEHICLES = frozenset({"armor", "mechanized", "reconnaissance", "sp-artillery"})
GUNS = frozenset({"artillery", "sp-artillery", "airborne-artillery"})
COMPASS = ("north", "east", "south", "west")


class Counter(NamedTuple):
    """A counter: the values printed on it, and its side."""

    id: str
    side: int
    kind: str
    formation: str
    attack: int
    defense: int
    barrage: int
    fpf: int
    range: int
    allowance: int
    """Movement Points."""

    @property
    def is_gun(self) -> bool:
        """True if it fights as artillery (8.0)."""
        return self.kind in GUNS

    @property
    def is_vehicle(self) -> bool:
        """True if 5.24 limits it to roads."""
        return self.kind in VEHICLES

    @property
    def fire(self) -> int:
        """The Strength that it adds to an attack."""
        return self.barrage if self.is_gun else self.attack


class OracleSheet(NamedTuple):
    """A map sheet."""

    terrain: Mapping[Hex, str]
    """Terrain of each hex of the map; a hex that is missing is off the map."""
    around: Mapping[Hex, tuple[Hex, ...]]
    """The six neighbors of each hex, clockwise from the top of the sheet; empty where the map ends."""
    near: Mapping[Hex, tuple[Hex, ...]]
    """The neighbors of each hex that are on the map."""
    sides: Mapping[Pair, Side]
    """Printed features of the hexside between two adjacent hexes, in either order."""
    reaches: Mapping[Hex, tuple[Hex, ...]]
    """The neighbors of each hex that are not barred from it as printed (`is_barred`)."""
    leaving: Mapping[Hex, Side]
    """Hexes at which a road or trail leaves the map."""
    bridges: Mapping[Pair, str]
    """Kinds of bridges that the file names, by hexside, the lower hex first."""
    edges: Mapping[str, tuple[Hex, ...]]
    """The hexes along the mapedge at each compass point, in order."""
    areas: Mapping[str, tuple[Hex, ...]]
    entries: Mapping[str, tuple[Hex, ...]]
    places: Mapping[str, tuple[Hex, ...]]

    def printed(self, a: Hex, b: Hex) -> Side:
        """Return the printed features of the hexside between two adjacent hexes."""
        return self.sides.get((a, b), NOTHING)

    def within(self, centers: Iterable[Hex], hexes: int) -> frozenset[Hex]:
        """Return the hexes of the map at most `hexes` away from one of the centers."""
        found = list(centers)
        return frozenset(h for h in self.terrain if any(distance(h, center) <= hexes for center in found))


def is_barred(a: str, b: str, side: Side) -> bool:
    """Return True if zones, attacks and retreats stop at a hexside: an unbridged river (6.33, 7.72).

    Units enter and leave a river hex only by the road of a bridge (11.12 of Remagen).
    """
    if "river" in (a, b) and not side & WAY:
        return True
    return "river" in side and "bridge" not in side


@lru_cache(maxsize=1 << 18)
def distance(a: Hex, b: Hex) -> int:
    """Return the distance in hexes, not counting the first hex (8.12)."""
    (x1, y1), (x2, y2) = _column_and_depth(a), _column_and_depth(b)
    across, down = abs(x1 - x2), abs(y1 - y2)
    return across + max(0, (down - across) // 2)  # each step across also goes half a hex up or down


def _column_and_depth(h: Hex) -> tuple[int, int]:
    """Return the column, and the depth of a hex in half hexes: even columns are half a hex lower."""
    column, row = int(h[:2]), int(h[2:])
    return column, 2 * row + (column % 2 == 0)


def _hexes_around(h: Hex) -> list[Hex]:
    """Return the six hexes around a hex, clockwise from the top, whether or not they are on the sheet."""
    column, row = int(h[:2]), int(h[2:])
    up, down = (row - 1, row) if column % 2 else (row, row + 1)
    around = ((column, row - 1), (column + 1, up), (column + 1, down), (column, row + 1))
    return [f"{c:02}{r:02}" for c, r in (*around, (column - 1, down), (column - 1, up))]


@lru_cache(maxsize=16)
def sheet_of(board: Board) -> OracleSheet:
    """Return the sheet of a board from its file."""
    numbers = board.grid.numbers
    terrain = {numbers[h]: kind.name.lower() for h, kind in enumerate(board.terrain) if kind is not Terrain.NONE}
    around = {h: tuple(n if n in terrain else "" for n in _hexes_around(h)) for h in terrain}

    def named(hexes: Iterable[int]) -> tuple[Hex, ...]:
        return tuple(numbers[h] for h in hexes)

    leaving: dict[Hex, Side] = {}
    for word, paths in (("road", board.roads), ("trail", board.trails)):
        for path in paths:
            ends = zip(path.off_map, (path.hexes[0], path.hexes[-1]), strict=True)
            for h in named(h for leaves, h in ends if leaves):
                leaving[h] = leaving.get(h, NOTHING) | {word}
    sides, near = _hexside_features(board), {h: tuple(n for n in row if n) for h, row in around.items()}

    def open_to(h: Hex) -> tuple[Hex, ...]:
        return tuple(n for n in near[h] if not is_barred(terrain[h], terrain[n], sides.get((h, n), NOTHING)))

    return OracleSheet(
        terrain=terrain,
        around=around,
        near=near,
        sides=sides,
        reaches={h: open_to(h) for h in near},
        leaving=leaving,
        bridges={_sorted_pair(named(bridge.pair)): bridge.kind for bridge in board.bridges},
        edges=_map_edges(board, terrain),
        areas={name: named(hexes) for name, hexes in board.areas.items()},
        entries={name: named(hexes) for name, hexes in board.entries.items()},
        places={place.name: named(place.hexes) for place in board.places},
    )


def _hexside_features(board: Board) -> dict[Pair, Side]:
    """Return the features of each hexside. A road or trail across water makes a bridge (a ruling)."""
    numbers = board.grid.numbers
    lines: list[tuple[str, int, int]] = []
    for word, paths in (("road", board.roads), ("trail", board.trails), ("railway", board.railways)):
        lines += [(word, a, b) for path in paths for a, b in zip(path.hexes, path.hexes[1:], strict=False)]
    waters = (("stream", board.streams), ("canal", board.canals), ("river", board.rivers), ("ferry", board.ferries))
    for word, chains in waters:
        lines += [(word, a, b) for chain in chains for a, b in chain.pairs]
    lines += [("bridge", *bridge.pair) for bridge in board.bridges]
    sides: dict[Pair, Side] = {}
    for word, a, b in lines:
        side = sides.get((numbers[a], numbers[b]), NOTHING) | {word}
        if side & WAY and side & WATER:
            side |= {"bridge"}
        sides[numbers[a], numbers[b]] = sides[numbers[b], numbers[a]] = side
    return sides


def _map_edges(board: Board, terrain: Mapping[Hex, str]) -> dict[str, tuple[Hex, ...]]:
    """Return the four mapedges; `north` is the side of the sheet where north is."""
    turn = ("top", "right", "bottom", "left").index(board.north)
    grid, first = board.grid, min(int(h[:2]) for h in terrain)
    found: dict[str, list[Hex]] = {name: [] for name in COMPASS}
    for h in terrain:
        column, row = int(h[:2]), int(h[2:])
        last = grid.above + (grid.odd_rows if column % 2 else grid.even_rows)
        # top, right, bottom, left of the sheet, or of the part of it
        on = (row == grid.above + 1, column == grid.left + grid.columns, row == last, column == first)
        for i, name in enumerate(COMPASS):
            if on[(i + turn) % 4]:
                found[name].append(h)
    return {name: tuple(hexes) for name, hexes in found.items()}


def _sorted_pair(pair: tuple[Hex, ...]) -> Pair:
    a, b = sorted(pair)
    return a, b


def counters_of(scenario: Scenario) -> dict[str, Counter]:
    """Return the counters of a scenario by id."""
    return {unit.id: _counter_of_unit(unit) for unit in scenario.units}


def _counter_of_unit(unit: Unit) -> Counter:
    s = unit.strength
    return Counter(
        unit.id,
        unit.side,
        str(unit.kind),
        unit.formation,
        s.attack,
        s.defense,
        s.barrage,
        s.fpf,
        s.range,
        s.movement,
    )
