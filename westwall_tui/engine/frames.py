"""Frames: the pending decisions, small records on a stack (`State.frames`); the last one says who decides what now.

Each kind of frame is in the module of its decision, in `decisions/`. This module knows only what they have in common,
so that a state can hold, copy and save frames without knowing any of them.
"""

from collections.abc import Mapping
from typing import Protocol


class Frame(Protocol):
    """A named tuple whose first field is the side that decides, or that acts."""

    @property
    def side(self) -> int:
        """0 or 1."""


SAVED_AS: Mapping[str, str] = {
    "Demolition": "Wired",
    "Destroying": "Razing",
    "GivingFpf": "Protect",
    "CombatRoll": "Die",
    "ExclusiveRoll": "Throw",
}
"""For frames that have another name in saves, that name, by the name of their class."""


def saved_name(frame: type) -> str:
    """What saves call a kind of frame."""
    return SAVED_AS.get(frame.__name__, frame.__name__)
