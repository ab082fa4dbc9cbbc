"""Combat (7.0): the declaration of an attack, its differential, and its line of the table."""

from collections.abc import Iterable
from typing import NamedTuple

from westwall_tui.engine.orders import Attack, Fpf, IllegalOrder
from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.artillery import (
    artillery_fits,
    check_can_fire,
    check_final_protective_fire,
    check_support,
    contact,
    protectors,
    reaches,
    support_left,
)
from westwall_tui.engine.rules.obligations import Contacts, Duties
from westwall_tui.engine.rules.results_table import column, column_name, results
from westwall_tui.engine.rules.whereabouts import find_unit, why_not_on_map
from westwall_tui.engine.state import Combat, State, changed
from westwall_tui.engine.terrain import LINE_ORDER, Hexside, Line
from westwall_tui.engine.words import count, listed


class Odds(NamedTuple):
    """The arithmetic of a combat."""

    attack: int
    defense: int
    line: Line
    results: tuple[str, ...]
    """By die, from 1 to 6."""

    @property
    def differential(self) -> int:
        """Return the attacking Strength Points minus the defending ones."""
        return self.attack - self.defense

    @property
    def column(self) -> str:
        """Return the heading of the column."""
        return column_name(self.line, column(self.line, self.differential))


def odds(state: State, combat: Combat, line: Line | None = None) -> Odds:
    """Return the differential, terrain line and six results of a combat (7.0 Procedure).

    Pass `line` to avoid finding it again.
    """
    units, artillery = state.scenario.units, state.scenario.artillery
    attack = sum([units[u].strength.attack for u in combat.attackers if not artillery[u]])
    attack += sum([units[u].strength.barrage for u in (*combat.attackers, *combat.barrage) if artillery[u]])
    defense = sum([units[u].strength.defense for u in combat.defenders])
    defense += sum([units[u].strength.fpf for u in combat.fire])
    line = line or terrain_line(state, combat)
    total, against = attack + combat.support, defense + combat.fire_support
    return Odds(total, against, line, results(line, total - against))


WET, BRIDGED, DRY = map(LINE_ORDER.index, (Line.BROKEN, Line.GROVE, Line.CLEAR))
"""Lines, as indices, of an attack across unbridged water, across a bridge, or across neither."""


def water_line(features: int) -> int:
    """Return the line, as an index of `LINE_ORDER`, that a hexside gives a defender beyond it (7.42)."""
    return BRIDGED if features & _BRIDGE else WET if features & _WATER else DRY


def terrain_line(state: State, combat: Combat) -> Line:
    """Return the best line of any defender, which applies to all of them (7.43, 7.44, 7.45)."""
    location = state.location
    infantry = [location[u] for u in combat.attackers if not state.scenario.artillery[u]]
    return LINE_ORDER[min([_line_of(state, defender, infantry) for defender in combat.defenders])]


def _line_of(state: State, defender: int, attacked_from: list[int]) -> int:
    """Return a defender's line: its own, or that of water that all attackers but artillery cross (7.42, 8.62)."""
    own, h, features = state.rules.defense_line(state, defender).rank, state.location[defender], state.ground.features
    return min(own, max([water_line(features(a, h)) for a in attacked_from])) if attacked_from else own


# plain numbers, because flags of `enum` are slow
_WATER, _BRIDGE = int(Hexside.WATER), int(Hexside.BRIDGE)


# -- declaring an attack


def _find_all(state: State, ids: Iterable[str]) -> tuple[int, ...]:
    units = tuple(find_unit(state, unit_id) for unit_id in ids)
    for unit in units:
        if state.location[unit] < 0:
            raise IllegalOrder("7.0", f"{state.units[unit].name} {why_not_on_map(state, unit)}", state.ids((unit,)))
    return units


