"""How a phase ends: the frame that calls for its end. `sequence`, which knows all phases, says what comes next."""

from typing import NamedTuple

from westwall_tui.engine.decisions.decision import Resolved
from westwall_tui.engine.orders import Done
from westwall_tui.engine.state import State


class PhaseOver(NamedTuple):
    """The phase, or set-up, whose frame lies below has ended."""

    side: int


def end_phase(state: State) -> None:
    """End the current phase."""
    state.frames.append(PhaseOver(state.frames[-1].side))


def done(state: State) -> Resolved:
    """The order that ends a phase."""
    return Resolved(Done(), lambda _: end_phase(state))
