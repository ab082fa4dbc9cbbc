"""The signs of the map and of its overlays, in one table in which each sign has one meaning.

The map, the decisions, the overlays and the legend take their characters from this table. Every Unicode sign is one
cell wide in every terminal, because none has the East Asian width wide, full or ambiguous.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind


class Sign(NamedTuple):
    """A sign with its meaning."""

    name: str
    ascii: str
    """The ASCII sign.

    A water has a character for flat hexsides, one for hexsides like `/`, and one for hexsides like `\\`. A way has a
    horizontal and a vertical character. An entry has a letter, which stands for any, and arrows to the top and then
    clockwise.
    """
    unicode: str
    """The Unicode sign; empty if it is the same as the ASCII sign."""
    role: str
    """The role in which the sign is painted (`terminal/palettes.py`)."""
    meaning: str
    group: str
    """The part of the legend that lists it."""


GROUND, WAYS, PLACES, UNITS, MARKS, LAID_OVER = "ground", "ways", "places", "units", "marks", "laid over"
GROUPS = (GROUND, WAYS, PLACES, UNITS, MARKS, LAID_OVER)

TABLE: Sequence[Sign] = (
    Sign("clear", "", "", "", "clear, 1 MP", GROUND),
    Sign("mixed", ".", "⋅", "mixed", "mixed, 2 MP", GROUND),
    Sign("grove", "; ;", "⁖ ⁖", "grove", "grove, 2 MP", GROUND),
    Sign("woods", "%%%", "↟↟↟", "woods", "woods, 2 MP", GROUND),
    Sign("broken", "^ ^", "⌃ ⌃", "broken", "broken 3 MP", GROUND),
    Sign("rough", "# #", "▴ ▴", "rough", "rough, 4 MP", GROUND),
    Sign("town", "o", "⌂", "town", "town, 1 MP", GROUND),
    Sign("city", "O", "", "town", "city, 1 MP", GROUND),
    Sign("river", "~~~{}", "≋≋≋{}", "river", "river", WAYS),
    Sign("canal", "~-~()", "", "canal", "canal +3", WAYS),
    Sign("stream", "~ ~()", "", "stream", "stream +3", WAYS),
    Sign("road", "=|", "", "road", "road 1/2", WAYS),
    Sign("trail", "-:", "╌╎", "trail", "trail 1", WAYS),
    Sign("railway", '"', "", "rail", "railway", WAYS),
    Sign("bridge", "H", "≍", "bridge", "bridge", WAYS),
    Sign("laid", "h", "≎", "laid", "laid bridge", WAYS),
    Sign("wired", "W", "", "wired", "wired", WAYS),
    Sign("blown", "x", "", "blown", "blown", WAYS),
    Sign("ferry", "f", "", "bridge", "ferry +3", WAYS),
    Sign("line", "+", "", "line", "border line", PLACES),
    Sign("entry", "A^>v<", "A⇈⇉⇊⇇", "entry", "entry, exit", PLACES),
    Sign("drop", "DZ", "", "entry", "drop zone", PLACES),
    Sign("objective", "$", "", "objective", "objective", PLACES),
    Sign("cursor", "<>", "", "cursor", "cursor", PLACES),
    Sign("ready", "INF", "", "us", "ready", UNITS),
    Sign("wet", "~5-5", "≋5-5", "us_low", "over water", UNITS),
    Sign("done", "IN.", "", "us_done", "has acted", UNITS),
    Sign("obliged", "IN!", "", "us_alarm", "must fight", UNITS),
    Sign("offered", "IN?", "", "us_choice", "to choose", UNITS),
    Sign("joined", "IN&", "", "us_chosen", "joins in", UNITS),
    Sign("held", "IN@", "", "us_choice", "selected", UNITS),
    Sign("open", "IN*", "", "us", "may go here", UNITS),
    Sign("beside", "%z5-5", "↟z5-5", "us_low", "woods, zone", UNITS),
    Sign("several", "IN2", "", "us", "two units", UNITS),
    Sign("reach", "7'", "", "reach", "7.5 MP left", MARKS),
    Sign("path", "7@", "", "path", "the route", MARKS),
    Sign("pinned", "P", "", "path", "pinned hex", MARKS),
    Sign("legal", "*", "", "reach", "legal hex", MARKS),
    Sign("through", ",", "", "faint", "pass only", MARKS),
    Sign("closed", "X", "", "faint", "off limits", MARKS),
    Sign("zone_small", "z", "", "zone_german", "German zone", LAID_OVER),
    Sign("zone_capital", "Z", "", "zone", "Allied zone", LAID_OVER),
    Sign("enemy_reach", "e", "", "zone", "enemy reach", LAID_OVER),
    Sign("line_open", "c", "", "zone", "has LOC", LAID_OVER),
    Sign("line_cut", "n", "", "obliged", "has no LOC", LAID_OVER),
    Sign("front", "F", "", "zone", "front held", LAID_OVER),
    Sign("gap", "__", "", "target", "front gap", LAID_OVER),
    Sign("lost", "L", "", "obliged", "lost beyond", LAID_OVER),
    Sign("counts", "V", "", "objective", "counts", LAID_OVER),
    Sign("owner", "$A", "", "zone", "its owner", LAID_OVER),
    Sign("plan", "p", "", "path", "in the plan", LAID_OVER),
    Sign("moved_in", "m", "", "zone", "moved here", LAID_OVER),
    Sign("fought", "a", "", "offered", "fought here", LAID_OVER),
    Sign("taken", "T", "", "objective", "was taken", LAID_OVER),
    Sign("loss", "k", "", "obliged", "lost here", LAID_OVER),
)

LEADER = "`"
"""The sign of a line from a name to its place. The legend explains the sign in a sentence."""
NOTE = Sign("note", "i", "✎", "path", "your note", PLACES)
"""The sign of a hex with a note of the player's, which the legend also explains in a sentence."""
SIGNS: Mapping[str, Sign] = {sign.name: sign for sign in TABLE}

