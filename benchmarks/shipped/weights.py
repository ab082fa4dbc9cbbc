"""Tune the computer player's weights for a battle by self-play (SPSA), and measure the gain.

    python -m benchmarks.shipped.weights bastogne/relief --csv tune.csv --out tuned.toml --steps 20 --pairs 4 --judge 30

Each step changes all weights at once, each up or down at random, and plays that set against its mirror image: pairs of
games with the same dice and the sides exchanged. The better set pulls the weights its way, less in later steps; the
result is the mean over the second half. Everything follows from the seed and the games in the file. The same command
continues where it was interrupted, and with more `--steps` it continues from the last one.

Tuning seeds are below `games.TEST_SEEDS`; `--judge` plays the result against the battle's own weights with higher ones.
`westwall simulate --weights tuned.toml` plays with the result; `--compare tuned.toml --judge 30` measures it at another
level, or in another scenario of the battle.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import exp, log
from pathlib import Path

import tomli_w

from benchmarks.shipped.games import TEST_SEEDS, add_workers, mean_and_error, whole
from westwall_tui.engine.dice import Draw
from westwall_tui.files.computer.weights import KIND, read_weights, weights_of
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.games import Job, JobRunner, Result
from westwall_tui.tools.simulate.words import LEVELS
from westwall_tui.tools.simulate.workers import job_runner

TUNE_SEEDS = 1
MOST = log(4)
"""Maximum change of a weight: to four times its value, or to a quarter."""
SPREAD, SPREAD_FALLS = 0.35, 0.101
"""Size of a change at the first step, as a logarithm, and how it falls with the steps (Spall's exponents)."""
STRIDE, STRIDE_FALLS, STRIDE_DELAY = 0.3, 0.602, 5
Weights = Mapping[str, float]
Pair = tuple[Result, Result]


class Tuner:
    """The weights during the steps. They depend only on the games of the steps."""

    def __init__(self, own: Weights, names: Sequence[str], seed: int) -> None:
        """Start with the weights to tune.

        Raises `ValueError` for one that is not above 0, because it has no logarithm.
        """
        for name in names:
            if own.get(name, 0.0) <= 0:
                raise ValueError(f"{name}: only a weight above 0 can be tuned")
        self.own, self.names, self.seed = own, [*names], seed
        self.at = dict.fromkeys(names, 0.0)
        self.path: list[dict[str, float]] = []
        """The weights after each step, as logarithms of the change."""

    def signs(self) -> dict[str, int]:
        """Return up or down for each weight, at random, for the next step."""
        draw = Draw.of(self.seed, len(self.path))
        return {name: 2 * draw.below(2) - 1 for name in self.names}

    def trial(self, way: int) -> Weights:
        """Return the weights of the next step, or with -1 their mirror image."""
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
        """Return the mean over the second half of the steps, which has less noise than the last."""
        half = self.path[len(self.path) // 2 :]
        return self._scaled({name: sum(at[name] for at in half) / max(len(half), 1) for name in self.names})

    def _scaled(self, at: Mapping[str, float]) -> Weights:
        return {name: round(value * exp(at.get(name, 0.0)), 4) for name, value in self.own.items()}


def gain(pairs: Sequence[Pair]) -> float:
    """Return how much better the first weights did, from -1 to 1: margins as a share of the stakes of each pair."""
    parts = []
    for first, second in pairs:
        stake = abs(first.margin) + abs(second.margin)
        parts.append((first.margin - second.margin) / stake if stake else 0.0)
    return sum(parts) / len(parts)


def mirrored(scenario: str, seeds: Sequence[int], level: str, one: Weights | None, other: Weights | None) -> list[Job]:
    """Return both games of each pair between two sets of weights."""
    both = ((one, other), (other, one))
    return [Job(scenario, seed, (level, level), (), weights) for seed in seeds for weights in both]


def paired(results: Sequence[Result]) -> list[Pair]:
    """Return the games of `mirrored` in pairs."""
    return list(zip(results[::2], results[1::2], strict=True))


def tune(tuner: Tuner, options: argparse.Namespace, run_jobs: JobRunner) -> None:
    """Take the steps."""
    for step in range(options.steps):
        first = TUNE_SEEDS + step * options.pairs
        seeds = range(first, first + options.pairs)
        jobs = mirrored(options.scenario, seeds, options.level, tuner.trial(1), tuner.trial(-1))
        found = gain(paired(whole(jobs, run_jobs, options.csv)))
        tuner.learn(found)
        at = ", ".join(f"{name} {value:g}" for name, value in tuner.trial(0).items() if name in tuner.names)
        print(f"step {step + 1}: {found:+.2f}; {at}", flush=True)


def judge(found: Weights, options: argparse.Namespace, run_jobs: JobRunner) -> str:
    """Return the score of weights against the battle's own, on the seeds that judge."""
    seeds = range(TEST_SEEDS, TEST_SEEDS + options.judge)
    jobs = mirrored(options.scenario, seeds, options.level, found, None)
    pairs = paired(whole(jobs, run_jobs, options.csv))
    score = sum(map(tally.pair_score, pairs))
    low, high = tally.wilson(score, len(pairs))
    mean, error = mean_and_error([(first.margin - second.margin) / 2 for first, second in pairs])
    return (
        f"against the battle's weights: {score:g} of {len(pairs)} pairs ({100 * low:.0f} to {100 * high:.0f}%), "
        f"{mean:+.2f} points per game (error {error:.2f})"
    )


def main(words: list[str] | None = None) -> int:
    """Tune, write the weights, and judge them if asked to; return 130 if interrupted."""
    parser = argparse.ArgumentParser(description="Tune the computer player's weights for a battle by self-play.")
    parser.add_argument("scenario", metavar="SCENARIO")
    parser.add_argument("--csv", metavar="FILE", type=Path, required=True, help="file for the games")
    parser.add_argument("--out", metavar="FILE", type=Path, help="file for the weights")
    parser.add_argument("--compare", metavar="FILE", type=Path, help="tune nothing, but judge the weights in this file")
    parser.add_argument("--weight", action="append", metavar="NAME", help="tune only this weight; may be repeated")
    parser.add_argument("--level", default="2", choices=LEVELS, help="level of the players (2)")
    parser.add_argument("--steps", type=int, default=20, metavar="N", help="number of steps (20)")
    parser.add_argument("--pairs", type=int, default=4, metavar="N", help="pairs per step (4)")
    parser.add_argument(
        "--judge", type=int, default=0, metavar="N", help="then play N pairs against the battle's own weights"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the changes (1)")
    add_workers(parser)
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
        with job_runner(options.jobs, options.cluster) as run_jobs:
            if options.compare is None:
                tune(tuner, options, run_jobs)
                found = tuner.result()
                text = tomli_w.dumps({"format": 1, "kind": KIND, "weights": dict(found)})
                options.out.write_text(text, encoding="utf-8")
            if options.judge:
                print(judge(found, options, run_jobs))
    except KeyboardInterrupt:
        print("interrupted; the same command continues from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
