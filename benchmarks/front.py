"""Measure Remagen's front (14.0) in crowded positions: the proposal, and the orders that need it."""

from collections.abc import Callable, Iterator
from time import process_time
from typing import NamedTuple

from benchmarks.table import Figure, Measured, worst_of
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.battles.remagen.proposal import proposal
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done
from westwall_tui.files.scenarios.catalog import load_scenario

GAMES = (("historical", 1), ("optimum", 2))
"""Scenarios and seeds: each has a front at the end of about 28 U.S. Player-Turns."""
DENSE = 50
"""Number of positions that count: the ones with the most U.S. units."""
ROUNDS = 3
"""Number of measurements of each."""
LIMIT = 100
"""Maximum of processor time of a key, in milliseconds."""


class Ending(NamedTuple):
    """The end of one U.S. Player-Turn."""

    units: int
    """U.S. units on the map."""
    proposal: Measured
    """Milliseconds for the front in the position, for which `F` waits."""
    done: Measured
    """Milliseconds for the order that ended the Player-Turn or led to the choice of a front."""


def endings() -> Iterator[Ending]:
    """Yield each end of a U.S. Player-Turn with a front, in games of the level-1 computer against itself."""
    for name, seed in GAMES:
        game = Game(load_scenario(f"remagen/{name}"), seed=seed)
        players = [Player(1, seed=side, clock=False) for side in (0, 1)]
        side = game.rules.front.side
        while game.outcome is None:
            order = players[game.side].choose(game)
            before = game.copy()
            game.apply(order)
            over = game.prompt.kind == "front" or game.state.side != side
            if order != Done() or before.state.side != side or not over or queries.front(before) is None:
                continue
            units = len(before.state.on_map(side))
            where = f"{name}, turn {before.state.turn}, {units} units"
            found = _took(lambda before=before: queries.front(before))  # type: ignore[misc]
            done = _took(lambda before=before, order=order: before.copy().apply(order))  # type: ignore[misc]
            yield Ending(units, Measured(found, where), Measured(done, where))


def _took(work: Callable[[], object]) -> float:
    """Return the processor milliseconds, the best of several runs: other programs only add to them."""
    times = []
    for _ in range(ROUNDS):
        proposal.cache_clear()
        start = process_time()
        work()
        times.append(process_time() - start)
    return 1000 * min(times)


def figures() -> list[Figure]:
    """Return all figures."""
    dense = sorted(endings(), key=lambda each: -each.units)[:DENSE]
    note = f"{len(dense)} positions of play"
    return [
        worst_of("Remagen's front in a crowd (`F`)", [each.proposal for each in dense], "ms", LIMIT, note=note),
        worst_of(
            "the end of a Player-Turn with a front (`done`)", [each.done for each in dense], "ms", LIMIT, note=note
        ),
    ]
