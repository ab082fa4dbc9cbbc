"""Playing on from a position: the rolls of our combats, the end of the Combat Phase, and the enemy's next plan.

Rolls depend on the number of a try. Over six tries each combat has every roll once, and the same combat has the same
roll wherever the other units are. The enemy plans with sweeps and groups on few nodes, and its combats count at the
value that it expects.
"""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from westwall_tui.ai import goals
from westwall_tui.ai.combats.odds import effects, exceeds
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.search.plan import PlanSearch
from westwall_tui.ai.value.view import Memory, View, find_options
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw, mixed
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Position
from westwall_tui.engine.orders import Done, IllegalOrder, NameFront
from westwall_tui.engine.queries import tables
from westwall_tui.engine.state import ELIMINATED, EXITED, changed

REPLY_NODES = 150
"""Number of positions that the side that moves next weighs for its plan, without thinking further ahead."""
LEAST_REPLY = 60
"""Minimum number of these positions, even if each takes long."""
HIS_PLACES = 0.3
"""The share of the worth of the enemy's places that counts against us."""
ADVANCES_FOR = 0.3
"""Minimum points for an advance by a winner."""
VICTORY = 20.0
"""The worth, in points, of a level of victory when a game ends."""
DICE = 6


class Prospect(NamedTuple):
    """The result of one try of a plan."""

    score: float
    harm: Mapping[int, float]
    """By friendly unit, its cost in the enemy's combats, in points."""
    reached: bool = False
    """True if the enemy could come into contact anywhere."""


class DieResult(NamedTuple):
    """The effect of a roll."""

    luck: float
    """Points by which the roll was luckier for us than the mean, before any later move."""
    winners: tuple[int, ...] = ()
    """Units that may advance."""
    vacated: tuple[int, ...] = ()
    """The hexes that the losers have left."""


