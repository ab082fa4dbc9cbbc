"""An attack before it is declared: the units that could join, its odds, its limits, and its results."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import product
from typing import TypeVar

from westwall_tui.engine.combinatorics import subsets
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Fpf, IllegalOrder, Order, as_order
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import obligations, retreat
from westwall_tui.engine.rules.answers import UNLIMITED, Share
from westwall_tui.engine.rules.artillery import artillery_fits, in_range, protectors, reaches, support_left
from westwall_tui.engine.rules.combat import Odds
from westwall_tui.engine.rules.displacement import Open, open_ground
from westwall_tui.engine.rules.obligations import Contacts, Duties, Outstanding
from westwall_tui.engine.rules.results_table import FURTHEST, effect
from westwall_tui.engine.state import Combat, State
from westwall_tui.engine.terrain import LINE_ORDER, Line

Kind = TypeVar("Kind", bound=Order)


def _indices(game: Game, units: Sequence[int | str]) -> tuple[int, ...]:
    if isinstance(units, str):
        raise TypeError(f"give the units as a list: [{units!r}]")
    return tuple([game.scenario.unit(unit) for unit in units])


def _read(order: Order | str, kind: type[Kind], name: str) -> Kind:
    found = as_order(order)
    if not isinstance(found, kind):
        raise TypeError(f"{str(found)!r} is not {name}")
    return found


# -- the retreats of a combat's units (7.7)


class Fate(Record):
    """A unit's retreat in the current position."""

    unit: int
    room: int
    """The number of hexes that the unit could retreat, at most 4; a result that requires more eliminates it (7.74)."""
    ways: tuple[int, ...]
    """The hexes where its first step can lead."""
    held: int = 0
    """The longest retreat that the owner may reduce to nothing, as in a City in some battles."""


def fates(game: Game, units: Sequence[int]) -> tuple[Fate, ...]:
    """Return the retreat of each of these units if it retreated first, before the others (7.7)."""
    sides = [game.state.units[unit].side for unit in units]
    ground = {side: open_ground(game.state, side) for side in sorted(set(sides))}
    return tuple([fate(game, unit, ground[side]) for unit, side in zip(units, sides, strict=True)])


def fate(game: Game, unit: int | str, ground: Open | None = None) -> Fate:
    """Return a unit's retreat in the current position (7.7). Pass `ground` to avoid finding it again."""
    state, unit = game.state, game.scenario.unit(unit)
    first = retreat.choices(state, unit, 1, ground=ground)
    if first.lost:
        return Fate(unit, 0, ())
    ways = dict.fromkeys(path[1] for path in first.paths if len(path) > 1)
    held = 0
    while held < FURTHEST and _holds(first if held == 0 else retreat.choices(state, unit, held + 1, ground=ground)):
        held += 1
    return Fate(unit, retreat.room(state, unit, FURTHEST, ground), tuple(ways), held)


def _holds(found: retreat.Choices) -> bool:
    """Return True if a unit may stay where it is without being lost."""
    return not found.lost and any(len(path) == 1 for path in found.paths)


def fatal_dice(game: Game, fate: Fate, results: Sequence[str], *, alone: bool = False) -> list[int]:
    """Return the rolls, 1 to 6, that eliminate a unit in a combat, outright or for want of a retreat (7.74).

    `results` are the results of the six rolls. Units of the phasing side attack, all others defend. `alone` is True if
    artillery and Ground Support attack without ground units (8.15).
    """
    asked = (asked_of(game, fate.unit, result, alone=alone) for result in results)
    return [die for die, hexes in enumerate(asked, 1) if hexes > fate.room]


def asked_of(game: Game, unit: int, result: str, *, alone: bool = False) -> int:
    """Return the hexes that a result makes a unit retreat (7.62): 0 for none, 5 for a unit eliminated outright."""
    asked = effect(result, alone=alone)
    return asked.attackers if game.state.units[unit].side == game.state.side else asked.defenders


# -- the strongest possible attack on an enemy (7.0, 8.2, 9.0), and the strongest fire within limits


