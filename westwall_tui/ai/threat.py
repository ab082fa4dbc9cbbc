"""What the enemy could do to our units in his next turn, while we move and he stands still."""

from collections.abc import Callable, Iterable
from math import fsum
from typing import NamedTuple, TypeAlias

from westwall_tui.ai.combat import DRIVEN_OFF, DRIVEN_OFF_WORTH
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.learnt import Learnt
from westwall_tui.ai.odds import MOST_ROOM, dice

ATTACK_EXPECTED = 0.75
"""The part of the Strength in reach of a unit that is expected to attack it."""
GUNS_EXPECTED = 0.5
CROWD, CROWDED_PART = 3, 0.4
"""From more enemies than `CROWD` a unit may be closed in: so much of the danger counts with two hexes less room."""
MOST_ATTACKERS, MOST_GUN_POINTS = 4, 12
NEAR = 2
"""Hexes within which the enemy may attack another of our units instead."""
AROUND = 4
"""Hexes within which his strength counts, and where our units stood when we began to move."""


class Danger(NamedTuple):
    """What one of our units stands to lose in a hex, and to whom."""

    points: float = 0.0
    unit: int = -1
    hex: int = -1
    free: int = 0
    """The hexes next to it from which it can be attacked, as bits in the order of its zone."""
    coming: int = 0
    """The enemies who could be there, as bits."""
    places: int = 0
    """How many of them can attack it at once."""


NO_DANGER = Danger()


class AttackSharing(NamedTuple):
    """How the enemy shares his attacks among our units; a battle's numbers say it."""

    attackers: int = 0
    """How many of his units he spends on each of ours, and each on one only; 0: everybody is feared everywhere."""
    pressed: bool = False
    """Whether he rather attacks where more of his units are near."""


UNSHARED = AttackSharing()
RetreatRoom: TypeAlias = Callable[[int, int], int]
"""The hexes that a unit can retreat from a hex."""


class Threat:
    """The danger from one enemy, who stands still while we move."""

    def __init__(self, ours: Goals, room: RetreatRoom, sharing: AttackSharing = UNSHARED) -> None:
        """`room` says how many hexes a unit of ours can retreat from a hex."""
        self.position, self.side, self.worth, self.gain = ours.position, ours.side, ours.worth, ours.gain
        self.room, self.sharing = room, sharing
        position, side = self.position, self.side
        self.by_friends = sharing.attackers > 0
        """True if a danger depends on who of ours is near, too."""
        foes, gun, attack = position.on_map(1 - side), position.gun, position.attack
        self.guns = [foe for foe in foes if gun[foe]]
        self.strongest = sorted((foe for foe in foes if not gun[foe]), key=lambda foe: (-attack[foe], foe))
        """His other units, the strongest first."""
        self.bits = {unit: 1 << i for i, unit in enumerate(self.strongest)}
        self.own_guns = [(gun, position.where[gun]) for gun in position.on_map(side) if position.gun[gun]]
        """Our artillery, with where it stood before we moved."""
        self._friends_near = [0] * position.land.size
        """By hex: how many of our units are near."""
        self._enemies_near: dict[int, int] = {}
        self._enemies_at: list[int] | None = None
        self._own_fire_at: dict[int, float] = {}
        self._dangers_known: dict[tuple[int, int, int], Danger] = {}
        self._strongest_known: dict[tuple[int, int], int] = {}

    def to(self, unit: int, h: int) -> Danger:
        """What a unit of ours in a hex stands to lose, if everybody who can attacks it."""
        at, side = self.position.at, self.position.side
        free = 0
        for i, n in enumerate(self.position.land.zone[h]):
            if at[n] < 0 or side[at[n]] != self.side:
                free |= 1 << i
        key = (unit, h, free)
        found = self._dangers_known.get(key)
        if found is None:
            found = self._dangers_known[key] = self._work_out_danger(unit, h, free)
        return found

    def alone(self, danger: Danger) -> float:
        """What a danger comes to, whomever else the enemy could attack, in Victory Points."""
        return (
            danger.points * self._part_that_counts(danger.hex)
            if self.sharing.attackers and danger.coming
            else danger.points
        )

    def shared(self, dangers: Iterable[Danger]) -> float:
        """What all these dangers come to, in Victory Points, since no enemy can attack twice.

        He takes what promises most first; who attacks there attacks nobody else.
        """
        found, busy = [], 0
        for points, danger in sorted([(self.alone(danger), danger) for danger in dangers], reverse=True):
            left = danger.coming & ~busy
            if left:
                found.append(points * self._part_of_attackers_left(danger.coming, left, danger.places))
                busy |= self._strongest_of(left, min(danger.places, self.sharing.attackers))
        return fsum(found)

    def _part_that_counts(self, h: int) -> float:
        """The part of a danger that counts where others of ours are near, whom the enemy may attack instead."""
        part = 1.0 / max(self._friends_near[h], 1)
        if self.sharing.pressed:
            near = self._enemies_near.get(h)
            if near is None:
                where, foes = self.position.where, self.position.on_map(1 - self.side)
                row = self.position.land.distance(h)
                near = self._enemies_near[h] = sum(1 for foe in foes if row[where[foe]] <= NEAR)
            part *= 1 + near
        return part

    def _part_of_attackers_left(self, coming: int, left: int, places: int) -> float:
        """How many of the attackers that there is room for are left, as a part."""
        if left == coming:
            return 1.0
        most = min(self.sharing.attackers, places)
        return min(left.bit_count(), most) / min(coming.bit_count(), most)

    def count(self, h: int, units: int) -> None:
        """So many more of our units stand in a hex."""
        if self.by_friends:
            friends = self._friends_near
            for n in self.position.land.near(h, NEAR):
                friends[n] += units

    def count_all(self, hexes: Iterable[int]) -> None:
        """Our units stand in these hexes; those below 0 are off the map."""
        self._friends_near = [0] * self.position.land.size
        for h in hexes:
            if h >= 0:
                self.count(h, 1)

    def _work_out_danger(self, unit: int, h: int, free: int) -> Danger:
        """The danger to a unit that can be attacked from the hexes in `free`."""
        reached = self._enemy_reach()
        coming, sides = 0, 0
        for i, n in enumerate(self.position.land.zone[h]):
            if free >> i & 1 and reached[n]:
                coming |= reached[n]
                sides += 1
        if not coming:
            return NO_DANGER
        places = min(sides, MOST_ATTACKERS)
        return Danger(self._expected_loss(unit, h, coming, places), unit, h, free, coming, places)

    def _strongest_of(self, enemies: int, most: int) -> int:
        """The strongest of some enemies, as bits; their order is that of their Strengths."""
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
        """`coming` could attack, as many of them at once as there are `places`."""
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
        off = (six.moved - lost) * (DRIVEN_OFF + DRIVEN_OFF_WORTH * worth)
        return (lost * worth + off + six.won * self.gain[h]) / 6

    def _own_fire(self, unit: int, h: int) -> float:
        """Final Protective Fire that a unit of ours may count on in a hex."""
        found = self._own_fire_at.get(h)
        if found is None:
            position = self.position
            row = position.land.distance(h)
            guns = (position.fpf[gun] for gun, start in self.own_guns if row[start] <= position.range[gun])
            found = self._own_fire_at[h] = 0.5 * max(guns, default=0)
        return min(found, self.position.limits[self.side][False].points(self.position.defense[unit]))

    def _enemy_reach(self) -> list[int]:
        """By hex: the enemies who could be there after their next move, as bits."""
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


