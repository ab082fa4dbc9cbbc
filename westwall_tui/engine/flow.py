"""The flow of play, from decision to decision.

`State.frames` is a stack; its last frame says who decides what now. `resolve` checks an order against it and returns
what the order would do; `settle` carries out whatever leaves nobody a choice, until a decision is due or the game is
over. Each decision has its own module under `decisions/`; `sequence` brings most of them into play, `demolition` and
`exclusive_roll` are a battle's to bring.
"""

from westwall_tui.engine.decisions import demolition, exclusive_roll, offer, sequence
from westwall_tui.engine.decisions.base import Decision, Resolved
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Concede, IllegalOrder, Offer, Order
from westwall_tui.engine.state import State

__all__ = ["begin", "demolition", "exclusive_roll", "pending", "resolve", "settle"]


def begin(state: State, events: list[Event]) -> None:
    """Start a game, up to its first decision."""
    sequence.begin(state, events)
    settle(state, events)


def pending(state: State) -> Decision:
    """The pending decision of a game that is not over."""
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


def settle(state: State, events: list[Event]) -> None:
    """Carry out whatever leaves nobody a choice, until a decision is due or the game is over."""
    while state.frames and state.frames[-1].settle(state, events):
        pass
