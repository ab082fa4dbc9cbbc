"""A map that stands still, as rows of a page."""

from collections.abc import Sequence

from textual.geometry import Size as Extent

from westwall_tui.engine.board import Board
from westwall_tui.ui.map.geometry import MIDDLE, Size
from westwall_tui.ui.map.signs import ASCII, Signs
from westwall_tui.ui.map.view import MapView
from westwall_tui.ui.terminal.rows import Row, Span


class StillMap(MapView):
    """A map in which nobody has a cursor; its `cursor` is the middle of its window."""

    has_cursor = False

    def __init__(
        self, board: Board, size: Size = MIDDLE, signs: Signs = ASCII, lines: Sequence[tuple[int, int]] = ()
    ) -> None:
        super().__init__(board, size, signs, lines)
        self._extent = Extent(0, 0)
        self._shown: Sequence[Row] = ()

    @property
    def _window(self) -> Extent:
        return self._extent

    def rows(self, extent: Extent) -> Sequence[Row]:
        """Its lines, in a window as large as that."""
        if extent != self._extent:
            self._extent = extent
            self._shown = [tuple(Span(*cell) for cell in self.line_cells(y)) for y in range(extent.height)]
        return self._shown
