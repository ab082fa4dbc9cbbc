"""Figures of Remagen's front (14.0): the longest search for it, when a Player-Turn ends and when it is shown."""

from collections.abc import Iterator
from time import process_time

from benchmarks.table import Figure
from tests.players import busy_player
from westwall_tui.engine import queries
from westwall_tui.engine.battles.remagen import search
from westwall_tui.engine.battles.remagen.banks import Banks
from westwall_tui.engine.events import FrontFound
from westwall_tui.engine.game import Game
from westwall_tui.engine.sampling import Draw
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.scenarios import load_scenario

SEEDS = {"historical": (2, 7), "optimum": (2, 7)}
"""Busy games whose fronts take longest, of eight of each scenario."""
CROWDS = {
    "optimum, seed 3, order 359": (
        "0713 0813 0814 0815 0816 0913 0914 0917 0918 0919 1014 1016 1017 1019 1114 1118 1119 1214 1413 1414 "
        "1415 1513 1514 1515 1516 1612 1613 1614 1615 1715 1718"
    ),
    "historical, seed 0, order 180": (
        "1313 1314 1315 1316 1413 1414 1415 1416 1513 1514 1515 1516 1517 1612 1613 1614 1615 1616 1617 1713 "
        "1714 1715 1716 1809 1813 1814 1815"
    ),
    "optimum, seed 1, order 707": (
        "1313 1314 1315 1316 1413 1414 1415 1416 1513 1514 1515 1516 1612 1613 1614 1615 1616 1714 1715 1716 "
        "1717 1816 1916"
    ),
}
"""U.S. units at the end of Player-Turns of the greedy player, whose games take too long to be played for this."""
LIMIT = 100
"""Milliseconds of processor time that no key may take."""


def busy_games() -> Iterator[tuple[str, float]]:
    """Milliseconds for each front in busy games: `done` that ends a U.S. Player-Turn, `F` when its combats begin."""
    for name, seeds in SEEDS.items():
        scenario = load_scenario(f"remagen/{name}")
        for seed in seeds:
            game, draw, last = Game(scenario, seed=seed), Draw(seed), (0, 0)
            while game.outcome is None:
                state = game.state
                if state.phase is Phase.COMBAT and state.side == game.rules.front_side and last != (seed, state.turn):
                    last = seed, state.turn
                    search._cheapest.cache_clear()
                    start = process_time()
                    queries.front(game)
                    yield "F", 1000 * (process_time() - start)
                order = busy_player(game, draw)
                search._cheapest.cache_clear()
                start = process_time()
                events = game.apply(order)
                if any(isinstance(event, FrontFound) for event in events):
                    yield "done", 1000 * (process_time() - start)


def crowd(numbers: str) -> float:
    """Milliseconds for the front of infantry battalions in these hexes."""
    board = load_scenario("remagen/historical").board
    banks = Banks.of(board, frozenset(board.areas["East bank"]))
    worth = {board.hex(number): 3 for number in numbers.split()}
    held = worth.keys() | {n for h in worth for n in board.ground.zone[h] if n in banks.hexes}
    search._cheapest.cache_clear()
    start = process_time()
    search.cheapest(banks, worth, held)
    return 1000 * (process_time() - start)


def figures() -> list[Figure]:
    """All of them."""
    played = list(busy_games())
    found = []
    for what in ("done", "F"):
        costs = sorted(cost for key, cost in played if key == what)
        note = f"{len(costs)} in busy games, half of them below {costs[len(costs) // 2]:.1f} ms"
        found.append(Figure(f"worst {what} with a front, busy play", costs[-1], "ms", LIMIT, note=note))
    crowds = {name: crowd(numbers) for name, numbers in CROWDS.items()}
    note = ", ".join(f"{name}: {cost:.0f} ms" for name, cost in crowds.items())
    return [*found, Figure("worst front of a crowd, greedy play", max(crowds.values()), "ms", LIMIT, note=note)]
