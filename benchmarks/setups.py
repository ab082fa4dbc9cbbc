"""Looks for better set-ups and drop zones by self-play, and measures the one it found.

    python -m benchmarks.setups bastogne/relief German --csv setups.csv --out opening.toml --rounds 30 --judge 40

It begins with what the computer does today. Each round changes one or two units (or a drop zone), plays both set-ups
with the same seeds, and if the new one does better plays as many games again; it is kept if it is then still ahead by
more than the error of the difference. Everything follows from the seed and the games in the file, so the same command
goes on where it was interrupted. What is written is an `[[opening]]` for `scenarios/<battle>/computer.toml`: put it
there only if `--judge`, with seeds that nothing was chosen by, says that it gains something. A side may have several:
the player's seed draws one.

    python -m benchmarks.setups bastogne/relief German --csv setups.csv --compare ideas.toml --first 1 --judge 16

measures openings of your own instead, those of a file of that kind, against what the computer does today.

    python -m benchmarks.setups bastogne/spearhead US --csv setups.csv --out openings.toml --several 2 --judge 16

finds several that differ more: of `--rounds` set-ups, each today's with some changes, after `--ideas` of your own, the
better half plays on with other seeds, and so forth until as many are left. `--judge` then says of each what it gains.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import tomli_w

from benchmarks.strength import TEST_SEEDS, add_crew, mean_and_error, whole
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, Done, IllegalOrder, Note
from westwall_tui.files.computer.weights import build
from westwall_tui.files.faults import FileError
from westwall_tui.files.library import new_game
from westwall_tui.files.tables import read
from westwall_tui.tools.simulate.crews import hired
from westwall_tui.tools.simulate.games import OPENING, Crew, Job
from westwall_tui.tools.simulate.words import LEVELS

SEARCH_SEEDS = 500
"""Above those of `tune`, below those that judge."""
NEAR = 4
"""Hexes by which a change moves a unit or a drop zone, three times in four."""
TRIES = 200
LEAST_CHANGES = 3
"""Changes, of one or two units each, that make another opening of today's: so many, or up to twice as many less one."""
Opening = tuple[str, ...]
"""Orders, as the game writes them."""


