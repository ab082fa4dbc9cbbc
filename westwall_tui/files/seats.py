"""Seats: who plays a side, a person or the computer. It loads nothing: the title needs it without the engine."""

from dataclasses import dataclass

KINDS = ("person", "computer")
LEVELS = range(1, 5)
"""The levels of the computer player."""


@dataclass(frozen=True)
class Seat:
    """Who plays a side."""

    kind: str = "person"
    """`person` or `computer`."""
    name: str = ""
    level: int = 0
    """How well the computer plays, one of `LEVELS`; 0 for a person."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits there."""
        return self.kind == "person"

    def __str__(self) -> str:
        return "a person at this keyboard" if self.is_person else f"the computer, level {self.level}"


SEATS = (Seat(), *(Seat("computer", level=level) for level in LEVELS))
"""Who may sit down."""
