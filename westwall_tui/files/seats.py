"""Seats: who plays a side, a person or the computer. It loads nothing: the title needs it without the engine."""

from dataclasses import dataclass

KINDS = ("person", "computer")
LEVELS = range(1, 5)
"""The levels of the computer player."""


@dataclass(frozen=True)
class Seat:
    """Who plays a side."""

    kind: str = "person"
    """`person`, `computer`, or `away`: somebody or the computer at another terminal, which no save says."""
    name: str = ""
    level: int = 0
    """How well the computer plays, one of `LEVELS`; 0 for a person."""
    here: bool = True
    """Whether whoever plays at another terminal is at the table."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits there, at this keyboard."""
        return self.kind == "person"

    @property
    def is_computer(self) -> bool:
        """Whether the computer sits there, and thinks here."""
        return self.kind == "computer"

    def __str__(self) -> str:
        if self.level:
            return f"the computer, level {self.level}"
        if self.kind == "away":
            return f"{self.name}, {'at another terminal' if self.here else 'who is away'}" if self.name else "free"
        return "a person at this keyboard"


SEATS = (Seat(), *(Seat("computer", level=level) for level in LEVELS))
"""Who may sit down."""
FREE = Seat("away")
"""A seat at a table that anybody may take."""
