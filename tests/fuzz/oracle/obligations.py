"""Which units must attack and be attacked (7.1, 7.2, 8.31), asked of every way in which the Combat Phase can go on.

The board stands still: results may free or strand units, but nobody can count on them when he declares a combat.

- A unit that has neither fought nor advanced is obliged while it touches an enemy that has neither been attacked nor
  advanced. Such an enemy is obliged (to be attacked) while it touches a unit that has not advanced, fought or not.
- A unit's obligation is met by a combat that it is in; an enemy's by one with at least one unit against it. Ground
  Support alone uses up the enemy's one combat without meeting it.
- The phase goes well when as few obligations as possible stay unmet. Those that cannot be met have lapsed. A combat may
  be declared only if the phase can afterwards still go as well as before it, and the phase may end only if it could not
  go better by going on.

Artillery under a limit by Strength (14.0 of Bastogne) is asked second, gun by gun. It is placeable if some combat of it
and ground units keeps the limit and lets the phase go as well for all others. Then a combat may not leave out a gun
that would fit into it, unless that is still placeable afterwards; nor may a combat without any gun that touches the
enemy strand one that was placeable before; nor may the phase end.

Under a limit by number a gun is released that a combat leaves without an enemy while as many guns that touch the enemy
as may be are in it.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import NamedTuple, TypeVar

from tests.fuzz.oracle.combat import Contact
from tests.fuzz.oracle.position import OpenCombat, TooMany

T = TypeVar("T")
Units = frozenset[str]

MOST_UNITS, MOST_STATES = 9, 4_000
"""The most units in contact, of both sides together, and the most ways to go on, that are looked at."""


class OracleCombat(NamedTuple):
    """A combat by the local rules, as far as obligations need it."""

    attackers: Units
    barrage: Units
    defenders: Units

    @property
    def used(self) -> Units:
        """Who fights."""
        return self.attackers | self.barrage


def subsets(items: Iterable[T]) -> Iterator[tuple[T, ...]]:
    """All subsets, the small ones first."""
    found = list(items)
    return chain.from_iterable(combinations(found, n) for n in range(len(found) + 1))


class OraclePhase:
    """A Combat Phase as it stands, and all the ways in which it can go on."""

    def __init__(self, contact: Contact) -> None:
        """Raises `TooMany`."""
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
        """Those that can attack from next to an enemy."""
        self.guns = [u for u in self.near if self.by_points and self.is_gun[u]]
        """Those that are asked second."""
        self.lone = [gun for gun in contact.guns if self._keeps_limit((gun,)) and self._reaches_obliged(gun)]
        """Artillery that could meet an obligation by itself."""
        if len(self.near) + len(self.must_be_attacked) > MOST_UNITS or len(self.lone) > MOST_UNITS:
            raise TooMany
        self.known: dict[tuple[Units, Units], int] = {}

    def _reaches_obliged(self, gun: str) -> bool:
        return any(self.contact.reaches(gun, (enemy,)) for enemy in self.must_be_attacked)

    def _keeps_limit(self, units: Iterable[str]) -> bool:
        """True if the artillery among these units is not too much for one combat."""
        found, counters = list(units), self.position.counters
        guns = [unit for unit in found if counters[unit].is_gun]
        ground = sum(counters[unit].attack for unit in found if not counters[unit].is_gun)
        return not guns or self.battle.fits(self.position, guns, ground, 0, self.side, "barrage")

    # -- how well the phase can go on

    def _combats_against(self, enemy: str, used: Units, fought: Units) -> Iterator[OracleCombat]:
        """The combats in which an enemy can be attacked; more than one gun that barrages never meets more."""
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
        """The enemies that somebody touches who can still attack, or that must be attacked."""
        touched = {e for u in self.near for e in self.touches[u]} | self.must_be_attacked
        return [e for e in self.contact.fresh if e in touched]

    def unmet(self, used: Units, fought: Units) -> int:
        """Obligations left unmet if the phase goes on as well as it can. Raises `TooMany`."""
        key = used, fought
        if key not in self.known:
            if len(self.known) > MOST_STATES:
                raise TooMany
            self.known[key] = self._count_unmet(used, fought)
        return self.known[key]

    def _count_unmet(self, used: Units, fought: Units) -> int:
        left = [e for e in self._contacted_enemies() if e not in fought]
        if not left:
            return len(self.must_attack - used)
        enemy = left[0]
        best = self.unmet(used, fought | {enemy}) + (enemy in self.must_be_attacked)  # nobody ever attacks it
        for combat in self._combats_against(enemy, used, fought):
            if not best:
                break
            best = min(best, self.after(combat, used, fought))
        return best

    def after(self, combat: OracleCombat, used: Units, fought: Units) -> int:
        """Obligations left unmet at best if that combat is fought now."""
        cost = 0 if combat.used else len(combat.defenders & self.must_be_attacked)
        gone = used | combat.used | self._guns_released(combat, used, fought)
        return cost + self.unmet(gone, fought | combat.defenders)

    def _guns_released(self, combat: OracleCombat, used: Units, fought: Units) -> Units:
        """Guns that a combat leaves without an enemy, where it holds as many as may be that touch the enemy."""
        if sum(self.is_gun[u] for u in combat.attackers) < self.most:
            return frozenset()
        left = {u: self.touches[u] - fought for u in self.near if self.is_gun[u] and u not in used}
        return frozenset(u for u, near in left.items() if near and near <= combat.defenders) - combat.used

    # -- artillery under a limit by Strength

    def placeable(self, gun: str, used: Units, fought: Units) -> bool:
        """True if a gun can be in a combat that lets the phase go as well as without it."""
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
        """True if the whole phase allows a combat that the local rules allow. Raises `TooMany`."""
        nobody: Units = frozenset()
        combat = OracleCombat(frozenset(fight.attackers), frozenset(fight.barrage), frozenset(fight.defenders))
        best = self.unmet(nobody, nobody)
        if self.after(combat, nobody, nobody) > best:
            return False
        comrades = any(self.is_gun[u] for u in combat.attackers)
        for gun in self.guns:
            if gun in combat.used:
                continue
            fuller = OracleCombat(combat.attackers | {gun}, nobody, combat.defenders)
            fits = (
                self.touches[gun] >= combat.defenders
                and self._keeps_limit(fuller.used)
                and self.after(fuller, nobody, nobody) <= best
            )
            asked = fits or (not comrades and self.placeable(gun, nobody, nobody))
            if asked and not self.placeable(gun, combat.used, combat.defenders):
                return False
        return True

    def may_end(self) -> bool:
        """True if the phase may end now. Raises `TooMany`."""
        nobody: Units = frozenset()
        left = len(self.must_attack) + len(self.must_be_attacked)
        return left == self.unmet(nobody, nobody) and not any(self.placeable(gun, nobody, nobody) for gun in self.guns)
