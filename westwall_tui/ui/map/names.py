"""The names of towns: whole, or not at all, where they cost least.

For each place the positions that it may have are found once a board and size, best first. When units, overlays or the
window change, each in sight takes the first that is whole in the window and that nothing covers; a name that finds none
may push another aside. Towns that are objectives come first, and are named wherever there is room at all.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from westwall_tui.engine.board import Place
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.canvas import Canvas, Cell
from westwall_tui.ui.map.geometry import FLAT, Size, Spot
from westwall_tui.ui.map.printed import TOWNS

COSTS: Mapping[str, int] = {
    "town": 200, "town_road": 200, "bridge": 200,
    "river": 20, "canal": 20, "stream": 20,
    "road": 14, "line": 9, "entry": 9, "trail": 6, "rail": 2,
}  # fmt: skip
"""What it costs to cover a cell."""
TOUCH = 25
"""What it costs to stand right beside a town's sign or a crossing."""
NEAR, RIVAL = 20, 60
"""What it costs to stand within two cells of another place's sign, and no nearer to its own than to that."""
FURTHEST = 4
"""How far a name begins or ends from its own sign, at most, as `strangeness` counts: two cells aside and one line."""
LIMITS = {"town": 90, "village": 42, "water": 14}
"""By kind of place: names that would cost more are not drawn."""
STRETCH = 6
"""A water may be named in every so many columns and rows of hexes,"""
WINDOW = 50, 18
"""but once only in so many columns and lines of cells, which are about those of a window."""
CLEARED = ("grid", "mixed", "grove", "woods", "broken", "rough")
"""What makes way for the blank on either side of a name."""


Sign = tuple[Spot, int]
"""A cell of a town's sign, and its hex."""


class Name(NamedTuple):
    """A name that may be shown, and the cells in which it may begin, best first."""

    text: str
    spots: tuple[Spot, ...]
    role: str = "name"
    hexes: tuple[int, ...] = ()
    """The hexes of its place; none for a water."""


def find_names(canvas: Canvas) -> list[Name]:
    """The names of a board and where they may stand, the largest places first, then the waters."""
    costs = _Costs(canvas)
    return [*_place_names(canvas, costs), *_water_names(canvas, costs)]


