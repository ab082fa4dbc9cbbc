"""Which combats artillery and Ground Support are given to."""

from collections.abc import Iterable, Sequence

from westwall_tui.ai.combat import CombatMemo, Combats, Fight, Offer
from westwall_tui.engine.loops import UNLIMITED

LEAST_GAIN, SUPPORT_PRICE = 0.02, 0.2
"""Artillery is given for a gain above the first; a point of support counts as so much of a gun."""


class Artillery:
    """The artillery and support of one side, in a position that changes under it."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        self._kept: dict[tuple[object, ...], tuple[float, list[Fight]]] = {}

    def assign(self, fights: Sequence[Fight], guns: Sequence[int], support: int) -> tuple[float, list[Fight]]:
        """Give artillery and support to the combats where they do most: the points gained, and the combats.

        The next column of the table may need several guns at once, so whole bundles are compared, by gain for each gun.
        """
        where = self.combats.position.where
        hexes = tuple([tuple([where[u] for u in fight.attackers]) for fight in fights])
        held = tuple([tuple([self.combats.held(d) for d in fight.defenders]) for fight in fights])
        key = (tuple(fights), hexes, held, tuple([(gun, where[gun]) for gun in guns]), support)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._search(fights, guns, support)
        return found

    def _search(self, fights: Sequence[Fight], guns: Sequence[int], support: int) -> tuple[float, list[Fight]]:
        out, added = list(fights), 0.0
        strong = sorted(guns, key=self._strongest)
        reach = [self._in_range(fight, strong) for fight in out]
        helped = [support > 0 and self._supports(fight) for fight in out]
        known = [self.combats.known(fight.attackers, fight.defenders) for fight in out]
        offers = [self._offer(known[i], fight, reach[i], support if helped[i] else 0) for i, fight in enumerate(out)]
        while True:
            best, most = -1, 0.0
            for i, offer in enumerate(offers):
                if offer.each > most:
                    best, most = i, offer.each
            if best < 0:
                return added, out
            offer, fight = offers[best], out[best]
            added += offer.value - fight.value
            support -= offer.support
            out[best] = fight._replace(
                barrage=tuple(sorted((*fight.barrage, *offer.guns))),
                support=fight.support + offer.support,
                value=offer.value,
            )
            for i, other in enumerate(offers):
                taken = False
                for gun in offer.guns:
                    if gun in reach[i]:
                        reach[i] = tuple([other_gun for other_gun in reach[i] if other_gun != gun])
                        taken = taken or gun in other.guns
                if i == best or taken or other.support > support:
                    offers[i] = self._offer(known[i], out[i], reach[i], support if helped[i] else 0)

    def _supports(self, fight: Fight) -> bool:
        return self.combats.position.supports(self.combats.side, fight.defenders)

    def _strongest(self, gun: int) -> tuple[int, int]:
        return -self.combats.position.attack[gun], gun

    def _in_range(self, fight: Fight, guns: Sequence[int]) -> tuple[int, ...]:
        """The guns that reach a defender."""
        position = self.combats.position
        where, reach = position.where, position.range
        rows = [position.land.distance(where[defender]) for defender in fight.defenders]
        if len(rows) == 1:
            row = rows[0]
            return tuple([gun for gun in guns if row[where[gun]] <= reach[gun]])
        return tuple([gun for gun in guns if any(row[where[gun]] <= reach[gun] for row in rows)])

    def _offer(self, known: CombatMemo, fight: Fight, guns: tuple[int, ...], support: int) -> Offer:
        """The bundle that gains most for each gun in it; worth 0 where nothing helps."""
        key = (guns, support, fight.barrage, fight.support)
        found = known.offers.get(key)
        if found is None:
            found = known.offers[key] = self._best_offer(known.values, fight, guns, support)
        return found

    def _best_offer(self, known: dict[int, float], fight: Fight, guns: tuple[int, ...], support: int) -> Offer:
        attack = self.combats.position.attack
        now = sum([attack[g] for g in fight.barrage]) + fight.support
        best = Offer(0.0, fight.value, (), 0)
        for bundle, points in self._bundles(fight, guns, support):
            extra = now + points
            for gun in bundle:
                extra += attack[gun]
            value = known.get(extra)
            if value is None:
                value = known[extra] = self.combats.work_out(fight.attackers, fight.defenders, extra)
            gained = value - fight.value
            if gained > LEAST_GAIN:
                each = gained / (len(bundle) + SUPPORT_PRICE * points)
                if each > best.each + 1e-9:
                    best = Offer(each, value, bundle, points)
        return best

    def _bundles(self, fight: Fight, guns: Sequence[int], support: int) -> Iterable[tuple[tuple[int, ...], int]]:
        """What a combat may be given: one to four of the strongest guns in range, or support."""
        position, limit = self.combats.position, self.combats.limit
        gun, attack = position.gun, position.attack
        there = [unit for unit in (*fight.attackers, *fight.barrage) if gun[unit]]
        slots = limit.guns - len(there)
        points = UNLIMITED
        if limit.per_point is not None:
            ground = sum(attack[unit] for unit in fight.attackers if not gun[unit])
            points = limit.points(ground) - sum(attack[unit] for unit in there) - fight.support
            guns = [unit for unit in guns if attack[unit] <= points]
        bundle: list[int] = []
        total = 0
        for unit in guns[:6]:
            if len(bundle) < min(slots, 4) and total + attack[unit] <= points:
                bundle.append(unit)
                total += attack[unit]
                yield tuple(bundle), 0
        if slots > 0:
            for unit in guns[1:4]:
                yield (unit,), 0
        for more in range(1, min(support, position.support[self.combats.side].in_a_combat - fight.support, points) + 1):
            yield (), more