READY, DONE, OBLIGED, OFFERED, JOINED, HELD, OPEN = "", *".!?&@*"
"""The sign of a unit's state, shown in place of the last letter of its word. A ready unit keeps its letter."""

NAMED = SIGNS["legal"].ascii
"""The sign of a hex or unit named in the text beside the map. It follows any other mark of the hex."""


def zone_sign(scenario: Scenario, side: int) -> str:
    """Return the sign of a side's Zones of Control."""
    return SIGNS["zone_small" if scenario.is_german(side) else "zone_capital"].ascii


class Signs:
    """The signs in ASCII or in Unicode, by name: `signs["road"]`."""

    def __init__(self, unicode: bool = False) -> None:
        self.unicode = unicode
        self._texts = {sign.name: sign.unicode if unicode and sign.unicode else sign.ascii for sign in TABLE}

    def __getitem__(self, name: str) -> str:
        return self._texts[name]


ASCII, UNICODE = Signs(), Signs(unicode=True)


class Frame(NamedTuple):
    """The characters of a frame."""

    across: str
    down: str
    corners: str
    """The corners: above left, above right, below left, below right."""
    tees: str
    """The characters where a line across the box meets its left and its right side."""


ASCII_FRAME = Frame("-", "|", "++++", "++")
UNICODE_FRAME = Frame("\u2500", "\u2502", "\u250c\u2510\u2514\u2518", "\u251c\u2524")

TERRAIN_SIGN: Mapping[Terrain, str] = {
    Terrain.MIXED: "mixed",
    Terrain.GROVE: "grove",
    Terrain.WOODS: "woods",
    Terrain.BROKEN: "broken",
    Terrain.ROUGH: "rough",
    Terrain.TOWN: "town",
    Terrain.CITY: "city",
}
"""The sign of each terrain. Clear ground has none; a river hex is filled with the river's sign."""

KIND_WORDS: Mapping[Kind, str] = {
    Kind.INFANTRY: "inf",
    Kind.AIRBORNE: "par",
    Kind.GLIDER: "gli",
    Kind.ENGINEER: "eng",
    Kind.ARMOR: "tnk",
    Kind.MECHANIZED: "mec",
    Kind.RECONNAISSANCE: "rec",
    Kind.ARTILLERY: "gun",
    Kind.SP_ARTILLERY: "spg",
    Kind.AIRBORNE_ARTILLERY: "gun",
}
"""The word on a counter for each kind of unit, in lowercase."""

CASES: Mapping[str, Callable[[str], str]] = {"us": str.upper, "british": str.capitalize}
"""The case of these words for each army: `inf` is German, `INF` U.S., `Inf` British or Polish."""


def kind_word(kind: Kind, army: str) -> str:
    """Return the word for a kind of unit on a counter of an army. Its case shows the army even without colors."""
    return CASES.get(army, str.lower)(KIND_WORDS[kind])


KIND_LETTERS: Mapping[str, str] = {
    "inf": "i", "par": "p", "gli": "l", "eng": "e", "tnk": "t", "mec": "m", "rec": "r", "gun": "g", "spg": "s",
}  # fmt: skip
"""The letter for each kind of unit, used where only one letter fits: at the small size and in the overview."""

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
