"""The box of the open dialog: its lines, and where it stands beside what it is about."""

from textual.geometry import Region, Size

from westwall_tui.ui.kit.dialog import Dialog
from westwall_tui.ui.kit.pane import Box, Cells, Pane, cells_of, changed_spans
from westwall_tui.ui.kit.rows import Span
from westwall_tui.ui.map.view import MapView

MARGIN = 4
"""Columns of a box beside its rows, and lines of the screen that it leaves free."""


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
        y = 1 if self._at_head else max(1, self._foot(dialog) - height)
        title = f" {dialog.title} " if dialog.title else ""
        rule = "+-" + title + "-" * (width - 3 - len(title)) + "+"
        side: Cells = (("|", "box"), (" ", ""))
        lines = [cells_of((Span(rule[:width], "box"),), width)]
        lines += [side + cells_of(row, width - MARGIN) + side[::-1] for row in rows]
        lines.append(cells_of((Span("+" + "-" * (width - 2) + "+", "box"),), width))
        return Box(Region(x, y, width, height), tuple(lines))

    def _foot(self, dialog: Dialog) -> int:
        """The line below the box: one that is about some hexes covers the log rather than them."""
        return self._log.region.bottom if dialog.hexes() else self._map.region.bottom


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
