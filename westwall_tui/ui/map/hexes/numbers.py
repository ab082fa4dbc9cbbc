"""The placement of a number within its hex; the number shows how far a unit can get.

A number must not look like part of a way, of a bridge or of another number. Each possible place is weighed by the cells
that the number would cover there: in characters by their roles, on the drawn map by their blocks.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count, product, takewhile
from operator import attrgetter
from typing import NamedTuple

from westwall_tui.ui.map.geometry import SMALL, Size, Spot
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell
from westwall_tui.ui.map.signs import NAMED, SIGNS

REACHED, HALF = SIGNS["reach"].role, "'"
ON_THE_WAY = SIGNS["path"].role
"""The role of a path. The path's sign comes last: behind a number, or beside a counter, which is not changed."""
ZONES = {SIGNS["zone_small"].ascii, SIGNS["zone_capital"].ascii}

BRIDGE = 100
COVERED: Mapping[str, int] = {
    "bridge": BRIDGE, "river": 14, "canal": 14, "stream": 11, "town": 8, "town_road": 8, "road": 6,
}  # fmt: skip
"""The cost of covering a cell, by role. A bridge costs most, so that a name is hidden rather than a bridge."""
BANDS = ("bridge", "river", "canal", "stream", "road")
"""Roles that stay unbroken under the blank behind a number, because they have colors of their own."""
ROADS = ("road", "town_road")
ROAD_SIGN = SIGNS["road"].ascii[0]
BESIDE: Mapping[str, int] = {"bridge": 6, "town": 12, "town_road": 12}
"""The cost of a place right beside a sign, because `H4` and `O4` would look like one word."""
BESIDE_NOTE = 40
"""The cost of a place right beside a note, because `$6` would look like one word."""
SHORTER = 14
"""The cost of leaving out the half, or of separating the zone's sign from the number."""
LEAST, BEYOND = 2, 2
"""The minimum cells for a number in characters, with room for a path's sign, and the cost if a line has fewer."""


class Covers(NamedTuple):
    """The costs of covering cells with numbers."""

    cost: Callable[[Spot], int]
    """A function that returns the cost of covering a cell of the picture."""
    beside: Callable[[Spot], int]
    """A function that returns the cost of a number right beside a cell."""


class ReachMark(NamedTuple):
    """The parts of a mark of a reach: `10'z@*`."""

    number: str
    """The Movement Points left, with or without a half. For any other mark, its text."""
    zone: str = ""
    """The sign of an enemy zone, which stops a unit in the hex."""
    way: str = ""
    """The sign of the path through the hex."""
    named: str = ""
    """The sign of a hex that is named in a text."""

    @classmethod
    @cache
    def of(cls, mark: tuple[str, str]) -> "ReachMark":
        """Split a mark into its parts."""
        text, role = mark
        named = NAMED if len(text) > 1 and text.endswith(NAMED) else ""
        text = text.removesuffix(named)
        way = text[-1] if role == ON_THE_WAY else ""
        text = text.removesuffix(way)
        zone = text[-1] if text[:1].isdigit() and text[-1] in ZONES else ""
        return cls(text.removesuffix(zone), zone, way, named)

    def within(self, room: int) -> "ReachMark":
        """Return the mark shortened to `room` cells. The half is left out first."""
        long = len("".join(self)) > room
        return self._replace(number=(self.number.rstrip(HALF) if long else self.number)[:room])


def shorter_marks(text: str, role: str) -> list[tuple[str, str]]:
    """Return a mark and its shorter forms: without the half, and then without the zone."""
    said = ReachMark.of((text, role))
    texts = (text, text.replace(HALF, ""), said.number.rstrip(HALF) + said.way + said.named)
    return [(each, role) for each in dict.fromkeys(texts)]


# -- possible places for a number


def covers_of(canvas: Canvas, crossings: Collection[Spot] = ()) -> Covers:
    """Return the costs of covering cells in characters.

    `crossings` has the cells of crossings that are not as printed.
    """

    def role(spot: Spot) -> str:
        x, y = spot
        inside = 0 <= x < canvas.width and 0 <= y < canvas.height
        return "bridge" if spot in crossings else canvas.roles[y][x] if inside else ""

    return Covers(lambda spot: COVERED.get(role(spot), 0), lambda spot: BESIDE.get(role(spot), 0))


