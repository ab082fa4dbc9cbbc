"""What a pending decision is, and what all decisions have in common.

`State.frames` is a stack of small records: the last one says who decides what now. A `Decision` is the class of such a
record, and holds everything about it: its prompt, its orders and their effects, what settles without a choice, and what
a file may say. A `Step` is something that nobody decides: a unit on its way, the end of a phase.

`@decision` or `@step` makes a class part of the game; docs/architecture.md walks through an example.
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

# -- what a file may say in a decision's fields


FAR = 1 << 20
"""More half Movement Points than any unit has."""


def want(good: bool, name: str) -> None:
    """Raise `ValueError` with the part's name unless `good`."""
    if not good:
        raise ValueError(name)


def whole(value: object, low: int, high: int, name: str) -> None:
    """Check that a value is a whole number within limits."""
    want(type(value) is int and low <= value <= high, name)


def several(value: object, allowed: Container[int], name: str) -> None:
    """Check that each number in a record's list is allowed."""
    want(isinstance(value, tuple) and all(type(x) is int and x in allowed for x in value), name)


def adjacent(board: Board, path: Sequence[int]) -> bool:
    """True if these are hexes of the board, each next to the one before."""
    return all(0 <= h < len(board.grid) for h in path) and all(b in board.grid.neighbors[a] for a, b in pairwise(path))


class Unchecked(NamedTuple):
    """A position, and what its frames may name."""

    state: Any
    stand: Container[int]
    """Hexes that may hold units."""
    of_side: Sequence[Sequence[int]]
    """The units of each side."""

    def units(self, value: object, side: int) -> None:
        """Check that these are units of a side on the map."""
        on_map = [unit for unit in self.of_side[side] if self.state.location[unit] in self.stand]
        several(value, on_map, "frames")

    def fought(self, value: object, side: int) -> None:
        """Check that these are units of a side on the map that fight in the current combat."""
        self.units(value, side)
        combat = self.state.combat
        want(combat is not None, "frames")
        several(value, combat.attackers if side == combat.side else combat.defenders, "frames")

    def number(self, value: object, low: int, high: int) -> None:
        """Check that this is a whole number within limits."""
        whole(value, low, high, "frames")

    def hexes(self, value: object) -> None:
        """Check that these are hexes of the board."""
        several(value, range(len(self.state.scenario.board.grid)), "frames")

    def pair(self, value: Sequence[int]) -> None:
        """Check that these are hexes of the board, each next to the one before."""
        self.hexes(value)
        want(adjacent(self.state.scenario.board, value), "frames")

    def word(self, value: object, longest: int) -> None:
        """Check that this is a few printable characters."""
        want(isinstance(value, str) and value.isprintable() and len(value) <= longest, "frames")

    def path(self, value: Any, step: object, unit: int) -> None:
        """Check a path of adjacent hexes: the unit has gone `step` of them and is in the last of these."""
        several(value, self.stand, "frames")
        want(adjacent(self.state.scenario.board, value), "frames")
        whole(step, 1, len(value), "frames")
        assert isinstance(step, int)
        want(self.state.location[unit] == value[step - 1], "frames")


# -- decisions


class Resolved(NamedTuple):
    """A legal order: written in full (every hex of a path), with the function that carries it out.

    It works on the position where the order was found legal, and on its copies.
    """

    order: Order
    perform: Callable[[State, list[Event]], None]


class Subject(NamedTuple):
    """What a decision is about."""

    units: tuple[int, ...] = ()
    """The units that it concerns."""
    hexes: tuple[int, ...] = ()
    """Its hexes: those of a bridge, or those to choose from."""
    combat: Combat | None = None
    """The combat under way."""


class Interruption:
    """Marks a frame that a battle may push at any time."""


class Consequence:
    """Marks a frame that may follow from a combat's roll."""


