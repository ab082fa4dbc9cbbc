"""Learn a battle's fear from games: what the enemy's plan then did to units in danger (`ai/value/learned.py`).

    python -m benchmarks.shipped.fears arnhem/historical --samples arnhem.jsonl --out scenarios/arnhem/fear.toml

In Movement Phases of games between two level-2 players the program makes several plans: the search's own, bolder and
more careful ones, and the best one with a few units moved at random. It plays each out with the same dice, and the
enemy plans its answer. A row has the features of a unit in danger and its average loss over the enemy's dice; trees are
fitted to all rows. A line of the samples is a phase. The same command continues where it was interrupted, and one file
may have samples of several seeds. Fresh games show how well the trees distinguish plans of one phase. The same seeds
give the same trees on every machine.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from pathlib import Path
from statistics import correlation
from typing import NamedTuple

from benchmarks.shipped.games import TEST_SEEDS, keep, kept
from benchmarks.shipped.trees import fitted
from westwall_tui import Player, new_game
from westwall_tui.ai import goals
from westwall_tui.ai.combats.odds import MOST_ROOM, dice
from westwall_tui.ai.combats.worth import DRIVEN_OFF, DRIVEN_OFF_WORTH
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.search.judge import PlanJudge
from westwall_tui.ai.search.plan import PlanSearch
from westwall_tui.ai.value.learned import Learned
from westwall_tui.ai.value.threat import LearnedThreat
from westwall_tui.ai.value.view import Plan, View, find_options
from westwall_tui.engine.dice import Draw, mixed
from westwall_tui.engine.game import Game
from westwall_tui.files.computer.fears import FEATURES, KIND, Node, Trees
from westwall_tui.files.computer.weights import weights_of
from westwall_tui.tools.simulate.workers import run_parallel

NODES, CHANGE, HEAT = 250, 150, 0.8
FEARS = (0.01, 0.4, 1.8)
"""Shares of the fear with which other plans are made."""
ELSEWHERE = (1, 2, 3, 5, 8)
"""Numbers of units that are moved at random."""
REPLY = 200
"""Positions that the enemy evaluates for its answer."""
TREES, SEED = 150, 1
EXACT = 4
"""Decimals of the points in a sample."""

Row = tuple[float, ...]
"""A unit in danger: its features, then the points that it lost."""


class WatchingJudge(PlanJudge):
    """A judge that gives access to the enemy's last answer."""

    answered: View | None = None

    def _enemy_reply(self, game: Game) -> View:
        self.answered = super()._enemy_reply(game)
        return self.answered

    def lost(self, plan: Plan, number: int) -> dict[int, float] | None:
        """Return the points that each of our units loses in the enemy's combats after a plan.

        Return None if the phase cannot end like that.
        """
        self.view.show(plan)
        self.answered = None
        if self._play_out(number) is None:
            return None
        answered: View | None = self.answered
        return {} if answered is None else _losses(answered, self.view.goals)


def _losses(enemy: View, ours: Goals) -> dict[int, float]:
    """Return the average loss of each of our units over the dice of the enemy's combats."""
    combats, found = enemy.combats, dict[int, float]()
    for fight in enemy.fights:
        line, differential, alone = combats.terms(fight.attackers, fight.defenders, combats.extra(fight))
        for unit in fight.defenders:
            ((room, relief),) = combats.rooms.of_enemies((unit,))
            six = dice(line, differential, alone=alone, relief=relief)
            lost, worth = six.lost[min(room, MOST_ROOM)], ours.worth[unit]
            off = (six.moved - lost) * (DRIVEN_OFF + DRIVEN_OFF_WORTH * worth)
            taken = 0.0 if alone else six.won * ours.gain[enemy.position.where[unit]] / len(fight.defenders)
            found[unit] = found.get(unit, 0.0) + (lost * worth + off + taken) / 6
    return found


def plans(view: View, draw: Draw) -> Iterator[Plan]:
    """Return several plans for one phase."""
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


class Phase(NamedTuple):
    """A Movement Phase of a game."""

    turn: int
    view: View
    plans: tuple[Plan, ...]
    judge: WatchingJudge
    number: int
    """The number of the judge's try: the same dice for all plans."""


def phases(scenario: str, seed: int, every: int = 1) -> Iterator[Phase]:
    """Yield one of `every` Movement Phases of a game, with several plans."""
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
            judge = WatchingJudge(view, weights, key, reply=REPLY)
            yield Phase(now[0], view, tuple(dict.fromkeys(plans(view, Draw.of(key)))), judge, key % 6)
        game.apply(players[game.side].choose(game))


class Sample(NamedTuple):
    """A Movement Phase and some plans for it."""

    scenario: str
    seed: int
    turn: int
    side: int
    plans: tuple[tuple[Row, ...], ...]
    others: tuple[float, ...]
    """Points lost in units that were not in danger, by plan."""


class Task(NamedTuple):
    """A game to learn from."""

    scenario: str
    seed: int
    every: int = 1
    """Sample one phase in this many; the other phases are only played, which takes a quarter of the time."""


