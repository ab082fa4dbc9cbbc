"""What a move of the unit in hand would put at risk, asked once for each hex that the cursor stands on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine.game import Game

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Outlook, Risk


class MoveRisks:
    """The risks of a position, kept for the decision that is made in it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._outlook: Outlook | None = None
        self._asked: tuple[int, int, tuple[int, ...]] | None = None
        self._found: Sequence[Risk] = ()

    def of_move(self, unit: int, h: int, way: Sequence[int] = ()) -> "Sequence[Risk]":
        """What is at risk if a unit goes to a hex by a way, the most points first."""
        asked = unit, h, tuple(way)
        if asked != self._asked:
            from westwall_tui.engine.planning import Outlook  # not loaded at the start

            self._outlook = self._outlook or Outlook(self._game)
            self._asked, self._found = asked, self._outlook.of_move(unit, h, way)
        return self._found
