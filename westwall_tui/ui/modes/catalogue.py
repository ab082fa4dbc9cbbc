"""All modes, by the kind of decision."""

from westwall_tui.ui.kit.dialog import Desk
from westwall_tui.ui.modes import (
    advance,
    bridge,
    combat,
    demolition,
    destroy,
    displace,
    fpf,
    halted,
    movement,
    note,
    over,
    retreat,
    roll,
    setup,
)
from westwall_tui.ui.modes.base import REGISTRY, Mode

__all__ = ["mode_for"]

_SERVED = (
    *(note, setup, movement, bridge, halted, demolition),
    *(combat, fpf, roll, retreat, displace, advance, destroy, over),
)
"""Importing them is what registers their modes."""


def mode_for(kind: str, desk: Desk) -> Mode:
    """A new mode for a pending decision."""
    return REGISTRY[kind](desk)
