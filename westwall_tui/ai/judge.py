"""Judging plans by what comes after them: our combats, the enemy's own plan, and his combats.

A plan is played out several times. Each of its combats is given a die; over the tries the dice go through the whole
table, and in two plans the same combat has the same die. What a die does at once is known on average, so only what
follows from it is left to chance. The enemy then plans his next movement, with sweeps and gangs on a few nodes, and his
combats count as he expects them. What is compared is the difference between two plans in the same tries.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from westwall_tui.ai import chance, goals
from westwall_tui.ai.combat import Fight
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.odds import effects
from westwall_tui.ai.plan import Search
from westwall_tui.ai.view import Plan, View, movements
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, IllegalOrder
from westwall_tui.engine.queries import tables
from westwall_tui.engine.state import ELIMINATED, EXITED, changed

REPLY_NODES = 150
"""Positions that the enemy weighs for his answer, without a look at what comes after it."""
LEAST_REPLY = 60
"""He weighs that many even where each takes him long."""
TRY_COST = 120
"""What a try costs beyond those, in nodes."""
HIS_PLACES = 0.3
"""The part of what his places are worth to him that counts against us."""
DOUBT = 0.7
"""A plan must be better than the one it replaces by so many standard errors."""
ENOUGH = 2
"""A plan that has been worse in the first so many tries is tried no more."""
ADVANCES_FOR = 0.3
"""Points for which a winner is reckoned to advance."""
DICE = 6


class Answer(NamedTuple):
    """One try of a plan."""

    score: float
    harm: Mapping[int, float]
    """By own unit: what the enemy's combats would cost it."""
    reached: bool = False
    """Whether the enemy could come into contact at all."""


