"""Updates of the screen: what stands on the terminal, cell by cell, and what must be written to show something else.

Textual writes each line of an update from the left edge of the widget in it, and at its start paints the whole
screen several times over. Over a slow line that is most of what a key and a start cost, so the app hands its updates
through here; `strokes.py` writes them.

What stays in a window that moves over a picture is shifted by the terminal itself. Lines move within a scroll region
(DECSTBM), with all that stands beside the window, which is then written again; only a terminal that says it has left
and right margins (DECLRMM) moves the window alone. Columns need none: in all lines characters are deleted at one end
of the window, then as many blanks inserted at the other, so what lies beyond stays.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.style import Style
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from westwall_tui.ui.terminal.brush import Painted, terminal_codes
from westwall_tui.ui.terminal.delta import PLAIN, RESET, blank_end, change, look_of, same_picture
from westwall_tui.ui.terminal.numbers import NONE, Numbers
from westwall_tui.ui.terminal.strokes import BACK, LIFTED, MANY_BLANKS, SAVE, Pen, Piece
from westwall_tui.ui.terminal.ways import ways_on

NEEDED = {
    "csr": b"\x1b[%i%p1%d;%p2%dr",
    "il": b"\x1b[%p1%dL",
    "dl": b"\x1b[%p1%dM",
    "ich": b"\x1b[%p1%d@",
    "dch": b"\x1b[%p1%dP",
    "sc": SAVE.encode(),
    "rc": BACK.encode(),
}
"""What a terminal must understand, by its name in terminfo."""


@cache
def can_scroll(term: str) -> bool:
    """True if a terminal of this name obeys `scroll_codes`, and keeps its pen."""
    try:
        import curses  # not before the first paint
    except ImportError:  # on Windows
        return False
    try:
        with Path(os.devnull).open("wb") as nothing:
            curses.setupterm(term, nothing.fileno())
    except curses.error:  # nobody knows that terminal
        return False
    return all((curses.tigetstr(name) or b"").partition(b"$<")[0] == code for name, code in NEEDED.items())


class Shift(NamedTuple):
    """A region of the screen whose contents move right (or left) and down, by so many cells and lines."""

    region: Region
    right: int
    down: int

    @property
    def is_short(self) -> bool:
        """True if something of what stood in the region still stands in it."""
        return abs(self.right) < self.region.width and abs(self.down) < self.region.height


class Window(NamedTuple):
    """A region of the screen that shows part of a picture, and the cell of it that stands in the region's first."""

    region: Region
    left: int
    top: int

    def shift_to(self, new: "Window") -> Shift | None:
        """How what both windows show moves from one to the other; None if nothing does."""
        shift = Shift(self.region, self.left - new.left, self.top - new.top)
        moves = shift.right or shift.down
        return shift if new.region == self.region and moves and shift.is_short else None


def scroll_codes(shift: Shift, width: int, *, margins: bool, columns: bool = False) -> str:
    """A shift as the terminal reads it, which must paint plain. The cursor is anywhere afterwards.

    `width`: of the screen. `margins`: whether the terminal has left and right ones, so that nothing beside the window
    moves. `columns`: whether it then moves columns, in all lines at once.
    """
    here, codes = shift.region, ""
    columns = columns and margins and shift.right != 0
    margins = margins and (here.width < width or columns)
    if shift.down or columns:
        codes += f"\x1b[{here.y + 1};{here.bottom}r\x1b[{here.y + 1};{here.x + 1}H"
        if columns:
            codes += f"\x1b[{_number_in_code(shift.right)}'{'}' if shift.right > 0 else '~'}"
        if shift.down:
            codes += f"\x1b[{_number_in_code(shift.down)}{'L' if shift.down > 0 else 'M'}"
        codes += "\x1b[r"
    if shift.right and not columns:
        count = _number_in_code(shift.right)
        off, on = f"\x1b[{count}P", f"\x1b[{count}@"
        far = here.right - abs(shift.right)
        passes = [(here.x, on)] if shift.right > 0 else [(here.x, off)]
        if not margins and here.right < width:  # what is beyond goes there and back
            passes = [(far, off), (here.x, on)] if shift.right > 0 else [(here.x, off), (far, on)]
        for x, code in passes:
            codes += f"\x1b[{here.y + 1};{x + 1}H" + "\v".join([code] * here.height)
    return f"\x1b[?69h\x1b[{here.x + 1};{here.right}s{codes}\x1b[?69l" if margins else codes


