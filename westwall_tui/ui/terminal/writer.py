"""Writes the changed cells of the screen to the terminal.

Textual writes each line of an update from the left edge of the widget in it, and at its start paints the whole screen
several times. Over a slow line that is most of what a key and a start cost. So the app hands its updates to this
module, which knows every cell that the terminal shows, and writes only those that change.

The terminal itself shifts what stays in a window that moves over a picture. Lines move within a scroll region
(DECSTBM), with all that stands beside the window, which is then written again; only a terminal with left and right
margins (DECLRMM) moves the window alone. Columns need no margins: in all lines characters are deleted at one end of the
window, then as many blanks are inserted at the other, so the cells beyond stay.
"""

import os
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console, ConsoleOptions
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from westwall_tui.ui.terminal.blocks import FULL, INVERSES
from westwall_tui.ui.terminal.internals import ChopsUpdate, LayoutUpdate

# -- how cells look


class Look(NamedTuple):
    """The way in which the terminal paints: codes of the colors, empty for its own, and the attributes that are on."""

    front: str = ""
    back: str = ""
    weight: str = ""
    """`1` bold, `2` dim, `1;2` both."""
    lines: str = ""
    """`4` underline, `7` reverse and the like."""


PLAIN = Look()
WAIT, WAITED = "\x1b[?2026h", "\x1b[?2026l"
"""Have the terminal show nothing of what follows until the end of it comes."""
RESET = "\x1b[m"
"""Makes any look plain."""
UNDERLINES_IN_WHITE = os.environ.get("TERM", "").startswith("linux")
"""True on the console of Linux: underlined text is white there, on a white counter and in place of a color too."""
ERASES_IN_COLOR = bool(os.environ.get("TMUX")) or not os.environ.get("TERM", "").startswith("screen")
"""True if erased cells take the background color, as nearly everywhere but in GNU screen."""
_NOT_UNDERLINED = Style(underline=False)
_WEIGHTS = (("bold", "1"), ("dim", "2"))
_LINES = (("italic", "3"), ("underline", "4"), ("blink", "5"), ("reverse", "7"), ("strike", "9"))


@lru_cache(maxsize=4096)
def look_of(style: Style | None, system: ColorSystem | None) -> Look:
    """Return a style as a terminal with that many colors shows it; without colors, all is plain."""
    if style is None or system is None:
        return PLAIN
    front = style.color.downgrade(system).get_ansi_codes() if style.color else ()
    back = style.bgcolor.downgrade(system).get_ansi_codes(foreground=False) if style.bgcolor else ()
    if UNDERLINES_IN_WHITE and style.underline and (style.reverse or style.color is not None):
        style += _NOT_UNDERLINED
    weight, lines = (";".join(code for name, code in each if getattr(style, name)) for each in (_WEIGHTS, _LINES))
    return Look("" if front == ("39",) else ";".join(front), "" if back == ("49",) else ";".join(back), weight, lines)


@lru_cache(maxsize=8192)
def change(old: Look, new: Look) -> str:
    """Return the shortest code that makes one look another."""
    if old == new:
        return ""
    if new == PLAIN:
        return RESET
    full = ";".join(part for part in ("0" if old != PLAIN else "", new.weight, new.lines, new.front, new.back) if part)
    if old.lines and old.lines != new.lines:
        return f"\x1b[{full}m"
    parts = ["22" if old.weight else "", new.weight] if old.weight != new.weight else []
    parts = [code for code in (*parts, new.lines if old.lines != new.lines else "") if code]
    parts += [b or off for a, b, off in ((old.front, new.front, "39"), (old.back, new.back, "49")) if a != b]
    return f"\x1b[{min(';'.join(parts), full, key=len)}m"


def colored(segments: Iterable[Segment], system: ColorSystem | None) -> str:
    """Return text in its styles; the terminal is plain afterwards."""
    now, codes = PLAIN, ""
    for text, style, _ in segments:
        look = look_of(style, system)
        if text.isspace() and not (look.lines or now.lines):
            look = now._replace(back=look.back)
        codes, now = codes + change(now, look) + text, look
    return codes + change(now, PLAIN)


