"""The Combat Phase (7.0): declaring an attack, the defender's fire, the die."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.flow.aftermath import apply_result
from westwall_tui.engine.flow.sequence import end, end_phase
from westwall_tui.engine.flow.steps import Resolved, side_name
from westwall_tui.engine.frames import Aftermath, CombatPhase, Die, Protect
from westwall_tui.engine.orders import Attack, Done, Fire, IllegalOrder, Roll
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import ground_support, obligations
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State


def attack(rules: Ruleset, state: State, frame: CombatPhase, order: Attack) -> Resolved:
    """7.0: a combat is declared, with its artillery and Ground Support."""
    combat = fight.declare(rules, state, order)
    told = Attack(state.ids(combat.attackers), state.ids(combat.defenders), state.ids(combat.barrage), combat.support)

    def perform(events: list[Event]) -> None:
        state.combat = combat
        for unit in (*combat.attackers, *combat.barrage):
            state.attacked[unit] = state.serial
        for unit in combat.defenders:
            state.defended[unit] = state.serial
        ground_support.spend(state, combat.side, combat.support)
        state.frames += [Aftermath(combat.side), Die(combat.side), Protect(1 - combat.side)]
        events.append(ev.Attacked(told.attackers, told.defenders, told.barrage, told.support))

    return Resolved(told, perform)


def protect(rules: Ruleset, state: State, frame: Protect, order: Fire) -> Resolved:
    """8.4: the defender answers."""
    combat = fight.protect(rules, state, order)
    told = Fire(state.ids(combat.fire), combat.fire_support)

    def perform(events: list[Event]) -> None:
        state.combat = combat
        for gun in combat.fire:
            state.fired[gun] = state.serial
        ground_support.spend(state, frame.side, combat.fire_support)
        state.frames.pop()
        events.append(ev.Fired(told.units, told.support))

    return Resolved(told, perform)


def roll(rules: Ruleset, state: State, frame: Die, order: Roll) -> Resolved:
    """7.6: the die falls, and its result is applied at once."""
    if not 1 <= order.die <= 6:
        raise IllegalOrder("7.6", f"a die shows 1 to 6, not {order.die}")

    def perform(events: list[Event]) -> None:
        combat = state.combat
        assert combat is not None
        odds = fight.odds(state, combat)
        result = odds.results[order.die - 1]
        state.combat = combat._replace(die=order.die, result=result)
        state.frames.pop()
        events.append(ev.Rolled(order.die, odds.differential, odds.line.value, odds.column, result))
        apply_result(state, result, events)

    return Resolved(order, perform)


def end_of_combat(rules: Ruleset, state: State, frame: CombatPhase, order: Done) -> Resolved:
    """7.1: a Combat Phase does not end before what is obliged is done."""
    obligations.check_end(rules, state)
    return end(rules, state)


def settle_combat_phase(rules: Ruleset, state: State, frame: CombatPhase, events: list[Event]) -> bool:
    """A Combat Phase in which nothing can be attacked is passed over."""
    begun = state.serial in state.attacked or state.serial in state.defended
    if begun or obligations.attackable(rules, state):
        return False
    if events and isinstance(events[-1], ev.PhaseBegan):
        events[-1] = ev.PhaseSkipped(side_name(state, frame.side))
    end_phase(rules, state, events)
    return True


def settle_protect(rules: Ruleset, state: State, frame: Protect, events: list[Event]) -> bool:
    """A defender without any fire to give is not asked."""
    if fight.can_protect(rules, state):
        return False
    state.frames.pop()
    return True


def settle_aftermath(rules: Ruleset, state: State, frame: Aftermath, events: list[Event]) -> bool:
    """The combat is over."""
    rules.combat_over(state, events)
    state.frames.pop()
    state.combat = None
    return True
