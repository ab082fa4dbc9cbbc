"""How the panes and boxes share the screen."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.geometry import Region, Size
from textual.geometry import Size as Extent

from westwall_tui.engine.board import Board
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SIZE_CALLED
from westwall_tui.ui.map.geometry import Size as HexSize
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.signs import ASCII
from westwall_tui.ui.terminal.pane import Cells, Covered, cells_of
from westwall_tui.words.rows import Row, Span, is_rule, row

# -- How wide the side panel is and how many lines the log has, by the size of the screen and of the board's picture.


NARROW, WIDE = 27, 42
"""Columns of the side panel, its rule included: on ordinary screens, and at least on wide ones."""
WIDE_SCREEN = 120
"""Columns from which the panel is wide."""
DETAILED = 38
"""Columns from which it draws counters and lists what is to come and what is lost."""
AROUND = 3
"""Lines of the phase bar, the prompt and the keys."""
WIDEST_PANEL = 84
"""Columns that its text and a box in its place have at most."""
LOG_SHARE, LONGEST_LOG = 12, 8
"""Lines of screen for each line of log, and how many the log has at most."""


class Measures(NamedTuple):
    """The parts of the playing screen beside and below the map."""

    panel: int
    """Columns of the side panel, its rule included."""
    log: int
    """Lines of the log."""
    head: int = 1
    """Lines above the map."""

    @property
    def around(self) -> int:
        """Lines of the screen that neither map nor log have."""
        return AROUND - 1 + self.head

    @property
    def shows_details(self) -> bool:
        """True if the panel draws counters, reinforcements and losses."""
        return self.panel >= DETAILED


def measures(screen: Extent, board: Extent, head: int = 1) -> Measures:
    """The measures for a screen and the picture of the board as it is drawn now, below so many lines.

    Panel and log yield where the whole board stands on the screen for it; what it leaves over widens the panel.
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
    """The size of hex for a screen: the one that is `wanted`, but large where a small board has room for that.

    A lesson's board would else be a stamp in the corner of a large screen.
    """
    if SIZE_CALLED[wanted] is MIDDLE and screen.width >= WIDE_SCREEN:
        grid = board.grid
        width, height = grid.columns * LARGE.across + LARGE.middle, max(grid.rows(1), grid.rows(2)) * LARGE.down + 2
        log = min(LONGEST_LOG, screen.height // LOG_SHARE)
        if width <= screen.width - WIDE and height <= screen.height - (AROUND - 1 + head) - log:
            return LARGE
    return SIZE_CALLED[wanted]


# -- The box of the open dialog: its lines, and where it stands beside what it is about.


NARROW_BOX, WIDE_BOX, DOCKED = 53, 80, 54
"""Columns of a box over the map, of one over the whole width, and of one in place of the panel."""
DOCKS_FROM = 110
"""Columns of the screen from which boxes stand in place of the panel."""
MARGIN, FRAME = 4, 2
"""Columns of a box beside its rows, and lines above and below them."""
TOLD = 12
"""Lines of the panel that tell of the unit and the hex: a box that leaves them free stands below them."""
IN_SIGHT = 6
"""Lines of the map in which a hex and its neighbors stand."""


class Frame(NamedTuple):
    """The characters of a frame."""

    across: str
    down: str
    corners: str
    """Above left, above right, below left, below right."""
    tees: str
    """Where a line across meets the left and the right side."""


ASCII_FRAME = Frame("-", "|", "++++", "++")
UNICODE_FRAME = Frame("\u2500", "\u2502", "\u250c\u2510\u2514\u2518", "\u251c\u2524")


def frame_of(view: MapView) -> Frame:
    """Return the frame of boxes over a map: lines where the map has more than ASCII."""
    return UNICODE_FRAME if view.drawing is not None or view.picture.signs != ASCII else ASCII_FRAME


class Boxes:
    """Boxes over the map: at its foot, or in place of the panel."""

    def __init__(self, view: MapView, taken: Callable[[], int] = lambda: 0) -> None:
        """`taken`: lines of the log that a long prompt takes now."""
        self._map, self._taken = view, taken

    def make_room(self, dialog: Dialog, screen: Size, measures: Measures, below: int = 0) -> None:
        """Move the map as little as possible to show the hexes of a box, and the neighbors of the first."""
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
        """The box of a dialog, with its rows as they are now.

        In place of the panel it leaves the rows `below` in sight, the panel's lists, if it has room without them.
        """
        height = screen.height - measures.around - measures.log
        """Lines of the map."""
        docked = dialog.docks and screen.width >= DOCKS_FROM
        if docked:
            width = min(max(DOCKED, measures.panel), WIDEST_PANEL)  # no stump of the panel sticks out
        elif dialog.wide:
            width = screen.width if screen.width < DOCKS_FROM else WIDE_BOX
        else:
            width = min(NARROW_BOX, screen.width - measures.panel)
        inside = min(width, WIDE_BOX) - MARGIN
        most = max(1, screen.height - measures.around - FRAME)
        """Rows of a box that hides the whole map."""
        dialog.room = height - below - FRAME if docked else max(1, most - IN_SIGHT)
        rows: list[Row] = [row("A bug keeps this box from saying anything; its keys still work."[:inside])]
        shows_hexes = False
        with dialog.screen.advice("this box"):
            shows_hexes = bool(dialog.hexes())
            found = dialog.rows(inside)
            if docked and len(found) > dialog.room:
                dialog.room = height - FRAME
                found = dialog.rows(inside)
            rows = list(dialog.within(found, most, inside))
        if docked:
            x, y = screen.width - max(width, measures.panel), measures.head
            free = dialog.room - len(rows)
            if free >= TOLD:
                y += min(free, TOLD + FRAME)  # the panel stays in sight above it
            else:
                rows += [()] * free
        else:
            # A box that is about some hexes covers the log rather than them, but not the prompt.
            foot = measures.head + height + (measures.log - self._taken() if shows_hexes else 0)
            x, y = 0, max(measures.head, foot - len(rows) - 2)
        lines = self._lines_in_frame(dialog, rows, width)
        return Covered(Region(x, y, width, len(lines)), lines)

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
    """A line across, with what it says near its right end."""
    told = f" {line[0].text} " if line[0].text else ""
    left = Span(frame.tees[0] + frame.across * (width - 3 - len(told)), "frame")
    return _on_box((left, Span(told, "dim"), Span(frame.across + frame.tees[1], "frame")), width)


def _framed_line(line: Row, frame: Frame, width: int) -> Cells:
    """A line between the sides of the frame, the lines in it in the frame's characters."""
    side: Cells = ((frame.down, "frame@box"), (" ", "text@box"))
    spans = [Span(s.text.replace("|", frame.down), s.style) if s.style == "frame" else s for s in line]
    return side + _on_box(tuple(spans), width - MARGIN) + side[::-1]


def _on_box(row: Row, width: int) -> Cells:
    return cells_of(row, width, "box")