def _water_names(canvas: Canvas, costs: "_Costs") -> Iterator[Name]:
    """The names of waters, each on its own band, once in a stretch of the board as large as a window."""
    board = canvas.board
    named = {place.name: place.hexes for place in board.places if place.kind == "water"}
    waters = [(name, "river", [(canvas.origin(h), (h, 0)) for h in hexes]) for name, hexes in named.items()]
    for bands, role in ((board.rivers, "river"), (board.canals, "canal"), (board.streams, "stream")):
        waters += [(band.name, role, list(_flat_sides(canvas, band.pairs))) for band in bands if band.name]
    for name, role, places in waters:
        stretches: dict[Spot, dict[Spot, int]] = {}
        for (ox, oy), (h, below) in places:
            column, row = board.grid.positions[h]
            for aside in (0, 1, -1):
                spot = ox + canvas.size.middle - len(name) // 2 + aside, oy + below
                cost = costs.of(spot, len(name), free=role)
                if cost is not None and cost <= LIMITS["water"]:
                    stretches.setdefault((column // STRETCH, row // STRETCH), {})[spot] = cost
        for spots in stretches.values():
            yield Name(name, tuple(sorted(spots, key=lambda spot: (spots[spot], spot))), role)


def _flat_sides(canvas: Canvas, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[Spot, tuple[int, int]]]:
    """Of hexsides those that lie flat: where the hex begins, the hex, and how many lines below that the side is."""
    for a, b in pairs:
        direction = canvas.board.grid.direction(a, b)
        if direction in FLAT:
            yield canvas.origin(a), (a, canvas.size.sides[direction][0][1])


def _place_names(canvas: Canvas, costs: "_Costs") -> list[Name]:
    """The names of towns and villages."""
    terrain = canvas.board.terrain
    places = [place for place in canvas.board.places if place.kind in ("town", "village")]

    def size(place: Place) -> tuple[int, bool, int]:
        return -sum(terrain[h] is Terrain.CITY for h in place.hexes), place.kind != "town", -len(place.hexes)

    signs = _town_signs(canvas)
    lines: dict[int, list[Sign]] = {}
    for h, cells in signs.items():
        for cell in cells:
            lines.setdefault(cell[1], []).append((cell, h))
    found = []
    for place in sorted(places, key=size):
        own = [spot for h in place.hexes for spot in signs.get(h, ())]
        length, limit = len(place.name), LIMITS[place.kind]
        spent: dict[Spot, int] = {}
        for i, h in enumerate(place.hexes):
            others = [spot for spot, g in _signs_near(lines, canvas, h, length) if g not in place.hexes]
            for order, spot in enumerate(_spots_of_name(canvas, h, length)):
                cost = costs.of(spot, length)
                if cost is not None and cost <= limit:
                    cost += strangeness(spot, length, own, others)
                    spent[spot] = min(spent.get(spot, 1 << 20), cost + order + 2 * i)
        spots = sorted((cost, spot) for spot, cost in spent.items() if cost <= limit)
        found.append(Name(place.name, tuple(spot for _, spot in spots), hexes=place.hexes))
    return found


def _town_signs(canvas: Canvas) -> dict[int, list[Spot]]:
    """By hex of a town the cells of its sign."""
    towns = [h for h in canvas.shown if canvas.board.terrain[h] in TOWNS]
    return {h: [(canvas.origin(h)[0] + x, canvas.origin(h)[1] + y) for x, y in canvas.size.town] for h in towns}


def _signs_near(lines: Mapping[int, Sequence[Sign]], canvas: Canvas, h: int, length: int) -> Iterator[Sign]:
    """The signs, with their hexes, that could be as near to a name in any of its positions as a hex's own is.

    Elsewhere they change nothing, and a board has more than a hundred. `lines`: all signs, by line.
    """
    (x, y), first, last = canvas.origin(h), canvas.size.town[0], canvas.size.town[-1]
    left, right = x + first[0] - 1 - length - FURTHEST, x + last[0] + 1 + length + FURTHEST
    for line in range(y + first[1] - FURTHEST, y + first[1] + FURTHEST + 1):
        yield from ((spot, g) for spot, g in lines.get(line, ()) if left <= spot[0] <= right)


def strangeness(spot: Spot, length: int, own: Iterable[Spot], others: Iterable[Spot]) -> int:
    """The cost of ambiguity: how near a name would be to its own and other places' signs."""
    x, y = spot
    end = x + length - 1
    apart = [max(x - i, i - end, 0) + 2 * abs(y - j) for i, j in others]
    if not apart:
        return 0
    other = min(apart)
    nearest = min([max(x - i, i - end, 0) + 2 * abs(y - j) for i, j in own], default=0)
    return (NEAR if other <= 3 else 0) + (RIVAL if other <= nearest else 0)


def _spots_of_name(canvas: Canvas, h: int, length: int) -> Iterator[Spot]:
    """Where the name of a hex may begin, best first: right of its sign, left of it, below, above, and aside."""
    ox, oy = canvas.origin(h)
    first, last = canvas.size.town[0], canvas.size.town[-1]
    x, y = ox + canvas.size.middle, oy + first[1]
    for dy in (0, 1, -1):
        yield ox + last[0] + 2, y + dy
    for dy in (0, 1, -1):
        yield ox + first[0] - 1 - length, y + dy
    for aside in (0, 1, -1, 2, -2, 3, -3):
        for dy in (1, -1, 2, -2):
            yield x - length // 2 + aside, y + dy
    for dy in (2, -2):
        yield ox + last[0] + 2, y + dy
        yield ox + first[0] - 1 - length, y + dy
    yield x - length // 2, y
    yield ox + 1, y


class _Costs:
    """What names would cover on a canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._sums: dict[int, list[int]] = {}
        """By line: what it costs to cover all its cells up to one."""

    def spares_crossings(self, spot: Spot, length: int) -> bool:
        """True if a name there would cover no bridge and no ferry."""
        return "bridge" not in self.canvas.roles[spot[1]][spot[0] : spot[0] + length]

    def of(self, spot: Spot, length: int, free: str = "") -> int | None:
        """The cost of a name there, or None if it would not be whole; cells with the role `free` cost nothing."""
        canvas, (x, y) = self.canvas, spot
        end = x + length
        if x < 0 or end > canvas.width or not 0 <= y < canvas.height or NOWHERE in canvas.owner[y][x:end]:
            return None
        roles = canvas.roles[y]
        if y not in self._sums:
            self._sums[y] = [*accumulate([COSTS.get(role, 0) for role in roles], initial=0)]
        sums = self._sums[y]
        cost = sums[end] - sums[x]
        if free:
            cost -= COSTS[free] * roles[x:end].count(free)
        beside = [sums[i + 1] - sums[i] for i in (x - 1, end) if 0 <= i < canvas.width]
        return cost + sum([TOUCH for each in beside if each >= 200])


class Sight(NamedTuple):
    """A window on the picture, in cells, and in it what a box hides."""

    left: int
    top: int
    right: int
    bottom: int
    hidden: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Left, top, right and bottom of the box."""

    def holds(self, spot: Spot, length: int) -> bool:
        """True if a name would be whole in it."""
        x, y = spot
        return (
            self.left <= x
            and x + length <= self.right
            and self.top <= y < self.bottom
            and not self._hides(x, y, length)
        )

    def shows(self, origin: Spot, size: Size) -> bool:
        """True if the cells that a hex owns are whole in it, and a box does not hide the first of them."""
        x, y = origin
        whole = self.left <= x and x + size.across <= self.right and self.top <= y and y + size.down <= self.bottom
        return whole and not self._hides(x, y, size.across)

    def _hides(self, x: int, y: int, length: int) -> bool:
        """True if the box covers some of a stretch of a line, or touches it."""
        left, top, right, bottom = self.hidden
        return top <= y < bottom and x <= right and left <= x + length


class NamePlacer:
    """Finds where the names of a picture stand, and keeps them there as long as it can."""

    def __init__(self, canvas: Canvas, names: Sequence[Name]) -> None:
        self._canvas, self._names = canvas, names
        self._last_spots: dict[str, Spot] = {}
        """Where places were named last: a name stays where it is while it is whole and nothing covers it.

        It stands there again when it comes into sight again.
        """
        self.leaders: Sequence[tuple[Spot, int]] = ()
        """Of names far from their places the cell at which a line to the place begins, and its hex."""

    def cells(
        self,
        covered: Collection[Spot],
        sight: Sight | None = None,
        objectives: Collection[int] = (),
        counters: Collection[Spot] = frozenset(),
        *,
        keep: bool = True,
    ) -> list[Cell]:
        """The cells of the names, each with a blank on either side.

        `sight`: what is shown of the picture; all, if it is left out. `objectives`: hexes whose towns come first.
        `counters`: of the cells that are covered those of counters, which a name may touch where it has no other room.
        `keep`: whether names that stand here now are to stand here from now on.
        """
        sight = sight or Sight(0, 0, self._canvas.width, self._canvas.height)
        table = _TakenCells(self._canvas, covered, sight, counters)
        places = [name for name in self._names if name.hexes and self._in_sight(name, sight)]
        goals = [name for name in places if not objectives or not set(name.hexes).isdisjoint(objectives)]
        first = goals if objectives else []
        for name in (*first, *(name for name in places if name not in first)):
            stood = self._last_spots.get(name.text)
            spots = name.spots if stood is None else (stood, *name.spots)
            if table.put(name, spots) or table.put(name, spots, touch=True) or table.push(name):
                continue
            if name in first:
                further = [*self._further_spots(name, sight)]
                table.put(name, further, touch=True) or table.put(name, further, touch=True, fill=True)
        if keep:
            asked = {name.text for name in places}
            kept = {text: spot for text, spot in self._last_spots.items() if text not in asked}
            self._last_spots = kept | {name.text: spot for name, spot in table.places}
        self.leaders = [leader for name, spot in table.places if (leader := self._leader(name, spot)) is not None]
        found = [
            cell for name, (x, y) in table.places for cell in _letter_cells(self._canvas, x, y, name.text, name.role)
        ]
        return found + self._waters(table)

    def _in_sight(self, name: Name, sight: Sight) -> bool:
        """True if any of the place's hexes is whole in the window."""
        size = self._canvas.size
        return any(sight.shows(self._canvas.origin(h), size) for h in name.hexes)

    def _further_spots(self, name: Name, sight: Sight) -> Iterator[Spot]:
        """Further positions for a name that must stand somewhere: the nearest to its town first."""
        size, length = self._canvas.size, len(name.text)
        signs = [self._canvas.origin(h) for h in name.hexes]
        spots = {
            (x + size.middle + aside, y + lines)
            for x, y in signs
            for lines in range(-WIDE, WIDE + 1)
            for aside in range(-length - WIDE, WIDE + 1)
        }

        def far(spot: Spot) -> tuple[int, Spot]:
            x, y = spot
            end = x + length - 1
            near = min(max(x - i - size.middle, i + size.middle - end, 0) + 2 * abs(y - j) for i, j in signs)
            return near, spot

        costs = _Costs(self._canvas)
        kept = [
            spot for spot in spots
            if sight.holds(spot, length) and costs.of(spot, length) is not None and costs.spares_crossings(spot, length)
        ]  # fmt: skip
        return iter(sorted(kept, key=far))

    def _leader(self, name: Name, spot: Spot) -> tuple[Spot, int] | None:
        """Where a line from a name to its place begins and the hex where it ends, if the name stands far from it."""
        size, (x, y) = self._canvas.size, spot
        found = []
        for h in name.hexes:
            ox, oy = self._canvas.origin(h)
            i, j = ox + size.middle, oy + size.town[0][1]
            near = min(max(i, x), x + len(name.text) - 1)
            found.append((abs(i - near) + 2 * abs(j - y), near, h))
        apart, near, h = min(found)
        return ((near, y), h) if apart > FURTHEST + 1 else None

    def _waters(self, table: "_TakenCells") -> list[Cell]:
        """The names of waters, each once in about a window."""
        found: list[Cell] = []
        named: dict[str, list[Spot]] = {}
        for name in self._names:
            if name.hexes:
                continue
            for x, y in name.spots:
                others = named.setdefault(name.text, [])
                apart = all(abs(x - i) >= WINDOW[0] or abs(y - j) >= WINDOW[1] for i, j in others)
                if apart and table.put(name, [(x, y)]):
                    others.append((x, y))
                    found += _letter_cells(self._canvas, x, y, name.text, name.role)
                    break
        return found


WIDE = 8
"""An objective's name may stand so many lines and columns away."""
PUSHES = 30
"""Of so many of its positions a name without room asks whether one other name could make way."""


class _TakenCells:
    """What is taken, and by which name."""

    def __init__(self, canvas: Canvas, covered: Collection[Spot], sight: Sight, counters: Collection[Spot]) -> None:
        self._canvas = canvas
        self._covered = covered if isinstance(covered, (set, frozenset)) else set(covered)
        self._counters, self._sight = counters, sight
        self._used: dict[Spot, int] = {}
        self.places: list[tuple[Name, Spot]] = []
        """The names of places that stand, and where."""

    def put(self, name: Name, spots: Iterable[Spot], *, touch: bool = False, fill: bool = False) -> bool:
        """Let a name stand in the first of some positions that is free; whether there is one.

        `touch`: it may stand right beside a counter. `fill`: it may leave no room for a number in a hex.
        """
        for spot in spots:
            free = self._sight.holds(spot, len(name.text)) and self._owners(name, spot, touch=touch) == set()
            if free and (fill or not self._fills_a_hex(spot, len(name.text))):
                if name.hexes:
                    self.places.append((name, spot))
                self._mark_used(name, spot, len(self.places) - 1 if name.hexes else -1)
                return True
        return False

    def push(self, name: Name) -> bool:
        """Let a name stand where one other does that can stand elsewhere; whether there is such a place."""
        for spot in name.spots[:PUSHES]:
            owners = self._owners(name, spot) if self._sight.holds(spot, len(name.text)) else None
            if owners is None or len(owners) != 1 or -1 in owners:
                continue
            (which,) = owners
            other, stood = self.places[which]
            self._used = {cell: owner for cell, owner in self._used.items() if owner != which}
            mine = set(_cells_with_blanks(spot, len(name.text)))
            for aside in other.spots:
                clear = self._sight.holds(aside, len(other.text)) and self._owners(other, aside) == set()
                if clear and mine.isdisjoint(_cells_with_blanks(aside, len(other.text))):
                    self._mark_used(name, spot, len(self.places))
                    filled = self._fills_a_hex(aside, len(other.text)) or self._fills_a_hex(spot, len(name.text))
                    for cell in mine:
                        del self._used[cell]
                    if filled:
                        continue
                    self.places[which] = other, aside
                    self._mark_used(other, aside, which)
                    self.places.append((name, spot))
                    self._mark_used(name, spot, len(self.places) - 1)
                    return True
            self._mark_used(other, stood, which)
        return False

    def _fills_a_hex(self, spot: Spot, length: int) -> bool:
        """True if a name would leave no room for a number in a hex where no counter stands."""
        canvas, mine = self._canvas, set(_cells_with_blanks(spot, length))
        size, need = canvas.size, min(canvas.size.room, 2)
        owners = canvas.owner[spot[1]]
        for h in dict.fromkeys(owners[max(0, spot[0] - 1) : spot[0] + length + 1]):
            if h == NOWHERE:
                continue
            ox, oy = canvas.origin(h)
            rows = [[(ox + x, oy + y) for x in row] for y, row in enumerate(size.counter)]
            if self._counters and rows[0][-1] in self._counters:
                continue
            if not any(self._has_run(row, mine, need) for row in rows):
                return True
        return False

    def _has_run(self, row: Sequence[Spot], mine: Collection[Spot], need: int) -> bool:
        """True if so many cells side by side are free."""
        run = 0
        for cell in row:
            run = 0 if cell in mine or cell in self._used or cell in self._covered else run + 1
            if run == need:
                return True
        return False

    def _owners(self, name: Name, spot: Spot, *, touch: bool = False) -> set[int] | None:
        """The names in the way of one; None if something is that cannot move."""
        found, blanks = set(), ((spot[0] - 1, spot[1]), (spot[0] + len(name.text), spot[1]))
        for cell in _cells_with_blanks(spot, len(name.text)):
            if cell in self._covered and not (touch and cell in blanks and cell in self._counters):
                return None
            if cell in self._used:
                found.add(self._used[cell])
        return found

    def _mark_used(self, name: Name, spot: Spot, which: int) -> None:
        for cell in _cells_with_blanks(spot, len(name.text)):
            self._used[cell] = which


def _cells_with_blanks(spot: Spot, length: int) -> list[Spot]:
    """The cells of a name and the blank on either side."""
    return [(x, spot[1]) for x in range(spot[0] - 1, spot[0] + length + 1)]


def place_names(
    canvas: Canvas, names: Sequence[Name], covered: Collection[Spot], within: range | None = None
) -> list[Cell]:
    """The cells of the names of a picture, whole in some of its columns."""
    sight = None if within is None else Sight(within.start, 0, within.stop, canvas.height)
    return NamePlacer(canvas, names).cells(covered, sight)


def _letter_cells(canvas: Canvas, x: int, y: int, text: str, role: str) -> Iterator[Cell]:
    for i in (x - 1, x + len(text)) if role == "name" else ():
        if 0 <= i < canvas.width and canvas.roles[y][i] in CLEARED:
            yield Cell(y, i, " ", "")
    letter = role if role == "name" else f"{role}_name"
    for i, char in enumerate(text, x):
        yield Cell(y, i, char, letter)
