"""The die of a combat (7.6), and what each side must do after it (7.62 to 7.9)."""

from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.advance import Advances
from westwall_tui.engine.decisions.checks import nothing
from westwall_tui.engine.decisions.decision import Decision, Resolved, Subject, pick
from westwall_tui.engine.decisions.die import any_die, check_die, no_die_is_due
from westwall_tui.engine.decisions.retreat import Retreats, eliminate_all
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Roll
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.advance import victors
from westwall_tui.engine.rules.results_table import LOST, effect
from westwall_tui.engine.state import State


class CombatRoll(NamedTuple):
    """The die of the current combat is due."""

    side: int


def roll(state: State, frame: CombatRoll, order: Roll) -> Resolved:
    """7.6: roll the die and apply its result at once."""
    check_die(order)

    def perform(events: list[Event]) -> None:
        combat = state.combat
        assert combat is not None
        odds = fight.odds(state, combat)
        result = odds.results[order.die - 1]
        state.combat = combat._replace(die=order.die, result=result)
        state.frames.pop()
        events.append(ev.Rolled(order.die, odds.differential, odds.line.value, odds.column, result))
        _apply(state, result, events)

    return Resolved(order, perform)


def _apply(state: State, result: str, events: list[Event]) -> None:
    """7.62: stack up what the result means for each side, the last thing first."""
    combat = state.combat
    assert combat is not None
    asked = effect(result, alone=fight.alone(state, combat))
    attackers, defenders = (combat.side, combat.attackers), (1 - combat.side, combat.defenders)
    won = victors(state, combat)
    if won is not None:
        state.frames.append(Advances(*won))
    for (side, units), hexes in ((attackers, asked.attackers), (defenders, asked.defenders)):
        if hexes == LOST:
            eliminate_all(state, units, events)
        elif hexes:
            state.frames.append(Retreats(side, units, hexes))


DECISION: Decision[CombatRoll] = Decision(
    frame=CombatRoll,
    kind="roll",
    orders={Roll: roll},
    text=lambda state, frame, name, subject: f"{name} rolls the die",
    subject=lambda state, frame: Subject(state.combat.defenders if state.combat else (), (), state.combat),
    legal=any_die,
    sample=pick(any_die),
    not_now=no_die_is_due,
    check=nothing,
    above=("GivingFpf",),
)
