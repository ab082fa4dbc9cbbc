"""Units as printed on their counters (2.31); immutable, and the same for the whole game."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from westwall_tui.engine.records import Record
from westwall_tui.engine.words import named


class Kind(StrEnum):
    """The type of a unit. The Exclusive Rules say which types are treated alike."""

    INFANTRY = "infantry"
    AIRBORNE = "airborne"
    GLIDER = "glider"
    ENGINEER = "engineer"
    ARMOR = "armor"
    MECHANIZED = "mechanized"
    RECONNAISSANCE = "reconnaissance"
    AIRBORNE_ARTILLERY = "airborne-artillery"
    ARTILLERY = "artillery"
    SP_ARTILLERY = "sp-artillery"


VEHICLES = frozenset({Kind.ARMOR, Kind.MECHANIZED, Kind.RECONNAISSANCE, Kind.SP_ARTILLERY})
"""The kinds tied to roads in rough, broken and wooded ground (5.24)."""

GUNS = frozenset({Kind.ARTILLERY, Kind.SP_ARTILLERY, Kind.AIRBORNE_ARTILLERY})
"""The kinds that fight by section 8.0."""

SIZES = {"I": "company", "II": "battalion", "III": "regiment", "X": "brigade"}


NATIONS = ("German", "SS", "US", "British", "Polish")
"""The nations of units, each with its own colors on the map."""


def lower(word: str) -> str:
    """Return a unit's id or another word of an order in lower case, but only if it is ASCII.

    The Kelvin sign (U+212A), for example, must not become a k.
    """
    return word.lower() if word.isascii() else word


class Strength(Record):
    """The printed numbers of a counter: Strength Points, hexes of range, Movement Points."""

    attack: int
    defense: int
    movement: int
    barrage: int = 0
    fpf: int = 0
    range: int = 0

    @classmethod
    def parse(cls, text: str) -> "Strength":
        """Read `2-4-7` or, for artillery, `3-2-18/1-7`. Raises `ValueError`."""
        try:
            if "/" in text:
                fire, body = text.split("/")
                barrage, fpf, reach = (int(n) for n in fire.split("-"))
                defense, movement = (int(n) for n in body.split("-"))
                return cls(0, defense, movement, barrage, fpf, reach)
            attack, defense, movement = (int(n) for n in text.split("-"))
        except ValueError:
            raise ValueError(f"{text!r} must look like 2-4-7 or 3-2-18/1-7") from None
        return cls(attack, defense, movement)

    def __str__(self) -> str:
        if self.range:
            return f"{self.barrage}-{self.fpf}-{self.range}/{self.defense}-{self.movement}"
        return f"{self.attack}-{self.defense}-{self.movement}"


@dataclass(frozen=True)
class Unit:
    """One counter. `side` is 0 for the First Player, 1 for the Second Player."""

    id: str
    designation: str
    side: int
    kind: Kind
    size: str
    formation: str
    strength: Strength
    nation: str = ""
    """One of `NATIONS`, or empty if the file has none."""

    @cached_property
    def name(self) -> str:
        """The name of the unit in a sentence: `unit 2` for a numeric id, otherwise the id."""
        return named(self.id)

    @cached_property
    def is_artillery(self) -> bool:
        """True for artillery (8.0)."""
        return self.kind in GUNS

    @cached_property
    def is_vehicle(self) -> bool:
        """True for vehicles (5.24)."""
        return self.kind in VEHICLES
