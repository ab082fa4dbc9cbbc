"""The obligations to attack and to be attacked (7.1, 7.2, 8.31), over a whole Combat Phase.

A combat may be declared only if all obligations left after it can still be met together. A local check would
deadlock: a legal attack could leave an enemy that no unit may attack any more, and the phase could neither continue
nor end.

The check is exact and needs no search. Draw a line between every unit that may still attack and every adjacent enemy
that has not been attacked. All of them can fight if none is left without a line: a graph without isolated vertices
falls apart into stars, and a star is a legal combat in either direction. Each enemy without a line needs an unused
artillery unit in range, a different one for each.

In a battle that limits artillery in a combat (`artillery_limit`), artillery that does not fit is released instead.
"""

from collections.abc import Collection, Sequence
from enum import Enum, auto
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from westwall_tui.engine.combinatorics import largest_matching, subsets
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.answers import ANY_ARTILLERY, Share
from westwall_tui.engine.rules.artillery import artillery_fits, in_range, support_left, those_in_range
from westwall_tui.engine.state import State
from westwall_tui.engine.words import listed


class Contacts(NamedTuple):
    """The contacts between units in a Combat Phase; all lists are in unit order."""

    touched: dict[int, list[int]]
    """For each unit that can still attack: the adjacent enemies that have not been attacked."""
    attackers: dict[int, list[int]]
    """For each enemy that has not been attacked: the adjacent units that may still attack, if any."""
    obliged: list[int]
    """Enemies that must be attacked: not attacked, and next to a phasing unit that has not advanced (7.11)."""
    guns: list[int]
    """Artillery that may still barrage: without contact, and neither fired nor displaced (8.1)."""
    assaults: list[int]
    """Units of `touched` that attack one enemy across a river, and do not oblige other units to attack it."""

    def after(self, used: Collection[int], fought: Collection[int]) -> "Contacts":
        """Return the contacts left after units attacked enemies, before any result."""
        touched = {u: [e for e in near if e not in fought] for u, near in self.touched.items() if u not in used}
        near = {e: [u for u in units if u not in used] for e, units in self.attackers.items() if e not in fought}
        return Contacts(
            {unit: enemies for unit, enemies in touched.items() if enemies},
            near,
            [enemy for enemy in self.obliged if enemy not in fought],
            [gun for gun in self.guns if gun not in used],
            self.assaults,
        )

    def next_to_all(self, enemies: Collection[int]) -> list[int]:
        """Return the units adjacent to all of these enemies, which can attack them together (7.23)."""
        return [unit for unit in self.touched if all(unit in self.attackers.get(enemy, ()) for enemy in enemies)]


def contacts(state: State) -> Contacts:
    """Return the present contacts of the phasing side."""
    rules = state.rules
    serial, location, advanced = state.serial, state.location, state.advanced
    at, held, zones = state.at, state.held[1 - state.side], state.zones[1 - state.side]
    artillery, over_river, defended = state.scenario.artillery, rules.river_assaults.assaulting(state), state.defended
    enemies, no_attacks = state.on_map(1 - state.side), rules.no_attacks.hexes
    attackers: dict[int, list[int]] = {e: [] for e in enemies if defended[e] != serial and advanced[e] != serial}
    touched: dict[int, list[int]] = {}
    must: set[int] = set()
    guns: list[int] = []
    assaults: list[int] = []
    for unit in state.on_map(state.side):
        is_gun, assaulting = artillery[unit], unit in over_river
        touches = zones[location[unit]] or assaulting  # zones work both ways: outside them there is no contact
        if not (touches or is_gun):
            continue
        if advanced[unit] == serial or location[unit] in no_attacks:
            continue
        around = rules.river_assaults.attacks_into(state, unit) if touches else ()
        near = [at[h] for h in around if held[h] and advanced[at[h]] != serial]
        spent = state.attacked[unit] == serial or (is_gun and state.displaced[unit] == serial)
        if not near:
            if is_gun and not spent:
                guns.append(unit)
            continue
        fresh = sorted([enemy for enemy in near if enemy in attackers])
        if assaulting:
            assaults.append(unit)
        else:
            must.update(fresh)
        if fresh and not spent:
            touched[unit] = fresh
            for enemy in fresh:
                attackers[enemy].append(unit)
    return Contacts(touched, attackers, [e for e in attackers if e in must], guns, assaults)


