"""The defender's Final Protective Fire against an attack (8.4)."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import planning, queries
from westwall_tui.engine.orders import Fpf
from westwall_tui.ui.decisions.checklist import ChecklistDialog, Participant, remedy, support_note, text_of_dice
from westwall_tui.ui.decisions.mode import CHOSEN, JOINED, OFFERED, Mark, Mode, register
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.terminal.rows import Row, cut, row
from westwall_tui.ui.words import odds as text


@register
class FpfMode(Mode):
    """The box is open from the start; Escape closes it to look at the map, Enter opens it again."""

    kinds = ("fpf",)

    def begin(self) -> None:
        self.screen.open(FpfDialog(self.screen))

    def prompt(self) -> str:
        return f"{self.game.prompt.text}. {self.screen.key('confirm')}: answer"

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        combat = state.combat
        if combat is None:
            return {}
        found = {state.location[gun]: OFFERED for gun in planning.protection(self.game)[0]}
        found |= {state.location[unit]: JOINED for unit in (*combat.attackers, *combat.barrage)}
        return found | {state.location[unit]: CHOSEN for unit in combat.defenders}

    def confirm(self, h: int) -> None:
        self.screen.open(FpfDialog(self.screen))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "answer"),)


# -- the defender's fire against an attack


class FpfDialog(ChecklistDialog):
    """The attack as declared, and what the defender may add to his defense.

    `f` fires it; `n` clears what is chosen, and with nothing chosen answers with no fire.
    """

    title = "Final Protective Fire"
    about = "fpf"

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.guns, self.points = planning.protection(screen.game)

    def items(self) -> Sequence[Participant]:
        return (*(Participant(u, "gun") for u in self.guns), *([Participant(-1, "support")] if self.points else []))

    def does(self) -> Sequence[tuple[str, str]]:
        return (("fire", "fire"), ("no", "clear")) if self._fires_anything() else (("no", "no fire"),)

    def points_left(self) -> int:
        return self.points

    def _contribution(self, item: Participant) -> str:
        return f"{planning.fire_points(self.screen.game, item.unit):>2} FPF"

    def order(self) -> Fpf:
        """The answer as it stands."""
        return Fpf(self.screen.game.state.ids([u for u in self.guns if u in self.chosen]), self.support)

    def act(self, action: str) -> bool:
        if action == "fire":
            self._fire()
        elif action == "no" and not self._fires_anything():
            self._answer(Fpf())
        elif action == "no":
            self.chosen.clear()
            self.support = 0
            self.screen.refresh_dialog()
        else:
            return super().act(action)
        return True

    def _fires_anything(self) -> bool:
        return bool(self.chosen or self.support)

    def _fire(self) -> None:
        game, order = self.screen.game, self.order()
        found = planning.answer(game, order)
        if not self._fires_anything():
            put, no = self.screen.key("put"), self.screen.key("no")
            self.screen.say(f"Nothing is chosen to fire with. {put}: add, {no}: no fire")
        elif found is not None and found.refusal is not None:
            self.screen.refuse(found.refusal, remedy(game, found.refusal))
        else:
            self._answer(order)

    def _answer(self, order: Fpf) -> None:
        self.screen.close()
        self.screen.apply(order)

    def hexes(self) -> Sequence[int]:
        state = self.screen.game.state
        combat = state.combat
        return [state.location[unit] for unit in (*combat.defenders, *combat.attackers)] if combat else []

    def rows(self, width: int) -> Sequence[Row]:
        game = self.screen.game
        combat = game.state.combat
        found = planning.answer(game, self.order())
        if combat is None or found is None:
            return [self.hint(width, ("back", "back to the map"))]
        ids = game.state.ids
        attackers = ", ".join(map(queries.named, ids((*combat.attackers, *combat.barrage))))
        support = f" and {combat.support} Ground Support" if combat.support else ""
        verb = "attack" if support or len(combat.attackers) + len(combat.barrage) > 1 else "attacks"
        lines = wrap(f"{attackers}{support} {verb} {', '.join(map(queries.named, ids(combat.defenders)))}", width)[:2]
        declared = planning.answer(game, Fpf())
        before = declared.odds if declared else found.odds
        head = [row(line, "bold") for line in lines]
        head.append(row(f"without fire: {text.arithmetic(before.attack, before.defense, before.column)}"[:width]))
        self._above = len(head)
        odds = found.odds

        def fates(units: Sequence[int]) -> list[planning.Fate]:
            return [planning.fate(game, unit) for unit in units]

        foot = [
            self._row_below_list(width),
            row(text.arithmetic(odds.attack, odds.defense, odds.column)[:width], "bold"),
            row(f"line {odds.line.value}: {planning.line_reason(game, combat)}"[:width]),
            *text_of_dice(game, fates(combat.defenders), fates(combat.attackers), odds.results, width, alone=False),
        ]
        limit = planning.fire_limit(game, self.order())
        for note in (limit, support_note(game, 1 - combat.side, combat.defenders)):
            foot += [row(note[:width])] if note else []
        if found.refusal is not None:
            why = f"{found.refusal.case}: {found.refusal.reason}. {remedy(self.screen.game, found.refusal)}".rstrip()
            foot += cut(why, width, 2, "bold")
        points = (("more less", "support"),) if self.points else ()
        keys = (*self.does(), ("put", "add/drop"), *points, ("back", "back to the map"))
        return self._pad([*head, *self._list_rows(()), *foot], self.hint(width, *keys))
