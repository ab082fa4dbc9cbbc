"""How well the computer player's fear tells which of two plans loses more to the enemy's next move.

    python -m benchmarks.fear bastogne/spearhead hurtgen/historical --games 4

In each Movement Phase of games between two level 2 players it makes several plans: the search's own, bolder and more
careful ones, and the best with a few units elsewhere by chance. Each is played out with the same dice, the enemy plans
his answer, and what his combats then cost us, on average over their dice, is set against what the plan had feared.
"""

import argparse
from collections.abc import Iterator, Mapping
from math import fsum, sqrt
from typing import NamedTuple

from westwall_tui import Player, new_game
from westwall_tui.ai import goals
from westwall_tui.ai.combats.odds import MOST_ROOM, dice
from westwall_tui.ai.combats.worth import DRIVEN_OFF, DRIVEN_OFF_WORTH
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.search.judge import PlanJudge
from westwall_tui.ai.search.plan import PlanSearch
from westwall_tui.ai.value.view import Plan, View, find_options
from westwall_tui.engine.dice import Draw, mixed
from westwall_tui.engine.game import Game
from westwall_tui.files.computer.fears import fear_of
from westwall_tui.files.computer.weights import weights_of

NODES, CHANGE, REPLY, HEAT = 250, 150, 500, 0.8
FEARS = (0.01, 0.4, 1.8)
"""Parts of the fear with which other plans are made."""
ELSEWHERE = (1, 2, 3, 5, 8)
"""How many units are put elsewhere by chance."""


class WatchingJudge(PlanJudge):
    """A judge whose last answer of the enemy can be seen."""

    answered: View | None = None

    def _enemy_reply(self, game: Game) -> View:
        self.answered = super()._enemy_reply(game)
        return self.answered

    def carried_out(self, plan: Plan) -> Game | None:
        """The game once the units of a plan have moved; None where the phase cannot end like that."""
        self.view.show(plan)
        return self._game_after_moves(self.view.position.where)

    def lost(self, plan: Plan, number: int) -> dict[int, float] | None:
        """By unit of ours: what the enemy's combats cost it after a plan, in points.

        None where the phase cannot end like that.
        """
        self.view.show(plan)
        self.answered = None
        if self._play_out(number) is None:
            return None
        answered: View | None = self.answered
        return {} if answered is None else _losses(answered, self.view.goals)


def _losses(his: View, ours: Goals) -> dict[int, float]:
    """By unit of ours: what the dice of the enemy's combats cost it on average."""
    combats, found = his.combats, dict[int, float]()
    for fight in his.fights:
        line, differential, alone = combats.terms(fight.attackers, fight.defenders, combats.extra(fight))
        for unit in fight.defenders:
            ((room, relief),) = combats.rooms.of_enemies((unit,))
            six = dice(line, differential, alone=alone, relief=relief)
            lost, worth = six.lost[min(room, MOST_ROOM)], ours.worth[unit]
            off = (six.moved - lost) * (DRIVEN_OFF + DRIVEN_OFF_WORTH * worth)
            taken = 0.0 if alone else six.won * ours.gain[his.position.where[unit]] / len(fight.defenders)
            found[unit] = found.get(unit, 0.0) + (lost * worth + off + taken) / 6
    return found


def plans(view: View, draw: Draw) -> Iterator[Plan]:
    """Several plans for one phase."""
    search = PlanSearch(view, NODES, draw, anneal=0.4)
    search.run()
    best, fear = view.plan(), view.fear
    yield best
    for part in FEARS:
        view.fear = fear * part
        view.recount()
        search.anneal_again(CHANGE, HEAT)
        yield view.plan()
        view.fear = fear
        view.show(best)
        view.recount()
    movable = [unit for unit in search.units if len(view.options[unit]) > 1]
    for count in ELSEWHERE if movable else ():
        view.show(best)
        for unit in {draw.pick(movable): 0 for _ in range(count)}:
            h = draw.pick(search.candidates[unit] if draw.below(3) else view.options[unit])
            if h < 0 or view.position.at[h] < 0:
                view.change([(unit, h)])
        yield view.plan()


def _feared(other: View, view: View, plan: Plan) -> float:
    """What a plan has to fear as another view sees it."""
    other.options = view.options
    other.show(plan)
    return other.parts.dangers


class Asked(NamedTuple):
    """A plan: what each fear made of it, and what it lost."""

    feared: tuple[float, ...]
    lost: float


