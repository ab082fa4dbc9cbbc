"""A puzzle as a session: one try at it, or its best line as it is shown; nothing is written."""

from collections.abc import Iterable
from pathlib import Path

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.files.seats import Seat
from westwall_tui.learn.session import Unsaved
from westwall_tui.learn.trial import Trial


class PuzzleSession(Unsaved):
    """What the screen asks of a game (`files.session.Session`)."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(Path(trial.puzzle.key))
        self.trial = trial
        self.shown: Game | None = None
        """The game of the best line, while that is on the screen."""

    @property
    def game(self) -> Game:
        """The game; for reading."""
        return self.shown or self.trial.game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The solver, and the prover's best play for the other side."""
        seats = [Seat("computer", level=4), Seat("computer", level=4)]
        seats[self.trial.puzzle.side] = Seat()
        return seats[0], seats[1]

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order of either side. Raises `IllegalOrder`."""
        if self.shown is not None:
            return self.shown.apply(order)
        return self.trial.apply(order)

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Carry out orders that belong together. Raises `IllegalOrder`, with those before it done."""
        return [event for order in orders for event in self.apply(order)]

    def undo(self) -> None:
        """Take back the last order. Raises `IllegalOrder`."""
        if not self.trial.can_undo:
            raise IllegalOrder("5.15", "that decision has been judged; you can try again at the end")
        self.trial.game.undo()

    def redo(self) -> list[Event]:
        """Repeat the order that was taken back last. Raises `IllegalOrder`."""
        return self.trial.game.redo()