@lru_cache(maxsize=4096)
def _swapped(look: Look) -> Look | None:
    """Return a look with front and ground exchanged; None if they are not two of the 256 or 24-bit colors."""
    front, back, weight, lines = look
    if weight or lines or not (front.startswith("38;") and back.startswith("48;")):
        return None
    return Look(f"3{back[1:]}", f"4{front[1:]}")


# -- cells


class Cell(NamedTuple):
    """A character in a look."""

    char: str
    look: Look


Line = list[Cell | None]
"""The cells of a line; None if it is unknown what a cell shows."""


@lru_cache(maxsize=16384)
def _cell(char: str, look: Look) -> Cell:
    """Return a cell, the same one for all that look the same: of a blank only the ground is seen, for example."""
    front, back, weight, lines = look
    if lines:
        return Cell(char, look)
    if char == " " or (front and front[1:] == back[1:]):
        return Cell(" ", Look(back=back))
    if char == FULL and not weight and front.startswith("38;"):
        return Cell(" ", Look(back=f"4{front[1:]}"))
    if char in INVERSES and (swapped := _swapped(look)) is not None and swapped < look:
        return Cell(INVERSES[char], swapped)
    return Cell(char, look)


@lru_cache(maxsize=8192)
def _cells_of(text: str, style: Style | None, system: ColorSystem | None) -> Line:
    """Return the cells of a text; unknown ones if a character is wide or takes no room, as terminals disagree then."""
    look = look_of(style, system)
    if not text.isascii() and any(cell_len(char) != 1 for char in text):
        return [None] * cell_len(text)
    return [_cell(char, look) for char in text]


# -- runs


class Run(NamedTuple):
    """Cells of a line that are written in one look."""

    y: int
    x: int
    end: int
    text: str
    look: Look

    def after(self, now: Look) -> tuple[Look, str]:
        """Return the look in which a terminal that paints in another one now writes the run, and its text then."""
        look, text = self.look, self.text
        if look == now or look.lines:
            return look, text
        if text.isspace():
            return (look if now.lines else now._replace(back=look.back)), text
        swapped = _swapped(look) if INVERSES.keys() >= set(text) else None
        if swapped is not None and len(change(now, swapped)) < len(change(now, look)):
            return swapped, "".join(INVERSES[char] for char in text)
        return look, text

    def erased_in(self, width: int) -> int:
        """Return how many blanks at its end are erased rather than written: many at the end of the screen's line."""
        if self.end != width or self.look.lines or (self.look.back and not ERASES_IN_COLOR):
            return 0
        blanks = len(self.text) - len(self.text.rstrip(" "))
        return blanks if blanks >= MANY_BLANKS else 0


NEAR = 4
"""Moving the cursor over cells costs about as many bytes as writing so many characters."""
MANY_BLANKS = 4
"""The minimum count of blanks at the end of a line that are erased rather than written."""
FEW = 32
"""Among so few runs the cheapest is written next; among more, the cheapest of those that are near."""
BESIDE, OF_ONE_LOOK = 2, 4
"""So many runs before and behind the last one are near, and so many of the look in which the terminal paints."""


@lru_cache(maxsize=16384)
def _char_in(look: Look, cell: Cell) -> str:
    """Return the character that shows a cell if it is written in a look; empty if none does."""
    char, own = cell
    if own == look:
        return char
    if own.lines or look.lines:
        return ""
    if char == " ":
        return " " if own.back == look.back else ""
    return INVERSES[char] if char in INVERSES and own == _swapped(look) else ""


