"""The names of towns: whole, or not at all, where they cost least.

For each place there are the positions that it may have (`candidates.py`), best first. When units, overlays or the
window change, each in sight takes the first that is whole in the window and that nothing covers; a name that finds none
may push another aside. Towns that are objectives come first, and are named wherever there is room at all.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import tee
from typing import NamedTuple

from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import Size, Spot
from westwall_tui.ui.map.names.taken import Sight, TakenCells
from westwall_tui.ui.map.sheet.candidates import (
    AWAY,
    BANKS,
    FURTHEST,
    UNKNOWN,
    CoverCosts,
    Name,
    apart,
    banks_of,
    cheapest_first,
    town_signs,
)
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell

WINDOW = 50, 18
"""A water is named once only in so many columns and lines of cells, which are about those of a window."""
CLEARED = ("grid", "mixed", "grove", "woods", "broken", "rough")
"""What makes way for the blank on either side of a name."""


UNDER_LINE = (*CLEARED, "", "rail", "trail", "line")
"""What a line to a name covers in characters; with none of it on these it is not seen."""


class Leader(NamedTuple):
    """A line up or down between the counters from a name to its place."""

    hex: int
    between: Sequence[Spot]
    """Its cells."""


class NamePlacer:
    """Finds where the names of a picture stand, and keeps them there as long as it can."""

    def __init__(self, canvas: Canvas, names: Sequence[Name]) -> None:
        self._canvas, self._names = canvas, names
        self._last_spots: dict[str, Spot] = {}
        """Where places were named last: a name stays where it is while it is whole and nothing covers it.

        It stands there again when it comes into sight again.
        """
        self.leaders: Sequence[Leader] = ()
        """The lines from names that stand far from their places."""
        self._by_water: dict[Spot, bool] = {}
        """True if a cell is of a river or a canal, or right beside one."""

    @cached_property
    def _costs(self) -> CoverCosts:
        return CoverCosts(self._canvas)

    @cached_property
    def _signs_of_towns(self) -> dict[int, list[Spot]]:
        return town_signs(self._canvas)

    def cells(
        self,
        covered: Collection[Spot],
        sight: Sight | None = None,
        objectives: Collection[int] = (),
        counters: Collection[Spot] = frozenset(),
        frames: Collection[Spot] = frozenset(),
        *,
        keep: bool = True,
    ) -> list[Cell]:
        """The cells of the names, each with a blank on either side.

        `sight`: what is shown of the picture; all, if it is left out. `objectives`: hexes whose towns come first, then
        cities.
        `counters`: of the cells that are covered those of counters, which the name of one of these without other
        room may touch. `frames`: cells round counters in which no letter stands, but the blank beside a name may.
        `keep`: whether names that stand here now are to stand here from now on.
        """
        sight = sight or Sight(0, 0, self._canvas.width, self._canvas.height)
        places = [name for name in self._names if name.hexes and self._in_sight(name, sight)]
        goals = [name for name in places if not objectives or not set(name.hexes).isdisjoint(objectives)]
        cities = [name for name in places if name not in goals and self._is_city(name)]
        first = [*goals, *cities] if objectives else []
        order = [*first, *(name for name in places if name not in first)]
        early: set[Name] = set()
        while True:
            table = TakenCells(self._canvas, covered, sight, counters, frames)
            nowhere = self._place(order, table, first, early)
            if early >= nowhere:
                break
            early |= nowhere
        if keep:
            asked = {name.text for name in places}
            kept = {text: spot for text, spot in self._last_spots.items() if text not in asked}
            self._last_spots = kept | {name.text: spot for name, spot in table.places}
        self.leaders = [
            leader
            for which, (name, spot) in enumerate(table.places)
            if (leader := self._find_leader(name, spot)) is not None and table.is_free(leader.between, which)
        ]
        table.hold(cell for leader in self.leaders for cell in leader.between)  # no water's name covers a line
        found = [
            cell for name, (x, y) in table.places for cell in _letter_cells(self._canvas, x, y, name.text, name.role)
        ]
        return found + self._place_waters(table)

    def _place(
        self,
        order: Sequence[Name],
        table: TakenCells,
        first: Collection[Name],
        early: Collection[Name],
    ) -> set[Name]:
        """Let names stand, in this order; those of `first` that find no room at all.

        One of them that finds none near its place waits until all others have tried theirs, or it would stand between
        another and its place. `early`: those that must not wait.
        """
        waiting, nowhere = list[Name](), set[Name]()
        for name in order:
            wanted = name in first
            near = table.put(name, self._near_spots(name)) or table.push(name)
            if near or (wanted and table.put(name, self._near_spots(name), touch=True)):
                continue
            if wanted and name not in early:
                waiting.append(name)
            elif not self._place_far(name, table, wanted=wanted, fill=wanted) and wanted:
                nowhere.add(name)
        return nowhere.union(name for name in waiting if not self._place_far(name, table, wanted=True))

    def _near_spots(self, name: Name) -> Iterator[Spot]:
        """The positions of a name near its place: the one where it stood first, then the best."""
        stood = self._last_spots.get(name.text)
        if stood is not None and stood in name.spots():
            yield stood
        yield from name.spots()

    def _place_far(self, name: Name, table: TakenCells, *, wanted: bool, fill: bool = False) -> bool:
        """Let a name stand far from its place; whether there is room.

        `wanted`: it must stand, if need be without a line to it. `fill`: it may leave no room for a number in a hex.
        """
        spots, again = tee(self._far_spots(name, table, led=not wanted))
        found = table.put(name, spots, touch=wanted) or (fill and table.put(name, again, touch=True, fill=True))
        if found:
            self._hold_line(table)
        return found

    def _is_city(self, name: Name) -> bool:
        terrain = self._canvas.board.terrain
        return any(terrain[h] is Terrain.CITY for h in name.hexes)

    def _in_sight(self, name: Name, sight: Sight) -> bool:
        """True if any of the place's hexes is whole in the window."""
        size = self._canvas.size
        return any(sight.shows(self._canvas.origin(h), size) for h in name.hexes)

    def _far_spots(self, name: Name, table: TakenCells, *, led: bool) -> Iterator[Spot]:
        """Further positions for a name: where it stood first, then the nearest to its town, and none that seems
        another's.

        Above it or below rather than aside: there a line to it finds its way between the counters. `led`: only there.
        """
        size, length, wide = self._canvas.size, len(name.text), LED if led else WIDE
        costs, banks = self._costs, banks_of(self._canvas.board, name.hexes, AWAY if led else FAR_AWAY)
        origins = [self._canvas.origin(h) for h in name.hexes]
        own = [(x + size.middle, y) for x, y in origins]
        reach, roles = 2 * wide + length, self._canvas.roles
        share = 0 if led else SHARE_ACROSS
        near_signs = (s for h, signs in self._signs_of_towns.items() if h not in name.hexes for s in signs
                if any(abs(s[0] - x) <= reach and abs(s[1] - y) <= 2 * wide for x, y in own))  # fmt: skip
        others = [sign for sign in near_signs if table.shows(sign)]
        least = {
            spot: apart(spot, length, own)
            for x, y in own
            for lines in range(-wide, wide + 1)
            for aside in range(-length - wide, wide + 1)
            if table.holds(name, spot := (x + aside, y + lines))
        }

        def cost(spot: Spot) -> int | None:
            owners = self._canvas.owners(spot, length)
            covered = costs.of(spot, length) if table.has_room(name, spot) else None
            if covered is None or not costs.spares_crossings(spot, length) or banks.are_crossed(owners, share):
                return None
            near = least[spot]
            far = near + TOUCHING * table.touches(spot, length) + covered // COVERING[led]
            line = self._find_line(name, spot) if near > FURTHEST + 1 else None
            barred = led and line is not None and self._runs_along_water(line.between)
            unseen = line is not None and not any(roles[y][x] in UNDER_LINE for x, y in line.between)
            if line is None or barred or unseen or not table.is_free(line.between):
                far += (DEAR if led else LINE) * (near > FURTHEST + 1) + ASTRAY * (near > STRAY)
                line = None
            else:
                breaks = [role for x, y in line.between if (role := roles[y][x]) not in UNDER_LINE]
                far += sum(DEAR if led and role != "stream" else BREAK for role in breaks)
            if far < DEAR or not led:
                other = apart(spot, length, others)
                nearest = max(BESIDE, min(near, STRANGE if line is not None else UNKNOWN))
                far += SEEMING * (other <= nearest) + SEEMING * (near == 1)  # without a blank before it
                far += SEEMING * (other <= BESIDE < near)  # beside another's sign it would be read as that's
            return far + banks.cost(owners, BANKS[0][1])

        limit, stood = (DEAR if led else ASTRAY) - 1, self._last_spots.get(name.text)
        if stood is not None and stood in least and (far := cost(stood)) is not None and far <= limit:
            yield stood
        yield from cheapest_first(least, cost, limit)

    def _runs_along_water(self, line: Sequence[Spot]) -> bool:
        """True if a line runs so near a river or a canal that it would be taken for a bank: with two cells or more."""
        roles, by_water = self._canvas.roles, self._by_water
        for x, y in line:
            if (x, y) not in by_water:
                by_water[x, y] = not BANKED.isdisjoint(roles[y][max(0, x - 1) : x + 2])
        return sum([by_water[cell] for cell in line]) > 1

    def _hold_line(self, table: TakenCells) -> None:
        """No other name covers the line of the one that was put last, if none does already."""
        leader = self._find_leader(*table.places[-1])
        if leader is not None and table.is_free(leader.between):
            table.hold(leader.between)

    def _find_line(self, name: Name, spot: Spot) -> "Leader | None":
        """A line up or down between the counters from a name to its place, if it stands where there may be one."""
        size, y = self._canvas.size, spot[1]
        found = []
        for h in name.hexes:
            ox, oy = self._canvas.origin(h)
            rows = range(y + 1, oy + 1) if y < oy else range(oy + size.down - 1, y)
            for column in _columns_of_line(size, ox, spot, len(name.text)):
                line = tuple((column, row) for row in rows)
                found.append((len(line), self._runs_along_water(line), column, h, line))
        if not found:
            return None
        _, _, _, h, line = min(found, key=lambda each: each[:4])
        return Leader(h, line)

    def _find_leader(self, name: Name, spot: Spot) -> "Leader | None":
        """The line from a name to its place, if it stands far from it or two lines off, and there may be one."""
        size = self._canvas.size
        signs = [(x + size.middle, y + size.town[0][1]) for x, y in map(self._canvas.origin, name.hexes)]
        near = apart(spot, len(name.text), signs) <= FURTHEST + 1
        if near and any(abs(spot[1] - y) < ASIDE_LINES for _, y in signs):
            return None
        line = self._find_line(name, spot)
        return None if near and line is not None and self._runs_along_water(line.between) else line

    def _place_waters(self, table: TakenCells) -> list[Cell]:
        """The names of waters, each once in about a window."""
        found: list[Cell] = []
        named: dict[str, list[Spot]] = {}
        for name in self._names:
            if name.hexes:
                continue
            for x, y in name.spots():
                others = named.setdefault(name.text, [])
                apart = all(abs(x - i) >= WINDOW[0] or abs(y - j) >= WINDOW[1] for i, j in others)
                if apart and table.put(name, [(x, y)]):
                    others.append((x, y))
                    found += _letter_cells(self._canvas, x, y, name.text, name.role)
                    break
        return found


