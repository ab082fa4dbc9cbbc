"""Judging plans by what comes after them: our combats, the enemy's own plan, and his combats.

A plan is played out several times. Each of its combats is given a die; over the tries the dice go through the whole
table, and in two plans the same combat has the same die. What a die does at once is known on average, so only what
follows from it is left to chance. What is compared is the difference between two plans in the same tries.
"""

from collections.abc import Mapping, Sequence
from math import fsum, sqrt

from westwall_tui.ai.search.playout import REPLY_NODES, Playout, Prospect
from westwall_tui.ai.value.view import Plan, View
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, IllegalOrder
from westwall_tui.engine.state import changed

TRY_COST = 120
"""What a try costs beyond the enemy's plan, in nodes."""
DOUBT = 0.7
"""A plan must be better than the one it replaces by this many standard errors."""
ENOUGH = 2
"""A plan is given up if it was worse in each of this many first tries, or on average after more."""


class PlanJudge(Playout):
    """Compares plans of one Movement Phase."""

    def __init__(self, planned: View, weights: Mapping[str, float], seed: int, *, reply: int = REPLY_NODES) -> None:
        """`planned` is the view whose plans are judged."""
        super().__init__(planned, weights, seed, reply=reply)
        self._known: dict[tuple[Plan, int], Prospect | None] = {}

    def better(self, plan: Plan, than: Plan, tries: int) -> bool:
        """True if a plan beats another one in the same tries by more than chance would explain."""
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
        """What one try of a plan leads to; None where the phase cannot end like that."""
        key = (plan, number)
        if key not in self._known:
            self.view.show(plan)
            self._known[key] = self._play_out(number)
        return self._known[key]

    def matters(self, plan: Plan) -> bool:
        """True if combats are to come, ours or the enemy's, that another plan could change."""
        answer = self.answer(plan, 0)
        return answer is not None and (bool(answer.harm) or bool(self.view.fights) or answer.reached)

    def harm(self, plan: Plan, tries: int) -> dict[int, float]:
        """By own unit: its average cost in the enemy's combats over these tries, in points."""
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
        """The last Player-Turn is played to its end: what he wins by it, we lose."""
        found = PlanJudge(his, self.weights, self.seed, reply=self.reply).answer(his.plan(), number)
        return None if found is None else -found.score
