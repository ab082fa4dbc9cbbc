"""The computer as a player: this module starts its thinking and releases its orders.

An order is released when it is found and the pause after the last order is over (`settings.computer_speed`). This
module never changes the game; `screens.game.GameInPlay.nudge` does, once nothing covers the map.
"""

from collections.abc import Callable
from typing import NamedTuple

from westwall_tui.ai.thinker import INSTANT, Question, Thinker, Thought
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.disk.writing import add_report
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.dice import new_seed

PAUSES = {"slow": 1.5, "fast": 0.25}
"""Seconds for which an order is shown, by speed."""
STEP, ONCE = "step", "once"
HINT_LEVEL = 3
"""The level of hints, which answers in a second or two."""


class Resting:
    """The state in which a person decides, or in which nobody does."""


class Advising(NamedTuple):
    """The state in which a person decides and the computer thinks of a hint."""

    then: Callable[[Thought], None]
    """The function that takes the hint."""


class Playing:
    """The state in which the computer decides."""

    def __init__(self, *, rushes: bool = False) -> None:
        self.rushes = rushes
        """True if the computer should give any orders, without pauses, just to reach a person's next decision."""
        self.thought: Thought | None = None
        """The order that the computer has found but not yet given, with its reasons."""


class Stopped(NamedTuple):
    """The state in which it is the computer's decision, but the computer waits for a person."""

    trouble: str = ""
    """The reason why the computer cannot continue; empty if there is none."""


class Pause:
    """A pause in which the last order is shown, until the time is over or a key is pressed."""


