"""The worth of one combat."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from westwall_tui.ai.combats.odds import MOST_ROOM, Dice, column, dice, dice_by_column, effects, exceeds
from westwall_tui.ai.combats.rooms import Rooms
from westwall_tui.engine.loops import ArtilleryLimit, Position

FIRE_EXPECTED = (0.6, 0.6)
"""The share of the best Final Protective Fire that a defender is expected to receive, by the maximum number of guns.

No more guns are expected than there are shares; others fire elsewhere.
"""
FIRE_FORESEEN = (0.4, 0.6, 0.6)
"""The same shares from level 4 on. A defender to whom only one gun may be given often gets none."""
FIRE_SHARED = 0.9
"""The same share if all guns in range are divided among the combats, however many may fire."""
MOST_LOOKED_AT = 6
"""Number of guns in range that are considered, the strongest first."""
DRIVEN_OFF, DRIVEN_OFF_WORTH = 0.25, 0.06
"""Points for driving a defender off, and additional points for each point of its worth."""
THROWN_BACK, THROWN_BACK_WORTH = 0.2, 0.04
"""The same two numbers for an attacker who is thrown back."""


def worth_of_driving_off(worth: float) -> float:
    """Return the points for driving off, but not eliminating, a defender of this worth."""
    return DRIVEN_OFF + DRIVEN_OFF_WORTH * worth


def cost_of_thrown_back(worth: float) -> float:
    """Return the points lost when an attacker of this worth is thrown back but not eliminated."""
    return THROWN_BACK + THROWN_BACK_WORTH * worth


class PlannedCombat(NamedTuple):
    """A combat that a plan includes."""

    attackers: tuple[int, ...]
    """Units next to the enemy, adjacent artillery included."""
    defenders: tuple[int, ...]
    barrage: tuple[int, ...] = ()
    support: int = 0
    value: float = 0.0
    """The worth of the combat for the attacker, in Victory Points."""


class OneAtStake(NamedTuple):
    """A unit in a combat, and the cost of losing it."""

    unit: int
    dice: tuple[Dice, ...]
    """Points for this unit by column of the table."""
    room: int
    """Number of hexes that it can retreat, up to `MOST_ROOM`."""
    worth: float
    moved: float
    """Points for driving it off, or throwing it back, without eliminating it."""
    gain: float
    """The worth of its hex for the side that takes it."""


class Stakes(NamedTuple):
    """The stakes of a combat, regardless of artillery and support."""

    differential: int
    alone: bool
    """True if only artillery attacks."""
    defenders: list[OneAtStake]
    attackers: list[OneAtStake]


class CombatMemo:
    """A combat, and the values of it that are known so far."""

    __slots__ = ("at_stake", "attackers", "defenders", "given", "value", "values")

    def __init__(self, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> None:
        self.attackers, self.defenders = attackers, defenders
        self.at_stake: Stakes | None = None
        self.values: dict[int, float] = {}
        """The combat's value by points of barrage and support."""
        self.value = 0.0
        """The combat's value without barrage and support."""
        self.given: dict[tuple[int, int], Aided] = {}
        """The combat with every aid tried so far, by its guns and support."""


class Aid:
    """Artillery or support that could be given to a combat."""

    __slots__ = ("each", "guns", "points", "support", "then")

    def __init__(self, each: float, guns: int, support: int, points: int) -> None:
        self.each = each
        """Points gained per gun."""
        self.guns, self.support, self.points = guns, support, points
        """Guns as bits (`Artillery.bits`), and the points that guns and support add to the attack."""
        self.then: Aided | None = None
        """The combat with this aid; None until it is needed."""


class Aided:
    """A combat with its artillery and support, the same object regardless of the order in which they were given.

    It has no reference to its `CombatMemo`, which refers to it: a cycle would stay in memory until the collector runs.
    """

    __slots__ = ("fitting", "guns", "more_guns", "more_points", "more_support", "offers", "planned", "points", "value")

    def __init__(self, planned: PlannedCombat, guns: int, points: int) -> None:
        self.planned, self.guns, self.points = planned, guns, points
        """The guns as bits; `points` is what the guns and the support add to the attack."""
        self.value = planned.value
        self.more_guns = self.more_points = self.more_support = 0
        """The room that is left for artillery."""
        self.fitting = 0
        """The guns that there is still room for, as bits, free or not and wherever they are."""
        self.offers: dict[int, Aid] = {}
        """The best aid, by the guns and support available."""


