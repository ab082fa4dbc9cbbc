"""Placement of the names of places and waters, by one rule for the map and the overview.

Objectives come first, then cities, towns and villages. Of eight spots around its place, a name takes the free one that
covers the fewest ways and waters. If an objective has no free spot, a line leads to its name; any other place stays
without a name. A name keeps its last spot as long as no letter is covered there.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple, Protocol

from westwall_tui.engine.board import Board, Place
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.sheet.canvas import Water
from westwall_tui.ui.map.sheet.printed import TOWNS

BARE = frozenset(("", "grid", "rail", "mixed", "grove", "woods", "broken", "rough"))
"""Roles of open ground, its signs, and railways. Names cover these roles first."""
TOWN_SIGNS = frozenset(("town", "town_road"))
"""Roles of town signs."""
UNDER_LINE = BARE | {"trail", "line"}
"""Roles that a line to a name may cover. Roads and waters stay visible."""
BANKS = int(Hexside.RIVER | Hexside.CANAL)
"""Waters that a name may not have between itself and its place."""
LINE = 2
"""The number of columns that count as much as one line when measuring distances."""
AWAY = 10
"""The maximum distance in hexes between a name and its place, on the same bank."""
LONG, LONGEST = 5, 12
"""The maximum number of lines of cells that a line to a name crosses: usually, and if there is no other room."""


class Sight(NamedTuple):
    """A window on a sheet, in cells, and the part of the window that a box hides."""

    left: int
    top: int
    right: int
    bottom: int
    hidden: tuple[int, int, int, int] = (0, 0, 0, 0)
    """The left, top, right and bottom of the box."""

    def holds(self, spot: Spot, length: int = 1) -> bool:
        """Return True if a whole text is in the window, and the box neither covers nor touches it."""
        x, y = spot
        left, top, right, bottom = self.hidden
        inside = self.left <= x and x + length <= self.right and self.top <= y < self.bottom
        return inside and not (top <= y < bottom and x <= right and left <= x + length)


class Sheet(Protocol):
    """A sheet on which names are written."""

    board: Board
    spared: frozenset[str]
    """Roles that no name covers. The name of an objective may touch them if there is no other room."""
    numbered: bool
    """True if the sheet's hexes may show the numbers of a reach."""
    tiny: bool
    """True if the sheet's hexes are too small to show which town a name is nearest to."""

    def roles_of(self, spot: Spot, length: int) -> Sequence[str]:
        """Return the roles of `length` adjacent cells, or fewer at the sheet's edge."""

    def owners(self, spot: Spot, length: int) -> Sequence[int]:
        """Return the hexes to which adjacent cells belong."""

    def sign_of(self, h: int) -> Sequence[Spot]:
        """Return the cells of the sign of a town."""

    def counter_of(self, h: int) -> Sequence[Spot]:
        """Return the cells of a counter, line by line."""

    def line_columns(self, h: int) -> Sequence[int]:
        """Return the columns in which a line can lead up or down from a hex, past counters."""

    def waters(self) -> Iterable[Water]:
        """Return the named waters."""


class Covered(NamedTuple):
    """The cells that no name may cover."""

    cells: Collection[Spot]
    counters: Collection[Spot] = frozenset()
    """The cells of counters. The name of an objective may touch them if there is no other room."""
    frames: Collection[Spot] = frozenset()
    """Cells around counters. A letter may not be there, but the blank beside a name may."""


class Placed(NamedTuple):
    """A name, with the cell in which it begins and the cells of the line to it."""

    name: str
    spot: Spot
    line: Sequence[Spot] = ()
    place: Place | None = None
    role: str = "name"

    @property
    def letters(self) -> list[Spot]:
        """The cells of the name's letters."""
        x, y = self.spot
        return [(i, y) for i in range(x, x + len(self.name))]

    @property
    def blanks(self) -> Sequence[Spot]:
        """The cells on either side of the name."""
        x, y = self.spot
        return (x - 1, y), (x + len(self.name), y)


