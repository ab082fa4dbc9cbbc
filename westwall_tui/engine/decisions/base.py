"""The base classes of decisions and steps, and the code that all decisions share.

`State.frames` is a stack of small records, called frames. The last frame says which side must decide now, and about
what. A `Decision` is the class of such a frame and holds everything about it: its prompt, its orders and their effects,
the steps that need no choice, and the check of its fields in a file. A `Step` is a frame without a choice, such as a
unit on its way or the end of a phase.

`@decision` and `@step` make a class part of the game; docs/architecture.md walks through an example.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, TypeVar

from westwall_tui.engine.board import Board
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Done, IllegalOrder, Order, Roll, units_of
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules.parts import Part
from westwall_tui.engine.rules.whereabouts import find_unit
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Combat, State
from westwall_tui.engine.words import capital, listed, with_article

# -- checks of the fields of frames in a file


FAR = 1 << 20
"""More half Movement Points than any unit has."""


def want(good: bool, name: str) -> None:
    """Raise `ValueError` with the name of the faulty part unless `good`."""
    if not good:
        raise ValueError(name)


def whole(value: object, low: int, high: int, name: str) -> None:
    """Check that a value is a whole number within limits."""
    want(type(value) is int and low <= value <= high, name)


def several(value: object, allowed: Container[int], name: str) -> None:
    """Check that a value is a tuple of allowed numbers."""
    want(isinstance(value, tuple) and all(type(x) is int and x in allowed for x in value), name)


def adjacent(board: Board, path: Sequence[int]) -> bool:
    """Return True if a path consists of hexes of the board, each next to the previous one."""
    return all(0 <= h < len(board.grid) for h in path) and all(b in board.grid.neighbors[a] for a, b in pairwise(path))


class Unchecked(NamedTuple):
    """A position from a file, and the checks of its frames' fields, which raise `ValueError`."""

    state: Any
    stand: Container[int]
    """The hexes that may hold units."""
    of_side: Sequence[Sequence[int]]
    """The units of each side."""

    def units(self, value: object, side: int) -> None:
        """Check that a field names units of a side on the map."""
        on_map = [unit for unit in self.of_side[side] if self.state.location[unit] in self.stand]
        several(value, on_map, "frames")

    def fought(self, value: object, side: int) -> None:
        """Check that a field names units of a side on the map that fight in the current combat."""
        self.units(value, side)
        combat = self.state.combat
        want(combat is not None, "frames")
        several(value, combat.attackers if side == combat.side else combat.defenders, "frames")

    def number(self, value: object, low: int, high: int) -> None:
        """Check that a field is a whole number within limits."""
        whole(value, low, high, "frames")

    def hexes(self, value: object) -> None:
        """Check that a field names hexes of the board."""
        several(value, range(len(self.state.scenario.board.grid)), "frames")

    def pair(self, value: Sequence[int]) -> None:
        """Check that a field names hexes of the board, each next to the previous one."""
        self.hexes(value)
        want(adjacent(self.state.scenario.board, value), "frames")

    def word(self, value: object, longest: int) -> None:
        """Check that a field is a printable text of at most `longest` characters."""
        want(isinstance(value, str) and value.isprintable() and len(value) <= longest, "frames")

    def path(self, value: Any, step: object, unit: int) -> None:
        """Check that a field is a path of adjacent hexes, of which the unit has entered `step`."""
        several(value, self.stand, "frames")
        want(adjacent(self.state.scenario.board, value), "frames")
        whole(step, 1, len(value), "frames")
        assert isinstance(step, int)
        want(self.state.location[unit] == value[step - 1], "frames")


# -- decisions


class Resolved(NamedTuple):
    """A legal order in full (every hex of a path), and the function that carries it out.

    The function works on the position in which the order was found legal, and on copies of that position.
    """

    order: Order
    perform: Callable[[State, list[Event]], None]


