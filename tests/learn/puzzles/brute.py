"""The value of a position by brute force, with only `Game`, every legal order and every die."""

from fractions import Fraction

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, Roll
from westwall_tui.engine.scenario import Phase
from westwall_tui.learn.puzzles.goals import UNIT, Goal


class TooMany(Exception):
    """An evaluation with more positions than its limit."""


class Brute:
    """An evaluation that plays out everything up to the end of the Combat Phase."""

    def __init__(self, game: Game, goal: Goal, most: int) -> None:
        self.goal, self.most, self.positions = goal, most, 0
        self.last = game.state.serial + (game.state.phase is Phase.MOVEMENT)

    def value(self, game: Game) -> Fraction:
        self.positions += 1
        if self.positions > self.most:
            raise TooMany
        if game.outcome is not None or game.state.serial > self.last:
            return Fraction(self.goal.value(game.state), UNIT)
        if game.prompt.kind == "roll":
            return sum((self.after(game, Roll(die)) for die in range(1, 7)), Fraction(0)) / 6
        values = []
        for order in game.legal():
            if isinstance(order, Done) and game.state.phase is Phase.COMBAT:
                values.append(Fraction(self.goal.value(game.state), UNIT))
            else:
                values.append(self.after(game, order))
        return max(values) if game.side == self.goal.side else min(values)

    def after(self, game: Game, order: object) -> Fraction:
        then = game.copy()
        then.apply(order)  # type: ignore[arg-type]
        return self.value(then)