class Table:
    """The names in a window, and the cells that they use."""

    def __init__(self, sheet: Sheet, covered: Covered, sight: Sight) -> None:
        self._sheet, self.covered, self.sight = sheet, covered, sight
        self.placed: list[Placed] = []
        self._taken: set[Spot] = set()

    def put(self, tries: Iterable[Placed], *, strict: bool = True, last: Placed | None = None) -> bool:
        """Place a name in the first free spot of several. Return False if none is free.

        With `strict`, the name touches no counter, except in its `last` spot, and leaves each hex room for a number.
        """
        placed = next((each for each in tries if self._is_free(each, strict=strict, touches=each == last)), None)
        if placed is None:
            return False
        self.placed.append(placed)
        self._taken.update(placed.letters, placed.blanks, placed.line)
        return True

    def _is_free(self, placed: Placed, *, strict: bool, touches: bool) -> bool:
        letters, blanks, (cells, counters, frames) = placed.letters, placed.blanks, self.covered
        return (
            self.sight.holds(placed.spot, len(letters))
            and self._taken.isdisjoint((*letters, *blanks, *placed.line))
            and not any(cell in cells or cell in frames for cell in letters)
            and not any(cell in cells and ((strict and not touches) or cell not in counters) for cell in blanks)
            and not any(cell in counters for cell in placed.line)
            and not (strict and self._sheet.numbered and self._fills_a_hex(placed))
        )

    def _fills_a_hex(self, placed: Placed) -> bool:
        """Return True if a name leaves no two adjacent cells for a number in a hex that has no counter."""
        sheet, taken = self._sheet, {*placed.letters, *placed.blanks}
        for h in {*sheet.owners(placed.spot, len(placed.name))} - {NOWHERE}:
            cells = sheet.counter_of(h)
            free = {cell for cell in cells if cell not in taken and cell not in self._taken}
            free = {cell for cell in free if cell not in self.covered.cells and sheet.roles_of(cell, 1) != ["bridge"]}
            if cells[-1] not in self.covered.counters and not any((x + 1, y) in free for x, y in free):
                return True
        return False


