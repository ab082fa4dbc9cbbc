"""What the answers to a ruleset's questions are made of: records without any rule in them."""

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
    """The name of the `Objective` that gives them; nothing where no place does."""
    at_end: bool = False
    """They count only if things are so when the game ends; otherwise they are his already."""


NOBODY = -1
"""Where a side is named: neither."""


class Objective(NamedTuple):
    """A place that Victory Points are given for, as things stand."""

    name: str
    hexes: tuple[int, ...]
    points: tuple[int, int]
    """What it is worth to each side."""
    side: int
    """Who would score it if the game ended now, `NOBODY` if nobody."""
    why: str
    """What gives it to him, or what keeps it from everybody."""
    line: tuple[int, ...] = ()
    """The Line of Communication that it is scored by, where one is needed; else nothing."""
    scored: tuple[int, int] = (0, 0)
    """What each side has for it in the account as it stands."""
    per: str = ""
    """For what each of the `points` is given, where the place is not scored as a whole: `ground unit`."""
    area: frozenset[int] = frozenset()
    """All of its hexes, where `hexes` are only those that lead into it or bound it."""


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


class Concern(NamedTuple):
    """Something that counts against a side if its phase ends now."""

    text: str
    """A short sentence."""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    points: int = 0
    """Victory Points that it gives the enemy, 0 where it costs none or they are not to be reckoned."""


class Supply(NamedTuple):
    """Whether a unit has a Line of Communication."""

    unit: int
    line: tuple[int, ...]
    """The hexes of its line, its own first; nothing if it has none."""
    why: str = ""
    """What keeps it from having one, in a few words."""


class Crossing(NamedTuple):
    """A bridge that may fall, has fallen, or has been laid."""

    pair: tuple[int, int]
    """The two hexes, the lower first."""
    kind: str
    """`canal`, `rail`, `highway`; nothing where the battle tells no kinds."""
    state: str
    """`wired` and not tried yet, `safe`, `blown`, `laid`; nothing where it can never fall."""


class Standing(NamedTuple):
    """How a bridge over a river of whole hexes stands, one that is laid or destroyed during the game."""

    name: str
    hex: int
    """The Bridge hex, -1 while the bridge is not there."""
    west: int
    east: int
    """The bank hexes that it joins, -1 while it is not there."""
    due: int
    """The Game-Turn from which it may be laid, 0 where it is there or will never be again."""
    destroyed: int
    """The Game-Turn in which it was last destroyed, 0 if it never was."""
    printed: bool
    """It is one that the map shows."""


class Front(NamedTuple):
    """The front that a side must hold, as it would be judged now."""

    hexes: tuple[int, ...]
    """From its northern end."""
    gaps: tuple[int, ...]
    """Those of its hexes that are not controlled."""
    lost: tuple[int, ...]
    """The hexes of the units beyond it."""
    cost: int
    """Points for gaps and losses."""


class Marker(NamedTuple):
    """A thing on the map that is no unit, such as a drop zone."""

    hex: int
    sign: str
    """One or two characters."""
    name: str
    secret: bool = False
    """Whether the other side must not learn of it."""


class Option(NamedTuple):
    """A choice that the players of a scenario make before it begins."""

    name: str
    """One word, as saves and the command line call it."""
    text: str
    """What it means, for people, with its case."""


class Share(NamedTuple):
    """One side's part of a combat, as far as limits on artillery ask for it."""

    side: int
    attacking: bool
    ground: int
    """Strength Points of its units that are no artillery: attack, or defense."""
    guns: tuple[int, ...]
    """Its artillery units, adjacent ones included."""
    support: int
    """Its Ground Support Points."""
