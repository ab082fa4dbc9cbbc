"""The artillery and Ground Support for each combat of a plan.

A set of guns is a number with one bit per gun, the lowest bit for the strongest gun, so that range, room and
availability of all guns are checked at once. The possible aid for a combat depends on its present aid (`Aided`), and is
calculated once.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.worth import MOST_LOOKED_AT, Aid, Aided, CombatMemo, Combats, PlannedCombat
from westwall_tui.engine.loops import UNLIMITED

LEAST_GAIN, SUPPORT_PRICE = 0.02, 0.2
"""Minimum gain for giving artillery, and the price of a support point as a share of the price of a gun."""
MOST_GUNS = 4
"""Maximum number of guns for one combat."""


class Bundle(NamedTuple):
    """Guns or points of support that could be given to one combat."""

    guns: int
    """The guns as bits (`Artillery.bits`)."""
    support: int
    points: int
    """The points that guns and support add to the attack."""
    price: float


class ArtilleryRoom(NamedTuple):
    """The guns, points and support for which a combat still has room."""

    guns: int
    points: int
    """Maximum points that guns or support may add."""
    support: int


Candidate = tuple[CombatMemo, Aided]
"""A combat, and its present aid."""

NOTHING = Aid(0.0, 0, 0, 0)


class Artillery:
    """The artillery and support of one side, in a position that changes while plans are tried."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        position = combats.position
        attack, side, gun = position.attack, position.side, position.gun
        own = (unit for unit in range(len(gun)) if gun[unit] and side[unit] == combats.side)
        self.guns = sorted(own, key=lambda unit: (-attack[unit], unit))
        self.bits = {unit: 1 << i for i, unit in enumerate(self.guns)}
        self._strengths = [-attack[unit] for unit in self.guns]
        """The guns' strengths, negated so that the list ascends."""
        self._as_strong = [
            self.bits_of([other for other in self.guns if attack[other] == attack[u]]) for u in self.guns
        ]
        """For each gun of `guns`, all guns of the same strength, as bits."""
        self._span = position.support[combats.side].in_a_combat + 1
        """A number greater than the support of any combat."""
        self._places: list[int] = []
        """The hexes of the guns at the last call of `find_places`."""
        self._reaching: dict[int, int] = {}
        """By hex, the guns in range, as bits, for the hexes in `_places`."""
        self._units: dict[int, tuple[int, ...]] = {}
        self._strongest: dict[int, int] = {}
        self._rooms: dict[tuple[int, ...], ArtilleryRoom] = {}
        self._bundled: dict[tuple[int, int, int, int], list[Bundle]] = {}

    def bits_of(self, guns: Iterable[int]) -> int:
        """Return guns as bits."""
        found = 0
        for unit in guns:
            found |= self.bits[unit]
        return found

    def unaided(self, memo: CombatMemo) -> Candidate:
        """Return a combat without aid."""
        return memo, memo.given.get((0, 0)) or self._aided(memo, 0, 0, 0)

    def gun_alone(self, gun: int, foe: int) -> Candidate:
        """Return a combat of one gun, as a bit, against an enemy that no other unit attacks (8.15)."""
        memo = self.combats.memo_of((), (foe,))
        points = self.combats.position.attack[self._units_of(gun)[0]]
        return memo, memo.given.get((gun, 0)) or self._aided(memo, gun, 0, points)

    def for_guns(self, fight: PlannedCombat) -> Candidate:
        """Return a combat that is worth making only with artillery."""
        return self.combats.memo_of(fight.attackers, fight.defenders), self._with_room(Aided(fight, 0, 0))

    def assign(self, combats: Sequence[Candidate], free: int, support: int) -> tuple[float, list[PlannedCombat]]:
        """Give the free guns, as bits, and support to the combats that gain most.

        Return the points gained and the combats. The next column of the table may need several guns at once, so whole
        bundles are compared, by gain per gun. Call `find_places` first.
        """
        added, found = 0.0, [aided for _, aided in combats]
        reach = [self._reaching_any(memo.defenders) for memo, _ in combats]
        position, side = self.combats.position, self.combats.side
        supported = [support > 0 and position.supports(side, memo.defenders) for memo, _ in combats]
        offers = [
            self._best_aid(memo, aided, near & free, support if able else 0)
            for (memo, aided), near, able in zip(combats, reach, supported, strict=True)
        ]
        while True:
            best, most = -1, 0.0
            for i, aid in enumerate(offers):
                if aid.each > most:
                    best, most = i, aid.each
            if best < 0:
                return added, [aided.planned for aided in found]
            taken = offers[best]
            then = taken.then or self._with_aid(combats[best][0], found[best], taken)
            added += then.value - found[best].value
            found[best] = then
            free &= ~taken.guns
            support -= taken.support
            for i, aid in enumerate(offers):
                if i == best or aid.guns & taken.guns or aid.support > support:
                    able = support if supported[i] else 0
                    offers[i] = self._best_aid(combats[i][0], found[i], reach[i] & free, able)

    def find_places(self) -> None:
        """Note the hexes of the guns. If they have changed, forget which hexes the guns reached before."""
        where = self.combats.position.where
        places = [where[unit] for unit in self.guns]
        if places != self._places:
            self._places = places
            self._reaching.clear()

    def weakest_reaching(self, foe: int, guns: int) -> int:
        """Return the weakest of these guns that reaches an enemy, as a bit, or 0.

        Among equal guns take the first unit.
        """
        reach = self._reaching_hex(self.combats.position.where[foe]) & guns
        if reach:
            reach &= self._as_strong[reach.bit_length() - 1]
        return reach & -reach

    def _reaching_any(self, defenders: Iterable[int]) -> int:
        where, reach = self.combats.position.where, 0
        for defender in defenders:
            reach |= self._reaching_hex(where[defender])
        return reach

    def _reaching_hex(self, h: int) -> int:
        found = self._reaching.get(h)
        if found is None:
            reach, row = self.combats.position.range, self.combats.position.land.distance(h)
            placed = zip(self.guns, self._places, strict=True)
            found = self.bits_of([unit for unit, place in placed if place >= 0 and row[place] <= reach[unit]])
            self._reaching[h] = found
        return found

    def _units_of(self, bits: int) -> tuple[int, ...]:
        """Return the guns that some bits stand for, the strongest first."""
        found = self._units.get(bits)
        if found is None:
            found = self._units[bits] = tuple([unit for unit in self.guns if bits & self.bits[unit]])
        return found

    # -- the present and the possible aid of one combat

    def _aided(self, memo: CombatMemo, guns: int, support: int, points: int) -> Aided:
        """Record and return a combat with these guns and this support, which add `points` to its attack."""
        value = self.combats.value_of(memo, points)
        barrage = tuple(sorted(self._units_of(guns)))
        planned = PlannedCombat(memo.attackers, memo.defenders, barrage, support, value)
        found = memo.given[guns, support] = self._with_room(Aided(planned, guns, points))
        return found

    def _with_aid(self, memo: CombatMemo, combat: Aided, aid: Aid) -> Aided:
        """Return the combat with this aid added."""
        guns, support = combat.guns | aid.guns, combat.planned.support + aid.support
        found = memo.given.get((guns, support)) or self._aided(memo, guns, support, combat.points + aid.points)
        aid.then = found
        return found

    def _with_room(self, combat: Aided) -> Aided:
        """Return the combat with the room that its guns and support leave."""
        room, support = self._room_beside(combat.planned.attackers), combat.planned.support
        combat.more_guns = room.guns - combat.guns.bit_count()
        combat.more_points = room.points if room.points >= UNLIMITED else room.points - combat.points
        combat.more_support = max(min(room.support - support, combat.more_points), 0)
        weak_enough = bisect_left(self._strengths, -combat.more_points) if combat.more_guns > 0 else len(self.guns)
        combat.fitting = -1 << weak_enough
        return combat

    def _best_aid(self, memo: CombatMemo, combat: Aided, free: int, support: int) -> Aid:
        """Return the free bundle that gains most per gun, or one of value 0 if none helps."""
        guns = free & combat.fitting
        if guns.bit_count() > MOST_LOOKED_AT:
            guns = self._strongest_of(guns)
        if support > combat.more_support:
            support = combat.more_support
        key = guns * self._span + support
        if not key:
            return NOTHING
        found = combat.offers.get(key)
        if found is None:
            found = combat.offers[key] = self._best_of(memo, combat, guns, support)
        return found

    def _strongest_of(self, guns: int) -> int:
        """Return the strongest of these guns; others are ignored."""
        found = self._strongest.get(guns)
        if found is None:
            found = self._strongest[guns] = self.bits_of(self._units_of(guns)[:MOST_LOOKED_AT])
        return found

    def _best_of(self, memo: CombatMemo, combat: Aided, guns: int, support: int) -> Aid:
        now, before = combat.points, combat.value
        values, most, best = memo.values, 0.0, None
        for bundle in self._possible_bundles(guns, min(combat.more_guns, MOST_GUNS), combat.more_points, support):
            extra = now + bundle.points
            value = values.get(extra)
            if value is None:
                value = self.combats.work_out(memo, extra)
            gained = value - before
            if gained > LEAST_GAIN:
                each = gained / bundle.price
                if each > most + 1e-9:
                    most, best = each, bundle
        return NOTHING if best is None else Aid(most, best.guns, best.support, best.points)

    def _room_beside(self, attackers: tuple[int, ...]) -> ArtilleryRoom:
        """Return the room for artillery and support in a combat, given its adjacent attackers."""
        found = self._rooms.get(attackers)
        if found is None:
            position, limit = self.combats.position, self.combats.limit
            gun, attack = position.gun, position.attack
            there = [attack[unit] for unit in attackers if gun[unit]]
            points = UNLIMITED
            if limit.per_point is not None:
                points = limit.points(sum(attack[unit] for unit in attackers if not gun[unit])) - sum(there)
            support = min(position.support[self.combats.side].in_a_combat, points)
            found = self._rooms[attackers] = ArtilleryRoom(limit.guns - len(there), points, support)
        return found

    def _possible_bundles(self, guns: int, most: int, points: int, support: int) -> list[Bundle]:
        """Return the possible bundles for a combat: up to `most` of the strongest guns within the room, or support."""
        key = (guns, most, points, support)
        found = self._bundled.get(key)
        if found is not None:
            return found
        found = self._bundled[key] = []
        attack, units = self.combats.position.attack, self._units_of(guns)
        bundle = number = total = 0
        for unit in units:
            if number < most and total + attack[unit] <= points:
                bundle |= self.bits[unit]
                number += 1
                total += attack[unit]
                found.append(Bundle(bundle, 0, total, number))
        found += [Bundle(self.bits[unit], 0, attack[unit], 1) for unit in units[1:4]]
        found += [Bundle(0, more, more, SUPPORT_PRICE * more) for more in range(1, support + 1)]
        return found
