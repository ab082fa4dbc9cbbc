"""Who has what room on the map: counters and notes, then names, then marks and what is laid over hexes.

A name does not stand elsewhere because a reach or a zone is shown: these find room in their hexes beside it. Only where
a hex has none left does the name make way, for as long as they are shown.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Protocol, TypeVar

from westwall_tui.ui.map.geometry import S as SOUTH
from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.hexes.colorless import spots_beside
from westwall_tui.ui.map.hexes.marks import Contents, SignCells, firm_cells, sign_cells
from westwall_tui.ui.map.hexes.numbers import HALF, ON_THE_WAY, REACHED
from westwall_tui.ui.map.names.distant import UNDER_LINE, Leader
from westwall_tui.ui.map.names.placement import NamePlacer
from westwall_tui.ui.map.names.taken import Sight
from westwall_tui.ui.map.sheet.candidates import Name
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell
from westwall_tui.ui.map.sheet.printed import FREE
from westwall_tui.ui.map.signs import LEADER


class HexMarks(Protocol):
    """What is marked in a hex and laid over it."""

    @property
    def lacking(self) -> Collection[Spot]:
        """The cells that it would have to have where it found no room."""


S = TypeVar("S", bound=HexMarks)


NOWHERE_BESIDE = frozenset[Spot]()


class Room:
    """Shares the room out."""

    TRIES = 3
    """How often names make way for signs that find no room."""

    def __init__(self, placer: NamePlacer) -> None:
        self._placer = placer
        self._asked: tuple[object, ...] = ()
        self._names: list[Cell] = []
        self._leaders: Sequence[Leader] = ()
        self.leaders: Sequence[Leader] = ()
        """The lines from names that stand far from their places."""
        self.on_lines = NOWHERE_BESIDE
        """Their cells, and those beside them."""

    def share(
        self,
        hexes: Collection[int],
        signs: Callable[[int, Collection[Spot]], S],
        firm: frozenset[Spot],
        sight: Sight,
        objectives: Collection[int],
        counters: Collection[Spot],
        frames: Collection[Spot] = frozenset(),
    ) -> tuple[list[Cell], dict[int, S]]:
        """The cells of the names, and by hex its signs.

        `signs`: those of a hex, by the cells that are taken. `firm`: the cells of what names make way for; of them
        `counters` are those of counters. `objectives`: hexes whose towns are named first. `frames`: cells round
        counters in which no letter stands.
        """
        asked = firm, sight, objectives, frames
        if asked != self._asked:
            keep = not any(sight.hidden)  # they go back when the box is closed
            self._asked, self._names = asked, self._placer.cells(firm, sight, objectives, counters, frames, keep=keep)
            self._leaders = self._placer.leaders
        names = self._names
        found, lacking = self._find_signs(hexes, signs, names, self._leaders)
        wanted: set[Spot] = set()
        for _ in range(self.TRIES):
            if lacking <= wanted:
                break
            wanted |= lacking
            names = self._placer.cells(firm | wanted, sight, objectives, counters, frames, keep=False)
            found, lacking = self._find_signs(hexes, signs, names, self._placer.leaders)
        if lacking:
            names = _names_outside(names, lacking)
        return names, found

    def _find_signs(
        self,
        hexes: Iterable[int],
        signs: Callable[[int, Collection[Spot]], S],
        names: Iterable[Cell],
        leaders: Sequence[Leader],
    ) -> tuple[dict[int, S], set[Spot]]:
        """The signs by hex where the names leave room, and the cells that some would have to have."""
        self.leaders = leaders
        ticks = (spot for leader in leaders for spot in leader.between)
        self.on_lines = frozenset((x + aside, y) for x, y in ticks for aside in (-1, 0, 1))
        taken = {(cell.x + aside, cell.y) for cell in names if cell.role for aside in (-1, 0, 1)}
        found = {h: signs(h, taken) for h in hexes}
        return found, {spot for each in found.values() for spot in each.lacking}


def _names_outside(names: Iterable[Cell], spots: Collection[Spot]) -> list[Cell]:
    """The names that stand in none of some cells, whole."""
    letters = {(cell.x, cell.y) for cell in names if cell.role}
    gone: set[Spot] = set()
    for x, y in letters & set(spots):
        for way in (-1, 1):
            i = x
            while (i, y) in letters:
                gone.add((i, y))
                i += way
    return [cell for cell in names if (cell.x, cell.y) not in gone]


Crossing = tuple[str, str] | None
LINE_ROLE = "tie"
"""The role of a line from a name to its place."""


class Lettering:
    """What stands on a picture in characters."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._shown: dict[int, Contents] = {}
        self._firm: dict[int, list[Cell]] = {}
        self._spots: frozenset[Spot] | None = None
        """The cells of `_firm`, and of crossings; None where they have changed."""
        self._counters: frozenset[Spot] = frozenset()
        self._beside: frozenset[Spot] = frozenset()
        """Those beside Allied counters."""
        self._bracketed = False
        self._signs: dict[int, tuple[Contents, frozenset[Spot], frozenset[Spot], Crossing, SignCells]] = {}
        """By hex the signs that were drawn last, for what, by which cells of names and lines, over which crossing."""
        self._crossings: dict[Spot, Crossing] = {}
        """By cell the sign and the role of a crossing that is not as printed."""
        self._room: Room | None = None
        self._spots_near: dict[int, frozenset[Spot]] = {}
        """By hex its cells and those beside it."""

    def show(self, h: int, shown: Contents) -> bool:
        """Show something in a hex; whether that is anything new."""
        if self._shown.get(h, NOTHING) == shown:
            return False
        firm = firm_cells(self._canvas, h, shown)
        if [(cell.x, cell.y) for cell in firm] != [(cell.x, cell.y) for cell in self._firm.get(h, ())]:
            self._spots = None
        self._shown[h], self._firm[h] = shown, firm
        return True

    def forget_crossings(self) -> None:
        """Other crossings are shown: names may have to make way."""
        self._spots = None

    def lay(
        self,
        names: Callable[[], Sequence[Name]],
        crossings: Iterable[Cell],
        sight: Sight,
        objectives: Collection[int],
        *,
        bracketed: bool = False,
    ) -> tuple[list[Cell], list[Cell]]:
        """The cells of names, and of what stands in hexes.

        `names`: those that there may be. `crossings`: the cells of those that are not as printed. `bracketed`: Allied
        counters have brackets, and no letter of a name stands beside them.
        """
        if bracketed != self._bracketed:
            self._bracketed, self._signs = bracketed, {}
        if self._spots is None:
            self._crossings = {(cell.x, cell.y): (cell.char, cell.role) for cell in crossings}
            firm = ((cell.x, cell.y) for cells in self._firm.values() for cell in cells)
            self._spots = frozenset((*firm, *self._crossings))
            counters = (cells for h, cells in self._firm.items() if self._shown[h].token is not None)
            self._counters = frozenset((cell.x, cell.y) for cells in counters for cell in cells)
            allied = (h for h in self._firm if (token := self._shown[h].token) is not None and not token.german)
            self._beside = frozenset(spot for h in allied for spot in spots_beside(self._canvas, h))
        if self._room is None:  # the first paint is the first to ask
            self._room = Room(NamePlacer(self._canvas, names()))
        hexes = [h for h, shown in self._shown.items() if any(shown)]
        frames = self._beside if bracketed else NOWHERE_BESIDE
        named, signs = self._room.share(hexes, self._signs_of, self._spots, sight, objectives, self._counters, frames)
        if leaders := [*self._leader_cells()]:
            beside_numbers = {spot for each in signs.values() for spot in _spots_beside_numbers(each.cells)}
            leaders = [cell for cell in leaders if (cell.x, cell.y) not in beside_numbers]
        on_line = {(cell.x, cell.y) for cell in leaders}
        cells = (cell for h in hexes for cell in (*self._firm[h], *signs[h].cells))
        kept = [cell for cell in cells if cell.role not in FREE or (cell.x, cell.y) not in on_line]
        taken = {(cell.x, cell.y) for cell in (*kept, *leaders, *named)}
        spare = (cell for h in hexes for cell in signs[h].spare)
        return [*leaders, *named], [*kept, *(cell for cell in spare if (cell.x, cell.y) not in taken)]

    def _leader_cells(self) -> Iterator[Cell]:
        """The lines that lead from names to their places between the counters, over all but roads and waters.

        They are of a name's ink: in colors of their own they would be walls.
        """
        assert self._room is not None
        for leader in self._room.leaders:
            for x, y in leader.between:
                if self._canvas.roles[y][x] in UNDER_LINE:
                    yield Cell(y, x, LEADER, LINE_ROLE)

    def _signs_of(self, h: int, taken: Collection[Spot]) -> SignCells:
        """The signs of a hex, drawn again only where something in it is new.

        They keep off the lines to names where that costs them nothing: a tick beside a number would be half a Point.
        """
        assert self._room is not None
        shown, size, (ox, oy) = self._shown[h], self._canvas.size, self._canvas.origin(h)
        spots = self._spots_near.get(h)
        if spots is None:
            cells = product(range(ox, ox + size.across + 2), range(oy, oy + size.down))
            spots = self._spots_near[h] = frozenset(cells)
        near, lined = spots.intersection(taken), spots & self._room.on_lines
        (gate,) = size.gates[SOUTH]
        crossing = self._crossings.get((ox + gate[0], oy + gate[1]))
        last = self._signs.get(h)
        if last is None or last[:4] != (shown, near, lined, crossing):
            signs = sign_cells(self._canvas, h, shown, near, crossing, bracketed=self._bracketed)
            if lined and shown.mark is not None:
                apart = sign_cells(self._canvas, h, shown, near | lined, crossing, bracketed=self._bracketed)
                signs = apart if not apart.lacking and _text_of(apart) == _text_of(signs) else signs
            last = self._signs[h] = shown, near, lined, crossing, signs
        return last[4]


def _text_of(signs: SignCells) -> Sequence[str]:
    return sorted(cell.char for cell in signs.cells if cell.char != " ")


def _spots_beside_numbers(cells: Iterable[Cell]) -> Iterator[Spot]:
    """The cells at either side of numbers of a reach."""
    for cell in cells:
        if cell.role in (REACHED, ON_THE_WAY) and (cell.char.isdigit() or cell.char == HALF):
            yield from ((cell.x - 1, cell.y), (cell.x + 1, cell.y))


NOTHING = Contents()