class Step(Record):
    """A frame that is carried out without a decision."""

    side: int
    """The side that acts, or decides: 0 or 1."""
    saved_as: ClassVar[str] = ""
    """Its name in saves, if not the class's."""
    above: ClassVar[tuple[type, ...]] = ()
    """Classes (or their marks) allowed directly above it on the stack."""
    lowest_in: ClassVar[tuple[Phase, ...]] = ()
    """The phases in which it may be the lowest on the stack."""

    def settle(self, state: State, events: list[Event]) -> bool:
        """Carry out what leaves nobody a choice; returns whether there was anything to do."""
        raise NotImplementedError

    def check(self, position: Unchecked) -> None:
        """Raise `ValueError` unless the engine could have put this there; for what a file says."""

    def displaced(self, state: State, unit: int, path: tuple[int, ...], events: list[Event]) -> "Step":
        """This frame after a unit was displaced along a path. Standard: unchanged."""
        return self

    def player(self, state: State) -> str:
        """The name of its side."""
        return state.scenario.sides[self.side].name

    @classmethod
    def name_in_saves(cls) -> str:
        """Its name in saves."""
        return cls.saved_as or cls.__name__

    def written(self) -> list[object]:
        """Its name in saves, then its fields, without those at the end that have their default."""
        values = list(self.__dict__.values())
        for name in reversed(self._fields):
            if getattr(type(self), name, values) != values[-1]:
                break
            values.pop()
        return [self.name_in_saves(), *values]


class Decision(Step):
    """A decision of a side, due before play goes on."""

    kind: ClassVar[str] = ""
    """Its kind in `Game.prompt`."""
    title: ClassVar[str] = ""
    """The title of its help."""
    orders: ClassVar[Mapping[type[Order], Callable[..., Resolved]]] = {}
    """For each order that it takes, the method that checks it and returns what it would do."""

    def prompt(self, state: State, subject: Subject) -> str:
        """One line for people: who decides what."""
        raise NotImplementedError

    def subject(self, state: State) -> Subject:
        """What it is about. Standard: nothing in particular."""
        return Subject()

    def legal(self, state: State) -> Iterator[Order]:
        """The legal orders, found one by one."""
        raise NotImplementedError

    def ways(self, state: State) -> Iterator[Resolved]:
        """The legal orders, resolved. Standard: each of `legal` is checked again to find what it does."""
        return (self.resolve(state, order) for order in self.legal(state))

    def legal_of(self, state: State, unit: int) -> Iterator[Order]:
        """The legal orders in which a unit acts. Standard: those of `legal` that name it."""
        name = state.units[unit].id
        return (order for order in self.legal(state) if name in units_of(order))

    def settle(self, state: State, events: list[Event]) -> bool:
        """Carry out what leaves nobody a choice. Standard: nothing, a side has to decide."""
        return False

    def random_order(self, state: State, draw: Draw) -> Order | Resolved:
        """A random legal order, found soon; resolved if that is no work. Standard: one of `legal`, listed whole."""
        return draw.pick(list(self.legal(state)))

    def sample(self, state: State, draw: Draw) -> Order:
        """A legal order, each as likely as any other. Standard: one of `legal`, listed whole."""
        return draw.pick(list(self.legal(state)))

    def default(self, state: State) -> Order:
        """The answer of a player without an opinion, such as a computer that was not taught it. Standard: the first."""
        return next(self.legal(state))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """Raise `IllegalOrder` for one of its orders given at another time, if a case says more than 4.1 does."""

    # -- what no decision changes

    @classmethod
    def rolls(cls) -> bool:
        """True if it waits for a die, which a game with its own dice rolls by itself."""
        return Roll in cls.orders

    def resolve(self, state: State, order: Order) -> Resolved:
        """Check an order; returns what it would do. Raises `IllegalOrder`, and changes nothing."""
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
        """The battle's parts that add orders to this decision."""
        return (part for part in state.rules.parts if any(order.added_to == self.kind for order in part.orders))

    def _refusal(self, state: State, order: Order) -> IllegalOrder:
        """Return the refusal of an order that this decision does not take: 4.1, if no case says more."""
        for part in state.rules.parts:
            if type(order) in part.orders and (refusal := part.why_not(state, order)) is not None:
                return refusal
        if order.absent is not None and not any(type(order) in part.orders for part in state.rules.parts):
            return IllegalOrder(*order.absent)
        kinds = (*self.orders, *(kind for part in self.parts(state) for kind in part.orders))
        words = ", ".join(kind.word for kind in kinds)
        refusals = [IllegalOrder("4.1", f"{self.player(state)} decides now; possible orders: {words}")]
        for other in DECISIONS.values():
            if type(order) in other.orders:
                try:
                    other.not_now(state, order)
                except IllegalOrder as refusal:
                    refusals.insert(0, refusal)
        return min(refusals, key=lambda refusal: refusal.case == "4.1")

    def attempt(self, state: State, order: Order) -> Resolved | None:
        """As `resolve`, but None for a refused order."""
        try:
            return self.resolve(state, order)
        except IllegalOrder:
            return None

    def accepts(self, state: State, order: Order) -> bool:
        """True if an order is legal."""
        return self.attempt(state, order) is not None


