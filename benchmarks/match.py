"""Play the computer player of this checkout against the one of another checkout, and compare strength and time.

    git worktree add --detach /tmp/before HEAD~20
    python -m benchmarks.match /tmp/before hurtgen/historical arnhem/historical --pairs 10 --csv match.csv

A pair is one seed played twice with the sides exchanged; the player with the better sum of margins wins it. Each player
thinks in a process of its own, but never while the other one does, so their times can be compared on a busy machine.
Without scenarios, all nine of the booklets are played in turn. The same command continues where it was interrupted.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import IO, Any, NamedTuple

HERE = Path(__file__).resolve().parent.parent
NINE = (
    "bastogne/spearhead",
    "bastogne/relief",
    "bastogne/campaign",
    "hurtgen/historical",
    "hurtgen/free",
    "arnhem/historical",
    "arnhem/free",
    "remagen/historical",
    "remagen/optimum",
)
NEW, OLD = 0, 1
"""The players: of this checkout, and of the other one."""


class Played(NamedTuple):
    """One game: the margin of the new player, and the processor seconds of each plan of both."""

    scenario: str
    seed: int
    new_side: int
    margin: float
    plans: tuple[list[float], list[float]]


def serve(lines: IO[str], answers: IO[str]) -> None:
    """Play one side of games for another process: `lines` has its orders, and `answers` gets ours."""
    from westwall_tui.ai.player import Player
    from westwall_tui.engine.game import Game
    from westwall_tui.files.scenarios.catalog import load_scenario

    game, player = None, None
    for line in lines:
        told = json.loads(line)
        if "scenario" in told:
            game = Game(load_scenario(told["scenario"]), seed=told["seed"])
            player = Player(
                told["level"], told["seed"] * 2 + told["side"] + 1, told["weights"], budget=told["budget"], clock=False
            )
        assert game is not None
        assert player is not None
        game.replay(told["orders"])
        begun, before = process_time(), len(player.log)
        order = str(player.choose(game))
        said = {"order": order, "seconds": process_time() - begun, "plans": len(player.log) - before}
        print(json.dumps(said), file=answers, flush=True)


class Server:
    """The player of a checkout, in its own process."""

    def __init__(self, checkout: Path) -> None:
        """Start the process."""
        env = {**os.environ, "PYTHONPATH": str(checkout)}
        words = [sys.executable, "-P", str(Path(__file__).resolve()), "--serve"]
        self._process = subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def ask(self, told: dict[str, Any]) -> dict[str, Any]:
        """Tell the player what has happened since it was last asked, and return its order with its cost."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(told), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("a player's process has ended; its error is above")
        return dict(json.loads(line))


def play(
    servers: Sequence[Server], scenario: str, seed: int, new_side: int, players: Sequence[Mapping[str, Any]]
) -> Played:
    """Play one game. `players` has the level, the budget and the changed weights of the new and of the old player."""
    from westwall_tui.engine import queries
    from westwall_tui.engine.game import Game
    from westwall_tui.engine.orders import parse
    from westwall_tui.files.scenarios.catalog import load_scenario

    game, seen = Game(load_scenario(scenario), seed=seed), [-1, -1]
    plans: tuple[list[float], list[float]] = ([], [])
    while game.outcome is None:
        who = NEW if game.side == new_side else OLD
        told: dict[str, Any] = {"orders": game.log[max(seen[who], 0) :]}
        if seen[who] < 0:
            told |= {"scenario": scenario, "seed": seed, "side": game.side, **players[who]}
        seen[who] = len(game.log)
        said = servers[who].ask(told)
        if said["plans"]:
            plans[who].append(said["seconds"] / said["plans"])
        game.apply(parse(said["order"]))
    margin = float(queries.margin(game))
    return Played(scenario, seed, new_side, margin if new_side == 0 else -margin, plans)


def _kept(path: Path | None) -> Iterator[Played]:
    if path is not None and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield Played(*json.loads(line))


