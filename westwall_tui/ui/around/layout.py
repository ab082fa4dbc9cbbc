"""How the panes and boxes share the screen."""

from typing import NamedTuple

from textual.geometry import Region, Size
from textual.geometry import Size as Extent

from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.map.view import MapView
from westwall_tui.ui.terminal.pane import Box, Cells, Pane, cells_of, changed_spans, on_ground
from westwall_tui.ui.terminal.rows import Row, Span

# -- How wide the side panel is and how many lines the log has, by the size of the screen and of the board's picture.


NARROW, WIDE = 27, 42
"""Columns of the side panel, its rule included: on ordinary screens, and at least on wide ones."""
WIDE_SCREEN = 120
"""Columns from which the panel is wide."""
DETAILED = 38
"""Columns from which it draws counters and lists what is to come and what is lost."""
AROUND = 3
"""Lines of the phase bar, the prompt and the keys."""
LOG_SHARE, LONGEST_LOG = 12, 8
"""Lines of screen for each line of log, and how many the log has at most."""


class Measures(NamedTuple):
    """The parts of the playing screen beside and below the map."""

    panel: int
    """Columns of the side panel, its rule included."""
    log: int
    """Lines of the log."""

    @property
    def shows_details(self) -> bool:
        """True if the panel draws counters, reinforcements and losses."""
        return self.panel >= DETAILED


def measures(screen: Extent, board: Extent) -> Measures:
    """The measures for a screen and the picture of the board as it is drawn now.

    Panel and log yield where the whole board stands on the screen for it; what it leaves over widens the panel.
    """
    log = max(1, min(LONGEST_LOG, screen.height // LOG_SHARE))
    below = screen.height - AROUND - board.height
    if 1 <= below < log:
        log = below
    if screen.width < WIDE_SCREEN:
        return Measures(NARROW, log)
    beside = screen.width - board.width
    if beside >= DETAILED or (beside >= NARROW and below >= 1):
        return Measures(beside, log)
    return Measures(WIDE, log)


# -- The box of the open dialog: its lines, and where it stands beside what it is about.


MARGIN = 4
"""A box's columns beside its rows, and the screen lines it leaves free."""


class Boxes:
    """Boxes over the map: at its foot, or at its head."""

    def __init__(self, view: MapView, log: Pane) -> None:
        self._map, self._log = view, log
        self._at_head = False

    def make_room(self, dialog: Dialog, screen: Size, log: int) -> None:
        """Put a box at the foot or the head of the map, and move the map if it would hide what it is about.

        `log`: the lines of the log, which such a box may cover.
        """
        self._at_head = False
        hexes, room = list(dialog.hexes()), self._map.size.height
        if not hexes or not room:
            return
        height = len(dialog.rows(min(dialog.width, screen.width) - MARGIN)) + 2
        free = {False: (0, room + log - height), True: (height, room)}
        """The lines of the map that a box at its foot leaves in sight, and one at its head."""
        for at_head, lines in free.items():
            if self._map.sees(hexes, *lines):
                self._at_head = at_head
                return
        # At the rim of the board the map cannot move as it likes; what the box is about in the first place comes first.
        ways = [(at_head, group) for group in (hexes, hexes[:1]) for at_head in free]
        self._at_head, group = next((way for way in ways if self._map.can_bring(way[1], *free[way[0]])), ways[0])
        self._map.bring_between(group, *free[self._at_head])

    def box(self, dialog: Dialog, screen: Size) -> Box:
        """The box of a dialog, with its rows as they are now."""
        width = min(dialog.width, screen.width)
        rows = dialog.within(dialog.rows(width - MARGIN), max(1, screen.height - MARGIN))
        height = len(rows) + 2
        x = max(0, min((self._map.size.width - width) // 2 + 1, screen.width - width))
        # A box that is about some hexes covers the log rather than them.
        below = self._log if dialog.hexes() else self._map
        y = 1 if self._at_head else max(1, below.region.bottom - height)
        title = f" {dialog.title} " if dialog.title else ""
        rule = "+-" + title + "-" * (width - 3 - len(title)) + "+"
        side: Cells = (("|", "frame@box"), (" ", "text@box"))
        lines = [_on_box((Span(rule[:width], "frame"),), width)]
        lines += [side + _on_box(row, width - MARGIN) + side[::-1] for row in rows]
        lines.append(_on_box((Span("+" + "-" * (width - 2) + "+", "frame"),), width))
        return Box(Region(x, y, width, height), tuple(lines))


def _on_box(row: Row, width: int) -> Cells:
    return tuple((char, on_ground(role, "box")) for char, role in cells_of(row, width))


def changes(old: Box | None, new: Box | None) -> list[Region]:
    """What must be painted where one box takes the place of another, or of none."""
    if old is None or new is None or old.region != new.region:
        return [box.region for box in (old, new) if box is not None]
    at = new.region
    return [
        Region(at.x + first, at.y + y, last - first, 1)
        for y, (a, b) in enumerate(zip(old.lines, new.lines, strict=True))
        for first, last in changed_spans(a, b)
    ]