class Combats:
    """The values of one side's combats, in a position that changes while plans are tried."""

    def __init__(
        self,
        rooms: Rooms,
        side: int,
        worth: Sequence[float],
        gain: Sequence[float],
        caution: float = 1.0,
    ) -> None:
        """Prepare the values.

        `worth` is that of each unit, `gain` that of taking each hex; `caution` multiplies our losses.
        """
        self.rooms, self.caution = rooms, caution
        self.position: Position = rooms.position
        position = self.position
        self.side, self.worth, self.gain = side, worth, gain
        self.limit: ArtilleryLimit = position.limits[side][True]
        """The limit on our artillery in a combat."""
        self.answer: ArtilleryLimit = position.limits[1 - side][False]
        """The limit on the enemy's Final Protective Fire."""
        self.bound: frozenset[int] = frozenset()
        """Attackers in an assault across a river, which are lost unless they take the defender's hex."""
        self.divides_fire = False
        """True if the fire that a defender may expect depends on the number of combats."""
        self.shares: tuple[float, ...] = FIRE_EXPECTED
        """The shares of the fire that a defender may expect if the combats do not divide it."""
        self._enemies = position.on_map(1 - side)
        self._struck: tuple[int, ...] = ()
        self._fire_on: dict[tuple[int, ...], dict[int, int]] = {}
        self._fire: dict[int, int] = {}
        self._memos: dict[tuple[object, ...], CombatMemo] = {}
        self._by_enemies = {self._where_enemies_are(): (self._fire, self._memos)}
        """Known values and memos by the enemies' hexes, valid only as long as the enemies stay there."""
        self.shared: dict[tuple[object, ...], CombatMemo] = {}
        """Memos by everything that a combat depends on, so that they stay valid wherever other units are."""
        self.room_for_aid = self.limit, position.support[side].in_a_combat
        """The limits on our artillery and Ground Support in a combat, as part of the keys of `shared`."""

    def see_struck(self, enemies: tuple[int, ...]) -> None:
        """Take the enemies in contact, whose combats share the enemy's Final Protective Fire."""
        if self.divides_fire and enemies != self._struck:
            self._struck = enemies
            self._fire = self._fire_on.setdefault(enemies, {})

    def expected_fire(self, defender: int) -> int:
        """Return the Final Protective Fire that a defender may expect, in Strength Points."""
        found = self._fire.get(defender)
        if found is None:
            position, silent = self.position, self.position.silent[1 - self.side]
            row = position.land.distance(position.where[defender])
            firing = [
                gun
                for gun in position.on_map(1 - self.side)
                if position.gun[gun]
                and gun != defender
                and gun not in silent
                and row[position.where[gun]] <= position.range[gun]
                and not position.zones[self.side][position.where[gun]]
            ]
            guns = sorted((position.fpf[gun] for gun in firing), reverse=True)[:MOST_LOOKED_AT]
            ground = 0 if position.gun[defender] else position.defense[defender]
            most = min(self.answer.guns, len(guns) if self.divides_fire else len(self.shares))
            best = _highest_sum(guns, most, self.answer.points(ground))
            share = FIRE_SHARED * self._part_of_guns(firing, most) if self.divides_fire else self.shares[most - 1]
            found = self._fire[defender] = int(share * best + 0.5)
        return found

    def _part_of_guns(self, guns: Sequence[int], most: int) -> float:
        """Return the share of the guns allowed in a combat, if these `guns` must serve all combats in their range."""
        if not guns:
            return 0.0
        position, where = self.position, [self.position.where[enemy] for enemy in self._struck]
        served = 0
        for gun in guns:
            row, reach = position.land.distance(position.where[gun]), position.range[gun]
            served += max(sum([row[h] <= reach for h in where]), 1)
        for_each = len(guns) * len(guns) / served
        return min(for_each / max(most, 1), 1.0)

    def value(self, attackers: tuple[int, ...], defenders: tuple[int, ...], extra: int) -> float:
        """Return the worth of a combat with `extra` points of barrage and support."""
        return self.value_of(self.memo_of(attackers, defenders), extra)

    def value_of(self, memo: CombatMemo, extra: int) -> float:
        """Return the worth of the combat of a memo with `extra` points, calculated at most once."""
        found = memo.values.get(extra)
        return self.work_out(memo, extra) if found is None else found

    def memo_of(self, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> CombatMemo:
        """Return the memo of a combat with its units in their present hexes and their present room for retreat."""
        where = self.position.where
        fire = tuple([self.expected_fire(defender) for defender in defenders]) if self.divides_fire else ()
        key = (attackers, tuple([where[u] for u in attackers]), defenders, self.rooms.of_enemies(defenders), fire)
        memo = self._memos.get(key)
        if memo is None:
            memo = self._memos[key] = self._memo_from_elsewhere(attackers, defenders)
        return memo

    def _memo_from_elsewhere(self, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> CombatMemo:
        """Return the memo of a combat that is not in the cache for the enemies' present hexes."""
        gun = self.position.gun
        alone = all(gun[unit] for unit in attackers)
        fire = 0 if alone else max([self.expected_fire(defender) for defender in defenders])
        key = (*self.attackers_key(attackers), *self.defenders_key(defenders), fire, self.room_for_aid)
        memo = None if self.bound else self.shared.get(key)
        if memo is None:
            memo = CombatMemo(attackers, defenders)
            memo.value = self.work_out(memo, 0)
            if not self.bound:
                self.shared[key] = memo
        return memo

    def attackers_key(self, attackers: Sequence[int]) -> tuple[object, ...]:
        """Return what a combat's value depends on in its attackers: the units, their hexes, and their retreats."""
        where = self.position.where
        ways_back = [(self.rooms.of_own(unit, where[unit]), self._relief_of(unit)) for unit in attackers]
        return attackers, tuple([where[unit] for unit in attackers]), tuple(ways_back)

    def defenders_key(self, defenders: Sequence[int]) -> tuple[object, ...]:
        """Return what a combat's value depends on in its defenders, except the fire that they expect."""
        where = self.position.where
        return defenders, tuple([where[unit] for unit in defenders]), self.rooms.of_enemies(defenders)

    def terms(self, attackers: Sequence[int], defenders: Sequence[int], extra: int) -> tuple[int, int, bool]:
        """Return the line of the table, the differential after expected fire, and whether artillery is alone."""
        position = self.position
        alone = all(position.gun[unit] for unit in attackers)
        fire = 0 if alone else max([self.expected_fire(defender) for defender in defenders])
        strength = sum([position.attack[unit] for unit in attackers]) + extra
        differential = strength - fire - sum([position.defense[defender] for defender in defenders])
        return position.line(attackers, defenders), differential, alone

    def extra(self, fight: PlannedCombat) -> int:
        """Return the points of barrage and support in a combat."""
        return sum(self.position.attack[gun] for gun in fight.barrage) + fight.support

    def rolls_won(self, attackers: Sequence[int], defenders: Sequence[int], extra: int) -> int:
        """Return on how many of the six rolls the first defender leaves its hex and an attacker may advance."""
        line, differential, alone = self.terms(attackers, defenders, extra)
        return dice(line, differential, alone=alone, relief=self._relief_of(defenders[0])).won

    def _relief_of(self, unit: int) -> int:
        return self.position.relief(unit, self.position.where[unit])

    def by_die(self, fight: PlannedCombat) -> tuple[float, ...]:
        """Return the worth of each roll, 1 first, before any later move.

        Their mean is the combat's value without `caution`.
        """
        worth, where = self.worth, self.position.where
        line, differential, alone = self.terms(fight.attackers, fight.defenders, self.extra(fight))
        # Relief depends on the present hexes, which differ from those of the plan during a try.
        rooms = zip(fight.defenders, self.rooms.of_enemies(fight.defenders), strict=True)
        defenders = [(defender, room, self._relief_of(defender)) for defender, (room, _) in rooms]
        found = []
        for hit, push, won in effects(line, differential, alone=alone):
            value = 0.0
            prizes = []
            for defender, room, relief in defenders:
                if exceeds(push, relief):
                    dead = exceeds(push, room)
                    value += worth[defender] if dead else worth_of_driving_off(worth[defender])
                    prizes.append(self.gain[where[defender]])
            if won and prizes and not alone:
                value += max(prizes)
            for unit in fight.attackers:
                if exceeds(hit, self._relief_of(unit)):
                    dead = exceeds(hit, self.rooms.of_own(unit, where[unit]))
                    value -= worth[unit] if dead else cost_of_thrown_back(worth[unit])
                    value -= self.gain[where[unit]]
            found.append(value)
        return tuple(found)

    def work_out(self, memo: CombatMemo, extra: int) -> float:
        """Return the worth of a combat with `extra` points of barrage and support, and store it in the memo."""
        at_stake, total, prizes = self._at_stake(memo), 0.0, []
        here = column(at_stake.differential + extra)
        for _, dice_of, room, worth, driven_off, gain in at_stake.defenders:
            six = dice_of[here]
            lost = six.lost[room]
            total += lost * worth + (six.moved - lost) * driven_off
            prizes.append(six.won * gain)
        if not at_stake.alone:
            total += max(prizes)
        for unit, dice_of, room, worth, thrown_back, gain in at_stake.attackers:
            if unit in self.bound:
                total -= self.caution * worth * (6 - self.rolls_won(memo.attackers, memo.defenders, extra))
                continue
            six = dice_of[here]
            lost = six.killed[room]
            total -= self.caution * (lost * worth + (six.back - lost) * thrown_back) + six.back * gain
        found = memo.values[extra] = total / 6
        return found

    def _at_stake(self, memo: CombatMemo) -> Stakes:
        """Return the stakes of a combat, with its units in their places."""
        if memo.at_stake is None:
            where, worth = self.position.where, self.worth
            line, differential, alone = self.terms(memo.attackers, memo.defenders, 0)
            ours, his = [], []
            for unit, (room, relief) in zip(memo.defenders, self.rooms.of_enemies(memo.defenders), strict=True):
                dice_of = dice_by_column(line, alone=alone, relief=relief)
                his.append(self._one_at_stake(unit, dice_of, room, worth_of_driving_off(worth[unit])))
            for unit in memo.attackers:
                dice_of = dice_by_column(line, alone=alone, relief=self._relief_of(unit))
                room = self.rooms.of_own(unit, where[unit])
                ours.append(self._one_at_stake(unit, dice_of, room, cost_of_thrown_back(worth[unit])))
            memo.at_stake = Stakes(differential, alone, his, ours)
        return memo.at_stake

    def _one_at_stake(self, unit: int, dice_of: tuple[Dice, ...], room: int, moved: float) -> OneAtStake:
        """Return a unit in its place, with this room for retreat; `moved`: points for moving it without a loss."""
        gain = self.gain[self.position.where[unit]]
        return OneAtStake(unit, dice_of, min(room, MOST_ROOM), self.worth[unit], moved, gain)

    def see_enemies(self) -> None:
        """Update everything that depends on the enemies' hexes; call this after moving an enemy."""
        self._fire, self._memos = self._by_enemies.setdefault(self._where_enemies_are(), ({}, {}))
        self._fire_on, self._struck = {}, ()

    def _where_enemies_are(self) -> tuple[int, ...]:
        where = self.position.where
        return tuple([where[enemy] for enemy in self._enemies])


def _highest_sum(guns: Sequence[int], count: int, most: int) -> int:
    """Return the most points that up to `count` of these guns add within `most`; a gun adds all its points or none."""
    sums = (sum(some) for number in range(1, count + 1) for some in combinations(guns, number))
    return max((points for points in sums if points <= most), default=0)
