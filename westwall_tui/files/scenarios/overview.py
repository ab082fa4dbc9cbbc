"""The first part of `[briefing]`, for the new-game page (docs/scenario-files.md).

This module does not load the engine.
"""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.words import count, people, with_stop
from westwall_tui.files.tables import TomlTable

LINE, TEXT = 100, 600
"""The maximum number of characters of a line in a list, and of a paragraph."""
HIGHEST_LEVEL, MAX_HOURS = 3, 48


class Overview(NamedTuple):
    """The description of a scenario in the list of a new game."""

    line: str
    about: str
    minutes: int
    """The playing time for two people."""
    level: int
    """The level of difficulty, 1 to `HIGHEST_LEVEL`."""
    first: bool
    """True if it is a good first battle."""
    balance: tuple[str, int, int] | None
    """A side, the number of games between equals that it won, and the number of games; None if nobody has counted."""
    even: tuple[str, int] | None = None
    """The side that needs points at the start for an even game, and the points: 0 if the scenario is already even.

    None if nobody has measured the balance.
    """
    history: str = ""
    """The history, to read after a game; may be empty."""
    year: int = 0
    """The year of the battle; 0 if the file does not say it."""

    @property
    def time(self) -> str:
        """The playing time as short text: `20 min`, `10 h`."""
        return f"{self.minutes} min" if self.minutes < 60 else f"{self.minutes // 60} h"

    @property
    def texts(self) -> tuple[str, str]:
        """The line; and the paragraph with a sentence about the balance of the scenario."""
        first = " A good first battle." if self.first and "first battle" not in self.about else ""
        return self.line, f"{self.about}{first}" + (f" {self.fair}" if self.even else "")

    @property
    def fair(self) -> str:
        """A sentence on how to make the game even; empty if nobody has measured the balance."""
        if self.even is None:
            return ""
        side, points = self.even
        if not points:
            return "Equal players have an even chance."
        return with_stop(
            f"Equal players have an even chance if {people(side)} get {count(points, 'point')} at the start"
        )


def read_overview(top: TomlTable, sides: Sequence[str]) -> Overview | None:
    """Read the head of `[briefing]`, and note its faults. Return None if there is no such table."""
    table = top.table("briefing")
    return overview_of(table, sides) if table is not None else None


def overview_of(table: TomlTable, sides: Sequence[str]) -> Overview:
    """Read the head of a table `[briefing]`, and note its faults."""
    balance = None
    if table.has("balance"):
        given = table.items("balance")
        side = given[0] if given and isinstance(given[0], str) else ""
        if side not in sides:
            table.fault("balance", f"must begin with one of the sides: {', '.join(sides)}")
        won, played = table.check_numbers("balance", given[1:], 2, 0, 10_000)
        if won > played:
            table.fault("balance", "must be [side, games won, games]; no side can win more games than were played")
        balance = side, won, played
    even, given_start = None, table.table("even")
    if given_start is not None:
        found = [(side, given_start.number(side, high=999)) for side in sides if given_start.has(side)]
        given_start.finish()
        if len(found) > 1:
            table.fault("even", "must give points to one side, or to none: { German = 6 }, {}")
        even = found[0] if found else (sides[0], 0)
    for key in ("line", "about", "history"):
        if "{" in table.text(key, "", longest=TEXT):
            table.fault(
                key, "must not contain braces; only [briefing.points] and [[briefing.side]] may have numbers in braces"
            )
    return Overview(
        table.text("line", longest=LINE),
        table.text("about", longest=TEXT),
        table.number("minutes", low=5, high=59)
        if table.has("minutes")
        else 60 * table.number("hours", low=1, high=MAX_HOURS),
        table.number("hard", low=1, high=HIGHEST_LEVEL),
        table.flag("first", False),
        balance,
        even,
        table.text("history", "", longest=TEXT),
        table.number("year", 0, low=1, high=9999),
    )
