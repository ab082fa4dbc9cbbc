"""The flow of play, from decision to decision.

`State.frames` is a stack; its last frame is the pending decision of one side. `resolve` checks an order against it and
returns the order with its effect; `settle` carries out all steps that leave no side a choice, until a decision is due
or the game is over. Each decision has its own module under `decisions/`; `sequence` pushes most of them, but
`demolition` and `exclusive_roll` are pushed by battles.
"""

from collections.abc import Iterator
from itertools import chain

from westwall_tui.engine.decisions import demolition, exclusive_roll, offer, sequence
from westwall_tui.engine.decisions.base import Decision, Resolved
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Concede, IllegalOrder, Offer, Order
from westwall_tui.engine.state import State

__all__ = [
    "begin",
    "demolition",
    "exclusive_roll",
    "legal",
    "pending",
    "random_order",
    "resolve",
    "sample",
    "settle",
    "ways",
]
ADDED_ONCE_IN = 8
"""One random order in this many is an order that a part adds, if such an order is legal."""


def begin(state: State, events: list[Event]) -> None:
    """Start a game and carry it on to its first decision."""
    sequence.begin(state, events)
    settle(state, events)


def pending(state: State) -> Decision:
    """Return the pending decision of a game that is not over."""
    last = state.frames[-1]
    assert isinstance(last, Decision)
    return last


def resolve(state: State, order: Order) -> Resolved:
    """Check an order against the pending decision. Raises `IllegalOrder` and changes nothing."""
    if state.outcome is not None or not state.frames:
        raise IllegalOrder("4.0", "the game is over")
    if isinstance(order, Concede):
        return sequence.concede(state)
    if isinstance(order, Offer):
        return offer.offer(state, order)
    return pending(state).resolve(state, order)


# -- the legal orders: those of the pending decision itself, then those that the battle's parts add to it


def legal(state: State, unit: int | None = None) -> Iterator[Order]:
    """Find the legal orders one by one; with a `unit`, only those in which it acts."""
    decision = pending(state)
    if unit is None:
        return chain(decision.legal(state), decision.extras(state))
    return chain(decision.legal_of(state, unit), decision.extras(state, unit))


def ways(state: State) -> Iterator[Resolved]:
    """Find all legal orders, resolved."""
    decision = pending(state)
    return chain(decision.ways(state), (decision.resolve(state, order) for order in decision.extras(state)))


def sample(state: State, draw: Draw) -> Order:
    """Draw a legal order, all with the same probability."""
    decision = pending(state)
    extras = list(decision.extras(state))
    return draw.pick([*decision.legal(state), *extras]) if extras else decision.sample(state, draw)


def random_order(state: State, draw: Draw) -> Order | Resolved:
    """Draw a legal order without listing them all, sometimes an order that a part adds."""
    decision = pending(state)
    extras = decision.extras(state)
    first = next(extras, None)
    if first is not None and not draw.below(ADDED_ONCE_IN):
        return draw.pick([first, *extras])
    return decision.random_order(state, draw)


def settle(state: State, events: list[Event]) -> None:
    """Carry out all steps that leave no side a choice, until a decision is due or the game is over."""
    while state.frames and state.frames[-1].settle(state, events):
        pass
