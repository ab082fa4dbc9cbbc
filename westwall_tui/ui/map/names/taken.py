"""Which cells of a window are taken, and by which name: where another can stand, or could if one made way."""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.map.geometry import Size, Spot
from westwall_tui.ui.map.sheet.candidates import Name
from westwall_tui.ui.map.sheet.canvas import Canvas

CLEARED = ("grid", "mixed", "grove", "woods", "broken", "rough")
"""What makes way for the blank on either side of a name."""
PUSHES = 30
"""Of so many of its positions a name without room asks whether one other name could make way."""


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


class TakenCells:
    """What is taken, and by which name."""

    def __init__(
        self,
        canvas: Canvas,
        covered: Collection[Spot],
        sight: Sight,
        counters: Collection[Spot],
        frames: Collection[Spot],
    ) -> None:
        self._canvas = canvas
        self._covered, self._frames = frozenset(covered), frozenset(frames)
        self._counters, self._sight = counters, sight
        self._used: dict[Spot, int] = {}
        self.places: list[tuple[Name, Spot]] = []
        """The names of places that stand, and where."""

    def put(self, name: Name, spots: Iterable[Spot], *, touch: bool = False, fill: bool = False) -> bool:
        """Let a name stand in the first of some positions that is free; whether there is one.

        `touch`: it may stand right beside a counter. `fill`: it may leave no room for a number in a hex.
        """
        for spot in spots:
            free = self.holds(name, spot) and self._names_in_way(name, spot, touch=touch) == set()
            if free and (fill or not self._fills_a_hex(spot, len(name.text))):
                if name.hexes:
                    self.places.append((name, spot))
                self._mark_used(name, spot, len(self.places) - 1 if name.hexes else -1)
                return True
        return False

    def holds(self, name: Name, spot: Spot) -> bool:
        """True if a name would be whole there."""
        return self._sight.holds(spot, len(name.text))

    def has_room(self, name: Name, spot: Spot) -> bool:
        """True if a name would cover nothing there but the board; it may touch a counter."""
        return self._names_in_way(name, spot, touch=True) == set()

    def hold(self, cells: Iterable[Spot]) -> None:
        """Keep other names off some cells, as long as the name that was put last stands where it does."""
        self._used |= dict.fromkeys(cells, len(self.places) - 1)

    def is_free(self, cells: Iterable[Spot], of: int = -1) -> bool:
        """True if no name and no line of one stands in any of some cells; `of`: none but this one's."""
        return all(self._used.get(cell, of) == of for cell in cells)

    def shows(self, cell: Spot) -> bool:
        """True if what is printed in a cell is seen: no counter covers it. A sign that a bridge runs into is."""
        return cell not in self._counters and self._sight.holds(cell, 1)

    def touches(self, spot: Spot, length: int) -> int:
        """How many counters a name would touch."""
        x, y = spot
        return sum(cell in self._counters for cell in ((x - 1, y), (x + length, y)))

    def push(self, name: Name) -> bool:
        """Let a name stand where one other does that can stand elsewhere; whether there is such a place."""
        for spot in islice(name.spots(), PUSHES):
            owners = self._names_in_way(name, spot) if self.holds(name, spot) else None
            if owners is None or len(owners) != 1 or -1 in owners:
                continue
            (which,) = owners
            other, _ = self.places[which]
            before, self._used = self._used, {cell: owner for cell, owner in self._used.items() if owner != which}
            mine = set(_cells_with_blanks(spot, len(name.text)))
            for aside in other.spots():
                clear = self.holds(other, aside) and self._names_in_way(other, aside) == set()
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
            self._used = before  # with the line to it
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
        """True if so many cells side by side are free, and no bridge."""
        run, roles = 0, self._canvas.roles
        for cell in row:
            taken = cell in mine or cell in self._used or cell in self._covered or roles[cell[1]][cell[0]] == "bridge"
            run = 0 if taken else run + 1
            if run == need:
                return True
        return False

    def _names_in_way(self, name: Name, spot: Spot, *, touch: bool = False) -> set[int] | None:
        """The names in the way of one; None if something is that cannot move."""
        cells = _cells_with_blanks(spot, len(name.text))
        letters = cells[1:-1]
        if not (self._covered.isdisjoint(letters) and self._frames.isdisjoint(letters)):
            return None
        if any(blank in self._covered and not (touch and blank in self._counters) for blank in (cells[0], cells[-1])):
            return None
        return {self._used[cell] for cell in cells if cell in self._used}

    def _mark_used(self, name: Name, spot: Spot, which: int) -> None:
        for cell in _cells_with_blanks(spot, len(name.text)):
            self._used[cell] = which


def _cells_with_blanks(spot: Spot, length: int) -> list[Spot]:
    """The cells of a name and the blank on either side."""
    return [(x, spot[1]) for x in range(spot[0] - 1, spot[0] + length + 1)]
