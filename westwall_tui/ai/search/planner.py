"""The planning of a Movement Phase: a plan by its own value, then rivals, judged by the enemy's answer.

The rivals come from the same position with less or more fear of the enemy's next turn, or with what the judge has
learned: which units the enemy's combats would hurt more, or less, than expected.
"""

from collections.abc import Mapping
from math import inf
from time import monotonic

from westwall_tui.ai.search.judge import PlanJudge
from westwall_tui.ai.search.levels import Level
from westwall_tui.ai.search.plan import PlanSearch
from westwall_tui.ai.value.view import Plan, View
from westwall_tui.engine.dice import Draw

KINDS = ("learned everywhere", "bold", "learned", "elsewhere", "cautious")
"""The kinds of rivals, in the order in which they are made."""
BOLD, CAUTIOUS = 0.4, 1.8
"""The factors by which the fear is multiplied for a bold and for a cautious rival."""
FEWEST = 8
"""Minimum number of units by which the nodes for a plan are calculated."""
LEAST_TRIES = 2
"""Minimum number of tries by which a plan is judged."""
REHEATED = 0.8
"""The temperature, in points, at which a plan is changed into a rival."""
LEARNED = 0.7
"""Share of the judge's correction to the expected danger that the next plan uses."""
SHUNNED = 1.5
"""Points taken off every place next to an enemy that the best plan attacks, so that a rival looks elsewhere."""


class Planner:
    """Plans one phase. `run` leaves the best plan in the view."""

    def __init__(
        self, view: View, level: Level, weights: Mapping[str, float], *, nodes: int, salt: int, most: float = inf
    ) -> None:
        """Prepare the search. `nodes` is for the first plan, not counting the judge's nodes.

        No rival is begun once plans and judge have used `most` nodes together.
        """
        self.view, self.level, self.weights, self.salt, self.most = view, level, weights, salt, most
        self.judged = 0
        """Number of rivals that the judge has compared with the best plan so far."""
        self.changed = 0
        """Number of times that the judge preferred the rival."""
        self.spent = 0
        """Number of nodes used by plans and judge so far."""
        self.cut = False
        """True if the clock has cut the planning short."""
        self._hurried = False
        self._ends = monotonic() + level.seconds if level.seconds else 0.0
        self.share = nodes / level.nodes
        self.tries = max(round(level.tries * view.goals.tried), min(level.tries, LEAST_TRIES))
        if level.each:
            nodes = min(nodes, level.each * max(len(view.options), FEWEST))
        self.search = PlanSearch(
            view, nodes, Draw.of(salt), groups=level.groups, anneal=level.anneal, stop=self._out_of_time
        )

    @property
    def nodes(self) -> int:
        """The number of positions weighed for plans so far."""
        return self.search.nodes

    def hurry(self) -> None:
        """Settle for the best plan so far. Another thread may call this."""
        self._hurried = True
        self.search.hurry()

    def _out_of_time(self) -> bool:
        if self._ends and not self._hurried and monotonic() > self._ends:
            self.cut = True
            self.hurry()
        return self._hurried

    def run(self) -> None:
        """Plan, and leave the view with the best plan found."""
        self.search.run()
        self.spent = self.nodes
        rounds = round(self.level.rounds * self.share)
        if rounds < 1 or not self.view.battle or self.spent >= self.most or self._out_of_time():
            return
        judge = PlanJudge(self.view, self.weights, self.salt, reply=self.level.reply)
        best = self.view.plan()
        matters = judge.matters(best)
        self.spent += judge.spent
        if not matters:
            return
        for number in range(rounds):
            if self.spent >= self.most or self._out_of_time():
                break
            other = self._make_rival(judge, best, number)
            if other != best:
                self.judged += 1
                if judge.better(other, best, self.tries):
                    best = other
                    self.changed += 1
            self.spent = self.nodes + judge.spent
        self.view.show(best)

    def _make_rival(self, judge: PlanJudge, best: Plan, number: int) -> Plan:
        view, fear = self.view, self.view.fear
        view.show(best)
        kind = KINDS[number % len(KINDS)]
        if kind in ("bold", "cautious"):
            view.fear = fear * (BOLD if kind == "bold" else CAUTIOUS)
        elif kind == "elsewhere":
            view.corrections = self._corrections_for_other_combats(best)
        else:
            view.corrections = self._corrections_by_judge(judge, best, everywhere=kind == "learned everywhere")
        view.recount()
        self.search.anneal_again(self.level.change, REHEATED)
        found = view.plan()
        view.fear, view.corrections = fear, {}
        view.recount()
        return found

    def _corrections_for_other_combats(self, plan: Plan) -> dict[tuple[int, int], float]:
        """Return penalties, by unit and hex, for hexes next to enemies that a plan attacks: a rival looks elsewhere."""
        view = self.view
        foes = {foe for fight in view.fights for foe in fight.defenders}
        return {
            (unit, h): -SHUNNED
            for unit, _ in plan
            for h in view.options[unit]
            if h >= 0 and not foes.isdisjoint(view.near(h))
        }

    def _corrections_by_judge(self, judge: PlanJudge, plan: Plan, *, everywhere: bool) -> dict[tuple[int, int], float]:
        """Return, by unit and hex, how many points lower the danger was than expected; below 0 if it was higher.

        With `everywhere`, a unit that fared worse than expected fears more in all its hexes in danger.
        """
        harm = judge.harm(plan, self.tries)
        view = self.view
        found = {}
        for unit, h in plan:
            if h >= 0:
                wrong = view.fear * view.danger(unit, h) - harm.get(unit, 0.0)
                if abs(wrong) > 0.1:
                    found[unit, h] = LEARNED * wrong
                if everywhere and wrong < -0.1:
                    others = [n for n in view.options[unit] if n >= 0 and view.danger(unit, n) > 0]
                    found.update({(unit, n): LEARNED * wrong for n in others})
        return found
