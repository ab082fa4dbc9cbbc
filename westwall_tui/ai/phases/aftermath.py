"""Decisions of a Combat Phase judged by their consequences: the first combat, and retreats and advances.

The first combat matters because its advances and retreats change the combats that follow. Each combat is tried as the
first with all six rolls, and the remaining ones are divided again. An advance or a retreat is played to the end of the
phase; then the side that moves next plans its move.
"""

from collections.abc import Sequence

from westwall_tui.ai.answers.choices import ANSWERS, Choice, Knowledge, view_of
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.phases import attacks
from westwall_tui.ai.search.playout import DICE, DieResult, Playout, strongest
from westwall_tui.ai.value.view import View
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order, end_of

JUDGED = frozenset({"advance", "retreat"})
"""The kinds of prompt whose choices are judged."""
REPLY_NODES = 100
"""Number of positions that the side that moves next weighs for its plan."""
END_COST = 60
"""Cost of judging a choice, in nodes, in addition to these positions."""
FEW, CLOSE = 3, 1.0
"""At most `FEW` choices are judged, all within `CLOSE` points of the best."""
BELIEVED = 0.5
"""Weight of the judge's estimate of a choice; the rest is the weight of the first estimate."""
MOST_ANSWERS = 20
"""Number of further decisions after which the phase counts as over."""


class CombatJudge(Playout):
    """Judges the decisions of a Combat Phase by their consequences."""

    def __init__(self, known: Knowledge, seed: int) -> None:
        """Take the position, and the seed for the dice of simulated rolls."""
        super().__init__(view_of(known), known.weights, seed, reply=REPLY_NODES)
        self.known = known

    def fought_first(self, fights: Sequence[PlannedCombat]) -> list[PlannedCombat]:
        """Return combats in the best order: the best one to begin with, then the others in their order."""
        if len(fights) < 2:
            return list(fights)
        worth = [self._worth_first(fight) for fight in fights]
        first = max(range(len(fights)), key=lambda i: (worth[i], -i))
        return [fights[first], *fights[:first], *fights[first + 1 :]]

    def judged(self, choices: Sequence[Choice]) -> list[Choice]:
        """Return the best choices, weighed again by their consequences, then all others, unchanged."""
        near = (choice for choice in choices if choice.value > choices[0].value - CLOSE)
        ends: dict[tuple[str, str], Choice] = {}
        for choice in near:
            ends.setdefault(_unit_and_end(choice.order), choice)
        leading = [*ends.values()][:FEW]
        if len(leading) < 2:
            return list(choices)
        found = [self._score_after(choice) for choice in leading]
        if None in found:
            return list(choices)
        scores = [score for score in found if score is not None]
        weighed = [
            choice._replace(value=choice.value + BELIEVED * (score - scores[0] + choices[0].value - choice.value))
            for choice, score in zip(leading, scores, strict=True)
        ]
        others = (choice for choice in choices if choice not in leading)
        return [*sorted(weighed, key=lambda choice: -choice.value), *others]

    def _score_after(self, choice: Choice) -> float | None:
        """Return the worth of the position for the side after the phase; None if the position cannot be reached."""
        game = self.known.game.fork(seed=self.seed, viewer=self.known.side)
        if game.explain(choice.order) is not None:
            return None
        game.apply(choice.order)
        for _ in range(MOST_ANSWERS):
            if game.outcome is not None or game.prompt.kind in ("combat", "movement"):
                break
            if not self._answer_at_sight(game):
                return None
        return self._score_at_end(game)

    def _answer_at_sight(self, game: Game) -> bool:
        """Answer the next prompt of either side without thinking ahead. Return False if no answer is allowed."""
        known = Knowledge(game, game.side, self.known.weights, self.known.seed)
        choices = ANSWERS[game.prompt.kind](known) if game.prompt.kind in ANSWERS else ()
        order = next((each.order for each in choices if game.explain(each.order) is None), None)
        if order is None:
            return False
        game.apply(order)
        return True

    def _worth_first(self, fight: PlannedCombat) -> float:
        """Return a combat's value if it is fought first, plus the average worth of the remaining combats."""
        before, rest = list(self.view.position.where), 0.0
        for number in range(DICE):
            rest += self._worth_of_rest(fight, self._fight_combat(fight, number))
            self._put_all(before)
        return fight.value + rest / DICE

    def _worth_of_rest(self, fight: PlannedCombat, rolled: DieResult) -> float:
        view = self.view
        position, units = view.position, {*fight.attackers, *fight.barrage, *fight.defenders}
        view.forget()
        best = attacks.combats_left(view, units).value
        for h in rolled.vacated:
            unit = strongest(position, rolled.winners)
            here = position.where[unit]
            position.move(unit, h)
            view.forget()
            best = max(best, attacks.combats_left(view, units).value - view.fear * view.danger(unit, h))
            position.move(unit, here)
        return best

    def _score_at_end(self, game: Game) -> float | None:
        """Return the worth of a game for our side if its Combat Phase ends here; None if it cannot end.

        Combats that are left count at the value that their attacker expects.
        """
        before = list(self.view.position.where)
        self.spent += END_COST
        self._put_all(game.state.location)
        left = self._worth_of_combats_left(game) if game.outcome is None and game.prompt.kind == "combat" else None
        over = left is None or self._end_combat_phase(game, game.state.location)
        found = self._outlook_at_turn_end(game, 0.0).score + (left or 0.0) if over else None
        self._put_all(before)
        return found

    def _worth_of_combats_left(self, game: Game) -> float:
        whose = self._own_goals(game) if game.side == self.view.side else self._his_goals(game)
        value = attacks.combats_left(View(game, whose, fear=0.0, deep=False)).value
        return value if game.side == self.view.side else -value


def _unit_and_end(order: Order) -> tuple[str, str]:
    """Return the unit of an order and its last hex, which identify a choice: the path to the hex does not matter."""
    return str(getattr(order, "unit", "")), end_of(order)
