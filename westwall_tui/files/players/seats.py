"""Seats: each side's player, a person or the computer.

This module imports no other westwall module, because the title screen needs it without the engine.
"""

from typing import NamedTuple

KINDS = ("person", "computer")
LEVELS = range(1, 6)
"""The levels of the computer player."""
STEADY = "steady"
"""The temperament that plays with the battle's weights unchanged."""
TEMPERAMENTS = (STEADY, "bold", "careful")
"""The computer's temperaments, which are equally strong."""


MAX_NAME_LENGTH = 24
"""The maximum length of a player's name, as in a hosted game."""


class Seat(NamedTuple):
    """A side's player."""

    kind: str = "person"
    """`person`, `computer`, or `away` for a person or computer at another terminal. A save never has `away`."""
    name: str = ""
    level: int = 0
    """The computer's level, one of `LEVELS`; 0 for a person."""
    here: bool = True
    """False if the player at another terminal is not connected."""
    temperament: str = ""
    """The computer's temperament, one of `TEMPERAMENTS`; empty if its seed decides."""

    @property
    def is_person(self) -> bool:
        """True if a person at this keyboard plays the side."""
        return self.kind == "person"

    @property
    def is_computer(self) -> bool:
        """True if the computer plays the side, thinking in this program."""
        return self.kind == "computer"

    def __str__(self) -> str:
        if self.level:
            temperament = "" if self.temperament in ("", STEADY) else f", {self.temperament}"
            return f"the computer, level {self.level}{temperament}"
        if self.kind == "away":
            return f"{self.name}, {'at another terminal' if self.here else 'who is away'}" if self.name else "free"
        return f"{self.name}, at this keyboard" if self.name else "a person at this keyboard"


def steady(level: int) -> Seat:
    """Return a computer player with the steady temperament, whatever its seed."""
    return Seat("computer", level=level, temperament=STEADY)


SEATS = (Seat(), *(Seat("computer", level=level) for level in LEVELS))
"""Every seat that a player can choose."""
FREE = Seat("away")
"""A free seat at a table."""
