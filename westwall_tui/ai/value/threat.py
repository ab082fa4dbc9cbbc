"""Attacks that the enemy could make on our units in its next turn, while we move and the enemy does not."""

from collections.abc import Callable, Iterable
from math import fsum
from typing import NamedTuple, TypeAlias

from westwall_tui.ai.combats.odds import MOST_ROOM, dice
from westwall_tui.ai.combats.worth import worth_of_driving_off
from westwall_tui.ai.goals.base import Goals
from westwall_tui.engine.loops import EnemyReach

ATTACK_EXPECTED = 0.75
"""The share of the Strength in reach of a unit that is expected to attack it."""
GUNS_EXPECTED = 0.5
CROWD, CROWDED_PART = 3, 0.4
"""If more enemies than `CROWD` can attack a unit, it may be surrounded.

`CROWDED_PART` is the share of the danger for which its room for retreat counts as two hexes less.
"""
MOST_ATTACKERS, MOST_GUN_POINTS = 4, 12
NEAR = 2
"""Hexes within which the enemy may attack another of our units instead."""


class Danger(NamedTuple):
    """The expected loss of one of our units in a hex, and its possible attackers."""

    points: float = 0.0
    unit: int = -1
    hex: int = -1
    free: int = 0
    """The adjacent hexes from which it can be attacked, as bits in the order of its zone."""
    coming: int = 0
    """The enemies that could be in these hexes, as bits."""
    places: int = 0
    """Number of enemies that can attack it at once."""


NO_DANGER = Danger()


class AttackSharing(NamedTuple):
    """The division of the enemy's attacks among our units, by a battle's numbers."""

    attackers: int = 0
    """Number of enemies per unit of ours, each feared by one unit only; 0 if each is feared by every unit."""
    pressed: bool = False
    """True if the enemy prefers to attack where more of its units are near."""


UNSHARED = AttackSharing()
RetreatRoom: TypeAlias = Callable[[int, int], int]
"""A function that returns the number of hexes that a unit can retreat from a hex."""


