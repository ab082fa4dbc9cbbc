"""The box for typing in a die roll."""

from collections.abc import Sequence
from typing import ClassVar

from westwall_tui.engine import planning, queries
from westwall_tui.engine.orders import Roll
from westwall_tui.ui.dialogs.outcomes import tell_die, tell_news
from westwall_tui.ui.kit.dialog import Dialog
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.texts import combat as text


class RollDialog(Dialog):
    """The die in a game whose players roll: they type 1 to 6."""

    title = "The die"
    typing = True
    DICE: ClassVar[str] = "123456"

    def hexes(self) -> Sequence[int]:
        due = queries.die_due(self.desk.game)
        if due is not None:
            return due.hexes
        state = self.desk.game.state
        return [state.location[unit] for unit in state.combat.defenders] if state.combat else []

    def typed(self, character: str) -> None:
        if character in self.DICE and character:
            self.desk.close()
            events = self.desk.apply(Roll(int(character)))
            tell_die(self.desk, events)
            tell_news(self.desk, events)
        else:
            back, leave = self.desk.key("back"), self.desk.key("leave")
            self.desk.say(f"Type a number from 1 to 6. {back}: back to the map, and {leave} there: back to title")

    def _asks(self, width: int) -> Row:
        return row(f"Roll a die and type the number, 1 to 6.  {self.desk.key('back')}: look at the map"[:width], "bold")

    def pasted(self, text: str) -> None:
        self.typed(text if len(text) == 1 else "?")

    def rows(self, width: int) -> Sequence[Row]:
        due = queries.die_due(self.desk.game)
        if due is not None:
            about = "/".join(self.desk.game.state.numbers(due.hexes))
            return [
                row(f"For the {due.purpose}{f' of bridge {about}' if about else ''}"[:width]),
                row("   ".join(f"{die} {does}" for die, does in enumerate(due.table, 1))[:width], "bold"),
                row(),
                self._asks(width),
            ]
        odds = planning.current(self.desk.game)
        if odds is None:
            return [self.hint(width, ("back", "back to the map"))]
        return [
            row(f"{text.arithmetic(odds.attack, odds.defense, odds.column)} on {odds.line.value}"[:width]),
            row(text.dice_row(odds.results)[:width], "bold"),
            row(),
            self._asks(width),
        ]
