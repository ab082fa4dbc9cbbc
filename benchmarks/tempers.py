"""A temperament of the computer player against the steady one, by pairs with the sides exchanged, and how each plays.

    python -m benchmarks.tempers bold careful --scenario bastogne/spearhead --pairs 20 --out tempers.jsonl

A line of the file is a game; with the same file it goes on where it was interrupted. `--other` plays with other weights
instead of a temperament: `--other victory=1`.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.strength import TEST_SEEDS, keep, kept, mean_and_error
from westwall_tui import Player, new_game
from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.files.players.seats import LEVELS, STEADY, TEMPERAMENTS
from westwall_tui.tools.simulate.games import margin
from westwall_tui.tools.simulate.tally import wilson


class Match(NamedTuple):
    """A game of two players with one seed; numbers in pairs are the measured player's, then the other's."""

    scenario: str
    who: str
    level: int
    seed: int
    side: int
    """The side of the one who is measured."""
    margin: float
    """His points less the other's."""
    levels: int
    """The levels of victory by which he is ahead."""
    lost: tuple[int, int]
    attacks: tuple[int, int]
    advances: tuple[int, int]


def play(scenario: str, who: str, level: int, seed: int, side: int) -> Match:
    """A game of `who`, a temperament or `NAME=NUMBER`, against the steady player."""
    game = new_game(scenario, seed=seed)
    name, sign, number = who.partition("=")
    weights = {name: float(number)} if sign else None
    measured = Player(level, 2 * seed + side + 1, weights, clock=False, temperament=STEADY if sign else who)
    other = Player(level, 2 * seed + (1 - side) + 1, clock=False)
    players = [measured, other] if side == 0 else [other, measured]
    attacks, advances = [0, 0], [0, 0]
    while game.outcome is None:
        by = game.side
        for event in game.apply(players[by].choose(game)):
            attacks[by] += isinstance(event, ev.Attacked)
            advances[by] += isinstance(event, ev.Advanced)
    sign_of = 1 if side == 0 else -1
    lost = [len(game.state.eliminated(each)) for each in (side, 1 - side)]
    return Match(
        scenario, who, level, seed, side,
        sign_of * margin(game), sign_of * queries.levels(game, game.outcome),
        (lost[0], lost[1]), (attacks[side], attacks[1 - side]), (advances[side], advances[1 - side]),
    )  # fmt: skip


def report(games: Sequence[Match]) -> str:
    """Pairs won by points, with Wilson's interval; points, levels, losses, attacks and advances a game."""
    pairs: Mapping[int, list[Match]] = {seed: [each for each in games if each.seed == seed] for seed in
                                        dict.fromkeys(each.seed for each in games)}  # fmt: skip
    whole = [pair for pair in pairs.values() if len(pair) == 2]
    if not whole:
        return "no pair yet"
    sums = [sum(each.margin for each in pair) for pair in whole]
    won = sum(1.0 if total > 0 else 0.5 if total == 0 else 0.0 for total in sums)
    low, high = wilson(won, len(whole))
    mean, error = mean_and_error([total / 2 for total in sums])
    played = [each for pair in whole for each in pair]
    levels = sum(each.levels for each in played) / len(played)

    def both(name: str) -> str:
        return " : ".join(f"{sum(getattr(each, name)[i] for each in played) / len(played):.1f}" for i in (0, 1))

    return (
        f"{won:g} of {len(whole)} pairs [{low:.0%}, {high:.0%}], {mean:+.1f} points a game ({error:.1f}), "
        f"{levels:+.2f} levels; lost {both('lost')}, attacks {both('attacks')}, advances {both('advances')}"
    )


def main(words: list[str] | None = None) -> int:
    """Play what is missing of the matches, and report."""
    parser = argparse.ArgumentParser(description="Measure a temperament against the steady player.")
    parser.add_argument("who", nargs="*", choices=[*TEMPERAMENTS, []], help="the temperaments")
    parser.add_argument("--other", action="append", default=[], metavar="NAME=NUMBER", help="a weight instead")
    parser.add_argument("--scenario", action="append", required=True)
    parser.add_argument("--level", type=int, default=2, choices=LEVELS)
    parser.add_argument("--pairs", type=int, default=20, metavar="N")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the games are kept")
    options = parser.parse_args(words)
    known = {tuple(found[:5]): Match(*found) for found in kept(options.out)}
    matches = [(scenario, who) for scenario in options.scenario for who in (*options.who, *options.other)]
    for seed in range(TEST_SEEDS, TEST_SEEDS + options.pairs):
        for scenario, who in matches:
            for side in (0, 1):
                key = scenario, who, options.level, seed, side
                if key not in known:
                    known[key] = play(*key)
                    keep(options.out, known[key])
    for scenario, who in matches:
        games = [
            each for each in known.values() if (each.scenario, each.who, each.level) == (scenario, who, options.level)
        ]
        print(f"{scenario}, {who}, level {options.level}: {report(games)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
