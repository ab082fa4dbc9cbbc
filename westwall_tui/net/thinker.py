"""The computer at a hosted table: the order of a player of some level, and one of the first level if he fails."""

from westwall_tui.ai.asking import INSTANT, Head, answer
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.files.report import add_report


class Thinker:
    """Players by side and level, each with the plan of its phase. Only one thread at a time asks it."""

    def __init__(self) -> None:
        self._heads: dict[tuple[int, int], Head] = {}

    def order(self, game: Game, level: int) -> Order | None:
        """What the side to decide does; None if no level has an order that the rules allow."""
        head = self._heads.setdefault((game.side, level), Head(level, 0))
        thought = answer(game, (head, Head(INSTANT, 0)))
        if thought.faults:
            add_report("\n".join(thought.faults))
        return thought.order

    def stop(self) -> None:
        """Nobody waits for an answer any more."""
        for head in tuple(self._heads.values()):
            head.hurry()
