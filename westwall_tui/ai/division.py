"""How a side fights all whom it touches: the combats, and where artillery and Ground Support do most.

An enemy who must be attacked may be left to a gun alone (7.21, 7.51): the gun risks nothing (8.14), and those who
touch him put all their strength on somebody else.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.ai.artillery import Artillery
from westwall_tui.ai.combat import Combats, Fight
from westwall_tui.ai.partition import Partition

MOST_HELD = 2
"""So many enemies at most are left to guns alone, beside those whom nobody else could attack."""
GAIN = 0.05
"""What it must be worth, in points: the gun could have been kept for who moves up later."""


class Divided(NamedTuple):
    """A division of everybody in contact into combats."""

    value: float
    fights: list[Fight]


class Contacts(NamedTuple):
    """Who could still fight whom."""

    touched: dict[int, list[int]]
    """By unit that can attack: the enemies next to it."""
    foes: Sequence[int]
    """All enemies that can be attacked."""
    guns: Sequence[int]
    """Artillery that is free to barrage."""
    support: int

    def without(self, foe: int, gun: int) -> "Contacts":
        """The same when this gun takes care of this enemy."""
        return self._replace(
            touched={unit: [n for n in near if n != foe] for unit, near in self.touched.items()},
            foes=[n for n in self.foes if n != foe],
            guns=[n for n in self.guns if n != gun],
        )


class Division:
    """The combats of one side, in a position that changes under it."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        self.partition, self.artillery = Partition(combats), Artillery(combats)

    def best(self, contacts: Contacts, owed: Iterable[int] = (), others: Sequence[Fight] = ()) -> Divided:
        """The best division found.

        `owed`: enemies who must be attacked, and whom only guns still can; `others` are combats for artillery that has
        nothing better to do.
        """
        held: list[Fight] = []
        may_hold = not self.combats.limits.proportional
        for foe in owed if may_hold else ():
            gun = self._least(foe, contacts.guns)
            if gun >= 0:
                held.append(self._held(foe, gun))
                contacts = contacts.without(foe, gun)
        best = self._divided(contacts, held, others)
        for _ in range(MOST_HELD if may_hold else 0):
            tried = []
            for foe in self._a_burden(contacts, best.fights):
                gun = self._least(foe, contacts.guns)
                if gun >= 0:
                    fewer, more = contacts.without(foe, gun), [*held, self._held(foe, gun)]
                    tried.append((self._divided(fewer, more, others), fewer, more))
            found = max(tried, key=lambda each: each[0].value, default=None)
            if found is None or found[0].value < best.value + GAIN:
                break
            best, contacts, held = found
        return best

    def _divided(self, contacts: Contacts, held: Sequence[Fight], others: Sequence[Fight]) -> Divided:
        value, fights = self.partition.divide(contacts.touched, contacts.foes)
        added, fights_now = self.artillery.assign([*fights, *held, *others], contacts.guns, contacts.support)
        return Divided(value + added + sum([fight.value for fight in held]), fights_now)

    def _a_burden(self, contacts: Contacts, fights: Iterable[Fight]) -> list[int]:
        """Enemies in combats that go badly, or against several, whose attackers all touch somebody else as well."""
        burden = [
            foe
            for fight in fights
            if fight.attackers and (len(fight.defenders) > 1 or fight.value < 0)
            for foe in fight.defenders
        ]
        near = contacts.touched.values()
        return [foe for foe in burden if all(len(each) > 1 for each in near if foe in each)]

    def _least(self, foe: int, guns: Sequence[int]) -> int:
        """The weakest gun that reaches an enemy, or -1."""
        position = self.combats.position
        row = position.land.distance(position.where[foe])
        reach = [gun for gun in guns if row[position.where[gun]] <= position.range[gun]]
        return min(reach, key=lambda gun: (position.attack[gun], gun), default=-1)

    def _held(self, foe: int, gun: int) -> Fight:
        return Fight((), (foe,), (gun,), 0, self.combats.value((), (foe,), self.combats.position.attack[gun]))
