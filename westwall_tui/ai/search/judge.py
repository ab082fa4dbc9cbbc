"""The judging of plans by their consequences: our combats, the enemy's own plan, and the enemy's combats.

A plan is played out several times. Each of its combats gets a roll. Over the tries the rolls go through the whole
table, and the same combat has the same roll in two plans. The immediate effect of a roll is known on average, so only
its consequences are left to chance. The judge compares the difference between two plans in the same tries.
"""

from collections.abc import Mapping, Sequence
from math import fsum, sqrt

from westwall_tui.ai.search.playout import REPLY_NODES, Playout, Prospect
from westwall_tui.ai.value.view import Plan, View
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, IllegalOrder
from westwall_tui.engine.state import changed

TRY_COST = 120
"""Cost of a try, in nodes, in addition to the enemy's plan."""
DOUBT = 0.7
"""Number of standard errors by which a plan must be better than the plan that it replaces."""
ENOUGH = 2
"""Number of first tries after which a plan that was worse in each is given up. After more tries the mean decides."""


class PlanJudge(Playout):
    """Compares plans of one Movement Phase."""

    def __init__(self, planned: View, weights: Mapping[str, float], seed: int, *, reply: int = REPLY_NODES) -> None:
        """Take the view whose plans are judged."""
        super().__init__(planned, weights, seed, reply=reply)
        self._known: dict[tuple[Plan, int], Prospect | None] = {}

    def better(self, plan: Plan, than: Plan, tries: int) -> bool:
        """Return True if a plan beats another one in the same tries by more than chance explains."""
        gains = []
        for number in range(tries):
            one, other = self.answer(plan, number), self.answer(than, number)
            if one is None or other is None:
                return False
            gains.append(one.score - other.score)
            if len(gains) >= ENOUGH and fsum(gains) < 0 and (len(gains) > ENOUGH or max(gains) < 0):
                return False
        mean = fsum(gains) / tries
        spread = fsum((gain - mean) ** 2 for gain in gains) / max(tries - 1, 1)
        return mean > DOUBT * sqrt(spread / tries) + 1e-9

    def answer(self, plan: Plan, number: int) -> Prospect | None:
        """Return the result of one try of a plan; None if the phase cannot end like that."""
        key = (plan, number)
        if key not in self._known:
            self.view.show(plan)
            self._known[key] = self._play_out(number)
        return self._known[key]

    def matters(self, plan: Plan) -> bool:
        """Return True if there are combats to come, ours or the enemy's, that another plan could change."""
        answer = self.answer(plan, 0)
        return answer is not None and (bool(answer.harm) or bool(self.view.fights) or answer.reached)

    def harm(self, plan: Plan, tries: int) -> dict[int, float]:
        """Return each friendly unit's average cost in the enemy's combats over these tries, in points."""
        found: dict[int, float] = {}
        for number in range(tries):
            answer = self.answer(plan, number)
            for unit, points in (answer.harm if answer else {}).items():
                found[unit] = found.get(unit, 0.0) + points / tries
        return found

    def _play_out(self, number: int) -> Prospect | None:
        view = self.view
        position = view.position
        self.spent += TRY_COST
        before = list(position.where)
        saved, fights = view.parts, view.fights
        game = self._game_after_moves(before)
        if game is None:
            return None
        luck = 0.0
        for fight in fights:
            rolled = self._fight_combat(fight, number)
            self._advance_winner(rolled)
            luck += rolled.luck
        ended = game.state.side != view.side or self._end_combat_phase(game, list(position.where))
        found = self._outlook_at_turn_end(game, luck, number) if ended else None
        self._put_all(before)
        view.parts, view.fights = saved, fights
        return found

    def _game_after_moves(self, where: Sequence[int]) -> Game | None:
        game = self.view.game.fork(seed=self.seed, viewer=self.view.side)
        state = game.state.copy()
        for unit in self.view.options:
            if state.location[unit] != where[unit]:
                state.place(unit, where[unit])
                state.moved = changed(state.moved, state.serial, unit)
        game.go_on_from(state)
        try:
            game.apply(Done())
        except IllegalOrder:
            return None
        return game

    def _score_of_last_turn(self, his: View, number: int) -> float | None:
        """Play the last Player-Turn to its end. Return our loss, which is the enemy's gain."""
        found = PlanJudge(his, self.weights, self.seed, reply=self.reply).answer(his.plan(), number)
        return None if found is None else -found.score
