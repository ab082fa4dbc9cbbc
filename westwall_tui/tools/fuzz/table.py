"""A game under attack: what was played in it by the oracle's own record, and what can be taken back and repeated."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import takewhile
from operator import attrgetter
from typing import NamedTuple

from westwall_tui.engine.events import BridgeTried, Event, GameEnded, Rolled, WeatherChanged
from westwall_tui.engine.game import MOST_UNDONE, Game
from westwall_tui.engine.orders import Order, Roll, parse
from westwall_tui.engine.state import State
from westwall_tui.tools.fuzz import witness
from westwall_tui.tools.fuzz.oracle.position import COMBAT, MOVEMENT, OraclePosition
from westwall_tui.tools.fuzz.oracle.record import OracleRecord
from westwall_tui.tools.fuzz.promises import Broken, must

MUTABLE = ("facts", "frames", "at")
"""What may change in place; all else in a position is numbers and rows, another of which takes a row's place."""
PARTS = [each.name for each in fields(State) if each.compare and each.name != "scenario"]
"""What makes a position; the scenario is shared, and never changes."""
ROWS = tuple(name for name in PARTS if name not in MUTABLE)
_rows = attrgetter(*ROWS)


class Moment(NamedTuple):
    """A position copied whole, so that nothing that is done to it happens to the copy; and the orders that led to it.

    It is not the program's own copy, which may be what is broken.
    """

    picture: Sequence[object]
    orders: int


def picture(state: State) -> Sequence[object]:
    """Everything that a position holds, by the order of `ROWS` and `MUTABLE`."""
    frames = tuple([(type(frame).__name__, frame) for frame in state.frames])
    return (*_rows(state), tuple(sorted(state.facts.items())), frames, state.at.tobytes())


class Given(NamedTuple):
    """An order that can be taken back: the moment and the record before it, and whose it was."""

    before: Moment
    record: OracleRecord
    side: int


class TrialTable:
    """A game, its record, and what can be taken back and repeated in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.record = witness.record_of(game)
        self.history: list[str] = []
        """Orders from before the game's log begins, if it goes on from a position."""
        self.given: list[Given] = []
        """The orders that can be taken back by our own reading of 5.15, the last one last."""
        self._course: list[Given] = []
        """The same with those of the other side before them: once what followed is taken back, a save does not show it
        any more."""
        self.undone: list[Moment] = []
        """By order taken back: the moment after it."""
        self.replayed: Game | None = None
        """The game as far as it was last replayed; a later replay goes on from there."""

    @property
    def now(self) -> Moment:
        """The moment that the game is at, to keep."""
        return Moment(picture(self.game.state), len(self.game.log))

    def is_at(self, moment: Moment) -> bool:
        """Whether the game is at that moment."""
        return self.now == moment

    def stays(self, moment: Moment, promise: str, by: str) -> None:
        """Raise `Broken` if the game is not at that moment."""
        now = self.now
        if now == moment:
            return
        parts = zip((*ROWS, *MUTABLE), moment.picture, now.picture, strict=True)
        wrong = [name for name, then, is_now in parts if then != is_now]
        if now.orders != moment.orders:
            wrong.append(f"the log, of {moment.orders} orders, now {now.orders}")
        raise Broken(promise, f"by {by}: not as it was are {', '.join(wrong)}")

    # -- the record

    def keep(self, order: Order, side: int, events: Iterable[Event], since: Moment) -> None:
        """Keep a side's orders `since` then, and compare the game with what was played. Raises `Broken`."""
        game, happened = self.game, list(events)
        before = self.record.copy()
        witness.hear(self.record, parse(game.log[since.orders]), happened)
        shown = isinstance(order, Roll) or any(_reveals(event) for event in happened)
        if shown or not _may_go_back(before.position, self.record.position):
            self.given.clear()
            self._course.clear()
        else:
            if self.given and self.given[-1].side != side:
                self.given.clear()
            self.given = [*self.given, Given(since, before, side)][-MOST_UNDONE:]
            self._course.append(self.given[-1])
        self.check()

    def check(self) -> None:
        """Raise `Broken` where the game is not what was played, or can be taken back further or less far than that."""
        witness.compare(self.game, self.record)
        can_undo = bool(self.given) and not self.game.strict
        must(self.game.can_undo == can_undo, "undo", f"can go back: {self.game.can_undo}; by 5.15: {can_undo}")
        if can_undo:
            undoes, side = self.game.undoes, self.given[-1].side
            must(undoes == side, "undo", f"takes an order of {undoes} back; the last was of {side}")

    def go_back(self) -> Moment:
        """Take the last order from what can be taken back; the moment before it."""
        last = self.given.pop()
        self._course.pop()
        self.record = last.record
        return last.before

    def go_on_in(self, game: Game, *, anew: bool) -> None:
        """Go on in a game that was read from what this one has written. Raises `Broken` if it is another one.

        `anew`: it begins with the position, and the orders before it can only be read.
        """
        if anew:
            self.history += self.game.log
            self._course.clear()
        own = list(takewhile(lambda given: given.side == self._course[-1].side, reversed(self._course)))
        self.given = own[::-1][-MOST_UNDONE:]
        self.game = game
        self.undone.clear()
        self.replayed = None
        self.check()


def _reveals(event: Event) -> bool:
    """Whether an event shows something new, as a die does; or ends the game."""
    return isinstance(event, Rolled | BridgeTried | GameEnded) or (isinstance(event, WeatherChanged) and event.die > 0)


def _may_go_back(before: OraclePosition, after: OraclePosition) -> bool:
    """Whether a player may go back from one position to another (5.15 and its ruling): it is the same phase still, or
    he attacks after his own Movement Phase.
    """
    if before.phases == after.phases:
        return True
    own = (before.turn, before.side, before.phases + 1) == (after.turn, after.side, after.phases)
    return own and (before.phase, after.phase) == (MOVEMENT, COMBAT)