class SetUp:
    """The set-up of one side: what the computer does today, and changes of it that the rules allow."""

    def __init__(self, scenario: str, side: str, level: int) -> None:
        """Raises `ValueError` for a side that has nothing to choose there."""
        game = new_game(scenario, seed=1)
        names = [each.name.lower() for each in game.scenario.sides]
        if side.lower() not in names:
            raise ValueError(f"{side} is not a side; the sides are {' and '.join(s.name for s in game.scenario.sides)}")
        self.scenario, self.side = scenario, names.index(side.lower())
        player = Player(level, 1)
        while game.prompt.kind in OPENING and game.side != self.side:
            game.apply(player.choose(game))
        self.start = game.copy()
        today = []
        while game.prompt.kind in OPENING and game.side == self.side:
            order = player.choose(game)
            game.apply(order)
            if isinstance(order, Deploy | Note):
                today.append(order)
        if not today:
            raise ValueError(f"{game.scenario.sides[self.side].name} sets nothing up in {scenario}")
        self.today = today

    def changed(self, orders: Sequence[Deploy | Note], draw: Draw) -> list[Deploy | Note]:
        """A set-up that differs in one or two units or drop zones, and that the rules allow."""
        for _ in range(TRIES):
            found = list(orders)
            for _ in range(1 + draw.below(2)):
                self._change(found, draw)
            if found != list(orders) and self.allowed(found):
                return found
        return list(orders)

    def strayed(self, draw: Draw) -> list[Deploy | Note]:
        """Today's set-up with several changes."""
        found = self.today
        for _ in range(LEAST_CHANGES + draw.below(LEAST_CHANGES)):
            found = self.changed(found, draw)
        return found

    def _change(self, orders: list[Deploy | Note], draw: Draw) -> None:
        """Put one unit or drop zone elsewhere; a unit that is there comes where the first one was."""
        at = draw.below(len(orders))
        order = orders[at]
        board = self.start.scenario.board
        hexes = self._hexes(order)
        if draw.below(4):
            here = board.hex(order.hex)
            hexes = [h for h in hexes if board.grid.distance(here, h) <= NEAR]
        if not hexes:
            return
        number = self.start.state.number(draw.pick(hexes))
        for i, other in enumerate(orders):
            if isinstance(order, Deploy) and isinstance(other, Deploy) and other.hex == number:
                orders[i] = Deploy(other.unit, order.hex)
        orders[at] = (
            Deploy(order.unit, number) if isinstance(order, Deploy) else Note(order.division, number, order.turn)
        )

    def _hexes(self, order: Deploy | Note) -> list[int]:
        if isinstance(order, Deploy):
            return sorted(queries.setup_hexes(self.start, self.start.scenario.by_id[order.unit.lower()]))
        return list(range(len(self.start.scenario.board.grid)))

    def allowed(self, orders: Sequence[Deploy | Note]) -> bool:
        """Whether the rules allow a whole set-up."""
        game: Game = self.start.copy()
        try:
            for order in orders:
                game.apply(order)
            if game.prompt.kind in OPENING and game.side == self.side:
                game.apply(Done())
        except IllegalOrder:
            return False
        return True

    def jobs(self, orders: Sequence[Deploy | Note], seeds: Sequence[int], level: str) -> list[Job]:
        """Games between equals with that set-up."""
        opening = tuple(str(order) for order in orders)
        openings: tuple[Opening, Opening] = (opening, ()) if self.side == 0 else ((), opening)
        return [Job(self.scenario, seed, (level, level), openings=openings) for seed in seeds]

    def blocks(self, openings: Sequence[Sequence[Deploy | Note]]) -> str:
        """Set-ups as they stand in a battle's `computer.toml`."""
        name = self.start.scenario.sides[self.side].name
        kept = [
            {"scenario": self.start.scenario.key, "side": name, "orders": [str(order) for order in orders]}
            for orders in openings
        ]
        return tomli_w.dumps({"opening": kept})

    def read(self, path: Path) -> list[Sequence[Deploy | Note]]:
        """The openings for the side in a file. Raises `FileError`, and `ValueError` for none, or an illegal one."""
        scenario = self.start.scenario
        openings = build(read(path)).openings.get((scenario.key, scenario.sides[self.side].name), ())
        if not openings:
            raise ValueError(f"{path} has no opening for that side")
        for number, orders in enumerate(openings, 1):
            if not self.allowed(orders):
                raise ValueError(f"opening {number} in {path} is not whole, or the rules do not allow it")
        return [*openings]


