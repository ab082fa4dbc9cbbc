"""Find which units must attack and be attacked (7.1, 7.2, 8.31), by trying every continuation of the Combat Phase.

Positions do not change meanwhile: results may free or cut off units, but a player who declares a combat cannot rely
on that.

- A unit that has neither fought nor advanced must attack while it touches an enemy that has neither been attacked nor
  advanced. Such an enemy must be attacked while it touches a unit that has not advanced, whether or not it has fought.
- A unit meets its obligation in a combat that it joins; an enemy meets its own in a combat with at least one unit
  against it. Ground Support alone uses up the enemy's one combat without meeting its obligation.
- The best continuation leaves the fewest obligations unmet. Obligations that cannot be met have lapsed. A combat is
  legal only if the best continuation after it is as good as before it, and the phase may end only if no continuation
  is better.

Artillery limited by Strength (14.0 of Bastogne) is considered second, gun by gun. A gun is placeable if it can join
ground units in a combat that keeps the limit and lets the phase go as well for all other units. A combat may not
leave out a gun that would fit into it, unless the gun is still placeable afterward. A combat without a gun that touches
the enemy may not strand a gun that was placeable before. The phase may not end while a gun is placeable.

If artillery is limited by number, a gun that a combat leaves without an enemy is released if that combat has as many
guns that touch the enemy as the limit allows.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import NamedTuple, TypeVar

from tests.fuzz.oracle.combat import Contact
from tests.fuzz.oracle.position import OpenCombat, TooMany

T = TypeVar("T")
Units = frozenset[str]

MAX_UNITS, MAX_STATES = 9, 4_000
"""The maximum of units in contact, of both sides together, and of continuations to try."""


class OracleCombat(NamedTuple):
    """A combat that is legal by the local rules, with the data that obligations need."""

    attackers: Units
    barrage: Units
    defenders: Units

    @property
    def used(self) -> Units:
        """The units that fight."""
        return self.attackers | self.barrage


def subsets(items: Iterable[T]) -> Iterator[tuple[T, ...]]:
    """Yield all subsets, the small ones first."""
    found = list(items)
    return chain.from_iterable(combinations(found, n) for n in range(len(found) + 1))


class OraclePhase:
    """A Combat Phase in progress, and all its continuations."""

    def __init__(self, contact: Contact) -> None:
        """Prepare the phase. Raises `TooMany`."""
        self.contact, self.battle, self.position = contact, contact.battle, contact.position
        counters, battle = self.position.counters, self.battle
        self.side = self.position.side
        self.by_points = battle.by_points
        self.most = battle.most_guns(self.side, attacking=True)
        self.is_gun = {unit: counters[unit].is_gun for unit in contact.own}
        assault = battle.assaulting(self.position)
        self.touches = {u: frozenset(e for e in contact.touches[u] if e in contact.fresh) for u in contact.own}
        strict = [u for u in contact.ready if not (self.by_points and self.is_gun[u])]
        self.must_attack = frozenset(u for u in strict if self.touches[u])
        obliging = [u for u in contact.own if u != assault and not (self.by_points and self.is_gun[u])]
        self.must_be_attacked = frozenset(e for u in obliging for e in self.touches[u])
        self.assault = assault
        self.near = [u for u in contact.ready if self.touches[u]]
        """The units that can attack an adjacent enemy."""
        self.guns = [u for u in self.near if self.by_points and self.is_gun[u]]
        """The guns that are considered second."""
        self.lone = [gun for gun in contact.guns if self._keeps_limit((gun,)) and self._reaches_obliged(gun)]
        """Artillery that could meet an obligation alone."""
        if len(self.near) + len(self.must_be_attacked) > MAX_UNITS or len(self.lone) > MAX_UNITS:
            raise TooMany
        self.known: dict[tuple[Units, Units], int] = {}

    def _reaches_obliged(self, gun: str) -> bool:
        return any(self.contact.reaches(gun, (enemy,)) for enemy in self.must_be_attacked)

    def _keeps_limit(self, units: Iterable[str]) -> bool:
        """Return True if one combat may use all the artillery among these units."""
        found, counters = list(units), self.position.counters
        guns = [unit for unit in found if counters[unit].is_gun]
        ground = sum(counters[unit].attack for unit in found if not counters[unit].is_gun)
        return not guns or self.battle.fits(self.position, guns, ground, 0, self.side, "barrage")

    # -- the best continuation

    def _combats_against(self, enemy: str, used: Units, fought: Units) -> Iterator[OracleCombat]:
        """Return the combats against an enemy; a second barraging gun never meets more obligations."""
        others = [e for e in self._contacted_enemies() if e not in fought and e != enemy]
        for more in subsets(others):
            defenders = frozenset((enemy, *more))
            near = [u for u in self.near if u not in used and self.touches[u] >= defenders]
            if len(defenders) > 1:
                near = [u for u in near if u != self.assault]
            if more and not near:
                continue
            far = [gun for gun in self.lone if gun not in used and self.contact.reaches(gun, defenders)]
            for attackers in subsets(near):
                if not attackers and more:
                    continue
                for barrage in ((), *((gun,) for gun in far)):
                    if (attackers or barrage) and self._keeps_limit((*attackers, *barrage)):
                        yield OracleCombat(frozenset(attackers), frozenset(barrage), defenders)

    def _contacted_enemies(self) -> list[str]:
        """Return the enemies that a unit touches that can still attack, or that must be attacked."""
        touched = {e for u in self.near for e in self.touches[u]} | self.must_be_attacked
        return [e for e in self.contact.fresh if e in touched]

    def unmet(self, used: Units, fought: Units) -> int:
        """Return the obligations that the best continuation leaves unmet. Raises `TooMany`."""
        key = used, fought
        if key not in self.known:
            if len(self.known) > MAX_STATES:
                raise TooMany
            self.known[key] = self._count_unmet(used, fought)
        return self.known[key]

    def _count_unmet(self, used: Units, fought: Units) -> int:
        left = [e for e in self._contacted_enemies() if e not in fought]
        if not left:
            return len(self.must_attack - used)
        enemy = left[0]
        best = self.unmet(used, fought | {enemy}) + (enemy in self.must_be_attacked)  # this enemy is never attacked
        for combat in self._combats_against(enemy, used, fought):
            if not best:
                break
            best = min(best, self.after(combat, used, fought))
        return best

    def after(self, combat: OracleCombat, used: Units, fought: Units) -> int:
        """Return the obligations left unmet at best after this combat."""
        cost = 0 if combat.used else len(combat.defenders & self.must_be_attacked)
        gone = used | combat.used | self._guns_released(combat, used, fought)
        return cost + self.unmet(gone, fought | combat.defenders)

    def _guns_released(self, combat: OracleCombat, used: Units, fought: Units) -> Units:
        """Return the guns that a combat leaves without an enemy although it has the maximum of guns that touch the
        enemy.
        """
        if sum(self.is_gun[u] for u in combat.attackers) < self.most:
            return frozenset()
        left = {u: self.touches[u] - fought for u in self.near if self.is_gun[u] and u not in used}
        return frozenset(u for u, near in left.items() if near and near <= combat.defenders) - combat.used

    # -- artillery under a limit by Strength

    def placeable(self, gun: str, used: Units, fought: Units) -> bool:
        """Return True if a gun fits into a combat that lets the phase go as well as without it."""
        best = self.unmet(used, fought)
        near = [e for e in self.touches[gun] if e not in fought]
        for defenders in map(frozenset, subsets(near)):
            ready = [u for u in self.near if u not in used and not self.is_gun[u] and self.touches[u] >= defenders]
            for comrades in subsets(ready) if defenders else ():
                combat = OracleCombat(frozenset((gun, *comrades)), frozenset(), defenders)
                if self._keeps_limit(combat.used) and self.after(combat, used, fought) <= best:
                    return True
        return False

    # -- the two questions

    def may_declare(self, fight: OpenCombat) -> bool:
        """Return True if the phase allows a combat that the local rules allow. Raises `TooMany`."""
        no_units: Units = frozenset()
        combat = OracleCombat(frozenset(fight.attackers), frozenset(fight.barrage), frozenset(fight.defenders))
        best = self.unmet(no_units, no_units)
        if self.after(combat, no_units, no_units) > best:
            return False
        comrades = any(self.is_gun[u] for u in combat.attackers)
        for gun in self.guns:
            if gun in combat.used:
                continue
            fuller = OracleCombat(combat.attackers | {gun}, no_units, combat.defenders)
            fits = (
                self.touches[gun] >= combat.defenders
                and self._keeps_limit(fuller.used)
                and self.after(fuller, no_units, no_units) <= best
            )
            asked = fits or (not comrades and self.placeable(gun, no_units, no_units))
            if asked and not self.placeable(gun, combat.used, combat.defenders):
                return False
        return True

    def may_end(self) -> bool:
        """Return True if the phase may end now. Raises `TooMany`."""
        no_units: Units = frozenset()
        left = len(self.must_attack) + len(self.must_be_attacked)
        return left == self.unmet(no_units, no_units) and not any(
            self.placeable(gun, no_units, no_units) for gun in self.guns
        )
