"""Records for a ruleset's answers; they hold no rules beyond the meaning of their numbers.

Those that are sorted, or copied for each combat that is tried out, are named tuples.
"""

from typing import NamedTuple

from westwall_tui.engine.records import Record
from westwall_tui.engine.terrain import LINE_ORDER, Terrain, entry_of


class ClosedHexes(Record):
    """Hexes closed to a side, and the case."""

    hexes: frozenset[int]
    case: str
    reason: str


NOTHING_CLOSED = ClosedHexes(frozenset(), "", "")
ATTACKS_FROM_ANYWHERE = ClosedHexes(frozenset(), "7.1", "")


class DefenseLine(NamedTuple):
    """The line of the table on which a unit is attacked where it stands, apart from the water around it (7.4)."""

    rank: int
    """The line, as an index of `LINE_ORDER`: the lower, the better for the unit."""
    name: str
    """What gives it: `Town`, `Bridge`."""
    word: str
    """The word by which the line is known: `Woods`."""

    @classmethod
    def of(cls, terrain: Terrain) -> "DefenseLine":
        """Return the line that a terrain gives."""
        entry = entry_of(terrain)
        return cls(LINE_ORDER.index(entry.line), entry.name, entry.line_word)


TERRAIN_LINES = {terrain: DefenseLine.of(terrain) for terrain in Terrain}


class Score(Record):
    """A line of the account of Victory Points."""

    side: int
    cause: str
    points: int
    place: str = ""
    """The name of the `Objective` that gives them; empty if no place does."""
    at_end: bool = False
    """True if they count only at the end of the game; otherwise they are already scored."""


class Chance(Record):
    """Something that can still happen and moves points, once or several times."""

    one: str
    """What happens, in words, if it happens once: `one more exit`."""
    many: str
    """The same if it happens more often: `{n} more exits`."""
    times: int
    """How often it can happen at most."""
    by: tuple[int, int]
    """The change of both sides' points, each time."""
    once: tuple[int, int] = (0, 0)
    """A further change that comes with the first time."""
    missed: int = 0
    """How often more it could have happened, seen from the end of the game; 0 if that is as often as it still can."""
    done: int = 0
    """How often it has happened, if the game can say how it would stand had it happened less often."""
    less: tuple[str, str] = ("", "")
    """What would not have happened, in words, once and more often: `one exit fewer`, `{n} exits fewer`."""


class Source(Record):
    """Something that gives a side Victory Points: what it gives now, and what the rules still allow it to give."""

    side: int
    name: str
    case: str
    now: int
    least: int
    """The fewest points that it can give in the end."""
    most: int | None
    """The most; None if the rules set no limit."""
    stands: str
    """How it stands, in a few words."""
    hexes: tuple[int, ...] = ()
    """The hexes that it is about."""
    units: tuple[int, ...] = ()
    """The units that it is about."""
    chances: tuple[Chance, ...] = ()
    """What can still change it, and perhaps the other side's points too. Each chance belongs to one source."""
    wins: bool = False
    """True if it wins the game by itself, and gives no points."""


NOBODY = -1
"""In place of a side: neither."""


class Scale(Record):
    """How the points of both sides compare: whoever is ahead by it would win if the game ended now."""

    weights: tuple[int, int] = (1, 1)
    """The weight of one point of each side: 2 for a side that needs half as many as its enemy."""
    handicap: tuple[int, int] = (0, 0)
    """Points that each side starts with: the other side must be that far ahead."""

    def balance(self, points: tuple[int, int]) -> int:
        """By how much the First Player is ahead; below 0, the Second Player."""
        first, second = (points[side] * self.weights[side] + self.handicap[side] for side in (0, 1))
        return first - second


class Objective(Record):
    """A place that is worth Victory Points, as things stand."""

    name: str
    hexes: tuple[int, ...]
    points: tuple[int, int]
    """Its points for each side."""
    side: int
    """The side that would score it if the game ended now, or `NOBODY`."""
    why: str
    """Why that side would score it, or why neither would."""
    line: tuple[int, ...] = ()
    """The Line of Communication that scores it, if it needs one; otherwise empty."""
    scored: tuple[int, int] = (0, 0)
    """Points already scored for it by each side."""
    per: str = ""
    """What has to stand there for each of the `points`: `ground unit`. Empty if the place is scored as a whole."""
    area: frozenset[int] = frozenset()
    """All of its hexes, if `hexes` are only its entrances or border."""


def by_side(*points: tuple[int, int]) -> tuple[int, int]:
    """Points in the form of an `Objective`, from pairs of side and points; 0 for a side without."""
    found = dict(points)
    return found.get(0, 0), found.get(1, 0)


class Measure(Record):
    """How far a side has come, by a measure of ground of the battle's own."""

    name: str
    """What is counted, as the heading of a chart."""
    side: int
    """Whose measure it is."""
    value: int
    most: int
    """Its highest possible value; 0 if the rules set no limit."""
    falls: bool = False
    """True if the side wants less of it: hexes of a road that are still closed."""
    road: str = ""
    """The road that it is about, as a sentence names it; empty if it is about none."""
    cut: tuple[int, ...] = ()
    """Where that road is closed now, the worst place first; empty while it is open."""


