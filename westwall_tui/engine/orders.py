"""The players' orders: as records, and as lines of text (docs/formats.md describes the notation).

Orders name units by id and hexes by printed number. They say what a player wants; `Game` says whether it is legal.
"""

from collections.abc import Callable, Mapping

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


class Deploy(Record):
    """Set a unit up, or set it up elsewhere (3.0)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"deploy {self.unit} {self.hex}"


class Move(Record):
    """Move a unit through waypoints to the last hex; the cheapest way between them is taken (5.0)."""

    unit: str
    hexes: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("move", self.unit, *self.hexes))


class Enter(Record):
    """Bring a reinforcement in at the first hex and move it on through the others."""

    unit: str
    hexes: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("enter", self.unit, *self.hexes))


class Land(Record):
    """Land a unit from the air in a hex."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"land {self.unit} {self.hex}"


class Demolish(Record):
    """Try to blow the bridge that is asked for, or leave it for good."""

    attempt: bool

    def __str__(self) -> str:
        return f"demolish {'yes' if self.attempt else 'no'}"


class Bridge(Record):
    """Lay a float bridge over a river hex, from a bank hex to the one opposite."""

    hex: str
    west: str
    east: str

    def __str__(self) -> str:
        return f"bridge {self.hex} {self.west} {self.east}"


class Destroy(Record):
    """Destroy the bridge over a river hex that a unit stands on."""

    hex: str

    def __str__(self) -> str:
        return f"destroy {self.hex}"


class NameFront(Record):
    """Name the hexes of a front, all of them from one end to the other; none for the one that is proposed."""

    hexes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(("front", *self.hexes))


class Note(Record):
    """Note the drop zone of a division, and the Game-Turn on which it is placed; 0 is the first."""

    division: str
    hex: str
    turn: int = 0

    def __str__(self) -> str:
        return f"zone {self.division} {self.hex}" + (f" {self.turn}" if self.turn else "")


class Exit(Record):
    """Move a unit through the hexes, if any, and off the map by an edge."""

    unit: str
    hexes: tuple[str, ...]
    edge: str

    def __str__(self) -> str:
        return " ".join(("exit", self.unit, *self.hexes, self.edge))


class Attack(Record):
    """Declare a combat: attackers, the defenders, barraging artillery, Ground Support Points (7.0, 8.0, 9.0)."""

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


class Fpf(Record):
    """Answer an attack with Final Protective Fire and Ground Support, or with none (8.4, 9.0)."""

    units: tuple[str, ...] = ()
    support: int = 0

    def __str__(self) -> str:
        words = ["fpf", *self.units]
        if self.support:
            words += ["gs", str(self.support)]
        return " ".join(words) if len(words) > 1 else "fpf none"


class Roll(Record):
    """The die."""

    die: int

    def __str__(self) -> str:
        return f"roll {self.die}"


class Retreat(Record):
    """Retreat a unit along a path of hexes (7.7)."""

    unit: str
    hexes: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("retreat", self.unit, *self.hexes))


class Displace(Record):
    """Say where a displaced unit goes (7.8)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"displace {self.unit} {self.hex}"


class Advance(Record):
    """Advance a victorious unit to a hex of the Path of Retreat (7.9)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"advance {self.unit} {self.hex}"


class Stand(Record):
    """Decline what is offered: the advances that are left (7.96), bridges to destroy, another way past a fallen one."""

    def __str__(self) -> str:
        return "stand"


class Done(Record):
    """End the phase, or the set-up."""

    def __str__(self) -> str:
        return "done"


class Concede(Record):
    """Give the game up."""

    def __str__(self) -> str:
        return "concede"


Order = (
    Note
    | Deploy
    | Move
    | Enter
    | Land
    | Exit
    | Demolish
    | Bridge
    | Destroy
    | NameFront
    | Attack
    | Fpf
    | Roll
    | Retreat
    | Displace
    | Advance
    | Stand
    | Done
    | Concede
)


WORDS: Mapping[type, str] = {
    Note: "zone",
    Deploy: "deploy",
    Move: "move",
    Enter: "enter",
    Land: "land",
    Exit: "exit",
    Demolish: "demolish",
    Bridge: "bridge",
    Destroy: "destroy",
    NameFront: "front",
    Attack: "attack",
    Fpf: "fpf",
    Roll: "roll",
    Retreat: "retreat",
    Displace: "displace",
    Advance: "advance",
    Stand: "stand",
    Done: "done",
    Concede: "concede",
}
"""The first word of each order."""


def end_of(order: Order) -> str:
    """The number of the hex where an order brings its unit, or that it is about; empty if it names none."""
    return str(getattr(order, "hex", "")) or next(iter(reversed(getattr(order, "hexes", ()))), "")


def as_order(order: Order | str) -> Order:
    """An order, given as itself or as its line of text.

    Raises `OrderSyntaxError` for a line that cannot be read, `TypeError` for what is neither.
    """
    if isinstance(order, str):
        return parse(order)
    if type(order) not in WORDS:
        raise TypeError(f"give an order, or its line such as 'move 1/304 2414', not {order!r:.60}")
    return order


