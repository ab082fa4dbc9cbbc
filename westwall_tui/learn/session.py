"""A lesson or a demonstration as a session, in which nothing is written.

Of a lesson the judge has its game, and the script its dice. In a demonstration two computers play until somebody
takes a side over.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.players.seats import Seat, steady
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.base import SessionAlone
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.judge import LessonJudge


class Unsaved(SessionAlone):
    """What neither a lesson nor a puzzle has any use for: nothing is written, nobody is elsewhere, seats are fixed."""

    def __init__(self, path: Path) -> None:
        """`path`: what it is called."""
        self.path = path
        self.trouble = ""
        self.notes: Sequence[str] = ()
        self.history: Sequence[str] = ()
        self.is_verified = True
        self.is_hosted = False
        self.owner, self.since, self.waiting = -1, -1, ""

    @property
    def game(self) -> Game:
        raise NotImplementedError

    @property
    def seats(self) -> tuple[Seat, Seat]:
        raise NotImplementedError

    def apply(self, order: Order | str) -> list[Event]:
        raise NotImplementedError

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        return [event for order in orders for event in self.apply(order)]

    def past(self) -> list[list[Event]]:
        start = self.game.root()
        return [start.opening, *(start.replay([line]) for line in self.game.log)]

    def verify(self) -> None:
        """There is nothing to replay."""

    def save(self) -> bool:
        """Nothing is written."""
        return True

    def news(self) -> str:
        """Nobody else changes it."""
        return ""

    def may_sit(self, side: int) -> Sequence[Seat]:
        """The seats stay as they are."""
        return (self.seats[side],)

    def sit(self, side: int, seat: Seat) -> None:
        """Nobody changes seats. Raises `IllegalOrder`."""
        raise IllegalOrder("table", f"side {side} cannot be given to {seat} here")


class LessonSession(Unsaved):
    """What the screen asks of a game (`sessions.session.Session`); the game may be another one after each verdict."""

    def __init__(self, judge: LessonJudge) -> None:
        self.judge = judge
        super().__init__(Path(judge.lesson.name))

    @property
    def game(self) -> Game:
        return self.judge.game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The learner, and for the other side a computer that never thinks: the script has its answers."""
        seats = [steady(1), steady(1)]
        seats[self.judge.lesson.learner] = Seat()
        return seats[0], seats[1]

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, and what the script says to it. Raises `IllegalOrder`."""
        return self.judge.give(order)

    def undo(self) -> None:
        self.judge.undo()

    def redo(self) -> list[Event]:
        return self.judge.redo()


LEVEL = 2
"""Of both computers: one that does not let you wait."""


class Demonstration(Unsaved):
    """What the screen, or plain lines, ask of a game (`sessions.session.Session`)."""

    def __init__(self, scenario: Scenario, seed: int | None = None) -> None:
        super().__init__(Path(scenario.key.replace("/", "-")))
        self._game = Game(scenario, seed=new_seed() if seed is None else seed)

    @property
    def game(self) -> Game:
        return self._game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Two computers."""
        return steady(LEVEL), steady(LEVEL)

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order. Raises `IllegalOrder`."""
        return self._game.apply(order)

    def undo(self) -> None:
        """Nobody gave an order that he could take back. Raises `IllegalOrder`."""
        raise IllegalOrder("5.15", "no undo in a demonstration")

    def redo(self) -> list[Event]:
        """The same. Raises `IllegalOrder`."""
        raise IllegalOrder("5.15", "no redo in a demonstration")

    def taken_over(self, side: int) -> LocalSession:
        """The game as it stands, saved from now on, with a person on one side and the computer on the other."""
        first, second = (Seat() if each == side else seat for each, seat in enumerate(self.seats))
        session = LocalSession.of_save(Save(self._game.copy(), (first, second)))
        session.save()
        return session
