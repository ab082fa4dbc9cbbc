"""Help with the box that is open: what it is about, and its keys. It goes back to that box."""

from collections.abc import Sequence

from westwall_tui.ui.terminal.dialog import Desk, Dialog
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words.asked import box_help

KEY = 9
"""Width of the column of keys."""


class BoxHelp(Dialog):
    """Help with a box; any way out of it leads back to that."""

    width = 78
    unseen = False

    def __init__(self, desk: Desk, box: Dialog) -> None:
        super().__init__(desk)
        self.box = box
        self.title = f"Help: {box.title}" if box.title else "Help"

    def rows(self, width: int) -> Sequence[Row]:
        game = self.desk.game
        about = box_help(self.box.about, width, game.scenario.rules, self.desk.key) if self.box.about else []
        back = ("back", f"back to {self.box.title}" if self.box.title else "back")
        gap: list[Row] = [row()] if about else []
        return [*(row(line) for line in about), *gap, *self._keys(width), row(), self.hint(width, back)]

    def _keys(self, width: int) -> list[Row]:
        """Its keys and what they do; those without a word of their own go with the next."""
        rows: list[Row] = []
        names: list[str] = []
        footer = self.box.keys()
        for name, word in footer:
            names.append(self.desk.key(name))
            if word:
                rows.append(row(f"{' '.join(names):<{KEY}} {word}"[:width]))
                names = []
        return rows

    def act(self, action: str) -> bool:
        if action in ("back", "leave", "confirm", "put", "help"):
            self.desk.open(self.box)
            return True
        return False

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("back", "back to the box"),)

    def hexes(self) -> Sequence[int]:
        return self.box.hexes()
