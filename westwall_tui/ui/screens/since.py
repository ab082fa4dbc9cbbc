"""What orders did since the last decision on the screen: each with its combat, its causes and its points."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine.game import Game
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.history.deeds import Deed


class Since:
    """The position at the last decision, and at the beginning of its Player-Turn."""

    def __init__(self, game: Game) -> None:
        self.state: State = game.state
        self._orders = len(game.log)
        self._began: State | None = None
        """The position when the Player-Turn began, as far as it is known."""

    def mark(self, game: Game) -> None:
        """A decision is on the screen."""
        self.state, self._orders = game.state.copy(), len(game.log)
        began = self._began
        if began is not None and (began.turn, began.side) != (game.state.turn, game.state.side):
            self._began = None  # orders were taken back

    def deeds(self, game: Game) -> "Sequence[Deed]":
        """What the orders since then did."""
        from westwall_tui.history.deeds import Chronicle, deeds_since  # not loaded at the start

        before = game.copy()
        before.state = self.state.copy()
        del before.log[self._orders :]
        chronicle = Chronicle(before, self._orders, self._began)
        found = [chronicle.carry_out(line) for line in game.log[self._orders :]]
        known = self._began is not None or not self._orders
        if not known and any(deed.ended for deed in found):  # a game that was resumed in the middle of this turn
            found = deeds_since(game.root().rolled_by_hand(), game.log)[self._orders :]
        if known or any(deed.ended for deed in found):
            self._began = chronicle.began
        return found
