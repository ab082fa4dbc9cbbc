"""The computer at the table: it is asked for an order, waits until the last one was seen, and gives it.

Three things must come together before an order is given: the thought is there, the pause after the last order is over
(`settings.computer_speed`), and nothing lies over the map. It never changes the game itself: `LocalGame.give` does.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from westwall_tui.ai.thinker import INSTANT, Question, Thinker, Thought
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.report import add_report
from westwall_tui.files.seats import Seat
from westwall_tui.files.session import Session, new_seed
from westwall_tui.ui.computer.summary import Turns
from westwall_tui.ui.words.orders import in_words

PAUSES = {"slow": 1.5, "fast": 0.25}
"""Seconds for which an order is shown, by speed."""
STEP, ONCE = "step", "once"


class Room(Protocol):
    """The screen, as far as the computer needs it."""

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex and bring it into sight."""

    def sees(self, h: int) -> bool:
        """Whether a hex is in sight."""

    @property
    def speed(self) -> str:
        """How the computer's orders are shown: one of `settings.SPEEDS`."""

    @property
    def on_top(self) -> bool:
        """Whether no page hides the map."""

    def think(self, question: Question) -> object:
        """Have a question answered in a thread; the thought comes back to the screen's own."""

    def later(self, seconds: float, then: Callable[[], None]) -> object:
        """Do something after a while."""


class LocalGame(Protocol):
    """The game at this keyboard, as far as the computer needs it."""

    session: Session

    @property
    def game(self) -> Game:
        """The game; for reading."""

    @property
    def is_free(self) -> bool:
        """Whether no box is open."""

    def give(self, order: Order) -> None:
        """Carry an order of the computer out, and go on to the next decision. Raises `IllegalOrder`."""

    def take_seat(self, side: int, seat: Seat) -> None:
        """Have somebody else play a side, and go on with him."""

    def say(self, text: str) -> None:
        """Show a line in place of the prompt until the next key."""

    def update(self) -> None:
        """Paint what may have changed."""


