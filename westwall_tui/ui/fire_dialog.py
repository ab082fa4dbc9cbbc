"""The dialogs after an attack is declared: the defender's fire, and a die that is typed in."""

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar

from westwall_tui.engine import planning
from westwall_tui.engine.frames import Throw
from westwall_tui.engine.orders import Fire, Roll
from westwall_tui.engine.rules.combat import defending_share
from westwall_tui.ui import combat_text as text
from westwall_tui.ui.combat_choosing import FATES, Choosing, Item, remedy, support_note, tell_die, tell_news
from westwall_tui.ui.dialog import Desk, Dialog
from westwall_tui.ui.rows import Row, row


class FireDialog(Choosing):
    """The attack as declared, and what the defender may add to his defense; Enter gives it."""

    title = "Final Protective Fire"
    enters = "answer"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.guns, self.points = planning.protection(desk.game)

    def items(self) -> Sequence[Item]:
        return (*(Item(u, "gun") for u in self.guns), *([Item(-1, "support")] if self.points else []))

    def points_left(self) -> int:
        return self.points

    def _adds(self, item: Item) -> str:
        return f"{self.desk.game.state.units[item.unit].strength.fpf:>2} FPF"

    def order(self) -> Fire:
        """The answer as it stands."""
        return Fire(self.desk.game.state.ids([u for u in self.guns if u in self.chosen]), self.support)

    def act(self, action: str) -> bool:
        if action == "confirm":
            found = planning.answer(self.desk.game, self.order())
            if found is not None and found.refusal is None:
                self._give(self.order())
            return True
        if action == "southeast":  # the key n: none
            self.chosen.clear()
            self.support = 0
            self.desk.refresh_dialog()
            return True
        return super().act(action)

    def _give(self, order: Fire) -> None:
        self.desk.close()
        tell_die(self.desk, self.desk.apply(order))

    def hexes(self) -> Sequence[int]:
        state = self.desk.game.state
        return [state.location[unit] for unit in state.combat.defenders] if state.combat else []

    def rows(self, width: int) -> Sequence[Row]:
        game = self.desk.game
        combat = game.state.combat
        found = planning.answer(game, self.order())
        if combat is None or found is None:
            return [row("Esc back")]
        ids = game.state.ids
        attackers = ", ".join(ids((*combat.attackers, *combat.barrage)))
        support = f" and {combat.support} Ground Support" if combat.support else ""
        lines = wrap(f"{attackers}{support} attack {', '.join(ids(combat.defenders))}", width)[:2]
        declared = planning.answer(game, Fire())
        before = declared.odds if declared else found.odds
        head = [row(line, "bold") for line in lines]
        head.append(row(f"without fire: {text.arithmetic(before.attack, before.defense, before.column)}"[:width]))
        odds = found.odds
        foot = [
            row("-" * width),
            row(text.arithmetic(odds.attack, odds.defense, odds.column)[:width], "bold"),
            row(f"line {odds.line.value}: {planning.line_reason(game, combat)}"[:width]),
            row(text.dice_row(odds.results)[:width], "bold"),
        ]
        fates = [planning.fate(game, unit) for unit in combat.defenders[:FATES]]
        foot += [row(text.defender_fate(game, fate, odds.results, alone=False)[:width]) for fate in fates]
        guns = tuple(unit for unit in self.guns if unit in self.chosen)
        share = defending_share(game.state, combat._replace(fire=guns, fire_support=self.support))
        limit = planning.artillery_limit(game, share)
        for note in (limit, support_note(game, 1 - combat.side, self.points)):
            foot += [row(note[:width])] if note else []
        if found.refusal is not None:
            told = f"{found.refusal.case}: {found.refusal.reason}. {remedy(self.desk.game, found.refusal)}".rstrip()
            foot += [row(line, "bold") for line in wrap(told, width)[:2]]
        keys = "Enter fires" if self.chosen or self.support else "Enter fires nothing"
        support = "  + - support" if self.points else ""
        return self._filled([*head, *self._list(()), *foot], f"Space in/out{support}  n none  {keys}  Esc look"[:width])


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
            self.desk.say("A die shows 1 to 6. Esc closes the box to look at the map, and there q leaves")

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
                row("Roll a die and type what it shows, 1 to 6.  Esc look"[:width], "bold"),
            ]
        odds = planning.current(self.desk.game)
        if odds is None:
            return [row("Esc back")]
        return [
            row(f"{text.arithmetic(odds.attack, odds.defense, odds.column)} on {odds.line.value}"[:width]),
            row(text.dice_row(odds.results)[:width], "bold"),
            row(),
            row("Roll a die and type what it shows, 1 to 6.  Esc look"[:width], "bold"),
        ]