class ByWays(Decision):
    """A decision that finds its legal orders with what each would do (`ways`)."""

    def legal(self, state: State) -> Iterator[Order]:
        return (way.order for way in self.ways(state))

    def ways(self, state: State) -> Iterator[Resolved]:
        raise NotImplementedError

    def random_order(self, state: State, draw: Draw) -> Order | Resolved:
        return draw.pick(list(self.ways(state)))


# -- what belongs to the game

S = TypeVar("S", bound=Step)
D = TypeVar("D", bound=Decision)

STEPS: dict[str, type[Step]] = {}
"""Every class of frames, by its name in saves."""
DECISIONS: dict[str, type[Decision]] = {}
"""The decisions among them, by the same names."""


def step(cls: type[S]) -> type[S]:
    """Make a class of steps part of the game. Raises `ValueError` if something is missing."""
    if len(cls._fields) > 1 and cls.check is Step.check:
        raise ValueError(f"{cls.__name__} does not say how to `check` what a file says")
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
        raise ValueError(f"{cls.__name__} takes orders that have no word: {', '.join(wordless)}")
    step(cls)
    DECISIONS[cls.name_in_saves()] = cls
    return cls


def check_frames(position: Unchecked) -> None:
    """Raise `ValueError` unless the frames of a position could be pending in a game; for what a file says."""
    frames: list[Step] = position.state.frames
    for frame in frames:
        want(type(frame.side) is int and frame.side in (0, 1), "frames")
        frame.check(position)
    if not frames:
        return
    want(position.state.phase in frames[0].lowest_in, "frames")
    want(all(isinstance(above, below.above) for below, above in pairwise(frames)), "frames")
    # On top is a decision, never a step; a game with its own die does not wait for a roll.
    last = frames[-1]
    want(isinstance(last, Decision) and (not last.rolls() or position.state.die < 0), "frames")


# -- the units, hexes and sides that orders name


def own_unit(state: State, unit_id: str, side: int, case: str) -> int:
    """The unit that an order names. Raises `IllegalOrder` with this case unless it belongs to the deciding side."""
    unit = find_unit(state, unit_id)
    counter = state.units[unit]
    if counter.side != side:
        name = side_name(state, side)
        raise IllegalOrder(case, f"{counter.name} is not a {name} unit, and {name} decides now", (counter.id,))
    return unit


def hex_at(state: State, number: str) -> int:
    """The hex with a printed number. Raises `IllegalOrder`."""
    try:
        return state.scenario.board.hex(number)
    except ValueError as error:
        raise IllegalOrder("2.1", str(error)) from None


def hexes_at(state: State, numbers: tuple[str, ...]) -> tuple[int, ...]:
    """The hexes with printed numbers. Raises `IllegalOrder`."""
    known = state.scenario.board.by_number
    try:
        return tuple([known[number] for number in numbers])
    except KeyError:
        return tuple(hex_at(state, number) for number in numbers)  # it refuses the one that is wrong


def side_name(state: State, side: int) -> str:
    """A side's name."""
    return state.scenario.sides[side].name


# -- the end of a phase: `sequence`, which knows all phases, says what comes next


def end_phase(state: State) -> None:
    """End the current phase or set-up: push the step that carries this out."""
    phase_over = STEPS["PhaseOver"]  # by its name, for `sequence` has it, which knows what calls this
    state.frames.append(phase_over(state.frames[-1].side))


def done(state: State) -> Resolved:
    """The order that ends a phase."""
    return Resolved(Done(), lambda state, _: end_phase(state))


# -- a die that is due


class DieRoll(Decision):
    """A die is due."""

    kind = "roll"
    title = "The die"

    def legal(self, state: State) -> Iterator[Order]:
        """The six faces of a die."""
        return (Roll(die) for die in range(1, 7))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """A die is rolled only when one is due."""
        raise IllegalOrder("4.1", "no roll is due")


def check_die(order: Roll) -> None:
    """Raise `IllegalOrder` unless a roll can be this number."""
    if not 1 <= order.die <= 6:
        raise IllegalOrder("7.6", f"a roll is 1 to 6, not {order.die}")
