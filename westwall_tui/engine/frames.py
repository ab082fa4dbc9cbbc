"""Frames: the pending decisions, small records on a stack (`State.frames`); the last one says who decides what now.

Each kind of frame stands in the module of its decision, in `decisions/`. This module knows only what all of them have,
so that a state can hold, copy and write down frames without knowing any.
"""

from collections.abc import Mapping
from typing import Protocol


class Frame(Protocol):
    """A named tuple whose first field is the side that decides, or that acts."""

    @property
    def side(self) -> int:
        """0 or 1."""


SAVED_AS: Mapping[str, str] = {
    "Notes": "Noting",
    "Demolition": "Wired",
    "Bridges": "Razing",
    "Fpf": "Protect",
    "CombatRoll": "Die",
    "ExclusiveRoll": "Throw",
}
"""What saves call the frames that have another name there, by the name of their class."""


def saved_name(frame: type) -> str:
    """What saves call a kind of frame."""
    return SAVED_AS.get(frame.__name__, frame.__name__)
