"""Help with the pending decision, with what you can do while somebody else decides, or on a refusal."""

from collections.abc import Sequence

from westwall_tui.ui.terminal.dialog import Desk, TextDialog
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words.asked import asked
from westwall_tui.ui.words.rules import find


class HelpDialog(TextDialog):
    """The pending decision, with its cases; the help key again shows all keys, Enter the rules."""

    width = 78

    def __init__(self, desk: Desk, about: str, case: str = "") -> None:
        """`about`: the text on what the player can do now (`words/asked.py`).

        `case`: that of the refusal just shown, if there is one; then the box explains that.
        """
        super().__init__(desk)
        self._about = about
        self.explained = find(desk.game.scenario.rules, case) if case else []
        self.title = f"Case {case}" if self.explained else asked(about, 70, key=desk.key)[0]

    def rows(self, width: int) -> Sequence[Row]:
        _, lines = asked(self._about, width, self.desk.game.scenario.rules, self.desk.key)
        if self.explained:
            lines = [line for paragraph in self.explained[:6] for line in paragraph.lines(width)]
        keys = (("help", "all keys"), ("confirm", "rules"), ("tables", "tables"), ("back", "back"))
        return [*(row(line) for line in lines), row(), self.hint(width, *keys)]

    def act(self, action: str) -> bool:
        pages = {"help": "keys", "confirm": "rules", "rules": "rules", "tables": "tables"}
        if action not in pages:
            return super().act(action)
        self.desk.close()
        self.desk.show_page(pages[action])
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("help", "all keys"), ("confirm", "rules"), ("tables", "tables"), ("back", "back"))
