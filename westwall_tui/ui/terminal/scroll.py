"""Scrolling by the terminal itself: what stays in a window that moves over a picture is shifted, not written again.

Lines move within a scroll region (DECSTBM), with all that stands beside the window, which is then written again; only
a terminal that says it has left and right margins (DECLRMM) moves the window alone. Columns need none: in all lines
characters are deleted at one end of the window, then as many blanks inserted at the other, so what lies beyond stays.
"""

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textual.geometry import Region

NEEDED = {
    "csr": b"\x1b[%i%p1%d;%p2%dr",
    "il": b"\x1b[%p1%dL",
    "dl": b"\x1b[%p1%dM",
    "ich": b"\x1b[%p1%d@",
    "dch": b"\x1b[%p1%dP",
}
"""What a terminal must understand, by its name in terminfo."""


@cache
def can_scroll(term: str) -> bool:
    """Whether a terminal of this name obeys `scroll_codes`."""
    try:
        import curses  # only once something scrolls
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


def scroll_codes(shift: Shift, width: int, *, margins: bool) -> str:
    """A shift as the terminal reads it, which must paint plain. The cursor is anywhere afterwards.

    `width`: of the screen. `margins`: whether the terminal has left and right ones, so that nothing beside the window
    moves.
    """
    here, codes = shift.region, ""
    margins = margins and here.width < width
    if shift.down:
        codes += f"\x1b[{here.y + 1};{here.bottom}r\x1b[{here.y + 1};{here.x + 1}H"
        codes += f"\x1b[{_number(shift.down)}{'L' if shift.down > 0 else 'M'}\x1b[r"
    if shift.right:
        count = _number(shift.right)
        off, on = f"\x1b[{count}P", f"\x1b[{count}@"
        far = here.right - abs(shift.right)
        passes = [(here.x, on)] if shift.right > 0 else [(here.x, off)]
        if not margins and here.right < width:  # what is beyond goes there and back
            passes = [(far, off), (here.x, on)] if shift.right > 0 else [(here.x, off), (far, on)]
        for x, code in passes:
            codes += f"\x1b[{here.y + 1};{x + 1}H" + "\v".join([code] * here.height)
    return f"\x1b[?69h\x1b[{here.x + 1};{here.right}s{codes}\x1b[?69l" if margins else codes


def _number(count: int) -> str:
    return str(abs(count)) if abs(count) > 1 else ""
