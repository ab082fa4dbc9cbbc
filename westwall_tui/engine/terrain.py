"""Terrain, hexsides and the Terrain Key: costs, prohibitions, and lines of the Combat Results Table."""

from collections.abc import Mapping
from enum import IntFlag, StrEnum

from westwall_tui.engine.records import Record


class Terrain(StrEnum):
    """A hex's terrain, by its character in board files."""

    CLEAR = "."
    MIXED = ","
    GROVE = "g"
    WOODS = "f"
    BROKEN = "^"
    ROUGH = "%"
    TOWN = "o"
    CITY = "#"
    RIVER = "~"
    NONE = "-"


class Line(StrEnum):
    """The four lines of the Combat Results Table (7.61), from the best for the defender to the worst."""

    ROUGH = "Rough"
    BROKEN = "Broken, Town, Woods, Stream"
    GROVE = "Grove, Bridge"
    CLEAR = "Clear, Mixed"


LINE_ORDER = tuple(Line)


class TerrainEntry(Record):
    """A line of the Terrain Key: cost in half Movement Points, line of the table, and whether vehicles may enter."""

    name: str
    cost: int
    line: Line
    vehicles: bool
    other_word: str = ""
    """The name of its line in the table, unless that is the name of the terrain."""

    @property
    def line_word(self) -> str:
        """The name of its line of the table: `Woods`."""
        return self.other_word or self.name


TERRAIN_KEY: Mapping[Terrain, TerrainEntry] = {
    Terrain.CLEAR: TerrainEntry("Clear", 2, Line.CLEAR, True),
    Terrain.MIXED: TerrainEntry("Mixed", 4, Line.CLEAR, True),
    Terrain.GROVE: TerrainEntry("Grove", 4, Line.GROVE, True),
    Terrain.WOODS: TerrainEntry("Woods", 4, Line.BROKEN, False),
    Terrain.BROKEN: TerrainEntry("Broken", 6, Line.BROKEN, False),
    Terrain.ROUGH: TerrainEntry("Rough", 8, Line.ROUGH, False),
    Terrain.TOWN: TerrainEntry("Town", 2, Line.BROKEN, True),
    Terrain.CITY: TerrainEntry("City", 2, Line.BROKEN, True, "Town"),
}
"""The Terrain Key of the sheets. Hexes that are not in it are prohibited to all units."""

BRIDGE_HEX = TerrainEntry("Bridge", 2, Line.GROVE, True)
"""The entry for a river hex with a bridge, the only way for units to enter and leave such a hex (11.12 of Remagen)."""


def entry_of(terrain: Terrain) -> TerrainEntry:
    """Return the line of the Terrain Key for a unit in a hex; a unit in a river hex is on a bridge."""
    return TERRAIN_KEY.get(terrain, BRIDGE_HEX)


ROAD_COST = 1
"""The cost of a hex entered by road, in half Movement Points (5.22)."""

TRAIL_COST = 2
"""The cost of a hex entered by trail, in half Movement Points (5.23)."""

STREAM_COST = 6
"""The extra cost of an unbridged stream or canal, or of a ferry, in half Movement Points."""


class Hexside(IntFlag):
    """The features of a hexside."""

    NOTHING = 0
    ROAD = 1
    TRAIL = 2
    STREAM = 4
    CANAL = 8
    RIVER = 16
    BRIDGE = 32
    FERRY = 64
    RAILWAY = 128

    WAY = ROAD | TRAIL
    WATER = STREAM | CANAL | RIVER
