"""The whole board on a screen of its own: the cursor moves in it, Enter goes there."""

from collections.abc import Callable, Sequence
from itertools import zip_longest

from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Size
from textual.screen import Screen

from westwall_tui.ui.map.overview import OnBoard, Overview
from westwall_tui.ui.map.view import DIRECTION_OF, step
from westwall_tui.ui.terminal.keymap import Keymap
from westwall_tui.ui.terminal.page import Paper
from westwall_tui.ui.terminal.rows import Row, Span, row

FAR = 5
"""Hexes that the cursor goes with Shift."""
GAP, LEAST = 1, 18
"""Columns between the board and the list beside it, and those that the list takes at least."""
WAYS = (*DIRECTION_OF, "west", "east")


class OverviewScreen(Screen[int]):
    """The whole board; it is left with the hex that was chosen, or with -1."""

    AUTO_FOCUS = None

    def __init__(
        self,
        overview: Callable[[int, int], Overview],
        seen: OnBoard,
        cursor: int,
        window: Sequence[int],
        describe: Callable[[int], str],
        places: Callable[[int, int], Sequence[Row]],
        keymap: Keymap,
        palette: str,
    ) -> None:
        """`overview` makes it for that many columns and lines; `describe` names a hex.

        `window`: the hexes in sight on the map. `places` says what stands where, in so many columns and rows: it fills
        the room beside the board.
        """
        super().__init__()
        self.cursor = cursor
        self._make = overview
        self._seen = seen
        self._window = window
        self._describe, self._places = describe, places
        self._keymap = keymap
        self._paper = Paper()
        self._paper.palette = palette
        self._extent = Size()
        self._rows: list[list[tuple[str, str]]] = []
        self._list: Sequence[Row] = ()

    def compose(self) -> ComposeResult:
        self._fill(self.app.size)  # before its first paint, which would else be of an empty screen
        yield self._paper

    def on_resize(self) -> None:
        if self.size != self._extent:
            self._fill(self.size)

    def _fill(self, size: Size) -> None:
        """Draw the board for a size of the screen."""
        self._extent = size
        self._overview = self._make(size.width, max(size.height - 2, 4))
        self._rows = self._overview.rows(self._seen)
        room = size.width - self._overview.width - GAP
        self._list = self._places(room, size.height - 3) if room >= LEAST else ()
        self.paint()

    @property
    def shown_text(self) -> str:
        """What is on the screen, without styles."""
        return self._paper.text

    def paint(self) -> None:
        """Show the board with the window and the cursor."""
        width, height = self._extent
        over = self._overview.over(self.cursor, self._window)
        x, y = self._overview.at(self.cursor)
        left = max(0, min(x - width // 2, self._overview.width - width))
        top = max(0, min(y - (height - 2) // 2, self._overview.height - (height - 2)))
        rows: list[Row] = [
            tuple(Span(*over.get((i, y), cell)) for i, cell in enumerate(line[left : left + width], left))
            for y, line in enumerate(self._rows[top : top + height - 2], top)
        ]
        rows += [()] * (height - 2 - len(rows))
        rows = [self._with_list(line, beside) for line, beside in zip_longest(rows, self._list, fillvalue=())]
        first = self._keymap.first
        keys = f" {first('confirm')}: go there   {first('overview')} {first('back')}: back to the map"
        self._paper.show([*rows, row(f" {self._describe(self.cursor)}"[:width]), row(keys[:width], "bold")])

    def _with_list(self, line: Row, beside: Row) -> Row:
        """A row of the board, with one of the list right of it."""
        gap = self._overview.width + GAP - sum(len(span.text) for span in line)
        return (*line, Span(" " * gap), *beside) if beside else line

    def on_key(self, event: Key) -> None:
        event.stop()
        if not self.is_current:
            return  # typed ahead of the page's end
        action = self._keymap.action((event.key, *event.aliases), box=False)
        far = action.startswith("far_")
        if far or action in WAYS:
            for _ in range(FAR if far else 1):
                self.cursor = step(self._overview.board, self.cursor, action.removeprefix("far_"))
            self.paint()
        elif action == "confirm":
            self.dismiss(self.cursor)
        elif action in ("back", "overview", "leave"):
            self.dismiss(-1)