class Threat:
    """The danger from one enemy side, which stays in place while we move."""

    def __init__(
        self, ours: Goals, room: RetreatRoom, sharing: AttackSharing = UNSHARED, *, foresees: bool = False
    ) -> None:
        """Prepare the danger. `room` returns how many hexes a unit of ours can retreat from a hex.

        If it `foresees`, it knows how our units and zones stop the enemy, and which enemies are due.
        """
        self.position, self.side, self.worth, self.gain = ours.position, ours.side, ours.worth, ours.gain
        self.room, self.sharing = room, sharing
        position, side = self.position, self.side
        self.is_shared = sharing.attackers > 0
        """True if the danger to all units isn't the sum of the dangers to each unit alone."""
        foes, gun, attack = position.on_map(1 - side), position.gun, position.attack
        self.guns = [foe for foe in foes if gun[foe]]
        self.reach: EnemyReach | None = ours.reach if foresees else None
        """The reach of the enemies, if the danger foresees it."""
        able = foes if self.reach is None else [foe for foe in self.reach.units if not gun[foe]]
        self.strongest = sorted((foe for foe in able if not gun[foe]), key=lambda foe: (-attack[foe], foe))
        """The enemy's units other than artillery, the strongest first."""
        self.bits = {unit: 1 << i for i, unit in enumerate(self.strongest)}
        self._ground = (1 << len(self.strongest)) - 1
        self.own_guns = [(gun, position.where[gun]) for gun in position.on_map(side) if position.gun[gun]]
        """Our artillery, with its hexes before we moved."""
        self._foes = foes
        self._on_map = tuple(foes)
        """The enemies that are still on the map."""
        self._able = -1
        """The units of `strongest` that are still on the map, as bits."""
        self._friends_near = [0] * position.land.size
        """The number of our units near each hex."""
        self._enemies_near: dict[int, int] = {}
        self._enemies_at: list[int] | None = None
        self._own_fire_at: dict[int, float] = {}
        self._dangers_known: dict[tuple[int, int, int], Danger] = {}
        self._by_losses = {self._on_map: (self._dangers_known, self._enemies_near)}
        """Two caches by the enemies on the map, valid only as long as these stay the same."""
        self._strongest_known: dict[tuple[int, int], int] = {}

    def see_losses(self) -> None:
        """Update the enemies on the map. Call this after one was eliminated, or put back."""
        where = self.position.where
        self._on_map = tuple([foe for foe in self._foes if where[foe] >= 0])
        self._dangers_known, self._enemies_near = self._by_losses.setdefault(self._on_map, ({}, {}))
        self.guns = [foe for foe in self._on_map if self.position.gun[foe]]
        self._able = 0
        for foe in self._on_map:
            self._able |= self.bits.get(foe, 0)

    def danger(self, unit: int, h: int) -> Danger:
        """Return the expected loss of a unit of ours in a hex if every enemy that can attack it does so.

        If the danger foresees the enemy's reach, call `foresee` first.
        """
        at, side = self.position.at, self.position.side
        if self.reach is not None:
            return self._foreseen(unit, h)
        free = 0
        for i, n in enumerate(self.position.land.zone[h]):
            if at[n] < 0 or side[at[n]] != self.side:
                free |= 1 << i
        key = (unit, h, free)
        found = self._dangers_known.get(key)
        if found is None:
            found = self._dangers_known[key] = self._work_out_danger(unit, h, free)
        return found

    def foresee(self) -> None:
        """Find the enemy's reach in the present position."""
        if self.reach is not None:
            self.reach.update()

    def _foreseen(self, unit: int, h: int) -> Danger:
        assert self.reach is not None
        at, side, reached, ground = self.position.at, self.position.side, self.reach.at, self._ground
        own, coming, sides = self.side, 0, 0
        for n in self.position.land.zone[h]:
            here = reached[n] & ground
            if here and (at[n] < 0 or side[at[n]] != own):
                coming |= here
                sides += 1
        if not coming:
            return NO_DANGER
        places = min(sides, MOST_ATTACKERS)
        key = unit * self.position.land.size + h, coming, places
        found = self._dangers_known.get(key)
        if found is None:
            points = self._expected_loss(unit, h, coming, places)
            found = self._dangers_known[key] = Danger(points, unit, h, 0, coming, places)
        return found

    def points(self, danger: Danger) -> float:
        """Return the points at stake in a danger, regardless of other units that the enemy could attack instead."""
        if self.is_shared and danger.coming:
            return danger.points * self._part_that_counts(danger.hex)
        return danger.points

    def points_together(self, dangers: Iterable[Danger]) -> float:
        """Return the points at stake in all these dangers together, since no enemy can attack twice.

        The enemy makes the most promising attacks first. Units that make an attack make no other.
        """
        found, busy, part = [], 0, self._part_that_counts
        weighed = [(danger.points * part(danger.hex) if danger.coming else danger.points, danger) for danger in dangers]
        for points, danger in sorted(weighed, reverse=True):
            left = danger.coming & ~busy
            if left:
                found.append(points * self._part_of_attackers_left(danger.coming, left, danger.places))
                busy |= self._strongest_of(left, min(danger.places, self.sharing.attackers))
        return fsum(found)

    def _part_that_counts(self, h: int) -> float:
        """Return the share of a danger that counts if the enemy may attack other units of ours nearby instead."""
        friends = self._friends_near[h]
        part = 1.0 / friends if friends > 1 else 1.0
        if self.sharing.pressed:
            near = self._enemies_near.get(h)
            if near is None:
                where, foes = self.position.where, self.position.on_map(1 - self.side)
                row = self.position.land.distance(h)
                near = self._enemies_near[h] = sum(1 for foe in foes if row[where[foe]] <= NEAR)
            part *= 1 + near
        return part

    def _part_of_attackers_left(self, coming: int, left: int, places: int) -> float:
        if left == coming:
            return 1.0
        most = min(self.sharing.attackers, places)
        return min(left.bit_count(), most) / min(coming.bit_count(), most)

    def count_friends(self, h: int, units: int) -> None:
        """Add `units` to the number of our units near a hex."""
        if self.is_shared:
            friends = self._friends_near
            for n in self.position.land.near(h, NEAR):
                friends[n] += units

    def count_all_friends(self, hexes: Iterable[int]) -> None:
        """Count our units in these hexes. Hexes below 0 are off the map."""
        self._friends_near = [0] * self.position.land.size
        for h in hexes:
            if h >= 0:
                self.count_friends(h, 1)

    def _work_out_danger(self, unit: int, h: int, free: int) -> Danger:
        """Return the danger to a unit that can be attacked from the hexes in `free`."""
        reached = self._enemy_reach()
        coming, sides = 0, 0
        for i, n in enumerate(self.position.land.zone[h]):
            if free >> i & 1 and reached[n] & self._able:
                coming |= reached[n] & self._able
                sides += 1
        if not coming:
            return NO_DANGER
        places = min(sides, MOST_ATTACKERS)
        return Danger(self._expected_loss(unit, h, coming, places), unit, h, free, coming, places)

    def _strongest_of(self, enemies: int, most: int) -> int:
        """Return the strongest of some enemies, as bits. The bits are in the order of their Strengths."""
        key = (enemies, most)
        found = self._strongest_known.get(key)
        if found is None:
            found, left = 0, enemies
            for _ in range(most):
                found |= left & -left
                left &= left - 1
            self._strongest_known[key] = found
        return found

    def _expected_loss(self, unit: int, h: int, coming: int, places: int) -> float:
        """Return the expected loss in points if the enemies `coming` could attack, up to `places` of them at once."""
        position = self.position
        strength, count = 0, 0
        for enemy in self.strongest:
            if coming & self.bits[enemy]:
                if count < places:
                    strength += position.attack[enemy]
                count += 1
        row = position.land.distance(h)
        guns = sum(position.attack[g] for g in self.guns if row[position.where[g]] <= position.range[g] + 2)
        limit = position.limits[1 - self.side][True]
        cap = MOST_GUN_POINTS if limit.per_point is None else limit.points(strength)
        differential = (
            ATTACK_EXPECTED * strength
            + min(GUNS_EXPECTED * guns, cap)
            - position.defense[unit]
            - self._own_fire(unit, h)
        )
        relief = position.relief(unit, h)
        six = dice(position.land.line[h], round(differential), relief=relief)
        room = min(self.room(unit, h), MOST_ROOM)
        lost = float(six.lost[room])
        if count > CROWD:
            lost += CROWDED_PART * (six.lost[max(room - 2, relief)] - lost)
        worth = self.worth[unit]
        off = (six.moved - lost) * worth_of_driving_off(worth)
        return (lost * worth + off + six.won * self.gain[h]) / 6

    def _own_fire(self, unit: int, h: int) -> float:
        """Return the Final Protective Fire that a unit of ours in a hex may expect."""
        found = self._own_fire_at.get(h)
        if found is None:
            position = self.position
            row = position.land.distance(h)
            guns = (position.fpf[gun] for gun, start in self.own_guns if row[start] <= position.range[gun])
            most = position.limits[self.side][False].guns if self.reach is not None else 1
            found = self._own_fire_at[h] = 0.5 * sum(sorted(guns, reverse=True)[:most])
        return min(found, self.position.limits[self.side][False].points(self.position.defense[unit]))

    def _enemy_reach(self) -> list[int]:
        """Return, by hex, the enemies that could be there after their next move, as bits."""
        if self._enemies_at is None:
            position = self.position
            reached = [0] * position.land.size
            for enemy in self.strongest:
                bit, start = self.bits[enemy], position.where[enemy]
                reached[start] |= bit
                for h in position.reach_ahead(enemy):
                    reached[h] |= bit
            self._enemies_at = reached
        return self._enemies_at