def _number_in_code(count: int) -> str:
    return str(abs(count)) if abs(count) > 1 else ""


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
        self.kept: Pen | None = None
        """The pen that it keeps, to go back to."""
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
        line.styles[there] = [_visible_style(char, segment.style) for segment in strip for char in segment.text]
        return True

    def scroll(self, shift: Shift, *, margins: bool) -> None:
        """Move what `scroll_codes` make the terminal move."""
        here = shift.region
        if shift.down:
            first, last = (here.x, here.right) if margins else (0, self.size.width)
            old = self._lines[here.y : here.bottom]
            for y in range(here.y, here.bottom):
                at = y - here.y - shift.down
                line = old[at] if 0 <= at < len(old) else ShownLine([" "] * self.size.width, [None] * self.size.width)
                part = slice(first, last)
                new = ShownLine([*old[y - here.y].chars], [*old[y - here.y].styles])
                new.chars[part], new.styles[part] = line.chars[part], line.styles[part]
                self._lines[y] = new
        if shift.right:
            for line in self._lines[here.y : here.bottom]:
                line.move(here.x, here.right, shift.right)

    @property
    def is_known(self) -> bool:
        """True if every cell is known."""
        return not any(UNKNOWN in line.chars for line in self._lines)

    def become(self, other: "Shown", pen: Pen) -> None:
        """From now on this is what the other one shows, and there is the pen."""
        self._lines, self.pen = other._lines, pen

    def style_at(self, y: int, x: int) -> Style | None:
        """The style of what is written in a cell; None if that is a blank."""
        return self._lines[y].styles[x] if self._lines[y].chars[x] not in (" ", UNKNOWN) else None

    def usual_style(self, first: int) -> Style | None:
        """The style of most of what is written from a column on."""
        cells = (cell for line in self._lines for cell in zip(line.chars[first:], line.styles[first:], strict=True))
        found = Counter(style for char, style in cells if char not in (" ", UNKNOWN)).most_common(1)
        return found[0][0] if found else None

    def pieces(self, meant: "Shown") -> Iterator[Piece]:
        """The pieces to write so that the terminal shows `meant`."""
        for y, (old, new) in enumerate(zip(self._lines, meant._lines, strict=True)):
            if old != new:
                for first, last in _spans_to_write(old, new):
                    yield y, first, new.part(first, last)


def _spans_to_write(old: ShownLine, new: ShownLine) -> list[tuple[int, int]]:
    """Where a line must be written: first cell, and the one after the last, of each stretch."""
    before, after = (zip(line.chars, line.styles, strict=True) for line in (old, new))
    changed = [
        x for x, (a, b) in enumerate(zip(before, after, strict=True))
        if a != b and b[0] != UNKNOWN and (a[0] == UNKNOWN or not same_picture(*a, *b))
    ]  # fmt: skip
    spans: list[tuple[int, int]] = []
    for x in changed:
        if spans and (spans[-1][1] == x or _is_cheaper_to_write(new, spans[-1][1], x)):
            spans[-1] = spans[-1][0], x + 1
        else:
            spans.append((x, x + 1))
    return _with_erased_end(new, spans)


def _is_cheaper_to_write(line: ShownLine, first: int, last: int) -> bool:
    """True if writing the cells between two stretches is cheaper than moving over them."""
    if last - first > NEAR or UNKNOWN in line.chars[first:last]:
        return False
    style = line.styles[first - 1]
    looks = {style, style if style is None else _ground_of_blank(style)}
    return looks.issuperset(line.styles[first:last]) and sum(map(_bytes_of, line.chars[first:last])) <= NEAR


def _bytes_of(char: str) -> int:
    return 1 if char.isascii() else 3


