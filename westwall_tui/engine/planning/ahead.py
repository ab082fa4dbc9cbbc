"""Attacks planned in the Movement Phase: the units that could join, the hexes where they would, and the odds."""

from collections.abc import Collection, Mapping, Sequence

from westwall_tui.engine.combinatorics import largest_matching, subsets
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Attack
from westwall_tui.engine.planning.attack import Preview, attack_points, fullest, preview, sketch, strongest_legal
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.artillery import support_left
from westwall_tui.engine.rules.movement import FAR, Field
from westwall_tui.engine.rules.moves import movers
from westwall_tui.engine.rules.obligations import Duties, alone
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State

# -- Phases that have not begun, and units in imagined places.


def imagined(game: Game, places: Mapping[int, int] | None = None) -> Game:
    """Return a copy of the game in which the phasing side attacks now, with some of its units in other hexes.

    `places` holds hexes by unit. Events between the phases, such as the loss of units that could not land, are left
    out. In a Combat Phase nothing else changes.
    """
    twin = game.copy()
    state = twin.state
    for unit, h in (places or {}).items():
        state.place(unit, h)
    if state.phase is not Phase.COMBAT:
        state.serial += 1
        state.phase = Phase.COMBAT
        state.frames = [CombatPhase(state.side)]
    return twin


def as_if_moving(game: Game, side: int) -> Game:
    """Return a copy of the game in which a side's Movement Phase begins now, to plan its next turn.

    Everything else is unchanged: the Game-Turn, its weather and reinforcements, Ground Support Points left.
    """
    twin = game.copy()
    state = twin.state
    state.serial += 1
    state.side, state.phase, state.combat = side, Phase.MOVEMENT, None
    state.frames = [Movement(side)]
    return twin


# -- Attacks planned in the Movement Phase: units that could join, and the odds with them.


class Spot(Record):
    """A hex from which a unit could attack."""

    hex: int
    left: int
    """The half Movement Points left there; the whole allowance if the unit is already there and has not moved."""
    barrage: bool
    """True if it would barrage from a distance (8.1)."""
    cost: int = 0
    """The cost in half Movement Points: on the map, onto it, or after landing (5.13)."""


class Joiner(Record):
    """A unit that could join an attack in this Player-Turn's Combat Phase."""

    unit: int
    spots: tuple[Spot, ...]
    """The unit's hexes, those with the most Movement Points left first, then by number."""
    entering: bool
    """True if it would enter or land first."""


def could_attack(game: Game, enemies: Sequence[int], units: Collection[int] | None = None) -> list[Joiner]:
    """Return the phasing side's units that could attack all of the enemies together, and from where (7.23, 8.2).

    Each unit is considered alone; if two need one hex, `shared_out` decides. Units on the map come first. Artillery
    joins from an adjacent hex, or barrages at least one of the enemies from a hex without contact. New obligations on
    the way are ignored. `units` limits the question to these.
    """
    state = game.state
    if not enemies or any(state.location[enemy] < 0 for enemy in enemies):
        return []
    side = state.side
    ground = movement.field(state, side)
    able = set(movers(state, side, ground))
    shooting = _Aim(state.copy(), tuple(enemies), ground)
    found = []
    asked = able | set(state.on_map(side))
    for unit in sorted(asked if units is None else asked & set(units), key=lambda u: (state.location[u] < 0, u)):
        targets = shooting.hexes(unit)
        places = _places(state, unit, ground, unit in able, targets)
        spots = [spot for h, (left, cost) in places.items() if (spot := shooting.spot(unit, h, left, cost))]
        if spots:
            spots.sort(key=lambda spot: (-spot.left, spot.hex))
            found.append(Joiner(unit, tuple(spots), state.location[unit] < 0))
    return found


def shared_out(joiners: Sequence[Joiner], wanted: Mapping[int, int]) -> dict[int, Spot]:
    """Return a separate hex for each unit of `wanted`, as units cannot stack (5.31); some may get no hex.

    `wanted` holds each unit's hex, or `NOWHERE` for any hex. Earlier units keep their hexes if possible, but move to
    other hexes if that lets one more unit join.
    """
    spots = {joiner.unit: {spot.hex: spot for spot in joiner.spots} for joiner in joiners if joiner.unit in wanted}
    taken: dict[int, int] = {}
    for unit, h in wanted.items():
        if h in spots.get(unit, {}) and h not in taken.values():
            taken[unit] = h
    for unit in wanted:
        if unit in spots and unit not in taken:
            free = next((h for h in spots[unit] if h not in taken.values()), NOWHERE)
            if free != NOWHERE:
                taken[unit] = free
                continue
            choices = {other: (h, *spots[other]) for other, h in taken.items()} | {unit: tuple(spots[unit])}
            found = largest_matching(choices)
            taken = found if len(found) == len(choices) else taken
    return {unit: spots[unit][taken[unit]] for unit in wanted if unit in taken}


