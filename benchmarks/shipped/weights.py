"""Tunes the computer player's weights for a battle by self-play (SPSA), and measures what that has gained.

    python -m benchmarks.shipped.weights bastogne/relief --csv tune.csv --out tuned.toml --steps 20 --pairs 4 --judge 30

Each step changes all weights at once, each up or down by chance, and plays the one set against its mirror image: pairs
of games with the same dice and the sides exchanged. What did better pulls the weights its way, less in later steps; the
result is the mean over the second half. Everything follows from the seed and the games in the file, so the same command
goes on where it was interrupted, and more `--steps` go on from the last.

Tuning seeds are below `games.TEST_SEEDS`; `--judge` plays the result against the battle's own weights with others.
`westwall simulate --weights tuned.toml` plays with it; `--compare tuned.toml --judge 30` measures it at another level,
or in another scenario of the battle.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import exp, log
from pathlib import Path

import tomli_w

from benchmarks.shipped.games import TEST_SEEDS, add_crew, mean_and_error, whole
from westwall_tui.engine.dice import Draw
from westwall_tui.files.computer.weights import KIND, read_weights, weights_of
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.crews import hired
from westwall_tui.tools.simulate.games import Crew, Job, Result
from westwall_tui.tools.simulate.words import LEVELS

TUNE_SEEDS = 1
MOST = log(4)
"""No weight ends at more than four times its value, or less than a quarter."""
SPREAD, SPREAD_FALLS = 0.35, 0.101
"""How far up and down a step tries, as a logarithm, and how that falls with the steps (Spall's exponents)."""
STRIDE, STRIDE_FALLS, STRIDE_DELAY = 0.3, 0.602, 5
Weights = Mapping[str, float]
Pair = tuple[Result, Result]


class Tuner:
    """The weights as steps go on; each is what the step's games make of it, and nothing else."""

    def __init__(self, own: Weights, names: Sequence[str], seed: int) -> None:
        """`names` are those to tune. Raises `ValueError` for one that is not above 0, which has no logarithm."""
        for name in names:
            if own.get(name, 0.0) <= 0:
                raise ValueError(f"{name}: only a weight above 0 can be tuned")
        self.own, self.names, self.seed = own, [*names], seed
        self.at = dict.fromkeys(names, 0.0)
        self.path: list[dict[str, float]] = []
        """Where it was after each step, as logarithms of the change."""

    def signs(self) -> dict[str, int]:
        """Up or down for each weight, by chance, in the step to come."""
        draw = Draw.of(self.seed, len(self.path))
        return {name: 2 * draw.below(2) - 1 for name in self.names}

    def trial(self, way: int) -> Weights:
        """The weights of the step to come, or with -1 their mirror image."""
        spread = SPREAD / (len(self.path) + 1) ** SPREAD_FALLS
        signs = self.signs()
        return self._scaled({name: self.at[name] + way * spread * signs[name] for name in self.names})

    def learn(self, gain: float) -> None:
        """Take the step: the first weights did better by `gain`, from -1 to 1."""
        stride = STRIDE / (1 + len(self.path) / STRIDE_DELAY) ** STRIDE_FALLS
        signs = self.signs()
        for name in self.names:
            self.at[name] = min(max(self.at[name] + stride * gain * signs[name], -MOST), MOST)
        self.path.append(dict(self.at))

    def result(self) -> Weights:
        """The mean over the second half of the steps: less noise than the last."""
        half = self.path[len(self.path) // 2 :]
        return self._scaled({name: sum(at[name] for at in half) / max(len(half), 1) for name in self.names})

    def _scaled(self, at: Mapping[str, float]) -> Weights:
        return {name: round(value * exp(at.get(name, 0.0)), 4) for name, value in self.own.items()}


def gain(pairs: Sequence[Pair]) -> float:
    """By how much the first weights did better, from -1 to 1: margins as a part of what was at stake in each pair."""
    parts = []
    for first, second in pairs:
        stake = abs(first.margin) + abs(second.margin)
        parts.append((first.margin - second.margin) / stake if stake else 0.0)
    return sum(parts) / len(parts)


def mirrored(scenario: str, seeds: Sequence[int], level: str, one: Weights | None, other: Weights | None) -> list[Job]:
    """Both games of each pair between two sets of weights."""
    both = ((one, other), (other, one))
    return [Job(scenario, seed, (level, level), (), weights) for seed in seeds for weights in both]


def paired(results: Sequence[Result]) -> list[Pair]:
    """The games of `mirrored` two by two."""
    return list(zip(results[::2], results[1::2], strict=True))


def tune(tuner: Tuner, options: argparse.Namespace, crew: Crew) -> None:
    """Take the steps."""
    for step in range(options.steps):
        first = TUNE_SEEDS + step * options.pairs
        seeds = range(first, first + options.pairs)
        jobs = mirrored(options.scenario, seeds, options.level, tuner.trial(1), tuner.trial(-1))
        found = gain(paired(whole(jobs, crew, options.csv)))
        tuner.learn(found)
        at = ", ".join(f"{name} {value:g}" for name, value in tuner.trial(0).items() if name in tuner.names)
        print(f"step {step + 1}: {found:+.2f}; {at}", flush=True)


def judge(found: Weights, options: argparse.Namespace, crew: Crew) -> str:
    """What weights win against the battle's own, on the seeds that judge."""
    seeds = range(TEST_SEEDS, TEST_SEEDS + options.judge)
    jobs = mirrored(options.scenario, seeds, options.level, found, None)
    pairs = paired(whole(jobs, crew, options.csv))
    score = sum(map(tally.pair_score, pairs))
    low, high = tally.wilson(score, len(pairs))
    mean, error = mean_and_error([(first.margin - second.margin) / 2 for first, second in pairs])
    return (
        f"against the battle's weights: {score:g} of {len(pairs)} pairs ({100 * low:.0f} to {100 * high:.0f} %), "
        f"{mean:+.2f} points a game (error {error:.2f})"
    )


def main(words: list[str] | None = None) -> int:
    """Tune, write the weights, and judge them if asked to; 130 if stopped."""
    parser = argparse.ArgumentParser(description="Tune the computer player's weights for a battle by self-play.")
    parser.add_argument("scenario", metavar="SCENARIO")
    parser.add_argument("--csv", metavar="FILE", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--out", metavar="FILE", type=Path, help="where the weights are written")
    parser.add_argument("--compare", metavar="FILE", type=Path, help="tune nothing, judge the weights in this file")
    parser.add_argument("--weight", action="append", metavar="NAME", help="tune only this one; may be repeated")
    parser.add_argument("--level", default="2", choices=LEVELS, help="who plays (2)")
    parser.add_argument("--steps", type=int, default=20, metavar="N", help="steps in all (20)")
    parser.add_argument("--pairs", type=int, default=4, metavar="N", help="pairs for each step (4)")
    parser.add_argument("--judge", type=int, default=0, metavar="N", help="then N pairs against the own weights")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the changes that are tried (1)")
    add_crew(parser)
    options = parser.parse_args(words)
    if TUNE_SEEDS + options.steps * options.pairs >= TEST_SEEDS:
        parser.error(f"--steps times --pairs must stay below {TEST_SEEDS}, where the seeds that judge begin")
    if options.compare is None and options.out is None:
        parser.error("--out or --compare is needed")
    own = weights_of(load_scenario(options.scenario).rules)
    try:
        found = own if options.compare is None else read_weights(options.compare)
        tuner = Tuner(own, options.weight or [*own], options.seed)
    except (ValueError, FileError) as error:
        parser.error(str(error))
    try:
        with hired(options.jobs, options.cluster) as crew:
            if options.compare is None:
                tune(tuner, options, crew)
                found = tuner.result()
                text = tomli_w.dumps({"format": 1, "kind": KIND, "weights": dict(found)})
                options.out.write_text(text, encoding="utf-8")
            if options.judge:
                print(judge(found, options, crew))
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
