"""Lessons, puzzles and demonstrations as sessions that write nothing.

A lesson's judge has the game, and its script has the dice. In a demonstration two computers play until the user takes
over a side.
"""

from pathlib import Path

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.players.seats import Seat, steady
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.base import Unsaved
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.judge import LessonJudge


class LessonSession(Unsaved):
    """A lesson as a session (`sessions.session.Session`). Each verdict may replace its game by another one."""

    def __init__(self, judge: LessonJudge) -> None:
        self.judge = judge
        super().__init__(Path(judge.lesson.name))

    @property
    def game(self) -> Game:
        return self.judge.game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The learner on one side; on the other, a computer that only gives the script's answers."""
        seats = [steady(1), steady(1)]
        seats[self.judge.lesson.learner] = Seat()
        return seats[0], seats[1]

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, and the script's answers. Raises `IllegalOrder`."""
        return self.judge.give(order)

    def undo(self, what: str = "") -> None:
        self.judge.undo(what)

    def redo(self) -> list[Event]:
        return self.judge.redo()


LEVEL = 2
"""The level of both computers, chosen because it answers quickly."""


class Demonstration(Unsaved):
    """A demonstration as a session (`sessions.session.Session`), for the screen or plain lines."""

    def __init__(self, scenario: Scenario, seed: int | None = None) -> None:
        super().__init__(Path(scenario.key.replace("/", "-")))
        self._game = Game(scenario, seed=new_seed() if seed is None else seed)

    @property
    def game(self) -> Game:
        return self._game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of the two computers."""
        return steady(LEVEL), steady(LEVEL)

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order. Raises `IllegalOrder`."""
        return self._game.apply(order)

    def undo(self, what: str = "") -> None:  # noqa: ARG002
        """Raise `IllegalOrder`, because the user has given no order."""
        raise IllegalOrder("5.15", "a demonstration has no undo")

    def redo(self) -> list[Event]:
        """Raise `IllegalOrder`, because nothing was undone."""
        raise IllegalOrder("5.15", "a demonstration has no redo")

    def taken_over(self, side: int) -> LocalSession:
        """Return the game as a saved session, with a person on one side and the computer on the other."""
        first, second = (Seat() if each == side else seat for each, seat in enumerate(self.seats))
        session = LocalSession.of_save(Save(self._game.copy(), (first, second)))
        session.save()
        return session
