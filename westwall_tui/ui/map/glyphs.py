"""The signs of the map: terrain, hexsides and units, in ASCII and in Unicode.

The Unicode signs are of width one in every terminal: none is of East Asian wide, full or ambiguous width.
"""

from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.engine.board import Terrain
from westwall_tui.engine.units import Kind


class Glyphs(NamedTuple):
    """A set of signs."""

    terrain: Mapping[Terrain, str]
    """Two characters that fill a hex alternately."""
    kinds: Mapping[Kind, str]
    road: tuple[str, str]
    """Along a line, and up and down."""
    trail: tuple[str, str]
    stream: tuple[str, str, str]
    """On a flat hexside (two characters, alternately), on one that leans like `/`, on one that leans like `\\`."""
    canal: tuple[str, str, str]
    river: tuple[str, str, str]
    bridge: str
    ferry: str
    crossings: Mapping[str, str]
    """A bridge by its state: wired and not tried yet, safe for good, blown, laid."""


TERRAIN_ROLE: Mapping[Terrain, str] = {
    Terrain.CLEAR: "clear",
    Terrain.MIXED: "mixed",
    Terrain.GROVE: "grove",
    Terrain.WOODS: "woods",
    Terrain.BROKEN: "broken",
    Terrain.ROUGH: "rough",
    Terrain.TOWN: "town",
    Terrain.CITY: "town",
    Terrain.RIVER: "water",
    Terrain.NONE: "clear",
}

CROSSING_ROLE: Mapping[str, str] = {"wired": "bridge", "safe": "bridge", "blown": "obliged", "laid": "bridge"}
"""By the state of a bridge."""

ASCII = Glyphs(
    terrain={
        Terrain.CLEAR: "  ",
        Terrain.MIXED: ", ",
        Terrain.GROVE: "g ",
        Terrain.WOODS: "ff",
        Terrain.BROKEN: "^ ",
        Terrain.ROUGH: "%%",
        Terrain.TOWN: "oo",
        Terrain.CITY: "##",
        Terrain.RIVER: "~~",
        Terrain.NONE: "  ",
    },
    kinds={
        Kind.INFANTRY: "X",
        Kind.AIRBORNE: "v",
        Kind.GLIDER: "g",
        Kind.ENGINEER: "E",
        Kind.ARMOR: "O",
        Kind.MECHANIZED: "%",
        Kind.RECONNAISSANCE: "/",
        Kind.ARTILLERY: "*",
        Kind.SP_ARTILLERY: "S",
        Kind.AIRBORNE_ARTILLERY: "*",
    },
    road=("=", "|"),
    trail=("-", ":"),
    stream=("~~", ")", "("),
    canal=("--", "]", "["),
    river=("~~", "}", "{"),
    bridge="#",
    ferry="&",
    crossings={"wired": "w", "safe": "#", "blown": "x", "laid": "H"},
)

UNICODE = ASCII._replace(
    terrain={
        **ASCII.terrain,
        Terrain.MIXED: "⁖ ",
        Terrain.GROVE: "↟ ",
        Terrain.WOODS: "↟↟",
        Terrain.BROKEN: "⌃ ",
        Terrain.ROUGH: "▴▴",
        Terrain.TOWN: "⌂⌂",
        Terrain.CITY: "⌂▪",
        Terrain.RIVER: "≋≋",
    },
    kinds={
        **ASCII.kinds,
        Kind.INFANTRY: "✕",
        Kind.ARTILLERY: "⦁",
        Kind.AIRBORNE_ARTILLERY: "⦁",
    },
    canal=("╌╌", "]", "["),
    river=("≋≋", "}", "{"),
)

KIND_NAMES: Mapping[Kind, str] = {
    Kind.INFANTRY: "infantry",
    Kind.AIRBORNE: "airborne",
    Kind.GLIDER: "glider infantry",
    Kind.ENGINEER: "engineers",
    Kind.ARMOR: "armor",
    Kind.MECHANIZED: "mechanized",
    Kind.RECONNAISSANCE: "reconnaissance",
    Kind.ARTILLERY: "artillery",
    Kind.SP_ARTILLERY: "self-propelled artillery",
    Kind.AIRBORNE_ARTILLERY: "airborne artillery",
}
