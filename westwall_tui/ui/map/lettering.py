"""The texts of the map, placed in this order: counters and notes, names, marks and overlays.

A name does not move when a reach or a zone is shown, because the signs find room beside it. If a hex has no room left,
the name is hidden as long as the signs are shown.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, count, product, takewhile
from typing import Protocol, TypeVar

from westwall_tui.ui.map.geometry import S as SOUTH
from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.hexes.colorless import spots_beside
from westwall_tui.ui.map.hexes.marks import Contents, SignCells, firm_cells, sign_cells
from westwall_tui.ui.map.hexes.numbers import HALF, ON_THE_WAY, REACHED
from westwall_tui.ui.map.names import BARE, UNDER_LINE, Covered, NamePlacer, Placed, Sight
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell
from westwall_tui.ui.map.sheet.printed import FREE
from westwall_tui.ui.map.signs import LEADER

LINE_ROLE = "tie"
"""The role of the line from a place to its name. In a color of its own, the line would look like a wall."""
NOTHING = Contents()
Crossing = tuple[str, str] | None


class HexMarks(Protocol):
    """The marks and overlay signs of a hex."""

    @property
    def lacking(self) -> Collection[Spot]:
        """The cells from which names must be removed, because the signs found no free cells."""


S = TypeVar("S", bound=HexMarks)


class Room:
    """The division of a window's room between names and signs."""

    def __init__(self, placer: NamePlacer) -> None:
        self._placer = placer
        self._asked: tuple[object, ...] = ()
        self._names: Sequence[Placed] = ()

    def share(
        self,
        hexes: Collection[int],
        signs: Callable[[int, Collection[Spot]], S],
        covered: Covered,
        sight: Sight,
        objectives: Collection[int],
    ) -> tuple[Sequence[Placed], dict[int, S]]:
        """Return the names, and the signs by hex.

        `signs` returns the signs of a hex, given the cells that are taken.
        """

        def find_signs() -> dict[int, S]:
            taken = {cell for each in names for cell in (*each.letters, *each.blanks)}
            return {h: signs(h, taken) for h in hexes}

        asked = covered, sight, objectives
        if asked != self._asked:
            keep = not any(sight.hidden)  # names that a box has moved return when it is closed
            self._asked, self._names = asked, self._placer.place(*asked, keep=keep)
        names = self._names
        found = find_signs()
        if lacking := _lacking(found):
            wider = covered._replace(cells=frozenset(covered.cells) | lacking)
            names = self._placer.place(wider, sight, objectives, keep=False)
            found = find_signs()
            lacking = _lacking(found)
            names = [each for each in names if lacking.isdisjoint(each.letters)]
        return names, found


def _lacking(signs: dict[int, S]) -> set[Spot]:
    return {cell for each in signs.values() for cell in each.lacking}