def _runs(y: int, old: Line, new: Line) -> Iterator[Run]:
    """Yield the runs that make a line of the terminal show other cells."""
    changed = [x for x, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b and a != b and b is not None]
    end_of_text = len(new)
    while end_of_text and (last := new[end_of_text - 1]) is not None and last.char == " " and last == new[-1]:
        end_of_text -= 1
    at_end = next((x for x in changed if x >= end_of_text), len(new))
    changed = [*(x for x in changed if x < at_end), *range(at_end, len(new))]  # the blanks are erased together
    text, look, first, end = "", PLAIN, 0, -NEAR - 1
    for x in changed:
        cell = new[x]
        assert cell is not None
        if x == end and cell.look is look:
            text, end = text + cell.char, x + 1
            continue
        if x - end <= NEAR:
            if text.isspace() and cell.look.back == look.back and not (look.lines or cell.look.lines):
                look = cell.look
            joined = [_char_in(look, each) if each is not None else "" for each in new[end : x + 1]]
            if all(joined) and len("".join(joined[:-1]).encode()) <= NEAR:
                text, end = text + "".join(joined), x + 1
                continue
        if text:
            yield Run(y, first, end, text, look)
        text, look, first, end = cell.char, cell.look, x, x + 1
    if text:
        yield Run(y, first, end, text, look)


# -- the cursor


class Pen(NamedTuple):
    """The position and the style in which the terminal writes next; a position of -1 is unknown."""

    y: int = -1
    x: int = -1
    look: Look = PLAIN


LIFTED = Pen()
"""Plain, at an unknown place."""
STEPS_DOWN = 0 if sys.platform == "win32" else 3
"""Up to so many lines down, a vertical tab for each is shorter; it keeps the column, though on Windows not always."""
STEPS_BACK = 3
"""Up to so many cells back, a backspace for each is shorter."""


@lru_cache(maxsize=8192)
def _way(y: int, x: int, to_y: int, to_x: int) -> str:
    """Return the shortest code that moves the cursor from a cell, which may be unknown, to another."""
    ways = [f"\x1b[{to_y + 1};{to_x + 1}H"]
    if y >= 0:
        ways.append(_down(to_y - y) + _across(to_x - x))
    if 0 <= y <= to_y:
        ways.append(f"\r{_down(to_y - y)}{_across(to_x)}")
    return min(ways, key=len)


def _down(lines: int) -> str:
    if lines == -1:
        return "\x1bM"  # one up; it scrolls only at the top of the screen, and nothing is above that
    return "\v" * lines if 0 < lines <= STEPS_DOWN else _steps(lines, "B", "A")


def _across(cells: int) -> str:
    return "\b" * -cells if -STEPS_BACK <= cells < 0 else _steps(cells, "C", "D")


def _steps(count: int, forward: str, back: str) -> str:
    return f"\x1b[{_number_in_code(count)}{forward if count > 0 else back}" if count else ""


def _number_in_code(count: int) -> str:
    return str(abs(count)) if abs(count) > 1 else ""


def write_runs(runs: Sequence[Run], pen: Pen, width: int, *, first: bool = False) -> tuple[str, Pen]:
    """Return the codes that write runs, the cheapest run nearby next, and the terminal's pen after them.

    The `first` runs are a whole screen: they are written line by line, since searching would delay it.
    """
    left, of_look = [*range(len(runs))], dict[Look, list[int]]()
    for number, run in enumerate(runs):
        of_look.setdefault(run.look, []).append(number)

    def cost(number: int) -> int:
        run = runs[number]
        return len(_way(y, x, run.y, run.x)) + len(change(look, run.after(look)[0]))

    (y, x, look), last, codes = pen, 0, list[str]()
    while left:
        near: Iterable[int] = left
        if first:
            near = left[:1]
        elif len(left) > FEW:
            near = _around(left, last, BESIDE) + _around(of_look.get(look, []), last, OF_ONE_LOOK)
        last = min(near, key=cost)
        run = runs[last]
        for numbers in (left, of_look[run.look]):
            del numbers[bisect_left(numbers, last)]
        new, text = run.after(look)
        blanks = run.erased_in(width)
        codes += _way(y, x, run.y, run.x), change(look, new), text[: len(text) - blanks], "\x1b[K" if blanks else ""
        y, x, look = run.y, run.end - blanks, new
        if not 0 <= x < width:  # after the last column, and after wide characters, terminals differ
            y = x = -1
    return "".join(codes), Pen(y, x, look)


def _around(numbers: list[int], number: int, count: int) -> list[int]:
    """Return so many numbers of a sorted row on either side of a number."""
    at = bisect_left(numbers, number)
    return numbers[max(0, at - count) : at + count]