class Computer:
    """The computer player, or both of them, of a game at the keyboard."""

    def __init__(self, local: LocalGame, room: Room) -> None:
        self._local, self._room = local, room
        seed = local.game.seed
        # Dice that are drawn or rolled by hand have no seed; the computer then plays as nobody can foresee either.
        self._thinker = Thinker(new_seed() if seed is None else seed)
        self._thought: Thought | None = None
        self._stopped = False
        self._trouble = ""
        self._paused = 0
        """The pauses begun; the latest one counts."""
        self._due = True
        """Whether the last order has been shown for long enough."""
        self._playing = False
        self._rushes = False
        """Whether it is only to come to the next decision of a person, at once and by any orders."""
        self._adviser: Callable[[Thought], None] | None = None
        """What to do with the hint that is thought of."""
        self._turns = self._fresh_turns()

    # -- who decides

    @property
    def decides(self) -> bool:
        """Whether the computer is to decide. A die that the players roll themselves is no decision."""
        game = self._local.game
        return game.side >= 0 and game.prompt.kind != "roll" and self._seat(game.side).is_computer

    @property
    def has_turn(self) -> bool:
        """Whether it is a Player-Turn of the computer, whoever decides."""
        return self.plays(self._phasing)

    @property
    def _phasing(self) -> int:
        """The side whose Player-Turn it is; in a set-up who sets up."""
        game = self._local.game
        return game.side if game.state.phase is Phase.SETUP else game.state.side

    def plays(self, side: int) -> bool:
        """Whether the computer plays a side."""
        return side >= 0 and self._seat(side).is_computer

    @property
    def takes_part(self) -> bool:
        """Whether the computer plays at all."""
        return any(seat.is_computer for seat in self._local.session.seats)

    def _seat(self, side: int) -> Seat:
        return self._local.session.seats[side]

    @property
    def name(self) -> str:
        """`German (computer, level 2)`."""
        side = self._local.game.side
        return f"{self._local.game.scenario.sides[side].name} (computer, level {self._seat(side).level})"

    @property
    def shows(self) -> bool:
        """Whether each order is painted: not at once, or when it is not its turn."""
        return not self._rushes and (self._room.speed != ONCE or not self.has_turn or self.stopped)

    # -- from decision to decision

    def play(self) -> None:
        """It is to decide: ask it."""
        if not self._playing:
            self._due = True  # a person has seen the order before: his own
        self._playing = True
        self._adviser = None
        self._thought = None
        if not self._stopped:
            self._ask()

    def _ask(self) -> None:
        game = self._local.game
        level = INSTANT if self._rushes else self._seat(game.side).level
        self._room.think(self._thinker.question(game, level))

    def rest(self) -> None:
        """A person decides: nobody waits for its answer."""
        if self._playing or self._adviser is not None:
            self._thinker.forget()
        self._playing = self._stopped = self._rushes = False
        self._adviser = self._thought = None
        self._trouble = ""

    def answered(self, thought: Thought) -> None:
        """A thought has come from its thread."""
        if not self._thinker.counts(thought):
            return
        if thought.faults:
            add_report("\n".join(thought.faults))
        adviser, self._adviser = self._adviser, None
        if adviser is not None:
            adviser(thought)
        else:
            self._thought = thought
            self.nudge()

    def nudge(self) -> None:
        """Give the order, if it is there and nothing is in its way."""
        thought = self._thought
        if thought is None or self._stopped or not self._playing or not self._due:
            return
        if not self._local.is_free or not self._room.on_top:
            return
        self._thought = None
        if thought.order is None:
            self._fail("found no order")
            return
        own = self.has_turn
        name = self.name
        try:
            self._local.give(thought.order)
        except IllegalOrder as refusal:
            add_report(f"{name}: {thought.order}: {refusal}")
            self._fail(f"wanted to {in_words(thought.order)}, which is refused ({refusal.case})")
            return
        if thought.failed:
            self._local.say(f"{name} made a mistake, which is in the error report; level 1 stood in")
        if own and self._playing:
            self._pause()

    def _pause(self) -> None:
        """Let the last order be seen."""
        speed = self._room.speed
        if speed == ONCE or self._rushes:
            return
        self._due = False
        self._paused += 1
        if speed in PAUSES:
            number = self._paused
            self._room.later(PAUSES[speed], lambda: self._over(number))
        else:
            self._local.update()

    def _over(self, number: int) -> None:
        if number == self._paused and not self._stopped:
            self._due = True
            self.nudge()

    def _fail(self, why: str) -> None:
        self._trouble, self._stopped = f"{why} (it is in the error report)", True
        self._thinker.forget()
        self._local.update()

    # -- what the person at the keyboard does

    @property
    def trouble(self) -> str:
        """Why it cannot go on, or nothing."""
        return self._trouble

    @property
    def stopped(self) -> bool:
        """Whether it waits until the person lets it go on."""
        return self._stopped

    @property
    def wants_key(self) -> bool:
        """Whether its next order waits for a key."""
        return not self._due and self._room.speed == STEP

    def stop(self) -> None:
        """Wait, with whatever it is at."""
        self._stopped = True
        self._thought = None
        self._thinker.forget()

    def go_on(self) -> None:
        """Show the next order, think no longer, or go on after a stop."""
        waited, self._due = not self._due, True
        self._paused += 1
        if self._stopped:
            self._stopped, self._trouble = False, ""
            self._ask()
        elif self._thought is not None:
            self.nudge()
        elif not waited:
            self._thinker.hurry()

    def rush(self) -> None:
        """Come to the next decision of a person: how well no longer matters to anybody."""
        self._rushes = True
        self._thinker.hurry()
        self.go_on()

    def yield_seat(self) -> None:
        """The person at the keyboard plays the side from here."""
        self._local.take_seat(self._local.game.side, Seat())

    @property
    def advises(self) -> bool:
        """Whether it thinks of a hint."""
        return self._adviser is not None

    def advise(self, level: int, unit: str, then: Callable[[Thought], None]) -> None:
        """Think of a hint for the person who is to decide, for a unit if one is named; `then` do something with it."""
        self._adviser = then
        self._room.think(self._thinker.hint(self._local.game, level, unit))

    # -- what it did

    def note(self, events: Sequence[Event]) -> str:
        """Count what an order did; at the end of a Player-Turn of the computer, what it did in it, else nothing."""
        return self._turns.note(events)

    def read_again(self) -> None:
        """Forget what was counted: the game is noted again from its beginning."""
        self._turns = self._fresh_turns()

    def _fresh_turns(self) -> Turns:
        return Turns(self._local.game.scenario, self._phasing, self.plays)
