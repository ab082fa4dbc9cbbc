"""The layout of panes and boxes on the screen."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.geometry import Region, Size
from textual.geometry import Size as Extent

from westwall_tui.engine.board import Board
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SIZE_CALLED
from westwall_tui.ui.map.geometry import Size as HexSize
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.signs import ASCII, ASCII_FRAME, UNICODE_FRAME, Frame
from westwall_tui.ui.terminal.pane import Cells, Covered, cells_of
from westwall_tui.words.rows import Row, Span, is_rule, row, shortened, width_of

# -- The width of the side panel and the height of the log, by the sizes of the screen and of the board.


NARROW, WIDE = 27, 42
"""Columns of the side panel, including its rule: on ordinary screens, and the minimum on wide ones."""
WIDE_SCREEN = 120
"""Minimum columns of a screen with a wide panel."""
DETAILED = 38
"""Minimum columns of a panel that draws counters and lists reinforcements and losses."""
AROUND = 3
"""Lines of the phase bar, the prompt and the keys."""
WIDEST_PANEL = 84
"""Maximum number of columns of the panel's text, and of a box in its place."""
LOG_SHARE, LONGEST_LOG = 12, 8
"""Lines of the screen per line of log, and the maximum height of the log."""


class Measures(NamedTuple):
    """The sizes of the parts of the playing screen around the map."""

    panel: int
    """Columns of the side panel, including its rule."""
    log: int
    """Lines of the log."""
    head: int = 1
    """Lines above the map."""

    @property
    def around(self) -> int:
        """Lines of the screen outside the map and the log."""
        return AROUND - 1 + self.head

    @property
    def shows_details(self) -> bool:
        """True if the panel draws counters, reinforcements and losses."""
        return self.panel >= DETAILED


