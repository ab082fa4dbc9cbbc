"""What the oracle knows of a game as it stands: where units are, and what each has done, by its own record."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

from tests.fuzz.oracle.sheet import (
    CLOSED_TO_VEHICLES,
    COST,
    NOTHING,
    WATER,
    WAY,
    Counter,
    Hex,
    OracleSheet,
    Pair,
    Side,
    is_barred,
)

RESERVE, LOST = "reserve", "lost"
"""Where a unit is that has not come yet, and one that was lost. One that left the map is at its edge: `west`."""
SETUP, MOVEMENT, COMBAT = "set-up", "movement", "combat"


class TooMany(Exception):
    """There are more ways to go on than the oracle has the patience to try."""


@dataclass
class OpenCombat:
    """The combat under way."""

    side: int
    attackers: tuple[str, ...]
    """Those that suffer its results."""
    barrage: tuple[str, ...]
    """Artillery that suffers none (8.14, 8.34)."""
    defenders: tuple[str, ...]
    support: int
    fire: tuple[str, ...] = ()
    fire_support: int = 0
    answered: bool = False
    """True if the defender was asked for fire."""
    result: str = ""
    owing: dict[str, int] = field(default_factory=dict)
    """Who must still retreat, and how many hexes; whoever is lost outright owes `OUTRIGHT`."""
    paths: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    """Paths of Retreat so far (7.91)."""
    stood: dict[str, Hex] = field(default_factory=dict)
    """Where the units of the combat stood when it began."""
    winner: int = -1
    """The side that may advance once the other has retreated."""
    interrupted: bool = False
    """True if a bridge has fallen since its die: retreats and advances may have been cut short."""

    def copy(self) -> "OpenCombat":
        """The same, to keep."""
        return OpenCombat(
            **{**self.__dict__, "owing": {**self.owing}, "paths": {**self.paths}, "stood": {**self.stood}}
        )


@dataclass
class OraclePosition:
    """A position. Sets of units are those that did something in this phase, unless they say otherwise."""

    sheet: OracleSheet
    counters: Mapping[str, Counter]
    at: dict[str, Hex]
    """By unit: its hex, or where it is off the map."""
    turn: int = 0
    side: int = 0
    """The phasing side; before the game the one that sets up."""
    phase: str = SETUP
    moved: set[str] = field(default_factory=set)
    attacked: set[str] = field(default_factory=set)
    defended: set[str] = field(default_factory=set)
    advanced: set[str] = field(default_factory=set)
    displaced: set[str] = field(default_factory=set)
    suffered: set[str] = field(default_factory=set)
    displaced_before: set[str] = field(default_factory=set)
    """Those of the Combat Phase before (8.41)."""
    suffered_before: set[str] = field(default_factory=set)
    fired: set[str] = field(default_factory=set)
    """Who has given Final Protective Fire in this Game-Turn (8.46)."""
    engaged: set[str] = field(default_factory=set)
    """Who has attacked or been attacked in this Game-Turn (11.21 of Remagen)."""
    support: list[int] = field(default_factory=lambda: [0, 0])
    """Ground Support Points left, by side."""
    supported: list[int] = field(default_factory=lambda: [0, 0])
    """By side: the number of the phase in which it first used Ground Support in this Game-Turn; 0 if it has not."""
    phases: int = 0
    """How many phases have begun."""
    works: dict[Pair, Side] = field(default_factory=dict)
    """Hexsides that are not as printed any more, either hex first."""
    facts: dict[str, str] = field(default_factory=dict)
    """What a battle's rules remember, in the oracle's own words."""
    columns: dict[Hex, int] = field(default_factory=dict)
    """By entry hex: how many units have come in there in this phase."""
    landed: set[str] = field(default_factory=set)
    """Who has come down from the air in this phase."""
    left: dict[str, int] = field(default_factory=dict)
    """By unit that has left the map: the Game-Turn in which it did."""
    fight: OpenCombat | None = None

    @property
    def under_way(self) -> OpenCombat:
        """The combat under way, where there must be one."""
        assert self.fight is not None
        return self.fight

    def copy(self) -> "OraclePosition":
        """The same, to keep: nothing that is done to one happens to the other."""
        values = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name not in ("sheet", "counters") and hasattr(value, "copy"):
                value = value.copy()
            values[each.name] = value
        return OraclePosition(**values)

    # -- who and where

    def where(self, unit: str) -> Hex | None:
        """The hex of a unit; None if it is off the map."""
        h = self.at[unit]
        return h if h in self.sheet.terrain else None

    def on_map(self, side: int) -> list[str]:
        """The units of a side on the map."""
        terrain, counters = self.sheet.terrain, self.counters
        return [unit for unit, h in self.at.items() if h in terrain and counters[unit].side == side]

    def held(self, side: int) -> dict[Hex, str]:
        """By hex the units of a side; of two in one hex the last."""
        return {self.at[unit]: unit for unit in self.on_map(side)}

    def sorted(self, units: Iterable[str]) -> tuple[str, ...]:
        """Units in the order of the counters."""
        wanted = set(units)
        return tuple(unit for unit in self.counters if unit in wanted)

    # -- the ground as it is now

    def between(self, a: Hex, b: Hex) -> Side:
        """What lies on the hexside between two adjacent hexes now."""
        side = self.works.get((a, b))
        return self.sheet.printed(a, b) if side is None else side

    def lay(self, a: Hex, b: Hex, side: Side) -> None:
        """Something else lies on a hexside from now on."""
        if side == self.sheet.printed(a, b):
            self.works.pop((a, b), None)
            self.works.pop((b, a), None)
        else:
            self.works[a, b] = self.works[b, a] = side

    def is_barred(self, a: Hex, b: Hex) -> bool:
        """True if zones, attacks and retreats stop at the hexside between two adjacent hexes now."""
        if (a, b) not in self.works:
            return b not in self.sheet.reaches[a]
        return is_barred(self.sheet.terrain[a], self.sheet.terrain[b], self.works[a, b])

    def reaches(self, h: Hex) -> Iterable[Hex]:
        """The hexes into which the Zone of Control of a unit in a hex extends (6.31, 6.33)."""
        if not self.works:
            return self.sheet.reaches[h]
        return [n for n in self.sheet.near[h] if not self.is_barred(h, n)]

    def touching(self, unit: str) -> list[str]:
        """Enemies that a unit touches: into whose hexes its Zone of Control extends (6.23)."""
        here = self.where(unit)
        if here is None:
            return []
        enemies = self.held(1 - self.counters[unit].side)
        return [enemies[n] for n in self.reaches(here) if n in enemies]

    def zones(self, side: int) -> set[Hex]:
        """The hexes in a Zone of Control of the side (6.11, 6.31, 6.33)."""
        return {n for h in self.held(side) for n in self.reaches(h)}

    def step(self, unit: str, a: Hex, b: Hex) -> int | None:
        """Half Movement Points to go from a hex into the next (5.2); None if it is prohibited."""
        side, terrain, vehicle = self.between(a, b), self.sheet.terrain, self.counters[unit].is_vehicle
        if "river" in (terrain[a], terrain[b]) and not side & WAY:
            return None
        if "road" in side:
            return 1
        if "trail" in side:
            return 2
        kind = terrain[b]
        water = side & WATER
        if vehicle and (water or kind in CLOSED_TO_VEHICLES):
            return None
        if not water or "bridge" in side:
            return COST[kind]
        if "river" in side and "ferry" not in side:
            return None
        return COST[kind] + 6

    def retreat_step(self, unit: str, a: Hex, b: Hex) -> bool:
        """True if the ground lets a unit retreat or advance from a hex into the next: never over a river or ferry."""
        return self.step(unit, a, b) is not None and not self.is_barred(a, b)

    def off_map_cost(self, unit: str, h: Hex) -> int | None:
        """Half Movement Points to come onto the map at a hex, or to leave it there; None if it is prohibited."""
        way = self.sheet.leaving.get(h, NOTHING)
        if way:
            return 1 if "road" in way else 2
        kind = self.sheet.terrain[h]
        if kind == "river" or (self.counters[unit].is_vehicle and kind in CLOSED_TO_VEHICLES):
            return None
        return COST[kind]
