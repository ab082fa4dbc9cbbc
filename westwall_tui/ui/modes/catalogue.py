"""All modes, by the kind of decision."""

from collections.abc import Mapping
from importlib import import_module

from westwall_tui.ui.modes.base import REGISTRY, Mode
from westwall_tui.ui.terminal.dialog import Desk

__all__ = ["MODULES", "mode_for"]

MODULES: Mapping[str, str] = {
    "notes": "note",
    "set-up": "setup",
    "movement": "movement",
    "bridge": "bridge",
    "halted": "halted",
    "demolition": "demolition",
    "combat": "combat",
    "fpf": "fpf",
    "roll": "roll",
    "retreat": "retreat",
    "displace": "displace",
    "advance": "advance",
    "bridges": "destroy",
    "front": "front",
    "over": "over",
}
"""By kind of decision the module of its mode. It is loaded when it is wanted: a game is resumed in one of them."""


def mode_for(kind: str, desk: Desk) -> Mode:
    """A new mode for a pending decision."""
    import_module(f"{__package__}.{MODULES[kind]}")  # which registers it
    return REGISTRY[kind](desk)
