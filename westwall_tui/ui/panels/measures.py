"""How wide the side panel is and how many lines the log has, by the size of the screen and of the board's picture."""

from typing import NamedTuple

from textual.geometry import Size as Extent

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
    def detailed(self) -> bool:
        """Whether the panel draws counters and lists who is to come and who is lost."""
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