def _find_sides(state: State, order: Attack) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the attackers in the order named, and the defenders in unit order."""
    named = _find_all(state, (*order.attackers, *order.barrage))
    defenders = tuple(sorted(_find_all(state, order.defenders)))
    if not defenders:
        raise IllegalOrder("7.0", "name an enemy unit to attack", state.ids(named))
    return named, defenders


def _combat(state: State, named: Iterable[int], defenders: tuple[int, ...], support: int) -> Combat:
    """Return a combat of these units: artillery without contact barrages, all others attack (8.31, 8.33, 8.34)."""
    ordered = sorted(named)
    barrage = tuple(unit for unit in ordered if state.units[unit].is_artillery and not contact(state, unit))
    return Combat(state.side, tuple(unit for unit in ordered if unit not in barrage), barrage, defenders, support)


def meant(state: State, order: Attack) -> Combat:
    """Return the combat of an order, legal or not.

    Raises `IllegalOrder` for a unit that does not exist or is not on the map, and for an attack without a target.
    """
    return _combat(state, *_find_sides(state, order), order.support)


def declare(state: State, order: Attack, found: Contacts | None = None) -> Combat:
    """Check an order fully and return the combat that it declares. Raises `IllegalOrder`.

    Pass `found` to avoid finding the contacts again.
    """
    named, defenders = _find_sides(state, order)
    _check_once(state, named)
    _check_once(state, defenders)
    for unit in named:
        _check_attacker(state, unit)
    for unit in defenders:
        _check_defender(state, unit)
    combat = _combat(state, named, defenders, order.support)
    for unit in combat.barrage:
        _check_range(state, unit, defenders)
    for unit in combat.attackers:
        _check_adjacent(state, unit, defenders)
    if not named and not order.support:
        raise IllegalOrder("7.0", "an attack needs attacking units, artillery or Ground Support")
    if not combat.attackers and len(defenders) > 1:
        reason = "without ground units, artillery and Ground Support can attack only one hex"
        raise IllegalOrder("8.13", reason, state.ids(defenders))
    check_support(state, state.side, order.support, defenders)
    check_artillery(state, combat)
    Duties(state, found).check(combat.attackers, combat.barrage, defenders)
    return combat


def _check_once(state: State, units: tuple[int, ...]) -> None:
    for unit in units:
        if units.count(unit) > 1:
            raise IllegalOrder("7.14", f"you have named {state.units[unit].name} twice", state.ids((unit,)))


def begin(state: State, combat: Combat) -> None:
    """Mark the units of a combat as having fought; each attacks or is attacked only once in a phase (7.14)."""
    state.attacked = changed(state.attacked, state.serial, *combat.attackers, *combat.barrage)
    state.defended = changed(state.defended, state.serial, *combat.defenders)


def _check_attacker(state: State, unit: int) -> None:
    counter = state.units[unit]
    about = (counter.id,)
    if counter.side != state.side:
        raise IllegalOrder("7.0", f"{counter.name} is not one of your units, so it cannot attack", about)
    if state.attacked[unit] == state.serial:
        raise IllegalOrder("7.14", f"{counter.name} has already attacked this phase", about)
    if state.advanced[unit] == state.serial:
        raise IllegalOrder("7.96", f"{counter.name} has advanced and cannot attack this phase", about)
    if state.location[unit] in state.rules.no_attacks.hexes:
        raise IllegalOrder(state.rules.no_attacks.case, f"{counter.name} cannot attack from its hex", about)
    if counter.is_artillery:
        check_can_fire(state, unit)


def _check_defender(state: State, unit: int) -> None:
    counter = state.units[unit]
    about = (counter.id,)
    if counter.side == state.side:
        raise IllegalOrder("7.0", f"{counter.name} is one of your own units; attack an enemy unit", about)
    if state.defended[unit] == state.serial:
        raise IllegalOrder("7.14", f"{counter.name} has already been attacked this phase", about)
    if state.advanced[unit] == state.serial:
        raise IllegalOrder("7.96", f"{counter.name} has advanced and cannot be attacked this phase", about)


def _check_range(state: State, gun: int, defenders: tuple[int, ...]) -> None:
    if not reaches(state, gun, defenders):
        counter = state.units[gun]
        nearest = min(state.scenario.board.grid.distance(state.location[gun], state.location[d]) for d in defenders)
        far, reach = count(nearest, "hex", "hexes", most=0), counter.strength.range
        reason = f"the nearest defender is {far} away, and {counter.name} has a range of {reach}"
        raise IllegalOrder("8.12", reason, (counter.id, *state.ids(defenders)))


def _check_adjacent(state: State, unit: int, defenders: tuple[int, ...]) -> None:
    rules = state.rules
    counter = state.units[unit]
    around = rules.river_assaults.attacks_into(state, unit)
    if len(defenders) > 1 and rules.river_assaults.assaults(state, unit):
        named = (counter.id, *state.ids(defenders))
        raise IllegalOrder(rules.river_assaults.case, f"{counter.name} can assault only one enemy unit", named)
    for defender in defenders:
        if state.location[defender] in around:
            continue
        other = state.units[defender]
        about = ((counter.id, other.id), state.numbers((state.location[unit], state.location[defender])))
        if counter.is_artillery:
            reason = f"{counter.name} is next to an enemy and can attack only units next to it, not {other.name}"
            raise IllegalOrder("8.32", reason, *about)
        if state.location[defender] in state.scenario.board.grid.neighbors[state.location[unit]]:
            raise IllegalOrder("6.33", f"{counter.name} cannot attack {other.name} across an unbridged river", *about)
        case = "7.23" if len(defenders) > 1 else "7.15"
        raise IllegalOrder(case, f"{counter.name} is not next to {other.name}", *about)


def may_answer(state: State, combat: Combat) -> bool:
    """Return True if a battle's limit on artillery allows the defender's part of a combat."""
    share = defending_share(state, combat)
    return not (share.guns or share.support) or artillery_fits(state, share)


def check_artillery(state: State, combat: Combat) -> None:
    """Raise `IllegalOrder` if a side uses more artillery in a combat than the battle allows."""
    rules = state.rules
    for share in (attacking_share(state, combat), defending_share(state, combat)):
        if (share.guns or share.support) and not artillery_fits(state, share):
            raise IllegalOrder(
                rules.artillery_limit(state, share.side, attacking=share.attacking).case,
                _too_much(state, share),
                state.ids(share.guns),
            )


def _too_much(state: State, share: Share) -> str:
    most = state.rules.artillery_limit(state, share.side, attacking=share.attacking).guns
    if len(share.guns) > most:
        who = state.scenario.sides[share.side].people
        what = "to attack" if share.attacking else "for Final Protective Fire"
        guns = f"no artillery {what}" if not most else f"only {count(most, 'artillery unit')} {what}"
        return f"{who} can use {guns} in one combat, including units next to the enemy"
    strengths = ((state.units[gun].name, state.units[gun].strength) for gun in share.guns)
    fire = [f"{name} ({s.barrage if share.attacking else s.fpf})" for name, s in strengths]
    if share.support:
        fire.append(f"{share.support} Ground Support")
    if not share.ground:
        return f"{listed(fire)} can only support ground units, and this combat has none"
    points = count(share.ground, "Strength Point", most=0)
    return f"{listed(fire)} would add more than the {points} of the ground units in this combat"


def attacking_share(state: State, combat: Combat) -> Share:
    """Return the attacker's part of a combat, for limits on artillery."""
    artillery, units = state.scenario.artillery, state.scenario.units
    guns = tuple([u for u in (*combat.attackers, *combat.barrage) if artillery[u]])
    ground = sum([units[u].strength.attack for u in combat.attackers if not artillery[u]])
    return Share(combat.side, True, ground, guns, combat.support)


