"""Attacks planned ahead, in the Movement Phase: who could come, from where, and what the odds would be."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.combinatorics import largest_matching
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Attack
from westwall_tui.engine.planning.attack import Preview, preview
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.movement import FAR, Field
from westwall_tui.engine.rules.moves import movers
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State

# -- Phases that have not begun, and units imagined where they are not.


def imagined(game: Game, places: Mapping[int, int] | None = None) -> Game:
    """A game of its own in which the phasing side is to attack now, some of its units standing in other hexes.

    `places` holds hexes by unit. What happens between the phases, such as the loss of units that could not land, is
    left out. In a Combat Phase the game goes on from it as it is.
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
    """A game of its own in which a side's Movement Phase begins now, whoever is to decide: to plan its next turn with.

    Everything else is as it is: the Game-Turn, its weather and reinforcements, Ground Support Points left.
    """
    twin = game.copy()
    state = twin.state
    state.serial += 1
    state.side, state.phase, state.combat = side, Phase.MOVEMENT, None
    state.frames = [Movement(side)]
    return twin


# -- Attacks planned in the Movement Phase: who could come to take part, and the odds with units not there yet.


class Spot(NamedTuple):
    """A hex from which a unit could attack."""

    hex: int
    left: int
    """Half Movement Points left there; all of its allowance where it stands and has not moved."""
    barrage: bool
    """It would barrage from afar, not attack from an adjacent hex (8.1)."""
    cost: int = 0
    """Half Movement Points that it takes to get there: on the map, onto it, or once landed (5.13)."""


class Joiner(NamedTuple):
    """A unit that could take part in an attack in this Player-Turn's Combat Phase."""

    unit: int
    spots: tuple[Spot, ...]
    """The hexes for it, the most Movement Points left first, then by hex number."""
    entering: bool
    """It is not on the map yet, and would enter it or land."""


def could_attack(game: Game, enemies: Sequence[int], units: Collection[int] | None = None) -> list[Joiner]:
    """The phasing side's units that could attack all of the enemies together, and from where (7.23, 8.2).

    For its Movement Phase, each unit by itself: where two want the same hex, `shared_out` decides. Units on the map
    come first. Artillery joins from an adjacent hex, or by barrage of at least one of the enemies from where it touches
    nobody. Obligations that would arise on the way are not looked at. `units`: only these are asked about.
    """
    state, _rules = game.state, game.rules
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
    """A hex of its own for each unit of `wanted`, for there is no stacking (5.31); who can have none is left out.

    `wanted` holds the hex that each is to have, or `NOWHERE` for any. Those before it in `wanted` keep theirs if that
    can be, and give way to other hexes if that lets one more take part.
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


def _places(state: State, unit: int, ground: Field, able: bool, wanted: frozenset[int]) -> dict[int, tuple[int, int]]:
    """Those of the hexes wanted where a unit could be when combat begins; half Movement Points left, and the cost."""
    here, limit = state.location[unit], state.rules.allowance(state, unit)
    found: dict[int, tuple[int, int]] = {}
    if able:
        way, limit = _landing(state, unit, ground) or (movement.reach(state, unit, ground), limit)
        found = {
            h: (limit - way.cost[h], way.cost[h])
            for h in wanted
            if way.cost[h] != FAR and h != here and movement.may_stop(ground, state, unit, h)
        }
    if here in wanted:
        found[here] = (limit if able else 0), 0
    return found


def _landing(state: State, unit: int, ground: Field) -> tuple[movement.Spread, int] | None:
    """Where a unit from the air could go on to from all hexes where it may land, and what it may spend; else None."""
    rules = state.rules
    if state.location[unit] >= 0 or not rules.lands(state, unit):
        return None
    hexes = rules.landing_hexes(state, unit)
    if not hexes:
        return movement.reach(state, unit, ground), 0
    after = state.copy()
    rules.entered(after, unit, hexes[0])
    after.place(unit, hexes[0])
    limit = rules.allowance(after, unit)
    steps = rules.steps(after, unit)
    return movement.spread(steps, [(h, 0) for h in hexes], limit, ground.blocked, ground.halting), limit


class _Aim:
    """From where some enemies can be attacked; `state` is its own, for units are put down in it."""

    def __init__(self, state: State, enemies: tuple[int, ...], ground: Field) -> None:
        self.rules, self.state, self.ground = state.rules, state, ground
        self.at = frozenset(state.location[enemy] for enemy in enemies)
        around = [frozenset(state.scenario.board.grid.neighbours[h]) for h in self.at]
        self.next_to = frozenset.intersection(*around) - {-1}
        self._ranges: dict[int, frozenset[int]] = {}

    def hexes(self, unit: int) -> frozenset[int]:
        """The hexes from which a unit could attack, enemies in the way not considered."""
        counter = self.state.units[unit]
        if not counter.is_artillery:
            return self.next_to
        reach = counter.strength.range
        if reach not in self._ranges:
            within = self.state.scenario.board.grid.within
            self._ranges[reach] = frozenset(h for at in self.at for h in within(at, reach))
        return self._ranges[reach] | self.next_to

    def spot(self, unit: int, h: int, left: int, cost: int) -> Spot | None:
        """A hex as a place to attack from; None where the unit could not."""
        state, rules = self.state, self.rules
        barrage = state.units[unit].is_artillery and not self.ground.halting[h]  # touches nobody: zones go both ways
        here = state.location[unit]
        state.place(unit, h)
        able = rules.may_attack(state, unit)
        if not barrage:
            able = able and self.at.issubset(rules.attacks_into(state, unit))
            able = able and not (len(self.at) > 1 and rules.assaults(state, unit))
        state.place(unit, here)
        return Spot(h, left, barrage, cost) if able else None


def sketch_attack(game: Game, places: Mapping[int, int], enemies: Sequence[int], support: int = 0) -> Preview | None:
    """An attack on the enemies with units imagined standing in hexes, as if combat began now; nothing is moved.

    `places` holds the hex of each unit that is to take part, even if it is there already. Artillery that would touch
    nobody barrages. The preview's refusal says why the attack could not be declared like that: a unit is out of range,
    somebody else would be left without a fight. A unit that would not be next to all of the enemies is left out of the
    odds. None without enemies, or if one is off the map.
    """
    if any(game.state.location[enemy] < 0 for enemy in enemies):
        return None
    twin = imagined(game, places)
    ids = game.state.ids
    return preview(twin, Attack(ids(tuple(places)), ids(tuple(enemies)), (), support))
