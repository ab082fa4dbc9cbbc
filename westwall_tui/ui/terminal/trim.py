"""Writing less: updates of the screen cut to the cells that changed.

Textual writes each line of an update from the left edge of the widget in it, and at its start paints the whole screen
several times over. Over a slow line that is most of what a key and a start cost, so the app hands its updates through
here; `strokes.py` writes them.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region

from westwall_tui.ui.terminal.delta import PLAIN, RESET, change
from westwall_tui.ui.terminal.scroll import Shift, Window, can_scroll, scroll_codes
from westwall_tui.ui.terminal.shown import Shown
from westwall_tui.ui.terminal.strokes import LIFTED, Piece, terminal_codes


class Can(NamedTuple):
    """What a terminal can do to make an update shorter or calmer."""

    term: str = ""
    """Its name in terminfo, which knows how it scrolls."""
    margins: bool = False
    """Whether it has left and right margins."""
    waiting: bool = False
    """Whether it waits for the end of an update before it shows any of it."""
    kept: bool = False
    """Whether nobody else writes on it till it is handed back, plain: then the next update goes on where one ends."""

    @property
    def scrolling(self) -> Sequence[bool]:
        """The ways in which it scrolls: with left and right margins (True), without (False)."""
        if not self.term or not can_scroll(self.term):
            return ()
        return (True, False) if self.margins else (False,)


NOTHING = Can()
LONG = 1024
"""Updates of fewer bytes come in one piece anyway, in a packet of the line; nobody need wait for their end."""


class TrimmedUpdate:
    """An update that writes changed cells only, and lets the terminal scroll if that is shorter.

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
        waits = self._can.waiting and len(codes.encode()) >= LONG
        yield Segment(f"{SYNC_START}{codes}{SYNC_END}" if waits else codes)

    def codes(self, console: Console) -> str:
        """The update as the terminal reads it; from now on it is taken for written."""
        shown, width, system = self._shown, self._shown.size.width, console._color_system  # `color_system` is a name
        meant = shown.copy()
        always = [piece for piece in self._pieces if not meant.write(*piece)]
        begins, pen = not shown.is_known, shown.pen or LIFTED
        found = terminal_codes(chain(always, shown.pieces(meant)), system, width, pen, soon=begins)
        shift = self._shift()
        if shift is not None and meant.is_known:
            for margins in self._can.scrolling:
                moved = shown.copy()
                moved.scroll(shift, margins=margins)
                scroll = change(pen.look, PLAIN) + scroll_codes(shift, width, margins=margins)
                rest = terminal_codes(moved.pieces(meant), system, width)
                found = min(found, rest._replace(codes=scroll + rest.codes), key=lambda painted: len(painted.codes))
        if always or not self._can.kept:  # what is of other widths than it has characters may end anywhere
            found = found.lifted()
        before = "" if shown.pen else RESET
        shown.become(meant, found.pen)
        return before + found.codes

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
