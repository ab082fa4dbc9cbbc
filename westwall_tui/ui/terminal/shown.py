"""What stands on the terminal, cell by cell, and what must be written to show something else."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from westwall_tui.ui.terminal.delta import blank_end, same_picture
from westwall_tui.ui.terminal.scroll import Shift, Window
from westwall_tui.ui.terminal.strokes import MANY_BLANKS, Pen, Piece

UNKNOWN = ""
"""The character of a cell whose content is unknown."""
NEAR = 4
"""Moving the terminal's cursor costs about as much as writing so many bytes."""


class ShownLine(NamedTuple):
    """A line: its characters and, as long, their styles. A large screen has more than ten thousand cells."""

    chars: list[str]
    styles: list[Style | None]

    def part(self, first: int, last: int) -> Strip:
        """Some of its cells, as they are written."""
        cells = zip(self.chars[first:last], self.styles[first:last], strict=True)
        runs = groupby(cells, key=lambda cell: cell[1])
        return Strip([Segment("".join(char for char, _ in run), style) for style, run in runs], last - first)

    def move(self, first: int, last: int, right: int) -> None:
        """Move what stands between two columns; blanks take its place."""
        if right > 0:
            self.chars[first:last] = [" "] * right + self.chars[first : last - right]
            self.styles[first:last] = [None] * right + self.styles[first : last - right]
        else:
            self.chars[first:last] = self.chars[first - right : last] + [" "] * -right
            self.styles[first:last] = self.styles[first - right : last] + [None] * -right


class Shown:
    """What a terminal of some size shows; at first nobody knows."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.window: Window | None = None
        """Which part of a picture was shown last, and where."""
        self.pen: Pen | None = None
        """Where and how it writes next."""
        self._lines = [ShownLine([UNKNOWN] * size.width, [None] * size.width) for _ in range(size.height)]

    def copy(self) -> "Shown":
        """The same once more."""
        copy = Shown(Size(0, 0))
        copy.size, copy.window = self.size, self.window
        copy._lines = [ShownLine([*line.chars], [*line.styles]) for line in self._lines]
        return copy

    def write(self, y: int, x: int, strip: Strip) -> bool:
        """Show a piece of a line; false if its characters are of other widths, and nobody knows what is shown then."""
        if y >= self.size.height or x >= self.size.width:
            return True  # the terminal has just become smaller
        strip = strip.crop(0, self.size.width - x)
        text = strip.text
        line, there = self._lines[y], slice(x, x + strip.cell_length)
        if len(text) != strip.cell_length:
            line.chars[there] = [UNKNOWN] * strip.cell_length
            return False
        line.chars[there] = text
        line.styles[there] = [_seen(char, segment.style) for segment in strip for char in segment.text]
        return True

    def scroll(self, shift: Shift, *, margins: bool) -> None:
        """Move what `scroll.scroll_codes` make the terminal move."""
        here = shift.region
        if shift.down:
            first, last = (here.x, here.right) if margins else (0, self.size.width)
            old = self._lines[here.y : here.bottom]
            for y in range(here.y, here.bottom):
                at = y - here.y - shift.down
                line = old[at] if 0 <= at < len(old) else _blank(self.size.width)
                part = slice(first, last)
                new = ShownLine([*old[y - here.y].chars], [*old[y - here.y].styles])
                new.chars[part], new.styles[part] = line.chars[part], line.styles[part]
                self._lines[y] = new
        if shift.right:
            for line in self._lines[here.y : here.bottom]:
                line.move(here.x, here.right, shift.right)

    @property
    def is_known(self) -> bool:
        """Whether it is known of every cell what it shows."""
        return not any(UNKNOWN in line.chars for line in self._lines)

    def become(self, other: "Shown", pen: Pen) -> None:
        """From now on this is what the other one shows, and there is the pen."""
        self._lines, self.pen = other._lines, pen

    def pieces(self, meant: "Shown") -> Iterator[Piece]:
        """What must be written so that the terminal shows what is meant."""
        for y, (old, new) in enumerate(zip(self._lines, meant._lines, strict=True)):
            if old != new:
                for first, last in _spans(old, new):
                    yield y, first, new.part(first, last)


def _blank(width: int) -> ShownLine:
    return ShownLine([" "] * width, [None] * width)


def _spans(old: ShownLine, new: ShownLine) -> list[tuple[int, int]]:
    """Where a line must be written: first cell, and the one after the last, of each stretch."""
    before, after = (zip(line.chars, line.styles, strict=True) for line in (old, new))
    changed = [
        x for x, (a, b) in enumerate(zip(before, after, strict=True))
        if a != b and b[0] != UNKNOWN and (a[0] == UNKNOWN or not same_picture(*a, *b))
    ]  # fmt: skip
    spans: list[tuple[int, int]] = []
    for x in changed:
        if spans and (spans[-1][1] == x or _cheap(new, spans[-1][1], x)):
            spans[-1] = spans[-1][0], x + 1
        else:
            spans.append((x, x + 1))
    return _erased(new, spans)


def _cheap(line: ShownLine, first: int, last: int) -> bool:
    """Whether to write the cells between two stretches is cheaper than to move over them."""
    if last - first > NEAR or UNKNOWN in line.chars[first:last]:
        return False
    style = line.styles[first - 1]
    looks = {style, style if style is None else _ground(style)}
    return looks.issuperset(line.styles[first:last]) and sum(map(_length, line.chars[first:last])) <= NEAR


def _length(char: str) -> int:
    return 1 if char.isascii() else 3


def _erased(line: ShownLine, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches, those in the blanks at the end of the line as one, which is erased at once."""
    width = end = len(line.chars)
    ground = line.styles[-1]
    if blank_end(Segment(" ", ground)):
        while end and line.chars[end - 1] == " " and line.styles[end - 1] == ground:
            end -= 1
    tail = [max(first, end) for first, last in spans if last > end]
    if not tail or width - tail[0] < MANY_BLANKS:
        return spans
    before = [(first, min(last, end)) for first, last in spans if first < end]
    if before and before[-1][1] == tail[0]:
        return [*before[:-1], (before[-1][0], width)]
    return [*before, (tail[0], width)]


def _seen(char: str, style: Style | None) -> Style | None:
    """The style of a cell, without what one does not see: what is written on the ground of a blank."""
    return style if char != " " or style is None else _ground(style)


@lru_cache(maxsize=4096)
def _ground(style: Style) -> Style | None:
    if style.underline or style.reverse or style.strike or style.blink or style.overline or style.underline2:
        return style
    return None if style.bgcolor is None or style.bgcolor.is_default else Style(bgcolor=style.bgcolor)