def units_of(order: Order) -> tuple[str, ...]:
    """The ids of the deciding side's own units that an order names."""
    match order:
        case Attack(attackers=attackers, barrage=barrage):
            return (*attackers, *barrage)
        case Fpf(units=units):
            return units
    unit = getattr(order, "unit", "")
    return (unit,) if unit else ()


def parse(line: str) -> Order:
    """Read an order. Raises `OrderSyntaxError`, which says how to write it."""
    words = line.split()
    if not words:
        raise OrderSyntaxError("type an order; ?legal lists those you can give")
    verb, *rest = words
    reader = _READERS.get(lower(verb))
    if reader is None:
        raise OrderSyntaxError(f"{verb!r} is not an order; the orders are {', '.join(_READERS)}")
    read, usage = reader
    try:
        return read(rest)
    except (ValueError, LookupError, TypeError):
        raise OrderSyntaxError(f"write it like this: {usage}") from None


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise ValueError(word)
    return int(word)


def _support(words: list[str]) -> tuple[list[str], int]:
    """Split `... gs N` from the end of a list of words."""
    if len(words) >= 2 and words[-2].lower() == "gs":
        return words[:-2], _number(words[-1])
    return words, 0


def _read_pair(make: Callable[[str, str], Order]) -> Callable[[list[str]], Order]:
    def read(words: list[str]) -> Order:
        unit, hex_number = words
        return make(unit, hex_number)

    return read


def _read_path(make: Callable[[str, tuple[str, ...]], Order]) -> Callable[[list[str]], Order]:
    def read(words: list[str]) -> Order:
        unit, first, *rest = words
        return make(unit, (first, *rest))

    return read


def _read_exit(words: list[str]) -> Order:
    unit, *hexes, edge = words
    if edge.lower() not in EDGES:
        raise ValueError(edge)
    return Exit(unit, tuple(hexes), edge.lower())


def _read_attack(words: list[str]) -> Order:
    words, support = _support(words)
    middle = words.index(">")
    attackers, others = words[:middle], words[middle + 1 :]
    plus = others.index("+") if "+" in others else len(others)
    defenders, barrage = others[:plus], others[plus + 1 :]
    if not defenders or {">", "+"} & {*defenders, *barrage, *attackers}:
        raise ValueError(words)
    return Attack(tuple(attackers), tuple(defenders), tuple(barrage), support)


def _read_fpf(words: list[str]) -> Order:
    words, support = _support(words)
    if not words and not support:
        raise ValueError(words)
    units = () if [w.lower() for w in words] == ["none"] else tuple(words)
    return Fpf(units, support)


def _read_demolish(words: list[str]) -> Order:
    (word,) = words
    return Demolish({"yes": True, "no": False}[word.lower()])


def _read_note(words: list[str]) -> Order:
    division, hex_number, *turn = words
    return Note(division, hex_number, *(_number(word) for word in turn))


def _read_roll(words: list[str]) -> Order:
    (die,) = words
    return Roll(_number(die))


def _read_bridge(words: list[str]) -> Order:
    over, west, east = words
    return Bridge(over, west, east)


def _read_destroy(words: list[str]) -> Order:
    (over,) = words
    return Destroy(over)


def _read_word(order: Order) -> Callable[[list[str]], Order]:
    def read(words: list[str]) -> Order:
        if words:
            raise ValueError(words)
        return order

    return read


_READERS: dict[str, tuple[Callable[[list[str]], Order], str]] = {
    "zone": (_read_note, "zone DIVISION HEX, or zone DIVISION HEX TURN"),
    "deploy": (_read_pair(Deploy), "deploy UNIT HEX"),
    "move": (_read_path(Move), "move UNIT HEX, or move UNIT HEX HEX ... to pin the way"),
    "enter": (_read_path(Enter), "enter UNIT ENTRYHEX HEX ..."),
    "land": (_read_pair(Land), "land UNIT HEX"),
    "exit": (_read_exit, "exit UNIT west, or exit UNIT HEX ... west (north, east, south)"),
    "demolish": (_read_demolish, "demolish yes, or demolish no"),
    "bridge": (_read_bridge, "bridge RIVERHEX WESTHEX EASTHEX"),
    "destroy": (_read_destroy, "destroy RIVERHEX"),
    "front": (lambda words: NameFront(tuple(words)), "front HEX HEX ..., or front for the one that is proposed"),
    "attack": (_read_attack, "attack UNIT ... > DEFENDER ... + ARTILLERY ... gs POINTS (from + on as needed)"),
    "fpf": (_read_fpf, "fpf ARTILLERY ... gs POINTS, or fpf none"),
    "roll": (_read_roll, "roll N"),
    "retreat": (_read_path(Retreat), "retreat UNIT HEX ..."),
    "displace": (_read_pair(Displace), "displace UNIT HEX"),
    "advance": (_read_pair(Advance), "advance UNIT HEX"),
    "stand": (_read_word(Stand()), "stand"),
    "done": (_read_word(Done()), "done"),
    "concede": (_read_word(Concede()), "concede"),
}
