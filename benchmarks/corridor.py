"""Arnhem between equals: who has a Line of Communication at the end of Game-Turn 5, and who scores north of the Waal.

    python -m benchmarks.corridor --csv corridor.csv --games 20

plays Arnhem Historical with one level on both sides, and counts what the German tries to prevent. It goes on where it
was interrupted. A file is good for one state of the player.
"""

import argparse
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean

from benchmarks.strength import TEST_SEEDS
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.library import new_game
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.crews import spread

SCENARIO = "arnhem/historical"
ALLIED = 0
COUNTED = 5
"""At the end of this Game-Turn, after the German's turn, lines are counted."""


@dataclass(frozen=True)
class Run:
    """How a game went for the Allies."""

    level: int
    seed: int
    on_the_map: int
    """Units at the end of Game-Turn `COUNTED`."""
    with_line: int
    """How many of them had a line."""
    lost: int
    """Units that were eliminated by then."""
    north: int
    """Points for ground units north of the Waal (17.1)."""
    points: tuple[int, int]
    verdict: str


def run(level: int, seed: int) -> Run:
    """Play a game; the seed of a player follows from the game's, as in `simulate`."""
    game = new_game(SCENARIO, seed=seed)
    players = [Player(level, seed * 2 + side + 1, clock=False) for side in (0, 1)]
    while game.outcome is None and game.state.turn <= COUNTED:
        game.apply(players[game.side].choose(game))
    lost = len(game.state.eliminated(ALLIED))
    lines_now = [bool(supply.line) for supply in queries.supplies(game)]
    while game.outcome is None:
        game.apply(players[game.side].choose(game))
    return Run(
        level,
        seed,
        len(lines_now),
        sum(lines_now),
        lost,
        _north(game),
        queries.totals(game),
        game.outcome.reason.partition(":")[0],
    )


def _north(game: Game) -> int:
    """The points for ground units north of the Waal: the account's only line for them that is counted in turns."""
    return sum(score.points for score in queries.account(game) if score.side == ALLIED and "Waal" in score.cause)


def told(runs: list[Run]) -> str:
    """A line for each game, and what they come to."""
    rows = [
        f"seed {each.seed}: {each.with_line} of {each.on_the_map} units with a line, {each.lost} lost; "
        f"{each.points[0]} : {each.points[1]}, {each.north} for units north of the Waal; {each.verdict}"
        for each in runs
    ]
    scored = sum(each.north > 0 for each in runs)
    held = mean(each.with_line for each in runs), mean(each.on_the_map + each.lost for each in runs)
    points = [mean(each.points[side] for each in runs) for side in (0, 1)]
    rows.append(
        f"{len(runs)} games: at the end of Game-Turn {COUNTED} {held[0]:.1f} of {held[1]:.1f} units had a line "
        f"(eliminated ones have none); {points[0]:.0f} : {points[1]:.0f}; "
        f"points north of the Waal in {scored} of {len(runs)}"
    )
    return "\n".join(rows)


def main(words: list[str] | None = None) -> int:
    """Play what is missing, and tell all."""
    parser = argparse.ArgumentParser(description="Arnhem between equals: lines, and units north of the Waal.")
    parser.add_argument("--csv", metavar="FILE", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games (20)")
    parser.add_argument("--level", type=int, choices=[1, 2, 3, 4], default=4, help="who plays (4)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time (1)")
    options = parser.parse_args(words)
    wanted = range(TEST_SEEDS, TEST_SEEDS + options.games)
    known = {each.seed for each in tally.read(options.csv, Run) if each.level == options.level}
    left = [seed for seed in wanted if seed not in known]
    for each in spread(partial(run, options.level), left, options.jobs):
        tally.append(options.csv, [each])
    runs = [each for each in tally.read(options.csv, Run) if each.level == options.level and each.seed in wanted]
    print(told(sorted(runs, key=lambda each: each.seed)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
