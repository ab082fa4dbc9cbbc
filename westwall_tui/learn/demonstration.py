"""A demonstration as a session: two computers play, and nothing is written until somebody takes a side over."""

from collections.abc import Iterable
from pathlib import Path

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.saves import Save
from westwall_tui.files.seats import Seat, steady
from westwall_tui.files.session import LocalSession, new_seed
from westwall_tui.learn.session import Unsaved

LEVEL = 2
"""Of both computers: one that does not let you wait."""


class Demonstration(Unsaved):
    """What the screen, or plain lines, ask of a game (`files.session.Session`)."""

    def __init__(self, scenario: Scenario, seed: int | None = None) -> None:
        super().__init__(Path(scenario.key.replace("/", "-")))
        self._game = Game(scenario, seed=new_seed() if seed is None else seed)

    @property
    def game(self) -> Game:
        """The game; for reading."""
        return self._game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Two computers."""
        return steady(LEVEL), steady(LEVEL)

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order. Raises `IllegalOrder`."""
        return self._game.apply(order)

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Carry out orders that belong together. Raises `IllegalOrder`, with those before it done."""
        return [event for order in orders for event in self._game.apply(order)]

    def undo(self) -> None:
        """Nobody gave an order that he could take back. Raises `IllegalOrder`."""
        raise IllegalOrder("5.15", "no undo in a demonstration")

    def redo(self) -> list[Event]:
        """The same. Raises `IllegalOrder`."""
        raise IllegalOrder("5.15", "no redo in a demonstration")

    def taken_over(self, side: int, folder: Path | None = None) -> LocalSession:
        """The game as it stands, saved from now on, with a person on one side and the computer on the other."""
        first, second = (Seat() if each == side else seat for each, seat in enumerate(self.seats))
        session = LocalSession.of_save(Save(self._game.copy(), (first, second)), folder)
        session.save()
        return session
