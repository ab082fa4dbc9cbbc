"""What is shown of a game in play: log, prompt, marks, risks and advice, and what another player does."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.ai.thinker import Question, Thought
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import sentence
from westwall_tui.files.sessions.base import Deputy, Session
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.decisions.mode import Mode
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.opponent.coach import Coach
from westwall_tui.ui.opponent.computer import HINT_LEVEL, Computer
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.play.look import LookAround
from westwall_tui.ui.screens.play.seats import Seats, Spectacle
from westwall_tui.ui.screens.play.turn import ModeInPlace, PhaseCombats, Since, Turn
from westwall_tui.ui.terminal.keymap import Keymap
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words.events import LogLine, Turns, Why, log_lines, log_so_far, with_summary

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Risk


READING = "Replaying the orders so far ..."
"""The log of a game whose position is on the screen already."""


class GameLog:
    """The lines, from the first order on.

    Of a game that was resumed at once they are read when its orders have been replayed (`catch_up`).
    """

    def __init__(self, session: Session, computer: Computer) -> None:
        self.lines: list[LogLine] = []
        self._session, self._computer = session, computer
        self._turns = self._fresh_turns()
        self._fresh: list[LogLine] = []
        """What the last order added."""
        self._behind = not session.is_verified
        """Whether the lines are still to be read."""

    def _fresh_turns(self) -> Turns:
        return Turns(self._session.game.scenario, self._computer.side_in_turn, self._computer.plays)

    def begin(self) -> None:
        """Read what has happened, or say that it will be read."""
        if self._behind:
            self.tell(READING)
        else:
            self.read()

    def catch_up(self) -> bool:
        """Read what is still to be read, after waiting, if need be, until it is replayed; whether there was any."""
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
        """Write down what an order did, and why it came to that; and, as the answer, what the computer did in a turn
        that is over."""
        did = self._turns.note(events)
        self._fresh = with_summary(log_lines(events, why), did)
        self.lines += self._fresh
        return f"{did}." if did else ""

    def tell(self, text: str) -> None:
        """Write down something that no order did: who comes or goes, what is said."""
        self.lines.append(LogLine(text, heading=True))

    def warning(self) -> str:
        """What the save says once, that another program has changed it, written down as well; or nothing."""
        news = self._session.news()
        if news:
            self.tell(news)
        return news

    @property
    def last(self) -> str:
        """What the last order did, as its last line says."""
        return next((line.text for line in reversed(self._fresh) if not line.heading), "")

    @property
    def begins_phase(self) -> bool:
        """Whether a turn or phase began with the last order."""
        return any(line.heading for line in self._fresh)


class GameOnScreen(GameScreen):
    """A game at the keyboard as it is shown: its session, its log, the decision on the screen, and who looks on."""

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        keymap: Keymap,
        think: Callable[[Question], object],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        """`think` and `later` are the computer's (`opponent.computer`)."""
        playable = session.game.scenario.board.playable
        super().__init__(keymap, playable[0] if playable else 0)
        self.session = session
        self.preferences = preferences
        self.seats = Seats(session, quick=preferences.settings.quick)
        self.computer = Computer(session, lambda: self.speed, think, later)
        self.log = GameLog(session, self.computer)
        self.look = LookAround(self)
        self.decision = ModeInPlace(Mode(self))
        self.turn = Turn()
        self._spectacle = Spectacle(self)
        self._since = Since(session.game)
        """What orders did since the last decision."""
        self.coach = Coach(session, lambda: self.coached)
        self._combats = PhaseCombats(session.game)
        self._phase = -1
        """The serial number of the phase for which `skipped` counts."""

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def deputy(self) -> Deputy | None:
        return self.session.deputy if isinstance(self.session, LocalSession) else None

    @property
    def speed(self) -> str:
        """How the computer's orders are shown: one of `settings.SPEEDS`."""
        return self.preferences.settings.computer_speed

    @property
    def mode(self) -> Mode:
        """The mode of the decision on the screen."""
        return self.decision.mode

    @property
    def viewer(self) -> int:
        return -1 if self.decision.hands_over else self.seats.viewer

    @property
    def decides_here(self) -> bool:
        return self.decision.is_here and not self.decision.hands_over

    @property
    def can_undo(self) -> bool:
        """True if the last order may be taken back (5.15): what the computer has decided stands."""
        return self.game.can_undo and not self.computer.plays(self.game.undoes)

    def in_hand(self, h: int) -> int:
        return self.mode.in_hand(h)

    # -- what another player does

    @property
    def happened(self) -> Mapping[int, tuple[str, str]]:
        return self._spectacle.marks

    def route(self) -> Sequence[int]:
        """The way that is drawn: of the unit in hand, or the one that another player's unit went."""
        trace = self._spectacle.trace
        return self.mode.route() if trace is None else trace.route

    def goals(self) -> Collection[int]:
        """What is in sight beside the cursor: where the unit in hand can go, or what another player has just done."""
        trace = self._spectacle.trace
        return self.mode.goals() if trace is None else {*trace.route, *trace.marks, self.cursor}

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """The marks of the decision and the open box; while another player's order is shown, the traces of that."""
        trace = self._spectacle.trace
        found = self.mode.marks() if trace is None else trace.marks
        return found if self.dialog is None else {**found, **self.dialog.marks()}

    def scene(self, width: int) -> Sequence[Row]:
        """What the panel tells of another player's order, while the cursor is where that happened."""
        return self._spectacle.rows(width)

    @property
    def _is_own_turn(self) -> bool:
        """True if the last decision was made here by the player whose turn it was."""
        before = self._since.state
        if not self.decision.is_here or self.computer.plays(before.side):
            return before.phase is Phase.SETUP and self.decision.is_here
        return before.phase is Phase.SETUP or self.decision.side == before.side

    @property
    def risks(self) -> "Sequence[Risk]":
        """What Enter at the cursor would put at risk, if the player wants to be warned."""
        return self.mode.risks(self.cursor) if self.warns else ()

    def zone_mark(self, side: int) -> str:
        drawing = self.preferences.drawing
        if drawing is None:
            return super().zone_mark(side)
        german, allied = drawing.colors.zones
        return german if self.game.scenario.is_german(side) else allied

    @property
    def warns(self) -> bool:
        return self.preferences.settings.warnings

    @property
    def coached(self) -> bool:
        return self.preferences.settings.coach and self.computer.takes_part

    def advise(self, then: Callable[[Thought], None]) -> bool:
        def told(thought: Thought) -> None:
            self.coach.hinted(thought.order)
            then(thought)

        self.computer.advise(HINT_LEVEL, "", told)
        return True

    def advised_units(self) -> Collection[int]:
        return self.coach.sent()

    def show_on_map(self, marks: Mapping[int, tuple[str, str]], hexes: Sequence[int], told: str) -> None:
        self.look.show_marks(marks, told)
        super().show_on_map(marks, hexes, told)

    def prompt(self) -> Row:
        """The prompt line: a message to the player, or who decides what now."""
        if self.message:
            return self.message
        if self.session.trouble:
            what = self.session.trouble
            return row(f"{what}. You can play on: each order tries to save again", "danger")
        whom = f"For {self.deputy.name}: " if self.deputy is not None else ""
        if self.dialog is not None and not self.dialog.tells:
            return row(sentence(whom + self.dialog.prompt()), "bold")
        return row(sentence(self.look.prompt() or whom + self.mode.prompt()), "bold")
