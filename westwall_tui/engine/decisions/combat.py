"""The Combat Phase (7.0): the phasing player declares his attacks one by one."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.combat_roll import CombatRoll
from westwall_tui.engine.decisions.decision import (
    Consequence,
    Decision,
    Interruption,
    Resolved,
    Step,
    Subject,
    decision,
    step,
)
from westwall_tui.engine.decisions.fpf import GivingFpf
from westwall_tui.engine.decisions.naming import side_name
from westwall_tui.engine.decisions.phase import done, end_phase
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Attack, Done, IllegalOrder, Order
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import ground_support, obligations
from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.artillery import reaches, those_in_range
from westwall_tui.engine.rules.combat import attacking_share
from westwall_tui.engine.rules.obligations import Contacts, Duties
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Combat, State
from westwall_tui.engine.subsets import fitting, subsets


@step
class Aftermath(Step):
    """A combat is under way; it is over when nothing is left above this on the stack."""

    above = (CombatRoll, Consequence, Interruption)

    def settle(self, state: State, events: list[Event]) -> bool:
        state.rules.combat_over(state, events)
        state.frames.pop()
        state.fought, state.combat = state.combat, None
        return True


@decision
class CombatPhase(Decision):
    """The phasing player chooses an attack."""

    kind = "combat"
    title = "The Combat Phase: choose an attack"
    above = (Aftermath, Interruption)
    lowest_in = (Phase.COMBAT,)

    def prompt(self, state: State, subject: Subject) -> str:
        if not subject.units:
            return f"{self.player(state)} may attack, or end the phase"
        count = len(subject.units)
        left = "1 unit still has" if count == 1 else f"{count} units still have"
        return f"{self.player(state)} chooses an attack; {left} to fight"

    def subject(self, state: State) -> Subject:
        left = obligations.outstanding(state)
        return Subject(tuple(left.attackers + left.enemies))

    def legal(self, state: State) -> Iterator[Order]:
        for combat in attacks(state):  # one by one, compiled too: mypyc makes a list of a generator expression
            yield order_of(state, combat)
        if self.accepts(state, Done()):
            yield Done()

    def legal_of(self, state: State, unit: int) -> Iterator[Order]:
        for combat in attacks(state, unit):
            yield order_of(state, combat)

    def attack(self, state: State, order: Attack) -> Resolved:
        """7.0: declare a combat, with its artillery and Ground Support."""
        return begin(state, fight.declare(state, order))

    def end(self, state: State, order: Done) -> Resolved:
        """7.1: a Combat Phase cannot end while units must still attack or be attacked."""
        obligations.check_end(state)
        return done(state)

    def settle(self, state: State, events: list[Event]) -> bool:
        """Skip a Combat Phase in which nothing can be attacked."""
        begun = state.serial in state.attacked or state.serial in state.defended
        if begun or obligations.attackable(state):
            return False
        if events and isinstance(events[-1], ev.PhaseBegan):
            events[-1] = ev.PhaseSkipped(side_name(state, self.side))
        end_phase(state)
        return True

    def sample(self, state: State, draw: Draw) -> Resolved:
        """A random legal attack; if no attack is mandatory, sometimes the end of the phase."""
        duties = Duties(state)
        found, left = duties.found, duties.outstanding()
        obliged = bool(left.attackers or left.enemies)
        if not obliged and (draw.below(4) or not obligations.attackable(state, found)):
            return done(state)
        for _ in range(20):
            combat = _random_attack(duties, left.enemies or list(found.attackers), draw)
            if combat is not None:
                return begin(state, combat)
        return begin(state, next(attacks(state))) if obliged else done(state)

    def fair(self, state: State, draw: Draw) -> Order:
        """A legal order, each as likely as any other: what could be declared is drawn until what is drawn is legal."""
        duties = Duties(state)
        found = list(rivals(duties))
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
            if not (group or barrage or points) or not _fits(state, _share(state, group), barrage, points):
                continue
            if _leaves_duties(duties, group, defenders, barrage):
                return order_of(state, Combat(state.side, group, barrage, defenders, points))
        return draw.pick(list(islice(self.legal(state), MOST_DRAWS)))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """If the other side's Combat Phase was skipped just now, the refusal says why that attack was not possible."""
        if not isinstance(order, Attack):
            return
        if not state.rules.fights(state):
            raise IllegalOrder(state.rules.no_combat_case, "there is no combat in this Game-Turn")
        over = state.serial - 1
        skipped = state.previous_combat == over and over not in state.attacked + state.defended
        if skipped and state.serial not in state.moved:
            then = state.copy()
            then.side, then.phase, then.serial = 1 - state.side, Phase.COMBAT, over
            fight.declare(then, order)

    orders = {Attack: attack, Done: end}


def begin(state: State, combat: Combat) -> Resolved:
    """A combat and the order that declares it. That it may be fought is not checked."""
    return Resolved(order_of(state, combat), lambda events: declare(state, combat, events))