class Subject(NamedTuple):
    """The units, hexes and combat that a decision is about."""

    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    """The two hexes of a bridge, or the hexes among which the side chooses."""
    combat: Combat | None = None
    """The combat under way."""


class Interruption:
    """The mark of a frame class that a battle may push at any time."""


class Consequence:
    """The mark of a frame class that may follow from the roll of a combat."""


class Step(Record):
    """A frame that is carried out without a decision."""

    side: int
    """The side that acts, or decides: 0 or 1."""
    saved_as: ClassVar[str] = ""
    """The name of the frame in saves, if it isn't the name of the class."""
    above: ClassVar[tuple[type, ...]] = ()
    """The classes, or their marks, allowed directly above this frame on the stack."""
    lowest_in: ClassVar[tuple[Phase, ...]] = ()
    """The phases in which this frame may be the lowest on the stack."""

    def settle(self, state: State, events: list[Event]) -> bool:
        """Carry out all steps that leave no side a choice. Return True if there was anything to do."""
        raise NotImplementedError

    def check(self, position: Unchecked) -> None:
        """Raise `ValueError` unless the engine could have pushed this frame, which was read from a file."""

    def displaced(self, state: State, unit: int, path: tuple[int, ...], events: list[Event]) -> "Step":
        """Return this frame as changed by the displacement of a unit along a path. Standard: unchanged."""
        return self

    def people(self, state: State) -> str:
        """Return the frame's side for the beginning of a sentence with a plural verb: `The Germans`."""
        return capital(state.scenario.sides[self.side].people)

    @classmethod
    def name_in_saves(cls) -> str:
        """Return the name of the frame in saves."""
        return cls.saved_as or cls.__name__

    def written(self) -> list[object]:
        """Return the name in saves, then the fields, without fields at the end that have their default values."""
        values = list(self.__dict__.values())
        for name in reversed(self._fields):
            if getattr(type(self), name, values) != values[-1]:
                break
            values.pop()
        return [self.name_in_saves(), *values]


