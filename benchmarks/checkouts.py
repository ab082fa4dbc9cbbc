"""The computer player of this checkout against that of another, by pairs with the sides exchanged.

    python -m benchmarks.checkouts ../before --level 2 --pairs 63 --out level2.txt

Each side thinks in a process of its own, with the package of its checkout; orders go between them as text, so the
rules must be the same in both: after each order the positions are compared. A line of the file is a pair; with the same
file it goes on where it was interrupted.
"""

import argparse
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.strength import TEST_SEEDS, keep, kept
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.files.library import new_game, scenarios
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.tools.simulate.games import margin
from westwall_tui.tools.simulate.tally import wilson

HERE = Path(__file__).resolve().parent.parent
PLAYER = """
import sys
from westwall_tui import Player, new_game
from westwall_tui.engine.orders import parse
scenario, seed, level, own = sys.argv[1], *map(int, sys.argv[2:])
game, player = new_game(scenario, seed=seed), Player(level, own, clock=False)
for line in sys.stdin:
    if not line.strip():
        print(player.choose(game), flush=True)
        continue
    try:
        game.apply(parse(line.strip()))
    except Exception as error:
        print("refused", error, flush=True)
        continue
    winner = game.outcome.winner if game.outcome else ""
    print(len(player.refusals), game.side, winner, game.state.turn, *game.state.location, flush=True)
"""
"""A player in a process of its own: an empty line asks for its order, any other line is an order that was given.

To that it answers how many proposals of its own the rules have refused so far, and where the game stands.
"""


class Pair(NamedTuple):
    """Two games with one seed; the player of this checkout has the first side in the first, the second in the other."""

    scenario: str
    seed: int
    margins: tuple[float, float]
    """By game: the First Player's points less the Second Player's."""
    winners: tuple[int, int]
    """By game: the side that won, -1 for a draw."""

    @property
    def battle(self) -> str:
        """The battle of the scenario; for one without, its own name."""
        return Path(self.scenario).parent.name or self.scenario

    @property
    def score(self) -> float:
        """1 if this checkout does better over both games, 0 if the other does, else a half."""
        balance = self.margins[0] - self.margins[1]
        return 1.0 if balance > 0 else 0.0 if balance < 0 else 0.5

    @property
    def games(self) -> float:
        """Games of the two that this checkout has won; a draw is a half."""
        return sum(0.5 if winner < 0 else float(winner == ours) for ours, winner in enumerate(self.winners))


class Played(NamedTuple):
    """How a game between two checkouts ended."""

    margin: float
    winner: int


class Seat:
    """A player in a process of its own, for one side of one game."""

    def __init__(self, checkout: Path, scenario: str, seed: int, level: int, own: int) -> None:
        """`own` is the player's seed."""
        words = [sys.executable, "-c", PLAYER, scenario, str(seed), str(level), str(own)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, cwd=checkout, stdin=pipe, stdout=pipe, text=True)
        self.checkout = checkout
        self.refusals = 0
        """Its own proposals that the rules refused: each is a fault of the player."""

    def order(self) -> str:
        """Its order. Raises `RuntimeError` if the process has ended; why, it has written to standard error."""
        return self._ask("")

    def follow(self, order: str) -> str:
        """Tell it an order that was given, and hear where the game stands there. Raises `RuntimeError`."""
        refusals, _, where = self._ask(order).partition(" ")
        if refusals == "refused":
            raise RuntimeError(f"{self.checkout} refuses {order!r}: {where}")
        self.refusals = int(refusals)
        return where

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise RuntimeError(f"the player of {self.checkout} has ended")
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def play(scenario: str, seed: int, level: int, checkouts: Sequence[Path]) -> Played:
    """A game between two checkouts, by side. Raises `RuntimeError` if their rules differ."""
    game = new_game(scenario, seed=seed)
    seats = [Seat(checkout, scenario, seed, level, 2 * seed + side + 1) for side, checkout in enumerate(checkouts)]
    try:
        while game.outcome is None:
            seat = seats[game.side]
            order = seat.order()
            try:
                game.apply(order)
            except (IllegalOrder, OrderSyntaxError) as error:
                raise RuntimeError(f"{order!r} of {seat.checkout} is refused: {error}") from error
            if len({each.follow(order) for each in seats}) > 1:
                raise RuntimeError(f"after {order!r} of {seat.checkout} the game stands differently in the other")
        for seat in seats:
            if seat.refusals:
                print(
                    f"{scenario}, seed {seed}: {seat.checkout} proposed {seat.refusals} illegal orders", file=sys.stderr
                )
    finally:
        for seat in seats:
            seat.close()
    return Played(margin(game), game.outcome.winner)


def report(pairs: Sequence[Pair]) -> str:
    """How many pairs and games this checkout has won, with Wilson's interval, by scenario, by battle and together."""
    groups: Mapping[str, list[Pair]] = {
        **{key: [pair for pair in pairs if pair.scenario == key] for key in dict.fromkeys(p.scenario for p in pairs)},
        **{name: [pair for pair in pairs if pair.battle == name] for name in dict.fromkeys(p.battle for p in pairs)},
        "all": list(pairs),
    }
    lines = []
    for name, group in groups.items():
        won, games, count = sum(pair.score for pair in group), sum(pair.games for pair in group), len(group)
        pairs_won, games_won = (_interval(each, of) for each, of in ((won, count), (games, 2 * count)))
        ahead = sum(pair.margins[0] - pair.margins[1] for pair in group) / (2 * max(count, 1))
        lines.append(f"{name:22} {pairs_won} pairs, {games_won} games, {ahead:+.1f} points a game")
    return "\n".join(lines)


def _interval(won: float, of: int) -> str:
    low, high = wilson(won, of)
    return f"{won:g} of {of} [{low:.0%}, {high:.0%}]"


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
    found = (Pair(key, seed, tuple(margins), tuple(winners)) for key, seed, margins, winners in kept(options.out))
    known = {(pair.scenario, pair.seed): pair for pair in found}
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
            pair = Pair(key, seed, (games[0].margin, games[1].margin), (games[0].winner, games[1].winner))
            keep(options.out, pair)
        pairs.append(pair)
    print(report(pairs))
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