class Lettering:
    """The characters drawn over a picture."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._shown: dict[int, Contents] = {}
        self._firm: dict[int, list[Cell]] = {}
        self._covered: Covered | None = None
        """The cells of `_firm` and of crossings; None if they must be found again after a change."""
        self._beside_allies = frozenset[Spot]()
        """The cells beside the counters of the Allies."""
        self._bracketed = False
        self._signs: dict[int, tuple[Contents, frozenset[Spot], Crossing, SignCells]] = {}
        """For each hex, the contents, nearby cells of names and crossing at the last drawing, and the signs drawn."""
        self._crossings: dict[Spot, Crossing] = {}
        """For each cell of a crossing that isn't as printed, its sign and role."""
        self._room: Room | None = None
        self._spots_near: dict[int, frozenset[Spot]] = {}
        """For each hex, its cells and the cells beside it."""

    def show(self, h: int, shown: Contents) -> bool:
        """Show contents in a hex. Return True if the contents are new."""
        if self._shown.get(h, NOTHING) == shown:
            return False
        firm = firm_cells(self._canvas, h, shown)
        if [(cell.x, cell.y) for cell in firm] != [(cell.x, cell.y) for cell in self._firm.get(h, ())]:
            self._covered = None
        self._shown[h], self._firm[h] = shown, firm
        return True

    def forget_crossings(self) -> None:
        """Forget the covered cells, because other crossings are shown."""
        self._covered = None

    def lay(
        self, crossings: Iterable[Cell], sight: Sight, objectives: Collection[int], *, bracketed: bool = False
    ) -> tuple[list[Cell], list[Cell]]:
        """Return the cells of names, and the cells of everything in the hexes.

        `crossings` has the cells of crossings that are not as printed. If Allied counters have brackets (`bracketed`),
        no letter of a name is beside these counters.
        """
        if bracketed != self._bracketed:
            self._bracketed, self._signs = bracketed, {}
        if self._covered is None:
            self._covered = self._find_covered(crossings)
        if self._room is None:  # made at the first paint
            self._room = Room(NamePlacer(self._canvas))
        hexes = [h for h, shown in self._shown.items() if any(shown)]
        covered = self._covered._replace(frames=self._beside_allies) if bracketed else self._covered
        names, signs = self._room.share(hexes, self._signs_of, covered, sight, objectives)
        beside = {spot for each in signs.values() for spot in _spots_beside_numbers(each.cells)}
        lines = [cell for cell in self._line_cells(names) if (cell.x, cell.y) not in beside]
        on_line = {(cell.x, cell.y) for cell in lines}
        letters = [cell for each in names for cell in letter_cells(self._canvas, each)]
        cells = (cell for h in hexes for cell in (*self._firm[h], *signs[h].cells))
        kept = [cell for cell in cells if cell.role not in FREE or (cell.x, cell.y) not in on_line]
        taken = {(cell.x, cell.y) for cell in (*kept, *lines, *letters)}
        spare = (cell for h in hexes for cell in signs[h].spare)
        return [*lines, *letters], [*kept, *(cell for cell in spare if (cell.x, cell.y) not in taken)]

    def _find_covered(self, crossings: Iterable[Cell]) -> Covered:
        """Return the cells of counters, notes and crossings."""
        self._crossings = {(cell.x, cell.y): (cell.char, cell.role) for cell in crossings}
        firm = ((cell.x, cell.y) for cells in self._firm.values() for cell in cells)
        tokens = {h: token for h in self._firm if (token := self._shown[h].token) is not None}
        counters = frozenset((cell.x, cell.y) for h in tokens for cell in self._firm[h])
        allied = (spots_beside(self._canvas, h) for h, token in tokens.items() if not token.german)
        self._beside_allies = frozenset(chain.from_iterable(allied))
        return Covered(frozenset((*firm, *self._crossings)), counters)

    def _line_cells(self, names: Iterable[Placed]) -> Iterator[Cell]:
        """Yield the cells of lines to names. Roads and waters stay visible."""
        for x, y in (cell for each in names for cell in each.line):
            if self._canvas.roles[y][x] in UNDER_LINE:
                yield Cell(y, x, LEADER, LINE_ROLE)

    def _signs_of(self, h: int, taken: Collection[Spot]) -> SignCells:
        """Return the signs of a hex. They are only drawn again if something near them has changed."""
        shown, size, (ox, oy) = self._shown[h], self._canvas.size, self._canvas.origin(h)
        spots = self._spots_near.get(h)
        if spots is None:
            cells = product(range(ox, ox + size.across + 2), range(oy, oy + size.down))
            spots = self._spots_near[h] = frozenset(cells)
        near = spots.intersection(taken)
        (gate,) = size.gates[SOUTH]
        crossing = self._crossings.get((ox + gate[0], oy + gate[1]))
        last = self._signs.get(h)
        if last is None or last[:3] != (shown, near, crossing):
            signs = sign_cells(self._canvas, h, shown, near, crossing, bracketed=self._bracketed)
            last = self._signs[h] = shown, near, crossing, signs
        return last[3]


def _spots_beside_numbers(cells: Iterable[Cell]) -> Iterator[Spot]:
    """Yield the cells beside the numbers of a reach. A line to a name there would look like half a Movement Point."""
    for cell in cells:
        if cell.role in (REACHED, ON_THE_WAY) and (cell.char.isdigit() or cell.char == HALF):
            yield from ((cell.x - 1, cell.y), (cell.x + 1, cell.y))


def letter_cells(canvas: Canvas, name: Placed) -> Iterator[Cell]:
    """Yield the cells of a name, and blanks beside a place's name and over the rest of a printed number."""
    for x, y in name.blanks if name.place is not None else ():
        if 0 <= x < canvas.width and canvas.roles[y][x] in BARE | {"road", "trail"}:
            yield Cell(y, x, " ", "")
    letters, role = name.letters, name.role
    y = name.spot[1]
    for first, way in ((letters[0][0] - 1, -1), (letters[-1][0] + 1, 1)):
        for x in takewhile(lambda x: _is_printed_digit(canvas, x, y), count(first, way)):
            yield Cell(y, x, " ", "")
    if name.place is None:  # one ink for the whole name: the water's ink beyond its band would look like water
        role = f"{role}_name" if all(canvas.roles[y][x] == role for x, y in letters) else "water_name"
    yield from (Cell(y, x, char, role) for (x, y), char in zip(letters, name.name, strict=True))


def _is_printed_digit(canvas: Canvas, x: int, y: int) -> bool:
    return 0 <= x < canvas.width and canvas.roles[y][x] == "grid" and canvas.chars[y][x].isdigit()
