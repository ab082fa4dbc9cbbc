"""The names of towns: whole, or not at all, where they cost least.

For each place there are the positions that it may have (`candidates.py`), best first. When units, overlays or the
window change, each in sight takes the first that is whole in the window and that nothing covers; a name that finds none
may push another aside. Towns that are objectives come first, and are named wherever there is room at all.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import tee

from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.names.distant import DistantSpots, Leader, LeaderFinder
from westwall_tui.ui.map.names.taken import CLEARED, Sight, TakenCells
from westwall_tui.ui.map.sheet.candidates import Name
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell

WINDOW = 50, 18
"""A water is named once only in so many columns and lines of cells, which are about those of a window."""


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
        self._leaders = LeaderFinder(canvas)
        self._distant = DistantSpots(canvas, self._leaders)

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
            if (leader := self._leaders.needed(name, spot)) is not None and table.is_free(leader.between, which)
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
        spots, again = tee(self._distant.find(name, table, self._last_spots.get(name.text), led=not wanted))
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

    def _hold_line(self, table: TakenCells) -> None:
        """No other name covers the line of the one that was put last, if none does already."""
        leader = self._leaders.needed(*table.places[-1])
        if leader is not None and table.is_free(leader.between):
            table.hold(leader.between)

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
