"""The records in which a ruleset gives its answers, without any rules of their own.

Records that are sorted, or copied for each combat in a search, are named tuples.
"""

from typing import NamedTuple

from westwall_tui.engine.records import Record
from westwall_tui.engine.scoring import EACH_TURN
from westwall_tui.engine.terrain import LINE_ORDER, Terrain, entry_of


class ClosedHexes(Record):
    """The hexes closed to a side, and the case that closes them."""

    hexes: frozenset[int]
    case: str
    reason: str


NOTHING_CLOSED = ClosedHexes(frozenset(), "", "")
ATTACKS_FROM_ANYWHERE = ClosedHexes(frozenset(), "7.1", "")


class DefenseLine(NamedTuple):
    """The line of the table on which a unit is attacked in its hex, apart from the water around it (7.4)."""

    rank: int
    """The line, as an index of `LINE_ORDER`: the lower, the better for the unit."""
    name: str
    """The terrain that gives the line: `Town`, `Bridge`."""
    word: str
    """The name of the line: `Woods`."""

    @classmethod
    def of(cls, terrain: Terrain) -> "DefenseLine":
        """Return the line of a terrain."""
        entry = entry_of(terrain)
        return cls(LINE_ORDER.index(entry.line), entry.name, entry.line_word)


TERRAIN_LINES = {terrain: DefenseLine.of(terrain) for terrain in Terrain}


class Score(Record):
    """A line of the account of Victory Points."""

    side: int
    cause: str
    points: int
    place: str = ""
    """The name of the `Objective` that gives the points; empty if no place does."""
    at_end: bool = False
    """True if the points count only at the end of the game; otherwise they are already scored."""


class Chance(Record):
    """A possible future event that changes the points, once or several times."""

    one: str
    """The event in words, if it happens once: `one more exit`."""
    many: str
    """The event in words, if it happens more often: `{n} more exits`."""
    times: int
    """The maximum number of times that it can happen."""
    by: tuple[int, int]
    """The change of both sides' points each time."""
    once: tuple[int, int] = (0, 0)
    """A further change of the points the first time."""
    missed: int = 0
    """Once the game is over: the number of further times it could have happened; 0 if that equals `times`."""
    done: int = 0
    """The number of times it has happened, if the points without it can be computed."""
    less: tuple[str, str] = ("", "")
    """Its absence in words, for one time and for more: `one fewer exit`, `{n} fewer exits`."""


class Source(Record):
    """A source of Victory Points for a side: its points now, and its limits under the rules."""

    side: int
    name: str
    case: str
    now: int
    least: int
    """The minimum of points that it can give in the end."""
    most: int | None
    """The maximum, or None if the rules set no limit."""
    status: str
    """The present state, in a few words."""
    hexes: tuple[int, ...] = ()
    """The hexes concerned."""
    units: tuple[int, ...] = ()
    """The units concerned."""
    chances: tuple[Chance, ...] = ()
    """The events that can still change it, and perhaps the other side's points. Each belongs to one source."""
    wins: bool = False
    """True if it wins the game alone and gives no points."""


NOBODY = -1
"""A number that stands for neither side."""


class Scale(Record):
    """A comparison of both sides' weighted points; the side that is ahead would win if the game ended now."""

    weights: tuple[int, int] = (1, 1)
    """The weight of one point of each side: 2 for a side that needs half as many as its enemy."""
    handicap: tuple[int, int] = (0, 0)
    """The points that each side starts with; the other side must be ahead by that many."""

    def balance(self, points: tuple[int, int]) -> int:
        """Return the lead of the First Player; below 0, the Second Player is ahead."""
        first, second = (points[side] * self.weights[side] + self.handicap[side] for side in (0, 1))
        return first - second


class Objective(Record):
    """A place that is worth Victory Points, in its present state."""

    name: str
    hexes: tuple[int, ...]
    points: tuple[int, int]
    """The points for each side."""
    side: int
    """The side that would score the place if the game ended now, or `NOBODY`."""
    why: str
    """The reason why that side would score it, or why neither would."""
    line: tuple[int, ...] = ()
    """The Line of Communication that the place needs to score, if it has one; otherwise empty."""
    scored: tuple[int, int] = (0, 0)
    """Points already scored for the place by each side."""
    per: str = ""
    """The kind of unit that scores the `points` each: `ground unit`. Empty if the place is scored as a whole."""
    area: frozenset[int] = frozenset()
    """All hexes of the place, if `hexes` are only its entrances or border."""

    @property
    def called(self) -> str:
        """The name in a sentence, without how often the place scores: `Noville` for `Noville each turn`."""
        return self.name.removesuffix(EACH_TURN)


def by_side(*points: tuple[int, int]) -> tuple[int, int]:
    """Return points by side, from pairs of side and points; 0 for a side that is not named."""
    found = dict(points)
    return found.get(0, 0), found.get(1, 0)


class Measure(Record):
    """A side's progress on the ground, by a measure of the battle's own."""

    name: str
    """The heading of a chart of the measure."""
    side: int
    """The side whose progress it is."""
    value: int
    most: int
    """The highest possible value, or 0 if the rules set no limit."""
    falls: bool = False
    """True if the side wants a low value, such as few closed hexes of a road."""
    road: str = ""
    """The road measured, as a sentence names it; empty if the measure is not about a road."""
    cut: tuple[int, ...] = ()
    """The hexes where that road is closed now, the worst first; empty while it is open."""


