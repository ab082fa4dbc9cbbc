"""A game to be watched: a place in its orders, and strides from there, by order, by combat and by Player-Turn."""

from bisect import bisect_left, bisect_right

from westwall_tui.engine.game import Game
from westwall_tui.history.deeds import Deed
from westwall_tui.history.record import History, PlayerTurn


class Reel:
    """A game's history with a place in it."""

    def __init__(self, history: History, at: int = -1) -> None:
        """`at`: after so many orders; -1 at its end."""
        self.history = history
        self.length = len(history.log)
        """How many orders there are."""
        self.at = self.length
        """So many of them have been carried out."""
        self._game = history.end
        self._rolls = [fight.order + 1 for fight in history.fights]
        self._turns = [turn.first for turn in history.all_turns]
        if at >= 0:
            self.go(at)

    @property
    def game(self) -> Game:
        """The game as it stood here."""
        return self._game

    @property
    def turn(self) -> PlayerTurn | None:
        """The Player-Turn of the order that was carried out last; None of a game without orders."""
        turns = self.history.all_turns
        return turns[max(0, bisect_right(self._turns, self.at - 1) - 1)] if turns else None

    @property
    def deed(self) -> Deed | None:
        """What the last order did; None at the beginning."""
        turn = self.turn
        return turn.deeds[self.at - 1 - turn.first] if turn is not None and self.at else None

    def go(self, at: int) -> bool:
        """Go to where so many orders have been carried out, as far as there are; False if that is here."""
        at = min(max(0, at), self.length)
        if at == self.at:
            return False
        if at == self.at + 1:
            self._game = self._game.copy()
            self._game.replay([self.history.log[self.at]])
        else:
            self._game = self.history.position(at)
        self.at = at
        return True

    def step(self, orders: int) -> bool:
        """Go on, or back, by orders; False at an end."""
        return self.go(self.at + orders)

    def step_fight(self, way: int) -> bool:
        """Go to the next roll of a combat, or back to the one before; False if there is none."""
        return self._stride(self._rolls, way)

    def step_turn(self, way: int) -> bool:
        """Go to where the next Player-Turn begins, or back to where this one or the one before began."""
        return self._stride([*self._turns, self.length], way)

    def _stride(self, stops: list[int], way: int) -> bool:
        found = bisect_right(stops, self.at) if way > 0 else bisect_left(stops, self.at) - 1
        return 0 <= found < len(stops) and self.go(stops[found])
