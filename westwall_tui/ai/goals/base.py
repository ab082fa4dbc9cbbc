"""The goals of a side as numbers for a search. Each battle has its own goals (`goals.of`)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple, Protocol

from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import FAR, EnemyReach, FlatGround, Position
from westwall_tui.engine.planning import EnemyTurn
from westwall_tui.engine.state import EXITED, RESERVE

GUN_BEHIND = 3.0
"""The price of a gun next to the enemy: it can attack only that enemy, and cannot fire in defense (8.31, 8.41)."""


class Aspect(NamedTuple):
    """A part of the worth of a place or position, with clauses about it. Hints name the weightiest aspect."""

    points: float
    """About how many points the aspect adds, to find the weightiest one."""
    better: str
    """A clause for the place or position where this aspect is worth more."""
    worse: str
    """A clause for the place or position where this aspect is worth less."""
    fact: str = ""
    """For a goal, the nearest enemy.

    For another aspect, a clause with a number or names: `{} of its hexes would be closed`.
    """
    contrast: str = ""
    """The end of `fact` if it goes on about another position: `, not {}`."""
    goal: str = ""
    """The place or enemy that a hex is near; empty for other aspects."""
    many: int = 0
    """The number of hexes from there to the goal, or the number for `{}` in `fact`."""
    more: bool = False
    """True if a higher `many` is better."""


class WeighedPlan(Protocol):
    """The interface of a plan being weighed that goals need."""

    @property
    def fights(self) -> tuple[PlannedCombat, ...]:
        """The combats of the plan."""


class Goals:
    """The standard goals: keep units alive, eliminate enemy units, and have guns in range."""

    pace = 1.0
    """The share of a level's nodes that the side gets; less if a node takes long."""
    share = 1.0
    """The share of a level's nodes for a whole Movement Phase, of which one plan takes half at most."""
    tried = 1.0
    """The share of a level's tries for each plan; less if a try takes long."""
    in_columns = False
    """True if reinforcements enter in columns, where each unit pays for the units ahead."""
    guns_block = False
    """True if it matters where the enemy's artillery could go next turn."""
    engineer = -1
    """The unit that helps others over rivers, or -1."""
    boats: frozenset[int] = frozenset()
    """The units that the Engineer can help."""
    losses_score = False
    """True if the loss of any unit gives points."""
    weights: Mapping[str, float] = {}

    def __init__(self, game: Game, side: int, weights: Mapping[str, float]) -> None:
        self.game, self.side = game, side
        self.state = state = game.state
        self.scenario = scenario = game.scenario
        self.weights = weights
        self.turns = max(scenario.last_turn - scenario.first_turn + 1, 1)
        self.left = max(scenario.last_turn - state.turn + 1, 1)
        """The number of Game-Turns left, including the present one."""
        self.soon = "next turn" if self.left > 1 else "later this turn"
        """A phrase for the enemy's next Player-Turn. In the last Game-Turn it belongs to the present one."""
        self.read()
        self.position = Position(game)
        self.gain: list[float] = [0.0] * self.position.land.size
        """The worth of taking each hex, in points."""
        self.worth = [self.value(unit) for unit in range(len(state.units))]
        self._floods: dict[tuple[object, ...], list[int]] = {}
        self._near_enemy: dict[int, int] = {}
        self._toll: list[int] | None = None
        self._reach: EnemyReach | None = None
        self.prepare()

    # -- what a battle answers

    def read(self) -> None:
        """Read what never changes from the scenario: sides, areas, and the lists under `[victory]`."""

    def prepare(self) -> None:
        """Calculate what stays the same for a whole plan. A battle fills `gain` here."""

    def points(self, unit: int) -> float:
        """Return the Victory Points that the loss of a unit gives."""
        return 0.0

    def place(self, unit: int, h: int) -> float:
        """Return the worth, in points, of a friendly unit in a hex, or off the map (below 0)."""
        if h in EXITED:
            return -self.worth[unit]
        if h == RESERVE:
            return -self.weight("waiting", 3.0)
        return self.gun_place(unit, h) - self.far(unit, h)

    def total(self, view: WeighedPlan) -> float:
        """Return the worth of the whole position, apart from the hexes of units and the combats to come."""
        return 0.0

    def most(self, view: WeighedPlan) -> float:
        """Return an upper bound of `total` that is quick to calculate; infinity if there is none."""
        return inf

    def costly(self, view: WeighedPlan) -> float:
        """Return a part of the worth that is slow to calculate, at most 0.

        It is needed only for positions that are good enough without it.
        """
        return 0.0

    def group_targets(self, view: WeighedPlan) -> Sequence[Sequence[tuple[int, float]]]:
        """Return groups of hexes, with the worth of each hex, that several units should take together."""
        return ()

    # -- in words

    def draws(self, unit: int, h: int) -> Sequence[Aspect]:
        """Return the aspects of a hex for a unit other than artillery. Each hex has aspects of the same kinds."""
        return (self.to_enemy(unit, h),)

    def stakes(self, view: WeighedPlan) -> Sequence[Aspect]:
        """Return the aspects of `total` and `costly` in the present position.

        Each position has aspects of the same kinds.
        """
        return (Aspect(self.total(view), "it scores points", "it costs points elsewhere"),)

    def prize(self, h: int) -> str:
        """Return a phrase such as `in Linz` for a hex that is worth taking by `gain`; empty for other hexes."""
        return ""

    def to_enemy(self, unit: int, h: int) -> Aspect:
        """Return the distance to the enemy (`far`) as an aspect."""
        return self.near(-self.far(unit, h), "the nearest enemy", h, self._foes_on_map(), foes=True)

    def near(
        self,
        points: float,
        name: str,
        h: int,
        to: Sequence[int],
        *,
        there: bool = False,
        where: str = "at",
        foes: bool = False,
    ) -> Aspect:
        """Return the aspect of being near some hexes.

        `there` is the clause for a unit that has reached them, and `where` is at, in or on. With `foes`, the hexes are
        those of enemies, and the fact is the nearest enemy.
        """
        row = self.position.land.distance(h)
        goal = min(to, key=lambda n: (row[n], n), default=h)
        unit = self.position.at[goal] if foes else -1
        fact = self.state.units[unit].name if unit >= 0 else ""
        return Aspect(points, f"it is {where} {name}" if there else "", "", fact, goal=name, many=row[goal])

    def nearest(self, unit: int, h: int, places: Mapping[str, Sequence[int]]) -> str:
        """Return the name of the place that a unit reaches first from a hex."""
        return min(places, key=lambda name: (self.turns_to(unit, h, places[name]), name))

    # -- helpers

    def weight(self, name: str, standard: float) -> float:
        """Return a number from the battle's weights, or `standard`."""
        return self.weights.get(name, standard)

    def value(self, unit: int) -> float:
        """Return a unit's worth in points: the points for its loss, plus its use in the Game-Turns left."""
        strength = self.state.units[unit].strength
        fight = strength.barrage + strength.fpf if self.state.units[unit].is_artillery else strength.attack
        use = self.weight("use", 0.35) * (fight + strength.defense) * (0.3 + 0.7 * self.left / self.turns)
        return self.points(unit) + use * (0.5 if self.losses_score else 1.0)

    def flood(self, way: int, goals: Sequence[int], *, fear: bool = True) -> list[int]:
        """Return by hex the half Movement Points to the nearest goal; with `fear`, enemy zones and hexes cost more."""
        key = (way, tuple(goals), fear)
        found = self._floods.get(key)
        if found is None:
            toll = self.toll if fear else None
            found = self._floods[key] = self.position.land.flood(way, goals, toll)
        return found

    @property
    def toll(self) -> list[int]:
        """By hex, the extra cost in half Movement Points that the enemy causes: 6 in enemy zones, 16 in enemy hexes."""
        if self._toll is None:
            position, foe = self.position, 1 - self.side
            zones = position.zones[foe]
            self._toll = [6 if zones[h] else 0 for h in range(position.land.size)]
            for unit in position.on_map(foe):
                self._toll[position.where[unit]] = 16
        return self._toll

    def turns_to(self, unit: int, h: int, goals: Sequence[int], most: float = 12.0) -> float:
        """Return the Game-Turns that a unit in a hex needs to the nearest goal."""
        cost = self.flood(self.position.way[unit], goals)[h]
        return most if cost >= FAR else min(cost / max(self.position.allowance[unit], 1), most)

    @property
    def reach(self) -> EnemyReach:
        """The enemy's reach next turn: its strongest units first, artillery last if it is included at all."""
        if self._reach is None:
            starts, gun, attack = EnemyTurn(self.game, self.side).starts(), self.position.gun, self.position.attack
            units = sorted(starts, key=lambda unit: (gun[unit], -attack[unit], unit))
            able = {unit: starts[unit] for unit in units if self.guns_block or not gun[unit]}
            self._reach = EnemyReach(self.position, 1 - self.side, able)
        return self._reach

    def near_enemy(self, h: int) -> int:
        """Return the distance from a hex to the nearest enemy."""
        found = self._near_enemy.get(h)
        if found is None:
            row = self.position.land.distance(h)
            found = self._near_enemy[h] = min((row[foe] for foe in self._foes_on_map()), default=0)
        return found

    def _foes_on_map(self) -> list[int]:
        return [self.position.where[u] for u in self.position.on_map(1 - self.side)]

    def gun_place(self, unit: int, h: int) -> float:
        """Return the worth of a hex to a gun, by the enemies in range and the enemies next to it; 0 for other units."""
        position = self.position
        if not position.gun[unit]:
            return 0.0
        near, reach = self.near_enemy(h), position.range[unit]
        if near <= 1:
            return -GUN_BEHIND
        strength = self.state.units[unit].strength
        fire = 0.12 * (strength.barrage + strength.fpf)
        return fire * (1.0 if near <= reach - 2 else 0.7 if near <= reach else -0.06 * (near - reach))

    def far(self, unit: int, h: int) -> float:
        """Return a small price for the distance to the enemy, which keeps units from idling."""
        return 0.0 if self.position.gun[unit] else 0.03 * min(self.near_enemy(h), 20)

    # -- what a scenario says; its file was checked when it was loaded

    def side_of(self, name: str) -> int:
        """Return the side with a name."""
        return [info.name for info in self.scenario.sides].index(name)

    def listed_hexes(self, key: str) -> tuple[int, ...]:
        """Return the hexes under a key of `[victory]`; none if the key is missing."""
        return tuple([self.scenario.board.hex(word) for word in self._words(key)])

    def listed_units(self, key: str) -> tuple[int, ...]:
        """Return the units under a key of `[victory]`."""
        return tuple([self.scenario.by_id[word.lower()] for word in self._words(key)])

    def listed_towns(self, key: str) -> dict[str, tuple[tuple[int, ...], int]]:
        """Return the places under a key of `[victory]` by name, with their hexes and points."""
        places = {place.name: place.hexes for place in self.scenario.board.places}
        table = self.scenario.victory.get(key)
        if not isinstance(table, Mapping):
            return {}
        return {
            str(name): (places[str(name)], points if isinstance(points, int) else 0) for name, points in table.items()
        }

    def _words(self, key: str) -> list[str]:
        value = self.scenario.victory.get(key)
        return [str(word) for word in value] if isinstance(value, list | tuple) else []


@lru_cache(maxsize=32)
def distances_to(land: FlatGround, hexes: tuple[int, ...]) -> list[int]:
    """Return the distance of each hex to the nearest of `hexes`; `FAR` if there are none."""
    rows = [land.distance(h) for h in hexes]
    return [min(near) for near in zip(*rows, strict=True)] if rows else [FAR] * land.size
