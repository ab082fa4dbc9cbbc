"""The whole board on a screen of its own: the cursor moves in it, Enter goes there."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Size
from textual.screen import Screen

from westwall_tui.ui.map.overview import OnBoard, Overview, corners
from westwall_tui.ui.map.view import DIRECTION_OF, step
from westwall_tui.ui.terminal.keymap import Keymap
from westwall_tui.ui.terminal.page import Paper
from westwall_tui.ui.terminal.rows import Row, Span, row

FAR = 5
"""Hexes that the cursor goes with Shift."""
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
        keymap: Keymap,
        palette: str,
    ) -> None:
        """`overview` makes it for that many columns and lines; `describe` names a hex.

        `window`: the hexes in sight on the map.
        """
        super().__init__()
        self.cursor = cursor
        self._make = overview
        self._seen = seen
        self._window = window
        self._describe = describe
        self._keymap = keymap
        self._paper = Paper()
        self._paper.palette = palette
        self._extent = Size()
        self._rows: list[list[tuple[str, str]]] = []

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
        self.paint()

    @property
    def shown_text(self) -> str:
        """What is on the screen, without styles."""
        return self._paper.text

    def paint(self) -> None:
        """Show the board with the window and the cursor."""
        width, height = self._extent
        window = [self._overview.at(h) for h in self._window]
        rim = corners(window, self._overview.across) if window else {}
        over = {spot: (char, "far_cursor") for spot, char in rim.items()}
        x, y = self._overview.at(self.cursor)
        over |= {(x, y): ("<", "far_cursor"), (x + self._overview.across - 1, y): (">", "far_cursor")}
        left = max(0, min(x - width // 2, self._overview.width - width))
        top = max(0, min(y - (height - 2) // 2, self._overview.height - (height - 2)))
        rows: list[Row] = [
            tuple(cell_under(cell, over.get((i, y))) for i, cell in enumerate(line[left : left + width], left))
            for y, line in enumerate(self._rows[top : top + height - 2], top)
        ]
        rows += [()] * (height - 2 - len(rows))
        first = self._keymap.first
        keys = f" {first('confirm')}: go there   {first('overview')} {first('back')}: back to the map"
        self._paper.show([*rows, row(f" {self._describe(self.cursor)}"[:width]), row(keys[:width], "bold")])

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


def cell_under(cell: tuple[str, str], over: tuple[str, str] | None) -> Span:
    """A cell with the corner that may lie over it, which colours a letter of a name and does not hide it."""
    if over is None:
        return Span(*cell)
    char, role = cell
    return Span(char if role.startswith("name") else over[0], over[1])