def measures(screen: Extent, board: Extent, head: int = 1) -> Measures:
    """Return the measures for a screen, the drawn size of the board, and the number of lines above the map (`head`).

    The panel and the log shrink if that makes the whole board fit. Columns that the board leaves free go to the panel.
    """
    log = max(1, min(LONGEST_LOG, screen.height // LOG_SHARE))
    below = screen.height - (AROUND - 1 + head) - board.height
    if 1 <= below < log:
        log = below
    if screen.width < WIDE_SCREEN:
        return Measures(NARROW, log, head)
    beside = screen.width - board.width
    if beside >= DETAILED or (beside >= NARROW and below >= 1):
        return Measures(beside, log, head)
    return Measures(WIDE, log, head)


def hex_size(screen: Extent, board: Board, wanted: str, head: int = 1) -> HexSize:
    """Return the size of hexes for a screen: the `wanted` one, but large if a small board has room for that.

    Otherwise a lesson's board would look tiny on a large screen.
    """
    if SIZE_CALLED[wanted] is MIDDLE and screen.width >= WIDE_SCREEN:
        grid = board.grid
        width, height = grid.columns * LARGE.across + LARGE.middle, max(grid.rows(1), grid.rows(2)) * LARGE.down + 2
        log = min(LONGEST_LOG, screen.height // LOG_SHARE)
        if width <= screen.width - WIDE and height <= screen.height - (AROUND - 1 + head) - log:
            return LARGE
    return SIZE_CALLED[wanted]


# -- The box of the open dialog: its lines and its place.


NARROW_BOX, WIDE_BOX, DOCKED = 53, 80, 54
"""Columns of a box over the map, of a box over the whole width, and of a box in place of the panel."""
DOCKS_FROM = 110
"""Minimum columns of a screen on which boxes replace the panel."""
MARGIN, FRAME = 4, 2
"""Columns of the frame beside a box's rows, and lines above and below them."""
UNIT_AND_HEX = 12
"""Lines of the panel about the unit and the hex. If a box can leave them free, it is placed below them."""
IN_SIGHT = 6
"""Lines of the map that a hex and its neighbors take."""


def frame_of(view: MapView) -> Frame:
    """Return the frame of boxes over a map, made of lines if the map has more than ASCII."""
    return UNICODE_FRAME if view.drawing is not None or view.picture.signs != ASCII else ASCII_FRAME


class Boxes:
    """The placement of boxes: at the bottom of the map, or in place of the panel."""

    def __init__(self, view: MapView, taken: Callable[[], int] = lambda: 0) -> None:
        """Take the view of the map. `taken` returns how many lines of the log a long prompt occupies."""
        self._map, self._taken = view, taken

    def make_room(self, dialog: Dialog, screen: Size, measures: Measures, below: int = 0) -> None:
        """Move the map as little as possible to show the hexes of a box and the neighbors of the first one."""
        hexes, here = list(dialog.hexes()), self._map.size
        if not hexes or not here:
            return
        box = self.box(dialog, screen, measures, below).region
        right, last = (min(here.width, box.x), here.height) if box.x else (here.width, box.y - measures.head)
        around = [h for h in self._map.board.grid.neighbors[hexes[0]] if h in self._map.board.playable]
        groups = ([*hexes, *around], hexes, [hexes[0], *around], hexes[:1])
        group = next((group for group in groups if self._map.can_bring(group, right, last)), groups[-1])
        self._map.bring_above(group, right, last)

    def box(self, dialog: Dialog, screen: Size, measures: Measures, below: int = 0) -> Covered:
        """Return the box of a dialog with its present rows.

        A box in place of the panel is as wide as the panel if it can be. Then it leaves the panel's lists (`below`, in
        rows) in sight if it can, and the panel's text above it. A wider box covers the whole height of the map.
        """
        height = screen.height - measures.around - measures.log
        """Lines of the map."""
        if dialog.docks and screen.width >= DOCKS_FROM:
            region, rows = self._docked(dialog, screen, measures, below)
            lines = self._lines_in_frame(dialog, rows, region.width)
            return Covered(region, lines)
        if dialog.wide:
            width = screen.width if screen.width < DOCKS_FROM else WIDE_BOX
        else:
            width = min(NARROW_BOX, screen.width - measures.panel)
        most = max(1, screen.height - measures.around - FRAME)
        """Rows of a box that hides the whole map."""
        rows = _rows_of(dialog, min(width, WIDE_BOX) - MARGIN, max(1, most - IN_SIGHT), most)
        shows_hexes = False
        with dialog.screen.advice("this box"):
            shows_hexes = bool(dialog.hexes())
        # A box that is about some hexes covers the log rather than those hexes, but not the prompt.
        foot = measures.head + height + (measures.log - self._taken() if shows_hexes else 0)
        y = max(measures.head, foot - len(rows) - FRAME)
        lines = self._lines_in_frame(dialog, rows, width)
        return Covered(Region(0, y, width, len(lines)), lines)

    def _docked(self, dialog: Dialog, screen: Size, measures: Measures, below: int) -> tuple[Region, Sequence[Row]]:
        """Return the place and the rows of a box in place of the panel."""
        height, width = screen.height - measures.around - measures.log, min(measures.panel, WIDEST_PANEL)
        x, y, most = screen.width - measures.panel, measures.head, height - FRAME
        if width >= DOCKED or (dialog.narrow and measures.shows_details):
            inside = min(width, WIDE_BOX) - MARGIN
            rows = _rows_of(dialog, inside, most - below, most)
            if len(rows) > most - below:
                rows = _rows_of(dialog, inside, most, most)
            if width >= DOCKED or _are_whole(rows, inside):
                free = dialog.room - len(rows)
                if free < UNIT_AND_HEX:
                    rows = [*rows, *[()] * free]
                else:
                    y += min(free, UNIT_AND_HEX + FRAME)  # the panel stays in sight above it
                return Region(x, y, width, len(rows) + FRAME), rows
        rows = _rows_of(dialog, DOCKED - MARGIN, most, most)
        return Region(screen.width - DOCKED, y, DOCKED, height), [*rows, *[()] * (most - len(rows))]

    def _lines_in_frame(self, dialog: Dialog, rows: Sequence[Row], width: int) -> tuple[Cells, ...]:
        frame = frame_of(self._map)
        title = f" {dialog.title} "[: width - MARGIN] if dialog.title else ""
        room, stake = width - len(title) - 8, ""
        with dialog.screen.advice("this box"):
            stake = dialog.stake(room)
        stake = f" {stake} " if stake and len(stake) <= room else ""  # a longer one would break the corner
        between = frame.across * (width - 4 - len(title) - len(stake))
        head = (
            Span(frame.corners[0] + frame.across, "frame"),
            Span(title, "heading"),
            Span(between, "frame"),
            Span(stake, "warning"),
            Span(frame.across + frame.corners[1], "frame"),
        )
        foot = (Span(frame.corners[2] + frame.across * (width - 2) + frame.corners[3], "frame"),)
        within = [
            _frame_edge(line, frame, width) if is_rule(line) else _framed_line(line, frame, width) for line in rows
        ]
        return (_on_box(head, width), *within, _on_box(foot, width))


def _frame_edge(line: Row, frame: Frame, width: int) -> Cells:
    """Return a line across the box, with its text near the right end."""
    text = f" {line[0].text} " if line[0].text else ""
    left = Span(frame.tees[0] + frame.across * (width - 3 - len(text)), "frame")
    return _on_box((left, Span(text, "dim"), Span(frame.across + frame.tees[1], "frame")), width)


def _framed_line(line: Row, frame: Frame, width: int) -> Cells:
    """Return a row between the sides of the frame, with its own lines in the frame's characters."""
    side: Cells = ((frame.down, "frame@box"), (" ", "text@box"))
    spans = [Span(s.text.replace("|", frame.down), s.style) if s.style == "frame" else s for s in line]
    return side + _on_box(shortened(tuple(spans), width - MARGIN), width - MARGIN) + side[::-1]


def _on_box(row: Row, width: int) -> Cells:
    return cells_of(row, width, "box")


def _rows_of(dialog: Dialog, inside: int, room: int, most: int) -> Sequence[Row]:
    """Return a box's rows of at most `inside` columns, made for `room` rows, and cut if there are more than `most`."""
    dialog.room = room
    with dialog.screen.advice("this box"):
        return dialog.within(dialog.rows(inside), most, inside)
    return [row("This box is empty because of a bug; its keys still work."[:inside])]


def _are_whole(rows: Sequence[Row], inside: int) -> bool:
    """Return True if all rows fit in `inside` columns, and none of them has been cut."""
    return all(width_of(line) <= inside and (not line or not line[-1].text.rstrip().endswith("...")) for line in rows)
