"""Which combats of a plan get artillery and Ground Support.

Guns are bits of a number, the strongest the lowest: who is in range, who fits and who is still free is asked of all of
them at once.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.worth import MOST_LOOKED_AT, Assistance, Bundle, CombatMemo, Combats, PlannedCombat
from westwall_tui.engine.loops import UNLIMITED

LEAST_GAIN, SUPPORT_PRICE = 0.02, 0.2
"""Artillery is given for a gain above the first; a point of support counts as so much of a gun."""
MOST_GUNS = 4
"""The most guns for one combat."""


class ArtilleryRoom(NamedTuple):
    """What a combat has room for."""

    guns: int
    points: int
    """The most that guns or support may add."""
    support: int


NOTHING = Assistance(0.0, 0.0, Bundle(0, 0, 0, 0.0))


class Share:
    """A combat, and what it gets."""

    __slots__ = (
        *("fight", "known", "barrage", "support", "value", "points"),
        *("more_guns", "more_points", "more_support", "reach", "supported", "offer"),
    )

    def __init__(self, fight: PlannedCombat, known: CombatMemo, room: ArtilleryRoom) -> None:
        self.fight, self.known, self.value = fight, known, fight.value
        self.barrage = self.support = self.points = 0
        """The guns that it has, the support, and what both add to the attack."""
        self.more_guns, self.more_points, self.more_support = room
        """What there is still room for."""
        self.reach = 0
        """The guns in range that fit, whether they are free or not."""
        self.supported = False
        """True if it may have support."""
        self.offer = NOTHING
        """What would help it most of all that is left."""

    def take(self, bundle: Bundle) -> None:
        """Take guns, or points of support."""
        guns, support, points, _ = bundle
        self.barrage |= guns
        self.support += support
        self.points += points
        self.more_guns -= guns.bit_count()
        if self.more_points < UNLIMITED:
            self.more_points -= points
        self.more_support = min(self.more_support - support, self.more_points)


class Artillery:
    """The artillery and support of one side, in a position that changes under it."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        position = combats.position
        attack, side, gun = position.attack, position.side, position.gun
        own = (unit for unit in range(len(gun)) if gun[unit] and side[unit] == combats.side)
        self.guns = sorted(own, key=lambda unit: (-attack[unit], unit))
        self.bits = {unit: 1 << i for i, unit in enumerate(self.guns)}
        self._strengths = [-attack[unit] for unit in self.guns]
        """Below 0, so that they rise."""
        self._places: list[int] = []
        """Where the guns stood when they were last asked for."""
        self._reaching: dict[int, int] = {}
        """By hex: the guns that reach it from there."""
        self._units: dict[int, tuple[int, ...]] = {}
        self._strongest: dict[int, int] = {}
        self._rooms: dict[tuple[int, ...], ArtilleryRoom] = {}
        self._bundled: dict[tuple[int, int, int, int], list[Bundle]] = {}

    def assign(
        self, fights: Sequence[PlannedCombat], guns: Iterable[int], support: int
    ) -> tuple[float, list[PlannedCombat]]:
        """Give artillery and support to the combats where they do most: the points gained, and the combats.

        The next column of the table may need several guns at once, so whole bundles are compared, by gain for each gun.
        """
        self._find_places()
        free, added = self._bits_of(guns), 0.0
        shares = [self._share_of(fight, supported=support > 0) for fight in fights]
        for share in shares:
            share.offer = self._best_offer(share, free, support)
        while True:
            best, most = None, 0.0
            for share in shares:
                if share.offer.each > most:
                    best, most = share, share.offer.each
            if best is None:
                return added, [self._with_artillery(share) for share in shares]
            _, value, taken = best.offer
            added += value - best.value
            best.value = value
            best.take(taken)
            best.reach = self._those_that_fit(best, best.reach)
            free &= ~taken.guns
            support -= taken.support
            for share in shares:
                offered = share.offer.bundle
                if share is best or offered.guns & taken.guns or offered.support > support:
                    share.offer = self._best_offer(share, free, support)

    def _share_of(self, fight: PlannedCombat, *, supported: bool) -> Share:
        """A combat with the artillery that it has, and what else it has room for."""
        combats, reach = self.combats, 0
        where, attack = combats.position.where, combats.position.attack
        known = combats.known(fight.attackers, fight.defenders)
        share = Share(fight, known, self._room_beside(fight.attackers))
        for unit in fight.barrage:
            share.take(Bundle(self.bits[unit], 0, attack[unit], 1))
        if fight.support:
            share.take(Bundle(0, fight.support, fight.support, 0))
        for defender in fight.defenders:
            reach |= self._reaching_hex(where[defender])
        share.reach = self._those_that_fit(share, reach)
        share.supported = supported and combats.position.supports(combats.side, fight.defenders)
        return share

    def _with_artillery(self, share: Share) -> PlannedCombat:
        """A combat with all that it was given."""
        fight = share.fight
        if share.value == fight.value:  # nothing was
            return fight
        barrage = tuple(sorted(self._units_of(share.barrage)))
        return PlannedCombat(fight.attackers, fight.defenders, barrage, share.support, share.value)

    def _bits_of(self, guns: Iterable[int]) -> int:
        found = 0
        for unit in guns:
            found |= self.bits[unit]
        return found

    def _units_of(self, bits: int) -> tuple[int, ...]:
        """Guns from bits, the strongest first."""
        found = self._units.get(bits)
        if found is None:
            found = self._units[bits] = tuple([unit for unit in self.guns if bits & self.bits[unit]])
        return found

    def _find_places(self) -> None:
        """Find out where the guns are; what they reached elsewhere is forgotten."""
        where = self.combats.position.where
        places = [where[unit] for unit in self.guns]
        if places != self._places:
            self._places = places
            self._reaching.clear()

    def _reaching_hex(self, h: int) -> int:
        """The guns that reach a hex."""
        found = self._reaching.get(h)
        if found is None:
            reach, row = self.combats.position.range, self.combats.position.land.distance(h)
            placed = zip(self.guns, self._places, strict=True)
            found = self._bits_of([unit for unit, place in placed if place >= 0 and row[place] <= reach[unit]])
            self._reaching[h] = found
        return found

    def _those_that_fit(self, share: Share, guns: int) -> int:
        """Those of these guns that a combat still has room for."""
        first = bisect_left(self._strengths, -share.more_points) if share.more_guns > 0 else len(self.guns)
        return guns >> first << first

    def _best_offer(self, share: Share, free: int, support: int) -> Assistance:
        """The bundle of what is free that gains most for each gun in it; worth 0 where nothing helps."""
        guns, support = self._strongest_of(share.reach & free), support if share.supported else 0
        key = (guns, support, share.barrage, share.support)
        found = share.known.offers.get(key)
        if found is None:
            most = min(share.more_guns, MOST_GUNS)
            bundles = self._possible_bundles(guns, most, share.more_points, min(support, share.more_support))
            found = share.known.offers[key] = self._best_of(bundles, share)
        return found

    def _strongest_of(self, guns: int) -> int:
        """The strongest of these guns; others are not looked at."""
        if guns.bit_count() <= MOST_LOOKED_AT:
            return guns
        found = self._strongest.get(guns)
        if found is None:
            found = self._strongest[guns] = self._bits_of(self._units_of(guns)[:MOST_LOOKED_AT])
        return found

    def _best_of(self, bundles: list[Bundle], share: Share) -> Assistance:
        known, now, before = share.known, share.points, share.value
        values, most, found = known.values, 0.0, NOTHING
        for bundle in bundles:
            extra = now + bundle.points
            value = values.get(extra)
            if value is None:
                value = self.combats.work_out(known, extra)
            gained = value - before
            if gained > LEAST_GAIN:
                each = gained / bundle.price
                if each > most + 1e-9:
                    most, found = each, Assistance(each, value, bundle)
        return found

    def _room_beside(self, attackers: tuple[int, ...]) -> ArtilleryRoom:
        """How much artillery and support there is room for beside those who attack from next to the enemy."""
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
        """What a combat may be given: up to `most` of the strongest guns, within these points, or support."""
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