class Playout:
    """A side's position on a board of its own, for playing on from it."""

    def __init__(self, seen: View, weights: Mapping[str, float], seed: int, *, reply: int = REPLY_NODES) -> None:
        """Take a view, which is not changed, and the seed of the rolls.

        The side that moves next weighs `reply` positions for its plan.
        """
        self.weights, self.seed, self.reply = weights, seed, reply
        self.view = View(seen.game, goals.of(seen.game, seen.side, weights), fear=seen.fear)
        self.view.options = seen.options
        self.view.recount()
        self.spent = 0
        """Number of nodes used."""
        self._his: Goals | None = None
        self._mine: Goals | None = None
        self._his_memory = Memory()

    def _end_combat_phase(self, game: Game, where: Sequence[int]) -> bool:
        """End the Combat Phase as if all combats had been fought and the units were in `where`.

        Return False if the rules forbid it.
        """
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
            game.replay([str(Done())])
            if game.prompt.kind == "front":
                game.replay([str(NameFront())])
        except IllegalOrder:
            return False
        return True

    def _outlook_at_turn_end(self, game: Game, luck: float, number: int = 0) -> Prospect:
        """Return the worth of the position at the end of a Player-Turn, given the plan of the side that then moves.

        `number` is the number of the try.
        """
        side = self.view.side
        if game.outcome is not None:
            return Prospect(self._final_score(game) - luck, {})
        if game.prompt.kind != "movement":
            return Prospect(self._score_as_they_stand() - luck, {})
        if game.side == side:
            return Prospect(self._own_plan(game).parts.total - self._worth_of_losses() - luck, {})
        his = self._enemy_reply(game)
        harm: dict[int, float] = {}
        for fight in his.fights:
            for unit in fight.defenders:
                harm[unit] = fight.value / len(fight.defenders)
        end = self._score_of_last_turn(his, number) if game.state.turn == game.scenario.last_turn else None
        if end is not None:
            return Prospect(end - luck, harm, bool(his.options))
        self._put_all(his.position.where)
        score = self._score_as_they_stand() - luck - his.parts.fights - HIS_PLACES * his.parts.places
        gone = ((unit, his.position.where[unit]) for unit in his.options if his.position.where[unit] in EXITED)
        score -= (1 - HIS_PLACES) * fsum(his.place(unit, edge) for unit, edge in gone)
        return Prospect(score, harm, bool(his.options))

    def _score_of_last_turn(self, his: View, number: int) -> float | None:  # noqa: ARG002
        """Return the final worth for us if the enemy moves last, with a try's rolls; None if that isn't played out."""
        return None

    def _final_score(self, game: Game) -> float:
        """Return the level of victory in points, plus the lead.

        In battles without points, the worth of the position.
        """
        side, outcome = self.view.side, game.outcome
        assert outcome is not None
        levels = queries.levels(game, outcome)
        won = VICTORY * (levels if side == 0 else -levels)
        if not queries.account(game):
            return won + self._score_as_they_stand()
        points = queries.totals(game)
        return won + points[side] - points[1 - side]

    def _own_plan(self, game: Game) -> View:
        view = View(game, self._own_goals(game), fear=self.view.fear, deep=False)
        find_options(view)
        self._plan_on_few_nodes(view)
        return view

    def _plan_on_few_nodes(self, view: View) -> None:
        """Find a plan on few nodes, without thinking further ahead."""
        search = PlanSearch(view, max(int(self.reply * view.goals.pace), LEAST_REPLY), Draw.of(self.seed, 1))
        search.run()
        self.spent += search.nodes

    def _enemy_reply(self, game: Game) -> View:
        view = View(game, self._his_goals(game), fear=0.0, deep=False)
        view.remember(self._his_memory)
        find_options(view)
        # An enemy that can neither reach us nor exit would do the same against any plan.
        view.options = {
            unit: hexes
            for unit, hexes in view.options.items()
            if any((h >= 0 and view.near(h)) or h in EXITED for h in hexes)
        }
        self._plan_on_few_nodes(view)
        return view

    def _score_as_they_stand(self) -> float:
        view, want = self.view, self.view.goals
        where, side = view.position.where, view.position.side
        view.fights = ()
        value = want.total(view) + want.costly(view) - self._worth_of_losses()
        for unit, h in enumerate(where):
            if side[unit] == view.side and (h >= 0 or (h != ELIMINATED and unit in view.options)):
                value += view.place(unit, h)
        return value

    def _worth_of_losses(self) -> float:
        where, side, worth = self.view.position.where, self.view.position.side, self.view.goals.worth
        own = (worth[unit] if side[unit] == self.view.side else -worth[unit] for unit in range(len(where)))
        return fsum(lost for lost, h in zip(own, where, strict=True) if h == ELIMINATED)

    def _put_all(self, where: Sequence[int]) -> None:
        position = self.view.position
        changed = [(unit, h) for unit, h in enumerate(where) if position.where[unit] != h]
        for unit, _ in changed:
            position.move(unit, ELIMINATED)
        for unit, h in changed:
            position.move(unit, h)
        self.view.forget()

    # -- our combats

    def _fight_combat(self, fight: PlannedCombat, number: int) -> DieResult:
        view = self.view
        position = view.position
        attackers = [unit for unit in fight.attackers if position.where[unit] >= 0]
        defenders = [unit for unit in fight.defenders if position.where[unit] >= 0]
        if not defenders or (fight.attackers and not attackers):
            return DieResult(0.0)
        begun = mixed(self.seed, 2, *fight.defenders) % DICE
        # An order in which any three tries in a row have a low, a middle and a high roll.
        die = (begun + (0, 3, 5, 2, 4, 1)[number % DICE]) % DICE
        combats = view.combats
        line, differential, alone = combats.terms(attackers, defenders, combats.extra(fight))
        hit, push, won = effects(line, differential, alone=alone)[die]
        dice = combats.by_die(fight._replace(attackers=tuple(attackers), defenders=tuple(defenders)))
        luck = dice[die] - fsum(dice) / DICE
        stood = [position.where[unit] for unit in defenders]
        if push:
            for unit in defenders:
                self._fall_back(unit, push)
            view.threat.see_losses()
        if hit:
            for unit in attackers:
                self._fall_back(unit, hit)
        winners = [unit for unit in attackers if not position.gun[unit]] if push and won and not hit else []
        return DieResult(luck, tuple(winners), tuple(h for h in stood if winners and position.at[h] < 0))

    def _fall_back(self, unit: int, hexes: int) -> None:
        """Retreat a unit to the best vacant hex where it may end, or remove it. A refuge shortens the retreat."""
        position, view = self.view.position, self.view
        start = position.where[unit]
        if not exceeds(hexes, position.relief(unit, start)):
            return
        ends = [] if hexes == tables.LOST else position.ends(unit, start, hexes)
        free = [h for h in ends if position.at[h] < 0]
        if not free:
            position.move(unit, ELIMINATED)
        elif position.side[unit] == view.side:
            position.move(unit, max(free, key=lambda h: (view.place(unit, h), h)))
        else:
            own = [position.where[friend] for friend in view.own if position.where[friend] >= 0]
            position.move(unit, max(free, key=lambda h: (min(map(position.land.distance(h).__getitem__, own)), h)))

    def _advance_winner(self, rolled: DieResult) -> None:
        """Advance the strongest winner to a hex that a loser has left, if that is worth it."""
        view = self.view
        position = view.position
        for h in rolled.vacated:
            unit = strongest(position, rolled.winners)
            here = position.where[unit]
            gained = view.place(unit, h) - view.place(unit, here) + view.goals.gain[h]
            before = view.goals.total(view)
            position.move(unit, h)
            gained += view.goals.total(view) - before
            position.move(unit, here)
            if gained - view.fear * (view.danger(unit, h) - view.danger(unit, here)) > ADVANCES_FOR:
                position.move(unit, h)
                return

    def _own_goals(self, game: Game) -> Goals:
        self._mine = self._mine or goals.of(game, self.view.side, self.weights)
        return _copy_places(self._mine, game)

    def _his_goals(self, game: Game) -> Goals:
        self._his = self._his or goals.of(game, 1 - self.view.side, self.weights)
        return _copy_places(self._his, game)


def strongest(position: Position, units: Sequence[int]) -> int:
    """Return the unit with the highest Attack Strength; among equal units, the first."""
    return max(units, key=lambda unit: (position.attack[unit], -unit))


def _copy_places(whose: Goals, game: Game) -> Goals:
    """Move the units of the goals' position to their places in a game, and return the goals."""
    whose.position.copy_places(game)
    return whose
