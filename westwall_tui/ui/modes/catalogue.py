"""All modes, by the kind of decision."""

from westwall_tui.ui.dialog import Desk
from westwall_tui.ui.modes import advance, combat, displace, fire, movement, over, retreat, roll, setup
from westwall_tui.ui.modes.base import REGISTRY, Mode

__all__ = ["mode_for"]

_SERVED = (setup, movement, combat, fire, roll, retreat, displace, advance, over)
"""Importing them is what registers their modes."""


def mode_for(kind: str, desk: Desk) -> Mode:
    """A new mode for a pending decision."""
    return REGISTRY[kind](desk)