def _columns_of_line(size: Size, left: int, spot: Spot, length: int) -> list[int]:
    """The columns, beside the counter of a hex that begins at `left`, in which a line leads from a name to the hex.

    The left one first: there stands the sign of an objective.
    """
    columns = (left + size.beside[0][0], left + size.beside[0][0] + size.across)
    return [column for column in columns if spot[0] - 1 <= column <= spot[0] + length]


SHARE_ACROSS = 33
"""Of the name of an objective without other room so many letters in a hundred may stand across a river."""
LINE = 20
"""So many cells farther is no worse for a name than to stand where no line leads to its town."""
ASIDE_LINES = 2
"""A name that stands so many lines from its place has a line to it, if there may be one."""
STRAY, ASTRAY = 12, 1000
"""So far from its place, as `apart` counts, no name is found without a line to it; and what that costs."""
WIDE, LED = 8, 4
"""An objective's name may stand so many lines and columns away; another, with a line to its place, so many."""
BANKED = frozenset(("river", "canal"))
"""Beside these no line leads to a village."""
DEAR = 30
"""A position that costs as much is for no village."""
BESIDE, STRANGE, SEEMING = 2, 4, 60
"""So near another place's sign a name would seem to be that's, beside it or in spite of a line; and what that costs."""
TOUCHING, BREAK = 3, 4
"""What it costs to touch a counter, and a break in its line."""
COVERING = 4, 2
"""Of what it costs to cover something this part: to a name that must stand its place is worth more than a road."""
FAR_AWAY = 10
"""As far are these from its hexes, in hexes."""


