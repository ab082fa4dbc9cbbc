"""The division of units in contact into combats: every enemy in contact is in one combat (7.11)."""

from collections.abc import Iterable

from westwall_tui.ai.combats.ways import Split, WaysToDivide
from westwall_tui.ai.combats.worth import Combats


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
        """Enemies in bad or crowded combats, unless some attacker touches no other enemy."""
        self.without: dict[int, list[Group]] = {}
        """By enemy, the groups that remain without it."""


class Partition:
    """Divides groups in contact, in a position that changes while plans are tried."""

    def __init__(self, combats: Combats) -> None:
        self.combats = combats
        self._divided: dict[tuple[object, ...], Group] = {}
        self.shared: dict[tuple[object, ...], Group] = {}
        """Groups by everything that they depend on, so that they stay valid wherever other units are."""

    def forget(self) -> None:
        """Forget all divisions; call this after moving enemy units."""
        self._divided.clear()

    def divide(self, touched: dict[int, list[int]], enemies: Iterable[int]) -> list[Group]:
        """Return the best division of attackers against all `enemies`; `touched` has the enemies next to each."""
        return [self._group(units, foes, touched) for units, foes in components(touched, enemies)]

    def divide_again(self, before: list[Group], at: int, foe: int, touched: dict[int, list[int]]) -> list[Group]:
        """Return the division without this enemy. Only its group changes, which is at index `at`."""
        group = before[at]
        parts = group.without.get(foe)
        if parts is None:
            others = {unit: [n for n in near if n != foe] for unit, near in group.touched.items()}
            parts = group.without[foe] = self.divide(others, group.foes)
        found = [*before[:at], *parts, *before[at + 1 :]]
        if len(parts) > 1:  # in the order of their first units: the order of a sum changes its last bit
            place = {unit: i for i, unit in enumerate(touched)}
            found.sort(key=lambda group: min([place[unit] for unit in group.units]))
        return found

    def _group(self, units: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]]) -> Group:
        where = self.combats.position.where
        key = (units, tuple([where[u] for u in units]), foes, self.combats.rooms.of_enemies(foes))
        found = self._divided.get(key)
        if found is None:
            found = self._divided[key] = self._group_elsewhere(units, foes, {unit: touched[unit] for unit in units})
        return found

    def _group_elsewhere(self, units: tuple[int, ...], foes: tuple[int, ...], touched: dict[int, list[int]]) -> Group:
        """Return a group that is not in the cache for the enemies' present hexes."""
        combats, gun = self.combats, self.combats.position.gun
        struck = dict.fromkeys([foe for unit, near in touched.items() if not gun[unit] for foe in near])
        fire = tuple([(foe, combats.expected_fire(foe)) for foe in struck])
        near = tuple([tuple(near) for near in touched.values()])
        key = (*combats.attackers_key(units), *combats.defenders_key(foes), near, fire, combats.room_for_aid)
        found = None if combats.bound else self.shared.get(key)
        if found is None:
            found = Group(units, foes, touched, WaysToDivide(combats, units, foes, [*touched.values()]).best())
            if not combats.bound:
                self.shared[key] = found
        return found


def components(touched: dict[int, list[int]], enemies: Iterable[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the groups in contact that do not touch each other. Each has its attackers and enemies in unit order."""
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
            elif other != at:  # this unit joins two groups into one
                more, theirs = groups[other]
                groups[other] = [], []
                units += more
                near += theirs
                group_of.update(dict.fromkeys(theirs, at))
    return [
        (tuple(sorted(units)), tuple(sorted([foe for foe in near if foe in wanted]))) for units, near in groups if units
    ]
