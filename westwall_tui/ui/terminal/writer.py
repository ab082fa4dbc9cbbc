"""Writing of the changed cells of the screen to the terminal.

Textual writes each line of an update from the left edge of the changed widget, and paints the whole screen several
times at its start. Over a slow connection that is most of the cost of a key and of a start. The app therefore hands its
updates to this module, which knows every cell that the terminal shows and writes only those that change.

When a window moves over a picture, the terminal itself scrolls the part that stays in sight. Lines move within a scroll
region (DECSTBM), with everything beside the window, which is then written again; only a terminal with left and right
margins (DECLRMM) moves the window alone. Columns need no margins: in every line characters are deleted at one end of
the window and as many blanks are inserted at the other, so the cells beyond it stay.
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

# -- renditions


class Rendition(NamedTuple):
    """The state in which the terminal paints: color codes, empty for its own colors, and active attributes."""

    front: str = ""
    back: str = ""
    weight: str = ""
    """`1` for bold, `2` for dim, `1;2` for both."""
    lines: str = ""
    """`4` for underline, `7` for reverse and so on."""


PLAIN = Rendition()
WAIT, WAITED = "\x1b[?2026h", "\x1b[?2026l"
"""Codes between which the terminal shows no part of an update."""
RESET = "\x1b[m"
"""The code that makes any rendition plain."""
UNDERLINES_IN_WHITE = os.environ.get("TERM", "").startswith("linux")
"""True on the Linux console, which paints underlined text in white, even on a white counter or in place of a color."""
ERASES_IN_COLOR = bool(os.environ.get("TMUX")) or not os.environ.get("TERM", "").startswith("screen")
"""True if erased cells take the background color, as nearly everywhere but in GNU screen."""
_NOT_UNDERLINED = Style(underline=False)
_WEIGHTS = (("bold", "1"), ("dim", "2"))
_LINES = (("italic", "3"), ("underline", "4"), ("blink", "5"), ("reverse", "7"), ("strike", "9"))


@lru_cache(maxsize=4096)
def rendition_of(style: Style | None, system: ColorSystem | None) -> Rendition:
    """Return a style as a terminal with these colors shows it. Without colors every style is plain."""
    if style is None or system is None:
        return PLAIN
    front = style.color.downgrade(system).get_ansi_codes() if style.color else ()
    back = style.bgcolor.downgrade(system).get_ansi_codes(foreground=False) if style.bgcolor else ()
    if UNDERLINES_IN_WHITE and style.underline and (style.reverse or style.color is not None):
        style += _NOT_UNDERLINED
    weight, lines = (";".join(code for name, code in each if getattr(style, name)) for each in (_WEIGHTS, _LINES))
    return Rendition(
        "" if front == ("39",) else ";".join(front), "" if back == ("49",) else ";".join(back), weight, lines
    )


@lru_cache(maxsize=8192)
def change(old: Rendition, new: Rendition) -> str:
    """Return the shortest code that changes one rendition to another."""
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
    """Return text in its styles; the terminal is plain afterward."""
    now, codes = PLAIN, ""
    for text, style, _ in segments:
        rendition = rendition_of(style, system)
        if text.isspace() and not (rendition.lines or now.lines):
            rendition = now._replace(back=rendition.back)
        codes, now = codes + change(now, rendition) + text, rendition
    return codes + change(now, PLAIN)


@lru_cache(maxsize=4096)
def _swapped(rendition: Rendition) -> Rendition | None:
    """Return a rendition with its colors swapped; None unless both are 256-color or 24-bit codes."""
    front, back, weight, lines = rendition
    if weight or lines or not (front.startswith("38;") and back.startswith("48;")):
        return None
    return Rendition(f"3{back[1:]}", f"4{front[1:]}")


# -- cells


class Cell(NamedTuple):
    """A character in a rendition."""

    char: str
    rendition: Rendition


Line = list[Cell | None]
"""The cells of a line; None for a cell whose contents are unknown."""


@lru_cache(maxsize=16384)
def _cell(char: str, rendition: Rendition) -> Cell:
    """Return a cell, the same object for all cells that look alike; of a blank, only the background is visible."""
    front, back, weight, lines = rendition
    if lines:
        return Cell(char, rendition)
    if char == " " or (front and front[1:] == back[1:]):
        return Cell(" ", Rendition(back=back))
    if char == FULL and not weight and front.startswith("38;"):
        return Cell(" ", Rendition(back=f"4{front[1:]}"))
    if char in INVERSES and (swapped := _swapped(rendition)) is not None and swapped < rendition:
        return Cell(INVERSES[char], swapped)
    return Cell(char, rendition)


@lru_cache(maxsize=8192)
def _cells_of(text: str, style: Style | None, system: ColorSystem | None) -> Line:
    """Return the cells of a text; None for each if a character isn't one cell wide, because terminals differ there."""
    rendition = rendition_of(style, system)
    if not text.isascii() and any(cell_len(char) != 1 for char in text):
        return [None] * cell_len(text)
    return [_cell(char, rendition) for char in text]


