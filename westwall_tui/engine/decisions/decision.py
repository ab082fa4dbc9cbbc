"""What a pending decision is made of.

A module of this package holds one decision whole: its frame (a record on `State.frames`), the orders that it takes
and what checks and carries out each, the words of its prompt, what it is about, its legal orders and one of them at
random, what settles by itself, and what a file may say of it. `Decision` lists these parts; one that is left out is
refused when the module is imported.

What nobody decides (a unit on its way, the end of a phase) is a `Step`: a frame that only settles.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from westwall_tui.engine.decisions.checks import Position
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.frames import Frame, saved_name
from westwall_tui.engine.orders import IllegalOrder, Order, Roll
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Combat, State

F = TypeVar("F", bound=Frame)


ASKED_ON_THE_WAY = ("Demolition", "ExclusiveRoll")
"""What a battle may ask before anything else goes on, by the names of its frames."""
AFTER_DIE = ("Advances", "Retreats", "Retreating", "Displacing", "Shifting", "Marching", *ASKED_ON_THE_WAY)
"""What may follow the die of a combat."""


class Resolved(NamedTuple):
    """An order found legal: in full (every hex of a path), and what carries it out."""

    order: Order
    perform: Callable[[list[Event]], None]


class Subject(NamedTuple):
    """What a decision is about."""

    units: tuple[int, ...] = ()
    """The units to decide about, or that the decision concerns."""
    hexes: tuple[int, ...] = ()
    """Its hexes: of a bridge, or those to choose from."""
    combat: Combat | None = None
    """The combat under way."""


Handler = Callable[[Ruleset, State, Any, Any], Resolved]
"""Checks an order against a frame. Raises `IllegalOrder` and changes nothing."""


@dataclass(frozen=True, kw_only=True)
class Step(Generic[F]):
    """A frame that is carried out without anybody's decision."""

    frame: type[F]
    settle: Callable[[Ruleset, State, F, list[Event]], bool]
    """Carries out what leaves nobody a choice, and says whether there was anything."""
    check: Callable[[F, Position], None]
    """Raises `ValueError` unless the engine could have put this frame there; for frames from files."""
    above: tuple[str, ...] = ()
    """The frames that may lie next above it on the stack, by the names of their classes."""
    lowest_in: tuple[Phase, ...] = ()
    """The phases in which it lies lowest."""

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
    """By the orders that it takes: what checks each, and returns what it would do."""
    text: Callable[[Ruleset, State, F, str, Subject], str]
    """One line for people; the fourth argument is the name of the side that decides."""
    subject: Callable[[Ruleset, State, F], Subject]
    legal: Callable[[Ruleset, State, F], Iterator[Order]]
    """The orders that may be given, found one by one."""
    sample: Callable[[Ruleset, State, F, Draw], Order]
    """One of them at random, without listing them all where they are many."""
    not_now: Callable[[Ruleset, State, Order], None]
    """Raises `IllegalOrder` for one of its orders, given while something else is decided, where a case forbids it that
    says more than the sequence of play (4.1).
    """
    settle: Callable[[Ruleset, State, F, list[Event]], bool] = field(default=lambda *_: False)
    """As for a step. Standard: somebody has to decide."""

    @property
    def rolls(self) -> bool:
        """Whether it waits for a die, which a game rolls itself if it has one."""
        return Roll in self.orders


# -- what decisions share


def accepts(handler: Handler, rules: Ruleset, state: State, frame: Frame, order: Order) -> bool:
    """Whether a handler would carry an order out."""
    try:
        handler(rules, state, frame, order)
    except IllegalOrder:
        return False
    return True


def pick(legal: Callable[[Ruleset, State, F], Iterator[Order]]) -> Callable[[Ruleset, State, F, Draw], Order]:
    """One of a decision's legal orders at random, where they are few enough to be listed."""
    return lambda rules, state, frame, draw: draw.pick(list(legal(rules, state, frame)))


def wrong_time(rules: Ruleset, state: State, order: Order) -> None:
    """Nothing but the sequence of play (4.1) stands against an order."""
