"""A position by the oracle's own record: where units are and what each has done."""

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
"""The places of a unit that has not arrived yet, and of a lost one. A unit that left the map is at its edge: `west`."""
SETUP, MOVEMENT, COMBAT = "set-up", "movement", "combat"


class TooMany(Exception):
    """Error: there are too many continuations to try."""


@dataclass
class OpenCombat:
    """A combat in progress."""

    side: int
    attackers: tuple[str, ...]
    """The attackers, which suffer its results."""
    barrage: tuple[str, ...]
    """Artillery that suffers no result (8.14, 8.34)."""
    defenders: tuple[str, ...]
    support: int
    fire: tuple[str, ...] = ()
    fire_support: int = 0
    answered: bool = False
    """True if the defender has decided about fire."""
    result: str = ""
    owing: dict[str, int] = field(default_factory=dict)
    """The hexes that each unit must still retreat; `OUTRIGHT` for a unit lost at once."""
    paths: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    """Paths of Retreat so far (7.91)."""
    stood: dict[str, Hex] = field(default_factory=dict)
    """Hexes of the units in the combat when it began."""
    winner: int = -1
    """The side that may advance once the other has retreated."""
    interrupted: bool = False
    """True if a bridge has been blown since the roll: retreats and advances may have been cut short."""

    def copy(self) -> "OpenCombat":
        """Return an independent copy."""
        return OpenCombat(
            **{**self.__dict__, "owing": {**self.owing}, "paths": {**self.paths}, "stood": {**self.stood}}
        )


@dataclass
class OraclePosition:
    """A position. Sets of units have acted in this phase, unless noted otherwise."""

    sheet: OracleSheet
    counters: Mapping[str, Counter]
    at: dict[str, Hex]
    """The hex of each unit, or its place off the map."""
    turn: int = 0
    side: int = 0
    """The phasing side; before the game the side that sets up."""
    phase: str = SETUP
    moved: set[str] = field(default_factory=set)
    attacked: set[str] = field(default_factory=set)
    defended: set[str] = field(default_factory=set)
    advanced: set[str] = field(default_factory=set)
    displaced: set[str] = field(default_factory=set)
    suffered: set[str] = field(default_factory=set)
    displaced_before: set[str] = field(default_factory=set)
    """Units displaced in the Combat Phase before (8.41)."""
    suffered_before: set[str] = field(default_factory=set)
    fired: set[str] = field(default_factory=set)
    """Units that have given Final Protective Fire in this Game-Turn (8.46)."""
    engaged: set[str] = field(default_factory=set)
    """Units that have attacked or been attacked in this Game-Turn (11.21 of Remagen)."""
    support: list[int] = field(default_factory=lambda: [0, 0])
    """Ground Support Points left, by side."""
    supported: list[int] = field(default_factory=lambda: [0, 0])
    """The phase, by number, in which each side first used Ground Support in this Game-Turn; 0 if it has not."""
    phases: int = 0
    """Number of phases begun."""
    works: dict[Pair, Side] = field(default_factory=dict)
    """Changed hexsides, by both orders of their hexes."""
    facts: dict[str, str] = field(default_factory=dict)
    """The facts of a battle's rules, in the oracle's own words."""
    columns: dict[Hex, int] = field(default_factory=dict)
    """Number of units that have entered at each hex in this phase."""
    landed: set[str] = field(default_factory=set)
    """Units that have landed in this phase."""
    left: dict[str, int] = field(default_factory=dict)
    """The Game-Turn in which each exited unit left the map."""
    fight: OpenCombat | None = None

    @property
    def under_way(self) -> OpenCombat:
        """The combat in progress; there must be one."""
        assert self.fight is not None
        return self.fight

    def copy(self) -> "OraclePosition":
        """Return an independent copy."""
        values = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name not in ("sheet", "counters") and hasattr(value, "copy"):
                value = value.copy()
            values[each.name] = value
        return OraclePosition(**values)

    # -- units and places

    def where(self, unit: str) -> Hex | None:
        """Return the hex of a unit; None if it is off the map."""
        h = self.at[unit]
        return h if h in self.sheet.terrain else None

    def on_map(self, side: int) -> list[str]:
        """Return the units of a side on the map."""
        terrain, counters = self.sheet.terrain, self.counters
        return [unit for unit, h in self.at.items() if h in terrain and counters[unit].side == side]

    def held(self, side: int) -> dict[Hex, str]:
        """Return the units of a side by hex; the last one if there are two in a hex."""
        return {self.at[unit]: unit for unit in self.on_map(side)}

    def sorted(self, units: Iterable[str]) -> tuple[str, ...]:
        """Return units in the order of the counters."""
        wanted = set(units)
        return tuple(unit for unit in self.counters if unit in wanted)

    # -- the present terrain

    def between(self, a: Hex, b: Hex) -> Side:
        """Return the features of the hexside between two adjacent hexes."""
        side = self.works.get((a, b))
        return self.sheet.printed(a, b) if side is None else side

    def lay(self, a: Hex, b: Hex, side: Side) -> None:
        """Change the features of a hexside."""
        if side == self.sheet.printed(a, b):
            self.works.pop((a, b), None)
            self.works.pop((b, a), None)
        else:
            self.works[a, b] = self.works[b, a] = side

    def is_barred(self, a: Hex, b: Hex) -> bool:
        """Return True if zones, attacks and retreats stop at the hexside between two adjacent hexes."""
        if (a, b) not in self.works:
            return b not in self.sheet.reaches[a]
        return is_barred(self.sheet.terrain[a], self.sheet.terrain[b], self.works[a, b])

    def reaches(self, h: Hex) -> Iterable[Hex]:
        """Return the hexes into which the Zone of Control of a unit in a hex extends (6.31, 6.33)."""
        if not self.works:
            return self.sheet.reaches[h]
        return [n for n in self.sheet.near[h] if not self.is_barred(h, n)]

    def touching(self, unit: str) -> list[str]:
        """Return the enemies in the hexes into which a unit's Zone of Control extends (6.23)."""
        here = self.where(unit)
        if here is None:
            return []
        enemies = self.held(1 - self.counters[unit].side)
        return [enemies[n] for n in self.reaches(here) if n in enemies]

    def zones(self, side: int) -> set[Hex]:
        """Return the hexes in a Zone of Control of the side (6.11, 6.31, 6.33)."""
        return {n for h in self.held(side) for n in self.reaches(h)}

    def step(self, unit: str, a: Hex, b: Hex) -> int | None:
        """Return the half Movement Points from a hex to the next (5.2); None if the step is prohibited."""
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
        """Return True if terrain lets a unit retreat or advance to the next hex: never across a river or by ferry."""
        return self.step(unit, a, b) is not None and not self.is_barred(a, b)

    def off_map_cost(self, unit: str, h: Hex) -> int | None:
        """Return the half Movement Points to enter or exit the map at a hex; None if it is prohibited."""
        way = self.sheet.leaving.get(h, NOTHING)
        if way:
            return 1 if "road" in way else 2
        kind = self.sheet.terrain[h]
        if kind == "river" or (self.counters[unit].is_vehicle and kind in CLOSED_TO_VEHICLES):
            return None
        return COST[kind]