def declare(state: State, combat: Combat, events: list[Event]) -> None:
    """Begin a combat. That it may be fought is not checked."""
    state.combat = combat
    fight.begin(state, combat)
    ground_support.spend(state, combat.side, combat.support)
    state.frames += [Aftermath(combat.side), CombatRoll(combat.side), GivingFpf(1 - combat.side)]
    ids = state.ids
    events.append(ev.Attacked(ids(combat.attackers), ids(combat.defenders), ids(combat.barrage), combat.support))


# -- the attacks that may be declared


class Rivals(NamedTuple):
    """Enemies that can be attacked in one combat, and who could take part in it."""

    defenders: tuple[int, ...]
    near: list[int]
    """Units next to all of them."""
    guns: list[int]
    """Artillery that could barrage one of them."""
    support: int
    """Ground Support Points that may be used."""


def rivals(duties: Duties) -> Iterator[Rivals]:
    """Every set of enemies that can be attacked in one combat."""
    rules, state, found = duties.rules, duties.state, duties.found
    in_reach = {d: those_in_range(state, found.guns, d) for d in found.attackers}
    for defenders in _together(found):
        near = [u for u in found.attackers[defenders[0]] if all(u in found.attackers[d] for d in defenders)]
        guns = sorted({g for d in defenders for g in in_reach[d]})
        yield Rivals(defenders, near, guns, rules.support_left(state, state.side, defenders))


def attacks(state: State, unit: int | None = None) -> Iterator[Combat]:
    """The attacks that may be declared: every set of defenders with every set of attackers, artillery and support.

    There can be very many, so each is worked out only when it is asked for. With a `unit`, only those that it joins.
    """
    duties = Duties(state)
    for defenders, near, guns, support in rivals(duties):
        if unit is not None and unit not in near and unit not in guns:
            continue
        for group in subsets(near):
            if unit in near and unit not in group:
                continue
            share = _share(state, group)
            for barrage in fitting(guns, partial(_fits, state, share)):
                if (unit in guns and unit not in barrage) or not _leaves_duties(duties, group, defenders, barrage):
                    continue
                for points in range(support + 1):
                    if points and not _fits(state, share, barrage, points):
                        break
                    if group or barrage or points:
                        yield Combat(state.side, group, barrage, defenders, points)


def _together(found: Contacts) -> Iterator[tuple[int, ...]]:
    """The enemies that can be attacked in one combat: each alone, then those that somebody touches together."""
    yield from ((enemy,) for enemy in found.attackers)
    for count in range(2, len(found.attackers) + 1):
        yield from sorted({group for near in found.touched.values() for group in combinations(near, count)})


def _share(state: State, group: Sequence[int]) -> Share:
    """The part of the adjacent units in a combat, for limits on artillery."""
    return attacking_share(state, Combat(state.side, tuple(group), (), (), 0))


def _fits(state: State, share: Share, barrage: Sequence[int], points: int = 0) -> bool:
    """Whether a battle's limit on artillery lets units attack together with artillery and Ground Support."""
    share = Share(share.side, True, share.ground, (*share.guns, *barrage), points)
    return not (share.guns or points) or state.rules.artillery_fits(state, share)


def _leaves_duties(duties: Duties, group: Sequence[int], defenders: Sequence[int], barrage: Sequence[int]) -> bool:
    """Whether units that the contacts let attack these enemies may do so together, obligations included."""
    if len(defenders) > 1 and (not group or any(unit in group for unit in duties.found.assaults)):
        return False  # 8.13; an assault is on one enemy
    return duties.allow(group, barrage, defenders)


def order_of(state: State, combat: Combat) -> Attack:
    """The order that declares a combat."""
    ids = state.ids
    return Attack(ids(combat.attackers), ids(combat.defenders), ids(combat.barrage), combat.support)


MOST_DRAWS = 20000
"""So many attacks are drawn in search of a legal one; then it is one of as many of the first that are listed."""


def _random_attack(duties: Duties, enemies: Sequence[int], draw: Draw) -> Combat | None:
    """A random attack on one of the enemies; None if it is not legal."""
    rules, state, found = duties.rules, duties.state, duties.found
    defenders = [draw.pick(enemies)]
    near = found.attackers[defenders[0]]
    group = [u for u in near if draw.below(4)] or near[:1]
    touched = [found.touched[u] for u in group]
    others = [e for e in touched[0] if e != defenders[0] and all(e in each for each in touched)] if group else []
    defenders += [e for e in others if draw.below(2)]
    guns = [gun for gun in found.guns if not draw.below(3) and reaches(state, gun, defenders)]
    points = draw.below(rules.support_left(state, state.side, defenders) + 1) if draw.below(2) else 0
    share = _share(state, group)
    while (guns or points) and not _fits(state, share, guns, points):
        guns, points = (guns, 0) if points else (guns[:-1], 0)
    if not (group or guns or points) or not _fits(state, share, guns, points):
        return None
    if not _leaves_duties(duties, group, defenders, guns):
        return None
    return Combat(state.side, tuple(group), tuple(guns), tuple(sorted(defenders)), points)
