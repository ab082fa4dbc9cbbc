"""The combats of a side against all enemies in contact, and the artillery and Ground Support for each.

Every enemy in contact is in one combat (7.11). An enemy that must be attacked may be left to a single gun (7.21, 7.51).
The gun risks nothing (8.14), and the units next to that enemy can attack others with their full strength.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.artillery import Artillery, Candidate
from westwall_tui.ai.combats.ways import Split, WaysToDivide
from westwall_tui.ai.combats.worth import CombatMemo, Combats, PlannedCombat
from westwall_tui.engine.combinatorics import largest_matching

MOST_LEFT_TO_GUNS = 2
"""Maximum number of enemies left to single guns, not counting enemies that no other unit could attack."""
GAIN = 0.5
"""Minimum gain, in points, of leaving an enemy to a single gun, because the gun could have helped another combat."""


class Group:
    """Units in contact that share enemies, and the best way to divide them into combats."""

    __slots__ = ("burdens", "foes", "split", "touched", "units", "without")

    def __init__(
        self, units: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]], split: Split
    ) -> None:
        self.units, self.foes, self.touched, self.split = units, foes, touched, split
        sole = {near[0] for near in touched.values() if len(near) == 1}
        self.burdens = [
            foe
            for fight in split.fights
            if fight.attackers and (len(fight.defenders) > 1 or fight.value < 0)
            for foe in fight.defenders
            if foe not in sole
        ]
        """Enemies in bad or crowded combats, unless some attacker touches no other enemy."""
        self.without: dict[int, list[Group]] = {}
        """By enemy, the groups that remain without it."""


class Partition:
    """Divides groups in contact, in a position that changes while plans are tried."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        self._divided: dict[tuple[object, ...], Group] = {}
        self.shared: dict[tuple[object, ...], Group] = {}
        """Groups by everything that they depend on, so that they stay valid wherever other units are."""

    def forget(self) -> None:
        """Forget all divisions; call this after moving enemy units."""
        self._divided.clear()

    def divide(self, touched: dict[int, list[int]], enemies: Iterable[int]) -> list[Group]:
        """Return the best division of attackers against all `enemies`; `touched` has the enemies next to each."""
        return [self._group(units, foes, touched) for units, foes in components(touched, enemies)]

    def divide_again(self, before: list[Group], at: int, foe: int, touched: dict[int, list[int]]) -> list[Group]:
        """Return the division without this enemy. Only its group changes, which is at index `at`."""
        group = before[at]
        parts = group.without.get(foe)
        if parts is None:
            others = {unit: [n for n in near if n != foe] for unit, near in group.touched.items()}
            parts = group.without[foe] = self.divide(others, group.foes)
        found = [*before[:at], *parts, *before[at + 1 :]]
        if len(parts) > 1:  # in the order of their first units: the order of a sum changes its last bit
            place = {unit: i for i, unit in enumerate(touched)}
            found.sort(key=lambda group: min([place[unit] for unit in group.units]))
        return found

    def _group(self, units: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]]) -> Group:
        where = self.combats.position.where
        fire = tuple([self.combats.expected_fire(foe) for foe in foes]) if self.combats.divides_fire else ()
        key = (units, tuple([where[u] for u in units]), foes, self.combats.rooms.of_enemies(foes), fire)
        found = self._divided.get(key)
        if found is None:
            found = self._divided[key] = self._group_elsewhere(units, foes, {unit: touched[unit] for unit in units})
        return found

    def _group_elsewhere(self, units: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]]) -> Group:
        """Return a group that is not in the cache for the enemies' present hexes."""
        combats, gun = self.combats, self.combats.position.gun
        struck = dict.fromkeys([foe for unit, near in touched.items() if not gun[unit] for foe in near])
        fire = tuple([(foe, combats.expected_fire(foe)) for foe in struck])
        near = tuple([tuple(near) for near in touched.values()])
        key = (*combats.attackers_key(units), *combats.defenders_key(foes), near, fire, combats.room_for_aid)
        found = None if combats.bound else self.shared.get(key)
        if found is None:
            found = Group(units, foes, touched, WaysToDivide(combats, units, foes, [*touched.values()]).best())
            if not combats.bound:
                self.shared[key] = found
        return found


class Divided(NamedTuple):
    """A division of all units in contact into combats, and its worth."""

    value: float
    fights: list[PlannedCombat]


class OpenContacts(NamedTuple):
    """Units in contact that have not fought yet."""

    touched: dict[int, list[int]]
    """By unit that can attack, the adjacent enemies."""
    foes: Sequence[int]
    """All enemies that can be attacked."""
    guns: Sequence[int]
    """Artillery that is free to barrage."""
    support: int

    def without(self, foe: int, gun: int) -> "OpenContacts":
        """Return the contacts without this enemy and the gun that attacks it."""
        return self._replace(
            touched={unit: [n for n in near if n != foe] for unit, near in self.touched.items()},
            foes=[n for n in self.foes if n != foe],
            guns=[n for n in self.guns if n != gun],
        )


class Draft(NamedTuple):
    """A division before artillery and support are given."""

    groups: list[Group]
    """The combats against the enemies that are not left to single guns."""
    by_gun: tuple[Candidate, ...]
    """The combats of single guns."""
    guns: int
    """The guns that are still free, as bits."""
    unmet: int
    """Number of enemies that must be attacked but are in no combat of the groups."""
    value: float