def played(task: Task) -> list[Sample]:
    """Return the samples of a game."""
    found = []
    for turn, view, tried, judge, number in phases(task.scenario, task.seed, task.every):
        threat = LearnedThreat(view.goals, view.own_room, Learned((0.0,)))
        plans, others = [], []
        for plan in tried:
            view.show(plan)
            features = _features(threat, view)
            lost = judge.lost(plan, number)
            if lost is not None:
                plans.append(tuple((*each, round(lost.pop(unit, 0.0), EXACT)) for unit, each in features.items()))
                others.append(round(fsum(lost.values()), EXACT))
        if len(plans) > 1:
            found.append(Sample(task.scenario, task.seed, turn, view.side, tuple(plans), tuple(others)))
    return found


def _features(threat: LearnedThreat, view: View) -> dict[int, tuple[float, ...]]:
    """Return the features of each unit in danger in the plan that the view shows."""
    where = view.position.where
    threat.count_all_friends(where[unit] for unit in view.own)
    here = [threat.danger(unit, where[unit]) for unit in view.own if where[unit] >= 0]
    dangers = [danger for danger in here if danger.coming]
    threat.share_out(dangers, [each for fight in view.fights for each in view.combats.chances_to_drive_off(fight)])
    return {each.unit: tuple(round(n, EXACT) for n in threat.numbers(each)) for each in dangers}


def fit(samples: Iterable[Sample], trees: int = TREES, seed: int = SEED) -> Trees:
    """Return the trees for some samples."""
    rows = [row for sample in samples for plan in sample.plans for row in plan]
    return fitted([row[:-1] for row in rows], [row[-1] for row in rows], trees, seed)


def comparison(samples: Sequence[Sample], trees: Trees) -> str:
    """Return how well the trees, and the danger to each unit alone, distinguish the plans of a phase."""
    learned = Learned(trees)
    lost, by_trees, alone = list[float](), list[float](), list[float]()
    for sample in samples:
        plans = sample.plans
        losses = zip(plans, sample.others, strict=True)
        lost += _from_mean([fsum([other, *(row[-1] for row in plan)]) for plan, other in losses])
        by_trees += _from_mean([fsum([learned.points(row[:-1]) for row in plan]) for plan in plans])
        alone += _from_mean([fsum([row[0] for row in plan]) for plan in plans])
    return (
        f"{len(samples)} phases, {len(lost)} plans\n"
        f"  learned          correlation {correlation(by_trees, lost):+.2f}\n"
        f"  each unit alone  correlation {correlation(alone, lost):+.2f}"
    )


def _from_mean(numbers: Sequence[float]) -> list[float]:
    """Return by how much each number differs from their mean."""
    mean = fsum(numbers) / len(numbers)
    return [number - mean for number in numbers]


def text_of(trees: Trees, command: str) -> str:
    """Return the file of the learned trees."""
    lines = [
        "# Losses that the computer player has learned to expect in this battle. Made by",
        f"# {command}",
        "format = 1",
        f'kind = "{KIND}"',
        f"features = {json.dumps([*FEATURES])}",
        "# A tree: [feature, number, the tree if it is at most that, the tree if it is more], or points.",
        "trees = [",
        *(f"    {json.dumps(_plain(tree))}," for tree in trees),
        "]",
    ]
    return "\n".join(lines) + "\n"


def _plain(tree: Node) -> object:
    return [tree[0], tree[1], _plain(tree[2]), _plain(tree[3])] if isinstance(tree, tuple) else tree


def read(path: Path) -> list[Sample]:
    """Return the samples of a file."""
    found = []
    for scenario, seed, turn, side, plans, others in kept(path):
        rows = tuple(tuple(tuple(row) for row in plan) for plan in plans)
        found.append(Sample(scenario, seed, turn, side, rows, tuple(others)))
    return found


def gathered(path: Path, tasks: Sequence[Task], jobs: int) -> list[Sample]:
    """Return the samples of these games; play the missing ones and add them to the file."""
    known = {(sample.scenario, sample.seed) for sample in read(path)}
    for samples in run_parallel(played, [task for task in tasks if task[:2] not in known], jobs):
        keep(path, *samples)
    wanted = {task[:2] for task in tasks}
    found = [sample for sample in read(path) if (sample.scenario, sample.seed) in wanted]
    return sorted(found, key=lambda sample: sample[:4])


def main(words: list[str] | None = None) -> None:
    """Play, fit, report and write."""
    parser = argparse.ArgumentParser(
        description="Learn from games which losses the computer player should fear in a battle."
    )
    parser.add_argument("scenario", nargs="+", help="scenarios of one battle")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each scenario to learn from (20)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="use one in N Movement Phases (1)")
    parser.add_argument("--fresh", type=int, default=3, metavar="N", help=f"games from seed {TEST_SEEDS} to try it (3)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of processes (1)")
    parser.add_argument("--samples", type=Path, required=True, metavar="FILE", help="file for the samples")
    parser.add_argument("--out", type=Path, metavar="FILE", help="file for the trees")
    options = parser.parse_args(words)
    first, count = options.seed, options.games
    learned, fresh = (
        [Task(scenario, seed, options.every) for scenario in options.scenario for seed in seeds]
        for seeds in (range(first, first + count), range(TEST_SEEDS, TEST_SEEDS + options.fresh))
    )
    trees = fit(gathered(options.samples, learned, options.jobs))
    if options.out:
        games = f"--seed {first} --games {count} --every {options.every}"
        command = f"python -m benchmarks.shipped.fears {' '.join(options.scenario)} {games}"
        options.out.write_text(text_of(trees, command), encoding="utf-8")
    if fresh:
        print(comparison(gathered(options.samples, fresh, options.jobs), trees))


if __name__ == "__main__":
    main()
