"""The players' orders: as records, and as lines of text (docs/referee.md describes the notation).

Orders name units by id and hexes by printed number. They say what a player wants; `Game` says whether it is legal. An
order's class holds its word and notation, so that defining it, here or beside its decision, adds it to the grammar.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.records import Record
from westwall_tui.engine.units import lower


class OrderSyntaxError(ValueError):
    """A line that is not an order at all, as opposed to an order that the rules forbid."""


class IllegalOrder(Exception):
    """An order that the rules forbid.

    `case` is the number of the case that forbids it, `reason` one plain sentence; `units` (ids) and `hexes` (numbers)
    are those concerned.
    """

    def __init__(self, case: str, reason: str, units: tuple[str, ...] = (), hexes: tuple[str, ...] = ()) -> None:
        super().__init__(f"{case}: {reason}")
        self.case = case
        self.reason = reason
        self.units = units
        self.hexes = hexes


class Order(Record):
    """An order of a player. A subclass with a `word` is part of the grammar.

    Its notation is that word and its fields in order, unless it has one of its own.
    """

    word: ClassVar[str] = ""
    """Its first word."""
    form: ClassVar[str] = ""
    """Its notation after the word, for people."""
    added_to: ClassVar[str] = ""
    """The kind of the decision to which some battles add it (`rules/parts.py`); empty if a decision has it always."""
    absent: ClassVar[tuple[str, str] | None] = None
    """The case and the reason of its refusal in a battle that has no such order; None if every battle has it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.word and _KINDS.setdefault(cls.word, cls) is not cls:
            raise ValueError(f"two orders are called {cls.word!r}")

    @classmethod
    def usage(cls) -> str:
        """Its notation, for people."""
        return f"{cls.word} {cls.form}".rstrip()

    def __str__(self) -> str:
        words = [self.word]
        for value in self.__dict__.values():
            words += value if isinstance(value, tuple) else [str(value)]
        return " ".join(words)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """The order with these words after the first. Raises `ValueError`, `LookupError` or `TypeError`.

        Standard: a word for each field.
        """
        return cls(*words)


_KINDS: dict[str, type[Order]] = {}
WORDS: Mapping[str, type[Order]] = _KINDS
"""Every kind of order, by its first word."""


class UnitToHex(Order):
    """An order that names a unit, and a hex for it."""

    form = "UNIT HEX"
    unit: str
    hex: str


class UnitByHexes(Order):
    """An order that names a unit, and a path of at least one hex."""

    form = "UNIT HEX ..."
    unit: str
    hexes: tuple[str, ...]

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """A unit and a hex, then as many hexes as there are."""
        unit, first, *rest = words
        return cls(unit, (first, *rest))


class Note(Order):
    """Note the drop zone of a division, and the Game-Turn on which it is placed; 0 is the first."""

    word, form = "zone", "DIVISION HEX, or zone DIVISION HEX TURN"
    division: str
    hex: str
    turn: int = 0

    def __str__(self) -> str:
        return f"zone {self.division} {self.hex}" + (f" {self.turn}" if self.turn else "")

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """A division, a hex, perhaps a Game-Turn."""
        division, number, *turn = words
        return cls(division, number, *(_number(word) for word in turn))


class Deploy(UnitToHex):
    """Set a unit up, or set it up elsewhere (3.0)."""

    word = "deploy"


class Move(UnitByHexes):
    """Move a unit through waypoints to the last hex, by the cheapest path between them (5.0)."""

    word, form = "move", "UNIT HEX, or move UNIT HEX HEX ... to pin the way"


class Enter(UnitByHexes):
    """Enter a reinforcement at the first hex and move it through the others."""

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
        """A unit, hexes if there are any, an edge."""
        unit, *hexes, edge = words
        if edge.lower() not in EDGES:
            raise ValueError(edge)
        return cls(unit, tuple(hexes), edge.lower())


class Demolish(Order):
    """Try to blow the bridge that is asked for, or leave it for good."""

    word, form = "demolish", "yes, or demolish no"
    attempt: bool

    def __str__(self) -> str:
        return f"demolish {'yes' if self.attempt else 'no'}"

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        (word,) = words
        return cls({"yes": True, "no": False}[word.lower()])


class LayBridge(Order):
    """Lay a float bridge over a river hex, from a bank hex to the one opposite."""

    word, form = "bridge", "RIVERHEX WESTHEX EASTHEX"
    added_to = "movement"
    absent = ("5.0", "no bridges are laid in this game")
    hex: str
    west: str
    east: str