class PreparedAttack(Record):
    """An attack by units that first move to their hexes."""

    enemies: tuple[int, ...]
    """The enemies that are attacked together; almost always one."""
    places: Mapping[int, int]
    """The hex of each attacker."""
    support: int = 0
    """The Ground Support Points of the attack."""
    others: Mapping[int, int] = {}
    """The hexes of units that attack other enemies, without which the attack would be illegal (7.11)."""
    ring: Mapping[int, int] = {}
    """The hexes of units that only help to surround the enemy."""

    def preview(self, game: Game) -> Preview | None:
        """Return the odds of the attack, its results and retreats; None if no unit attacks."""
        if not self.places:
            return None
        return sketch_attack(game, self.places, self.enemies, self.support, {**self.ring, **self.others})


def fullest_attack(game: Game, enemy: int) -> PreparedAttack:
    """Return the strongest attack on an enemy that the phasing side could still prepare in its Movement Phase.

    The strongest units come first; a better choice of hexes may exist.
    """
    state = game.state
    units, held, zone = state.units, state.held[1 - state.side], state.ground.zone
    joiners = could_attack(game, (enemy,))
    guns = [joiner.unit for joiner in joiners if units[joiner.unit].is_artillery]
    ground = [
        joiner.replace(spots=tuple(sorted(joiner.spots, key=lambda spot: sum(held[n] for n in zone[spot.hex]))))
        for joiner in joiners
        if joiner.unit not in guns
    ]
    places = dict[int, int]()
    for unit in sorted((joiner.unit for joiner in ground), key=lambda u: (-units[u].strength.attack, u)):
        found = shared_out(ground, {**places, unit: NOWHERE})
        if unit in found:
            places = {each: spot.hex for each, spot in found.items()}
    share = Share(state.side, True, sum(units[unit].strength.attack for unit in places), (), 0)
    while True:
        support = support_left(imagined(game, places).state, state.side, (enemy,))
        chosen, support = fullest(state, share, guns, support)
        found = shared_out(joiners, {**places, **dict.fromkeys(chosen, NOWHERE)})
        if found.keys() >= {*chosen}:
            break
        guns = [gun for gun in guns if gun not in chosen or gun in found]
    return _made_legal(game, enemy, {each: spot.hex for each, spot in found.items()}, support)


def _made_legal(game: Game, enemy: int, places: dict[int, int], support: int) -> PreparedAttack:
    """Return an attack after which all other obligations can still be met (7.11).

    More units come to attack other enemies, or attackers are left out to do so, or all attack two enemies together. An
    attack that stays illegal is returned unchanged.
    """
    twin, ids = imagined(game, places), game.state.ids
    full = PreparedAttack((enemy,), places, support)
    combat = sketch(twin, Attack(ids(tuple(places)), ids((enemy,)), (), support))
    duties = Duties(twin.state)
    if combat is None or duties.allow(combat.attackers, combat.barrage, combat.defenders):
        return full
    others = dict[int, int]()
    for other in duties.neglected(combat.attackers, combat.barrage, combat.defenders):
        others |= spare_attacker(game, other, {**places, **others})
    helped = imagined(game, {**places, **others}).state
    if Duties(helped).allow(combat.attackers, combat.barrage, combat.defenders):
        return full.replace(others=others)
    touched = duties.found.touched
    beside = (set(touched[unit]) - {enemy} for unit in duties.found.attackers[enemy])
    groups = {(enemy, *more) for each in beside for more in subsets(sorted(each))}
    for enemies in sorted(groups, key=lambda group: (len(group), group)):
        for state, more in ((helped, others), (twin.state, {})):
            legal = strongest_legal(state, Duties(state), enemies)
            if legal is not None:
                attackers = {unit: state.location[unit] for unit in (*legal.attackers, *legal.barrage)}
                left_out = {unit: h for unit, h in places.items() if unit not in attackers}
                also = more | {unit: h for unit, h in left_out.items() if unit in touched}
                found = PreparedAttack(enemies, attackers, legal.support, also)
                preview = found.preview(game)
                if preview is not None and preview.refusal is not None:  # a gun attacks another enemy
                    found = found.replace(others=more | left_out)
                return found
    return full


