"""Writing less: updates of the screen cut to the cells that changed.

Textual writes each line of an update from the left edge of the widget in it, and at its start paints the whole screen
several times over. Over a slow line that is most of what a key and a start cost, so the app hands its updates through
here; `delta.py` writes them.
"""

import sys
from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from westwall_tui.ui.terminal.delta import PLAIN, DeltaWriter, Look, blank_end, change, look_of
from westwall_tui.ui.terminal.scroll import Shift, Window, can_scroll, scroll_codes
from westwall_tui.ui.terminal.shown import MANY_BLANKS, Piece, Shown


class Can(NamedTuple):
    """What a terminal can do to make an update shorter or calmer."""

    term: str = ""
    """Its name in terminfo, which knows how it scrolls."""
    margins: bool = False
    """Whether it has left and right margins."""
    waiting: bool = False
    """Whether it waits for the end of an update before it shows any of it."""

    @property
    def scrolling(self) -> Sequence[bool]:
        """The ways in which it scrolls: with left and right margins (True), without (False)."""
        if not self.term or not can_scroll(self.term):
            return ()
        return (True, False) if self.margins else (False,)


NOTHING = Can()
LONG = 256
"""Shorter updates come in one piece anyway; nobody need wait for their end."""


class TrimmedUpdate:
    """An update that writes the cells that change, and has the terminal scroll where that is shorter.

    What is no update of Textual's own gets no codes round it: each of our updates knows where it begins.
    """

    def __init__(
        self, update: ChopsUpdate | LayoutUpdate, shown: Shown, window: Window | None = None, can: Can = NOTHING
    ) -> None:
        """`shown`: what stands on the terminal, kept up to date. `window`: the part of a picture on the screen."""
        self._pieces = [*_pieces(update)]
        self._shown, self._window, self._can = shown, window, can

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        codes = self.codes(console)
        yield Segment(f"{SYNC_START}{codes}{SYNC_END}" if self._can.waiting and len(codes) >= LONG else codes)

    def codes(self, console: Console) -> str:
        """The update as the terminal reads it; from now on it is taken for written."""
        shown, width, system = self._shown, self._shown.size.width, console._color_system  # `color_system` is a name
        meant = shown.copy()
        always = [piece for piece in self._pieces if not meant.write(*piece)]
        codes = terminal_codes([*always, *shown.pieces(meant)], system, width)
        shift = self._shift()
        if shift is not None and meant.is_known:
            for margins in self._can.scrolling:
                moved = shown.copy()
                moved.scroll(shift, margins=margins)
                scroll = scroll_codes(shift, width, margins=margins)
                codes = min(codes, scroll + terminal_codes(moved.pieces(meant), system, width), key=len)
        shown.become(meant)
        return codes

    def _shift(self) -> Shift | None:
        """How the window has moved over its picture, if this update is the one that shows that."""
        old, new = self._shown.window, self._window
        if new is None or old == new:
            return None
        parts = (Region(x, y, strip.cell_length, 1).intersection(new.region) for y, x, strip in self._pieces)
        if sum(part.area for part in parts) < new.region.area:
            return None
        self._shown.window = new
        return old.shift_to(new) if old is not None else None


FEW = 64
"""Among so few runs of one style the cheapest is looked for each time; among more, only among those that are near."""


Stretch = tuple[int, int, list[Strip]]
"""Strips that follow each other without a gap: y, x and the strips."""


def terminal_codes(pieces: Iterable[Piece], system: ColorSystem | None, width: int | None = None) -> str:
    """Pieces of lines as the terminal reads them, in the order that is shortest; `width` is the screen's."""
    stretches = _stretches(pieces)
    orders = [stretches]
    if system is not None:
        runs = [run for stretch in stretches for run in _runs(stretch, system)]
        orders.append(_nearest(runs))
    return min((_in_order(order, system, width) for order in orders), key=len)


class Run(NamedTuple):
    """Cells of one style in a line."""

    y: int
    x: int
    end: int
    look: Look
    blank: bool
    """Whether nothing is seen of it but its ground."""
    strip: Strip


