"""A die that the players roll themselves: the box for typing the number."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from westwall_tui.engine import planning, queries
from westwall_tui.engine.orders import Attack, Roll
from westwall_tui.ui.decisions.fight import TIGHT, prospect_rows, scale_rows
from westwall_tui.ui.decisions.mode import CHOSEN, JOINED, OFFERED, BoxMode, Mark
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.words import odds as text
from westwall_tui.words.rows import Row, cut, row


class RollMode(BoxMode, kind="roll"):
    """The mode for a die: its box takes a number from 1 to 6."""

    def new_box(self) -> Dialog:
        return RollDialog(self.screen)

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

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "type the roll"),)


class RollDialog(Dialog):
    """The box for typing a roll, in a game whose players roll the dice."""

    title = "The die"
    about = "roll"
    typing = True
    DICE: ClassVar[str] = "123456"

    def hexes(self) -> Sequence[int]:
        due = queries.die_due(self.game)
        if due is not None:
            return due.hexes
        state = self.game.state
        return [state.location[unit] for unit in state.combat.defenders] if state.combat else []

    def typed(self, character: str) -> None:
        screen = self.screen
        die = screen.draw_die() if character == " " else int(character) if character in self.DICE and character else 0
        if die:
            screen.close()
            screen.apply(Roll(die))
        elif self.game.is_trial and character in screen.keymap.of("undo"):
            screen.close()
            screen.undo()
        elif self.game.is_trial and character in screen.keymap.of("redo"):
            screen.close()
            screen.redo()
        else:
            screen.say(f"Type a number from 1 to 6. {screen.key('back')}: back to the map")

    wide = True

    def prompt(self) -> str:
        if self.game.is_trial:
            return "Choose the die: type a number, 1 to 6"
        return "Roll a die and type the number, 1 to 6"

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.game.is_trial:
            return (("put", "random die"), ("undo", "undo"), ("back", "back"))
        return super().keys()

    def pasted(self, text: str) -> None:
        self.typed(text if len(text) == 1 else "?")

    def rows(self, width: int) -> Sequence[Row]:
        due = queries.die_due(self.game)
        if due is not None:
            about = "/".join(self.game.state.numbers(due.hexes))
            return [
                row(f"For the {due.purpose}{f' of bridge {about}' if about else ''}"[:width]),
                *cut("   ".join(f"{die} {does}" for die, does in enumerate(due.table, 1)), width, 3, "bold"),
            ]
        game, combat = self.game, self.game.state.combat
        odds = planning.current(game)
        if odds is None or combat is None:
            return [row("No combat is under way.")]
        ids = game.state.ids
        order = Attack(ids(combat.attackers), ids(combat.defenders), ids(combat.barrage), combat.support)
        alone = planning.attackers_alone(game, order)
        defenders = [planning.fate(game, unit) for unit in combat.defenders]
        attackers = [planning.fate(game, unit) for unit in combat.attackers]
        faces = text.faces(game, defenders, attackers, odds.results, alone=alone)
        scale = scale_rows(odds, f"{planning.line_reason(game, combat)} (7.44)", width)
        return [*scale, *prospect_rows(game, faces, defenders, (combat.side, 1 - combat.side), width, TIGHT)]