LEARNT = "learnt"
FEARED: Mapping[str, Mapping[str, float]] = {
    "each unit alone": {"attackers": 0, "learnt fear": 0},
    "shared": {"attackers": 2, "pressed": 0, "learnt fear": 0},
    "shared, pressed": {"attackers": 2, "pressed": 1, "learnt fear": 0},
    LEARNT: {"learnt fear": 1},
}
"""By fear, the numbers that make it; which of them a battle has, its `computer.toml` says. Not every one has learnt.
"""


class Phase(NamedTuple):
    """A Movement Phase of a game."""

    turn: int
    view: View
    plans: tuple[Plan, ...]
    judge: WatchingJudge
    number: int
    """Of the judge's try: the same dice for all plans."""


def phases(scenario: str, seed: int, reply: int, every: int = 1) -> Iterator[Phase]:
    """One of `every` Movement Phases of a game, with several plans; the enemy weighs `reply` positions to answer."""
    game = new_game(scenario, seed=seed)
    players = [Player(2, seed * 2 + side + 1, clock=False) for side in (0, 1)]
    weights, last = weights_of(game.scenario.rules), (-1, -1)
    while game.outcome is None:
        now = (game.state.turn, game.side)
        if game.prompt.kind == "movement" and now != last and (2 * now[0] + now[1] + seed) % every == 0:
            last = now
            key = mixed(seed, *now)
            view = View(game.fork(seed=key, viewer=game.side), goals.of(game, game.side, weights))
            find_options(view)
            judge = WatchingJudge(view, weights, key, reply=reply)
            yield Phase(now[0], view, tuple(dict.fromkeys(plans(view, Draw.of(key)))), judge, key % 6)
        game.apply(players[game.side].choose(game))


def decisions(scenario: str, seed: int) -> Iterator[list[Asked]]:
    """The plans of each Movement Phase of a game, as each fear sees them."""
    for _, view, tried, judge, number in phases(scenario, seed, REPLY):
        mine = view.goals
        others = [
            View(view.game, goals.of(view.game, view.side, {**mine.weights, **fear}), fear=1.0)
            for fear in FEARED.values()
        ]
        found = []
        for plan in tried:
            feared = tuple(_feared(other, view, plan) for other in others)
            lost = judge.lost(plan, number)
            if lost is not None:
                found.append(Asked(feared, fsum(lost.values())))
        if len(found) > 1:
            yield found


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Pearson's; 0 where nothing differs."""
    mean = [fsum(pair[i] for pair in pairs) / max(len(pairs), 1) for i in (0, 1)]
    both = fsum((a - mean[0]) * (b - mean[1]) for a, b in pairs)
    spread = [fsum((pair[i] - mean[i]) ** 2 for pair in pairs) for i in (0, 1)]
    return both / sqrt(spread[0] * spread[1]) if spread[0] and spread[1] else 0.0


def within(found: list[list[Asked]], kind: int) -> tuple[float, float]:
    """Over all decisions: the correlation between plans of one phase, and points lost for a point feared."""
    pairs = []
    for asked in found:
        mean = [
            fsum(values) / len(asked)
            for values in zip(*((each.feared[kind], each.lost) for each in asked), strict=True)
        ]
        pairs += [(each.feared[kind] - mean[0], each.lost - mean[1]) for each in asked]
    spread = fsum(a * a for a, _ in pairs)
    return correlation(pairs), fsum(a * b for a, b in pairs) / spread if spread else 0.0


def main(words: list[str] | None = None) -> None:
    """Play the games and tell what was feared and lost."""
    parser = argparse.ArgumentParser(description="What the computer player fears, against what then happens.")
    parser.add_argument("scenario", nargs="+")
    parser.add_argument("--games", type=int, default=2, metavar="N", help="games of each scenario (2)")
    parser.add_argument("--seed", type=int, default=601, help="the first seed (601)")
    options = parser.parse_args(words)
    for scenario in options.scenario:
        seeds = range(options.seed, options.seed + options.games)
        found = [asked for seed in seeds for asked in decisions(scenario, seed)]
        lost = [each.lost for asked in found for each in asked]
        print(f"{scenario}: {len(found)} phases, {len(lost)} plans, {fsum(lost) / len(lost):.1f} points lost")
        known = fear_of(scenario.partition("/")[0])
        for number, kind in enumerate(FEARED):
            if kind == LEARNT and known is None:
                continue
            near, slope = within(found, number)
            print(f"  {kind:16} correlation {near:+.2f}, points lost for a point feared {slope:+.2f}", flush=True)


if __name__ == "__main__":
    main()