class Counted(NamedTuple):
    """A unit that scores Victory Points for one reason; a unit may score for several reasons."""

    unit: int
    what: str
    """The reason, in a few words."""
    how: str
    """The unit's place and the obstacle to scoring, in a few words."""
    side: int
    """The side that scores it now, or would: 0 or 1."""
    points: int
    """The points each time it is counted; 0 if it scores nothing now."""
    exits: tuple[str, ...] = ()
    """The best edges for an exit, if any."""
    exit_by: int = 0
    """The last Game-Turn in which the unit should exit, or 0 for any."""
    gain: tuple[int, int] = (0, 0)
    """The change of both sides' points if the unit exits by one of these edges."""


class Concern(Record):
    """A drawback for a side if its phase ends now."""

    text: str
    """A short sentence."""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    points: int = 0
    """Victory Points for the enemy; 0 for none or an unknown number."""


class Supply(Record):
    """A unit's Line of Communication, or the reason why it has none."""

    unit: int
    line: tuple[int, ...]
    """The hexes of the line, from the unit's own hex; empty if the unit has no line."""
    why: str = ""
    """The reason why it has no line, in a few words."""


class Crossing(NamedTuple):
    """A bridge that may be blown, or was blown or laid."""

    pair: tuple[int, int]
    """The two hexes, the lower first."""
    kind: str
    """`canal`, `rail`, `highway`; empty if the battle has no kinds."""
    state: str
    """`wired` and not yet tried, `safe`, `blown`, `laid`; empty if it can never be blown."""


class BridgeState(Record):
    """The state of a bridge over a river hex, which may be laid or destroyed during the game."""

    name: str
    hex: int
    """The Bridge hex, or -1 while the bridge is not there."""
    west: int
    east: int
    """The bank hexes that the bridge joins, or -1 while it is not there."""
    due: int
    """The Game-Turn from which it may be laid; 0 if it is there or gone for good."""
    destroyed: int
    """The Game-Turn in which it was last destroyed; 0 if it never was."""
    printed: bool
    """True if the map shows the bridge."""


class Front(Record):
    """A front that a side may name, and its present price."""

    hexes: tuple[int, ...]
    """The hexes of the front, from the northern end."""
    gaps: tuple[int, ...]
    """The hexes that the side does not control."""
    lost: tuple[int, ...]
    """The hexes of the units beyond the front."""
    points: tuple[int, ...]
    """The price of each gap, then of each unit beyond the front."""

    @property
    def cost(self) -> int:
        """Return the whole price in Victory Points."""
        return sum(self.points)


class Marker(Record):
    """A marker on the map, such as that of a drop zone."""

    hex: int
    sign: str
    """One or two characters."""
    name: str
    secret: bool = False
    """True if the marker is hidden from the other side."""
    division: str = ""
    """The division of a drop zone, as orders name it."""


class Option(Record):
    """A choice that the players make before a scenario begins."""

    name: str
    """The name in saves and on the command line, one word."""
    text: str
    """The meaning for people, with the case."""
    most: int = 1
    """The largest value: 1 if it is chosen or not, more for a number."""

    def told(self, value: int) -> str:
        """Return the meaning of a value of 1 or more: `Points at the start for the Germans: 6`."""
        return self.text if self.most == 1 else f"{self.text}: {value}"


class Share(NamedTuple):
    """One side's part of a combat, for limits on artillery."""

    side: int
    attacking: bool
    ground: int
    """The Strength Points, attack or defense, of the units that are not artillery."""
    guns: tuple[int, ...]
    """The artillery units, including adjacent ones."""
    support: int
    """The Ground Support Points."""


UNLIMITED = 1 << 20
"""More artillery units or points than any scenario has."""


class ArtilleryLimit(Record):
    """The limit on one side's artillery in a combat."""

    guns: int = UNLIMITED
    """The maximum number of artillery units, including adjacent ones."""
    per_point: int | None = None
    """The maximum points of artillery and Ground Support per Strength Point of ground units; None: no limit."""
    case: str = "8.0"

    @property
    def alone(self) -> bool:
        """True if artillery may attack or give FPF without ground units."""
        return self.guns > 0 and self.per_point is None

    def points(self, ground: int) -> int:
        """Return the maximum points of artillery and Ground Support for `ground` Strength Points of ground units."""
        return UNLIMITED if self.per_point is None else self.per_point * ground

    def fits(self, ground: int, guns: int, points: int) -> bool:
        """Return True if this many guns, with these points including Ground Support, may join such ground units."""
        return guns <= self.guns and (self.per_point is None or points <= self.per_point * ground)


ANY_ARTILLERY = ArtilleryLimit()


class GroundSupport(Record):
    """A side's usable Ground Support."""

    left: int
    """The total points."""
    in_a_combat: int = UNLIMITED
    """The maximum points in one combat."""
    spotters: tuple[int, ...] | None = None
    """Units of which one must be within `reach` hexes of a defender; None if no unit has to be near."""
    reach: int = 0
    case: str = "9.12"
    """The case that limits the points."""


class Relief(Record):
    """The number of hexes by which a unit may shorten its retreat in a refuge (`Refuges`)."""

    free: int = 0
    """The number if the unit is not surrounded."""
    surrounded: int = 0
    """The number if enemies occupy or control every hex around it."""


class Refuges(Record):
    """Places where units may shorten their retreats."""

    hexes: frozenset[int] = frozenset()
    reliefs: tuple[Relief, ...] = ()
    """The relief of each unit in one of the hexes."""
    place: str = "place"
    """The kind of place, in a word."""
    case: str = ""
    """The case, or nothing if the battle has no such rule."""
