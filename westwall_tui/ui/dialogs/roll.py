"""A die that is typed in."""

from collections.abc import Sequence
from typing import ClassVar

from westwall_tui.engine import planning
from westwall_tui.engine.frames import Throw
from westwall_tui.engine.orders import Roll
from westwall_tui.ui.dialogs.outcomes import tell_die, tell_news
from westwall_tui.ui.kit.dialog import Dialog
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.texts import combat as text


class RollDialog(Dialog):
    """The die of a game whose dice are rolled by the players: 1 to 6 is typed."""

    title = "The die"
    typing = True
    DICE: ClassVar[str] = "123456"

    def hexes(self) -> Sequence[int]:
        state = self.desk.game.state
        throw = state.frames[-1]
        if isinstance(throw, Throw):
            return throw.about
        return [state.location[unit] for unit in state.combat.defenders] if state.combat else []

    def typed(self, character: str) -> None:
        if character in self.DICE and character:
            self.desk.close()
            events = self.desk.apply(Roll(int(character)))
            tell_die(self.desk, events)
            tell_news(self.desk, events)
        else:
            back, leave = self.desk.key("back"), self.desk.key("leave")
            self.desk.say(f"A die shows 1 to 6. {back}: back to the map, and {leave} there leaves the game")

    def _asks(self, width: int) -> Row:
        return row(
            f"Roll a die and type what it shows, 1 to 6.  {self.desk.key('back')}: look at the map"[:width], "bold"
        )

    def pasted(self, text: str) -> None:
        self.typed(text if len(text) == 1 else "?")

    def rows(self, width: int) -> Sequence[Row]:
        state = self.desk.game.state
        throw = state.frames[-1]
        if isinstance(throw, Throw):
            about = "/".join(state.numbers(throw.about))
            table = self.desk.game.rules.die_table(state, throw)
            return [
                row(f"For the {throw.purpose}{f' of bridge {about}' if about else ''}"[:width]),
                row("   ".join(f"{die} {told}" for die, told in enumerate(table, 1))[:width], "bold"),
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