def strongest(state: State, enemies: Sequence[int], near: Sequence[int], guns: Sequence[int]) -> Combat:
    """Return the attack on enemies with all adjacent units and the most artillery and Ground Support within limits.

    Adjacent artillery must join, so it comes first (8.31). Other units' obligations are ignored.
    """
    units = state.units
    ground = [unit for unit in near if not units[unit].is_artillery]
    share = Share(state.side, True, sum(units[unit].strength.attack for unit in ground), (), 0)
    obliged, _ = fullest(state, share, [unit for unit in near if units[unit].is_artillery], 0)
    rest, support = fullest(state, share._replace(guns=obliged), guns, support_left(state, state.side, enemies))
    return Combat(state.side, tuple(sorted((*ground, *obliged))), rest, tuple(enemies), support)


def fullest(state: State, share: Share, guns: Sequence[int], support: int) -> tuple[tuple[int, ...], int]:
    """Return the artillery and Ground Support that add the most points within limits; a tie goes to less support."""

    rules = state.rules

    def worth(gun: int) -> int:
        strength = state.units[gun].strength
        return strength.barrage if share.attacking else strength.fpf

    most = rules.artillery_limit(state, share.side, attacking=share.attacking).guns
    ranked = sorted(guns, key=lambda gun: (-worth(gun), gun))[: max(most - len(share.guns), 0)]
    groups: dict[int, tuple[int, ...]] = {0: ()}
    for gun in ranked:  # battles limit artillery by number or points, not by unit, so only the sum matters
        groups |= {
            total + worth(gun): (*group, gun) for total, group in groups.items() if total + worth(gun) not in groups
        }
    offers = sorted(((total + n, -n, total) for total in groups for n in range(support + 1)), reverse=True)
    for _, less, total in offers:
        with_these = share._replace(guns=(*share.guns, *groups[total]), support=-less)
        if not (with_these.guns or with_these.support) or artillery_fits(state, with_these):
            return tuple(sorted(groups[total])), -less
    return (), 0


def legal_attacks(state: State, duties: Duties, enemies: tuple[int, ...]) -> Iterator[Combat]:
    """Yield the legal attacks on these enemies together that no other unit could join (7.11, 7.12)."""
    found = duties.found
    guns = [gun for gun in found.guns if reaches(state, gun, enemies)]
    near = found.next_to_all(enemies)
    over_river = [unit for unit in near if unit in found.assaults] if len(enemies) == 1 else []
    on_foot = [unit for unit in near if unit not in found.assaults]
    for able, barrage in product([[*on_foot, unit] for unit in over_river] or [on_foot], (guns, []) if guns else ([],)):
        full: list[frozenset[int]] = []
        for units in sorted(subsets(able), key=len, reverse=True):
            if units and not any(larger.issuperset(units) for larger in full):
                combat = strongest(state, enemies, units, barrage)
                if combat.attackers and duties.allow(combat.attackers, combat.barrage, enemies):
                    full.append(frozenset(units))
                    yield combat


def strongest_legal(state: State, duties: Duties, enemies: tuple[int, ...]) -> Combat | None:
    """Return the legal attack on these enemies together that has the highest differential; None if there is none."""
    found = legal_attacks(state, duties, enemies)
    return max(found, key=lambda combat: fight.odds(state, combat).differential, default=None)


# -- The combat under way: its arithmetic and the defender's possible answers (8.4, 9.0).


def current(game: Game) -> Odds | None:
    """Return the arithmetic of the combat under way; None without a combat, or after its roll."""
    combat = game.state.combat
    return None if combat is None or combat.result else fight.odds(game.state, combat)


def protection(game: Game) -> tuple[tuple[int, ...], int]:
    """Return the artillery that may fire FPF in the current combat, and the Ground Support Points that may join it."""
    state = game.state
    if state.combat is None or fight.alone(state, state.combat):
        return (), 0
    side, defenders = 1 - state.combat.side, state.combat.defenders
    return tuple(protectors(state, defenders)), support_left(state, side, defenders)


class Answer(Record):
    """A combat with the defender's Final Protective Fire."""

    odds: Odds
    refusal: IllegalOrder | None
    """The refusal of that fire, or None if the fire is legal."""


def answer(game: Game, order: Fpf | str) -> Answer | None:
    """Return the current combat with this Final Protective Fire, legal or not; None if there is no combat.

    Raises `TypeError` for another kind of order.
    """
    order = _read(order, Fpf, "Final Protective Fire")
    combat = answered(game, order)
    return None if combat is None else Answer(fight.odds(game.state, combat), game.explain(order))