def _with_erased_end(line: ShownLine, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
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


def _visible_style(char: str, style: Style | None) -> Style | None:
    """The style of a cell, without what one does not see: what is written on the ground of a blank."""
    return style if char != " " or style is None else _ground_of_blank(style)


@lru_cache(maxsize=4096)
def _ground_of_blank(style: Style) -> Style | None:
    if style.underline or style.reverse or style.strike or style.blink or style.overline or style.underline2:
        return style
    return None if style.bgcolor is None or style.bgcolor.is_default else Style(bgcolor=style.bgcolor)


class Can(NamedTuple):
    """What a terminal can do to make an update shorter or calmer."""

    term: str = ""
    """Its name in terminfo, which knows how it scrolls."""
    margins: bool = False
    """True if it has left and right margins."""
    columns: bool = False
    """True if it then moves columns by itself."""
    tabs: bool = False
    """True if a tab goes to the next eighth column."""
    waiting: bool = False
    """True if it waits for the end of an update before it shows any of it."""
    kept: bool = False
    """True if nobody else writes on it till it is handed back, plain: then the next update goes on where one ends."""
    numbers: Numbers = NONE
    """The numbers that it has redefined."""

    @property
    def scrolling(self) -> Sequence[bool]:
        """The ways in which it scrolls: with left and right margins (True), without (False)."""
        if not self.term or not can_scroll(self.term):
            return ()
        return (True, False) if self.margins else (False,)


NOTHING = Can()
MARGIN = 2
"""Columns between the window and what is written beside it."""
BESIDE_MAP, BESIDE_TEXT = 2.0, 0.5
"""About the bytes of places and looks for each cell."""
LONG = 2048
"""Updates of fewer bytes come in one piece anyway: Linux hands on so much of what is written to a terminal."""


class Redraw(NamedTuple):
    """One way to get from one screen to another."""

    scroll: str
    """Codes that scroll, if it does."""
    pieces: Sequence[Piece]
    """What is written then."""
    pen: Pen
    """Where the terminal writes then, and how."""

    def bytes_about(self, window: Region | None) -> float:
        """About how many bytes it takes; `window`: where the map is."""
        beside = sum(
            strip.cell_length * (BESIDE_MAP if window is not None and window.contains(x, y) else BESIDE_TEXT)
            for y, x, strip in self.pieces
        )
        return len(self.scroll) + sum(len(strip.text.encode()) for _, _, strip in self.pieces) + beside


class TrimmedUpdate:
    """An update that writes changed cells only, and lets the terminal scroll if that is shorter.

    What is no update of Textual's own gets no codes round it: each of our updates knows where it begins.
    """

    def __init__(
        self, update: ChopsUpdate | LayoutUpdate, shown: Shown, window: Window | None = None, can: Can = NOTHING
    ) -> None:
        """`shown`: what stands on the terminal, kept up to date. `window`: the part of a picture on the screen."""
        self._pieces = [*_pieces_of(update)]
        self._shown, self._window, self._can = shown, window, can

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        codes = self.codes(console)
        waits = self._can.waiting and len(codes.encode()) >= LONG
        yield Segment(f"{SYNC_START}{codes}{SYNC_END}" if waits else codes)

    def codes(self, console: Console) -> str:
        """The update as the terminal reads it; from now on it is taken for written."""
        shown, width, system = self._shown, self._shown.size.width, console._color_system  # `color_system` is a name
        meant = shown.copy()
        always = [piece for piece in self._pieces if not meant.write(*piece)]
        begins, kept = not shown.is_known, shown.kept
        way = self._shortest_redraw(shown, meant, always)
        found = terminal_codes(
            way.pieces,
            system,
            ways_on(width, tabs=self._can.tabs),
            way.pen,
            kept=kept,
            soon=begins,
            numbers=self._can.numbers,
        )
        found = found._replace(codes=way.scroll + found.codes)
        if always or not self._can.kept:  # what is of other widths than it has characters may end anywhere
            found = found.lifted()
        elif kept is None and not begins and self._can.scrolling:
            found = self._keep_pen(meant, found, system)
        before = "" if shown.pen else RESET
        shown.become(meant, found.pen)
        return before + found.codes

    def _shortest_redraw(self, shown: Shown, meant: Shown, always: Sequence[Piece]) -> Redraw:
        """How to get from what is shown to what is meant: scrolled if that takes fewer bytes, by what cells take."""
        pen, shift = shown.pen or LIFTED, self._window_shift()
        found = [Redraw("", [*always, *shown.pieces(meant)], pen)]
        if shift is not None and meant.is_known:
            for margins in self._can.scrolling:
                moved = shown.copy()
                moved.scroll(shift, margins=margins)
                codes = scroll_codes(shift, shown.size.width, margins=margins, columns=self._can.columns)
                found.append(Redraw(change(pen.look, PLAIN) + codes, [*moved.pieces(meant)], LIFTED))
        return min(found, key=lambda way: way.bytes_about(shift.region if shift is not None else None))

    def _keep_pen(self, meant: Shown, found: Painted, system: ColorSystem | None) -> Painted:
        """The same, but the terminal then keeps its pen beside the window, in the look of what stands there.

        The panel changes with every step: so its rows are near, though they stand far from the map.
        """
        window = self._shown.window
        if window is None or system is None or window.region.right + MARGIN >= meant.size.width:
            return found
        y, x = window.region.y + window.region.height // 4, window.region.right + MARGIN
        style = meant.style_at(y, x) or meant.usual_style(window.region.right)
        pen = self._shown.kept = Pen(y, x, look_of(style, system, self._can.numbers))
        return Painted(f"{found.codes}\x1b[{y + 1};{x + 1}H{change(found.pen.look, pen.look)}{SAVE}", pen)

    def _window_shift(self) -> Shift | None:
        """How the window has moved over its picture, if this update is the one that shows that."""
        old, new = self._shown.window, self._window
        if new is None or old == new:
            return None
        parts = (Region(x, y, strip.cell_length, 1).intersection(new.region) for y, x, strip in self._pieces)
        if sum(part.area for part in parts) < new.region.area:
            return None
        self._shown.window = new
        return old.shift_to(new) if old is not None else None


def _pieces_of(update: ChopsUpdate | LayoutUpdate) -> Iterator[Piece]:
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in line:
                yield y, x, strip
                x += strip.cell_length
        return
    for y, x1, x2 in update.spans:
        for end, (start, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            first, last = max(start, x1), min(end, x2)
            if chop is not None and first < last:
                yield y, first, chop.crop(first - start, last - start)