class Decision(Step):
    """A pending decision of a side; play continues after it."""

    kind: ClassVar[str] = ""
    """The kind of the decision in `Game.prompt`."""
    title: ClassVar[str] = ""
    """The title of its help."""
    orders: ClassVar[Mapping[type[Order], Callable[..., Resolved]]] = {}
    """For each kind of order allowed here, the method that checks the order and returns it with its effect."""

    def prompt(self, state: State, subject: Subject) -> str:
        """Return a sentence without a full stop that tells people which side decides what."""
        raise NotImplementedError

    def subject(self, state: State) -> Subject:
        """Return the units, hexes and combat concerned. Standard: none."""
        return Subject()

    def legal(self, state: State) -> Iterator[Order]:
        """Find the legal orders one by one."""
        raise NotImplementedError

    def ways(self, state: State) -> Iterator[Resolved]:
        """Find the legal orders, resolved. Standard: resolve each order of `legal`."""
        return (self.resolve(state, order) for order in self.legal(state))

    def legal_of(self, state: State, unit: int) -> Iterator[Order]:
        """Find the legal orders in which a unit acts. Standard: those orders of `legal` that name it."""
        name = state.units[unit].id
        return (order for order in self.legal(state) if name in units_of(order))

    def settle(self, state: State, events: list[Event]) -> bool:
        """Carry out all steps that leave no side a choice. Standard: nothing, because a side must decide."""
        return False

    def random_order(self, state: State, draw: Draw) -> Order | Resolved:
        """Draw a legal order fast, resolved if that costs nothing. Standard: list `legal` and draw from it."""
        return draw.pick(list(self.legal(state)))

    def sample(self, state: State, draw: Draw) -> Order:
        """Draw a legal order, all with the same probability. Standard: list `legal` and draw from it."""
        return draw.pick(list(self.legal(state)))

    def default(self, state: State) -> Order:
        """Return the order of a computer player without code for this decision. Standard: the first legal order."""
        return next(self.legal(state))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """Raise `IllegalOrder` for one of the orders at another time, if a more specific case than 4.1 forbids it."""

    # -- methods that are the same for all decisions

    @classmethod
    def rolls(cls) -> bool:
        """Return True if the decision is a die roll, which a game with its own dice makes by itself."""
        return Roll in cls.orders

    def resolve(self, state: State, order: Order) -> Resolved:
        """Check an order and return it with its effect. Raises `IllegalOrder` and changes nothing."""
        handler = self.orders.get(type(order))
        if handler is not None:
            return handler(self, state, order)
        for part in self.parts(state):
            if type(order) in part.orders:
                return Resolved(*part.check(state, order))
        raise self._refusal(state, order)

    def extras(self, state: State, unit: int | None = None) -> Iterator[Order]:
        """Find the legal orders that the battle's parts add to this decision; with a `unit`, those that name it."""
        orders = (order for part in self.parts(state) for order in part.legal(state))
        return orders if unit is None else (order for order in orders if state.units[unit].id in units_of(order))

    def parts(self, state: State) -> Iterator[Part]:
        """Find the battle's parts that add orders to this decision."""
        return (part for part in state.rules.parts if any(order.added_to == self.kind for order in part.orders))

    def _refusal(self, state: State, order: Order) -> IllegalOrder:
        """Return the refusal of an order for another decision: 4.1, unless a more specific case forbids it."""
        for part in state.rules.parts:
            if type(order) in part.orders and (refusal := part.why_not(state, order)) is not None:
                return refusal
        if order.absent is not None and not any(type(order) in part.orders for part in state.rules.parts):
            return IllegalOrder(*order.absent)
        kinds = (*self.orders, *(kind for part in self.parts(state) for kind in part.orders))
        these = "these orders" if len(kinds) > 1 else "this order"
        words = listed((kind.word for kind in kinds), joined="or")
        player = f"the {state.scenario.sides[self.side].adjective} player"
        refusals = [IllegalOrder("4.1", f"{player} decides now and can only give {these}: {words}")]
        for other in DECISIONS.values():
            if type(order) in other.orders:
                try:
                    other.not_now(state, order)
                except IllegalOrder as refusal:
                    refusals.insert(0, refusal)
        return min(refusals, key=lambda refusal: refusal.case == "4.1")

    def attempt(self, state: State, order: Order) -> Resolved | None:
        """Return the result of `resolve`, or None if the order is refused."""
        try:
            return self.resolve(state, order)
        except IllegalOrder:
            return None

    def accepts(self, state: State, order: Order) -> bool:
        """Return True if an order is legal."""
        return self.attempt(state, order) is not None


class ByWays(Decision):
    """A decision that finds its legal orders together with their effects (`ways`)."""

    def legal(self, state: State) -> Iterator[Order]:
        return (way.order for way in self.ways(state))

    def ways(self, state: State) -> Iterator[Resolved]:
        raise NotImplementedError

    def random_order(self, state: State, draw: Draw) -> Order | Resolved:
        return draw.pick(list(self.ways(state)))


# -- the registry of frames

S = TypeVar("S", bound=Step)
D = TypeVar("D", bound=Decision)

STEPS: dict[str, type[Step]] = {}
"""Every class of frames, by name in saves."""
DECISIONS: dict[str, type[Decision]] = {}
"""The classes of decisions among `STEPS`, by the same names."""


def step(cls: type[S]) -> type[S]:
    """Make a class of steps part of the game. Raises `ValueError` if something is missing."""
    if len(cls._fields) > 1 and cls.check is Step.check:
        raise ValueError(f"{cls.__name__} has no `check` of its fields in a file")
    name = cls.name_in_saves()
    if STEPS.setdefault(name, cls) is not cls:
        raise ValueError(f"two kinds of frames are called {name!r} in saves")
    return cls


