"""How a side fights everybody it touches: the combats, and the artillery and Ground Support for each.

An enemy who must be attacked may be left to a gun alone (7.21, 7.51). The gun risks nothing (8.14), and the units next
to him put all their strength on somebody else.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.artillery import Artillery
from westwall_tui.ai.combats.partition import GroupSplit, Partition, Split, together
from westwall_tui.ai.combats.worth import Combats, PlannedCombat
from westwall_tui.engine.combinatorics import largest_matching

MOST_HELD = 2
"""The most enemies left to guns alone, not counting those whom nobody else could attack."""
GAIN = 0.5
"""What that must gain, in points, since the gun could have helped another combat."""


class Divided(NamedTuple):
    """All units in contact, divided into combats, and the worth of these."""

    value: float
    fights: list[PlannedCombat]


class OpenContacts(NamedTuple):
    """Units in contact that have not fought yet."""

    touched: dict[int, list[int]]
    """By unit that can attack: the enemies next to it."""
    foes: Sequence[int]
    """All enemies that can be attacked."""
    guns: Sequence[int]
    """Artillery that is free to barrage."""
    support: int

    def without(self, foe: int, gun: int) -> "OpenContacts":
        """The same once this gun takes care of this enemy."""
        return self._replace(
            touched={unit: [n for n in near if n != foe] for unit, near in self.touched.items()},
            foes=[n for n in self.foes if n != foe],
            guns=[n for n in self.guns if n != gun],
        )


class Draft(NamedTuple):
    """A division before artillery and support are given to its combats."""

    contacts: OpenContacts
    """Everybody in contact, without the enemies left to guns alone and without those guns."""
    held: tuple[PlannedCombat, ...]
    """Enemies left to a gun alone."""
    value: float
    shares: list[GroupSplit]
    """The other combats, group by group."""
    others: Split
    """The same, all together."""


class Division:
    """Divides one side's contacts into combats, in a position that changes as plans are tried."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        self.partition, self.artillery = Partition(combats), Artillery(combats)
        self.most_held = MOST_HELD if combats.limit.alone else 0

    def best(self, contacts: OpenContacts, owed: Iterable[int] = (), others: Sequence[PlannedCombat] = ()) -> Divided:
        """The best division found.

        `owed` are enemies who must be attacked and whom only guns can still attack; `others` are combats for artillery
        with nothing better to do.
        """
        draft = self._first_draft(contacts, owed if self.most_held else ())
        best = self._with_artillery(draft, others)
        for _ in range(self.most_held):
            freed = self._leave_one_to_a_gun(draft)
            if freed is None:
                break
            found = self._with_artillery(freed, others)
            if found.value < best.value + GAIN:
                break
            draft, best = freed, found
        return best

    def see_enemies(self) -> None:
        """See where the enemies stand now; call it after moving one of them."""
        self.combats.see_enemies()
        self.partition.forget()

    def _first_draft(self, contacts: OpenContacts, owed: Iterable[int]) -> Draft:
        held: list[PlannedCombat] = []
        for gun, foe in self._guns_for(owed, contacts.guns).items():
            held.append(self._gun_alone(foe, gun))
            contacts = contacts.without(foe, gun)
        shares = self.partition.divide(contacts.touched, contacts.foes)
        others = together(shares)
        return Draft(contacts, tuple(held), others.value, shares, others)

    def _leave_one_to_a_gun(self, draft: Draft) -> Draft | None:
        """The same division with one more enemy left to a gun alone, where that gains most; None if it gains nothing.

        What artillery and support would add is left out, because it takes long.
        """
        found, most = None, draft.value + GAIN
        for foe in self._burdensome_enemies(draft):
            gun = self._weakest_gun(foe, draft.contacts.guns)
            if gun >= 0:
                alone = self._gun_alone(foe, gun)
                shares = self.partition.divide_again(draft.shares, foe, draft.contacts.touched)
                others = together(shares)
                value = others.value + alone.value
                if others.unmet <= draft.others.unmet and value > most:
                    contacts = draft.contacts.without(foe, gun)
                    found = Draft(contacts, (*draft.held, alone), value, shares, others)
                    most = value
        return found

    def _with_artillery(self, draft: Draft, others: Sequence[PlannedCombat]) -> Divided:
        """A division with artillery and support where they do most."""
        combats, contacts = [*draft.others.fights, *draft.held, *others], draft.contacts
        added, reinforced = self.artillery.assign(combats, contacts.guns, contacts.support)
        return Divided(draft.value + added, reinforced)

    def _burdensome_enemies(self, draft: Draft) -> list[int]:
        """Enemies in bad or crowded combats whose attackers all touch another enemy too."""
        burden = [
            foe
            for fight in draft.others.fights
            if fight.attackers and (len(fight.defenders) > 1 or fight.value < 0)
            for foe in fight.defenders
        ]
        sole = {near[0] for near in draft.contacts.touched.values() if len(near) == 1}
        return [foe for foe in burden if foe not in sole]

    def _guns_for(self, owed: Iterable[int], guns: Sequence[int]) -> dict[int, int]:
        """For each gun an enemy of its own, so that as many enemies as possible have one (7.11). Where there is a
        choice, weak guns.
        """
        owner = largest_matching({foe: self._guns_reaching(foe, guns) for foe in owed})
        return {gun: foe for foe, gun in owner.items()}

    def _guns_reaching(self, foe: int, guns: Sequence[int]) -> list[int]:
        """The guns that reach an enemy, the weakest first."""
        position = self.combats.position
        row = position.land.distance(position.where[foe])
        reach = [gun for gun in guns if row[position.where[gun]] <= position.range[gun]]
        return sorted(reach, key=lambda gun: (position.attack[gun], gun))

    def _weakest_gun(self, foe: int, guns: Sequence[int]) -> int:
        """The weakest gun that reaches an enemy, or -1."""
        return next(iter(self._guns_reaching(foe, guns)), -1)

    def _gun_alone(self, foe: int, gun: int) -> PlannedCombat:
        return PlannedCombat((), (foe,), (gun,), 0, self.combats.value((), (foe,), self.combats.position.attack[gun]))