class Search:
    """Round by round, a set-up that keeps what has done better."""

    def __init__(self, setup: SetUp, options: argparse.Namespace, crew: Crew) -> None:
        self.setup, self.options, self.crew = setup, options, crew
        self.best = setup.today

    def margins(self, orders: Sequence[Deploy | Note], seeds: Sequence[int]) -> list[float]:
        """By seed, what a set-up comes to for its side."""
        jobs = self.setup.jobs(orders, seeds, self.options.level)
        sign = 1 if self.setup.side == 0 else -1
        return [sign * result.margin for result in whole(jobs, self.crew, self.options.csv)]

    def gains(self, orders: Sequence[Deploy | Note], seeds: Sequence[int]) -> list[float]:
        """By seed, by how much it does better than the best so far."""
        before, after = self.margins(self.best, seeds), self.margins(orders, seeds)
        return [b - a for a, b in zip(before, after, strict=True)]

    def round(self, number: int) -> None:
        """Try one change; seeds are used again in every fourth round, so that the best need not be played each time."""
        games = self.options.games
        first = SEARCH_SEEDS + number // 4 * 2 * games
        changed = self.setup.changed(self.best, Draw.of(self.options.seed, number))
        found = self.gains(changed, range(first, first + games))
        if sum(found) > 0:
            found += self.gains(changed, range(first + games, first + 2 * games))
        mean, error = mean_and_error(found)
        kept = len(found) > games and mean > error
        if kept:
            self.best = changed
        print(f"round {number + 1}: {mean:+.2f} (error {error:.2f}){', kept' if kept else ''}", flush=True)

    def several(self, openings: Sequence[Sequence[Deploy | Note]], wanted: int) -> list[Sequence[Deploy | Note]]:
        """Those of some openings that do best, by halves."""
        left, points = [*range(len(openings))], [0.0] * len(openings)
        first, games = SEARCH_SEEDS, self.options.games
        while len(left) > wanted:
            for number in left:
                points[number] += sum(self.margins(openings[number], range(first, first + games)))
            first += games
            left.sort(key=lambda number: -points[number])
            print(*(f"{points[number] / (first - SEARCH_SEEDS):+.1f}" for number in left), flush=True)
            left = left[: max(wanted, len(left) // 2)]
        return [openings[number] for number in left]

    def judge(self, openings: Sequence[Sequence[Deploy | Note]], seeds: Sequence[int]) -> None:
        """Say what each of some openings gains against today's."""
        self.best = self.setup.today
        for number, orders in enumerate(openings, 1):
            mean, spread = mean_and_error(self.gains(orders, seeds))
            print(f"opening {number}: {mean:+.2f} points a game (error {spread:.2f}) in {len(seeds)} games", flush=True)


def main(words: list[str] | None = None) -> int:
    """Search, write the set-up, and judge it if asked to; 130 if stopped."""
    parser = argparse.ArgumentParser(description="Look for better set-ups and drop zones by self-play.")
    parser.add_argument("scenario", metavar="SCENARIO")
    parser.add_argument("side", metavar="SIDE")
    parser.add_argument("--csv", metavar="FILE", type=Path, required=True, help="where the games are kept")
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--out", metavar="FILE", type=Path, help="where the set-up is written")
    task.add_argument(
        "--compare", metavar="FILE", type=Path, help="measure the openings in this file, by --judge games"
    )
    parser.add_argument("--level", default="2", choices=LEVELS, help="who plays both sides (2)")
    parser.add_argument("--rounds", type=int, default=30, metavar="N", help="changes to try (30)")
    parser.add_argument("--games", type=int, default=4, metavar="N", help="games for a change, and again (4)")
    parser.add_argument("--several", type=int, default=0, metavar="N", help="find N that differ more")
    parser.add_argument("--ideas", metavar="FILE", type=Path, help="with --several, openings to begin with")
    parser.add_argument("--judge", type=int, default=0, metavar="N", help="then N games against today's set-up")
    parser.add_argument(
        "--first", type=int, default=TEST_SEEDS, metavar="N", help=f"the first judging seed ({TEST_SEEDS})"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the changes that are tried (1)")
    add_crew(parser)
    options = parser.parse_args(words)
    if SEARCH_SEEDS + (options.rounds // 4 + 1) * 2 * options.games > TEST_SEEDS and not options.compare:
        parser.error(f"that many --rounds need seeds from {TEST_SEEDS} on, which judge")
    try:
        setup = SetUp(options.scenario, options.side, int(options.level))
    except ValueError as error:
        parser.error(str(error))
    try:
        with hired(options.jobs, options.cluster) as crew:
            search = Search(setup, options, crew)
            judging = range(options.first, options.first + options.judge)
            if options.compare:
                search.judge(setup.read(options.compare), judging)
                return 0
            if options.several:
                ideas = setup.read(options.ideas) if options.ideas else []
                draws = (Draw.of(options.seed, number) for number in range(options.rounds - len(ideas)))
                found = search.several([*ideas, *map(setup.strayed, draws)], options.several)
            else:
                for number in range(options.rounds):
                    search.round(number)
                found = [] if search.best == setup.today else [search.best]
            if not found:
                print("nothing better than today's set-up was found")
                return 0
            options.out.write_text(setup.blocks(found), encoding="utf-8")
            if options.judge:
                search.judge(found, judging)
    except (FileError, ValueError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
