"""The log of a game at the keyboard: what every order did, from the first one on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine.events import Event
from westwall_tui.files.sessions.base import Session
from westwall_tui.ui.opponent.computer import Computer
from westwall_tui.words.events import (
    LogLine,
    Turns,
    lines_by_order,
    log_lines,
    log_so_far,
    players_by_side,
    why_of,
    with_summary,
)

if TYPE_CHECKING:
    from westwall_tui.history.entries import Entry

READING = "Replaying the orders so far ..."
"""The log's text until the orders of a resumed game are replayed."""


class GameLog:
    """The lines of the log, from the first order on.

    If the orders of a resumed game are still being replayed, `catch_up` reads the lines afterward.
    """

    def __init__(self, session: Session, computer: Computer) -> None:
        self.lines: list[LogLine] = []
        self._session, self._computer = session, computer
        self._turns = self._fresh_turns()
        self._fresh: list[LogLine] = []
        """The lines that the last order added."""
        self._has_noted = False
        self._behind = not session.is_verified
        """True while the lines of earlier orders are still to be read."""

    def _fresh_turns(self) -> Turns:
        return Turns(self._session.game.scenario, self._computer.side_in_turn, self._computer.plays)

    def begin(self) -> None:
        """Read the log, or say that it will be read."""
        if self._behind:
            self.tell(READING)
        else:
            self.read()

    def catch_up(self) -> bool:
        """Read the lines that are still missing, once their orders are replayed. Return False if none are missing."""
        if not self._behind:
            return False
        self._session.verify()
        self._behind = False
        self.read()
        return True

    def read(self) -> None:
        """Read the game from its beginning. The session's notes come last the first time, and first from then on."""
        notes = [LogLine(note, brief=True) for note in self._session.notes]
        self._turns = self._fresh_turns()
        found = log_so_far(self._session, self._turns.note)
        self.lines[:] = [*notes, *found] if self._has_noted else [*found, *notes]
        self._has_noted = True

    def write(self, events: Sequence[Event], entries: "Sequence[Entry]" = ()) -> str:
        """Log what orders did, and why. `entries` has an entry for each order.

        Return what the computer did in the turn that the orders ended; empty if they ended no turn of the computer.
        """
        session, first = self._session, len(self._session.game.log) - len(entries)
        if any(at >= first for at in session.by_conditions):
            dids: list[str] = []

            def note(brought: Sequence[Event]) -> str:
                dids.append(self._turns.note(brought))
                return dids[-1]

            self._fresh = lines_by_order(session, ((entry.events, entry) for entry in entries), first, note)
            did = ". ".join(filter(None, dids))
        else:
            did = self._turns.note(events)
            from westwall_tui.history.words import Words  # not loaded at the start

            why = why_of(entries, Words(session.game.scenario)) if entries else None
            self._fresh = with_summary(log_lines(events, why, players_by_side(session)), did)
        self.lines += self._fresh
        return f"{did}." if did else ""

    def tell(self, text: str) -> None:
        """Log something apart from orders, such as arrivals and messages."""
        self.lines.append(LogLine(text, heading=True))

    def warning(self) -> str:
        """Log and return the session's news, such as a change by another program; empty if there are none."""
        news = self._session.news()
        if news:
            self.tell(news)
        return news

    @property
    def last(self) -> str:
        """The last line that the last order added, apart from headings."""
        return next((line.text for line in reversed(self._fresh) if not line.heading), "")

    @property
    def begins_phase(self) -> bool:
        """True if the last order began a turn or a phase."""
        return any(line.heading for line in self._fresh)