class Destroy(Order):
    """Destroy the bridge over a river hex that a unit stands on."""

    word, form = "destroy", "RIVERHEX"
    hex: str


class NameFront(Order):
    """Name the hexes of a front, all of them from one end to the other; none for the one that is proposed."""

    word, form = "front", "HEX HEX ..., or front for the one that is proposed"
    hexes: tuple[str, ...] = ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        return cls(tuple(words))


class Attack(Order):
    """Declare a combat: attackers, the defenders, barraging artillery, Ground Support Points (7.0, 8.0, 9.0)."""

    word, form = "attack", "UNIT ... > DEFENDER ... + ARTILLERY ... gs POINTS (from + on as needed)"
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
        """Attackers before `>`, defenders after it, artillery after `+`, points after `gs`."""
        words, support = _support(words)
        middle = words.index(">")
        attackers, others = words[:middle], words[middle + 1 :]
        plus = others.index("+") if "+" in others else len(others)
        defenders, barrage = others[:plus], others[plus + 1 :]
        if not defenders or {">", "+"} & {*defenders, *barrage, *attackers}:
            raise ValueError(words)
        return cls(tuple(attackers), tuple(defenders), tuple(barrage), support)


class Fpf(Order):
    """Answer an attack with Final Protective Fire and Ground Support, or with none (8.4, 9.0)."""

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
        """Artillery and points, or `none`."""
        words, support = _support(words)
        if not words and not support:
            raise ValueError(words)
        units = () if [word.lower() for word in words] == ["none"] else tuple(words)
        return cls(units, support)


class Roll(Order):
    """The die."""

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
    """Say where a displaced unit goes (7.8)."""

    word = "displace"


class Advance(UnitToHex):
    """Advance a victorious unit to a hex of the Path of Retreat (7.9)."""

    word = "advance"


class Stand(Order):
    """Decline what is offered: the advances that are left (7.96), bridges to destroy, another way past a fallen one, a
    draw.
    """

    word = "stand"


class Done(Order):
    """End the phase, or the set-up."""

    word = "done"


class Offer(Order):
    """Offer the other side a draw, or to give the game up; it may refuse."""

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
"""What a side may offer the other."""


class Accept(Order):
    """Accept what the other side offers, which ends the game."""

    word = "accept"


class Concede(Order):
    """Give the game up."""

    word = "concede"


# -- what an order names


def end_of(order: Order) -> str:
    """The number of the hex where an order brings its unit, or that it is about; empty if it names none."""
    return str(getattr(order, "hex", "")) or next(iter(reversed(getattr(order, "hexes", ()))), "")


def units_of(order: Order) -> tuple[str, ...]:
    """The ids of the deciding side's own units that an order names."""
    match order:
        case Attack(attackers=attackers, barrage=barrage):
            return (*attackers, *barrage)
        case Fpf(units=units):
            return units
    unit = getattr(order, "unit", "")
    return (unit,) if unit else ()


# -- reading orders


def as_order(order: Order | str) -> Order:
    """An order, given as itself or as its line of text.

    Raises `OrderSyntaxError` for a line that cannot be read, `TypeError` for what is neither.
    """
    if isinstance(order, str):
        return parse(order)
    if not isinstance(order, Order):
        raise TypeError(f"give an order, or its line such as 'move 1/304 2414', not {order!r:.60}")
    return order


def parse(line: str) -> Order:
    """Read an order. Raises `OrderSyntaxError`, which says how to write it."""
    words = line.split()
    if not words:
        raise OrderSyntaxError("type an order; ?legal lists those you can give")
    verb, *rest = words
    kind = WORDS.get(lower(verb))
    if kind is None:
        raise OrderSyntaxError(f"{verb!r} is not an order; the orders are {', '.join(WORDS)}")
    try:
        return kind.read(rest)
    except (ValueError, LookupError, TypeError):
        raise OrderSyntaxError(f"write it like this: {kind.usage()}") from None


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise ValueError(word)
    return int(word)


def _support(words: Sequence[str]) -> tuple[Sequence[str], int]:
    """Split `... gs N` from the end of a list of words."""
    if len(words) >= 2 and words[-2].lower() == "gs":
        return words[:-2], _number(words[-1])
    return words, 0
