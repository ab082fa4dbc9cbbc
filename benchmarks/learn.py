"""Learns a battle's fear from games: what the enemy's plan then did to units in danger (`ai/value/learnt.py`).

    python -m benchmarks.learn arnhem/historical --games 20 --samples arnhem.jsonl --out scenarios/arnhem/fear.toml

plays games between two level 2 players as `benchmarks.fear` does, keeps what each unit in danger was like and what it
lost, and fits trees to that. A line of the samples is a phase. With the same file it goes on where it was interrupted,
and samples of other seeds, made on other machines, may be put into one file. Fresh games say how well it tells plans of
one phase apart. The same seeds give the same trees on every machine.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from math import fsum
from pathlib import Path
from typing import NamedTuple

from benchmarks.fear import Asked, phases, within
from benchmarks.strength import TEST_SEEDS, keep, kept
from benchmarks.trees import fitted
from westwall_tui.ai.value.learnt import Learnt
from westwall_tui.ai.value.threat import LearntThreat
from westwall_tui.ai.value.view import View
from westwall_tui.files.computer.fears import FEATURES, KIND, Node, Trees
from westwall_tui.tools.simulate.crews import spread

REPLY = 200
"""Positions that the enemy weighs for his answer."""
TREES, SEED = 150, 1
EXACT = 4
"""Decimals of the points in a sample."""

Row = tuple[float, ...]
"""A unit in danger: its features, then the points that it lost."""


class Sample(NamedTuple):
    """A Movement Phase and some plans for it."""

    scenario: str
    seed: int
    turn: int
    side: int
    plans: tuple[tuple[Row, ...], ...]
    others: tuple[float, ...]
    """By plan: points that units lost which were not in danger."""


class Task(NamedTuple):
    """A game to learn from."""

    scenario: str
    seed: int
    every: int = 1
    """One of so many phases is looked at; the others are played only, which takes a quarter of the time."""


def played(task: Task) -> list[Sample]:
    """The samples of a game."""
    found = []
    for turn, view, tried, judge, number in phases(task.scenario, task.seed, REPLY, task.every):
        threat = LearntThreat(view.goals, view.own_room, Learnt((0.0,)))
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


def _features(threat: LearntThreat, view: View) -> dict[int, tuple[float, ...]]:
    """By unit in danger: its features in the plan that the view shows."""
    where = view.position.where
    threat.count_all_friends(where[unit] for unit in view.own)
    here = [threat.danger(unit, where[unit]) for unit in view.own if where[unit] >= 0]
    dangers = [danger for danger in here if danger.coming]
    threat.share_out(dangers, [each for fight in view.fights for each in view.combats.chances_to_drive_off(fight)])
    return {each.unit: tuple(round(n, EXACT) for n in threat.numbers(each)) for each in dangers}


def fit(samples: Iterable[Sample], trees: int = TREES, seed: int = SEED) -> Trees:
    """The trees for some samples."""
    rows = [row for sample in samples for plan in sample.plans for row in plan]
    return fitted([row[:-1] for row in rows], [row[-1] for row in rows], trees, seed)


def told(samples: Iterable[Sample], trees: Trees) -> str:
    """How well what was learnt, and the danger as it was, tell the plans of a phase apart."""
    learnt = Learnt(trees)
    phases_of = [
        [
            Asked(
                (fsum([learnt.points(row[:-1]) for row in plan]), fsum([row[0] for row in plan])),
                fsum([other, *(row[-1] for row in plan)]),
            )
            for plan, other in zip(sample.plans, sample.others, strict=True)
        ]
        for sample in samples
    ]
    lines = [f"{len(phases_of)} phases, {sum(map(len, phases_of))} plans"]
    for number, name in enumerate(("learnt", "each unit alone")):
        near, slope = within(phases_of, number)
        lines.append(f"  {name:16} correlation {near:+.2f}, points lost for a point feared {slope:+.2f}")
    return "\n".join(lines)


def text_of(trees: Trees, command: str) -> str:
    """The file of what was learnt."""
    lines = [
        "# What the computer player has learned to fear in this battle. Made by",
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
    """The samples of a file."""
    found = []
    for scenario, seed, turn, side, plans, others in kept(path):
        rows = tuple(tuple(tuple(row) for row in plan) for plan in plans)
        found.append(Sample(scenario, seed, turn, side, rows, tuple(others)))
    return found


def gathered(path: Path, tasks: Sequence[Task], jobs: int) -> list[Sample]:
    """The samples of these games; those that the file lacks are played, and added to it."""
    known = {(sample.scenario, sample.seed) for sample in read(path)}
    for samples in spread(played, [task for task in tasks if task[:2] not in known], jobs):
        keep(path, *samples)
    wanted = {task[:2] for task in tasks}
    found = [sample for sample in read(path) if (sample.scenario, sample.seed) in wanted]
    return sorted(found, key=lambda sample: sample[:4])


def main(words: list[str] | None = None) -> None:
    """Play, fit, tell, and write."""
    parser = argparse.ArgumentParser(description="Learn from games what the computer player should fear in a battle.")
    parser.add_argument("scenario", nargs="+", help="scenarios of one battle")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each to learn from (20)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one of N Movement Phases of them (1)")
    parser.add_argument("--fresh", type=int, default=3, metavar="N", help=f"games from seed {TEST_SEEDS} to try it (3)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time (1)")
    parser.add_argument("--samples", type=Path, required=True, metavar="FILE", help="where the samples are kept")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the trees are written")
    options = parser.parse_args(words)
    first, count = options.seed, options.games
    learnt, fresh = (
        [Task(scenario, seed, options.every) for scenario in options.scenario for seed in seeds]
        for seeds in (range(first, first + count), range(TEST_SEEDS, TEST_SEEDS + options.fresh))
    )
    trees = fit(gathered(options.samples, learnt, options.jobs))
    if options.out:
        games = f"--seed {first} --games {count} --every {options.every}"
        command = f"python -m benchmarks.learn {' '.join(options.scenario)} {games}"
        options.out.write_text(text_of(trees, command), encoding="utf-8")
    if fresh:
        print(told(gathered(options.samples, fresh, options.jobs), trees))


if __name__ == "__main__":
    main()