# -- scrolling

NEEDED = {
    "csr": b"\x1b[%i%p1%d;%p2%dr",
    "il": b"\x1b[%p1%dL",
    "dl": b"\x1b[%p1%dM",
    "ich": b"\x1b[%p1%d@",
    "dch": b"\x1b[%p1%dP",
}
"""The codes that a terminal must understand to scroll, by their names in terminfo."""


@cache
def can_scroll(term: str) -> bool:
    """True if a terminal of this name obeys `scroll_codes`."""
    try:
        import curses  # not before the first paint
    except ImportError:  # on Windows
        return False
    try:
        with Path(os.devnull).open("wb") as nothing:
            curses.setupterm(term, nothing.fileno())
    except curses.error:  # terminfo does not know that terminal
        return False
    return all((curses.tigetstr(name) or b"").partition(b"$<")[0] == code for name, code in NEEDED.items())


class Shift(NamedTuple):
    """A region of the screen whose contents move right (or left) and down, by so many cells and lines."""

    region: Region
    right: int
    down: int


class Window(NamedTuple):
    """A region of the screen that shows part of a picture, and the cell of it that is in the region's first."""

    region: Region
    left: int
    top: int

    def shift_to(self, new: "Window") -> Shift | None:
        """Return how what both windows show moves from one to the other; None if nothing does."""
        right, down = self.left - new.left, self.top - new.top
        stays = abs(right) < self.region.width and abs(down) < self.region.height
        return Shift(self.region, right, down) if new.region == self.region and (right or down) and stays else None


def scroll_codes(shift: Shift, *, margins: bool) -> str:
    """Return a shift as the terminal reads it, which must paint plain. The cursor is anywhere afterwards.

    `margins`: whether the terminal sets left and right ones, so that nothing beside the window moves.
    """
    here, codes = shift.region, ""
    if shift.down:
        codes += f"\x1b[{here.y + 1};{here.bottom}r\x1b[{here.y + 1};{here.x + 1}H"
        codes += f"\x1b[{_number_in_code(shift.down)}{'L' if shift.down > 0 else 'M'}\x1b[r"
    if shift.right:
        count = _number_in_code(shift.right)
        off, on = f"\x1b[{count}P", f"\x1b[{count}@"
        far = here.right - abs(shift.right)
        passes = [(here.x, on)] if shift.right > 0 else [(here.x, off)]
        if not margins:  # what is beyond goes there and back
            passes = [(far, off), (here.x, on)] if shift.right > 0 else [(here.x, off), (far, on)]
        for x, code in passes:
            codes += f"\x1b[{here.y + 1};{x + 1}H" + "\v".join([code] * here.height)
    return f"\x1b[?69h\x1b[{here.x + 1};{here.right}s{codes}\x1b[?69l" if margins else codes


def scrolled(lines: Sequence[Line], shift: Shift, *, margins: bool) -> list[Line]:
    """Return lines after a shift, as `scroll_codes` make the terminal shift them."""
    here, blank = shift.region, Cell(" ", PLAIN)
    found = [[*line] for line in lines]
    first, last = (here.x, here.right) if margins else (0, len(lines[0]))
    for y in range(here.y, here.bottom) if shift.down else ():
        inside = here.y <= y - shift.down < here.bottom
        found[y][first:last] = lines[y - shift.down][first:last] if inside else [blank] * (last - first)
    blanks: Line = [blank] * abs(shift.right)
    for line in found[here.y : here.bottom]:
        row = line[here.x : here.right]
        line[here.x : here.right] = (blanks + row)[: here.width] if shift.right > 0 else (row + blanks)[-here.width :]
    return found


# -- updates

Piece = tuple[int, int, Strip]
"""Part of a line that is to be written: y, x and the cells."""


class Can(NamedTuple):
    """The abilities of a terminal that make an update shorter or calmer."""

    term: str = ""
    """Its name in terminfo, which knows whether it scrolls."""
    margins: bool = False
    """True if it has left and right margins."""
    waiting: bool = False
    """True if it waits for the end of an update before it shows any of it."""