@cache
def spots_in_hex(size: Size, first: Spot, length: int) -> Sequence[Spot]:
    """Return the cells where a text may begin in a hex. The cell nearest to `first` comes first."""
    found = [(x, y) for y, row in enumerate(size.counter) for x in range(row.start, row.stop - length + 1)]
    return sorted({first, *found}, key=lambda spot: (abs(spot[0] - first[0]) + 1.5 * abs(spot[1] - first[1]), spot))


class NumberSpot(NamedTuple):
    """A possible place for a number."""

    cost: int
    which: int
    """Index of the form of the text: 0 for the whole text, more for shorter ones."""
    spot: Spot


def stands(
    canvas: Canvas,
    h: int,
    first: Spot,
    lengths: Sequence[int],
    covers: Covers,
    note: Collection[Spot] = (),
    least: int = 1,
) -> list[NumberSpot]:
    """Return the places in a hex for a text, the best first.

    `first` is where the text begins if there are no other signs. `lengths` are those of the text and of its shorter
    forms. `note` has the cells of a note, which the text avoids. `least` is the minimum number of cells that are
    weighed.
    """
    (ox, oy), size, found = canvas.origin(h), canvas.size, list[NumberSpot]()
    left, longest = min(first[0], size.counter[0].start, size.counter[-1].start), max(*lengths, least)
    costs = [[covers.cost((ox + x, oy + y)) for x in range(left, row.stop)] for y, row in enumerate(size.counter)]
    beside = [  # includes one more cell at the left
        [covers.beside((ox + x, oy + y)) for x in range(left - 1, row.stop + longest + 1)]
        for y, row in enumerate(size.counter)
    ]
    for which, length in enumerate(lengths):
        wide = max(length, least)
        for x, y in spots_in_hex(size, first, length):
            if note and any((ox + i, oy + y) in note for i in range(x, min(x + length, size.counter[y].stop))):
                continue
            covered = costs[y][x - left : x - left + wide]
            cost = SHORTER * which + sum(covered) + beside[y][x - left] + beside[y][x - left + wide + 1]
            cost += (BEYOND + max(covered, default=0)) if len(covered) < least else 0
            if note and ((ox + x - 1, oy + y) in note or (ox + x + length, oy + y) in note):
                cost += BESIDE_NOTE
            found.append(NumberSpot(cost, which, (x, y)))
    return sorted(found, key=attrgetter("cost"))


def makes_way(free: NumberSpot | None, best: NumberSpot) -> bool:
    """Return True if a name must be hidden for a number.

    That is so if the number has no room, or room only on a bridge although hiding the name would give it a better
    place.
    """
    return free is None or free.cost >= BRIDGE > best.cost


def zone_spot(canvas: Canvas, h: int, taken: Collection[Spot], covers: Covers) -> Spot | None:
    """Return a spot for the sign of an enemy's zone that has no room behind its number; None if there is none."""
    ox, oy = canvas.origin(h)
    free = [(x, y) for y, row in enumerate(canvas.size.counter) for x in row if (ox + x, oy + y) not in taken]
    costs = {(x, y): covers.cost((ox + x, oy + y)) for x, y in free}
    return min((spot for spot in free if costs[spot] < BRIDGE), key=costs.__getitem__, default=None)


# -- in characters


def lay_on_roads(cells: list[tuple[str, str]], printed: Sequence[tuple[str, str]], columns: Collection[int]) -> None:
    """Continue the roads of a line under its numbers.

    `cells` has the line's characters and roles, `printed` those of the board alone, `columns` those of marks.
    """
    marks = {x: cells[x][0] for x in columns if cells[x][1].partition("@")[0] == REACHED}
    roads = {x for x in marks if printed[x][1].partition("@")[0] in ROADS}
    for x in columns_on_roads(marks, roads):
        char, role = cells[x]
        if char != " ":
            cells[x] = char, role.replace(REACHED, f"{REACHED}+road", 1)
        elif printed[x][0] == ROAD_SIGN:  # a town's `o` beside a digit would look like a zero, and `|` like a one
            cells[x] = printed[x]
        else:
            cells[x] = char, role.replace(REACHED, "road", 1)


