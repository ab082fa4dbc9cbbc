"""A Combat Phase by what comes after each decision: which combat first, and where to go after the die.

Which combat comes first matters because its advances and retreats change those that follow: each is fought with all six
dice, and what is left is divided anew. An advance or a retreat is played to the end of the phase; then whoever moves
next plans his move.
"""

from collections.abc import Sequence

from westwall_tui.ai import attacks, chance
from westwall_tui.ai.answers import ANSWERS, Choice, Mind, still
from westwall_tui.ai.combat import Fight
from westwall_tui.ai.judge import DICE, Judge
from westwall_tui.ai.view import View
from westwall_tui.engine.game import Game

ASKED = frozenset({"advance", "retreat"})
"""The decisions, by the kind of the prompt, that are judged."""
REPLY_NODES = 100
"""Positions that whoever moves next weighs for his plan."""
FEW, CLOSE = 3, 1.0
"""So many choices are judged, of those that are worth at most so many points less than the best."""
BELIEVED = 0.5
"""The part of a choice's worth that the judge decides; the rest stays as it was reckoned at sight."""
MOST_ANSWERS = 20
"""After so many other decisions the phase is taken to be over."""


class Aftermath:
    """What the decisions lead to that a side has in one position."""

    def __init__(self, mind: Mind, seed: int) -> None:
        """`seed` is that of the dice to come."""
        self.mind, self.seed = mind, seed
        self.judge = Judge(still(mind), mind.weights, seed, reply=REPLY_NODES)

    @property
    def spent(self) -> int:
        """Nodes used."""
        return self.judge.spent

    def fought_first(self, fights: Sequence[Fight]) -> list[Fight]:
        """Combats in the order in which they are best fought: the first, then the others as they were."""
        if len(fights) < 2:
            return list(fights)
        worth = [self.judge.fought(fight) for fight in fights]
        first = max(range(len(fights)), key=lambda i: (worth[i], -i))
        return [fights[first], *fights[:first], *fights[first + 1 :]]

    def judged(self, choices: Sequence[Choice]) -> list[Choice]:
        """The best choices weighed again by what follows from them; the others as they are, behind them."""
        leading = [choice for choice in choices[:FEW] if choice.value > choices[0].value - CLOSE]
        if len(leading) < 2:
            return list(choices)
        found = [self._after(choice) for choice in leading]
        if None in found:
            return list(choices)
        scores = [score for score in found if score is not None]
        weighed = [
            choice._replace(value=choice.value + BELIEVED * (score - scores[0] + choices[0].value - choice.value))
            for choice, score in zip(leading, scores, strict=True)
        ]
        return [*sorted(weighed, key=lambda choice: -choice.value), *choices[len(leading) :]]

    def _after(self, choice: Choice) -> float | None:
        """What the position is worth to the side once the phase has ended; None where that cannot be told."""
        game = self.mind.game.fork(seed=self.seed, viewer=self.mind.side)
        if game.explain(choice.order) is not None:
            return None
        game.apply(choice.order)
        for _ in range(MOST_ANSWERS):
            if game.outcome is not None or game.prompt.kind in ("combat", "movement"):
                break
            if not self._answered(game):
                return None
        return self.judge.ended(game)

    def _answered(self, game: Game) -> bool:
        """Answer what is asked next as it is reckoned at sight, by whichever side."""
        answers = ANSWERS.get(game.prompt.kind)
        mind = Mind(game, game.side, self.mind.weights)
        order = (
            next((each.order for each in answers(mind) if game.explain(each.order) is None), None) if answers else None
        )
        if order is None:
            return False
        game.apply(order)
        return True