def answered(game: Game, order: Fpf) -> Combat | None:
    """Return the current combat with the defender's answer, legal or not; None if there is no combat."""
    state = game.state
    if state.combat is None:
        return None
    find = state.scenario.by_id
    guns = tuple(sorted(find[name.lower()] for name in order.units if name.lower() in find))
    return state.combat._replace(fire=guns, fire_support=order.support)


def fire_points(game: Game, unit: int) -> int:
    """Return the Strength that an artillery unit's Final Protective Fire adds (8.4)."""
    return game.state.units[unit].strength.fpf


def under_fire(game: Game, combat: Combat) -> Combat:
    """Return a combat with the defender's strongest answer: FPF units and Ground Support Points."""
    state = game.state
    if fight.alone(state, combat):
        return combat
    share, guns = fight.defending_share(state, combat), protectors(state, combat.defenders)
    support = support_left(state, share.side, combat.defenders)
    fire, points = fullest(state, share._replace(guns=(), support=0), guns, support)
    return combat._replace(fire=fire, fire_support=points)


def fire_matters(game: Game) -> bool:
    """Return True if the defender of the combat under way could change its column by fire (8.4, 9.0)."""
    state = game.state
    if state.combat is None:
        return False
    odds = fight.odds(state, state.combat)
    return fight.odds(state, under_fire(game, state.combat), odds.line).column != odds.column


def most_fire(game: Game, combat: Combat) -> int:
    """Return the Strength Points that the defender's strongest answer adds to a combat (8.4, 9.0)."""
    fired = under_fire(game, combat)
    return sum(fire_points(game, gun) for gun in fired.fire) + fired.fire_support


# -- An attack before it is declared: possible units, arithmetic, results.


class Candidates(Record):
    """The units that could join an attack on some defenders."""

    attackers: tuple[int, ...]
    """Units adjacent to all defenders that may still attack, including adjacent artillery (7.23, 8.31)."""
    guns: tuple[int, ...]
    """Artillery that could barrage the defenders (8.11)."""
    others: tuple[int, ...]
    """Further enemies that some of the attackers could attack in the same combat (7.2)."""
    support: int
    """Ground Support Points that may be used (9.0)."""


def candidates(game: Game, defenders: Sequence[int | str]) -> Candidates:
    """Return the units that could attack all of these defenders in one combat."""
    state, defenders = game.state, _indices(game, defenders)
    found = obligations.contacts(state)
    near = tuple(found.next_to_all(defenders))
    guns = tuple(gun for gun in found.guns if reaches(state, gun, defenders))
    others = tuple(e for e in found.attackers if e not in defenders and any(u in near for u in found.attackers[e]))
    return Candidates(near, guns, others, support_left(state, state.side, defenders))


def suggested(game: Game, defenders: Sequence[int | str], unit: int = -1) -> tuple[int, ...]:
    """Return the adjacent units with which to begin an attack: all of them if that is legal, or all but artillery.

    If neither is legal, return the units that have no other enemy to attack, and `unit`; if there are none, all but
    artillery.
    """
    defenders = _indices(game, defenders)
    near = candidates(game, defenders).attackers
    ground = tuple(u for u in near if not game.state.units[u].is_artillery)
    ids = game.state.ids
    for group in (near, ground):
        if group and game.explain(Attack(ids(group), ids(defenders))) is None:
            return group
    others = [candidates(game, (enemy,)).attackers for enemy in candidates(game, defenders).others]
    bound = {u for u in ground if not any(u in attackers for attackers in others)}
    return tuple(sorted(bound | ({unit} & set(near)))) or ground


def targets(game: Game, unit: int | str | None = None) -> list[int]:
    """Return the enemies that could be attacked in this phase, by adjacent units, artillery or Ground Support.

    With a `unit`, return the enemies that it could attack or barrage.
    """
    state, found = game.state, obligations.contacts(game.state)

    def shelled(enemy: int) -> bool:
        in_reach = any(in_range(state, g, enemy) and obligations.alone(state, g) for g in found.guns)
        return in_reach or obligations.support_alone(state, enemy)

    every = [e for e, near in found.attackers.items() if near or shelled(e)]
    if unit is None:
        return every
    mine = game.scenario.unit(unit)
    fires = mine in found.guns
    return [e for e in every if mine in found.attackers[e] or (fires and in_range(state, mine, e))]