def decision(cls: type[D]) -> type[D]:
    """Make a class of decisions part of the game. Raises `ValueError` if something is missing."""
    missing = [name for name in ("kind", "title", "orders") if not getattr(cls, name)]
    missing += [name for name in ("prompt", "legal") if getattr(cls, name) is getattr(Decision, name)]
    if missing:
        raise ValueError(f"{cls.__name__} lacks {', '.join(missing)}")
    wordless = [order.__name__ for order in cls.orders if not getattr(order, "word", "")]
    if wordless:
        raise ValueError(f"{cls.__name__} has orders without a `word`: {', '.join(wordless)}")
    step(cls)
    DECISIONS[cls.name_in_saves()] = cls
    return cls


def check_frames(position: Unchecked) -> None:
    """Raise `ValueError` unless the frames of a position, read from a file, could be pending in a game."""
    frames: list[Step] = position.state.frames
    for frame in frames:
        want(type(frame.side) is int and frame.side in (0, 1), "frames")
        frame.check(position)
    if not frames:
        return
    want(position.state.phase in frames[0].lowest_in, "frames")
    want(all(isinstance(above, below.above) for below, above in pairwise(frames)), "frames")
    # The top frame must be a decision, because the engine would have carried out a step or made the game's own die
    # roll.
    last = frames[-1]
    want(isinstance(last, Decision) and (not last.rolls() or position.state.die < 0), "frames")


# -- the units, hexes and sides that orders name


def own_unit(state: State, unit_id: str, side: int, case: str) -> int:
    """Return the unit named in an order. Raises `IllegalOrder` with this case if it belongs to the other side."""
    unit = find_unit(state, unit_id)
    counter = state.units[unit]
    if counter.side != side:
        adjective = state.scenario.sides[side].adjective
        own = with_article(f"{adjective} unit")
        reason = f"{counter.name} is not {own}; the {adjective} player decides now, so name {own}"
        raise IllegalOrder(case, reason, (counter.id,))
    return unit


def hex_at(state: State, number: str) -> int:
    """Return the hex with a printed number. Raises `IllegalOrder`."""
    try:
        return state.scenario.board.hex(number)
    except ValueError as error:
        raise IllegalOrder("2.1", str(error)) from None


def hexes_at(state: State, numbers: tuple[str, ...]) -> tuple[int, ...]:
    """Return the hexes with printed numbers. Raises `IllegalOrder`."""
    known = state.scenario.board.by_number
    try:
        return tuple([known[number] for number in numbers])
    except KeyError:
        return tuple(hex_at(state, number) for number in numbers)  # raises for the wrong number


def side_name(state: State, side: int) -> str:
    """Return a side's name for an event."""
    return state.scenario.sides[side].name


# -- the end of a phase: `sequence` decides what comes next


def end_phase(state: State) -> None:
    """End the current phase or set-up: push the step that carries this out."""
    phase_over = STEPS["PhaseOver"]  # by name, because its module `sequence` imports the modules that call this
    state.frames.append(phase_over(state.frames[-1].side))


def done(state: State) -> Resolved:
    """Return the order that ends a phase, with its effect."""
    return Resolved(Done(), lambda state, _: end_phase(state))


# -- a die that is due


class DieRoll(Decision):
    """A die roll that is due."""

    kind = "roll"
    title = "The die"

    def legal(self, state: State) -> Iterator[Order]:
        """Return the six rolls of a die."""
        return (Roll(die) for die in range(1, 7))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """Raise `IllegalOrder`, because no die is due at another time."""
        raise IllegalOrder("4.1", "no die is due now; a die is rolled only after an attack or when a rule asks for one")


def check_die(order: Roll) -> None:
    """Raise `IllegalOrder` unless a die can show this number."""
    if not 1 <= order.die <= 6:
        raise IllegalOrder("7.6", f"a die shows 1 to 6, not {order.die}")
