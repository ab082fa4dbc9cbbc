"""The computer at the table: it is asked for an order, and says when that is to be given.

Two things must come together before an order is given: the thought is there, and the pause after the last order is over
(`settings.computer_speed`). It never changes the game itself: `screens.game.GameInPlay.nudge` does, once nothing lies
over the map.
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
"""The level that is asked for advice: it answers in a second or two."""


class Resting:
    """A person decides, or nobody."""


class Advising(NamedTuple):
    """A person decides, and it thinks of a hint for him."""

    then: Callable[[Thought], None]
    """What to do with the hint."""


class Playing:
    """It is to decide."""

    def __init__(self, *, rushes: bool = False) -> None:
        self.rushes = rushes
        """True if it is only to come to the next decision of a person, at once and by any orders."""
        self.thought: Thought | None = None
        """What it has thought of and not yet given."""


class Stopped(NamedTuple):
    """It is to decide, and waits until the person lets it go on."""

    trouble: str = ""
    """Why it cannot go on, or nothing."""


class Pause:
    """The last order is being shown, until the time is over or a key is pressed."""


class Computer:
    """The computer player, or both of them, of a game at the keyboard."""

    def __init__(
        self,
        session: Session,
        speed: Callable[[], str],
        think: Callable[[Question], object],
        later: Callable[[float, Callable[[], None]], object],
        thinker: Thinker | None = None,
    ) -> None:
        """`speed` says how its orders are shown, now: one of `settings.SPEEDS`.

        `think` has a question answered in a thread (`answered`); `later` does something after some seconds.
        """
        self._session, self._speed, self._think, self._later = session, speed, think, later
        seed = session.game.seed
        # Dice that are drawn or rolled by hand have no seed; the computer then plays as nobody can foresee either.
        self._thinker = thinker or Thinker(new_seed() if seed is None else seed)
        self._state: Resting | Advising | Playing | Stopped = Resting()
        self._pause: Pause | None = None

    @property
    def _game(self) -> Game:
        return self._session.game

    # -- who decides

    @property
    def decides(self) -> bool:
        """True if the computer is to decide. A die that the players roll themselves is no decision."""
        game = self._game
        return game.side >= 0 and game.prompt.kind != "roll" and self.plays(game.side)

    @property
    def has_turn(self) -> bool:
        """True in a Player-Turn of the computer, whoever decides."""
        return self.plays(self.side_in_turn)

    @property
    def side_in_turn(self) -> int:
        """The side whose Player-Turn it is; in a set-up who sets up."""
        game = self._game
        return game.side if game.state.phase is Phase.SETUP else game.state.side

    def plays(self, side: int) -> bool:
        """True if the computer plays a side."""
        return side >= 0 and self._seat_of(side).is_computer

    @property
    def takes_part(self) -> bool:
        """True if the computer plays at all."""
        return any(seat.is_computer for seat in self._session.seats)

    def _seat_of(self, side: int) -> Seat:
        return self._session.seats[side]

    @property
    def name(self) -> str:
        """`German (computer, level 2)`."""
        side = self._game.side
        return f"{self._game.scenario.sides[side].name} (computer, level {self._seat_of(side).level})"

    @property
    def shows(self) -> bool:
        """True if each order is painted: not at once, or when it is not its turn."""
        return not self._is_rushed and (self._speed() != ONCE or not self.has_turn or self.stopped)

    @property
    def _is_rushed(self) -> bool:
        return isinstance(self._state, Playing) and self._state.rushes

    # -- from decision to decision

    def play(self) -> None:
        """It is to decide: ask it, unless it was stopped."""
        if not isinstance(self._state, Playing | Stopped):
            self._pause = None  # a person has seen the order before: his own
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
        """A person decides: nobody waits for its answer."""
        if not isinstance(self._state, Resting):
            self._thinker.forget()
        self._state = Resting()

    def answered(self, thought: Thought) -> None:
        """A thought has come from its thread."""
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
        """The thought whose order is to be given now, once; None while it thinks, pauses or is stopped."""
        if not isinstance(self._state, Playing) or self._pause is not None:
            return None
        thought, self._state.thought = self._state.thought, None
        return thought

    def pause(self) -> None:
        """Its order was given: let it be seen before the next one."""
        if not isinstance(self._state, Playing) or self._state.rushes or self._speed() == ONCE:
            return
        self._pause = pause = Pause()
        if self._speed() in PAUSES:
            self._later(PAUSES[self._speed()], lambda: self._end_pause(pause))

    def _end_pause(self, pause: Pause) -> None:
        """The time of a pause is over; if it is stopped meanwhile, the pause lasts until it goes on."""
        if pause is self._pause and isinstance(self._state, Playing):
            self._pause = None

    def fail(self, why: str) -> None:
        """Stop: it cannot go on, and the error report says more."""
        self._thinker.forget()
        self._state = Stopped(f"{why} (it is in the error report)")

    # -- what the person at the keyboard does

    @property
    def trouble(self) -> str:
        """Why it cannot go on, or nothing."""
        return self._state.trouble if isinstance(self._state, Stopped) else ""

    @property
    def stopped(self) -> bool:
        """True while it waits until the person lets it go on."""
        return isinstance(self._state, Stopped)

    @property
    def wants_key(self) -> bool:
        """True while its next order waits for a key."""
        return self._pause is not None and self._speed() == STEP

    def stop(self) -> None:
        """Wait, with whatever it is at."""
        self._thinker.forget()
        self._state = Stopped()

    def go_on(self) -> None:
        """Show the next order, think no longer, or go on after a stop."""
        waited, self._pause = self._pause is not None, None
        if isinstance(self._state, Stopped):
            self._ask_thinker()
        elif isinstance(self._state, Playing) and self._state.thought is None and not waited:
            self._thinker.hurry()

    def rush(self) -> None:
        """Come to the next decision of a person: how well no longer matters to anybody."""
        self._pause = None
        if isinstance(self._state, Playing):
            self._state.rushes = True
            self._thinker.hurry()
        elif isinstance(self._state, Stopped):
            self._ask_thinker(rushes=True)

    @property
    def advises(self) -> bool:
        """True while it thinks of a hint."""
        return isinstance(self._state, Advising)

    def advise(self, level: int, unit: str, then: Callable[[Thought], None]) -> None:
        """Think of a hint for the person who is to decide, for a unit if one is named; `then` do something with it."""
        self._state = Advising(then)
        self._think(self._thinker.hint(self._game, level, unit))