def why_no_target(game: Game, enemy: int) -> IllegalOrder:
    """Return a refusal: why no unit can attack an enemy that is not among the `targets`."""
    state = game.state
    found = game.explain(Attack((), state.ids((enemy,))))
    if found is not None and found.case not in ("7.0", "7.15"):
        return found
    target = state.units[enemy]
    reason = f"no unit next to {target.name} and no artillery in range may attack it"
    return IllegalOrder("7.15", reason, (target.id,), (state.number(state.location[enemy]),))


def why_idle(game: Game, unit: int) -> IllegalOrder:
    """Return a refusal: why a unit of the phasing side has no `targets`."""
    state = game.state
    anybody = state.on_map(1 - state.side)[:1]
    found = game.explain(Attack(state.ids((unit,)), state.ids(anybody)))
    if found is not None and found.case in ("7.14", "7.96", "7.82"):
        return found
    return IllegalOrder("7.15", f"{state.units[unit].name} has no enemy to attack", state.ids((unit,)))


def attack_points(game: Game, unit: int) -> int:
    """Return a unit's contribution to an attack: its Attack Strength or, for artillery, Barrage Strength (8.31)."""
    counter = game.state.units[unit]
    return counter.strength.barrage if counter.is_artillery else counter.strength.attack


class Preview(Record):
    """A combat before it is declared."""

    odds: Odds
    refusal: IllegalOrder | None
    """The refusal if the combat cannot be declared as it is; otherwise None."""
    reason: str
    """The reason for the combat's line, in a few words."""
    fire: int
    """The maximum FPF and Ground Support that the defender could add."""
    fire_odds: Odds
    """The odds of the same combat with that maximum."""
    fates: tuple[Fate, ...]
    """The defenders' retreats."""
    attacker_fates: tuple[Fate, ...]
    still: Outstanding
    """The obligations left after the combat."""


def preview(game: Game, order: Attack | str) -> Preview | None:
    """Return an attack's odds, six results, retreats, and its refusal if it is illegal.

    Return None if a unit is unknown, or no enemy is named. Units not adjacent to all defenders are left out, except
    artillery; the refusal names one. Raises `TypeError` for another order.
    """
    state, order = game.state, _read(order, Attack, "an attack")
    wanted = sketch(game, order)
    if wanted is None:
        return None
    combat = wanted._replace(attackers=_next_to_all(game, wanted))
    found = obligations.contacts(state)
    left = found.after((*combat.attackers, *combat.barrage), combat.defenders)
    odds = fight.odds(state, combat)
    fired = fight.odds(state, under_fire(game, combat), odds.line)
    return Preview(
        odds,
        _refusal(game, order, found),
        _line_reason(game, combat, odds.line),
        fired.defense - odds.defense,
        fired,
        fates(game, combat.defenders),
        fates(game, combat.attackers),
        obligations.outstanding(state, left),
    )


def _refusal(game: Game, order: Attack, found: Contacts) -> IllegalOrder | None:
    """Return the refusal of an attack, as `Game.explain` does; in a Combat Phase, reuse the contacts found before."""
    if not isinstance(game.state.pending, CombatPhase):
        return game.explain(order)
    try:
        fight.declare(game.state, order, found)
    except IllegalOrder as refusal:
        return refusal
    return None


def _next_to_all(game: Game, combat: Combat) -> tuple[int, ...]:
    """Return a combat's attackers that are adjacent to all its defenders (7.23); artillery stays."""
    state, around = game.state, game.scenario.board.grid.neighbors
    at = {state.location[defender] for defender in combat.defenders}
    return tuple(u for u in combat.attackers if state.units[u].is_artillery or at.issubset(around[state.location[u]]))


def sketch(game: Game, order: Attack) -> Combat | None:
    """Return the combat of an order, legal or not; None if a unit is not on the map, or the order names no enemy."""
    try:
        return fight.meant(game.state, order)
    except IllegalOrder:
        return None


def line_reason(game: Game, combat: Combat) -> str:
    """Return the reason for a combat's line of the table: `Town at 1417`, `stream, which all attackers cross`."""
    return _line_reason(game, combat, fight.terrain_line(game.state, combat))


