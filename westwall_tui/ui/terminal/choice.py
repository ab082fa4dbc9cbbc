"""A list with a cursor, in a box: Enter picks a line."""

from collections.abc import Sequence

from westwall_tui.ui.terminal.dialog import Desk, Dialog
from westwall_tui.ui.terminal.rows import Row, row

ROOM = 8
"""Lines of the list on show."""


class ChoiceDialog(Dialog):
    """A list with a cursor."""

    width = 64
    hints: Sequence[tuple[str, str]] = (("up down", "choose"), ("confirm", "pick it"), ("back", "back"))
    """Keys and what they do, as the last row says them (`hint`)."""

    def __init__(self, desk: Desk, lines: Sequence[str]) -> None:
        super().__init__(desk)
        self.lines = lines
        self.at = 0

    @property
    def _first(self) -> int:
        """The first line on show."""
        return max(0, min(self.at - ROOM // 2, len(self.lines) - ROOM))

    def rows(self, width: int) -> Sequence[Row]:
        first = self._first
        shown = list(enumerate(self.lines))[first : first + ROOM]
        rows = [
            row(f"{'>' if i == self.at else ' '} {line}"[:width], "bold" if i == self.at else "") for i, line in shown
        ]
        place = row(f"  {self.at + 1} of {len(self.lines)}") if len(self.lines) > ROOM else row()
        return [*rows, place, self.hint(width, *self.hints)]

    def act(self, action: str) -> bool:
        if action in ("up", "down"):
            self.at = (self.at + (1 if action == "down" else -1)) % len(self.lines)
            self.desk.refresh_dialog()
        elif action == "confirm":
            self.desk.close()
            self.chosen(self.at)
        else:
            return False
        return True

    def pick(self, row: int) -> int:
        line = self._first + row
        if not (0 <= row < ROOM and line < len(self.lines)):
            return -1
        self.at = line
        self.desk.refresh_dialog()
        return line

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "choose"), ("confirm", "pick"), ("back", "back"))

    def chosen(self, at: int) -> None:
        """A line was chosen."""
        raise NotImplementedError