class NamePlacer:
    """A placer of the names on a sheet, which keeps names in place as long as possible."""

    def __init__(self, sheet: Sheet, spacing: int = 0, waters_apart: tuple[int, int] = (50, 18)) -> None:
        """Take the sheet on which the names are placed.

        `spacing` is the minimum distance in hexes from a named village to any named place. `waters_apart` is the
        distance between names of one water, in columns and in lines.
        """
        self._sheet, self._spacing, self._waters_apart = sheet, spacing, waters_apart
        terrain = sheet.board.terrain

        def rank(place: Place) -> tuple[int, bool, int]:
            return -sum(terrain[h] is Terrain.CITY for h in place.hexes), place.kind == "village", -len(place.hexes)

        self._places = sorted((place for place in sheet.board.places if place.kind in ("town", "village")), key=rank)
        self._waters = [(water, _spots_on_band(sheet, water)) for water in sheet.waters()]
        self._signs: dict[int, list[tuple[Spot, int]]] = {}
        """For each line, the cells of visible town signs, each with its hex."""
        towns = [town for town, ground in enumerate(terrain) if ground in TOWNS]
        for cell, h in ((cell, town) for town in towns for cell in sheet.sign_of(town)):
            if TOWN_SIGNS.issuperset(sheet.roles_of(cell, 1)):
                self._signs.setdefault(cell[1], []).append((cell, h))
        self._last: dict[Place, Placed] = {}
        """The last spot of each name. It is used again when the place becomes visible again."""
        self._costs: dict[tuple[Place, Spot, bool], int | None] = {}

    def place(
        self, covered: Covered, sight: Sight, objectives: Collection[int] = frozenset(), *, keep: bool = True
    ) -> list[Placed]:
        """Return the names in a window. `objectives` are their hexes; with `keep`, names stay there from now on."""
        table = Table(self._sheet, covered, sight)
        seen = [place for place in self._places if self._is_seen(place, sight)]
        goals = [place for place in seen if not {*objectives}.isdisjoint(place.hexes)]
        without = [goal for goal in goals if not table.put(self._around(goal, covered), last=self._last.get(goal))]
        for goal in without:
            self._put_anyhow(goal, table)
        for place in seen:
            if place not in goals and not self._is_crowded(place, table):
                table.put(self._around(place, covered), last=self._last.get(place))
        if keep:
            self._last |= {placed.place: placed for placed in table.placed if placed.place is not None}
        self._put_waters(table)
        return table.placed

    def _is_seen(self, place: Place, sight: Sight) -> bool:
        """Return True if any hex of a place is in a window."""
        cells = map(self._sheet.counter_of, place.hexes)
        return any(sight.holds(each[0]) and sight.holds(each[-1]) for each in cells)

    def _put_anyhow(self, place: Place, table: Table) -> None:
        """Place an objective's name that has no free spot: with a line, or else across a river or beside a counter."""
        if not table.put(self._led(place, strict=True)):
            loose = chain(self._around(place, table.covered, strict=False), self._led(place, strict=False))
            table.put(loose, strict=False)

    def _is_crowded(self, place: Place, table: Table) -> bool:
        """Return True for a village if another named place is so near that the overview doesn't name both."""
        if not self._spacing or place.kind == "town":
            return False
        distance, named = self._sheet.board.grid.distance, [each.place for each in table.placed if each.place]
        return any(distance(place.hexes[0], other.hexes[0]) < self._spacing for other in named)

    def _around(self, place: Place, covered: Covered, *, strict: bool = True) -> Iterator[Placed]:
        """Yield a name's last spot, then the spots around its place. Spots that cover the least come first."""
        last = self._last.get(place)
        if last is not None and not last.line:
            yield last
        found = dict[Spot, int]()
        for h in place.hexes:
            counter = self._sheet.counter_of(h)
            is_free = not any(cell in covered.counters for cell in counter)
            for spot in eight_spots(self._sheet.sign_of(h) if is_free else counter, len(place.name)):
                key = place, spot, strict
                if key not in self._costs:
                    self._costs[key] = self._cost(place, spot, strict=strict)
                if (cost := self._costs[key]) is not None:
                    found.setdefault(spot, cost)
        yield from (Placed(place.name, spot, place=place) for spot in sorted(found, key=found.__getitem__))

    def _led(self, place: Place, *, strict: bool) -> Iterator[Placed]:
        """Yield a name's last spot with a line, then spots above and below its place. The nearest spots come first."""
        last = self._last.get(place)
        if last is not None and last.line:
            yield last
        length = len(place.name)
        for far, h, is_above in product(range(1, 1 + (LONG if strict else LONGEST)), place.hexes, (False, True)):
            counter = self._sheet.counter_of(h)
            top, bottom = counter[0][1], counter[-1][1]
            y = top - far if is_above else bottom + far
            rows = range(y + 1, bottom + 1) if is_above else range(top, y)
            for column in self._sheet.line_columns(h):
                line = [(column, row) for row in rows]
                spots = [(x, y) for x in range(column - length, column + 2)]
                spots.sort(key=lambda spot: abs(spot[0] + length // 2 - column))
                allowed = (spot for spot in spots if self._cost(place, spot, line, strict=strict) is not None)
                yield from (Placed(place.name, spot, line, place) for spot in allowed)

    def _cost(self, place: Place, spot: Spot, line: Sequence[Spot] = (), *, strict: bool) -> int | None:
        """Return the number of cells of ways and waters that a name would cover, or None if the spot isn't allowed.

        With `strict`, the name must be on the bank of its place, and nearer to that place (or to the line) than to
        another town's sign.
        """
        sheet, length, (x, y) = self._sheet, len(place.name), spot
        roles = sheet.roles_of(spot, length)
        beside = (*sheet.roles_of((x - 1, y), 1), *sheet.roles_of((x + length, y), 1))
        if len(roles) < length or not sheet.spared.isdisjoint((*roles, *(beside if strict else ()))):
            return None
        if strict and not bank_of(sheet.board, place.hexes).issuperset(sheet.owners(spot, length)):
            return None
        own = apart(spot, length, line or (cell for h in place.hexes for cell in sheet.sign_of(h)))
        rows = range(y - own // LINE, y + own // LINE + 1)
        signs = [each for row in rows for each in self._signs.get(row, ()) if each[1] not in place.hexes]
        others = [(i, j) for (i, j), _ in signs if not (j == y and x <= i < x + length)]
        if others and (strict or not sheet.tiny) and apart(spot, length, others) < own + strict:
            return None
        return sum(role not in BARE for role in roles)

    def _put_waters(self, table: Table) -> None:
        """Place the name of each water, about once per window."""
        named: dict[str, list[Spot]] = {}
        wide, high = self._waters_apart
        for water, spots in self._waters:
            others = named.setdefault(water.name, [])
            for x, y in spots:
                is_apart = all(abs(x - i) >= wide or abs(y - j) >= high for i, j in others)
                if is_apart and table.put([Placed(water.name, (x, y), role=water.role)]):
                    others.append((x, y))


def _spots_on_band(sheet: Sheet, water: Water) -> list[Spot]:
    """Return spots where a water's name covers only the water and bare ground.

    Those with most letters on the water come first.
    """
    allowed, length = {*BARE, water.role}, len(water.name)
    roles = {spot: sheet.roles_of(spot, length) for spot in water.spots}
    found = [spot for spot, each in roles.items() if len(each) == length and allowed.issuperset(each)]
    return sorted(found, key=lambda spot: (-roles[spot].count(water.role), spot))


def eight_spots(cells: Sequence[Spot], length: int) -> Iterator[Spot]:
    """Yield the spots around some cells where a name may begin: right, left, below and above, and at the corners."""
    (left, top), (right, bottom) = cells[0], cells[-1]
    yield right + 2, top
    yield left - 1 - length, top
    yield from product(((left + right + 1 - length) // 2, right, left + 1 - length), (bottom + 1, top - 1))


def apart(spot: Spot, length: int, cells: Iterable[Spot]) -> int:
    """Return the distance in columns between a name and the nearest of these cells; a line counts as `LINE` columns."""
    x, y = spot
    return min(max(x - i, i - x - length + 1, 0) + LINE * abs(y - j) for i, j in cells)


@lru_cache(maxsize=2_048)
def bank_of(board: Board, hexes: tuple[int, ...]) -> frozenset[int]:
    """Return the hexes near a place that can be reached without crossing a river or canal, and also `NOWHERE`."""
    found, edge = {*hexes}, {*hexes}
    for _ in range(AWAY):
        edge = {
            n
            for h in edge
            if h in hexes or board.terrain[h] is not Terrain.RIVER
            for n, side in zip(board.grid.neighbors[h], board.sides[h], strict=True)
            if n != NOWHERE and not side & BANKS
        } - found
        found |= edge
    return frozenset((*found, NOWHERE))