def _nearest(runs: Sequence[Run]) -> list[Stretch]:
    """Runs, after each of them the one that takes the fewest codes to reach."""
    left = Remaining(runs)
    found: list[Stretch] = []
    y = x = number = 0
    look = PLAIN
    while left.numbers:
        best, least = -1, 99
        for candidate in left.candidates(number):
            at, start, _, new, blank, _ = runs[candidate]
            if blank and not look.lines:
                new = look._replace(back=new.back) if look.back != new.back else look
            cost = _steps_length(at - y, start - x) + (len(change(look, new)) if new != look else 0)
            if cost < least:
                best, least = candidate, cost
        number = best
        left.take(number)
        y, start, x, new, blank, strip = runs[number]
        look = look._replace(back=new.back) if blank and not look.lines else new
        found.append((y, start, [strip]))
    return found


@lru_cache(maxsize=8192)
def _steps_length(down: int, right: int) -> int:
    """About how many bytes it takes to move the terminal's cursor (`_move`)."""
    return min(len(_move((0, 500), (down, 500 + right), 1000)), 7) if down or right else 0


class Remaining:
    """The runs that are still to be written, by their numbers in the order of the lines."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.numbers = [*range(len(runs))]
        self._runs = runs
        self._by_look: dict[Look, list[int]] = {}
        for number, run in enumerate(runs):
            self._by_look.setdefault(run.look, []).append(number)

    def candidates(self, number: int) -> Iterable[int]:
        """Which could come after a run: the next one, and the nearest that look the same; if there are few, all."""
        if len(self.numbers) <= FEW:
            return self.numbers
        same, at = self._by_look[self._runs[number].look], bisect(self.numbers, number)
        beside = bisect(same, number)
        return [*self.numbers[at : at + 1], *same[max(0, beside - 1) : beside + 2], self.numbers[0]]

    def take(self, number: int) -> None:
        """A run is written."""
        for numbers in (self.numbers, self._by_look[self._runs[number].look]):
            del numbers[bisect_left(numbers, number)]


def _in_order(stretches: Iterable[Stretch], system: ColorSystem | None, width: int | None) -> str:
    writer = DeltaWriter(system)
    at = (-1, -1)
    for y, x, strips in stretches:
        if at != (y, x):
            writer.parts.append(_move(at, (y, x), width))
        segments = [segment for strip in strips for segment in strip]
        end = x + sum(strip.cell_length for strip in strips)
        blanks = blank_end(segments[-1]) if end == width and segments else 0
        if blanks >= MANY_BLANKS:
            text, style, _ = segments.pop()
            writer.write([*segments, Segment(text[:-blanks], style)])
            writer.erase(style)
            end -= blanks
        else:
            writer.write(segments)
        at = y, end
    return writer.end()


def _move(at: tuple[int, int], to: tuple[int, int], width: int | None) -> str:
    """The shortest way for the terminal's cursor to a cell. Where it is after a line's last cell, nobody knows."""
    straight = f"\x1b[{to[0] + 1};{to[1] + 1}H"
    down, right = to[0] - at[0], to[1] - at[1]
    if at[0] < 0 or ((down or right < 0) and (width is None or at[1] >= width)):
        return straight
    below = "\v" * down if 0 < down <= STEPS_DOWN else _steps(down, "B", "A")
    steps = below + ("\b" * -right if -STEPS_BACK <= right < 0 else _steps(right, "C", "D"))
    return min(steps, straight, key=len)


STEPS_DOWN = 0 if sys.platform == "win32" else 3
"""Up to so many lines down a vertical tab for each is shorter; it keeps the column, though on Windows not always."""
STEPS_BACK = 3
"""Up to so many cells back it is shorter to go step by step."""


def _steps(count: int, forward: str, back: str) -> str:
    number = str(abs(count)) if abs(count) > 1 else ""
    return f"\x1b[{number}{forward if count > 0 else back}" if count else ""


def _stretches(pieces: Iterable[Piece]) -> list[Stretch]:
    """Pieces with those that follow them without a gap."""
    found: list[Stretch] = []
    at = (-1, -1)
    for y, x, strip in pieces:
        if at == (y, x):
            found[-1][2].append(strip)
        else:
            found.append((y, x, [strip]))
        at = y, x + strip.cell_length
    return found


def _runs(stretch: Stretch, system: ColorSystem) -> Iterator[Run]:
    """A stretch in pieces of one style each."""
    y, x, strips = stretch
    for strip in strips:
        for segment in strip:
            look, end = look_of(segment.style, system), x + segment.cell_length
            yield Run(y, x, end, look, segment.text.isspace() and not look.lines, Strip([segment]))
            x = end


def _pieces(update: ChopsUpdate | LayoutUpdate) -> Iterator[Piece]:
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
