"""Changed cells as the terminal reads them, in the order that takes the fewest bytes.

Cells that can be written in one look are a stroke. After each stroke comes the one that is cheapest to reach, by the
way of the terminal's cursor and by the codes of its look. A small gap that must be written anyway is filled with blanks
rather than stepped over, and blocks of two colors are written whichever way round costs less.
"""

import sys
from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from textual.strip import Strip

from westwall_tui.ui.terminal.blocks import INVERSES
from westwall_tui.ui.terminal.delta import ERASES_IN_COLOR, PLAIN, Look, change, look_of

Piece = tuple[int, int, Strip]
"""Part of a line that is to be written: y, x and the cells."""

MANY_BLANKS = 4
"""So many blanks at the end of a line are erased rather than written."""
FEW = 48
"""Among so few strokes the cheapest is looked for each time; among more, only among those that are near."""
NEAR_LINES, NEAR_OF_LOOK = range(-1, 3), 8
"""Which lines are near, and how many strokes of the same look on either side."""
MANY, NEXT = 512, 8
"""Among so many, or where the screen is to be there soon, only the next ones are looked at: most lines are whole."""
SMALL_UPDATE, STARTS = 32, 6
"""In a step of the cursor, which has no more strokes than these, so many of them are tried as the first."""
SMALL_GAP = 3
"""To step over more cells than these costs no more than to fill them."""
FULL = "█"
_FLIPPED = str.maketrans(INVERSES)


class StrokeKind(Enum):
    """What else than its own look a stroke can be written in."""

    TEXT = 0
    """Nothing."""
    BLOCKS = 1
    """The same with front and ground exchanged."""
    BLANK = 2
    """Whatever has its ground: nothing else is seen, or what stands there is in the color of its ground."""


class Stroke(NamedTuple):
    """Cells of a line that are written in one look."""

    y: int
    x: int
    end: int
    text: str
    look: Look
    kind: StrokeKind

    def joined(self, other: "Stroke") -> "Stroke | None":
        """With the one that follows it, if both can be written in one look."""
        if self.kind is other.kind:
            return self._joined_to(other, self.text + other.text, self.look) if self.look == other.look else None
        if StrokeKind.BLANK in (self.kind, other.kind):
            return self._joined_blank(other)
        text, blocks = (self, other) if self.kind is StrokeKind.TEXT else (other, self)
        if _first_of_swapped(text.look) != blocks.look:
            return None
        flips = text.look != blocks.look
        parts = [part.text.translate(_FLIPPED) if flips and part is blocks else part.text for part in (self, other)]
        return self._joined_to(other, "".join(parts), text.look)._replace(kind=StrokeKind.TEXT)

    def _joined_blank(self, other: "Stroke") -> "Stroke | None":
        blank, inked = (self, other) if self.kind is StrokeKind.BLANK else (other, self)
        look, ground = inked.look, blank.look.back
        parts = [self.text, other.text]
        if look.lines:
            return None
        if look.back != ground:
            if inked.kind is StrokeKind.TEXT or look.front != _as_front(ground) or len(blank.text) > SMALL_GAP:
                return None
            parts[blank is other] = FULL * len(blank.text)
        return self._joined_to(other, "".join(parts), look)._replace(kind=inked.kind)

    def _joined_to(self, other: "Stroke", text: str, look: Look) -> "Stroke":
        return Stroke(self.y, self.x, other.end, text, look, self.kind)

    def after(self, look: Look, *, blocks: bool) -> tuple[Look, str]:
        """The look in which it is best written after another, and its text in that; `blocks`: whether there are any."""
        if self.kind is StrokeKind.TEXT or look == self.look:
            return self.look, self.text
        if self.kind is StrokeKind.BLOCKS:
            other = _swapped_look(self.look)
            flips = look == other or len(change(look, other)) < len(change(look, self.look))
            return (other, self.text.translate(_FLIPPED)) if flips else (self.look, self.text)
        ground = self.look.back
        if look.lines or look.back == ground:
            return (self.look if look.lines else look), self.text
        if blocks and not look.weight and look.front == _as_front(ground) and len(self.text) <= SMALL_GAP:
            return look, FULL * len(self.text)
        return look._replace(back=ground), self.text


