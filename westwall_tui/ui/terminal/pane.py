"""Panes: the parts of the playing screen. They paint whole lines, and make way for the box.

A pane's lines go to the terminal as they are, past Textual's style sheets: the fewer styles, the fewer bytes.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from westwall_tui.ui.terminal.palettes import style
from westwall_tui.words.rows import Row

Cells = tuple[tuple[str, str], ...]
"""A line, cell by cell: character and role."""

BLANK = (" ", "")


def cells_of(row: Row, width: int, ground: str = "") -> Cells:
    """A row as exactly `width` cells, all on a ground if there is one. Characters not one cell wide become `?`."""
    found: list[tuple[str, str]] = []
    for span in row:
        role = on_ground(span.style, ground) if ground else span.style
        found += [(c, role) for c in _one_cell_each(span.text)]
    blank = (" ", on_ground("", ground)) if ground else BLANK
    return tuple(found[:width]) + (blank,) * (width - len(found))


@cache
def on_ground(role: str, ground: str) -> str:
    """A role on the ground of its pane or box, unless it names a ground or the colors itself; no role is plain text."""
    return role if "@" in role or role.startswith("=") else f"{role or 'text'}@{ground}"


def _one_cell_each(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() and cell_len(c) == 1 else "?" for c in text)


@lru_cache(maxsize=1024)
def strip_of(cells: Cells, palette: str) -> Strip:
    """Cells as Textual paints them, runs of one style joined."""
    runs = groupby(cells, key=lambda cell: cell[1])
    return Strip([Segment("".join(c for c, _ in run), style(role, palette)) for role, run in runs], len(cells))


def in_sight(screen: Screen[Any]) -> bool:
    """True if a screen is the one on top, and the terminal has room for it."""
    return screen.is_active and not getattr(screen.app, "is_covered", False)


class Covered(NamedTuple):
    """What an open dialog covers: a region of the screen, and its lines."""

    region: Region
    lines: tuple[Cells, ...]


class Pane(Widget):
    """A part of the playing screen."""

    can_focus = False
    palette = "16"
    """How it is painted (`palettes.py`)."""
    box: Covered | None = None
    """The open dialog; the playing screen sets it for all its panes."""

    def line(self, y: int) -> Strip:
        """A line of the pane, as wide as the pane."""
        raise NotImplementedError

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a region, the open dialog's where it covers them."""
        return [self._line_under_box(y).crop(crop.x, crop.right) for y in range(crop.y, crop.bottom)]

    def _line_under_box(self, y: int) -> Strip:
        line, box = self.line(y), self.box
        if box is None:
            return line
        here = self.region
        row = here.y + y - box.region.y
        left, right = max(box.region.x, here.x), min(box.region.right, here.right)
        if not 0 <= row < box.region.height or left >= right:
            return line
        cover = strip_of(box.lines[row], self.palette).crop(left - box.region.x, right - box.region.x)
        return Strip.join([line.crop(0, left - here.x), cover, line.crop(right - here.x, here.width)])

    def show_box(self, box: Covered | None) -> None:
        """An open dialog covers this from now on, or nothing does."""
        if box != self.box:
            self.box = box
            self.refresh()


class TextPane(Pane):
    """A pane of rows of text."""

    ground = "page"
    """What its text stands on (`inks.py`)."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Row] = ()
        self._cells: tuple[Cells, ...] = ()

    @property
    def text(self) -> str:
        """What is shown, without styles."""
        return "\n".join("".join(c for c, _ in cells).rstrip() for cells in self._cells)

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows."""
        self._rows, old = rows, self._cells
        if self.is_attached:
            self._lay_out()
            if self._cells != old:
                self.refresh()

    def _lay_out(self) -> None:
        """Lay the rows out for the pane's size."""
        rows, (width, height) = self._rows, self.size
        self._cells = tuple(self._lay_out_row(rows[y] if y < len(rows) else (), width) for y in range(height))

    def _lay_out_row(self, row: Row, width: int) -> Cells:
        return cells_of(row, width, self.ground)

    def line(self, y: int) -> Strip:
        cells, (width, height) = self._cells, self.size
        if len(cells) != height or len(cells[0]) != width:
            self._lay_out()
        return strip_of(self._cells[y], self.palette)