def defending_share(state: State, combat: Combat) -> Share:
    """Return the defender's part of a combat, for limits on artillery."""
    artillery, units = state.scenario.artillery, state.scenario.units
    ground = sum([units[u].strength.defense for u in combat.defenders if not artillery[u]])
    return Share(1 - combat.side, False, ground, combat.fire, combat.fire_support)


# -- the defender's answer


def alone(state: State, combat: Combat) -> bool:
    """Return True if only artillery and Ground Support attack (8.15, 8.45, 8.62)."""
    return only_artillery(state, combat.attackers)


def only_artillery(state: State, units: Iterable[int]) -> bool:
    """Return True if all of the units are artillery, or there are none."""
    artillery = state.scenario.artillery
    return all(artillery[u] for u in units)


def protect(state: State, order: Fpf) -> Combat:
    """Return the current combat with the defender's Final Protective Fire. Raises `IllegalOrder`."""
    combat = state.under_way
    guns = _find_all(state, order.units)
    _check_once(state, guns)
    side = 1 - combat.side
    for gun in guns:
        if state.units[gun].side != side:
            reason = f"{state.units[gun].name} is not one of the defender's units, so it cannot support them"
            raise IllegalOrder("8.4", reason, state.ids((gun,)))
        check_final_protective_fire(state, gun, combat.defenders)
    if (guns or order.support) and alone(state, combat):
        reason = "no Final Protective Fire is possible, because only artillery and Ground Support attack"
        raise IllegalOrder("8.45", reason)
    check_support(state, side, order.support, combat.defenders)
    combat = combat._replace(fire=tuple(sorted(guns)), fire_support=order.support)
    check_artillery(state, combat)
    return combat


def can_protect(state: State) -> bool:
    """Return True if the defender of the current combat has any Final Protective Fire to give."""
    combat = state.under_way
    if alone(state, combat):
        return False
    share = defending_share(state, combat)
    if any(artillery_fits(state, share._replace(guns=(gun,))) for gun in protectors(state, combat.defenders)):
        return True
    return support_left(state, share.side, combat.defenders) > 0 and artillery_fits(state, share._replace(support=1))