@lru_cache(maxsize=4096)
def _swapped_look(look: Look) -> Look:
    """A look with front and ground exchanged."""
    return Look(_as_front(look.back), f"4{look.front[1:]}")


@lru_cache(maxsize=4096)
def _as_front(back: str) -> str:
    """The color of a ground, as that of a front; of the terminal's own and the sixteen there is none."""
    return f"3{back[1:]}" if back.startswith("48;") else "none"


@lru_cache(maxsize=4096)
def _first_of_swapped(look: Look) -> Look | None:
    """What a look and the same exchanged have in common, if they can be exchanged: the one of them that comes first."""
    if look.weight or look.lines or not look.front.startswith("38;") or not look.back.startswith("48;"):
        return None
    return min(look, _swapped_look(look))


class Pen(NamedTuple):
    """Where the terminal writes next, and in which look; a place of -1 is unknown."""

    y: int = -1
    x: int = -1
    look: Look = PLAIN


LIFTED = Pen()
"""Plain, and nobody knows where."""
SAVE, BACK = "\x1b7", "\x1b8"
"""The terminal keeps its pen (DECSC), and goes back to it, place and look (DECRC)."""


class Leap(NamedTuple):
    """How a stroke is begun from the pen that the terminal keeps: way, code of its look, and the look and the text."""

    way: str
    turn: str
    look: Look
    text: str

    @property
    def cost(self) -> int:
        """Its bytes."""
        return len(self.way) + len(self.turn)


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
    width: int | None = None,
    pen: Pen = LIFTED,
    *,
    kept: Pen | None = None,
    soon: bool = False,
) -> Painted:
    """Pieces of lines as the terminal reads them; `width` is the screen's, `pen` the terminal's now.

    `kept`: the pen that it keeps. `soon`: whether that is to be found soon, rather than the shortest.
    """
    strokes = [*_draw_strokes(pieces, system)]
    starts = range(0, len(strokes), max(1, len(strokes) // STARTS)) if len(strokes) <= SMALL_UPDATE and not soon else ()
    leaps = _find_leaps(strokes, width, kept) if kept is not None else {}
    ways = (_painted_from(start, Brush(strokes, width, pen, leaps, soon=soon)) for start in (None, *starts))
    return min(ways, key=lambda painted: len(painted.codes))


def _find_leaps(strokes: Sequence[Stroke], width: int | None, kept: Pen) -> Mapping[int, Leap]:
    """How strokes below and beside the pen that the terminal keeps are begun from there, by their numbers."""
    blocks = any(stroke.kind is StrokeKind.BLOCKS for stroke in strokes)
    found = {}
    for number, stroke in enumerate(strokes):
        if stroke.x >= kept.x:
            look, text = stroke.after(kept.look, blocks=blocks)
            way = BACK + _codes_to_move(kept.y, kept.x, stroke.y, stroke.x, width)
            found[number] = Leap(way, change(kept.look, look), look, text)
    return found


def _painted_from(start: int | None, brush: "Brush") -> Painted:
    """A brush's strokes as the terminal reads them, from one of them on, or else from the one that is reached first."""
    if start is not None:
        brush.write(start)
    while brush.left.numbers:
        brush.write(brush.nearest())
    return Painted("".join(brush.codes), brush.pen)


def _draw_strokes(pieces: Iterable[Piece], system: ColorSystem | None) -> Iterator[Stroke]:
    last: Stroke | None = None
    for y, x, strip in pieces:
        for stroke in _strokes_of_strip(y, x, strip, system):
            if last is not None and (last.y, last.end) == (y, stroke.x) and (joined := last.joined(stroke)):
                last = joined
                continue
            if last is not None:
                yield last
            last = stroke
    if last is not None:
        yield last


def _strokes_of_strip(y: int, x: int, strip: Strip, system: ColorSystem | None) -> Iterator[Stroke]:
    """A strip in parts of one look and kind."""
    for text, style, _ in strip:
        look = PLAIN if system is None else look_of(style, system)
        pair = _first_of_swapped(look)
        for kind, chars in groupby(text, key=lambda char: _kind_of_stroke(char, look, pair)):
            part = "".join(chars)
            end = x + cell_len(part)
            if kind is StrokeKind.BLANK:
                yield Stroke(y, x, end, " " * (end - x), Look(back=look.back), kind)
            elif kind is StrokeKind.BLOCKS and pair is not None:
                yield Stroke(y, x, end, part if look == pair else part.translate(_FLIPPED), pair, kind)
            else:
                yield Stroke(y, x, end, part, look, kind)
            x = end


def _kind_of_stroke(char: str, look: Look, pair: Look | None) -> StrokeKind:
    if char == " " or look.front == _as_front(look.back):
        return StrokeKind.TEXT if look.lines else StrokeKind.BLANK
    return StrokeKind.BLOCKS if pair is not None and char in INVERSES else StrokeKind.TEXT


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
        """Whether all these cells are still to be written."""
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
        width: int | None,
        pen: Pen = LIFTED,
        leaps: Mapping[int, Leap] = NO_LEAPS,
        *,
        soon: bool = False,
    ) -> None:
        self.left = Remaining(strokes, soon=soon)
        self.codes: list[str] = []
        self.look = pen.look
        self._strokes, self._width, self._leaps = strokes, width, leaps
        self._blocks = any(stroke.kind is StrokeKind.BLOCKS for stroke in strokes)
        self._last = 0
        self._at = pen[:2]

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
        blanks = len(text) - len(text.rstrip(" ")) if stroke.end == self._width else 0
        if blanks < MANY_BLANKS or look.lines or (look.back and not ERASES_IN_COLOR):
            blanks = 0
        self.codes += (text[: len(text) - blanks], "\x1b[K" if blanks else "")
        self._at, self.look, self._last = (stroke.y, stroke.end - blanks), look, number
        self.left.take(number)

    def _codes_to(self, stroke: Stroke) -> str:
        """How the terminal's cursor gets to a stroke."""
        y, x = self._at
        gap = stroke.x - x
        if y == stroke.y and x >= 0 and 0 <= gap <= SMALL_GAP and self.left.holds(y, x, stroke.x):
            return " " * gap
        return _codes_to_move(y, x, stroke.y, stroke.x, self._width)


@lru_cache(maxsize=512)
def _codes_to_move(y: int, x: int, to_y: int, to_x: int, width: int | None) -> str:
    """The shortest way for the terminal's cursor to a cell. Which column it is in after a line's last, nobody knows."""
    ways = []
    if y >= 0 and (x < width if width is not None else (to_y == y and to_x >= x)):
        right = to_x - x
        across = "\b" * -right if -STEPS_BACK <= right < 0 else _codes_for_steps(right, "C", "D")
        ways.append(_codes_for_lines_down(to_y - y) + across)
    ways.append(f"\x1b[{to_y + 1};{to_x + 1}H")
    if 0 <= y <= to_y:
        ways.append(f"\r{_codes_for_lines_down(to_y - y)}{_codes_for_steps(to_x, 'C', 'D')}")
    return min(ways, key=len)


STEPS_DOWN = 0 if sys.platform == "win32" else 3
"""Up to so many lines down a vertical tab for each is shorter; it keeps the column, though on Windows not always."""
STEPS_BACK = 3
"""Up to so many cells back it is shorter to go step by step."""


@lru_cache(maxsize=1024)
def _codes_for_lines_down(lines: int) -> str:
    if lines == -1:
        return "\x1bM"  # one up; the terminal would scroll at the top of its region, but nothing is above the screen
    return "\v" * lines if 0 < lines <= STEPS_DOWN else _codes_for_steps(lines, "B", "A")


@lru_cache(maxsize=2048)
def _codes_for_steps(count: int, forward: str, back: str) -> str:
    number = str(abs(count)) if abs(count) > 1 else ""
    return f"\x1b[{number}{forward if count > 0 else back}" if count else ""
