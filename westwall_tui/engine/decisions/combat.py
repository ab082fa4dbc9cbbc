"""The Combat Phase (7.0), in which the phasing player declares attacks one by one."""

from collections.abc import Iterator
from itertools import islice

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import (
    Consequence,
    Decision,
    Interruption,
    Resolved,
    Step,
    Subject,
    decision,
    done,
    end_phase,
    side_name,
    step,
)
from westwall_tui.engine.decisions.combat_roll import CombatRoll
from westwall_tui.engine.decisions.fpf import GivingFpf
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Attack, Done, IllegalOrder, Order
from westwall_tui.engine.rules import artillery, attacks, obligations
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.obligations import Duties
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Combat, State
from westwall_tui.engine.words import count


@step
class Aftermath(Step):
    """The end of a combat, due when no frame is left above this one."""

    above = (CombatRoll, Consequence, Interruption)

    def settle(self, state: State, events: list[Event]) -> bool:
        state.rules.combat_over(state, events)
        state.frames.pop()
        state.fought, state.combat = state.combat, None
        return True


@decision
class CombatPhase(Decision):
    """The phasing player's choice of an attack, or of none."""

    kind = "combat"
    title = "The Combat Phase: choose an attack"
    above = (Aftermath, Interruption)
    lowest_in = (Phase.COMBAT,)

    def prompt(self, state: State, subject: Subject) -> str:
        if not subject.units and not obligations.attackable(state):
            return f"{self.people(state)} may end the phase"
        if not subject.units:
            return f"{self.people(state)} may attack or end the phase"
        left = len(subject.units)
        has = "has" if left == 1 else "have"
        return f"{self.people(state)} must attack; {count(left, 'unit')} still {has} to fight"

    def subject(self, state: State) -> Subject:
        left = obligations.outstanding(state)
        return Subject(tuple(left.attackers + left.enemies))

    def legal(self, state: State) -> Iterator[Order]:
        yield from (attacks.order_of(state, combat) for combat in attacks.attacks(state))
        if self.accepts(state, Done()):
            yield Done()

    def ways(self, state: State) -> Iterator[Resolved]:
        for combat in attacks.attacks(state):
            yield begin(state, combat)
        if self.accepts(state, Done()):
            yield done(state)

    def legal_of(self, state: State, unit: int) -> Iterator[Order]:
        for combat in attacks.attacks(state, unit):
            yield attacks.order_of(state, combat)

    def attack(self, state: State, order: Attack) -> Resolved:
        """Declare a combat with its artillery and Ground Support (7.0)."""
        return begin(state, fight.declare(state, order))

    def end(self, state: State, order: Done) -> Resolved:
        """End the Combat Phase, unless units must still attack or be attacked (7.1)."""
        obligations.check_end(state)
        return done(state)

    def settle(self, state: State, events: list[Event]) -> bool:
        """Skip a Combat Phase in which no attack is possible."""
        begun = state.serial in state.attacked or state.serial in state.defended
        if begun or obligations.attackable(state):
            return False
        if events and isinstance(events[-1], ev.PhaseBegan):
            events[-1] = ev.PhaseSkipped(side_name(state, self.side))
        end_phase(state)
        return True

    def random_order(self, state: State, draw: Draw) -> Resolved:
        """Draw a legal attack, or sometimes the end of the phase if no attack is mandatory."""
        duties = Duties(state)
        found, left = duties.found, duties.outstanding()
        obliged = bool(left.attackers or left.enemies)
        if not obliged and (draw.below(4) or not obligations.attackable(state, found)):
            return done(state)
        for _ in range(20):
            combat = attacks.random_attack(duties, left.enemies or list(found.attackers), draw)
            if combat is not None:
                return begin(state, combat)
        return begin(state, next(attacks.attacks(state))) if obliged else done(state)

    def sample(self, state: State, draw: Draw) -> Order:
        """Draw a legal order, all with the same probability: draw from all declarations until one is legal."""
        duties = Duties(state)
        found = list(attacks.rivals(duties))
        each = [2 ** (len(near) + len(guns)) * (support + 1) for _, near, guns, support in found]
        ends = self.accepts(state, Done())
        for _ in range(MOST_DRAWS if found else 0):
            left = draw.below(sum(each) + ends)
            at = 0
            while at < len(each) and left >= each[at]:
                left -= each[at]
                at += 1
            if at == len(each):
                return Done()
            defenders, near, guns, support = found[at]
            left, points = divmod(left, support + 1)
            group = tuple(unit for i, unit in enumerate(near) if left >> i & 1)
            barrage = tuple(gun for i, gun in enumerate(guns, len(near)) if left >> i & 1)
            share = attacks.share_of(state, group)
            if not (group or barrage or points) or not attacks.fits(state, share, barrage, points):
                continue
            if attacks.leaves_duties(duties, group, defenders, barrage):
                return attacks.order_of(state, Combat(state.side, group, barrage, defenders, points))
        return draw.pick(list(islice(self.legal(state), MOST_DRAWS)))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """Raise `IllegalOrder` with the reason why an attack was impossible, if that Combat Phase was just skipped."""
        if not isinstance(order, Attack):
            return
        if not state.rules.fights(state):
            raise IllegalOrder(state.rules.no_combat_case, "there is no Combat Phase this Game-Turn")
        over = state.serial - 1
        skipped = state.previous_combat == over and over not in state.attacked + state.defended
        if skipped and state.serial not in state.moved:
            then = state.copy()
            then.side, then.phase, then.serial = 1 - state.side, Phase.COMBAT, over
            fight.declare(then, order)

    orders = {Attack: attack, Done: end}


def begin(state: State, combat: Combat) -> Resolved:
    """Return the order that declares a combat, without checking that it is legal."""
    return Resolved(attacks.order_of(state, combat), lambda state, events: declare(state, combat, events))


def declare(state: State, combat: Combat, events: list[Event]) -> None:
    """Begin a combat without checking that it is legal."""
    state.combat = combat
    fight.begin(state, combat)
    artillery.spend(state, combat.side, combat.support)
    state.frames += [Aftermath(combat.side), CombatRoll(combat.side), GivingFpf(1 - combat.side)]
    ids = state.ids
    events.append(ev.Attacked(ids(combat.attackers), ids(combat.defenders), ids(combat.barrage), combat.support))


MOST_DRAWS = 20000
"""The maximum number of random draws for a legal attack; after that, one of the first listed orders is drawn."""