# -- runs


class Run(NamedTuple):
    """Cells of a line that are written in one rendition."""

    y: int
    x: int
    end: int
    text: str
    rendition: Rendition

    def after(self, now: Rendition) -> tuple[Rendition, str]:
        """Return the rendition in which a terminal now in another one writes the run, and the run's text in it."""
        rendition, text = self.rendition, self.text
        if rendition == now or rendition.lines:
            return rendition, text
        if text.isspace():
            return (rendition if now.lines else now._replace(back=rendition.back)), text
        swapped = _swapped(rendition) if INVERSES.keys() >= set(text) else None
        if swapped is not None and len(change(now, swapped)) < len(change(now, rendition)):
            return swapped, "".join(INVERSES[char] for char in text)
        return rendition, text

    def erased_in(self, width: int) -> int:
        """Return the number of blanks at the run's end to erase rather than write at the end of a screen line."""
        if self.end != width or self.rendition.lines or (self.rendition.back and not ERASES_IN_COLOR):
            return 0
        blanks = len(self.text) - len(self.text.rstrip(" "))
        return blanks if blanks >= MANY_BLANKS else 0


NEAR = 4
"""Number of characters that cost about as many bytes to write again as it takes to move the cursor past them."""
MANY_BLANKS = 4
"""Minimum number of blanks at the end of a line that are erased rather than written."""
FEW = 32
"""Up to this number of runs, the cheapest of all is written next; with more, the cheapest of those nearby."""
BESIDE, OF_ONE_RENDITION = 2, 4
"""Numbers of nearby runs on either side of the last one: of all runs, and of those in the terminal's rendition."""


@lru_cache(maxsize=16384)
def _char_in(rendition: Rendition, cell: Cell) -> str:
    """Return the character that shows a cell if it is written in a rendition; empty if no character does."""
    char, own = cell
    if own == rendition:
        return char
    if own.lines or rendition.lines:
        return ""
    if char == " ":
        return " " if own.back == rendition.back else ""
    return INVERSES[char] if char in INVERSES and own == _swapped(rendition) else ""


def _runs(y: int, old: Line, new: Line) -> Iterator[Run]:
    """Yield the runs that make a line of the terminal show new cells."""
    changed = [x for x, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b and a != b and b is not None]
    end_of_text = len(new)
    while end_of_text and (last := new[end_of_text - 1]) is not None and last.char == " " and last == new[-1]:
        end_of_text -= 1
    at_end = next((x for x in changed if x >= end_of_text), len(new))
    changed = [*(x for x in changed if x < at_end), *range(at_end, len(new))]  # the blanks are erased together
    text, rendition, first, end = "", PLAIN, 0, -NEAR - 1
    for x in changed:
        cell = new[x]
        assert cell is not None
        if x == end and cell.rendition is rendition:
            text, end = text + cell.char, x + 1
            continue
        if x - end <= NEAR:
            if (
                text.isspace()
                and cell.rendition.back == rendition.back
                and not (rendition.lines or cell.rendition.lines)
            ):
                rendition = cell.rendition
            joined = [_char_in(rendition, each) if each is not None else "" for each in new[end : x + 1]]
            if all(joined) and len("".join(joined[:-1]).encode()) <= NEAR:
                text, end = text + "".join(joined), x + 1
                continue
        if text:
            yield Run(y, first, end, text, rendition)
        text, rendition, first, end = cell.char, cell.rendition, x, x + 1
    if text:
        yield Run(y, first, end, text, rendition)


# -- the cursor


class CursorState(NamedTuple):
    """The position and the rendition in which the terminal writes next; a position of -1 is unknown."""

    y: int = -1
    x: int = -1
    rendition: Rendition = PLAIN


SOMEWHERE = CursorState()
"""The plain rendition at an unknown position."""
STEPS_DOWN = 0 if sys.platform == "win32" else 3
"""Maximum lines down for which one vertical tab per line is the shortest code.

A vertical tab keeps the column, but not always on Windows.
"""
STEPS_BACK = 3
"""Maximum cells back for which one backspace per cell is the shortest code."""


