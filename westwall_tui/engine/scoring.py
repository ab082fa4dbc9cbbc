"""Records of a scenario's own victory conditions: its tables of points, what decides, and its special rules.

They are read from `[[points]]`, `[victory]` and `[special]`, resolved to sides, hexes and units.
"""

import re
from fractions import Fraction

from westwall_tui.engine.records import Record

Both = tuple[int, int]
"""A number for each side, the First Player's first."""


class PointsTable(Record):
    """The keys that all `[[points]]` have; each kind adds its own."""

    name: str
    """The name of what gives the points: `Noville`, `the Bastogne road`."""
    points: Both
    """Points for each side, each time that it scores."""
    missed: Both = (0, 0)
    """Points for each side if it isn't done."""
    turns: frozenset[int] = frozenset()
    """The Game-Turns in which it is counted; empty if it is counted as the game ends."""
    begins: bool = False
    """True if it is counted as these Game-Turns begin, not as they end."""
    wins: int = -1
    """The side that wins the game at the end of a Game-Turn if it is done, without points; -1 for none."""
    case: str = ""

    @property
    def title(self) -> str:
        """The name, and how often it scores if it scores during the game: `Noville each turn`."""
        return self.name if not self.turns or TURN.search(self.name) else f"{self.name} each turn"


TURN = re.compile(r"\bturns?\b", re.IGNORECASE)


class Route(Record):
    """Where a Line of Communication leads, and the ground that it may use."""

    to: tuple[int, ...]
    by_road: bool = True
    rough: int = 99
    """The most Rough hexes that a line over ground may enter."""


class Hold(PointsTable):
    """Points for the side that holds a place."""

    hexes: tuple[int, ...] = ()
    by: str = "last"
    """How it is held, one of `WAYS`."""
    each: bool = False
    """True if each hex is a separate place."""
    held: int = -1
    """The side that holds it until a unit passes through, or -1."""
    side: int = -1
    """The side that holds it by a line, or -1."""
    route: Route | None = None


class Line(PointsTable):
    """Points while a side has an open line."""

    side: int = 0
    hexes: tuple[int, ...] = ()
    route: Route = Route(())


class Bridge(PointsTable):
    """Points for a bridge that is intact at the end."""

    pairs: tuple[tuple[int, int], ...] = ()
    """The hexsides that it crosses, the lower hex of each first."""


class Exit(PointsTable):
    """Points for each unit that exits the map in time, and for each that doesn't."""

    side: int = 0
    units: tuple[int, ...] = ()
    edges: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    """The hexes of these edges where the units may exit; empty for all."""
    until: int = 0
    """The last Game-Turn in which an exit counts."""


class Lose(PointsTable):
    """Points for lost units."""

    side: int = 0
    """The side that loses them."""
    units: tuple[int, ...] = ()
    by: str = "unit"
    """What a unit counts, one of `VALUES`."""
    free: int = 0
    """The value of losses that gives nothing."""


class Inside(PointsTable):
    """Points for units inside an area, perhaps only for those with a Line of Communication, or without one."""

    side: int = 0
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    free: int = 0
    """The first units that give nothing."""
    route: Route | None = None
    """Where their lines lead; None if lines don't matter."""
    everywhere: bool = False
    """True if the area is the whole map; then it isn't an objective."""
    without: bool = False
    """True if those without a line count, not those with one."""


WAYS = ("last", "unit", "zones", "line")
"""How a place is held: by the last unit to pass through, by a unit in every hex, by units and zones without an enemy,
or by a line to it without an enemy in it."""
VALUES = ("unit", "attack", "defense", "all")
"""What a lost unit counts: one, its Attack or Barrage Strength, its Defense Strength, or all of its Strengths."""


class Levels(Record):
    """The levels of victory, by the ratio of the First Player's points to the Second's, or by the difference."""

    ratio: bool
    names: tuple[str, ...]
    """Such as `German Decisive` or `Draw`, the First Player's best first."""
    least: tuple[Fraction, ...]
    """By level the least ratio or difference that reaches it; the last level takes the rest."""


class VictoryTable(Record):
    """The keys of `[victory]`."""

    weigh: Both = (1, 1)
    """The weight of a point of each side."""
    start: Both = (0, 0)
    """Points of each side at the start."""
    tie: int = -1
    """The side that wins with equal points, or -1 for a draw."""
    levels: Levels | None = None
    otherwise: int = -1
    """The side that wins if no table with `wins` is fulfilled, or -1 if points decide."""


class ClosedGround(Record):
    """A `[[closed]]` table: hexes that a side may not enter."""

    side: int
    hexes: frozenset[int]
    until: int
    """The last Game-Turn in which they are closed."""
    name: str


class SpecialRules(Record):
    """The keys of `[special]`: rules that the battles share."""

    guns_per_point: int = 0
    """Points of artillery and Ground Support for each Strength Point of ground units in a combat; 0: no limit."""
    guns: tuple[Both, Both] | None = None
    """By side the most artillery units in a combat, attacking and protecting."""
    support_in_a_combat: int = 0
    """The most Ground Support Points in a combat; 0: no limit."""
    support_attacks_only: bool = False
    """True if Ground Support isn't used for Final Protective Fire."""
    support_one_phase: bool = False
    """True if all Ground Support of a Game-Turn is used in one Combat Phase."""
    night: frozenset[int] = frozenset()
    """Game-Turns without combat, in which units may leave Enemy-controlled hexes."""
    columns: bool = False
    """True if reinforcements enter one behind the other."""
    cities: bool = False
    """True if units shorten their retreats in City hexes."""
    wired: int = -1
    """The side that may blow canal and rail bridges as the enemy comes to them, or -1."""
    closed: tuple[ClosedGround, ...] = ()


class Scoring(Record):
    """All of a scenario's own victory conditions and special rules; without any, nothing scores."""

    points: tuple[PointsTable, ...] = ()
    victory: VictoryTable = VictoryTable()
    special: SpecialRules = SpecialRules()


NOTHING_SCORES = Scoring()