def attackable(state: State, found: Contacts | None = None) -> bool:
    """Return True if the phasing side can attack this phase. Pass `found` to avoid finding the contacts again."""
    found = found or contacts(state)
    if any(_can_meet(state, unit) for unit in found.touched):
        return True
    if any(support_alone(state, enemy) for enemy in found.attackers):
        return True
    return any(in_range(state, gun, enemy) for gun in found.guns if alone(state, gun) for enemy in found.attackers)


def support_alone(state: State, enemy: int) -> bool:
    """Return True if the phasing player may attack an enemy with Ground Support alone (9.13)."""
    return support_left(state, state.side, (enemy,)) > 0 and artillery_fits(state, Share(state.side, True, 0, (), 1))


def alone(state: State, gun: int) -> bool:
    """Return True if artillery may attack without any other unit (8.21)."""
    return artillery_fits(state, Share(state.side, True, 0, (gun,), 0))


class Outstanding(NamedTuple):
    """The obligations that remain in a Combat Phase."""

    attackers: list[int]
    """Units that must still attack."""
    enemies: list[int]
    """Enemies that must still be attacked."""


def outstanding(state: State, found: Contacts | None = None) -> Outstanding:
    """Return the obligations to meet before the Combat Phase may end, without those that have lapsed."""
    return Duties(state, found).outstanding()


def check_end(state: State) -> None:
    """Raise `IllegalOrder` while the Combat Phase may not end (7.11, 7.12)."""
    left = outstanding(state)
    if not left.attackers and not left.enemies:
        return
    units, enemies = _names(state, left.attackers), _names(state, left.enemies)
    if enemies:
        reason = f"{enemies} must still be attacked" + (f", and {units} must still attack" if units else "")
        raise IllegalOrder("7.11", reason, state.ids([*left.attackers, *left.enemies]))
    raise IllegalOrder("7.12", f"{units} must still attack", state.ids(left.attackers))


MOST_NAMED = 3
"""The maximum number of units that a refusal names; the rest are counted."""


def _names(state: State, units: Sequence[int]) -> str:
    """Return units as a refusal lists them: `unit 20, 1/39, 2/39 and 4 more`."""
    return listed(state.names(units), MOST_NAMED)


class Breach(Enum):
    """The ways in which a combat can make it impossible to meet an obligation."""

    STRANDED = auto()
    """A unit that must attack would have no enemy left (7.12)."""
    UNMET = auto()
    """An enemy that must be attacked would have no attacker left (7.11)."""
    SUPPORT_ALONE = auto()
    """An enemy that must be attacked by a unit is attacked by Ground Support alone (7.11)."""
    MUST_JOIN = auto()
    """Artillery that fits only into this combat is left out of it (8.31)."""
    NO_ROOM = auto()
    """Artillery that still fits into another combat would no longer fit into any (8.31)."""


Units = frozenset[int]
NOBODY: Units = frozenset()


