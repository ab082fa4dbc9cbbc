"""Changed cells as the terminal reads them, in the order that takes the fewest bytes.

After each stroke (`strokes.py`) comes the one that is cheapest to reach, by the way of the terminal's cursor and by the
codes of its look; unless there are very many, a shorter order is sought (`order.py`). A small gap that must be written
anyway is filled with blanks rather than stepped over.
"""

from bisect import bisect, bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import NamedTuple

from rich.color import ColorSystem

from westwall_tui.ui.terminal.delta import PLAIN, Look, change
from westwall_tui.ui.terminal.numbers import NONE, Numbers
from westwall_tui.ui.terminal.strokes import (
    BACK,
    LIFTED,
    Leap,
    Pen,
    Piece,
    Stroke,
    StrokeKind,
    draw_strokes,
)
from westwall_tui.ui.terminal.ways import CursorWays

FEW = 48
"""Among so few strokes the cheapest is looked for each time; among more, only among those that are near."""
NEAR_LINES, NEAR_OF_LOOK = range(-1, 3), 8
"""Which lines are near, and how many strokes of the same look on either side."""
MANY, NEXT = 512, 8
"""Among so many, or where the screen is to be there soon, only the next ones are looked at: most lines are whole."""
MOST, FEWEST = 300, 4
"""For more strokes no shorter order is sought (`order.py`), which takes half a millisecond for each; of so few
all orders are tried."""


NO_LEAPS: Mapping[int, Leap] = {}


class Painted(NamedTuple):
    """Codes as the terminal reads them, and its pen afterwards."""

    codes: str
    pen: Pen

    def lifted(self) -> "Painted":
        """The same, but the terminal paints plain afterwards, and nobody knows where."""
        return Painted(self.codes + change(self.pen.look, PLAIN), LIFTED)


def terminal_codes(
    pieces: Iterable[Piece],
    system: ColorSystem | None,
    ways: CursorWays,
    pen: Pen = LIFTED,
    *,
    kept: Pen | None = None,
    soon: bool = False,
    numbers: Numbers = NONE,
) -> Painted:
    """Pieces of lines as the terminal reads them; `ways` are those on its screen, `pen` the terminal's now.

    `kept`: the pen that it keeps. `soon`: whether that is to be found soon, rather than the shortest. `numbers`: those
    that it has redefined.
    """
    strokes = [*draw_strokes(pieces, system, numbers)]
    leaps = find_leaps(strokes, ways, kept) if kept is not None else {}
    begin = partial(Brush, strokes, ways, pen, leaps, soon=soon)
    if soon or len(strokes) > MOST:
        brush = begin()
        while brush.left.numbers:
            brush.write(brush.nearest())
    elif len(strokes) <= FEWEST:
        brush = min((begin().write_all(order) for order in permutations(range(len(strokes)))), key=len)
    else:
        from westwall_tui.ui.terminal.order import shortest_order  # not before the first paint

        brush = begin().write_all(shortest_order(strokes, ways, pen, leaps))
    return Painted("".join(brush.codes), brush.pen)


def find_leaps(strokes: Sequence[Stroke], ways: CursorWays, kept: Pen) -> Mapping[int, Leap]:
    """How strokes below and beside the pen that the terminal keeps are begun from there, by their numbers."""
    blocks = any(stroke.kind is StrokeKind.BLOCKS for stroke in strokes)
    found = {}
    for number, stroke in enumerate(strokes):
        if stroke.x >= kept.x:
            look, text = stroke.after(kept.look, blocks=blocks)
            way = BACK + ways.codes(kept.y, kept.x, stroke.y, stroke.x)
            found[number] = Leap(way, change(kept.look, look), look, text)
    return found


