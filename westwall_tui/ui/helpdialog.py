"""The box of help for what is asked now or was refused, and the question before the game is given up."""

from collections.abc import Sequence

from westwall_tui.engine.orders import Concede
from westwall_tui.ui import help as texts
from westwall_tui.ui.dialog import Confirm, Desk, Dialog
from westwall_tui.ui.rows import Row, row


class HelpDialog(Dialog):
    """What is asked now, with its cases; the help key once more shows all keys, Enter the rules."""

    width = 78

    def __init__(self, desk: Desk, case: str = "") -> None:
        """`case`: of the refusal that was shown just now, if there was one; it is told instead."""
        super().__init__(desk)
        self.told = texts.find(desk.game.scenario.rules, case) if case else []
        self.title = f"Case {case}" if self.told else texts.asked(desk.game.prompt.kind, 70)[0]

    def rows(self, width: int) -> Sequence[Row]:
        _, lines = texts.asked(self.desk.game.prompt.kind, width, self.desk.game.scenario.rules)
        if self.told:
            lines = [line for paragraph in self.told[:6] for line in paragraph.lines(width)]
        keys = "? all keys   Enter the rules by case   t tables   Esc back"
        return [*(row(line) for line in lines), row(), row(keys[:width], "bold")]

    def act(self, action: str) -> bool:
        pages = {"help": "keys", "confirm": "rules", "rules": "rules", "tables": "tables"}
        if action not in pages:
            return False
        self.desk.close()
        self.desk.show_page(pages[action])
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("help", "all keys"), ("confirm", "rules"), ("tables", "tables"), ("back", "back"))


def concede_dialog(desk: Desk) -> Dialog:
    """The question before the side that decides gives the game up."""
    game = desk.game
    sides = game.scenario.sides
    side = game.prompt.side
    if side < 0:
        return Confirm(desk, "", [row("The game is over.")], lambda: None, also="back")
    told = [
        row(f"{sides[side].name} gives the game up, and {sides[1 - side].name} wins."),
        row("This cannot be taken back."),
        row(),
        row("Enter concedes   Esc goes on", "bold"),
    ]
    return Confirm(desk, "Concede?", told, lambda: _concede(desk), also="concede")


def _concede(desk: Desk) -> None:
    desk.apply(Concede())
