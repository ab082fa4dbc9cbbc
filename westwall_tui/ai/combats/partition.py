"""How units in contact divide their attacks: every enemy whom they touch goes into one combat (7.11)."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import fsum
from typing import NamedTuple

from westwall_tui.ai.combats.worth import CombatMemo, Combats

MOST_WAYS = 240
"""With more ways to divide a group than this, only some are tried, each improved step by step."""
SPLIT = 0.001
"""Breaks a tie for the partition with fewer combats."""


class Split(NamedTuple):
    """One way to divide a group into combats; what no combat can take is left out."""

    unmet: int
    """Enemies who must be attacked and whom no combat takes."""
    idle: int
    """Artillery that must attack, in no combat with room for it."""
    value: float
    fights: tuple[CombatMemo, ...]

    def better_than(self, other: "Split", margin: float = 0.0) -> bool:
        """True if it leaves less undone (7.11, 7.12), or as much and is worth more."""
        if (self.unmet, self.idle) != (other.unmet, other.idle):
            return (self.unmet, self.idle) < (other.unmet, other.idle)
        return self.value > other.value + margin


class Group:
    """Units in contact that share enemies, and the best way to divide them into combats."""

    __slots__ = ("burdens", "foes", "split", "touched", "units", "without")

    def __init__(
        self, units: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]], split: Split
    ) -> None:
        self.units, self.foes, self.touched, self.split = units, foes, touched, split
        sole = {near[0] for near in touched.values() if len(near) == 1}
        self.burdens = [
            foe
            for fight in split.fights
            if fight.attackers and (len(fight.defenders) > 1 or fight.value < 0)
            for foe in fight.defenders
            if foe not in sole
        ]
        """Enemies in bad or crowded combats whose attackers all touch another enemy too."""
        self.without: dict[int, list[Group]] = {}
        """What is left of the group without one of these enemies."""


class Partition:
    """Divides groups in contact, in a position that changes as plans are tried."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        self._divided: dict[tuple[object, ...], Group] = {}
        self.shared: dict[tuple[object, ...], Group] = {}
        """By all that a group depends on, wherever else units stand."""

    def forget(self) -> None:
        """Forget all divisions; call it after moving units of the enemy."""
        self._divided.clear()

    def divide(self, touched: dict[int, list[int]], enemies: Iterable[int]) -> list[Group]:
        """The best division of attackers, each with the enemies it touches, into combats with all `enemies`."""
        return [self._group(units, foes, touched) for units, foes in components(touched, enemies)]

    def divide_again(self, before: list[Group], at: int, foe: int, touched: dict[int, list[int]]) -> list[Group]:
        """The same division without this enemy, who is in the group at `at`: only that is looked at again."""
        group = before[at]
        parts = group.without.get(foe)
        if parts is None:
            others = {unit: [n for n in near if n != foe] for unit, near in group.touched.items()}
            parts = group.without[foe] = self.divide(others, group.foes)
        found = [*before[:at], *parts, *before[at + 1 :]]
        if len(parts) > 1:  # in the order of their first units, as sums are to the last bit
            place = {unit: i for i, unit in enumerate(touched)}
            found.sort(key=lambda group: min([place[unit] for unit in group.units]))
        return found

    def _group(self, units: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]]) -> Group:
        where = self.combats.position.where
        key = (units, tuple([where[u] for u in units]), foes, self.combats.rooms.all_held(foes))
        found = self._divided.get(key)
        if found is None:
            found = self._divided[key] = self._group_elsewhere(units, foes, {unit: touched[unit] for unit in units})
        return found

    def _group_elsewhere(self, units: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]]) -> Group:
        """A group that was not met yet with the enemies where they are."""
        combats, gun = self.combats, self.combats.position.gun
        struck = dict.fromkeys([foe for unit, near in touched.items() if not gun[unit] for foe in near])
        fire = tuple([(foe, combats.fire(foe)) for foe in struck])
        near = tuple([tuple(near) for near in touched.values()])
        key = (*combats.footing(units), *combats.stance(foes), near, fire, combats.room_for_aid)
        found = None if combats.bound else self.shared.get(key)
        if found is None:
            found = Group(units, foes, touched, self._split_group(units, foes, [*touched.values()]))
            if not combats.bound:
                self.shared[key] = found
        return found

    def _split_group(self, group: tuple[int, ...], foes: tuple[int, ...], choices: list[list[int]]) -> Split:
        ways = 1
        for near in choices:
            ways *= len(near)
        if ways > MOST_WAYS:
            return self._improve_step_by_step(group, foes, choices)
        return _best_split([self._split_by_picks(group, foes, picks, choices) for picks in product(*choices)])

    def _improve_step_by_step(self, group: tuple[int, ...], foes: tuple[int, ...], choices: list[list[int]]) -> Split:
        peaks: list[Split] = []
        starts = (
            [near[0] for near in choices],
            [near[-1] for near in choices],
            [min(near, key=lambda foe: (sum(foe in other for other in choices), foe)) for near in choices],
        )
        for picks in starts:
            found = self._split_by_picks(group, foes, picks, choices)
            better = True
            while better:
                better = False
                for i, near in enumerate(choices):
                    for foe in near:
                        if foe == picks[i]:
                            continue
                        kept, picks[i] = picks[i], foe
                        tried = self._split_by_picks(group, foes, picks, choices)
                        if tried.better_than(found, 1e-9):
                            found, better = tried, True
                        else:
                            picks[i] = kept
            peaks.append(found)
        return _best_split(peaks)

    def _split_by_picks(
        self, group: tuple[int, ...], foes: tuple[int, ...], picks: Sequence[int], choices: list[list[int]]
    ) -> Split:
        """The combats once every attacker has picked an enemy; other enemies join where all attackers touch them."""
        combats = self.combats
        chosen: dict[int, list[int]] = {}
        for i, foe in enumerate(picks):
            chosen.setdefault(foe, []).append(i)
        parties: dict[int, list[int]] = {}
        units: dict[int, tuple[int, ...]] = {}
        left_out: list[int] = []
        idle: list[int] = []
        for first, members in sorted(chosen.items()):
            picked = tuple([group[i] for i in members])
            fitting = self._within_limits(picked)
            if fitting:
                parties[first], units[first] = members, fitting
                left_out += [i for i in members if group[i] not in fitting]
            else:
                idle += members
        joined: dict[int, list[int]] = {foe: [foe] for foe in parties}
        unmet = 0
        for foe in foes:
            if foe in parties:
                continue
            able = [first for first, members in parties.items() if all(foe in choices[i] for i in members)]
            if not able:
                unmet += 1
                continue
            costs = []
            for first in able:
                picked = tuple([group[i] for i in parties[first]])
                together = tuple(sorted([*joined[first], foe]))
                now = combats.known(picked, tuple(joined[first])).value
                costs.append((combats.known(picked, together).value - now, -first))
            first = -max(costs)[1]
            joined[first] = sorted([*joined[first], foe])
        fights = [combats.known(units[first], tuple(joined[first])) for first in sorted(parties)]
        still_idle = sum([not self._join_another_combat(fights, group[i], choices[i]) for i in [*left_out, *idle]])
        return Split(unmet, still_idle, fsum([fight.value - SPLIT for fight in fights]), tuple(fights))

    def _join_another_combat(self, fights: list[CombatMemo], released: int, near: Sequence[int]) -> bool:
        """Put a gun that its own combat has no room for into another that has room; it must attack there (8.31).

        `near` are the enemies it touches. False if no combat has room.
        """
        joined = [
            (i, self.combats.known(units, fight.defenders))
            for i, fight in enumerate(fights)
            if all(foe in near for foe in fight.defenders)
            and self._within_limits(units := tuple(sorted((*fight.attackers, released)))) == units
        ]
        if joined:
            at, fight = max(joined, key=lambda each: each[1].value - fights[each[0]].value)
            fights[at] = fight
        return bool(joined)

    def _within_limits(self, units: tuple[int, ...]) -> tuple[int, ...]:
        """These units without the adjacent artillery for which the combat has no room (8.31 and its ruling)."""
        gun, attack = self.combats.position.gun, self.combats.position.attack
        guns = [unit for unit in units if gun[unit]]
        if not guns:
            return units
        ground = sum(attack[unit] for unit in units if not gun[unit])
        limit = self.combats.limit
        room = limit.points(ground)
        kept: list[int] = []
        for unit in sorted(guns, key=lambda unit: (-attack[unit], unit)):
            if len(kept) < limit.guns and attack[unit] <= room:
                kept.append(unit)
                room -= attack[unit]
        return tuple([unit for unit in units if not gun[unit] or unit in kept])


def components(touched: dict[int, list[int]], enemies: Iterable[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Groups in contact that do not touch each other: attackers and enemies, each in unit order."""
    wanted = set(enemies)
    groups: list[tuple[list[int], list[int]]] = []
    group_of: dict[int, int] = {}
    for unit, foes in touched.items():
        at = min([group_of[foe] for foe in foes if foe in group_of], default=len(groups))
        if at == len(groups):
            groups.append(([], []))
        units, near = groups[at]
        units.append(unit)
        for foe in foes:
            other = group_of.get(foe)
            if other is None:
                group_of[foe] = at
                near.append(foe)
            elif other != at:  # this unit joins two groups to one
                more, theirs = groups[other]
                groups[other] = [], []
                units += more
                near += theirs
                group_of.update(dict.fromkeys(theirs, at))
    return [
        (tuple(sorted(units)), tuple(sorted([foe for foe in near if foe in wanted]))) for units, near in groups if units
    ]


def _best_split(ways: Sequence[Split]) -> Split:
    """The best way, of equals the first."""
    best = ways[0]
    for way in ways:
        if way.better_than(best):
            best = way
    return best