def summary(games: Sequence[Played]) -> str:
    """Return the pairs won by scenario and in all, with 95% intervals, and the times of the plans."""
    from westwall_tui.tools.simulate.tally import wilson

    rows, won, count = [], 0.0, 0
    for scenario in dict.fromkeys(game.scenario for game in games):
        sums: dict[int, list[float]] = {}
        for game in games:
            if game.scenario == scenario:
                sums.setdefault(game.seed, []).append(game.margin)
        pairs = [sum(margins) for margins in sums.values() if len(margins) == 2]
        if not pairs:
            continue
        score = sum(1.0 if pair > 0 else 0.5 if pair == 0 else 0.0 for pair in pairs)
        won, count = won + score, count + len(pairs)
        mean = sum(pairs) / len(pairs) / 2
        rows.append(f"{scenario:20} {_interval(score, len(pairs), wilson)}  {mean:+7.1f} points per game  ")
        rows[-1] += _times([game for game in games if game.scenario == scenario])
    if count:
        rows.append(f"{'all':20} {_interval(won, count, wilson)}  {_times(games)}")
    return "\n".join(rows)


def _interval(score: float, count: int, wilson: Any) -> str:
    low, high = wilson(score, count)
    return f"{score:5g} of {count:3} pairs [{100 * low:2.0f}%, {100 * high:3.0f}%]"


def _times(games: Sequence[Played]) -> str:
    each = [[seconds for game in games for seconds in game.plans[who]] for who in (NEW, OLD)]
    words = [f"{sum(some) / len(some):.2f} s (median {median(some):.2f}, max {max(some):.1f})" for some in each if some]
    return "per plan: " + ", before: ".join(words)


def main() -> int:
    """Play the missing games, and print the summary."""
    parser = argparse.ArgumentParser(
        prog="benchmarks.match", description="Play this player against another checkout's."
    )
    parser.add_argument("checkout", type=Path, help="folder of the other checkout")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="scenarios (default: all nine)")
    parser.add_argument("--pairs", type=int, default=10, metavar="N", help="pairs per scenario (10)")
    parser.add_argument("--seed", type=int, default=1000, metavar="N", help="seed of the first pair (1000)")
    parser.add_argument("--levels", type=int, nargs=2, default=(4, 4), metavar="N", help="levels, new and old (4 4)")
    parser.add_argument(
        "--weight", action="append", default=[], metavar="NAME=VALUE", help="a weight of the new player"
    )
    parser.add_argument("--budget", type=float, default=1.0, metavar="X", help="times the nodes of the levels (1)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="file for the games, one per line")
    parser.add_argument(
        "--here", type=Path, default=HERE, metavar="DIR", help="folder of the new player (this checkout)"
    )
    options = parser.parse_args()
    weights = {name: float(value) for name, _, value in (word.partition("=") for word in options.weight)}
    players = [
        {"level": level, "budget": options.budget, "weights": own}
        for level, own in zip(options.levels, (weights, {}), strict=True)
    ]
    games = [*_kept(options.csv)]
    done = {(game.scenario, game.seed, game.new_side) for game in games}
    try:
        with Server(options.here) as new, Server(options.checkout) as old:
            for seed in range(options.seed, options.seed + options.pairs):
                for scenario in options.scenarios or NINE:
                    for side in (0, 1):
                        if (scenario, seed, side) in done:
                            continue
                        game = play((new, old), scenario, seed, side, players)
                        games.append(game)
                        print(
                            f"{scenario} {seed}, new player on side {side}: {game.margin:+g}",
                            file=sys.stderr,
                            flush=True,
                        )
                        if options.csv:
                            with options.csv.open("a", encoding="utf-8") as file:
                                print(json.dumps(game), file=file)
    except KeyboardInterrupt:
        print("interrupted; the same command continues from here", file=sys.stderr)
    print(summary(games))
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve(sys.stdin, sys.stdout)
    else:
        raise SystemExit(main())
