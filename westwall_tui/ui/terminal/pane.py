"""Panes: the parts of the playing screen. They paint whole lines, except where a box covers them.

A pane's lines go to the terminal as they are, past Textual's style sheets: fewer styles are fewer bytes.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Key
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from westwall_tui.ui.terminal.palettes import style
from westwall_tui.words.keymap import key_label
from westwall_tui.words.rows import Row

Cells = tuple[tuple[str, str], ...]
"""The cells of a line: characters and roles."""

BLANK = (" ", "")


def cells_of(row: Row, width: int, ground: str = "") -> Cells:
    """Return a row as exactly `width` cells, on a ground if one is given. Characters not one cell wide become `?`."""
    found: list[tuple[str, str]] = []
    for span in row:
        role = on_ground(span.style, ground) if ground else span.style
        found += [(c, role) for c in _one_cell_each(span.text)]
    blank = (" ", on_ground("", ground)) if ground else BLANK
    return tuple(found[:width]) + (blank,) * (width - len(found))


@cache
def on_ground(role: str, ground: str) -> str:
    """Return a role on the ground of its pane or box, unless the role names a ground or colors itself.

    An empty role stands for `text`.
    """
    return role if "@" in role or role.startswith("=") else f"{role or 'text'}@{ground}"


def _one_cell_each(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() and cell_len(c) == 1 else "?" for c in text)


@lru_cache(maxsize=1024)
def strip_of(cells: Cells, palette: str) -> Strip:
    """Return cells as Textual paints them, with adjacent cells of one style joined."""
    runs = groupby(cells, key=lambda cell: cell[1])
    return Strip([Segment("".join(c for c, _ in run), style(role, palette)) for role, run in runs], len(cells))


def in_sight(screen: Screen[Any]) -> bool:
    """Return True if a screen is on top and the terminal has room for it."""
    return screen.is_active and not getattr(screen.app, "is_covered", False)


class Covered(NamedTuple):
    """The part of the screen that an open dialog covers: a region, and the dialog's lines in it."""

    region: Region
    lines: tuple[Cells, ...]


class Pane(Widget):
    """A part of the playing screen."""

    can_focus = False
    palette = "16"
    """The name of its palette (`palettes.py`)."""
    box: Covered | None = None
    """The open dialog. The playing screen sets it for all its panes."""

    def line(self, y: int) -> Strip:
        """Return a line of the pane, as wide as the pane."""
        raise NotImplementedError

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region, with the open dialog's lines where it covers them."""
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
        """Let this dialog cover the pane from now on; None uncovers the pane."""
        if box != self.box:
            self.box = box
            self.refresh()


class TextPane(Pane):
    """A pane of rows of text."""

    ground = "page"
    """The ground of its text (`inks.py`)."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Row] = ()
        self._cells: tuple[Cells, ...] = ()

    @property
    def text(self) -> str:
        """The text shown, without styles."""
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


def key_name(event: Key) -> str:
    """Return the name of a key for a message."""
    return event.character if event.is_printable and event.character else key_label(event.key)
