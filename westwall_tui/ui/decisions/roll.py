"""A die that the players roll: the box for typing it in."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from westwall_tui.engine import planning, queries
from westwall_tui.engine.orders import Attack, Roll
from westwall_tui.ui.decisions.checklist import text_of_dice
from westwall_tui.ui.decisions.mode import CHOSEN, JOINED, OFFERED, Mark, Mode, register
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words import odds as text


@register
class RollMode(Mode):
    """The box is open from the start and takes 1 to 6."""

    kinds = ("roll",)

    def begin(self) -> None:
        self.screen.open(RollDialog(self.screen))

    def prompt(self) -> str:
        return f"{self.game.prompt.text}. {self.screen.key('confirm')}: type the roll, 1 to 6"

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        if queries.die_due(self.game) is not None:
            return dict.fromkeys(self.game.prompt.hexes, OFFERED)
        combat = self.game.prompt.combat
        if combat is None:
            return {}
        found = {state.location[unit]: JOINED for unit in (*combat.attackers, *combat.barrage)}
        return found | {state.location[unit]: CHOSEN for unit in combat.defenders}

    def confirm(self, h: int) -> None:
        self.screen.open(RollDialog(self.screen))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "type the roll"),)


# -- the box for typing in a die roll


class RollDialog(Dialog):
    """The die in a game whose players roll: they type 1 to 6."""

    title = "The die"
    about = "roll"
    typing = True
    DICE: ClassVar[str] = "123456"

    def hexes(self) -> Sequence[int]:
        due = queries.die_due(self.screen.game)
        if due is not None:
            return due.hexes
        state = self.screen.game.state
        return [state.location[unit] for unit in state.combat.defenders] if state.combat else []

    def typed(self, character: str) -> None:
        if character in self.DICE and character:
            self.screen.close()
            self.screen.apply(Roll(int(character)))
        else:
            back, leave = self.screen.key("back"), self.screen.key("leave")
            self.screen.say(f"Type a number from 1 to 6. {back}: back to the map, and {leave} there: back to title")

    def _question_row(self, width: int) -> Row:
        return row(
            f"Roll a die and type the number, 1 to 6.  {self.screen.key('back')}: look at the map"[:width], "bold"
        )

    def pasted(self, text: str) -> None:
        self.typed(text if len(text) == 1 else "?")

    def rows(self, width: int) -> Sequence[Row]:
        due = queries.die_due(self.screen.game)
        if due is not None:
            about = "/".join(self.screen.game.state.numbers(due.hexes))
            return [
                row(f"For the {due.purpose}{f' of bridge {about}' if about else ''}"[:width]),
                row("   ".join(f"{die} {does}" for die, does in enumerate(due.table, 1))[:width], "bold"),
                row(),
                self._question_row(width),
            ]
        game, combat = self.screen.game, self.screen.game.state.combat
        odds = planning.current(game)
        if odds is None or combat is None:
            return [self.hint(width, ("back", "back to the map"))]
        ids = game.state.ids
        order = Attack(ids(combat.attackers), ids(combat.defenders), ids(combat.barrage), combat.support)
        alone = planning.attackers_alone(game, order)

        def fates(units: Sequence[int]) -> list[planning.Fate]:
            return [planning.fate(game, unit) for unit in units]

        return [
            row(f"{text.arithmetic(odds.attack, odds.defense, odds.column)} on {odds.line.value}"[:width]),
            *text_of_dice(game, fates(combat.defenders), fates(combat.attackers), odds.results, width, alone=alone),
            row(),
            self._question_row(width),
        ]