def _line_reason(game: Game, combat: Combat, line: Line) -> str:
    state = game.state
    for defender in combat.defenders:
        own = game.rules.defense_line(state, defender)
        if LINE_ORDER[own.rank] is line:
            return f"{own.name} at {state.number(state.location[defender])}"
    if any(game.rules.river_assaults.assaults(state, unit) for unit in combat.attackers):
        return "river, attacked across"
    return "stream, which all attackers cross" if line is Line.BROKEN else "bridge, which attackers must cross"


def attackers_alone(game: Game, order: Attack) -> bool:
    """Return True if only artillery and Ground Support attack (8.15)."""
    combat = sketch(game, order)
    return combat is not None and guns_alone(game, combat.attackers)


def guns_alone(game: Game, attackers: Iterable[int]) -> bool:
    """Return True if only artillery and Ground Support attack, adjacent or not (8.15)."""
    return fight.only_artillery(game.state, attackers)


# -- limits of artillery and Ground Support in a combat, and their cases


def artillery_limit(game: Game, share: Share) -> str:
    """Return the limit on a side's artillery in a combat, with the amount used; empty if there is no limit."""
    rules, state = game.rules, game.state
    limit = rules.artillery_limit(state, share.side, attacking=share.attacking)
    told = []
    if limit.guns != UNLIMITED:
        told.append(f"artillery units {len(share.guns)} of at most {limit.guns} ({limit.case})")
    if limit.per_point is not None:
        strengths = [state.units[gun].strength for gun in share.guns]
        used = sum(s.barrage if share.attacking else s.fpf for s in strengths) + share.support
        told.append(f"artillery and support {used} of at most {limit.points(share.ground)} ({limit.case})")
    return ", ".join(told)


def attack_limit(game: Game, order: Attack) -> str:
    """Return `artillery_limit` for an attack, legal or not."""
    combat = sketch(game, order)
    return "" if combat is None else artillery_limit(game, fight.attacking_share(game.state, combat))


def fire_limit(game: Game, order: Fpf) -> str:
    """Return `artillery_limit` for the defender's answer to the current combat, legal or not."""
    combat = answered(game, order)
    return "" if combat is None else artillery_limit(game, fight.defending_share(game.state, combat))


def withheld_support_case(game: Game, side: int, defenders: Sequence[int]) -> str:
    """Return the case that forbids a side's Ground Support in a combat against these units, or in their defense.

    Return an empty text if the side may use Ground Support there, or has none left.
    """
    rules, state = game.rules, game.state
    if support_left(state, side, defenders) or not support_left(state, side):
        return ""
    return rules.ground_support(state, side).case


def targets_of_support(game: Game, defenders: Collection[int]) -> list[int]:
    """Return the enemies besides some defenders that Ground Support alone could still attack in this phase (9.13)."""
    state = game.state
    enemies = obligations.contacts(state).attackers
    return [enemy for enemy in enemies if enemy not in defenders and obligations.support_alone(state, enemy)]


def support_to_lapse(game: Game, combats: int) -> int:
    """Return the phasing side's Ground Support Points that this many more combats cannot use up (9.14).

    Return 0 if the side can still use points in defense in this Game-Turn.
    """
    state = game.state
    support = state.rules.ground_support(state, state.side)
    if state.side == 0:  # the other side's Combat Phase is still to come
        later = state.copy()
        later.side, later.serial = 1, state.serial + 1
        if state.rules.ground_support(later, 0).left:
            return 0
    return max(0, support.left - combats * support.in_a_combat)


class Limit(StrEnum):
    """A limit on combats by a battle's own case."""

    ASSAULT = "assault"
    """An assault across a river attacks one enemy only."""
    ATTACKER = "attacker"
    """A unit may not attack from its hex."""
    SUPPORT = "support"
    """Ground Support may not be used."""
    GUNS = "guns"
    """The number of artillery units on a side."""
    SHARE = "share"
    """Artillery and Ground Support in proportion to ground units."""


def limit_of(game: Game, case: str) -> Limit | None:
    """Return the limit behind a battle's case; None for other cases."""
    rules, state = game.rules, game.state
    found = {rules.river_assaults.case: Limit.ASSAULT, rules.no_attacks.case: Limit.ATTACKER}
    for side in (0, 1):
        found[rules.ground_support(state, side).case] = Limit.SUPPORT
        for attacking in (True, False):
            limit = rules.artillery_limit(state, side, attacking=attacking)
            found[limit.case] = Limit.GUNS if limit.guns != UNLIMITED else Limit.SHARE
    return found.get(case)
