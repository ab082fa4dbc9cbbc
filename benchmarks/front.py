"""Figures of Remagen's front (14.0): what is proposed in the crowds of play, and the orders that ask for it."""

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
"""Scenarios and seeds: each has a front at the end of 28 U.S. Player-Turns or so."""
DENSE = 50
"""Positions that count: those with the most U.S. units."""
ROUNDS = 3
"""So often each is measured."""
LIMIT = 100
"""Milliseconds of processor time that no key may take."""


class Ending(NamedTuple):
    """The end of one U.S. Player-Turn."""

    units: int
    """U.S. units on the map."""
    proposal: Measured
    """Milliseconds for the front as it stood, which is what `F` waits for."""
    done: Measured
    """Milliseconds for the order that ended the Player-Turn, or let a front be named."""


def endings() -> Iterator[Ending]:
    """Each end of a U.S. Player-Turn with a front, in games of the computer's first level with itself."""
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
    """Milliseconds of processor time, the best of a few: other programs only add to it."""
    times = []
    for _ in range(ROUNDS):
        proposal.cache_clear()
        start = process_time()
        work()
        times.append(process_time() - start)
    return 1000 * min(times)


def figures() -> list[Figure]:
    """All of them."""
    dense = sorted(endings(), key=lambda each: -each.units)[:DENSE]
    note = f"{len(dense)} positions of play"
    return [
        worst_of("Remagen's front in a crowd (`F`)", [each.proposal for each in dense], "ms", LIMIT, note=note),
        worst_of(
            "the end of a Player-Turn with a front (`done`)", [each.done for each in dense], "ms", LIMIT, note=note
        ),
    ]
