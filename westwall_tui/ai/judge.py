"""Judging plans by what comes after them: our combats, the enemy's own plan, and his combats.

A plan is played out several times. Each of its combats is given a die; over the tries the dice go through the whole
table, and in two plans the same combat has the same die. What a die does at once is known on average, so only what
follows from it is left to chance. The enemy then plans his next movement, with sweeps and gangs on a few nodes, and his
combats count as he expects them. What is compared is the difference between two plans in the same tries.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from westwall_tui.ai import attacks, chance, goals
from westwall_tui.ai.combat import Fight
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.odds import effects
from westwall_tui.ai.plan import Search
from westwall_tui.ai.position import Position
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
VICTORY = 20.0
"""What winning a game without points is worth in points."""
DICE = 6


class Answer(NamedTuple):
    """One try of a plan."""

    score: float
    harm: Mapping[int, float]
    """By own unit: what the enemy's combats would cost it."""
    reached: bool = False
    """Whether the enemy could come into contact at all."""


class Rolled(NamedTuple):
    """What a die has done."""

    luck: float
    """How much luckier it was than the mean, at once."""
    winners: tuple[int, ...] = ()
    """Units that may advance."""
    vacated: tuple[int, ...] = ()
    """Where the losers stood."""


class Judge:
    """Compares plans of one Movement Phase, on a board of its own."""

    def __init__(self, planned: View, weights: Mapping[str, float], seed: int, *, reply: int = REPLY_NODES) -> None:
        """`planned` is the view whose plans are judged; `seed` is that of the dice.

        The enemy weighs `reply` positions for his answer.
        """
        self.weights, self.seed, self.reply = weights, seed, reply
        self.view = View(planned.game, goals.of(planned.game, planned.side, weights), fear=planned.fear)
        self.view.options = planned.options
        self.view.begin()
        self.spent = 0
        """Nodes used."""
        self._his: Goals | None = None
        self._mine: Goals | None = None
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
            if len(gains) >= ENOUGH and sum(gains) < 0 and (len(gains) > ENOUGH or max(gains) < 0):
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

    # -- a Combat Phase

    def fought(self, fight: Fight) -> float:
        """What a combat is worth if it is fought now, with what is then left to fight, over all six dice."""
        before, rest = list(self.view.position.where), 0.0
        for number in range(DICE):
            rest += self._rest(fight, self._roll(fight, number))
            self._stand(before)
        return fight.value + rest / DICE

    def _rest(self, fight: Fight, rolled: Rolled) -> float:
        """What is left to fight after a combat, its winner advanced where that makes it worth more."""
        view = self.view
        position, units = view.position, {*fight.attackers, *fight.barrage, *fight.defenders}
        view.forget()
        best = attacks.left(view, units).value
        for h in rolled.vacated:
            unit = _strongest(position, rolled.winners)
            here = position.where[unit]
            position.move(unit, h)
            view.forget()
            best = max(best, attacks.left(view, units).value - view.fear * view.danger(unit, h))
            position.move(unit, here)
        return best

    def ended(self, game: Game) -> float | None:
        """What a game is worth to our side if its Combat Phase ends here; None where it cannot.

        Combats that are left count as who attacks expects them.
        """
        before = list(self.view.position.where)
        self.spent += TRY_COST
        self._stand(game.state.location)
        left = self._left(game) if game.outcome is None and game.prompt.kind == "combat" else None
        over = left is None or self._over(game, game.state.location)
        found = self._outlook(game, 0.0).score + (left or 0.0) if over else None
        self._stand(before)
        return found

    def _left(self, game: Game) -> float:
        """What the combats are worth to our side that are left in a Combat Phase."""
        whose = self._own_goals(game) if game.side == self.view.side else self._his_goals(game)
        value = attacks.left(View(game, whose, fear=0.0, deep=False)).value
        return value if game.side == self.view.side else -value

    def _own_goals(self, game: Game) -> Goals:
        """Our goals, with the position of a game."""
        self._mine = self._mine or goals.of(game, self.view.side, self.weights)
        return _as_in(self._mine, game)

    def _his_goals(self, game: Game) -> Goals:
        """The enemy's."""
        self._his = self._his or goals.of(game, 1 - self.view.side, self.weights)
        return _as_in(self._his, game)

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
        if game.state.side == self.view.side and not self._over(game, where):
            return None
        return self._outlook(game, luck)

    def _over(self, game: Game, where: Sequence[int]) -> bool:
        """End the Combat Phase with all combats fought and the units there; whether the rules allow it."""
        if game.outcome is not None:
            return True
        state = game.state.copy()
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
            return False
        return True

    def _outlook(self, game: Game, luck: float) -> Answer:
        """What the position is worth at the end of a Player-Turn, with the next plan of whoever moves then."""
        side = self.view.side
        if game.outcome is not None:
            return Answer(self._final(game) - luck, {})
        if game.prompt.kind != "movement":
            return Answer(self._standing() - luck, {})
        if game.side == side:
            return Answer(self._own_plan(game).parts.total - self._losses() - luck, {})
        his = self._reply(game)
        self._stand(his.position.where)
        score = self._standing() - luck - his.parts.fights - HIS_PLACES * his.parts.places
        gone = ((unit, his.position.where[unit]) for unit in his.options if his.position.where[unit] in EXITED)
        score -= (1 - HIS_PLACES) * sum(his.place(unit, edge) for unit, edge in gone)
        harm: dict[int, float] = {}
        for fight in his.fights:
            for unit in fight.defenders:
                harm[unit] = fight.value / len(fight.defenders)
        return Answer(score, harm, bool(his.options))

    def _final(self, game: Game) -> float:
        """The points that the side is ahead at the end; in a game without points the position, and who has won."""
        side, outcome = self.view.side, game.outcome
        if queries.account(game) or outcome is None:
            points = queries.totals(game)
            return float(points[side] - points[1 - side])
        return self._standing() + {side: VICTORY, 1 - side: -VICTORY}.get(outcome.winner, 0.0)

    def _own_plan(self, game: Game) -> View:
        """Our position after the next plan of our own."""
        view = View(game, self._own_goals(game), fear=self.view.fear, deep=False)
        movements(view)
        self._plan(view)
        return view

    def _plan(self, view: View) -> None:
        """A plan on few nodes, without a look at what comes after it."""
        search = Search(view, max(int(self.reply * view.goals.pace), LEAST_REPLY), chance.draw(self.seed, 1))
        search.run()
        self.spent += search.nodes

    def _reply(self, game: Game) -> View:
        """The enemy's position after a plan of his own."""
        view = View(game, self._his_goals(game), fear=0.0, deep=False)
        view.remember(self._places)
        movements(view)
        # Who can neither reach us nor leave the map does what he would do in any case.
        view.options = {
            unit: hexes
            for unit, hexes in view.options.items()
            if any((h >= 0 and view.near(h)) or h in EXITED for h in hexes)
        }
        self._plan(view)
        return view

    def _standing(self) -> float:
        """Units, their places, and the position as a whole, as they stand, without combats to come."""
        view, want = self.view, self.view.goals
        where, side = view.position.where, view.position.side
        view.fights = ()
        value = want.total(view) + want.dear(view) - self._losses()
        for unit, h in enumerate(where):
            if side[unit] == view.side and (h >= 0 or (h != ELIMINATED and unit in view.options)):
                value += view.place(unit, h)
        return value

    def _losses(self) -> float:
        """Our units that are lost, less his."""
        where, side, worth = self.view.position.where, self.view.position.side, self.view.goals.worth
        own = (worth[unit] if side[unit] == self.view.side else -worth[unit] for unit in range(len(where)))
        return sum(lost for lost, h in zip(own, where, strict=True) if h == ELIMINATED)

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
        rolled = self._roll(fight, number)
        self._advance(rolled)
        return rolled.luck

    def _roll(self, fight: Fight, number: int) -> Rolled:
        """What the die of a try does, without advances."""
        view = self.view
        position = view.position
        attackers = [unit for unit in fight.attackers if position.where[unit] >= 0]
        defenders = [unit for unit in fight.defenders if position.where[unit] >= 0]
        if not defenders or (fight.attackers and not attackers):
            return Rolled(0.0)
        begun = chance.mixed(self.seed, 2, *fight.defenders) % DICE
        # Steps of 5, 2, 5 ... through the six dice: any three tries have low, middle and high ones.
        die = (begun + (0, 3, 5, 2, 4, 1)[number % DICE]) % DICE
        fighting = view.fighting
        line, differential, alone = fighting.terms(attackers, defenders, fighting.extra(fight))
        hit, push, won = effects(line, differential, alone=alone)[die]
        dice = fighting.by_die(fight._replace(attackers=tuple(attackers), defenders=tuple(defenders)))
        luck = dice[die] - sum(dice) / DICE
        stood = [position.where[unit] for unit in defenders]
        if push:
            for unit in defenders:
                self._fall_back(unit, push)
        if hit:
            for unit in attackers:
                self._fall_back(unit, hit)
        winners = [unit for unit in attackers if not position.gun[unit]] if push and won and not hit else []
        return Rolled(luck, tuple(winners), tuple(h for h in stood if winners and position.at[h] < 0))

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

    def _advance(self, rolled: Rolled) -> None:
        """The strongest winner goes where a loser stood, if that is worth it."""
        view = self.view
        position = view.position
        for h in rolled.vacated:
            unit = _strongest(position, rolled.winners)
            here = position.where[unit]
            gained = view.place(unit, h) - view.place(unit, here) + view.goals.gain[h]
            before = view.goals.total(view)
            position.move(unit, h)
            gained += view.goals.total(view) - before
            position.move(unit, here)
            if gained - view.fear * (view.danger(unit, h) - view.danger(unit, here)) > ADVANCES_FOR:
                position.move(unit, h)
                return


def _strongest(position: Position, units: Sequence[int]) -> int:
    """The unit of the highest Attack Strength, of equals the first."""
    return max(units, key=lambda unit: (position.attack[unit], -unit))


def _as_in(whose: Goals, game: Game) -> Goals:
    """Goals whose position has the units where they stand in a game."""
    position = whose.position
    for unit, h in enumerate(game.state.location):
        if position.where[unit] != h:
            position.move(unit, h)
    return whose
