"""Records that a ruleset answers with; they hold no rules but what their numbers mean."""

from typing import NamedTuple


class ClosedHexes(NamedTuple):
    """Hexes that a side may not enter, and the case that says so."""

    hexes: frozenset[int]
    case: str
    reason: str


NOTHING_CLOSED = ClosedHexes(frozenset(), "", "")


class Score(NamedTuple):
    """A line of the account of Victory Points."""

    side: int
    cause: str
    points: int
    place: str = ""
    """The name of the `Objective` that gives them; empty if no place does."""
    at_end: bool = False
    """They count only if things are so when the game ends; otherwise they are his already."""


NOBODY = -1
"""Neither side, where a side is asked for."""


class Objective(NamedTuple):
    """A place that is worth Victory Points, as things stand."""

    name: str
    hexes: tuple[int, ...]
    points: tuple[int, int]
    """What it is worth to each side."""
    side: int
    """The side that would score it if the game ended now, or `NOBODY`."""
    why: str
    """Why that side would score it, or why nobody would."""
    line: tuple[int, ...] = ()
    """The Line of Communication that scores it, if it needs one; otherwise empty."""
    scored: tuple[int, int] = (0, 0)
    """What each side has for it in the account as it stands."""
    per: str = ""
    """For what each of the `points` is given, where the place is not scored as a whole: `ground unit`."""
    area: frozenset[int] = frozenset()
    """All of its hexes, where `hexes` are only those that lead into it or bound it."""


def by_side(*points: tuple[int, int]) -> tuple[int, int]:
    """Points as an `Objective` has them, the first side's first, from pairs of a side and its points; others have 0."""
    found = dict(points)
    return found.get(0, 0), found.get(1, 0)


class Counted(NamedTuple):
    """A unit that the battle counts for Victory Points, and how it stands. A unit may count for several things."""

    unit: int
    what: str
    """What it counts for, in a few words."""
    how: str
    """Where it is, and what keeps it from counting, in a few words."""
    side: int
    """Who has points for it as it stands, or would have: 0 or 1."""
    points: int
    """How many, each time that it is counted; 0 for none as it stands."""
    exits: tuple[str, ...] = ()
    """The edges by which it does best to leave the map, if it does."""


class Concern(NamedTuple):
    """Something that counts against a side if its phase ends now."""

    text: str
    """A short sentence."""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    points: int = 0
    """Victory Points that it gives the enemy, 0 if it costs none, or if nobody can say how many."""


class Supply(NamedTuple):
    """Whether a unit has a Line of Communication."""

    unit: int
    line: tuple[int, ...]
    """The hexes of its line, its own first; empty if it has none."""
    why: str = ""
    """Why it has none, in a few words."""


class Crossing(NamedTuple):
    """A bridge that may fall, has fallen, or has been laid."""

    pair: tuple[int, int]
    """The two hexes, the lower first."""
    kind: str
    """`canal`, `rail`, `highway`; empty if the battle has no kinds."""
    state: str
    """`wired` and not tried yet, `safe`, `blown`, `laid`; empty if it can never fall."""


class Standing(NamedTuple):
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
    """Whether the map shows it."""


class Front(NamedTuple):
    """A front that a side may name, with what it costs as things stand."""

    hexes: tuple[int, ...]
    """Its hexes, from the northern end."""
    gaps: tuple[int, ...]
    """Those of its hexes that are not controlled."""
    lost: tuple[int, ...]
    """The hexes of the units beyond it."""
    points: tuple[int, ...]
    """What each gap costs, and then each of these units."""

    @property
    def cost(self) -> int:
        """All these points."""
        return sum(self.points)


class Marker(NamedTuple):
    """Something on the map that is not a unit, such as a drop zone."""

    hex: int
    sign: str
    """One or two characters."""
    name: str
    secret: bool = False
    """Whether it is hidden from the other side."""


class Option(NamedTuple):
    """A choice that the players make before a scenario begins."""

    name: str
    """One word, as saves and the command line call it."""
    text: str
    """What it means, for people, with its case."""


class Share(NamedTuple):
    """One side's part of a combat, as far as limits on artillery need it."""

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


class ArtilleryLimit(NamedTuple):
    """What limits artillery on one side of a combat."""

    guns: int = UNLIMITED
    """Artillery units at most, adjacent ones included."""
    per_point: int | None = None
    """Points of artillery and Ground Support at most for each Strength Point of ground units; None for any number."""

    @property
    def alone(self) -> bool:
        """Whether artillery may attack, or give its fire, with no ground units beside it."""
        return self.guns > 0 and self.per_point is None

    def points(self, ground: int) -> int:
        """Points of artillery and Ground Support that so many Strength Points of ground units make room for."""
        return UNLIMITED if self.per_point is None else self.per_point * ground

    def fits(self, ground: int, guns: int, points: int) -> bool:
        """Whether so many guns, of so many points with the Ground Support, may take part beside these ground units."""
        return guns <= self.guns and (self.per_point is None or points <= self.per_point * ground)


ANY_ARTILLERY = ArtilleryLimit()


class GroundSupport(NamedTuple):
    """The Ground Support that a side may use now."""

    left: int
    """Points in all."""
    in_a_combat: int = UNLIMITED
    """Points in one combat at most."""
    spotters: tuple[int, ...] | None = None
    """Units of which one must be within `reach` hexes of a defender; None where nobody has to be near."""
    reach: int = 0


class Relief(NamedTuple):
    """Hexes by which a unit may shorten its retreat in a refuge (`Ruleset.refuges`)."""

    free: int = 0
    """Where it is not surrounded."""
    surrounded: int = 0
    """Where enemies and their zones hold every hex around it."""