class Remaining:
    """The strokes that are still to be written, by their numbers in the order of the lines."""

    def __init__(self, strokes: Sequence[Stroke], *, soon: bool) -> None:
        """`soon`: whether they are to be found soon, rather than written in few bytes."""
        self.numbers = [*range(len(strokes))]
        self._strokes = strokes
        self._soon = soon or len(strokes) >= MANY
        self._by_look: dict[Look, list[int]] = {}
        self._lines: dict[int, tuple[list[int], list[int]]] = {}
        """By line: the columns in which its strokes begin, and their numbers."""
        self._cells: dict[int, bytearray] = {}
        """By line: 1 for a cell that is still to be written."""
        width = max((stroke.end for stroke in strokes), default=0)
        for number, stroke in enumerate(strokes):
            self._by_look.setdefault(stroke.look, []).append(number)
            columns, numbers = self._lines.setdefault(stroke.y, ([], []))
            columns.append(stroke.x)
            numbers.append(number)
            cells = self._cells.get(stroke.y) or self._cells.setdefault(stroke.y, bytearray(width))
            cells[stroke.x : stroke.end] = bytes([1]) * (stroke.end - stroke.x)

    def candidates(self, number: int) -> Iterable[int]:
        """Which could come after a stroke: those beside it in the lines near by, and the nearest of the same look; if
        there are few, all."""
        if len(self.numbers) <= (NEXT if self._soon else FEW):
            return self.numbers
        stroke = self._strokes[number]
        same = self._by_look[stroke.look]
        beside = bisect(same, number)
        if self._soon:
            at = bisect(self.numbers, number)
            return [*self.numbers[at : at + 1], *same[max(0, beside - 1) : beside + 2], self.numbers[0]]
        found = [self.numbers[0], *same[max(0, beside - NEAR_OF_LOOK) : beside + NEAR_OF_LOOK]]
        for lines in NEAR_LINES:
            if (line := self._lines.get(stroke.y + lines)) is not None:
                columns, numbers = line
                at = bisect_left(columns, stroke.end)
                found += numbers[max(0, at - 1) : at + 1]
        return found

    def holds(self, y: int, first: int, end: int) -> bool:
        """True if all these cells are still to be written."""
        return 0 not in self._cells[y][first:end]

    def take(self, number: int) -> None:
        """A stroke is written."""
        stroke = self._strokes[number]
        self._cells[stroke.y][stroke.x : stroke.end] = bytes(stroke.end - stroke.x)
        columns, numbers = self._lines[stroke.y]
        del columns[bisect_left(numbers, number)]
        for kept in (self.numbers, self._by_look[stroke.look], numbers):
            del kept[bisect_left(kept, number)]


class Brush:
    """The terminal's cursor and look, and what was written so far."""

    def __init__(
        self,
        strokes: Sequence[Stroke],
        ways: CursorWays,
        pen: Pen = LIFTED,
        leaps: Mapping[int, Leap] = NO_LEAPS,
        *,
        soon: bool = False,
    ) -> None:
        self.left = Remaining(strokes, soon=soon)
        self.codes: list[str] = []
        self.order: list[int] = []
        """The numbers of what was written."""
        self.look = pen.look
        self._strokes, self._ways, self._leaps = strokes, ways, leaps
        self._blocks = any(stroke.kind is StrokeKind.BLOCKS for stroke in strokes)
        self._last = 0
        self._at = pen[:2]

    def __len__(self) -> int:
        return sum(map(len, self.codes))

    @property
    def pen(self) -> Pen:
        """Where the terminal writes next, and how."""
        return Pen(*self._at, self.look)

    def nearest(self) -> int:
        """The stroke that is written next."""
        best, least = -1, 1 << 30
        for number in self.left.candidates(self._last):
            stroke = self._strokes[number]
            look, _ = stroke.after(self.look, blocks=self._blocks)
            cost = len(change(self.look, look)) if look != self.look else 0
            if cost < least and (cost := cost + len(self._codes_to(stroke))) < least:
                best, least = number, cost
            if self._leaps and (leap := self._leaps.get(number)) is not None and leap.cost < least:
                best, least = number, leap.cost
        return best

    def write(self, number: int) -> None:
        """Write a stroke."""
        stroke = self._strokes[number]
        look, text = stroke.after(self.look, blocks=self._blocks)
        way, turn = self._codes_to(stroke), change(self.look, look)
        leap = self._leaps.get(number)
        if leap is not None and leap.cost < len(way) + len(turn):
            way, turn, look, text = leap
        self.codes += (way, turn)
        blanks = stroke.erased_in(self._ways.width)
        self.codes += (text[: len(text) - blanks], "\x1b[K" if blanks else "")
        self._at, self.look, self._last = (stroke.y, stroke.end - blanks), look, number
        self.order.append(number)
        self.left.take(number)

    def write_all(self, order: Iterable[int]) -> "Brush":
        """Write strokes in an order; the same brush."""
        for number in order:
            self.write(number)
        return self

    def _codes_to(self, stroke: Stroke) -> str:
        """How the terminal's cursor gets to a stroke."""
        y, x = self._at
        gap, codes = stroke.x - x, self._ways.codes(y, x, stroke.y, stroke.x)
        if y == stroke.y and x >= 0 and 0 <= gap < len(codes) and self.left.holds(y, x, stroke.x):
            return " " * gap
        return codes
