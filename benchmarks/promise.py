"""What the judge promises of two plans of one phase, against what playing on to the end makes of them.

    python -m benchmarks.promise bastogne/spearhead hurtgen/historical --phases 30 --out promise.jsonl

In games of level 2 it takes one Movement Phase of `--every`, its best plan and another one (bolder, more careful, or
with some units elsewhere). The judge plays out both with all six rolls: so many points it promises. Then both are
carried out, and level 2 plays on to the end `--ends` times with other dice: so many Victory Points it was worth. Phases
that are in the file are not played again.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from pathlib import Path
from typing import NamedTuple

from benchmarks.fear import Phase, correlation, phases
from westwall_tui import Player
from westwall_tui.ai.search.levels import MOST_TRIES
from westwall_tui.ai.value.view import Plan
from westwall_tui.engine.dice import Draw, mixed
from westwall_tui.engine.game import Game
from westwall_tui.tools.simulate.games import margin

REPLY = 200
"""Positions that the enemy weighs in the judge's tries, as against level 4."""


class Promise(NamedTuple):
    """How much better the first plan of a phase is than the second."""

    scenario: str
    seed: int
    turn: int
    side: int
    promised: float
    """Points, by the judge."""
    kept: tuple[float, ...]
    """Victory Points at the end, by seed of the dice."""

    @property
    def key(self) -> tuple[object, ...]:
        """Which phase it was."""
        return self[:4]

    @property
    def came(self) -> float:
        """Victory Points on average."""
        return fsum(self.kept) / len(self.kept)


def promises(
    scenario: str, seed: int, every: int, ends: int, known: Sequence[tuple[object, ...]] = ()
) -> Iterator[Promise | None]:
    """The phases of a game, each with two plans compared; None for those in `known`."""
    for phase in phases(scenario, seed, REPLY, every):
        side = phase.view.side
        key = (scenario, seed, phase.turn, side)
        if key in known:
            yield None
        elif len(phase.plans) > 1 and phase.view.battle:
            best, *others = phase.plans
            other = Draw.of(seed, phase.turn, side).pick(others)
            promised = _promised(phase, best, other)
            found = [_points_at_end(phase, plan, ends) for plan in (best, other)]
            if promised is not None and all(found):
                yield Promise(*key, promised, tuple(a - b for a, b in zip(*found, strict=True)))


def _promised(phase: Phase, best: Plan, other: Plan) -> float | None:
    """How much better the judge takes one plan to be than another; None where a phase cannot end like that."""
    gains = []
    for number in range(MOST_TRIES):
        one, two = phase.judge.answer(best, number), phase.judge.answer(other, number)
        if one is None or two is None:
            return None
        gains.append(one.score - two.score)
    return fsum(gains) / len(gains)


def _points_at_end(phase: Phase, plan: Plan, ends: int) -> list[float]:
    """By dice, the points by which the side is ahead at the end after a plan; empty where the phase cannot end so."""
    side = phase.view.side
    after = phase.judge.carried_out(plan)
    return [] if after is None else [_played_on(after, side, number) for number in range(ends)]


def _played_on(after: Game, side: int, number: int) -> float:
    """The points by which a side is ahead when level 2 has played a game on to its end."""
    key = mixed(after.seed or 0, number)
    game = after.fork(seed=key, viewer=side)
    players = [Player(2, key + each, clock=False) for each in (0, 1)]
    while game.outcome is None:
        game.apply(players[game.side].choose(game))
    return margin(game) if side == 0 else -margin(game)


def slope(found: Sequence[Promise]) -> tuple[float, float]:
    """Victory Points for a point promised, and the standard error of that."""
    square = fsum(each.promised**2 for each in found)
    if not square:
        return 0.0, 0.0
    mean = fsum(each.promised * each.came for each in found) / square
    left = fsum((each.came - mean * each.promised) ** 2 for each in found)
    return mean, sqrt(left / max(len(found) - 1, 1) / square)


def words(scenario: str, found: Sequence[Promise]) -> str:
    """What was found in a scenario."""
    near = correlation([(each.promised, each.came) for each in found])
    mean, error = slope(found)
    return (
        f"{scenario}: {len(found)} phases, correlation {near:+.2f}, "
        f"Victory Points for a point promised {mean:+.2f} (error {error:.2f})"
    )


def read(path: Path) -> list[Promise]:
    """What a file has."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [
        Promise(scenario, seed, turn, side, promised, tuple(kept))
        for scenario, seed, turn, side, promised, kept in map(json.loads, lines)
    ]


def main(arguments: list[str] | None = None) -> None:
    """Play until there are enough phases, and tell what was promised and kept."""
    parser = argparse.ArgumentParser(description="What the computer player's judge promises, against what comes of it.")
    parser.add_argument("scenario", nargs="+")
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="where the phases are kept")
    parser.add_argument("--phases", type=int, default=30, metavar="N", help="phases of each scenario (30)")
    parser.add_argument("--every", type=int, default=2, metavar="N", help="one of so many phases of a game (2)")
    parser.add_argument("--ends", type=int, default=2, metavar="N", help="how often each plan is played to the end (2)")
    parser.add_argument("--seed", type=int, default=601, help="the first seed (601)")
    options = parser.parse_args(arguments)
    for scenario in options.scenario:
        found = [each for each in read(options.out) if each.scenario == scenario]
        known, seed = [each.key for each in found], options.seed
        while len(found) < options.phases:
            for promise in promises(scenario, seed, options.every, options.ends, known):
                if promise is None:
                    continue
                found.append(promise)
                with options.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(promise) + "\n")
                if len(found) >= options.phases:
                    break
            seed += 1
        print(words(scenario, found), flush=True)


if __name__ == "__main__":
    main()