NOTHING = Can()
LONG = 2048
"""Updates of fewer bytes come in one piece anyway: Linux hands on so much of what is written to a terminal."""


class Shown:
    """The contents of a terminal, unknown at first."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._lines: list[Line] = [[None] * size.width for _ in range(size.height)]
        self._window: Window | None = None
        """The part of a picture that was shown last, and its place."""
        self._pen: Pen | None = None
        """The state of the cursor; None before the first update."""

    def update(self, pieces: Iterable[Piece], window: Window | None, can: Can, system: ColorSystem | None) -> str:
        """Return the codes that write pieces of lines, which are taken for written from now on.

        `window`: the part of a picture on the screen. `system`: the colors of the terminal.
        """
        pieces, meant = [*pieces], [[*line] for line in self._lines]
        odd = [run for piece in pieces for run in _put(meant, piece, system)]
        before, pen = ("", self._pen) if self._pen is not None else (RESET, LIFTED)
        found = [self._written(self._lines, meant, odd, pen)]
        shift = self._shift_to(window, pieces)
        if shift is not None and can_scroll(can.term) and not any(None in line for line in meant):
            margins = can.margins and shift.region.width < self.size.width
            scroll = change(pen.look, PLAIN) + scroll_codes(shift, margins=margins)
            codes, pen = self._written(scrolled(self._lines, shift, margins=margins), meant, odd, LIFTED)
            found.append((scroll + codes, pen))
        codes, self._pen = min(found, key=lambda way: len(way[0].encode()))
        self._lines = meant
        return before + codes

    def _written(self, old: Sequence[Line], meant: Sequence[Line], odd: Sequence[Run], pen: Pen) -> tuple[str, Pen]:
        lines = enumerate(zip(old, meant, strict=True))
        changed = (run for y, (line, new) in lines if line != new for run in _runs(y, line, new))
        return write_runs([*odd, *changed], pen, self.size.width, first=self._pen is None)

    def _shift_to(self, new: Window | None, pieces: Sequence[Piece]) -> Shift | None:
        """Return how the window has moved over its picture, if these pieces are those that show it."""
        old = self._window
        if new is None or old == new:
            return None
        parts = (Region(x, y, strip.cell_length, 1).intersection(new.region) for y, x, strip in pieces)
        if sum(part.area for part in parts) < new.region.area:
            return None
        self._window = new
        return old.shift_to(new) if old is not None else None


def _put(lines: Sequence[Line], piece: Piece, system: ColorSystem | None) -> Iterator[Run]:
    """Put a piece into lines. Yield what must be written in any case, as its cells are unknown."""
    y, x, strip = piece
    if y >= len(lines) or x >= len(lines[y]):
        return  # the terminal has just become smaller
    for text, style, _ in strip.crop(0, len(lines[y]) - x):
        cells = _cells_of(text, style, system)
        lines[y][x : x + len(cells)] = cells
        if None in cells:
            yield Run(y, x, -1, text, look_of(style, system))
        x += len(cells)


def pieces_of(update: ChopsUpdate | LayoutUpdate) -> Iterator[Piece]:
    """Yield the pieces of lines of an update of Textual's."""
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


class TrimmedUpdate:
    """An update that writes changed cells only, and lets the terminal scroll if that is shorter.

    Textual puts no codes round it, as it does round its own updates: each of ours knows where it begins.
    """

    def __init__(
        self, update: ChopsUpdate | LayoutUpdate, shown: Shown, window: Window | None = None, can: Can = NOTHING
    ) -> None:
        """`shown`: what the terminal shows, kept up to date. `window`: the part of a picture on the screen."""
        self._pieces = [*pieces_of(update)]
        self._shown, self._window, self._can = shown, window, can

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        codes = self.codes(console)
        waits = self._can.waiting and len(codes.encode()) >= LONG
        yield Segment(f"{WAIT}{codes}{WAITED}" if waits else codes)

    def codes(self, console: Console) -> str:
        """Return the update as the terminal reads it, which is taken for written from now on."""
        system = COLOR_SYSTEMS.get(console.color_system or "")
        return self._shown.update(self._pieces, self._window, self._can, system)
