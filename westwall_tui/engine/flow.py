"""The flow of play: from order to order, through everything that needs no decision.

`State.frames` is a stack; its last frame says who decides what now. `resolve` checks an order against it and returns
what the order would do; `settle` carries out whatever leaves nobody a choice, until a decision is due or the game is
over. Each decision has its own module under `decisions/`; here they come together.
"""

from typing import Any

from westwall_tui.engine.decisions import (
    advance,
    combat,
    combat_roll,
    demolition,
    destroy,
    displace,
    exclusive_roll,
    fpf,
    front,
    halted,
    marching,
    movement,
    note,
    retreat,
    retreating,
    sequence,
    setup,
)
from westwall_tui.engine.decisions.decision import Resolved, Step
from westwall_tui.engine.decisions.registry import Registry
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Concede, IllegalOrder, Order
from westwall_tui.engine.state import State

PARTS: tuple[Step[Any], ...] = (
    *(note.DECISION, setup.DECISION),
    *(movement.DECISION, marching.STEP, halted.DECISION, demolition.DECISION, exclusive_roll.DECISION),
    *(combat.DECISION, fpf.DECISION, combat_roll.DECISION, combat.STEP),
    *(retreat.DECISION, retreating.STEP, displace.DECISION, displace.STEP, advance.DECISION),
    *(destroy.DECISION, front.DECISION),
    *sequence.STEPS,
)
"""All decisions and steps, in the order of play."""
REGISTRY = Registry(PARTS)


def begin(state: State, events: list[Event]) -> None:
    """Start a game, up to its first decision."""
    sequence.begin(state, events)
    settle(state, events)


def resolve(state: State, order: Order) -> Resolved:
    """Check an order against what is to be decided now. Raises `IllegalOrder` and changes nothing."""
    if state.outcome is not None or not state.frames:
        raise IllegalOrder("4.0", "the game is over")
    if isinstance(order, Concede):
        return sequence.concede(state)
    return REGISTRY.resolve(state, order)


def settle(state: State, events: list[Event]) -> None:
    """Carry out whatever leaves nobody a choice, until a decision is due or the game is over."""
    step = REGISTRY.step
    while state.frames:
        frame = state.frames[-1]
        if not step(frame).settle(state, frame, events):
            return
