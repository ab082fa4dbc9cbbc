"""The Combat Phase: choose an enemy to attack (7.1). `attack.py` has the box with the arithmetic."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import planning, queries
from westwall_tui.engine.orders import Done
from westwall_tui.ui.decisions.mode import OBLIGED, SELECTED, TARGET, Mark, Mode, next_after
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.rows import Row, row


class CombatMode(Mode, kind="combat"):
    """The mode for choosing an attack: Tab goes to a unit that must fight; Enter on an enemy opens the attack.

    Enter on a unit of the player's own opens its attack, or lets the player choose one of its targets.
    """

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.left = queries.outstanding(self.game)
        self.targets = planning.targets(self.game)
        self.selected = -1

    def begin(self) -> None:
        state = self.game.state
        here = state.occupants().get(self.screen.cursor, -1)
        todo = self._units_to_visit()
        if self._must_fight() and here not in todo:  # an optional target may be far away
            self.screen.move_cursor(state.location[todo[0]])

    def _must_fight(self) -> bool:
        return bool(self.left.enemies or self.left.attackers)

    def _units_to_visit(self) -> list[int]:
        """Return the units that Tab visits: the selected unit's targets, units that must fight, or all targets."""
        if self.selected >= 0:
            return planning.targets(self.game, self.selected)
        return self.left.enemies + self.left.attackers or self.targets

    def prompt(self) -> str:
        if self.selected >= 0:
            count, unit = len(planning.targets(self.game, self.selected)), self.game.state.units[self.selected]
            return f"{self.who}: which enemy does {unit.name} attack? {count} to choose from"
        if self._must_fight():
            return f"{self.who}: choose an attack. {_obligations_in_words(self.left)}"
        more = len(self.targets)
        if not more:
            return f"{self.who}: no unit has to fight, and there is nothing left to attack"
        return f"{self.who}: no unit has to fight. {more} {'enemies' if more > 1 else 'enemy'} could still be attacked"

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        if self.selected >= 0:
            found = {state.location[enemy]: TARGET for enemy in planning.targets(self.game, self.selected)}
            return found | {state.location[self.selected]: SELECTED}
        found = {state.location[enemy]: TARGET for enemy in self.targets}
        return found | {state.location[unit]: OBLIGED for unit in (*self.left.attackers, *self.left.enemies)}

    def panel(self, h: int) -> Sequence[Row]:
        state = self.game.state
        unit = self._unit_at(h)
        if unit < 0:
            return ()
        ids = state.ids
        if unit in self.targets:
            who = planning.candidates(self.game, (unit,))
            lines = [row("must be attacked", "obliged")] if unit in self.left.enemies else [row("can be attacked")]
            lines += [row(f" by {line}") for line in _name_lines(ids(who.attackers), 21)]
            lines += [row(f" guns {line}") for line in _name_lines(ids(who.guns), 19)]
            return lines
        if unit in self.left.attackers:
            lines = [row("must attack", "obliged")]
            return lines + [row(f" {line}") for line in _name_lines(ids(planning.targets(self.game, unit)), 24)]
        return ()

    def _unit_at(self, h: int) -> int:
        """Return the unit in a hex, preferring one that must attack; -1 if there is none."""
        units = queries.units_at(self.game, h)
        return next((unit for unit in units if unit in self.left.attackers), units[0] if units else -1)

    # -- what the keys do

    def confirm(self, h: int) -> None:
        state = self.game.state
        unit = self._unit_at(h)
        if unit < 0:
            key = self.screen.key
            self.screen.say(
                f"No unit is here. {key('next')}: next unit that must fight, {key('confirm')} on an enemy: attack it"
            )
        elif state.units[unit].side != state.side:
            self._attack_enemy(unit)
        elif unit == self.selected:
            self.back()
        else:
            self._choose_target(unit)

    def _attack_enemy(self, enemy: int) -> None:
        if enemy not in self.targets:
            advice = f"{self.screen.key('next')}: next enemy that you can attack"
            self.screen.refuse(planning.why_no_target(self.game, enemy), advice)
            return
        from westwall_tui.ui.decisions.attack import AttackDialog

        unit, self.selected = self.selected, -1
        self.screen.open(AttackDialog(self.screen, (enemy,), unit=unit))

    def _choose_target(self, unit: int) -> None:
        """Open the attack of one of the player's units on its only target, or let the player choose a target."""
        targets = planning.targets(self.game, unit)
        if not targets:
            self.screen.refuse(planning.why_idle(self.game, unit))
            return
        self.selected = unit
        if len(targets) == 1:
            self._attack_enemy(targets[0])
            return
        self.screen.move_cursor(self.game.state.location[targets[0]])

    def back(self) -> bool:
        if self.selected < 0:
            return False
        self.selected = -1
        return True

    def next(self, step: int) -> None:
        todo = self._units_to_visit()
        if not todo:
            self.screen.say(f"There is nothing left to attack. {self.screen.key('end')}: end the phase")
            return
        state = self.game.state
        here = state.occupants().get(self.screen.cursor, -1)
        self.screen.move_cursor(state.location[next_after(todo, here, step)])

    def end(self) -> None:
        if self.refused(Done(), f"{self.screen.key('next')}: go to them"):
            return
        from westwall_tui.ui.boxes.end_of_phase import Remaining, ask_to_end

        ask_to_end(
            self.screen,
            "End the Combat Phase?",
            Remaining("No unit has to fight. You may still attack:", self.game.state.names(self.targets)),
            lambda: self.screen.apply(Done()),
            "back to the map",
            can_act=bool(self.targets),
        )

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"attack": lambda: self.confirm(self.screen.cursor)}

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.selected >= 0:
            return (("confirm", "attack it"), ("next", "next enemy"), ("back", "back"), ("zones", "zones"))
        if not self._units_to_visit():
            return (("end", "end phase"), ("zones", "zones"))
        return (
            ("confirm", "attack"),
            ("next", "must fight" if self._must_fight() else "next"),
            ("zones", "zones"),
            ("end", "end phase"),
        )


def _name_lines(names: Sequence[str], width: int) -> list[str]:
    """Return names in at most three lines of a width."""
    lines: list[str] = []
    for name in names:
        if lines and len(lines[-1]) + len(name) + 2 <= width:
            lines[-1] += f", {name}"
        else:
            lines.append(name)
    return [*lines[:2], "..."] if len(lines) > 3 else lines


def _obligations_in_words(left: planning.Outstanding) -> str:
    attackers, enemies = len(left.attackers), len(left.enemies)
    if not enemies:
        return f"{attackers} of your units must still attack"
    foes = "enemy" if enemies == 1 else "enemies"
    if not attackers:
        return f"{enemies} {foes} must still be attacked"
    return f"{attackers} of your units and {enemies} {foes} must fight"
