"""The combats of a side against all enemies in contact, and the artillery and Ground Support for each.

An enemy that must be attacked may be left to a single gun (7.21, 7.51). The gun risks nothing (8.14), and the units
next to that enemy can attack others with their full strength.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.artillery import Artillery, Candidate
from westwall_tui.ai.combats.partition import Group, Partition
from westwall_tui.ai.combats.worth import CombatMemo, Combats, PlannedCombat
from westwall_tui.engine.combinatorics import largest_matching

MOST_LEFT_TO_GUNS = 2
"""Maximum number of enemies left to single guns, not counting enemies that no other unit could attack."""
GAIN = 0.5
"""Minimum gain, in points, of leaving an enemy to a single gun, because the gun could have helped another combat."""


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
