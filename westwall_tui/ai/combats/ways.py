"""The ways to divide one group in contact into combats (7.11), with its units and enemies as bits of numbers.

A group of six may be divided in hundreds of ways, which have most combats in common. Each combat is looked up by two
numbers: its attackers and its defenders.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from math import fsum
from typing import NamedTuple

from westwall_tui.ai.combats.worth import CombatMemo, Combats

MOST_WAYS = 240
"""If a group can be divided in more ways than this, only some are tried, each improved step by step."""
SPLIT = 0.001
"""A price per combat that breaks ties in favor of fewer combats."""


class Split(NamedTuple):
    """One way to divide a group into combats. Units that no combat can take are left out."""

    unmet: int
    """Number of enemies that must be attacked but are in no combat."""
    idle: int
    """Number of artillery units that must attack but for which no combat has room."""
    value: float
    fights: tuple[CombatMemo, ...]

    def better_than(self, other: "Split", margin: float = 0.0) -> bool:
        """Return True if this split leaves fewer duties undone (7.11, 7.12), or equally few and is worth more."""
        if (self.unmet, self.idle) != (other.unmet, other.idle):
            return (self.unmet, self.idle) < (other.unmet, other.idle)
        return self.value > other.value + margin


class WaysToDivide:
    """A group in contact, while ways to divide it are compared. In a way, each unit picks one enemy."""

    def __init__(
        self, combats: Combats, units: Sequence[int], foes: Sequence[int], touched: Sequence[Sequence[int]]
    ) -> None:
        """Prepare the comparison.

        `touched` are the enemies next to each unit; `foes` are those that must be attacked.
        """
        self.combats, self.units = combats, units
        self.enemies = sorted({foe for near in touched for foe in near})
        """All enemies in contact, in unit order. Ways and bits refer to them by index."""
        place = {foe: i for i, foe in enumerate(self.enemies)}
        self.choices = [[place[foe] for foe in near] for near in touched]
        """By unit, the enemies that it may pick."""
        self._wanted = sum(1 << place[foe] for foe in foes)
        self._touching = [sum(1 << foe for foe in near) for near in self.choices]
        self._common: dict[int, int] = {}
        """By set of units, the enemies that all of them touch."""
        self._fitting: dict[int, int] = {}
        """By set of units, those for which one combat has room."""
        self._combats: dict[int, CombatMemo] = {}

    def best(self) -> Split:
        """Return the best way; among equal ways, the first."""
        count = 1
        for near in self.choices:
            count *= len(near)
        if count > MOST_WAYS:
            return _best_split(self._improve(start) for start in self._starts())
        return _best_split(map(self.split, product(*self.choices)))

    def _starts(self) -> Sequence[list[int]]:
        choices = self.choices
        return (
            [near[0] for near in choices],
            [near[-1] for near in choices],
            [min(near, key=lambda foe: (sum(foe in other for other in choices), foe)) for near in choices],
        )

    def _improve(self, picks: list[int]) -> Split:
        """Return a way improved pick by pick."""
        found = self.split(picks)
        better = True
        while better:
            better = False
            for i, near in enumerate(self.choices):
                for foe in near:
                    if foe == picks[i]:
                        continue
                    kept, picks[i] = picks[i], foe
                    tried = self.split(picks)
                    if tried.better_than(found, 1e-9):
                        found, better = tried, True
                    else:
                        picks[i] = kept
        return found

    def split(self, picks: Sequence[int]) -> Split:
        """Return the combats of a way. An enemy that no unit picks joins a combat whose attackers all touch it."""
        members = [0] * len(self.enemies)
        bit = 1
        for foe in picks:
            members[foe] |= bit
            bit <<= 1
        parties, attackers, left_out, idle = [], [], list[int](), list[int]()
        defenders = [1 << foe for foe in range(len(members))]
        unpicked = self._wanted
        for foe, party in enumerate(members):
            if party:
                fitting = self._fitting.get(party)
                if fitting is None:
                    fitting = self._fitting[party] = self._find_fitting(party)
                if fitting:
                    parties.append(foe)
                    attackers.append(fitting)
                    unpicked &= ~(1 << foe)
                if fitting != party:
                    (left_out if fitting else idle).extend(_places(party & ~fitting))
        unmet = 0
        while unpicked:
            foe = unpicked & -unpicked
            unpicked ^= foe
            first = self._cheapest_for(foe, parties, attackers, defenders)
            if first < 0:
                unmet += 1
            else:
                defenders[first] |= foe
        memos, width = self._combats, len(members)
        fights = [
            memos.get(units << width | defenders[foe]) or self._combat(units, defenders[foe])
            for foe, units in zip(parties, attackers, strict=True)
        ]
        still_idle = sum([not self._join_another_combat(fights, i) for i in [*left_out, *idle]])
        return Split(unmet, still_idle, fsum([fight.value - SPLIT for fight in fights]), tuple(fights))

    def _cheapest_for(
        self, foe: int, parties: Sequence[int], attackers: Sequence[int], defenders: Sequence[int]
    ) -> int:
        """Return the party that loses least if this enemy, as a bit, joins its combat; -1 if no party can take it.

        Among equal parties take the first. Artillery for which its combat has no room does not keep an enemy out.
        """
        found, most = -1, 0.0
        for first, party in zip(parties, attackers, strict=True):
            common = self._common.get(party)
            if common is None:
                common = self._common[party] = self._find_common(party)
            if common & foe:
                before = self._combat(party, defenders[first]).value
                gained = self._combat(party, defenders[first] | foe).value - before
                if found < 0 or gained > most:
                    found, most = first, gained
        return found

    def _combat(self, attackers: int, defenders: int) -> CombatMemo:
        key = attackers << len(self.enemies) | defenders
        found = self._combats.get(key)
        if found is None:
            enemies = tuple([self.enemies[i] for i in _places(defenders)])
            found = self._combats[key] = self.combats.memo_of(self._units_of(attackers), enemies)
        return found

    def _units_of(self, bits: int) -> tuple[int, ...]:
        return tuple([self.units[i] for i in _places(bits)])

    def _find_common(self, party: int) -> int:
        found = -1
        for i in _places(party):
            found &= self._touching[i]
        return found

    def _find_fitting(self, party: int) -> int:
        """Return a party without the adjacent artillery for which its combat has no room (8.31 and its ruling)."""
        gun, attack, units = self.combats.position.gun, self.combats.position.attack, self.units
        guns = [i for i in _places(party) if gun[units[i]]]
        if not guns:
            return party
        limit = self.combats.limit
        room, kept = limit.points(sum(attack[units[i]] for i in _places(party) if not gun[units[i]])), 0
        for i in sorted(guns, key=lambda i: (-attack[units[i]], units[i])):
            if kept < limit.guns and attack[units[i]] <= room:
                kept += 1
                room -= attack[units[i]]
            else:
                party ^= 1 << i
        return party

    def _join_another_combat(self, fights: list[CombatMemo], released: int) -> bool:
        """Move a gun without room in its own combat to another combat with room, where it must attack (8.31).

        Return False if no combat has room.
        """
        near = {self.enemies[foe] for foe in self.choices[released]}
        joined = []
        for at, fight in enumerate(fights):
            if near.issuperset(fight.defenders):
                units = sum(1 << self.units.index(unit) for unit in fight.attackers) | 1 << released
                if self._find_fitting(units) == units:
                    joined.append((at, self.combats.memo_of(self._units_of(units), fight.defenders)))
        if joined:
            at, fight = max(joined, key=lambda each: each[1].value - fights[each[0]].value)
            fights[at] = fight
        return bool(joined)


def _places(bits: int) -> list[int]:
    """Return the indices of the set bits, from the lowest."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def _best_split(ways: Iterable[Split]) -> Split:
    return max(ways, key=lambda way: (-way.unmet, -way.idle, way.value))
