"""The computer player of this checkout against that of another, by pairs with the sides exchanged.

    python -m benchmarks.checkouts ../before --level 2 --pairs 63 --out level2.txt

Each side thinks in a process of its own, with the package of its checkout; orders go between them as text, so the
rules must be the same in both. A line of the file is a pair; with the same file it goes on where it was interrupted.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.strength import TEST_SEEDS
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.library import new_game, scenarios
from westwall_tui.files.seats import LEVELS
from westwall_tui.tools.simulate.games import margin
from westwall_tui.tools.simulate.table import wilson

HERE = Path(__file__).resolve().parent.parent
PLAYER = """
import sys
from westwall_tui import Player, new_game
from westwall_tui.engine.orders import parse
scenario, seed, level, own = sys.argv[1], *map(int, sys.argv[2:])
game, player = new_game(scenario, seed=seed), Player(level, own, clock=False)
for line in sys.stdin:
    if line.strip():
        game.apply(parse(line.strip()))
    else:
        print(player.choose(game), flush=True)
"""
"""A player in a process of its own: an empty line asks for its order, any other line is an order that was given."""


class Pair(NamedTuple):
    """Two games with one seed; the player of this checkout has the first side in the first, the second in the other."""

    scenario: str
    seed: int
    margins: tuple[float, float]
    """By game: the First Player's points less the Second Player's."""

    @property
    def score(self) -> float:
        """1 if this checkout does better over both games, 0 if the other does, else a half."""
        balance = self.margins[0] - self.margins[1]
        return 1.0 if balance > 0 else 0.0 if balance < 0 else 0.5


class Seat:
    """A player in a process of its own, for one side of one game."""

    def __init__(self, checkout: Path, scenario: str, seed: int, level: int, own: int) -> None:
        """`own` is the player's seed."""
        words = [sys.executable, "-c", PLAYER, scenario, str(seed), str(level), str(own)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, cwd=checkout, stdin=pipe, stdout=pipe, text=True)

    def say(self, line: str) -> None:
        """Tell it an order that was given."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def order(self) -> str:
        """Its order. Raises `RuntimeError` if the process has ended; why, it has written to standard error."""
        self.say("")
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError("a player has ended")
        return line

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def play(scenario: str, seed: int, level: int, checkouts: Sequence[Path]) -> float:
    """The margin of a game between two checkouts, by side. Raises `RuntimeError` if their rules differ."""
    game = new_game(scenario, seed=seed)
    seats = [Seat(checkout, scenario, seed, level, 2 * seed + side + 1) for side, checkout in enumerate(checkouts)]
    try:
        while game.outcome is None:
            order = seats[game.side].order()
            game.apply(order)
            for seat in seats:
                seat.say(order)
    except (BrokenPipeError, IllegalOrder) as error:
        raise RuntimeError(f"the checkouts disagree on an order: {error}") from error
    finally:
        for seat in seats:
            seat.close()
    return margin(game)


def report(pairs: Sequence[Pair]) -> str:
    """How many pairs this checkout has won, with Wilson's interval, by scenario and all together."""
    groups: Mapping[str, list[Pair]] = {
        **{key: [pair for pair in pairs if pair.scenario == key] for key in dict.fromkeys(p.scenario for p in pairs)},
        "all": list(pairs),
    }
    lines = []
    for name, group in groups.items():
        won = sum(pair.score for pair in group)
        low, high = wilson(won, len(group))
        ahead = sum(pair.margins[0] - pair.margins[1] for pair in group) / (2 * max(len(group), 1))
        lines.append(f"{name:22} {won:g} of {len(group)} [{low:.0%}, {high:.0%}], {ahead:+.1f} points a game")
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    """Play what is missing of a match and say what it comes to; 1 if a pair broke off."""
    parser = argparse.ArgumentParser(description="Measure the computer player against that of another checkout.")
    parser.add_argument("checkout", type=Path, help="the folder of the other checkout")
    parser.add_argument("--level", type=int, default=2, choices=LEVELS)
    parser.add_argument("--pairs", type=int, default=63, metavar="N", help="pairs in all (63)")
    parser.add_argument("--scenario", action="append", help="only this scenario")
    parser.add_argument("--seed", type=int, default=TEST_SEEDS, help=f"the first seed ({TEST_SEEDS})")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the pairs are kept")
    options = parser.parse_args(words)
    keys = options.scenario or [shipped.key for shipped in scenarios()]
    kept = options.out.read_text(encoding="utf-8").splitlines() if options.out and options.out.exists() else []
    known = {(key, seed): Pair(key, seed, (one, other)) for key, seed, (one, other) in map(json.loads, kept)}
    pairs, failed = [], False
    for key, seed in islice(((key, seed) for seed in count(options.seed) for key in keys), options.pairs):
        pair = known.get((key, seed))
        if pair is None:
            sides = HERE, options.checkout.resolve()
            try:
                games = play(key, seed, options.level, sides), play(key, seed, options.level, sides[::-1])
            except RuntimeError as error:
                print(f"{key}, seed {seed}: {error}", file=sys.stderr)
                failed = True
                continue
            pair = Pair(key, seed, games)
            if options.out:
                with options.out.open("a", encoding="utf-8") as file:
                    print(json.dumps(pair), file=file, flush=True)
        pairs.append(pair)
    print(report(pairs))
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
