"""The defender's Final Protective Fire against an attack (8.4)."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import planning
from westwall_tui.engine.orders import Fpf
from westwall_tui.engine.state import Combat
from westwall_tui.engine.words import capital, count, listed, sentence, signed
from westwall_tui.ui.decisions.checklist import ChecklistDialog, Opposite, Participant, odds_rows, remedy, support_note
from westwall_tui.ui.decisions.fight import TALL, TIGHT, ColumnShift, counter_rows, counter_spans, prospect_rows
from westwall_tui.ui.decisions.mode import CHOSEN, JOINED, OFFERED, BoxMode, Mark
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words import odds as text
from westwall_tui.words.rows import RULE, Row, cut, row


class FpfMode(BoxMode, kind="fpf"):
    """The mode for deciding whether to fire, and with which guns."""

    def new_box(self) -> Dialog:
        return FpfDialog(self.screen)

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        combat = state.combat
        if combat is None:
            return {}
        found = {state.location[gun]: OFFERED for gun in planning.protection(self.game)[0]}
        found |= {state.location[unit]: JOINED for unit in (*combat.attackers, *combat.barrage)}
        return found | {state.location[unit]: CHOSEN for unit in combat.defenders}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "answer"), ("undo", "undo"))


MANY = 3
"""Minimum number of defenders for which the prompt gives only their names, because there is no room for more."""


class FpfDialog(ChecklistDialog):
    """The box with the attack as declared, in which the defender adds Final Protective Fire.

    `d` fires the marked guns. `n` clears the marks or, if no gun is marked, declines to fire. `d` does not decline,
    because a player who has just declared an attack with `d` may press it twice.
    """

    title = "Final Protective Fire"
    about = "fpf"

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.guns, self.points = planning.protection(screen.game)

    def items(self) -> Sequence[Participant]:
        return (*(Participant(u, "gun") for u in self.guns), *([Participant(-1, "support")] if self.points else []))

    def does(self) -> Sequence[tuple[str, str]]:
        undo = (("undo", "undo"),) if self.game.is_trial else ()
        return (("declare", "fire"), ("no", "clear"), *undo) if self._fires_anything() else (("no", "no fire"), *undo)

    def points_left(self) -> int:
        return self.points

    def _points_added_by(self, item: Participant) -> int:
        return planning.fire_points(self.game, item.unit) if item.kind == "gun" else 0

    def order(self) -> Fpf:
        """Return the order for the marked guns and the Ground Support, as they are now."""
        return Fpf(self.game.state.ids([u for u in self.guns if u in self.chosen]), self.support)

    def act(self, action: str) -> bool:
        if action in ("fire", "declare"):
            self._order_fire()
        elif action == "put_all":
            self.add_guns()
        elif action == "no" and not self._fires_anything():
            self._give_order(Fpf())
        elif action == "no":
            self.chosen.clear()
            self.support = 0
        elif self.game.is_trial and action in ("undo", "redo"):
            self.screen.close()
            (self.screen.undo if action == "undo" else self.screen.redo)()
        else:
            return super().act(action)
        return True

    def beyond_limits(self) -> bool:
        return self.game.explain(self.order()) is not None

    def _fires_anything(self) -> bool:
        return bool(self.chosen or self.support)

    def _order_fire(self) -> None:
        game, order = self.game, self.order()
        found = planning.answer(game, order)
        if not self._fires_anything():
            put, no = self.screen.key("put"), self.screen.key("no")
            self.screen.say(f"No gun is marked. {put}: add one, {no}: do not fire")
        elif found is not None and found.refusal is not None:
            self.screen.refuse(found.refusal, remedy(game, found.refusal))
        else:
            self._give_order(order)

    def _give_order(self, order: Fpf) -> None:
        self.screen.close()
        self.screen.apply(order)

    def hexes(self) -> Sequence[int]:
        state = self.game.state
        combat = state.combat
        return [state.location[unit] for unit in (*combat.defenders, *combat.attackers)] if combat else []

    def prompt(self) -> str:
        combat, game = self.game.state.combat, self.game
        if combat is None:
            return super().prompt()
        asked = f"{self.screen.who_decides}: Final Protective Fire for {listed(game.state.names(combat.defenders))}?"
        guns = f"{count(len(self.guns), 'unit')} could fire" if self.guns else "Only Ground Support is available"
        return f"{asked} {capital(guns)}" if len(combat.defenders) < MANY else asked

    def rows(self, width: int) -> Sequence[Row]:
        game = self.game
        combat = game.state.combat
        found = planning.answer(game, self.order())
        if combat is None or found is None:
            return [row("No combat is under way.")]
        tight = self.room < TIGHT
        deputy = self.screen.deputy
        head = cut(deputy.text, width, 2 if tight else 3, "bold") if deputy is not None else self._last_rows(width)
        head = [*head, *cut(self._attack_in_words(combat), width, 1 if tight else 2, "bold"), RULE]
        attackers = [*combat.attackers, *combat.barrage]
        strong = [
            Opposite(counter_spans(game, unit, strengths=7), planning.attack_points(game, unit)) for unit in attackers
        ]
        sides = 1 - combat.side, combat.side
        odds = self._odds_rows(combat, found, width)
        self._above = len(head)
        self._make_room(len(head) + 1 + len(odds), width, len(strong))
        lines = [*head, *self._rows_of_forces(width, sides, strong), *odds]
        counters = counter_rows(game, combat.defenders, width, self.room - len(lines)) if self.room >= TALL else []
        return self._keep_height([*lines, *counters], width)

    def _odds_rows(self, combat: Combat, found: planning.Answer, width: int) -> list[Row]:
        """Return the column with this fire, the limits on it, and the six faces."""
        game, odds, declared = self.game, found.odds, planning.answer(self.game, Fpf())
        before = declared.odds if declared else odds
        shift = ColumnShift(before, f"without FPF: {signed(before.differential)}") if before != odds else None
        lines = odds_rows(game, odds, planning.line_reason(game, combat), shift, found.refusal, width)
        limit = planning.fire_limit(game, self.order()) if self._fires_anything() else ""
        notes = [note for note in (limit, support_note(game, 1 - combat.side, combat.defenders)) if note]
        lines += [line for note in notes for line in cut(note, width, 1, "dim")]
        defenders = [planning.fate(game, unit) for unit in combat.defenders]
        attackers = [planning.fate(game, unit) for unit in combat.attackers]
        faces = text.faces(game, defenders, attackers, odds.results, alone=False)
        sides = combat.side, 1 - combat.side
        return [*lines, *prospect_rows(game, faces, defenders, sides, width, self.room)]

    def _attack_in_words(self, combat: Combat) -> str:
        """Return the attack in a sentence, with its Ground Support: `A1 and A2 attack X`."""
        names = self.game.state.names
        attackers = [*names((*combat.attackers, *combat.barrage))]
        attackers += [f"{combat.support} Ground Support"] if combat.support else []
        verb = "attack" if len(attackers) > 1 else "attacks"
        return f"{sentence(listed(attackers))} {verb} {listed(names(combat.defenders))}"
