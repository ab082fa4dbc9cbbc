"""The die of a combat (7.6) and its consequences for each side (7.62 to 7.9)."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.advance import Advances
from westwall_tui.engine.decisions.base import DieRoll, Resolved, Subject, check_die, decision
from westwall_tui.engine.decisions.fpf import GivingFpf
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Roll
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.advance import victors
from westwall_tui.engine.rules.results_table import LOST, effect
from westwall_tui.engine.rules.whereabouts import eliminate_all
from westwall_tui.engine.state import State


@decision
class CombatRoll(DieRoll):
    """The die that is due in the current combat."""

    saved_as = "Die"
    above = (GivingFpf,)

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} roll the die"

    def subject(self, state: State) -> Subject:
        return Subject(state.combat.defenders if state.combat else (), (), state.combat)

    def roll(self, state: State, order: Roll) -> Resolved:
        """Roll the die and apply the result at once (7.6)."""
        check_die(order)

        def perform(state: State, events: list[Event]) -> None:
            combat = state.under_way
            odds = fight.odds(state, combat)
            result = odds.results[order.die - 1]
            state.combat = combat._replace(die=order.die, result=result)
            state.frames.pop()
            events.append(ev.Rolled(order.die, odds.differential, odds.line.value, odds.column, result))
            _apply(state, result, events)

        return Resolved(order, perform)

    orders = {Roll: roll}


def _apply(state: State, result: str, events: list[Event]) -> None:
    """Push the consequences for each side in reverse order, so that the defender retreats first (7.62).

    Artillery that barraged or gave Final Protective Fire is not affected (8.14, 8.44).
    """
    combat = state.under_way
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