class Counted(NamedTuple):
    """A unit that scores Victory Points, and how it stands. It may score for several reasons."""

    unit: int
    what: str
    """The reason, in a few words."""
    how: str
    """Where it is and what keeps it from scoring, in a few words."""
    side: int
    """The side that scores it now, or would: 0 or 1."""
    points: int
    """The points each time it is counted; 0 for none as things stand."""
    exits: tuple[str, ...] = ()
    """The best edges for it to exit by, if any."""
    exit_by: int = 0
    """The last Game-Turn in which it should exit, 0 for any."""
    gain: tuple[int, int] = (0, 0)
    """The change of both sides' points if it exits by one of these edges."""


class Concern(Record):
    """Something that counts against a side if its phase ends now."""

    text: str
    """A short sentence."""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    points: int = 0
    """Victory Points for the enemy; 0 for none or an unknown number."""


class Supply(Record):
    """A unit's Line of Communication, or why it has none."""

    unit: int
    line: tuple[int, ...]
    """The hexes of its line, its own first; empty if it has none."""
    why: str = ""
    """Why it has none, in a few words."""


class Crossing(NamedTuple):
    """A bridge that may be blown, was blown, or was laid."""

    pair: tuple[int, int]
    """The two hexes, the lower first."""
    kind: str
    """`canal`, `rail`, `highway`; empty if the battle has no kinds."""
    state: str
    """`wired` and not yet tried, `safe`, `blown`, `laid`; empty if it can never be blown."""


class BridgeState(Record):
    """The state of a bridge over a river hex, one that may be laid or destroyed during the game."""

    name: str
    hex: int
    """The Bridge hex, -1 while the bridge is not there."""
    west: int
    east: int
    """The bank hexes that it joins, -1 while it is not there."""
    due: int
    """The Game-Turn from which it may be laid; 0 if it is there, or gone for good."""
    destroyed: int
    """The Game-Turn in which it was last destroyed; 0 if it never was."""
    printed: bool
    """True if the map shows it."""


class Front(Record):
    """A front that a side may name, and its price as things stand."""

    hexes: tuple[int, ...]
    """Its hexes, from the northern end."""
    gaps: tuple[int, ...]
    """Its hexes that are not controlled."""
    lost: tuple[int, ...]
    """The hexes of the units beyond it."""
    points: tuple[int, ...]
    """The price of each gap, then of each of these units."""

    @property
    def cost(self) -> int:
        """All these points."""
        return sum(self.points)


class Marker(Record):
    """Something on the map that is not a unit, such as a drop zone."""

    hex: int
    sign: str
    """One or two characters."""
    name: str
    secret: bool = False
    """True if it is hidden from the other side."""
    division: str = ""
    """Whose drop zone it is, as orders call it."""


class Option(Record):
    """A choice that the players make before a scenario begins."""

    name: str
    """One word, as saves and the command line call it."""
    text: str
    """Its meaning for people, with its case."""


class Share(NamedTuple):
    """One side's part of a combat, for limits on artillery."""

    side: int
    attacking: bool
    ground: int
    """Strength Points of its units other than artillery: attack, or defense."""
    guns: tuple[int, ...]
    """Its artillery units, adjacent ones included."""
    support: int
    """Its Ground Support Points."""


UNLIMITED = 1 << 20
"""More artillery units, or points, than any scenario has."""


class ArtilleryLimit(Record):
    """The limit on one side's artillery in a combat."""

    guns: int = UNLIMITED
    """The most artillery units, adjacent ones included."""
    per_point: int | None = None
    """The most points of artillery and Ground Support for each Strength Point of ground units; None: no limit."""
    case: str = "8.0"

    @property
    def alone(self) -> bool:
        """True if artillery may attack, or fire FPF, without ground units."""
        return self.guns > 0 and self.per_point is None

    def points(self, ground: int) -> int:
        """Points of artillery and Ground Support that go with `ground` Strength Points of ground units."""
        return UNLIMITED if self.per_point is None else self.per_point * ground

    def fits(self, ground: int, guns: int, points: int) -> bool:
        """True if this many guns, with these points including Ground Support, may join these ground units."""
        return guns <= self.guns and (self.per_point is None or points <= self.per_point * ground)


ANY_ARTILLERY = ArtilleryLimit()


class GroundSupport(Record):
    """A side's usable Ground Support."""

    left: int
    """Points in all."""
    in_a_combat: int = UNLIMITED
    """Points in one combat at most."""
    spotters: tuple[int, ...] | None = None
    """One of these units must be within `reach` hexes of a defender; None if none has to be near."""
    reach: int = 0
    case: str = "9.12"
    """The case that limits it."""


class Relief(Record):
    """Hexes by which a unit may shorten its retreat in a refuge (`Refuges`)."""

    free: int = 0
    """Where it is not surrounded."""
    surrounded: int = 0
    """Where enemies occupy or control every hex around it."""


class Refuges(Record):
    """Places where units may shorten their retreats."""

    hexes: frozenset[int] = frozenset()
    reliefs: tuple[Relief, ...] = ()
    """By unit: hexes off its retreat in one of the hexes."""
    place: str = "place"
    """The kind of place in a word."""
    case: str = ""
    """The case; empty if the battle has no such rule."""
