"""The players' orders, as records and as lines of text (docs/referee.md describes the notation).

Orders name units by id and hexes by printed number. An order is only a wish: `Game` decides whether it is legal. The
class of an order contains its word and notation, so that a class defined here or next to its decision becomes part of
the grammar.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.records import Record
from westwall_tui.engine.units import lower


class OrderSyntaxError(ValueError):
    """The error for a line of text that isn't an order; an order that the rules forbid is an `IllegalOrder`."""


class IllegalOrder(Exception):
    """The refusal of an order that the rules forbid.

    `case` is the number of the case that forbids the order. `reason` is a sentence that begins in lower case and has no
    full stop. `units` (ids) and `hexes` (numbers) are those that the reason concerns.
    """

    def __init__(self, case: str, reason: str, units: tuple[str, ...] = (), hexes: tuple[str, ...] = ()) -> None:
        super().__init__(f"{case}: {reason}")
        self.case = case
        self.reason = reason
        self.units = units
        self.hexes = hexes


class Order(Record):
    """An order of a player. A subclass with a `word` is part of the grammar.

    The standard notation is that word, followed by the fields in order.
    """

    word: ClassVar[str] = ""
    """The first word of the notation."""
    form: ClassVar[str] = ""
    """The notation after the word, for people."""
    added_to: ClassVar[str] = ""
    """The kind of decision to which some battles add the order (`rules/parts.py`); empty if it is never added."""
    absent: ClassVar[tuple[str, str] | None] = None
    """The case and reason for refusing the order in a battle that does not have it; None if every battle has it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.word and _KINDS.setdefault(cls.word, cls) is not cls:
            raise ValueError(f"two orders are called {cls.word!r}")

    @classmethod
    def usage(cls) -> str:
        """Return the notation, for people."""
        return f"{cls.word} {cls.form}".rstrip()

    def __str__(self) -> str:
        words = [self.word]
        for value in self.__dict__.values():
            words += value if isinstance(value, tuple) else [str(value)]
        return " ".join(words)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Read the words after the first one. Raises `ValueError`, `LookupError` or `TypeError`.

        Standard: one word for each field.
        """
        return cls(*words)


_KINDS: dict[str, type[Order]] = {}
WORDS: Mapping[str, type[Order]] = _KINDS
"""Every kind of order, by its first word."""


class UnitToHex(Order):
    """An order that names a unit and a hex."""

    form = "UNIT HEX"
    unit: str
    hex: str


class UnitByHexes(Order):
    """An order that names a unit and a path of at least one hex."""

    form = "UNIT HEX ..."
    unit: str
    hexes: tuple[str, ...]

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Read a unit and one hex or more."""
        unit, first, *rest = words
        return cls(unit, (first, *rest))


class Note(Order):
    """Note the drop zone of a division, and the Game-Turn of its placement; 0 stands for the first."""

    word, form = "zone", "DIVISION HEX, or zone DIVISION HEX TURN"
    division: str
    hex: str
    turn: int = 0

    def __str__(self) -> str:
        return f"zone {self.division} {self.hex}" + (f" {self.turn}" if self.turn else "")

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Read a division, a hex and optionally a Game-Turn."""
        division, number, *turn = words
        return cls(division, number, *(_number(word) for word in turn))


class Deploy(UnitToHex):
    """Set a unit up, or set it up elsewhere (3.0)."""

    word = "deploy"


class Move(UnitByHexes):
    """Move a unit through waypoints to the last hex, by the cheapest path between them (5.0)."""

    word, form = "move", "UNIT HEX, or move UNIT HEX HEX ... to pin the route"


class Enter(UnitByHexes):
    """Enter a reinforcement at the first hex and move it through the rest."""

    word, form = "enter", "UNIT ENTRYHEX HEX ..."


class Land(UnitToHex):
    """Land a unit from the air in a hex."""

    word = "land"


class Exit(Order):
    """Move a unit through the hexes, if any, and off the map by an edge."""

    word, form = "exit", "UNIT west, or exit UNIT HEX ... west (north, east, south)"
    unit: str
    hexes: tuple[str, ...]
    edge: str

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Read a unit, any number of hexes, and an edge."""
        unit, *hexes, edge = words
        if edge.lower() not in EDGES:
            raise ValueError(edge)
        return cls(unit, tuple(hexes), edge.lower())


class Demolish(Order):
    """Try to blow the bridge of the pending decision, or leave it intact for good."""

    word, form = "demolish", "yes, or demolish no"
    attempt: bool

    def __str__(self) -> str:
        return f"demolish {'yes' if self.attempt else 'no'}"

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        (word,) = words
        return cls({"yes": True, "no": False}[word.lower()])


class LayBridge(Order):
    """Lay a float bridge over a river hex, from a bank hex to the opposite one."""

    word, form = "bridge", "RIVERHEX WESTHEX EASTHEX"
    added_to = "movement"
    absent = ("5.0", "units cannot lay bridges in this game")
    hex: str
    west: str
    east: str


class Destroy(Order):
    """Destroy the bridge over a river hex, on which a unit is."""

    word, form = "destroy", "RIVERHEX"
    hex: str


class NameFront(Order):
    """Name all hexes of a front from one end to the other, or none for the proposed front."""

    word, form = "front", "HEX HEX ..., or front for the proposed one"
    hexes: tuple[str, ...] = ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        return cls(tuple(words))


class Attack(Order):
    """Declare a combat: attackers, the defenders, barraging artillery, Ground Support Points (7.0, 8.0, 9.0)."""

    word, form = "attack", "UNIT ... > DEFENDER ... + ARTILLERY ... gs POINTS (everything from + on is optional)"
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    barrage: tuple[str, ...] = ()
    support: int = 0

    def __str__(self) -> str:
        words = ["attack", *self.attackers, ">", *self.defenders]
        if self.barrage:
            words += ["+", *self.barrage]
        if self.support:
            words += ["gs", str(self.support)]
        return " ".join(words)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Read attackers before `>`, defenders after it, artillery after `+`, points after `gs`."""
        words, support = _support(words)
        middle = words.index(">")
        attackers, others = words[:middle], words[middle + 1 :]
        plus = others.index("+") if "+" in others else len(others)
        defenders, barrage = others[:plus], others[plus + 1 :]
        if not defenders or {">", "+"} & {*defenders, *barrage, *attackers}:
            raise ValueError(words)
        return cls(tuple(attackers), tuple(defenders), tuple(barrage), support)


