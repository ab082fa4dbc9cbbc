"""Names that find no room near their places: where they stand then, and the lines from there."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from westwall_tui.ui.map.geometry import Size, Spot
from westwall_tui.ui.map.names.taken import CLEARED, TakenCells
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
from westwall_tui.ui.map.sheet.canvas import Canvas

# -- the lines

UNDER_LINE = (*CLEARED, "", "rail", "trail", "line")
"""What a line to a name covers in characters; with none of it on these it is not seen."""
ASIDE_LINES = 2
"""A name that stands so many lines from its place has a line to it, if there may be one."""
BANKED = frozenset(("river", "canal"))
"""Beside these no line leads to a village."""


class Leader(NamedTuple):
    """A line up or down between the counters from a name to its place."""

    hex: int
    between: Sequence[Spot]
    """Its cells."""


class LeaderFinder:
    """Finds the lines of a picture's names."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._by_water: dict[Spot, bool] = {}
        """True if a cell is of a river or a canal, or right beside one."""

    def possible(self, name: Name, spot: Spot) -> Leader | None:
        """The line from a name to its place, if it stands where there may be one."""
        size, y = self._canvas.size, spot[1]
        found = []
        for h in name.hexes:
            ox, oy = self._canvas.origin(h)
            rows = range(y + 1, oy + 1) if y < oy else range(oy + size.down - 1, y)
            for column in _columns_of_line(size, ox, spot, len(name.text)):
                line = tuple((column, row) for row in rows)
                found.append((len(line), self.runs_along_water(line), column, h, line))
        if not found:
            return None
        _, _, _, h, line = min(found, key=lambda each: each[:4])
        return Leader(h, line)

    def needed(self, name: Name, spot: Spot) -> Leader | None:
        """The line from a name to its place, if it stands far from it or two lines off, and there may be one."""
        size = self._canvas.size
        signs = [(x + size.middle, y + size.town[0][1]) for x, y in map(self._canvas.origin, name.hexes)]
        near = apart(spot, len(name.text), signs) <= FURTHEST + 1
        if near and any(abs(spot[1] - y) < ASIDE_LINES for _, y in signs):
            return None
        line = self.possible(name, spot)
        return None if near and line is not None and self.runs_along_water(line.between) else line

    def runs_along_water(self, line: Sequence[Spot]) -> bool:
        """True if a line runs so near a river or a canal that it would be taken for a bank: with two cells or more."""
        roles, by_water = self._canvas.roles, self._by_water
        for x, y in line:
            if (x, y) not in by_water:
                by_water[x, y] = not BANKED.isdisjoint(roles[y][max(0, x - 1) : x + 2])
        return sum([by_water[cell] for cell in line]) > 1


def _columns_of_line(size: Size, left: int, spot: Spot, length: int) -> list[int]:
    """The columns, beside the counter of a hex that begins at `left`, in which a line leads from a name to the hex.

    The left one first: there stands the sign of an objective.
    """
    columns = (left + size.beside[0][0], left + size.beside[0][0] + size.across)
    return [column for column in columns if spot[0] - 1 <= column <= spot[0] + length]


# -- the positions

SHARE_ACROSS = 33
"""Of the name of an objective without other room so many letters in a hundred may stand across a river."""
LINE = 20
"""So many cells farther is no worse for a name than to stand where no line leads to its town."""
STRAY, ASTRAY = 12, 1000
"""So far from its place, as `apart` counts, no name is found without a line to it; and what that costs."""
WIDE, LED = 8, 4
"""An objective's name may stand so many lines and columns away; another, with a line to its place, so many."""
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


