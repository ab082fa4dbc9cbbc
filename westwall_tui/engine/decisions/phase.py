"""How a phase ends. `sequence`, which knows all phases, says what comes next."""

from westwall_tui.engine.decisions.decision import STEPS, Resolved
from westwall_tui.engine.orders import Done
from westwall_tui.engine.state import State


def end_phase(state: State) -> None:
    """End the current phase, or set-up: that it is over is the next thing to be carried out."""
    phase_over = STEPS["PhaseOver"]  # by its name, for `sequence` has it, which knows what calls this
    state.frames.append(phase_over(state.frames[-1].side))


def done(state: State) -> Resolved:
    """The order that ends a phase."""
    return Resolved(Done(), lambda _: end_phase(state))