class Computer:
    """The computer as one player or both of a game at the keyboard."""

    def __init__(
        self,
        session: Session,
        speed: Callable[[], str],
        think: Callable[[Question], object],
        later: Callable[[float, Callable[[], None]], object],
        thinker: Thinker | None = None,
    ) -> None:
        """Take functions: `speed` returns how orders are shown now, one of `settings.SPEEDS`.

        `think` answers a question in a thread (`answered`); `later` calls a function after some seconds.
        """
        self._session, self._speed, self._think, self._later = session, speed, think, later
        seed = session.game.seed
        # Drawn dice and dice rolled by hand have no seed. Then the computer's play cannot be foreseen either.
        self._thinker = thinker or Thinker(new_seed() if seed is None else seed)
        self._state: Resting | Advising | Playing | Stopped = Resting()
        self._pause: Pause | None = None

    @property
    def _game(self) -> Game:
        return self._session.game

    # -- who decides

    @property
    def decides(self) -> bool:
        """True if the computer decides. A die that the players roll themselves isn't a decision."""
        game = self._game
        return game.side >= 0 and game.prompt.kind != "roll" and self.plays(game.side)

    @property
    def has_turn(self) -> bool:
        """True in a Player-Turn of the computer, no matter who decides."""
        return self.plays(self.side_in_turn)

    @property
    def side_in_turn(self) -> int:
        """The side whose Player-Turn it is, or that sets up."""
        game = self._game
        return game.side if game.state.phase is Phase.SETUP else game.state.side

    def plays(self, side: int) -> bool:
        """Return True if the computer plays a side."""
        return side >= 0 and self._seat_of(side).is_computer

    @property
    def takes_part(self) -> bool:
        """True if the computer plays at all."""
        return any(seat.is_computer for seat in self._session.seats)

    def _seat_of(self, side: int) -> Seat:
        return self._session.seats[side]

    @property
    def name(self) -> str:
        """The computer's name: `German (computer, level 2)`."""
        side = self._game.side
        return f"{self._game.scenario.sides[side].adjective} (computer, level {self._seat_of(side).level})"

    @property
    def shows(self) -> bool:
        """True if each order is painted; False if the orders of the computer's own turn are shown all at once."""
        return not self._is_rushed and (self._speed() != ONCE or not self.has_turn or self.stopped)

    @property
    def _is_rushed(self) -> bool:
        return isinstance(self._state, Playing) and self._state.rushes

    # -- from decision to decision

    def play(self) -> None:
        """Start thinking about the computer's decision, unless it was stopped."""
        if not isinstance(self._state, Playing | Stopped):
            self._pause = None  # a person has already seen the last order, which was their own
        if not isinstance(self._state, Stopped):
            self._ask_thinker(rushes=self._is_rushed)

    def _ask_thinker(self, *, rushes: bool = False) -> None:
        self._state = Playing(rushes=rushes)
        side, seat = self._game.side, self._seat_of(self._game.side)
        if rushes:
            question = self._thinker.question(self._game, INSTANT)
        else:
            offers = not self.plays(1 - side)
            question = self._thinker.question(self._game, seat.level, seat.temperament, offers=offers)
        self._think(question)

    def rest(self) -> None:
        """Stop thinking, because a person decides."""
        if not isinstance(self._state, Resting):
            self._thinker.forget()
        self._state = Resting()

    def answered(self, thought: Thought) -> None:
        """Take a thought that has come from its thread."""
        if not self._thinker.counts(thought):
            return
        if thought.faults:
            add_report("\n".join(thought.faults))
        if isinstance(self._state, Advising):
            then, self._state = self._state.then, Resting()
            then(thought)
        elif isinstance(self._state, Playing):
            self._state.thought = thought

    def due(self) -> Thought | None:
        """Return the thought whose order is due, once; None while the computer thinks, pauses or is stopped."""
        if not isinstance(self._state, Playing) or self._pause is not None:
            return None
        thought, self._state.thought = self._state.thought, None
        return thought

    def pause(self) -> None:
        """Begin the pause after an order, so that it can be seen."""
        if not isinstance(self._state, Playing) or self._state.rushes or self._speed() == ONCE:
            return
        self._pause = pause = Pause()
        if self._speed() in PAUSES:
            self._later(PAUSES[self._speed()], lambda: self._end_pause(pause))

    def _end_pause(self, pause: Pause) -> None:
        """End a pause when its time is over; if the computer is stopped, the pause lasts until it continues."""
        if pause is self._pause and isinstance(self._state, Playing):
            self._pause = None

    def fail(self, why: str) -> None:
        """Stop because of an error, which the error report contains."""
        self._thinker.forget()
        self._state = Stopped(f"{why} (it is in the error report)")

    # -- what the person at the keyboard does

    @property
    def trouble(self) -> str:
        """The reason why the computer cannot continue; empty if there is none."""
        return self._state.trouble if isinstance(self._state, Stopped) else ""

    @property
    def stopped(self) -> bool:
        """True while the computer waits for a person to let it continue."""
        return isinstance(self._state, Stopped)

    @property
    def wants_key(self) -> bool:
        """True while the computer's next order waits for a key."""
        return self._pause is not None and self._speed() == STEP

    def stop(self) -> None:
        """Stop the computer, whatever it is doing."""
        self._thinker.forget()
        self._state = Stopped()

    def go_on(self) -> None:
        """Show the next order, cut the thinking short, or continue after a stop."""
        waited, self._pause = self._pause is not None, None
        if isinstance(self._state, Stopped):
            self._ask_thinker()
        elif isinstance(self._state, Playing) and self._state.thought is None and not waited:
            self._thinker.hurry()

    def rush(self) -> None:
        """Reach a person's next decision as fast as possible, no matter how good the orders are."""
        self._pause = None
        if isinstance(self._state, Playing):
            self._state.rushes = True
            self._thinker.hurry()
        elif isinstance(self._state, Stopped):
            self._ask_thinker(rushes=True)

    @property
    def advises(self) -> bool:
        """True while the computer thinks of a hint."""
        return isinstance(self._state, Advising)

    def advise(self, level: int, unit: str, then: Callable[[Thought], None]) -> None:
        """Think of a hint for the person to decide, perhaps for one unit, and pass it to `then`."""
        self._state = Advising(then)
        self._think(self._thinker.hint(self._game, level, unit))
