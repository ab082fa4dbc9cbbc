"""What a combat is worth, and how a group of units in contact divides its attacks, artillery and Ground Support."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import fsum
from typing import NamedTuple

from westwall_tui.ai.odds import LINES, MOST_ROOM, dice, effects, shortened
from westwall_tui.ai.position import BRIDGED, DRY, Position
from westwall_tui.engine.board import Line
from westwall_tui.engine.queries import tables

GROVE, BROKEN = LINES.index(Line.GROVE), LINES.index(Line.BROKEN)
FIRE_EXPECTED = 0.6
"""The part of the best Final Protective Fire in range that a defender is reckoned to give."""
MOST_FIRING = 2
"""So many guns at most; others fire elsewhere."""
DRIVEN_OFF, DRIVEN_OFF_WORTH = 0.25, 0.06
"""What driving a defender off is worth, and more by its own worth."""
THROWN_BACK, THROWN_BACK_WORTH = 0.2, 0.04
"""The same for an attacker that is thrown back."""
MOST_DIVISIONS = 240
"""More ways to divide a group than this are climbed, not counted."""
LEAST_GAIN, SUPPORT_PRICE = 0.02, 0.2
"""Artillery is given for a gain above the first; a point of support counts as so much of a gun."""
SPLIT = 0.001
"""Breaks a tie for the division with fewer combats."""


class Fight(NamedTuple):
    """A combat of a plan."""

    attackers: tuple[int, ...]
    """Units next to the enemy, adjacent artillery included."""
    defenders: tuple[int, ...]
    barrage: tuple[int, ...] = ()
    support: int = 0
    value: float = 0.0
    """In Victory Points, for the attacker."""


class Offer(NamedTuple):
    """Artillery and support that a combat could be given."""

    each: float
    """Points gained for each gun."""
    value: float
    """What the combat is then worth."""
    guns: tuple[int, ...]
    support: int


class Known(NamedTuple):
    """What has been worked out of a combat."""

    values: dict[int, float]
    """By points of barrage and support."""
    offers: dict[tuple[object, ...], Offer]
    """By what could be given, and what it has."""


class Limits(NamedTuple):
    """What a battle lets artillery do in one combat."""

    guns: int = 99
    """Artillery units of the attacker, adjacent ones included."""
    proportional: bool = False
    """No more points of artillery and support than of ground units."""
    support: int = 99
    """Ground Support Points in one combat."""
    fire: int = 99
    """Artillery units of the defender."""


class Fighting:
    """Combats of one side in a position that changes under it."""

    def __init__(
        self,
        position: Position,
        side: int,
        worth: Sequence[float],
        gain: Sequence[float],
        limits: Limits,
        room: Callable[[int], int],
        own_room: Callable[[int, int], int],
        supported: Callable[[Sequence[int]], bool],
        caution: float = 1.0,
    ) -> None:
        """`worth` is a unit's, `gain` that of taking a hex; `room` an enemy's for retreat now, `own_room` a unit's in a
        hex; `supported` whether Ground Support may be used against some defenders. `caution` multiplies own losses.
        """
        self.position, self.side, self.worth, self.gain = position, side, worth, gain
        self.limits, self.room, self.own_room, self.caution = limits, room, own_room, caution
        self.supported = supported
        self.bound: frozenset[int] = frozenset()
        """Attackers that must take the defender's hex, or are lost (Arnhem 13.24)."""
        self._fire: dict[int, int] = {}
        self._known: dict[tuple[object, ...], Known] = {}
        self._reinforced: dict[tuple[object, ...], tuple[float, list[Fight]]] = {}
        self._divided: dict[tuple[object, ...], tuple[float, tuple[Fight, ...]]] = {}

    # -- one combat

    def line(self, attackers: Sequence[int], defenders: Sequence[int]) -> int:
        """The line of the table, as an index of `LINES` (7.44)."""
        position = self.position
        land, where, gun = position.land, position.where, position.gun
        best = len(LINES)
        for defender in defenders:
            h = where[defender]
            line = land.line[h]
            crossed = [land.water(where[unit], h) for unit in attackers if not gun[unit]]
            if crossed and DRY not in crossed:
                line = min(line, GROVE if BRIDGED in crossed else BROKEN)
            best = min(best, line)
        return best

    def fire(self, defender: int) -> int:
        """Final Protective Fire that a defender may expect, in Strength Points."""
        found = self._fire.get(defender)
        if found is None:
            position = self.position
            row = position.land.distance(position.where[defender])
            guns = sorted(
                (
                    position.fpf[gun]
                    for gun in position.on_map(1 - self.side)
                    if position.gun[gun]
                    and gun != defender
                    and row[position.where[gun]] <= position.range[gun]
                    and not position.zones[self.side][position.where[gun]]
                ),
                reverse=True,
            )
            best = sum(guns[: min(self.limits.fire, MOST_FIRING)])
            if self.limits.proportional:
                best = min(best, position.defense[defender])
            found = self._fire[defender] = int(FIRE_EXPECTED * best + 0.5)
        return found

    def value(self, attackers: tuple[int, ...], defenders: tuple[int, ...], extra: int) -> float:
        """What a combat is worth with `extra` points of barrage and support."""
        known = self._table(attackers, defenders).values
        found = known.get(extra)
        if found is None:
            found = known[extra] = self._value(attackers, defenders, extra)
        return found

    def _table(self, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> Known:
        """What is known of a combat, for where its units stand and the room that they have."""
        where, held = self.position.where, self._held
        key = (attackers, tuple([where[u] for u in attackers]), defenders, tuple([held(d) for d in defenders]))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Known({}, {})
        return known

    def terms(self, attackers: Sequence[int], defenders: Sequence[int], extra: int) -> tuple[int, int, bool]:
        """The line of the table, the differential with the fire that is expected, and whether artillery is alone."""
        position = self.position
        alone = all(position.gun[unit] for unit in attackers)
        fire = 0 if alone else max([self.fire(defender) for defender in defenders])
        strength = sum([position.attack[unit] for unit in attackers]) + extra
        differential = strength - fire - sum([position.defense[defender] for defender in defenders])
        return self.line(attackers, defenders), differential, alone

    def extra(self, fight: Fight) -> int:
        """The points of barrage and support in a combat."""
        return sum(self.position.attack[gun] for gun in fight.barrage) + fight.support

    def taken(self, attackers: Sequence[int], defenders: Sequence[int], extra: int) -> int:
        """On how many of the six dice the first defender leaves his hex, and an attacker may advance into it."""
        line, differential, alone = self.terms(attackers, defenders, extra)
        return dice(line, differential, alone=alone, relief=self._relief(defenders[0])).won

    def _relief(self, unit: int) -> int:
        """Hexes that a City takes off a unit's retreat where it stands."""
        return self.position.relief(unit, self.position.where[unit])

    def _held(self, defender: int) -> tuple[int, int]:
        """What our units leave a defender: room for retreat, and a City's relief unless they surround it."""
        return self.room(defender), self._relief(defender)

    def by_die(self, fight: Fight) -> tuple[float, ...]:
        """What each die, 1 first, is worth at once; their mean is the combat's value without `caution`."""
        worth, where = self.worth, self.position.where
        line, differential, alone = self.terms(fight.attackers, fight.defenders, self.extra(fight))
        held = [(defender, *self._held(defender)) for defender in fight.defenders]
        found = []
        for hit, push, won in effects(line, differential, alone=alone):
            value = 0.0
            prizes = []
            for defender, room, relief in held:
                if hexes := shortened(push, relief):
                    dead = hexes > room or hexes == tables.LOST
                    value += worth[defender] if dead else DRIVEN_OFF + DRIVEN_OFF_WORTH * worth[defender]
                    prizes.append(self.gain[where[defender]])
            if won and prizes and not alone:
                value += max(prizes)
            for unit in fight.attackers:
                if hexes := shortened(hit, self._relief(unit)):
                    dead = hexes > self.own_room(unit, where[unit]) or hexes == tables.LOST
                    value -= worth[unit] if dead else THROWN_BACK + THROWN_BACK_WORTH * worth[unit]
                    value -= self.gain[where[unit]]
            found.append(value)
        return tuple(found)

    def _value(self, attackers: tuple[int, ...], defenders: tuple[int, ...], extra: int) -> float:
        position, worth = self.position, self.worth
        where = position.where
        line, differential, alone = self.terms(attackers, defenders, extra)
        total = 0.0
        prizes = []
        for defender in defenders:
            room, relief = self._held(defender)
            six = dice(line, differential, alone=alone, relief=relief)
            lost = six.lost[min(room, MOST_ROOM)]
            total += lost * worth[defender] + (six.moved - lost) * (DRIVEN_OFF + DRIVEN_OFF_WORTH * worth[defender])
            prizes.append(six.won * self.gain[where[defender]])
        if not alone:
            total += max(prizes)
        for unit in attackers:
            h = where[unit]
            if unit in self.bound:
                total -= self.caution * worth[unit] * (6 - self.taken(attackers, defenders, extra))
                continue
            six = dice(line, differential, alone=alone, relief=self._relief(unit))
            lost = six.killed[min(self.own_room(unit, h), MOST_ROOM)]
            back = lost * worth[unit] + (six.back - lost) * (THROWN_BACK + THROWN_BACK_WORTH * worth[unit])
            total -= self.caution * back + six.back * self.gain[h]
        return total / 6

    # -- a group in contact

    def divide(self, touched: dict[int, list[int]], enemies: Iterable[int]) -> tuple[float, tuple[Fight, ...]]:
        """The best division of attackers (each with the enemies that it touches) into combats with all the enemies."""
        value = 0.0
        fights: list[Fight] = []
        for group, foes in components(touched, enemies):
            found, divided = self._divide(group, foes, touched)
            value += found
            fights += divided
        return value, tuple(fights)

    def _divide(
        self, group: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]]
    ) -> tuple[float, tuple[Fight, ...]]:
        where, held = self.position.where, self._held
        key = (group, tuple([where[u] for u in group]), foes, tuple([held(d) for d in foes]))
        found = self._divided.get(key)
        if found is None:
            found = self._divided[key] = self._search(group, foes, [touched[u] for u in group])
        return found

    def _search(
        self, group: tuple[int, ...], foes: tuple[int, ...], choices: list[list[int]]
    ) -> tuple[float, tuple[Fight, ...]]:
        ways = 1
        for near in choices:
            ways *= len(near)
        if ways <= MOST_DIVISIONS:
            best: tuple[float, tuple[Fight, ...]] = (-1e9, ())
            for picks in product(*choices):
                found = self._assigned(group, foes, picks, choices)
                if found[0] > best[0]:
                    best = found
            return best
        return self._climb(group, foes, choices)

    def _climb(
        self, group: tuple[int, ...], foes: tuple[int, ...], choices: list[list[int]]
    ) -> tuple[float, tuple[Fight, ...]]:
        best: tuple[float, tuple[Fight, ...]] = (-1e9, ())
        starts = (
            [near[0] for near in choices],
            [near[-1] for near in choices],
            [min(near, key=lambda foe: (sum(foe in other for other in choices), foe)) for near in choices],
        )
        for picks in starts:
            found = self._assigned(group, foes, picks, choices)
            better = True
            while better:
                better = False
                for i, near in enumerate(choices):
                    for foe in near:
                        if foe == picks[i]:
                            continue
                        kept, picks[i] = picks[i], foe
                        tried = self._assigned(group, foes, picks, choices)
                        if tried[0] > found[0] + 1e-9:
                            found, better = tried, True
                        else:
                            picks[i] = kept
            if found[0] > best[0]:
                best = found
        return best

    def _assigned(
        self, group: tuple[int, ...], foes: tuple[int, ...], picks: Sequence[int], choices: list[list[int]]
    ) -> tuple[float, tuple[Fight, ...]]:
        """The combats when every attacker has picked an enemy; the others join where all attackers touch them."""
        parties: dict[int, list[int]] = {}
        for i, foe in enumerate(picks):
            parties.setdefault(foe, []).append(i)
        joined: dict[int, list[int]] = {foe: [foe] for foe in parties}
        for foe in foes:
            if foe in parties:
                continue
            able = [first for first, members in parties.items() if all(foe in choices[i] for i in members)]
            if not able:
                return -1e9, ()
            costs = []
            for first in able:
                units = tuple([group[i] for i in parties[first]])
                together = tuple(sorted([*joined[first], foe]))
                costs.append((self.value(units, together, 0) - self.value(units, tuple(joined[first]), 0), -first))
            first = -max(costs)[1]
            joined[first] = sorted([*joined[first], foe])
        fights: list[Fight] = []
        left_out: list[int] = []
        for first in sorted(parties):
            picked = tuple([group[i] for i in parties[first]])
            units = self._within_limits(picked)
            if not units:
                return -1e9, ()
            if len(units) < len(picked):
                left_out += [i for i in parties[first] if group[i] not in units]
            defenders = tuple(joined[first])
            fights.append(Fight(units, defenders, (), 0, self.value(units, defenders, 0)))
        for i in left_out:
            self._join(fights, group[i], choices[i])
        return fsum([fight.value - SPLIT for fight in fights]), tuple(fights)

    def _join(self, fights: list[Fight], released: int, near: Sequence[int]) -> None:
        """Put artillery that its own combat has no room for into another one that has: there it must take part (8.31).

        `near`: the enemies that it touches.
        """
        joined = [
            (i, fight._replace(attackers=units, value=self.value(units, fight.defenders, 0)))
            for i, fight in enumerate(fights)
            if all(foe in near for foe in fight.defenders)
            and self._within_limits(units := tuple(sorted((*fight.attackers, released)))) == units
        ]
        if joined:
            at, fight = max(joined, key=lambda each: each[1].value - fights[each[0]].value)
            fights[at] = fight

    def _within_limits(self, units: tuple[int, ...]) -> tuple[int, ...]:
        """The units of a combat without adjacent artillery that has no room in it (8.31 and its ruling)."""
        gun, attack = self.position.gun, self.position.attack
        guns = [unit for unit in units if gun[unit]]
        if not guns:
            return units
        ground = sum(attack[unit] for unit in units if not gun[unit])
        room = ground if self.limits.proportional else 1 << 20
        kept: list[int] = []
        for unit in sorted(guns, key=lambda unit: (-attack[unit], unit)):
            if len(kept) < self.limits.guns and attack[unit] <= room:
                kept.append(unit)
                room -= attack[unit]
        return tuple([unit for unit in units if not gun[unit] or unit in kept])

    # -- artillery and Ground Support

    def reinforce(self, fights: Sequence[Fight], guns: Sequence[int], support: int) -> tuple[float, list[Fight]]:
        """Give artillery that may barrage, and support, to where each point does most; what that adds, and the fights.

        A column of the table may need several guns together, so the best bundle for each gun goes first.
        """
        where = self.position.where
        hexes = tuple([tuple([where[u] for u in fight.attackers]) for fight in fights])
        held = tuple([tuple([self._held(d) for d in fight.defenders]) for fight in fights])
        key = (tuple(fights), hexes, held, tuple([(gun, where[gun]) for gun in guns]), support)
        found = self._reinforced.get(key)
        if found is None:
            found = self._reinforced[key] = self._reinforce(fights, guns, support)
        return found

    def _reinforce(self, fights: Sequence[Fight], guns: Sequence[int], support: int) -> tuple[float, list[Fight]]:
        out, added = list(fights), 0.0
        strong = sorted(guns, key=self._strongest)
        reach = [self._in_range(fight, strong) for fight in out]
        helped = [support > 0 and self.supported(fight.defenders) for fight in out]
        known = [self._table(fight.attackers, fight.defenders) for fight in out]
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

    def _strongest(self, gun: int) -> tuple[int, int]:
        return -self.position.attack[gun], gun

    def _in_range(self, fight: Fight, guns: Sequence[int]) -> tuple[int, ...]:
        """The guns that reach a defender."""
        position = self.position
        where, reach = position.where, position.range
        rows = [position.land.distance(where[defender]) for defender in fight.defenders]
        if len(rows) == 1:
            row = rows[0]
            return tuple([gun for gun in guns if row[where[gun]] <= reach[gun]])
        return tuple([gun for gun in guns if any(row[where[gun]] <= reach[gun] for row in rows)])

    def _offer(self, known: Known, fight: Fight, guns: tuple[int, ...], support: int) -> Offer:
        """The bundle that does most for each gun in it; one of no worth where nothing helps."""
        key = (guns, support, fight.barrage, fight.support)
        found = known.offers.get(key)
        if found is None:
            found = known.offers[key] = self._best_offer(known.values, fight, guns, support)
        return found

    def _best_offer(self, known: dict[int, float], fight: Fight, guns: tuple[int, ...], support: int) -> Offer:
        attack = self.position.attack
        now = sum([attack[g] for g in fight.barrage]) + fight.support
        best = Offer(0.0, fight.value, (), 0)
        for bundle, points in self._bundles(fight, guns, support):
            extra = now + points
            for gun in bundle:
                extra += attack[gun]
            value = known.get(extra)
            if value is None:
                value = known[extra] = self._value(fight.attackers, fight.defenders, extra)
            gained = value - fight.value
            if gained > LEAST_GAIN:
                each = gained / (len(bundle) + SUPPORT_PRICE * points)
                if each > best.each + 1e-9:
                    best = Offer(each, value, bundle, points)
        return best

    def _bundles(self, fight: Fight, guns: Sequence[int], support: int) -> Iterable[tuple[tuple[int, ...], int]]:
        """What may be given to a combat: its strongest guns in range, one to four of them, or support."""
        position, limits = self.position, self.limits
        gun, attack = position.gun, position.attack
        there = [unit for unit in (*fight.attackers, *fight.barrage) if gun[unit]]
        slots = limits.guns - len(there)
        points = 1 << 20
        if limits.proportional:
            ground = sum(attack[unit] for unit in fight.attackers if not gun[unit])
            points = ground - sum(attack[unit] for unit in there) - fight.support
        if limits.proportional:
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
        for more in range(1, min(support, limits.support - fight.support, points) + 1):
            yield (), more


def components(touched: dict[int, list[int]], enemies: Iterable[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The groups that have nothing to do with each other: attackers and enemies, each in unit order."""
    wanted = set(enemies)
    near: dict[int, list[int]] = {}
    for unit, foes in touched.items():
        for foe in foes:
            near.setdefault(foe, []).append(unit)
    seen: set[int] = set()
    found = []
    for start in touched:
        if start in seen:
            continue
        group, foes, todo = [start], [], [start]
        seen.add(start)
        for unit in todo:
            for foe in touched[unit]:
                if foe in foes:
                    continue
                foes.append(foe)
                for other in near[foe]:
                    if other not in seen:
                        seen.add(other)
                        group.append(other)
                        todo.append(other)
        found.append((tuple(sorted(group)), tuple(sorted(foe for foe in foes if foe in wanted))))
    return found