@lru_cache(maxsize=8192)
def _cursor_move(y: int, x: int, to_y: int, to_x: int) -> str:
    """Return the shortest code that moves the cursor from a cell, which may be unknown, to another."""
    moves = [f"\x1b[{to_y + 1};{to_x + 1}H"]
    if y >= 0:
        moves.append(_down(to_y - y) + _across(to_x - x))
    if 0 <= y <= to_y:
        moves.append(f"\r{_down(to_y - y)}{_across(to_x)}")
    return min(moves, key=len)


def _down(lines: int) -> str:
    if lines == -1:
        return "\x1bM"  # one line up; at the top of the screen, where this would scroll, no line is above
    return "\v" * lines if 0 < lines <= STEPS_DOWN else _steps(lines, "B", "A")


def _across(cells: int) -> str:
    return "\b" * -cells if -STEPS_BACK <= cells < 0 else _steps(cells, "C", "D")


def _steps(count: int, forward: str, back: str) -> str:
    return f"\x1b[{_number_in_code(count)}{forward if count > 0 else back}" if count else ""


def _number_in_code(count: int) -> str:
    return str(abs(count)) if abs(count) > 1 else ""


def write_runs(runs: Sequence[Run], cursor: CursorState, width: int, *, first: bool = False) -> tuple[str, CursorState]:
    """Return the codes that write the runs, and the cursor's state afterward.

    Each time, the cheapest run nearby is next.

    The `first` runs are a whole screen. They are written line by line, because a search would delay the first picture.
    """
    left, of_rendition = [*range(len(runs))], dict[Rendition, list[int]]()
    for number, run in enumerate(runs):
        of_rendition.setdefault(run.rendition, []).append(number)

    def cost(number: int) -> int:
        run = runs[number]
        return len(_cursor_move(y, x, run.y, run.x)) + len(change(rendition, run.after(rendition)[0]))

    (y, x, rendition), last, codes = cursor, 0, list[str]()
    while left:
        near: Iterable[int] = left
        if first:
            near = left[:1]
        elif len(left) > FEW:
            near = _around(left, last, BESIDE) + _around(of_rendition.get(rendition, []), last, OF_ONE_RENDITION)
        last = min(near, key=cost)
        run = runs[last]
        for numbers in (left, of_rendition[run.rendition]):
            del numbers[bisect_left(numbers, last)]
        new, text = run.after(rendition)
        blanks = run.erased_in(width)
        codes += (
            _cursor_move(y, x, run.y, run.x),
            change(rendition, new),
            text[: len(text) - blanks],
            "\x1b[K" if blanks else "",
        )
        y, x, rendition = run.y, run.end - blanks, new
        if not 0 <= x < width:  # after the last column, and after wide characters, terminals differ
            y = x = -1
    return "".join(codes), CursorState(y, x, rendition)


def _around(numbers: list[int], number: int, count: int) -> list[int]:
    """Return up to `count` numbers of a sorted list on either side of a number."""
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
"""Codes that a terminal must understand to scroll, by their terminfo names."""


@cache
def can_scroll(term: str) -> bool:
    """Return True if a terminal of this name obeys `scroll_codes`."""
    try:
        import curses  # not before the first paint
    except ImportError:  # on Windows
        return False
    try:
        with Path(os.devnull).open("wb") as nothing:
            curses.setupterm(term, nothing.fileno())
    except curses.error:  # terminfo has no entry for that terminal
        return False
    return all((curses.tigetstr(name) or b"").partition(b"$<")[0] == code for name, code in NEEDED.items())


class Shift(NamedTuple):
    """A region of the screen whose contents move by a number of cells to the right and of lines down.

    Negative numbers mean left and up.
    """

    region: Region
    right: int
    down: int


class Window(NamedTuple):
    """A region of the screen that shows part of a picture.

    Its first cell shows the picture's cell in column `left` and line `top`.
    """

    region: Region
    left: int
    top: int

    def shift_to(self, new: "Window") -> Shift | None:
        """Return the shift of the part that both windows show; None if they share none or nothing moves."""
        right, down = self.left - new.left, self.top - new.top
        stays = abs(right) < self.region.width and abs(down) < self.region.height
        return Shift(self.region, right, down) if new.region == self.region and (right or down) and stays else None


def scroll_codes(shift: Shift, *, margins: bool) -> str:
    """Return the codes of a shift for a terminal in the plain rendition. Afterward the cursor's position is unknown.

    `margins`: whether the terminal can set left and right margins, so that no cell beside the window moves.
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
        if not margins:  # the cells beyond the window move there and back
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
"""Part of a line to write: y, x and the cells."""


class Abilities(NamedTuple):
    """The abilities of a terminal that make an update shorter or calmer."""

    term: str = ""
    """The terminal's name in terminfo, which lists how the terminal scrolls."""
    margins: bool = False
    """True if it has left and right margins."""
    waiting: bool = False
    """True if it can hold back an update until all of it has arrived."""


