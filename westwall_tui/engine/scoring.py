"""Records of a scenario's own victory conditions: its tables of points, its levels, and its special rules.

They are read from `[[points]]`, `[victory]` and `[special]`, with names resolved to sides, hexes and units.
"""

import re
from fractions import Fraction

from westwall_tui.engine.records import Record

Both = tuple[int, int]
"""A number for each side, the First Player's first."""


class PointsTable(Record):
    """The keys that all `[[points]]` tables share; each kind of table adds its own."""

    name: str
    """The name of the place, road or feat that gives the points: `Noville`, `the Bastogne road`."""
    points: Both
    """Points for each side, each time that the table scores."""
    missed: Both = (0, 0)
    """Points for each side if the table's condition isn't met."""
    turns: frozenset[int] = frozenset()
    """The Game-Turns in which the table is counted; empty if it is counted when the game ends."""
    begins: bool = False
    """True if the table is counted at the beginning of these Game-Turns, not at their end."""
    wins: int = -1
    """The side that wins at the end of a Game-Turn, without points, if the condition is met; -1 for none."""
    case: str = ""

    @property
    def title(self) -> str:
        """The name, with the frequency if the table scores during the game: `Noville each turn`."""
        return self.name if not self.turns or TURN.search(self.name) else f"{self.name}{EACH_TURN}"


EACH_TURN = " each turn"
"""The frequency in the title of a table that scores during the game. Sentences leave it out."""
TURN = re.compile(r"\bturns?\b", re.IGNORECASE)


class Route(Record):
    """The goals of a Line of Communication, and the ground that it may use."""

    to: tuple[int, ...]
    by_road: bool = True
    rough: int = 99
    """The maximum number of Rough hexes that a line over ground may enter."""


class Hold(PointsTable):
    """Points for the side that holds a place."""

    hexes: tuple[int, ...] = ()
    by: str = "last"
    """The condition for holding it, one of `WAYS`."""
    each: bool = False
    """True if each hex is a separate place."""
    held: int = -1
    """The side that holds it until a unit has passed through; -1 for none."""
    side: int = -1
    """The side that can hold it by a Line of Communication; -1 for none."""
    route: Route | None = None


class Line(PointsTable):
    """Points while a side has an open line."""

    side: int = 0
    hexes: tuple[int, ...] = ()
    route: Route = Route(())


class Bridge(PointsTable):
    """Points for a bridge that is intact at the end."""

    pairs: tuple[tuple[int, int], ...] = ()
    """The hexsides that the bridge crosses, each with the lower hex first."""


class Exit(PointsTable):
    """Points for each unit that exits the map in time, and for each unit that doesn't."""

    side: int = 0
    units: tuple[int, ...] = ()
    edges: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    """The hexes of these edges where the units may exit; empty if all hexes allow exits."""
    until: int = 0
    """The last Game-Turn in which an exit counts."""


class Lose(PointsTable):
    """Points for lost units."""

    side: int = 0
    """The side of the units."""
    units: tuple[int, ...] = ()
    by: str = "unit"
    """The measure of a unit's value, one of `VALUES`."""
    free: int = 0
    """The value of the first losses, which give no points."""


class Inside(PointsTable):
    """Points for units inside an area, perhaps only for those with a Line of Communication, or without one."""

    side: int = 0
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    free: int = 0
    """The number of units that give no points; only further units do."""
    route: Route | None = None
    """The route of the lines that units need or must lack; None if lines don't matter."""
    everywhere: bool = False
    """True if the area is the whole map; then it isn't an objective."""
    without: bool = False
    """True if the units that count are those without a line."""


WAYS = ("last", "unit", "zones", "line")
"""The ways to hold a place.

In order: by the last unit to pass through; by a unit in every hex; by units and zones, without an enemy; or by a line
to the place, without an enemy in it.
"""
VALUES = ("unit", "attack", "defense", "all")
"""The value of a lost unit: 1, its Attack or Barrage Strength, its Defense Strength, or all of its Strengths."""


class Levels(Record):
    """The levels of victory, by the ratio of the First Player's points to the Second's, or by the difference."""

    ratio: bool
    names: tuple[str, ...]
    """Names such as `German Decisive` or `Draw`, beginning with the First Player's best level."""
    least: tuple[Fraction, ...]
    """The minimum ratio or difference for each level; the last level needs none."""


class VictoryTable(Record):
    """The keys of `[victory]`."""

    weigh: Both = (1, 1)
    """The weights of both sides' points."""
    start: Both = (0, 0)
    """The points of each side at the start."""
    tie: int = -1
    """The side that wins a tie, or -1 for a draw."""
    levels: Levels | None = None
    otherwise: int = -1
    """The side that wins if no table with `wins` is fulfilled, or -1 if points decide."""


class ClosedGround(Record):
    """A `[[closed]]` table: hexes that a side may not enter."""

    side: int
    hexes: frozenset[int]
    until: int
    """The last Game-Turn in which the hexes are closed."""
    name: str


class SpecialRules(Record):
    """The keys of `[special]`: rules that the battles share."""

    guns_per_point: int = 0
    """Maximum points of artillery and Ground Support per Strength Point of ground units in a combat; 0: no limit."""
    guns: tuple[Both, Both] | None = None
    """The maximum artillery units of each side in a combat, attacking and in defense."""
    support_in_a_combat: int = 0
    """The maximum Ground Support Points in a combat; 0: no limit."""
    support_attacks_only: bool = False
    """True if Ground Support cannot be used for Final Protective Fire."""
    support_one_phase: bool = False
    """True if a side can use Ground Support in only one Combat Phase of a Game-Turn."""
    night: frozenset[int] = frozenset()
    """Game-Turns without combat, in which units may leave Enemy-controlled hexes."""
    columns: bool = False
    """True if reinforcements that enter at a hex form a column."""
    cities: bool = False
    """True if units shorten their retreats in City hexes."""
    wired: int = -1
    """The side that may blow canal and rail bridges when the enemy comes to them; -1 for none."""
    closed: tuple[ClosedGround, ...] = ()


class Scoring(Record):
    """All victory conditions and special rules of a scenario; by default, nothing scores."""

    points: tuple[PointsTable, ...] = ()
    victory: VictoryTable = VictoryTable()
    special: SpecialRules = SpecialRules()


NOTHING_SCORES = Scoring()