def columns_on_roads(marks: Mapping[int, str], roads: Collection[int]) -> set[int]:
    """Return the columns in which a number has a road's color: those of the whole number if any digit is on a road.

    `marks` has the characters of numbers by column; `roads` has the columns in which there is a road under a number.
    """
    found = set(roads)
    for first in (x for x in marks if x - 1 not in marks):
        number = {*takewhile(lambda x: marks.get(x, " ") != " ", count(first))}
        if number & found:
            found |= number
    return found


def number_tries(
    canvas: Canvas, h: int, mark: tuple[str, str], note: Collection[Spot], covers: Covers
) -> Iterator[tuple[NumberSpot, list[Cell]]]:
    """Yield the places for a mark in a hex, the best first, each with the mark's cells there."""
    size, marks = canvas.size, shorter_marks(*mark)
    said = [ReachMark.of(each) for each in marks]
    lengths = [min(len(each.number + each.zone), size.room) for each in said]
    for stand in stands(canvas, h, size.mark, lengths, covers, note, LEAST):
        yield stand, mark_cells(canvas, h, marks[stand.which], stand.spot, covers, note)


def mark_cells(
    canvas: Canvas, h: int, mark: tuple[str, str], spot: Spot, covers: Covers, note: Collection[Spot] = ()
) -> list[Cell]:
    """Return the cells of a mark: a number, the zone that stops a unit there, the signs of a named hex and of a way.

    These two signs are painted like a way, in cells that a number occupies anyway.
    """

    def is_last(at: Spot) -> bool:
        cell = ox + at[0], oy + at[1]
        return cell in note or covers.cost(cell) >= BRIDGE

    size, (x, y), (ox, oy) = canvas.size, spot, canvas.origin(h)
    room = min(size.room, size.counter[y].stop - x)
    said = ReachMark.of(mark).within(room)
    number = said.number.rstrip(HALF) if size is SMALL else said.number
    signs = [
        (char, role) for char, role in ((said.zone, REACHED), (said.named, ON_THE_WAY), (said.way, ON_THE_WAY)) if char
    ]
    found = canvas.cells(h, spot, number, REACHED if said.way else mark[1])
    behind = [*((x + i, y) for i in range(len(number), room))]
    if signs:
        below = y + 1 if y + 1 < len(size.counter) else y - 1
        behind += [(i, below) for i in reversed(size.counter[below])]
        behind += [(i, y) for i in range(size.counter[y].start, x)]
        for (char, role), at in zip(signs, sorted(behind, key=is_last), strict=False):
            found += canvas.cells(h, at, char, role)
    elif number[:1].isdigit() and behind and not is_last(behind[0]) and canvas.role(h, behind[0]) not in BANDS:
        found += canvas.cells(h, behind[0], " ", mark[1])
    return found


def blanks_beside(canvas: Canvas, found: Iterable[Cell]) -> list[Cell]:
    """Return blanks that replace a trail or dots beside a number: `-2` and `.2` would look like other numbers.

    Blanks also replace the rest of a printed hex number beside a mark, because it would look like another number.
    """
    number = [
        cell for cell in found if cell.role in (REACHED, ON_THE_WAY) and (cell.char.isdigit() or cell.char == HALF)
    ]
    parts = (canvas.signs["trail"][0], "trail"), (canvas.signs["mixed"], "mixed")
    spots = {(cell.x + aside, cell.y) for cell in number for aside in (-1, 1) if 0 <= cell.x + aside < canvas.width}
    blanks = {(x, y) for x, y in spots if (canvas.chars[y][x], canvas.roles[y][x]) in parts}
    covered = {(cell.x, cell.y) for cell in found if _is_printed_digit(canvas, cell.x, cell.y)}
    for (x, y), aside in product(covered, (-1, 1)):
        rest = ((i, y) for i in count(x + aside, aside))
        blanks |= {*takewhile(lambda spot: _is_printed_digit(canvas, *spot), rest)}
    return [Cell(y, x, " ", "") for x, y in sorted(blanks - covered)]


def _is_printed_digit(canvas: Canvas, x: int, y: int) -> bool:
    return 0 <= x < canvas.width and canvas.chars[y][x].isdigit() and canvas.roles[y][x] == "grid"