NO_ABILITIES = Abilities()
LONG = 2048
"""Minimum bytes of an update that the terminal is asked to hold back. Linux passes on shorter ones in one piece."""


class Shown:
    """The contents of a terminal, unknown at first."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._lines: list[Line] = [[None] * size.width for _ in range(size.height)]
        self._window: Window | None = None
        """The part of a picture that was shown last, and its place."""
        self._cursor: CursorState | None = None
        """The state of the cursor; None before the first update."""

    def update(self, pieces: Iterable[Piece], window: Window | None, can: Abilities, system: ColorSystem | None) -> str:
        """Return the codes that write pieces of lines, and count the pieces as written.

        `window`: the part of a picture on the screen. `system`: the colors of the terminal.
        """
        pieces, meant = [*pieces], [[*line] for line in self._lines]
        odd = [run for piece in pieces for run in _put(meant, piece, system)]
        before, cursor = ("", self._cursor) if self._cursor is not None else (RESET, SOMEWHERE)
        found = [self._written(self._lines, meant, odd, cursor)]
        shift = self._shift_to(window, pieces)
        if shift is not None and can_scroll(can.term) and not any(None in line for line in meant):
            margins = can.margins and shift.region.width < self.size.width
            scroll = change(cursor.rendition, PLAIN) + scroll_codes(shift, margins=margins)
            codes, cursor = self._written(scrolled(self._lines, shift, margins=margins), meant, odd, SOMEWHERE)
            found.append((scroll + codes, cursor))
        codes, self._cursor = min(found, key=lambda way: len(way[0].encode()))
        self._lines = meant
        return before + codes

    def _written(
        self, old: Sequence[Line], meant: Sequence[Line], odd: Sequence[Run], cursor: CursorState
    ) -> tuple[str, CursorState]:
        lines = enumerate(zip(old, meant, strict=True))
        changed = (run for y, (line, new) in lines if line != new for run in _runs(y, line, new))
        return write_runs([*odd, *changed], cursor, self.size.width, first=self._cursor is None)

    def _shift_to(self, new: Window | None, pieces: Sequence[Piece]) -> Shift | None:
        """Return the movement of the window over its picture, if these pieces show the whole window."""
        old = self._window
        if new is None or old == new:
            return None
        parts = (Region(x, y, strip.cell_length, 1).intersection(new.region) for y, x, strip in pieces)
        if sum(part.area for part in parts) < new.region.area:
            return None
        self._window = new
        return old.shift_to(new) if old is not None else None


def _put(lines: Sequence[Line], piece: Piece, system: ColorSystem | None) -> Iterator[Run]:
    """Put a piece into lines. Yield the runs that must be written in any case, because their cells are unknown."""
    y, x, strip = piece
    if y >= len(lines) or x >= len(lines[y]):
        return  # the terminal has just become smaller
    for text, style, _ in strip.crop(0, len(lines[y]) - x):
        cells = _cells_of(text, style, system)
        lines[y][x : x + len(cells)] = cells
        if None in cells:
            yield Run(y, x, -1, text, rendition_of(style, system))
        x += len(cells)


def pieces_of(update: ChopsUpdate | LayoutUpdate) -> Iterator[Piece]:
    """Yield the pieces of lines of one of Textual's updates."""
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
    """An update that writes only changed cells, and has the terminal scroll if that is shorter.

    Unlike its own updates, Textual puts no codes around this one, which adds its own codes if necessary.
    """

    def __init__(
        self,
        update: ChopsUpdate | LayoutUpdate,
        shown: Shown,
        window: Window | None = None,
        can: Abilities = NO_ABILITIES,
    ) -> None:
        """Create the update.

        `shown` is the terminal's contents, which are kept up to date; `window` as in `Shown.update`.
        """
        self._pieces = [*pieces_of(update)]
        self._shown, self._window, self._can = shown, window, can

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        codes = self.codes(console)
        waits = self._can.waiting and len(codes.encode()) >= LONG
        yield Segment(f"{WAIT}{codes}{WAITED}" if waits else codes)

    def codes(self, console: Console) -> str:
        """Return the update's codes for the terminal, and count the update as written."""
        system = COLOR_SYSTEMS.get(console.color_system or "")
        return self._shown.update(self._pieces, self._window, self._can, system)
