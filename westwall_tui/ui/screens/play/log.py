"""The log of a game at the keyboard: what every order did, from the first on."""

from collections.abc import Sequence

from westwall_tui.engine.events import Event
from westwall_tui.files.sessions.base import Session
from westwall_tui.ui.opponent.computer import Computer
from westwall_tui.words.events import LogLine, Turns, Why, log_lines, log_so_far, with_summary

READING = "Replaying the orders so far ..."
"""The log of a game whose position is on the screen already."""


class GameLog:
    """The lines, from the first order on.

    If the game was resumed at once, they are read when its orders have been replayed (`catch_up`).
    """

    def __init__(self, session: Session, computer: Computer) -> None:
        self.lines: list[LogLine] = []
        self._session, self._computer = session, computer
        self._turns = self._fresh_turns()
        self._fresh: list[LogLine] = []
        """What the last order added."""
        self._behind = not session.is_verified
        """True while the lines are still to be read."""

    def _fresh_turns(self) -> Turns:
        return Turns(self._session.game.scenario, self._computer.side_in_turn, self._computer.plays)

    def begin(self) -> None:
        """Read what has happened, or say that it will be read."""
        if self._behind:
            self.tell(READING)
        else:
            self.read()

    def catch_up(self) -> bool:
        """Read the lines that are still to be read, once their orders are replayed. False if there are none."""
        if not self._behind:
            return False
        self._session.verify()
        self._behind = False
        self.read()
        return True

    def read(self) -> None:
        """Read the game from its beginning."""
        notes = [LogLine(note, heading=True) for note in self._session.notes]
        self._turns = self._fresh_turns()
        self.lines[:] = [*log_so_far(self._session, self._turns.note), *notes]

    def write(self, events: Sequence[Event], why: Why) -> str:
        """Write down what an order did, and why it came to that.

        Returns what the computer did in the turn that this order ended; empty if it ended none of its turns.
        """
        did = self._turns.note(events)
        self._fresh = with_summary(log_lines(events, why), did)
        self.lines += self._fresh
        return f"{did}." if did else ""

    def tell(self, text: str) -> None:
        """Write down something that no order did: who comes or goes, what is said."""
        self.lines.append(LogLine(text, heading=True))

    def warning(self) -> str:
        """What the save has to say, once: that another program has changed it. Written down, too; empty for nothing."""
        news = self._session.news()
        if news:
            self.tell(news)
        return news

    @property
    def last(self) -> str:
        """The last line of what the last order did."""
        return next((line.text for line in reversed(self._fresh) if not line.heading), "")

    @property
    def begins_phase(self) -> bool:
        """True if a turn or phase began with the last order."""
        return any(line.heading for line in self._fresh)
