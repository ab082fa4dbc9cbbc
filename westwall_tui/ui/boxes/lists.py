"""The messages over the map, to go to where they happened."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.terminal.rows import Row, row, with_more
from westwall_tui.ui.words.events import LogLine, hex_in


class MessagesDialog(Dialog):
    """The log, newest at the bottom; Enter goes to where a line happened."""

    title = "Messages"
    wide = True
    tells = True

    def __init__(self, screen: GameScreen, log: Sequence[LogLine], height: int) -> None:
        super().__init__(screen)
        self.log = log
        self.room = max(3, height - 2)
        self.at = len(log) - 1
        self._width = 76

    def rows(self, width: int) -> Sequence[Row]:
        lines = self._lines_on_show(width)
        rows = [row(text.ljust(width), "text@here") if at == self.at else row(text) for at, text in lines]
        below = len(self.log) - 1 - lines[-1][0] if lines else 0
        return [*with_more(rows, width, lines[0][0] if lines else 0, below), *([row()] * (self.room - len(rows)))]

    def _lines_on_show(self, width: int) -> list[tuple[int, str]]:
        """The lines on show, each with the number of its message."""
        lines: list[tuple[int, str]] = []
        i = self.at
        ahead = range(self.at + 1, min(self.at + 1 + self.room, len(self.log)))
        while i >= 0 and len(lines) < self.room:
            mark = "> " if i == self.at else "  "
            part = wrap(self.log[i].text, width - 2) or [""]
            lines = [(i, (mark if n == 0 else "  ") + text) for n, text in enumerate(part)] + lines
            i -= 1
        for at in ahead:
            if len(lines) >= self.room:
                break
            lines += [(at, f"  {part}") for part in wrap(self.log[at].text, width - 2)]
        self._width = width
        return lines[-self.room :] if i >= 0 else lines[: self.room]

    def pick(self, row: int) -> int:
        lines = self._lines_on_show(self._width)
        if not 0 <= row < len(lines):
            return -1
        self.at = lines[row][0]
        self.screen.refresh_dialog()
        return self.at

    def act(self, action: str) -> bool:
        steps = {"up": -1, "down": 1, "page_up": -self.room, "page_down": self.room}
        steps |= {"first": -len(self.log), "last": len(self.log)}
        if action in steps:
            self.at = min(max(0, self.at + steps[action]), max(0, len(self.log) - 1))
            self.screen.refresh_dialog()
        elif action == "confirm":
            self.screen.close()
            h = hex_in(self.screen.game, self.log[self.at]) if self.log else None
            if h is not None:
                self.screen.move_cursor(h)
        elif action == "messages":
            self.screen.close()
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "line"), ("confirm", "go there"), ("back", "back"))
