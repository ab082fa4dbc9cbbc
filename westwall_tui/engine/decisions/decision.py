"""What a pending decision is made of.

Each module of this package holds everything about one decision: its frame (a record on `State.frames`), the orders
that it takes and the handlers that check them and carry them out, the words of its prompt, what it is about, its legal
orders and a random one of them, what settles without a choice, and what a file may say about it. `Decision` lists these
parts; leave one out and the import fails.

What nobody decides (a unit on its way, the end of a phase) is a `Step`: a frame that only settles.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from westwall_tui.engine.decisions.checks import Position
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.frames import Frame, saved_name
from westwall_tui.engine.orders import IllegalOrder, Order, Roll, units_of
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Combat, State

F = TypeVar("F", bound=Frame)


ASKED_ON_THE_WAY = ("Demolition", "ExclusiveRoll")
"""Names of the frames that a battle may push, to be decided before play continues."""
AFTER_DIE = ("Advances", "Retreats", "Retreating", "Displacing", "Shifting", "Marching", *ASKED_ON_THE_WAY)
"""Names of the frames that may follow the die of a combat."""


class Resolved(NamedTuple):
    """A legal order: written in full (every hex of a path), with the function that carries it out."""

    order: Order
    perform: Callable[[list[Event]], None]


class Subject(NamedTuple):
    """What a decision is about."""

    units: tuple[int, ...] = ()
    """The units that it concerns."""
    hexes: tuple[int, ...] = ()
    """Its hexes: those of a bridge, or those to choose from."""
    combat: Combat | None = None
    """The combat under way."""


Handler = Callable[[State, Any, Any], Resolved]
"""Checks an order against a frame. Raises `IllegalOrder` and changes nothing."""


@dataclass(frozen=True, kw_only=True)
class Step(Generic[F]):
    """A kind of frame that is carried out without anyone deciding."""

    frame: type[F]
    settle: Callable[[State, F, list[Event]], bool]
    """Carries out what leaves nobody a choice; returns whether there was anything to do."""
    check: Callable[[F, Position], None]
    """Raises `ValueError` unless the engine could have put this frame there; for frames from files."""
    above: tuple[str, ...] = ()
    """Names of the frame classes that may lie directly above it on the stack."""
    lowest_in: tuple[Phase, ...] = ()
    """The phases in which it may be the lowest frame."""

    @property
    def name(self) -> str:
        """The name of its frame."""
        return self.frame.__name__

    @property
    def saved_name(self) -> str:
        """What saves call its frame."""
        return saved_name(self.frame)


@dataclass(frozen=True, kw_only=True)
class Decision(Step[F]):
    """A pending decision."""

    kind: str
    """What `Game.prompt` and the screen's modes call it."""
    orders: Mapping[type, Handler]
    """For each order that it takes, the handler that checks it and returns what it would do."""
    text: Callable[[State, F, str, Subject], str]
    """One line for people; the fourth argument is the name of the side that decides."""
    subject: Callable[[State, F], Subject]
    legal: Callable[[State, F], Iterator[Order]]
    """The legal orders, found one by one."""
    sample: Callable[[State, F, Draw], "Order | Resolved"]
    """A random legal order, without listing them all if there are many; resolved, if that is no more work."""
    not_now: Callable[[State, Order], None]
    """Raises `IllegalOrder` for one of its orders given while another decision is pending, if some case says more about
    it than the sequence of play (4.1).
    """
    settle: Callable[[State, F, list[Event]], bool] = field(default=lambda *_: False)
    """As for a step. Standard: nothing, a side has to decide."""
    of_unit: Callable[[State, F, int], Iterator[Order]] | None = None
    """The legal orders in which a unit acts. Standard: those of `legal` that name it."""
    even: Callable[[State, F, Draw], Order] | None = None
    """A legal order, each as likely as any other. Standard: one of `legal`, listed whole."""

    @property
    def rolls(self) -> bool:
        """Whether it waits for a die, which a game rolls by itself if it has its own."""
        return Roll in self.orders

    def legal_of(self, state: State, frame: F, unit: int) -> Iterator[Order]:
        """The legal orders in which a unit acts, found one by one."""
        if self.of_unit is not None:
            return self.of_unit(state, frame, unit)
        name = state.units[unit].id
        return (order for order in self.legal(state, frame) if name in units_of(order))

    def fair(self, state: State, frame: F, draw: Draw) -> Order:
        """A legal order, each as likely as any other."""
        if self.even is not None:
            return self.even(state, frame, draw)
        return draw.pick(list(self.legal(state, frame)))


# -- what decisions share


def attempt(handler: Handler, state: State, frame: Frame, order: Order) -> Resolved | None:
    """What a handler makes of an order; None if it refuses it."""
    try:
        return handler(state, frame, order)
    except IllegalOrder:
        return None


def accepts(handler: Handler, state: State, frame: Frame, order: Order) -> bool:
    """Whether a handler accepts an order."""
    return attempt(handler, state, frame, order) is not None


T = TypeVar("T", Order, Resolved)


def pick(legal: Callable[[State, F], Iterator[T]]) -> Callable[[State, F, Draw], T]:
    """A way to pick a random legal order of a decision that has few enough to list; resolved, if they are listed so."""
    return lambda state, frame, draw: draw.pick(list(legal(state, frame)))


def orders_of(
    ways: Callable[[State, F], Iterator[Resolved]],
) -> Callable[[State, F], Iterator[Order]]:
    """The legal orders of a decision that lists them resolved."""
    return lambda state, frame: (way.order for way in ways(state, frame))


def wrong_time(state: State, order: Order) -> None:
    """Raise nothing: only the sequence of play (4.1) forbids the order now."""
