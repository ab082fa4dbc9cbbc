"""The defender's fire against an attack."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.engine import planning
from westwall_tui.engine.orders import Fire
from westwall_tui.ui.dialogs.checklist import FATES, ChecklistDialog, Item
from westwall_tui.ui.dialogs.outcomes import tell_die
from westwall_tui.ui.dialogs.remedies import remedy, support_note
from westwall_tui.ui.kit.dialog import Desk
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.texts import combat as text


class FpfDialog(ChecklistDialog):
    """The attack as declared, and what the defender may add to his defense; Enter fires it."""

    title = "Final Protective Fire"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.guns, self.points = planning.protection(desk.game)

    def items(self) -> Sequence[Item]:
        return (*(Item(u, "gun") for u in self.guns), *([Item(-1, "support")] if self.points else []))

    def enters(self) -> str:
        return "fire" if self.chosen or self.support else "no fire"

    def points_left(self) -> int:
        return self.points

    def _adds(self, item: Item) -> str:
        return f"{planning.fire_points(self.desk.game, item.unit):>2} FPF"

    def order(self) -> Fire:
        """The answer as it stands."""
        return Fire(self.desk.game.state.ids([u for u in self.guns if u in self.chosen]), self.support)

    def act(self, action: str) -> bool:
        if action == "confirm":
            found = planning.answer(self.desk.game, self.order())
            if found is not None and found.refusal is None:
                self._give(self.order())
            return True
        if action == "no":
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
            return [self.hint(width, ("back", "back to the map"))]
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
        limit = planning.fire_limit(game, self.order())
        for note in (limit, support_note(game, 1 - combat.side, combat.defenders)):
            foot += [row(note[:width])] if note else []
        if found.refusal is not None:
            why = f"{found.refusal.case}: {found.refusal.reason}. {remedy(self.desk.game, found.refusal)}".rstrip()
            foot += [row(line, "bold") for line in wrap(why, width)[:2]]
        points = (("more less", "support"),) if self.points else ()
        keys = (("confirm", self.enters()), ("no", "clear"), ("put", "add/drop"), *points, ("back", "back to the map"))
        return self._filled([*head, *self._list(()), *foot], self.hint(width, *keys))
