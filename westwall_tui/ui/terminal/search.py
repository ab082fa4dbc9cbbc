"""A box to type in, with a list of what matches."""

from collections.abc import Callable, Sequence

from westwall_tui.ui.terminal.dialog import Desk, Dialog
from westwall_tui.ui.terminal.rows import Row, Span, row

FOUND = 8
"""Matches on show."""
LONGEST = 200
"""Characters that fit; any more are ignored."""


class SearchDialog(Dialog):
    """Type something, and what begins with it is listed; Enter picks the line under the bar."""

    typing = True
    unseen = False  # you asked for it, and may type on at once
    width = 60
    asks = ""
    example = ""
    """Shown until something is typed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.text = ""
        self.at = 0

    def found(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """What matches the text: lines, and what to do for each."""
        raise NotImplementedError

    def rows(self, width: int) -> Sequence[Row]:
        found = self.found()
        self.at = min(self.at, max(0, len(found) - 1))
        first = self._first(len(found))
        shown_now = list(enumerate(found))[first : first + FOUND]
        rows = [
            row(f"{'>' if i == self.at else ' '} {line}"[:width], "bold" * (i == self.at)) for i, (line, _) in shown_now
        ]
        if not found:
            rows = [row("  no match" if self.text.strip() else f"  {self.example}"[:width])]
        rows += [row()] * (FOUND - len(rows))
        return [(Span(f"{self.asks}: "), Span(self.text[-(width - 20) :], "bold"), Span(" ", "reverse")), *rows]

    def _first(self, count: int) -> int:
        """The first match on show, of so many."""
        return max(0, min(self.at - FOUND // 2, count - FOUND))

    def pick(self, row: int) -> int:
        count = len(self.found())
        line = self._first(count) + row - 1  # the field stands above the list
        if not (1 <= row <= FOUND and line < count):
            return -1
        self.at = line
        self.desk.refresh_dialog()
        return line

    def typed(self, character: str) -> None:
        self.text = (self.text + character)[:LONGEST] if character else self.text[:-1]
        self.at = 0
        self.desk.refresh_dialog()

    def pasted(self, text: str) -> None:
        self.typed(text)

    def act(self, action: str) -> bool:
        found = self.found()
        if action in ("up", "down"):
            self.at = (self.at + (1 if action == "down" else -1)) % max(1, len(found))
            self.desk.refresh_dialog()
        elif action == "confirm":
            if found:
                self.desk.close()
                found[self.at][1]()
                self.desk.update()
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "choose"), ("confirm", "pick"), ("back", "back"))