class CombatMemory(NamedTuple):
    """Results about combats and groups, valid for all positions in which the same units are in the same hexes."""

    combats: dict[tuple[object, ...], CombatMemo]
    groups: dict[tuple[object, ...], Group]


class Division:
    """Divides one side's contacts into combats, in a position that changes while plans are tried."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        self.partition, self.artillery = Partition(combats), Artillery(combats)
        self.most_left_to_guns = MOST_LEFT_TO_GUNS if combats.limit.alone else 0

    def best(self, contacts: OpenContacts, owed: Iterable[int] = (), others: Sequence[PlannedCombat] = ()) -> Divided:
        """Return the best division found.

        `owed` are enemies that must be attacked and that only guns can still attack. `others` are combats that may take
        artillery that is not needed elsewhere.
        """
        self.artillery.find_places()
        draft = self._first_draft(contacts, owed if self.most_left_to_guns else ())
        spare = [self.artillery.for_guns(fight) for fight in others]
        best = self._with_artillery(draft, spare, contacts.support)
        for _ in range(self.most_left_to_guns):
            freed = self._leave_one_to_a_gun(draft, contacts.touched)
            if freed is None:
                break
            found = self._with_artillery(freed, spare, contacts.support)
            if found.value < best.value + GAIN:
                break
            draft, best = freed, found
        return best

    def remember(self, memory: CombatMemory) -> None:
        """Share results with other divisions of the same side, on the same ground and for the same goals."""
        self.combats.shared, self.partition.shared = memory

    def see_enemies(self) -> None:
        """Update everything that depends on the enemies' hexes; call this after moving an enemy."""
        self.combats.see_enemies()
        self.partition.forget()

    def _first_draft(self, contacts: OpenContacts, owed: Iterable[int]) -> Draft:
        by_gun: list[Candidate] = []
        # Each of these enemies gets its own gun; the matching leaves as few as possible without one (7.11). Weak guns
        # go first.
        gun_for = largest_matching({foe: self._guns_reaching(foe, contacts.guns) for foe in owed})
        for foe, gun in gun_for.items():
            by_gun.append(self.artillery.gun_alone(self.artillery.bits[gun], foe))
            contacts = contacts.without(foe, gun)
        groups = self.partition.divide(contacts.touched, contacts.foes)
        unmet, value = _sums(groups)
        return Draft(groups, tuple(by_gun), self.artillery.bits_of(contacts.guns), unmet, value)

    def _leave_one_to_a_gun(self, draft: Draft, touched: dict[int, list[int]]) -> Draft | None:
        """Return the division with one more enemy left to a gun, where that gains most; None if it gains nothing.

        `touched` are all contacts. Artillery and support for the other combats are left out, because they take long to
        find.
        """
        found, most = None, draft.value + GAIN
        for at, group in enumerate(draft.groups):
            for foe in group.burdens:
                gun = self.artillery.weakest_reaching(foe, draft.guns)
                if gun:
                    alone = self.artillery.gun_alone(gun, foe)
                    groups = self.partition.divide_again(draft.groups, at, foe, touched)
                    unmet, worth = _sums(groups)
                    value = worth + alone[1].value
                    if unmet <= draft.unmet and value > most:
                        found, most = Draft(groups, (*draft.by_gun, alone), draft.guns & ~gun, unmet, value), value
        return found

    def _with_artillery(self, draft: Draft, others: Sequence[Candidate], support: int) -> Divided:
        """Return a division with artillery and support given where they gain most."""
        unaided = self.artillery.unaided
        combats = [unaided(memo) for group in draft.groups for memo in group.split.fights]
        added, reinforced = self.artillery.assign([*combats, *draft.by_gun, *others], draft.guns, support)
        return Divided(draft.value + added, reinforced)

    def _guns_reaching(self, foe: int, guns: Sequence[int]) -> list[int]:
        """Return the guns that reach an enemy, the weakest first."""
        position = self.combats.position
        row = position.land.distance(position.where[foe])
        reach = [gun for gun in guns if row[position.where[gun]] <= position.range[gun]]
        return sorted(reach, key=lambda gun: (position.attack[gun], gun))


def _sums(groups: Iterable[Group]) -> tuple[int, float]:
    """Return the number of enemies that must be attacked but are in no combat, and the sum of the combats' worth."""
    unmet, value = 0, 0.0
    for group in groups:
        unmet += group.split.unmet
        value += group.split.value
    return unmet, value


def components(touched: dict[int, list[int]], enemies: Iterable[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the groups in contact that do not touch each other. Each has its attackers and enemies in unit order."""
    wanted = set(enemies)
    groups: list[tuple[list[int], list[int]]] = []
    group_of: dict[int, int] = {}
    for unit, foes in touched.items():
        at = min([group_of[foe] for foe in foes if foe in group_of], default=len(groups))
        if at == len(groups):
            groups.append(([], []))
        units, near = groups[at]
        units.append(unit)
        for foe in foes:
            other = group_of.get(foe)
            if other is None:
                group_of[foe] = at
                near.append(foe)
            elif other != at:  # this unit joins two groups into one
                more, theirs = groups[other]
                groups[other] = [], []
                units += more
                near += theirs
                group_of.update(dict.fromkeys(theirs, at))
    return [
        (tuple(sorted(units)), tuple(sorted([foe for foe in near if foe in wanted]))) for units, near in groups if units
    ]