class Fpf(Order):
    """Answer an attack with Final Protective Fire and Ground Support, or without any (8.4, 9.0)."""

    word, form = "fpf", "ARTILLERY ... gs POINTS, or fpf none"
    units: tuple[str, ...] = ()
    support: int = 0

    def __str__(self) -> str:
        words = ["fpf", *self.units]
        if self.support:
            words += ["gs", str(self.support)]
        return " ".join(words) if len(words) > 1 else "fpf none"

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Read artillery and points, or `none`."""
        words, support = _support(words)
        if not words and not support:
            raise ValueError(words)
        units = () if [word.lower() for word in words] == ["none"] else tuple(words)
        return cls(units, support)


class Roll(Order):
    """Roll the die with this result."""

    word, form = "roll", "N"
    die: int

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        (die,) = words
        return cls(_number(die))


class Retreat(UnitByHexes):
    """Retreat a unit along a path of hexes (7.7)."""

    word = "retreat"


class Displace(UnitToHex):
    """Displace a unit to a hex (7.8)."""

    word = "displace"


class Advance(UnitToHex):
    """Advance a victorious unit to a hex of the Path of Retreat (7.9)."""

    word = "advance"


class Stand(Order):
    """Decline the remaining advances (7.96), the destruction of bridges, a way past a blown bridge, or an offer."""

    word = "stand"


class Done(Order):
    """End the phase or the set-up."""

    word = "done"


class Offer(Order):
    """Offer the other side a draw or a concession, which it may refuse."""

    word, form = "offer", "draw, or offer concession"
    what: str

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        (word,) = words
        if lower(word) not in OFFERS:
            raise ValueError(word)
        return cls(lower(word))


DRAW, CONCESSION = "draw", "concession"
OFFERS = (DRAW, CONCESSION)
"""The kinds of offers."""


class Accept(Order):
    """Accept the other side's offer, which ends the game."""

    word = "accept"


class Concede(Order):
    """Concede the game."""

    word = "concede"


# -- the hexes and units in an order


def end_of(order: Order) -> str:
    """Return the number of the only or last hex in an order; empty if it names none."""
    return str(getattr(order, "hex", "")) or next(iter(reversed(getattr(order, "hexes", ()))), "")


def units_of(order: Order) -> tuple[str, ...]:
    """Return the ids of the deciding side's own units in an order."""
    match order:
        case Attack(attackers=attackers, barrage=barrage):
            return (*attackers, *barrage)
        case Fpf(units=units):
            return units
    unit = getattr(order, "unit", "")
    return (unit,) if unit else ()


# -- reading orders


def as_order(order: Order | str) -> Order:
    """Return an order, given as an order or as its line of text.

    Raises `OrderSyntaxError` for a line that isn't an order, `TypeError` for other objects.
    """
    if isinstance(order, str):
        return parse(order)
    if not isinstance(order, Order):
        raise TypeError(f"give an order, or its line such as 'move 1/304 2414', not {order!r:.60}")
    return order


def parse(line: str) -> Order:
    """Read an order. Raises `OrderSyntaxError` with the correct notation."""
    words = line.split()
    if not words:
        raise OrderSyntaxError("type an order; ?legal lists those you can give")
    verb, *rest = words
    kind = WORDS.get(lower(verb))
    if kind is None:
        raise OrderSyntaxError(f"{verb!r} isn't an order; the orders are {', '.join(WORDS)}")
    try:
        return kind.read(rest)
    except (ValueError, LookupError, TypeError):
        raise OrderSyntaxError(f"write it like this: {kind.usage()}") from None


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise ValueError(word)
    return int(word)


def _support(words: Sequence[str]) -> tuple[Sequence[str], int]:
    """Split `... gs N` off the end of a list of words."""
    if len(words) >= 2 and words[-2].lower() == "gs":
        return words[:-2], _number(words[-1])
    return words, 0
