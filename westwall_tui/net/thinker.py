"""The computer at a hosted table: the order of a player of some level, and one of the first level if he fails."""

from typing import TYPE_CHECKING

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.files.report import add_report

if TYPE_CHECKING:
    from westwall_tui.ai.player import Player

INSTANT = 1
"""The level that steps in when another has failed."""


class Thinker:
    """Players by side and level, each with the plan of its phase. Only one thread at a time asks it."""

    def __init__(self) -> None:
        self._players: dict[tuple[int, int], Player] = {}

    def order(self, game: Game, level: int) -> Order | None:
        """What the side to decide does; None if no level has an order that the rules allow."""
        from westwall_tui.ai.player import Player  # it need not be there before a computer plays

        for each in dict.fromkeys((level, INSTANT)):
            player = self._players.setdefault((game.side, each), Player(each, 0))
            try:
                order = player.choose(game)
            except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
                add_report(f"computer, level {each}, {game.scenario.key}: {error!r}")
                continue
            if game.explain(order) is None:
                return order
            add_report(f"computer, level {each}, {game.scenario.key}: {order}")
        return None

    def stop(self) -> None:
        """Nobody waits for an answer any more."""
        for player in self._players.values():
            player.hurry()