class Duties:
    """The obligations of a position, computed once and then checked for each attack.

    In its methods `used` are the units that attack in a combat, and `fought` the enemies that they attack.
    """

    def __init__(self, state: State, found: Contacts | None = None) -> None:
        """Find the obligations. Pass `found` to avoid finding the contacts again."""
        self.rules, self.state = state.rules, state
        self._limit = state.rules.artillery_limit(state, state.side, attacking=True)
        self.found = found = found or contacts(state)
        self.able = frozenset([unit for unit in found.touched if _can_meet(state, unit)])
        """Units of `touched` that can attack on their own, so that they are never released from their obligation."""
        free = self.able.difference(found.assaults)
        self._takers = {enemy: free.intersection(found.attackers[enemy]) for enemy in found.obliged}
        self._lapsed = self._unmet(NOBODY, NOBODY)
        """Enemies that must be attacked but that no unit can attack even before any combat."""
        self._breaches: dict[tuple[Units, Units, bool], tuple[Breach, int] | None] = {}
        """The breaches found so far, by combat."""

    def outstanding(self) -> Outstanding:
        """Return the obligations to meet before the Combat Phase may end."""
        guns = [unit for unit in self.found.touched if unit not in self.able and unit in self._joining]
        enemies = [enemy for enemy in self.found.obliged if enemy not in self._lapsed]
        return Outstanding(sorted([*self.able, *guns]), enemies)

    def allow(self, attackers: Sequence[int], barrage: Sequence[int], defenders: Sequence[int]) -> bool:
        """Return True if the obligations left after a combat could all be met (7.11, 7.12, 7.21)."""
        return self._breach(attackers, barrage, defenders) is None

    def check(self, attackers: Sequence[int], barrage: Sequence[int], defenders: Sequence[int]) -> None:
        """Raise `IllegalOrder` if the obligations left after this combat could not all be met (7.11, 7.12, 7.21)."""
        refusal = self.refusal(attackers, barrage, defenders)
        if refusal is not None:
            raise refusal

    def neglected(self, attackers: Sequence[int], barrage: Sequence[int], defenders: Sequence[int]) -> list[int]:
        """Return the enemies that must be attacked, but that no unit could attack any more after a combat (7.11)."""
        after = self._unmet(self._used(attackers, barrage), frozenset(defenders))
        return [enemy for enemy in after if enemy not in self._lapsed]

    def refusal(
        self, attackers: Sequence[int], barrage: Sequence[int], defenders: Sequence[int]
    ) -> IllegalOrder | None:
        """Return the error that `check` raises; None if the combat is allowed."""
        breach = self._breach(attackers, barrage, defenders)
        return None if breach is None else self._refusal(*breach)

    def _breach(
        self, attackers: Sequence[int], barrage: Sequence[int], defenders: Sequence[int]
    ) -> tuple[Breach, int] | None:
        """Return the breach that a combat would leave, or None."""
        used = self._used(attackers, barrage)
        key = used, frozenset(defenders), bool(attackers or barrage)
        if key not in self._breaches:
            self._breaches[key] = self._find_breach(attackers, *key)
        return self._breaches[key]

    def _used(self, attackers: Sequence[int], barrage: Sequence[int]) -> Units:
        """Return the units that a combat keeps from meeting another obligation. Only some guns could meet one."""
        return frozenset(attackers).union([gun for gun in barrage if gun in self._lone_guns])

    def _find_breach(
        self, attackers: Sequence[int], used: Units, fought: Units, by_units: bool
    ) -> tuple[Breach, int] | None:
        """Find an obligation that could not be met after a combat, as the kind of breach and the unit.

        `used` are the attackers and the artillery that could attack by itself; `by_units` is True if any unit attacks.
        """
        for unit in self._stranded(used, fought):
            if not self._crowded_out(attackers, unit):
                return Breach.STRANDED, unit
        after = self._unmet(used, fought)
        if len(after) > len(self._lapsed):
            return Breach.UNMET, next(e for e in after if e not in self._lapsed)
        if not by_units and len(after) == len(self._lapsed):
            for enemy in sorted(fought):
                if enemy in self.found.obliged:
                    return Breach.SUPPORT_ALONE, enemy
        if self._limit is not ANY_ARTILLERY:
            return self._artillery_left_out(attackers, used, fought, len(after))
        return None

    def _stranded(self, used: Units, fought: Units) -> list[int]:
        """Return the units that can attack on their own but would have no enemy left."""
        touched = self.found.touched.items()
        return [unit for unit, near in touched if fought.issuperset(near) and unit not in used and unit in self.able]

    def _refusal(self, breach: Breach, unit: int) -> IllegalOrder:
        """Return the refusal of a combat after which an obligation could not be met."""
        state, name = self.state, self.state.units[unit].name
        about = state.ids((unit,))
        at = (state.number(state.location[unit]),)
        match breach:
            case Breach.STRANDED:
                reason = f"{name} must also attack, but would have no enemy left"
                return IllegalOrder("7.12", reason, about, at)
            case Breach.UNMET:
                reason = f"{name} must also be attacked, but no unit would be left to do it"
                return IllegalOrder("7.11", reason, about, at)
            case Breach.SUPPORT_ALONE:
                reason = f"{name} must be attacked by a unit; Ground Support alone is not enough"
                return IllegalOrder("7.11", reason, about)
        case = self._limit.case
        reason = (
            f"{name} is next to the enemy and must join this attack, which has room for another gun ({case})"
            if breach is Breach.MUST_JOIN
            else f"{name} must also attack, but after this attack no other would have room for it ({case})"
        )
        return IllegalOrder("8.31", reason, about)

    # -- enemies that must be attacked

    def _unmet(self, used: Units, fought: Units) -> list[int]:
        """Return the enemies that must be attacked and that no unit could attack any more after a combat."""
        needy = [e for e, takers in self._takers.items() if e not in fought and used.issuperset(takers)]
        if not needy:
            return needy
        match = self._match(needy, used)
        return [enemy for enemy in needy if enemy not in match]

    def _match(self, enemies: Sequence[int], used: Units) -> dict[int, int]:
        """Match as many of the enemies as possible with a unit each: artillery in range, or a unit that assaults."""
        found, state = self.found, self.state
        guns = [gun for gun in self._lone_guns if gun not in used]
        assaults = [unit for unit in found.assaults if unit not in used and unit in found.touched]
        return largest_matching(
            {
                enemy: those_in_range(state, guns, enemy) + [unit for unit in assaults if enemy in found.touched[unit]]
                for enemy in enemies
            }
        )

    @cached_property
    def _lone_guns(self) -> list[int]:
        """The artillery that may barrage without any other unit (8.21)."""
        return [gun for gun in self.found.guns if alone(self.state, gun)]

    # -- artillery under a limit (a ruling: artillery that does not fit is released)

    @cached_property
    def _joining(self) -> Units:
        """Artillery in contact that cannot attack on its own, but can in some combat of the present position."""
        return frozenset(gun for gun in self.found.touched if gun not in self.able and self._joins(gun, NOBODY, NOBODY))

    def _fits(self, ground: int, guns: tuple[int, ...]) -> bool:
        """Return True if `ground` Strength Points of ground units may attack together with this artillery."""
        return artillery_fits(self.state, Share(self.state.side, True, ground, guns, 0))

    def _crowded_out(self, attackers: Sequence[int], gun: int) -> bool:
        """Return True if obliged artillery fills a combat, so that a gun is released from it (8.31; a ruling)."""
        units = self.state.units
        if not units[gun].is_artillery or self._limit is ANY_ARTILLERY:
            return False
        guns = tuple(unit for unit in attackers if units[unit].is_artillery)
        return bool(guns) and not self._fits(self._ground(attackers), (*guns, gun))

    def _artillery_left_out(
        self, attackers: Sequence[int], used: Units, fought: Units, unmet: int
    ) -> tuple[Breach, int] | None:
        """Find obliged artillery that a combat leaves without an attack that has room for it (8.31).

        Artillery that fits into this combat must join it if it fits into no other. Artillery that fits only elsewhere
        must not be stranded either, unless other artillery needs the same room: then the player chooses. `unmet` is the
        number of enemies that no unit could attack after the combat.
        """
        units = self.state.units
        obliged_guns = tuple(u for u in attackers if units[u].is_artillery)
        for gun, near in self.found.touched.items():
            if gun in used or gun in self.able:
                continue
            here = (
                fought.issubset(near)
                and self._fits(self._ground(attackers), (*obliged_guns, gun))
                and len(self._unmet(used | {gun}, fought)) <= unmet
            )
            if not here and (obliged_guns or gun not in self._joining):
                continue
            if not self._joins(gun, used, fought):
                return Breach.MUST_JOIN if here else Breach.NO_ROOM, gun
        return None

    def _ground(self, attackers: Sequence[int]) -> int:
        """Return the Strength Points of the attackers without the artillery."""
        units = self.state.units
        return sum(units[u].strength.attack for u in attackers if not units[u].is_artillery)

    def _joins(self, gun: int, used: Units, fought: Units) -> bool:
        """Return True if artillery under a limit can join some combat without leaving another obligation unmet."""
        attackers, units = self.found.attackers, self.state.units
        near = [enemy for enemy in self.found.touched[gun] if enemy not in fought]
        unmet = len(self._unmet(used, fought))
        for count in range(1, len(near) + 1):
            for enemies in combinations(near, count):
                shared = [
                    unit
                    for unit in attackers[enemies[0]]
                    if unit not in used
                    and not units[unit].is_artillery
                    and all(unit in attackers[enemy] for enemy in enemies)
                ]
                then_fought = fought.union(enemies)
                for group in subsets(shared):
                    strength = sum(units[u].strength.attack for u in group)
                    if self._fits(strength, (gun,)) and self._leaves_nothing(
                        used.union((gun, *group)), then_fought, unmet
                    ):
                        return True
        return False

    def _leaves_nothing(self, used: Units, fought: Units, unmet: int) -> bool:
        """Return True if combats strand no unit and leave at most `unmet` enemies that no unit can attack."""
        return not self._stranded(used, fought) and len(self._unmet(used, fought)) <= unmet


def _can_meet(state: State, unit: int) -> bool:
    """Return True if the unit can attack on its own, so that it is never released from its obligation."""
    return not state.scenario.artillery[unit] or alone(state, unit)