class Judge:
    """Compares plans of one Movement Phase, on a board of its own."""

    def __init__(self, planned: View, weights: Mapping[str, float], seed: int, *, thorough: bool = False) -> None:
        """`planned` is the view whose plans are judged; `seed` is that of the dice.

        `thorough`: whether it looks at his units that leave the map, and at what an advance changes as a whole.
        """
        self.weights, self.seed, self.thorough = weights, seed, thorough
        self.view = View(planned.game, goals.of(planned.game, planned.side, weights), fear=planned.fear)
        self.view.options = planned.options
        self.view.begin()
        self.spent = 0
        """Nodes used."""
        self._his: Goals | None = None
        self._places: dict[tuple[int, int], float] = {}
        self._known: dict[tuple[Plan, int], Answer | None] = {}

    def better(self, plan: Plan, than: Plan, tries: int) -> bool:
        """Whether a plan is better than another in the same tries, by more than chance may explain."""
        gains = []
        for number in range(tries):
            one, other = self.answer(plan, number), self.answer(than, number)
            if one is None or other is None:
                return False
            gains.append(one.score - other.score)
            if len(gains) == ENOUGH and max(gains) < 0:
                return False
        mean = sum(gains) / tries
        spread = sum((gain - mean) ** 2 for gain in gains) / max(tries - 1, 1)
        return mean > DOUBT * sqrt(spread / tries) + 1e-9

    def answer(self, plan: Plan, number: int) -> Answer | None:
        """A try of a plan; None where the phase cannot end like that."""
        key = (plan, number)
        if key not in self._known:
            self.view.show(plan)
            self._known[key] = self._try(number)
        return self._known[key]

    def matters(self, plan: Plan) -> bool:
        """Whether anything happens after a plan that another could change: combats, ours or his."""
        answer = self.answer(plan, 0)
        return answer is not None and (bool(answer.harm) or bool(self.view.fights) or answer.reached)

    def harm(self, plan: Plan, tries: int) -> dict[int, float]:
        """By own unit: what the enemy's combats cost it on average in these tries of a plan."""
        found: dict[int, float] = {}
        for number in range(tries):
            answer = self.answer(plan, number)
            for unit, points in (answer.harm if answer else {}).items():
                found[unit] = found.get(unit, 0.0) + points / tries
        return found

    # -- a try

    def _try(self, number: int) -> Answer | None:
        view = self.view
        position = view.position
        self.spent += TRY_COST
        before = list(position.where)
        saved, fights = view.parts, view.fights
        game = self._moved(before)
        if game is None:
            return None
        luck = 0.0
        for fight in fights:
            luck += self._resolve(fight, number)
        found = self._replied(game, list(position.where), luck)
        self._stand(before)
        view.parts, view.fights = saved, fights
        return found

    def _moved(self, where: Sequence[int]) -> Game | None:
        """The game at the end of our Movement Phase, with our units where the plan has them."""
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

    def _replied(self, game: Game, where: Sequence[int], luck: float) -> Answer | None:
        """What the position is worth when the enemy has moved, his combats as he expects them."""
        side = self.view.side
        state = game.state.copy()
        if state.side == side and game.outcome is None:
            for unit, h in enumerate(where):
                if h != state.location[unit]:
                    state.place(unit, h)
            spent = range(len(where))
            state.attacked = changed(state.attacked, state.serial, *spent)
            state.defended = changed(state.defended, state.serial, *spent)
            game.go_on_from(state)
            try:
                game.apply(Done())
            except IllegalOrder:
                return None
        if game.outcome is not None:
            points = queries.totals(game)
            return Answer(float(points[side] - points[1 - side]) - luck + self._standing(), {})
        if game.prompt.kind != "movement" or game.side == side:
            return Answer(self._standing() - luck, {})
        his = self._reply(game)
        self._stand(his.position.where)
        score = self._standing() - luck - his.parts.fights - HIS_PLACES * his.parts.places
        if self.thorough:
            gone = ((unit, his.position.where[unit]) for unit in his.options if his.position.where[unit] in EXITED)
            score -= (1 - HIS_PLACES) * sum(his.place(unit, edge) for unit, edge in gone)
        harm: dict[int, float] = {}
        for fight in his.fights:
            for unit in fight.defenders:
                harm[unit] = fight.value / len(fight.defenders)
        return Answer(score, harm, bool(his.options))

    def _reply(self, game: Game) -> View:
        """The enemy's position after a plan of his own."""
        where = game.state.location
        if self._his is None:
            self._his = goals.of(game, 1 - self.view.side, self.weights)
        his = self._his
        for unit, h in enumerate(where):
            if his.position.where[unit] != h:
                his.position.move(unit, h)
        view = View(game, his, fear=0.0, deep=False)
        view.remember(self._places)
        movements(view)
        # Who can neither reach us nor leave the map does what he would do in any case.
        view.options = {
            unit: hexes
            for unit, hexes in view.options.items()
            if any((h >= 0 and view.near(h)) or (self.thorough and h in EXITED) for h in hexes)
        }
        nodes = max(int(REPLY_NODES * his.pace), LEAST_REPLY)
        search = Search(view, nodes, chance.draw(self.seed, 1))
        search.run()
        self.spent += search.nodes
        return view

    def _standing(self) -> float:
        """Units, their places, and the position as a whole, as they stand, without combats to come."""
        view, want = self.view, self.view.goals
        where, side = view.position.where, view.position.side
        view.fights = ()
        value = want.total(view) + want.dear(view)
        for unit, h in enumerate(where):
            if h == ELIMINATED:
                value -= want.worth[unit] if side[unit] == view.side else -want.worth[unit]
            elif side[unit] == view.side and (h >= 0 or unit in view.options):
                value += view.place(unit, h)
        return value

    def _stand(self, where: Sequence[int]) -> None:
        position = self.view.position
        changed = [(unit, h) for unit, h in enumerate(where) if position.where[unit] != h]
        for unit, _ in changed:
            position.move(unit, ELIMINATED)
        for unit, h in changed:
            position.move(unit, h)
        self.view.forget()

    # -- our combats

    def _resolve(self, fight: Fight, number: int) -> float:
        """Fight a combat with the die of a try; how much luckier that die is than the mean, at once."""
        view = self.view
        position = view.position
        attackers = [unit for unit in fight.attackers if position.where[unit] >= 0]
        defenders = [unit for unit in fight.defenders if position.where[unit] >= 0]
        if not defenders or (fight.attackers and not attackers):
            return 0.0
        begun = chance.mixed(self.seed, 2, *fight.defenders) % DICE
        # Steps of 5, 2, 5 ... through the six dice: any three tries have low, middle and high ones.
        die = (begun + (0, 3, 5, 2, 4, 1)[number % DICE]) % DICE
        fighting = view.fighting
        line, differential, alone = fighting.terms(attackers, defenders, fighting.extra(fight))
        hit, push, won = effects(line, differential, alone=alone)[die]
        luck = fighting.by_die(fight._replace(attackers=tuple(attackers), defenders=tuple(defenders)))
        stood = [position.where[unit] for unit in defenders]
        if push:
            for unit in defenders:
                self._fall_back(unit, push)
        if hit:
            for unit in attackers:
                self._fall_back(unit, hit)
        elif push and won:
            self._advance([unit for unit in attackers if not position.gun[unit]], stood)
        return luck[die] - sum(luck) / DICE

    def _fall_back(self, unit: int, hexes: int) -> None:
        """Retreat a unit to the best vacant hex of those it may end in, or take it off the map."""
        position, view = self.view.position, self.view
        start = position.where[unit]
        dead = hexes == tables.LOST or position.room(unit, start, hexes) < hexes
        free = [] if dead else [h for h in position.ends if position.at[h] < 0]
        if not free:
            position.move(unit, ELIMINATED)
        elif position.side[unit] == view.side:
            position.move(unit, max(free, key=lambda h: (view.place(unit, h), h)))
        else:
            own = [position.where[friend] for friend in view.own if position.where[friend] >= 0]
            position.move(unit, max(free, key=lambda h: (min(map(position.land.distance(h).__getitem__, own)), h)))

    def _advance(self, units: Sequence[int], hexes: Sequence[int]) -> None:
        """The strongest winner goes where the loser stood, if that is worth it."""
        view = self.view
        position = view.position
        for h in hexes:
            if position.at[h] >= 0 or not units:
                continue
            unit = max(units, key=lambda unit: (position.attack[unit], -unit))
            here = position.where[unit]
            gained = view.place(unit, h) - view.place(unit, here) + view.goals.gain[h]
            if self.thorough:
                before = view.goals.total(view)
                position.move(unit, h)
                gained += view.goals.total(view) - before
                position.move(unit, here)
            if gained - view.fear * (view.danger(unit, h) - view.danger(unit, here)) > ADVANCES_FOR:
                position.move(unit, h)
                return
