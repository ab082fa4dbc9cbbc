"""The names of towns: whole, or not at all, where they cost least.

For each place there are the positions that it may have (`candidates.py`), best first. When units, overlays or the
window change, each in sight takes the first that is whole in the window and that nothing covers; a name that finds none
may push another aside. Towns that are objectives come first, and are named wherever there is room at all.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.candidates import BANKS, FURTHEST, Banks, CoverCosts, Name
from westwall_tui.ui.map.canvas import Canvas, Cell
from westwall_tui.ui.map.geometry import Size, Spot

WINDOW = 50, 18
"""A water is named once only in so many columns and lines of cells, which are about those of a window."""
CLEARED = ("grid", "mixed", "grove", "woods", "broken", "rough")
"""What makes way for the blank on either side of a name."""


LEADER = "'"
"""The sign of a line that leads from a place to its name."""


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


class Leader(NamedTuple):
    """A line from a name to its place."""

    start: Spot
    """The cell of the name at which it begins."""
    hex: int
    between: Sequence[Spot] = ()
    """Its cells where it runs up or down between the counters; nothing where it would run across them."""


class NamePlacer:
    """Finds where the names of a picture stand, and keeps them there as long as it can."""

    def __init__(self, canvas: Canvas, names: Sequence[Name]) -> None:
        self._canvas, self._names = canvas, names
        self._last_spots: dict[str, Spot] = {}
        """Where places were named last: a name stays where it is while it is whole and nothing covers it.

        It stands there again when it comes into sight again.
        """
        self._banks: dict[str, Banks] = {}
        """Those of places that were ever without room."""
        self.leaders: Sequence[Leader] = ()
        """The lines from names that stand far from their places."""

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

        `sight`: what is shown of the picture; all, if it is left out. `objectives`: hexes whose towns come first, then
        cities.
        `counters`: of the cells that are covered those of counters, which the name of one of these without other
        room may touch.
        `keep`: whether names that stand here now are to stand here from now on.
        """
        sight = sight or Sight(0, 0, self._canvas.width, self._canvas.height)
        table = _TakenCells(self._canvas, covered, sight, counters)
        places = [name for name in self._names if name.hexes and self._in_sight(name, sight)]
        goals = [name for name in places if not objectives or not set(name.hexes).isdisjoint(objectives)]
        cities = [name for name in places if name not in goals and self._is_city(name)]
        first = [*goals, *cities] if objectives else []
        for name in (*first, *(name for name in places if name not in first)):
            stood = self._last_spots.get(name.text)
            spots = name.spots if stood is None else (stood, *name.spots)
            if table.put(name, spots) or table.push(name) or (name in first and table.put(name, spots, touch=True)):
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

    def _is_city(self, name: Name) -> bool:
        terrain = self._canvas.board.terrain
        return any(terrain[h] is Terrain.CITY for h in name.hexes)

    def _in_sight(self, name: Name, sight: Sight) -> bool:
        """True if any of the place's hexes is whole in the window."""
        size = self._canvas.size
        return any(sight.shows(self._canvas.origin(h), size) for h in name.hexes)

    def _further_spots(self, name: Name, sight: Sight) -> Iterator[Spot]:
        """Further positions for a name that must stand somewhere: the nearest to its town first.

        Above it or below rather than aside: there a line to it finds its way between the counters.
        """
        size, length = self._canvas.size, len(name.text)
        costs, banks = CoverCosts(self._canvas), self._banks.get(name.text)
        if banks is None:
            banks = self._banks[name.text] = Banks(self._canvas.board, name.hexes, FAR_AWAY)
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
            aside = 0 if any(_column_of_line(size, i, spot, length) is not None for i, _ in signs) else LINE
            return near + aside + banks.cost(self._canvas.owners(spot, length), BANKS[0][1]), spot

        kept = [
            spot for spot in spots
            if sight.holds(spot, length) and costs.of(spot, length) is not None and costs.spares_crossings(spot, length)
            and not banks.are_crossed(self._canvas.owners(spot, length))
        ]  # fmt: skip
        return iter(sorted(kept, key=far))

    def _leader(self, name: Name, spot: Spot) -> "Leader | None":
        """The line from a name to its place, if it stands far from it."""
        size, (x, y) = self._canvas.size, spot
        found = []
        for h in name.hexes:
            ox, oy = self._canvas.origin(h)
            i, j = ox + size.middle, oy + size.town[0][1]
            near = min(max(i, x), x + len(name.text) - 1)
            found.append((abs(i - near) + 2 * abs(j - y), near, h))
        apart, near, h = min(found)
        if apart <= FURTHEST + 1:
            return None
        ox, oy = self._canvas.origin(h)
        column = _column_of_line(size, ox, spot, len(name.text))
        lines = range(y + 1, oy + 1) if y < oy else range(oy + size.down - 1, y)
        return Leader((near, y), h, () if column is None else tuple((column, line) for line in lines))

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


def _column_of_line(size: Size, left: int, spot: Spot, length: int) -> int | None:
    """The column, beside the counter of a hex that begins at `left`, in which a line leads from a name to the hex.

    The left one if it can be: there stands the sign of an objective.
    """
    columns = (left + size.beside[0][0], left + size.beside[0][0] + size.across)
    return next((column for column in columns if spot[0] <= column < spot[0] + length), None)


LINE = 6
"""So many cells farther is no worse for a name than to stand where no line leads to its town."""
WIDE = 8
"""An objective's name may stand so many lines and columns away."""
FAR_AWAY = 10
"""As far are these from its hexes, in hexes."""
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
        if 0 <= i < canvas.width and canvas.roles[y][i] in (*CLEARED, "road", "trail", "rail"):
            yield Cell(y, i, " ", "")
    letters = range(x, x + len(text))
    if role != "name":  # one ink for a whole name: beyond its band it has no ground, or it would be water there
        on_band = all(canvas.roles[y][i] == role for i in letters)
        role = f"{role}_name" if on_band else "water_name"
    yield from (Cell(y, i, char, role) for i, char in zip(letters, text, strict=True))
