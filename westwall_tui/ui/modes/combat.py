"""The Combat Phase: choosing what to attack (7.1)."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import planning, queries
from westwall_tui.engine.orders import Done
from westwall_tui.ui.dialogs.attack import AttackDialog
from westwall_tui.ui.dialogs.ending import ask_to_end
from westwall_tui.ui.modes.base import OBLIGED, SELECTED, TARGET, Mark, Mode, register
from westwall_tui.ui.terminal.rows import Row, row


@register
class CombatMode(Mode):
    """Tab goes to who must fight; Enter on an enemy opens the attack, on your own unit its target or a choice."""

    kinds = ("combat",)

    def begin(self) -> None:
        state = self.game.state
        self.left = queries.outstanding(self.game)
        self.targets = planning.targets(self.game)
        self.selected = -1
        here = state.occupants().get(self.desk.cursor, -1)
        todo = self._todo()
        if self._obliged() and here not in todo:  # whom you merely may attack can be far away
            self.desk.move_cursor(state.location[todo[0]])

    def _obliged(self) -> bool:
        return bool(self.left.enemies or self.left.attackers)

    def _todo(self) -> list[int]:
        """What Tab goes through: the selected unit's targets, else who must fight, else what can be attacked."""
        if self.selected >= 0:
            return self._targets_of(self.selected)
        return self.left.enemies + self.left.attackers or self.targets

    def _targets_of(self, unit: int) -> list[int]:
        """The enemies that a unit could attack: from next to them, or by barrage."""
        return planning.targets_of(self.game, unit)

    def prompt(self) -> str:
        state = self.game.state
        name, key = state.scenario.sides[state.side].name, self.desk.key
        if self.selected >= 0:
            asked = f"which enemy does {state.units[self.selected].id} attack?"
            return f"{name}: {asked} {key('confirm')} on it, {key('back')}: back"
        count = len(self.left.attackers) + len(self.left.enemies)
        if count:
            still = f"{count} units still have" if count > 1 else "1 unit still has"
            return f"{name}: choose an attack. {still} to fight"
        return f"{name}: nobody has to fight now. {key('end')}: end the phase"

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        if self.selected >= 0:
            found = {state.location[enemy]: TARGET for enemy in self._targets_of(self.selected)}
            return found | {state.location[self.selected]: SELECTED}
        found = {state.location[enemy]: TARGET for enemy in self.targets}
        return found | {state.location[unit]: OBLIGED for unit in (*self.left.attackers, *self.left.enemies)}

    def panel(self, h: int) -> Sequence[Row]:
        state = self.game.state
        unit = self._here(h)
        if unit < 0:
            return ()
        ids = state.ids
        if unit in self.targets:
            who = planning.candidates(self.game, (unit,))
            lines = [row("must be attacked", "obliged")] if unit in self.left.enemies else [row("can be attacked")]
            lines += [row(f" by {line}"[:26]) for line in _packed(ids(who.attackers), 22)]
            lines += [row(f" guns {line}"[:26]) for line in _packed(ids(who.guns), 20)]
            return lines
        if unit in self.left.attackers:
            lines = [row("must attack", "obliged")]
            return lines + [row(f" {line}"[:26]) for line in _packed(ids(self._targets_of(unit)), 24)]
        return ()

    def _here(self, h: int) -> int:
        """The unit in a hex, of two the one that must attack; -1 if there is none."""
        units = queries.units_at(self.game, h)
        return next((unit for unit in units if unit in self.left.attackers), units[0] if units else -1)

    # -- what the keys do

    def confirm(self, h: int) -> None:
        state = self.game.state
        unit = self._here(h)
        if unit < 0:
            key = self.desk.key
            self.desk.say(f"No unit here. {key('next')}: next that must fight, {key('confirm')} on an enemy: attack it")
        elif state.units[unit].side != state.side:
            self._attack(unit)
        elif unit == self.selected:
            self.back()
        else:
            self._choose(unit)

    def _attack(self, enemy: int) -> None:
        if enemy not in self.targets:
            self._refuse(enemy)
            return
        unit, self.selected = self.selected, -1
        self.desk.update()
        self.desk.open(AttackDialog(self.desk, (enemy,), unit=unit))

    def _refuse(self, enemy: int) -> None:
        advice = f"{self.desk.key('next')}: next enemy that you can attack"
        self.desk.refuse(planning.why_no_target(self.game, enemy), advice)

    def _choose(self, unit: int) -> None:
        """One of your own units: straight to its only target, or a choice of them."""
        state = self.game.state
        targets = self._targets_of(unit)
        if not targets:
            self.desk.refuse(planning.why_idle(self.game, unit))
            return
        self.selected = unit
        if len(targets) == 1:
            self._attack(targets[0])
            return
        self.desk.move_cursor(state.location[targets[0]])
        self.desk.update()

    def back(self) -> bool:
        if self.selected < 0:
            return False
        self.selected = -1
        self.desk.update()
        return True

    def next(self, step: int) -> None:
        todo = self._todo()
        if not todo:
            self.desk.say(f"Nothing left to attack. {self.desk.key('end')}: end the phase")
            return
        state = self.game.state
        here = state.occupants().get(self.desk.cursor, -1)
        at = todo.index(here) + step if here in todo else 0 if step > 0 else -1
        self.desk.move_cursor(state.location[todo[at % len(todo)]])

    def end(self) -> None:
        refusal = self.game.explain(Done())
        if refusal is not None:
            self.desk.refuse(refusal, f"{self.desk.key('next')}: go to them")
            return
        rows = []
        if self.targets:
            targets = [row(f"  {line}") for line in wrap(", ".join(self.game.state.ids(self.targets)), 66)]
            rows += [row("Nobody has to fight now. You can still attack", "bold"), *targets]
        ask_to_end(self.desk, "End the Combat Phase?", rows, self._done, "back to the map")

    def _done(self) -> None:
        self.desk.apply(Done())

    def actions(self) -> Mapping[str, Callable[[], None]]:
        return {"attack": lambda: self.confirm(self.desk.cursor)}

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.selected >= 0:
            return (("confirm", "attack it"), ("next", "next enemy"), ("back", "back"), ("zones", "zones"))
        return (
            ("confirm", "attack"),
            ("next", "must fight" if self._obliged() else "next"),
            ("zones", "zones"),
            ("end", "end phase"),
        )


def _packed(names: Sequence[str], width: int) -> list[str]:
    """Names in lines of a width, at most three."""
    lines: list[str] = []
    for name in names:
        if lines and len(lines[-1]) + len(name) + 2 <= width:
            lines[-1] += f", {name}"
        else:
            lines.append(name)
    return [*lines[:2], "..."] if len(lines) > 3 else lines