class LearntThreat(Threat):
    """The danger from one enemy by what was learnt; each unit's depends on how many of ours are near."""

    def __init__(self, ours: Goals, room: RetreatRoom, learnt: Learnt) -> None:
        """As for `Threat`."""
        super().__init__(ours, room)
        self.by_friends, self.learnt = True, learnt
        position, side = self.position, self.side
        self._stood_at = [position.where[unit] for unit in position.on_map(side)]
        self._strength_coming: dict[int, int] = {}
        self._around: dict[int, tuple[int, int]] = {}
        self._part_by_friends = [learnt.part(friends) for friends in range(position.land.size + 1)]
        self._points: dict[tuple[int, int, int], list[float]] = {}
        """By unit, hex and open sides: the points, by how many friends are near."""

    def alone(self, danger: Danger) -> float:
        """What a unit will lose, in Victory Points; a battle's fear is then multiplied by it."""
        if not danger.coming:
            return 0.0
        key = (danger.unit, danger.hex, danger.free)
        found = self._points.get(key)
        if found is None:
            found = self._points[key] = self.learnt.by_friends(self.numbers(danger)[:-1])
        return found[self._part_by_friends[self._friends_near[danger.hex]]]

    def shared(self, dangers: Iterable[Danger]) -> float:
        """What all these units will lose; that nobody attacks twice is in each one's numbers."""
        return fsum([self.alone(danger) for danger in dangers])

    def numbers(self, danger: Danger) -> tuple[float, ...]:
        """What the trees are asked about, by `fears.FEATURES`."""
        h = danger.hex
        near = self._around.get(h)
        if near is None:
            near = self._around[h] = self._look_around(h)
        strength, homes = near
        coming = self._strength_coming.get(danger.coming)
        if coming is None:
            attack = self.position.attack
            coming = sum(attack[foe] for foe in self.strongest if danger.coming & self.bits[foe])
            self._strength_coming[danger.coming] = coming
        each = coming / (1 + homes)
        return (danger.points, each, self.worth[danger.unit], strength, danger.places, self._friends_near[h])

    def _around_hex(self, h: int) -> tuple[int, int]:
        """The enemy's Attack Strength around a hex, and how many of ours stood there."""
        position = self.position
        row = position.land.distance(h)
        foes = position.on_map(1 - self.side)
        strength = sum(position.attack[foe] for foe in foes if row[position.where[foe]] <= AROUND)
        return strength, sum(1 for home in self._stood_at if row[home] <= AROUND)