def place_names(
    canvas: Canvas, names: Sequence[Name], covered: Collection[Spot], within: range | None = None
) -> list[Cell]:
    """The cells of the names of a picture, whole in some of its columns."""
    sight = None if within is None else Sight(within.start, 0, within.stop, canvas.height)
    return NamePlacer(canvas, names).cells(covered, sight)


def _letter_cells(canvas: Canvas, x: int, y: int, text: str, role: str) -> Iterator[Cell]:
    for i in (x - 1, x + len(text)) if role == "name" else ():
        if 0 <= i < canvas.width and canvas.roles[y][i] in (*CLEARED, "road", "trail", "rail"):
            yield Cell(y, i, " ", "")
    letters = range(x, x + len(text))
    for i in (*_rest_of_number(canvas, x, y, -1), *_rest_of_number(canvas, letters[-1], y, 1)):
        yield Cell(y, i, " ", "")
    if role != "name":  # one ink for a whole name: beyond its band it has no ground, or it would be water there
        on_band = all(canvas.roles[y][i] == role for i in letters)
        role = f"{role}_name" if on_band else "water_name"
    yield from (Cell(y, i, char, role) for i, char in zip(letters, text, strict=True))


def _rest_of_number(canvas: Canvas, x: int, y: int, way: int) -> Iterator[int]:
    """The columns of what a name that begins or ends in one leaves of a printed number."""
    i = x + way
    while 0 <= i < canvas.width and canvas.roles[y][i] == "grid" and canvas.chars[y][i].isdigit():
        yield i
        i += way