def spare_attacker(game: Game, enemy: int, busy: Mapping[int, int]) -> dict[int, int]:
    """Return the weakest unit that could come to attack an enemy, with its hex; nothing if there is none.

    `busy` has units that do something else, with their hexes. The hex is next to as few other enemies as possible.
    """
    state, taken = game.state, set(busy.values())
    held, zone, artillery = state.held[1 - state.side], state.ground.zone, state.scenario.artillery
    able = [unit for unit in state.scenario.of_side[state.side] if unit not in busy]
    lone_guns = [unit for unit in able if artillery[unit] and alone(state, unit)]
    for units in ([unit for unit in able if not artillery[unit]], lone_guns):
        joiners = could_attack(game, (enemy,), units)
        for joiner in sorted(joiners, key=lambda each: (attack_points(game, each.unit), each.unit)):
            free = [spot.hex for spot in joiner.spots if spot.hex not in taken]
            if free:
                return {joiner.unit: min(free, key=lambda h: sum(held[n] for n in zone[h]))}
    return {}


def _places(state: State, unit: int, ground: Field, able: bool, wanted: frozenset[int]) -> dict[int, tuple[int, int]]:
    """Return the `wanted` hexes that a unit could reach before combat, with half Movement Points left and spent."""
    here, limit = state.location[unit], state.rules.allowance(state, unit)
    found: dict[int, tuple[int, int]] = {}
    if able:
        way, limit = way_of(state, unit, ground)
        found = {
            h: (limit - way.cost[h], way.cost[h])
            for h in wanted
            if way.cost[h] != FAR and h != here and movement.may_stop(ground, state, unit, h)
        }
    if here in wanted:
        found[here] = (limit if able else 0), 0
    return found


def way_of(state: State, unit: int, ground: Field) -> tuple[movement.Spread, int]:
    """Return a unit's reach in this Movement Phase, and its allowance in half Movement Points.

    A unit that lands is judged from all its landing hexes.
    """
    rules = state.rules
    if state.location[unit] >= 0 or not rules.landings.lands(state, unit):
        return movement.reach(state, unit, ground), rules.allowance(state, unit)
    hexes = rules.landings.hexes(state, unit)
    if not hexes:
        return movement.reach(state, unit, ground), 0
    after = landed(state, unit, hexes[0])
    limit = rules.allowance(after, unit)
    steps = rules.steps(after, unit)
    return movement.spread(steps, [(h, 0) for h in hexes], limit, ground.blocked, ground.halting), limit


def landed(state: State, unit: int, h: int) -> State:
    """Return a copy of the position after a unit has landed in a hex."""
    after = state.copy()
    state.rules.entered(after, unit, h)
    after.place(unit, h)
    return after


class _Aim:
    """The search for hexes from which to attack certain enemies, which places units in its own `state`."""

    def __init__(self, state: State, enemies: tuple[int, ...], ground: Field) -> None:
        self.rules, self.state, self.ground = state.rules, state, ground
        self.at = frozenset(state.location[enemy] for enemy in enemies)
        around = [frozenset(state.scenario.board.grid.neighbors[h]) for h in self.at]
        self.next_to = frozenset.intersection(*around) - {-1}
        self._ranges: dict[int, frozenset[int]] = {}

    def hexes(self, unit: int) -> frozenset[int]:
        """Return the hexes from which a unit could attack, regardless of enemies in the way."""
        counter = self.state.units[unit]
        if not counter.is_artillery:
            return self.next_to
        reach = counter.strength.range
        if reach not in self._ranges:
            within = self.state.scenario.board.grid.within
            self._ranges[reach] = frozenset(h for at in self.at for h in within(at, reach))
        return self._ranges[reach] | self.next_to

    def spot(self, unit: int, h: int, left: int, cost: int) -> Spot | None:
        """Return a hex as a place from which to attack; None if the unit could not attack from there."""
        state, rules = self.state, self.rules
        barrage = (
            state.units[unit].is_artillery and not self.ground.halting[h]
        )  # no contact, because zones work both ways
        here = state.location[unit]
        state.place(unit, h)
        able = state.location[unit] not in rules.no_attacks.hexes
        if not barrage:
            able = able and self.at.issubset(rules.river_assaults.attacks_into(state, unit))
            able = able and not (len(self.at) > 1 and rules.river_assaults.assaults(state, unit))
        state.place(unit, here)
        return Spot(h, left, barrage, cost) if able else None


def sketch_attack(
    game: Game,
    places: Mapping[int, int],
    enemies: Sequence[int],
    support: int = 0,
    others: Mapping[int, int] | None = None,
) -> Preview | None:
    """Preview an attack with units in imagined hexes, as if combat began now; nothing moves.

    `places` holds the hex of each joining unit, even if it is already there; `others` has units that do not attack.
    Artillery without contact barrages. The refusal says why the attack would be illegal: for instance, a unit is out of
    range, or another unit would be left without an enemy. Units that are not adjacent to all enemies are left out of
    the odds. The result is None without enemies, or if an enemy is off the map.
    """
    if any(game.state.location[enemy] < 0 for enemy in enemies):
        return None
    twin = imagined(game, {**(others or {}), **places})
    ids = game.state.ids
    return preview(twin, Attack(ids(tuple(places)), ids(tuple(enemies)), (), support))