class DistantSpots:
    """Finds positions far from a place for the names of a picture."""

    def __init__(self, canvas: Canvas, leaders: LeaderFinder) -> None:
        self.canvas, self.leaders = canvas, leaders

    @cached_property
    def costs(self) -> CoverCosts:
        """What a name would cover."""
        return CoverCosts(self.canvas)

    @cached_property
    def signs(self) -> Mapping[int, Sequence[Spot]]:
        """By hex of a town the cells of its sign."""
        return town_signs(self.canvas)

    def find(self, name: Name, table: TakenCells, stood: Spot | None, *, led: bool) -> Iterator[Spot]:
        """The positions of a name: where it stood before, then the nearest to its place; none that seems another's.

        Above the place or below rather than aside: there a line to it finds its way between the counters. `led`: only
        there.
        """
        search = _Search(self, name, table, led=led)
        limit = (DEAR if led else ASTRAY) - 1
        if stood is not None and stood in search.near and (far := search.cost(stood)) is not None and far <= limit:
            yield stood
        yield from cheapest_first(search.near, search.cost, limit)


class _Search:
    """What a name's positions cost, as the table is now."""

    def __init__(self, finder: DistantSpots, name: Name, table: TakenCells, *, led: bool) -> None:
        canvas, wide = finder.canvas, LED if led else WIDE
        self._canvas, self._leaders, self._costs = canvas, finder.leaders, finder.costs
        self._name, self._length, self._table, self._led = name, len(name.text), table, led
        self._banks = banks_of(canvas.board, name.hexes, AWAY if led else FAR_AWAY)
        own = [(x + canvas.size.middle, y) for x, y in map(canvas.origin, name.hexes)]
        reach = 2 * wide + self._length
        signs = (sign for h, cells in finder.signs.items() if h not in name.hexes for sign in cells)
        self._others = [
            (i, j)
            for i, j in signs
            if any(abs(i - x) <= reach and abs(j - y) <= 2 * wide for x, y in own) and table.shows((i, j))
        ]
        self.near = {
            spot: apart(spot, self._length, own)
            for x, y in own
            for lines in range(-wide, wide + 1)
            for aside in range(-self._length - wide, wide + 1)
            if table.holds(name, spot := (x + aside, y + lines))
        }
        """By position how far it is from the place: it costs that at least."""

    def cost(self, spot: Spot) -> int | None:
        """What a position costs; None if the name cannot stand there."""
        owners = self._canvas.owners(spot, self._length)
        covered = self._costs.of(spot, self._length) if self._table.has_room(self._name, spot) else None
        if covered is None or not self._costs.spares_crossings(spot, self._length):
            return None
        if self._banks.are_crossed(owners, 0 if self._led else SHARE_ACROSS):
            return None
        far = self.near[spot] + TOUCHING * self._table.touches(spot, self._length) + covered // COVERING[self._led]
        leader = self._leader(spot)
        far += self._cost_without_line(spot) if leader is None else self._cost_of_breaks(leader)
        if far < DEAR or not self._led:
            far += self._cost_of_seeming(spot, lined=leader is not None)
        return far + self._banks.cost(owners, BANKS[0][1])

    def _leader(self, spot: Spot) -> Leader | None:
        """The line that would be drawn, if it would be seen and taken for one."""
        leader = self._leaders.possible(self._name, spot) if self.near[spot] > FURTHEST + 1 else None
        if leader is None or (self._led and self._leaders.runs_along_water(leader.between)):
            return None
        is_seen = any(self._canvas.roles[y][x] in UNDER_LINE for x, y in leader.between)
        return leader if is_seen and self._table.is_free(leader.between) else None

    def _cost_without_line(self, spot: Spot) -> int:
        near = self.near[spot]
        return (DEAR if self._led else LINE) * (near > FURTHEST + 1) + ASTRAY * (near > STRAY)

    def _cost_of_breaks(self, leader: Leader) -> int:
        breaks = [role for x, y in leader.between if (role := self._canvas.roles[y][x]) not in UNDER_LINE]
        return sum(DEAR if self._led and role != "stream" else BREAK for role in breaks)

    def _cost_of_seeming(self, spot: Spot, *, lined: bool) -> int:
        """What it costs that the name would be read as another place's, or runs into its own sign."""
        near, other = self.near[spot], apart(spot, self._length, self._others)
        nearest = max(BESIDE, min(near, STRANGE if lined else UNKNOWN))
        return SEEMING * ((other <= nearest) + (near == 1) + (other <= BESIDE < near))
