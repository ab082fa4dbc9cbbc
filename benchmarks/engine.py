"""Figures of the engine: orders a second in random legal play, and the reach of all units.

Each is a ratio to something well known, timed in turns with it, so that it means the same on any machine.
"""

import heapq
import random
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time

import chess

from benchmarks.table import Figure, middle
from westwall_tui.engine import sampling
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import reach
from westwall_tui.engine.rules import movement
from westwall_tui.engine.sampling import Draw
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.scenarios import load_scenario

ROUNDS = 7
NAMES = ("spearhead", "relief", "campaign")


def random_games(scenarios: Sequence[Scenario], seed: int) -> int:
    """Play one random game of each scenario; how many orders were checked and carried out."""
    orders = 0
    for scenario in scenarios:
        game, draw = Game(scenario, seed=seed), Draw(seed)
        while game.outcome is None:
            game.apply(sampling.sample(game, draw))
            orders += 1
    return orders


def random_chess(games: int, seed: int) -> int:
    """Play random games of chess; how many plies were found legal and played."""
    plies = 0
    source = random.Random(seed)
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(source.choice(list(board.legal_moves)))
            plies += 1
    return plies


def pace(work: Callable[[], int]) -> float:
    """Units of work a second of processor time."""
    start = process_time()
    done = work()
    return done / (process_time() - start)


def orders_against_plies() -> Figure:
    """Random legal play of the three scenarios against random playouts of python-chess."""
    scenarios = [load_scenario(f"bastogne/{name}") for name in NAMES]
    random_games(scenarios, 0)
    ours, theirs = [], []
    for seed in range(ROUNDS):
        ours.append(pace(partial(random_games, scenarios, seed)))
        theirs.append(pace(partial(random_chess, 3, seed)))
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    note = f"{middle(ours):.0f} orders a second, {middle(theirs):.0f} plies a second"
    return Figure("random orders / python-chess random plies", middle(ratios), "x", 0.2, 0.5, True, note)


def dijkstra(steps: Sequence[Sequence[tuple[int, int]]], source: int, limit: int) -> dict[int, int]:
    """Cheapest ways from a hex, as the textbook has it."""
    cost = {source: 0}
    queue = [(0, source)]
    while queue:
        spent, h = heapq.heappop(queue)
        if spent > cost[h]:
            continue
        for n, step in steps[h]:
            total = spent + step
            if total <= limit and total < cost.get(n, movement.FAR):
                cost[n] = total
                heapq.heappush(queue, (total, n))
    return cost


def midgame(scenario: Scenario, orders: int, seed: int) -> Game:
    """A position after so many random orders."""
    game, draw = Game(scenario, seed=seed), Draw(seed)
    for _ in range(orders):
        game.apply(sampling.sample(game, draw))
    return game


def bare_steps(game: Game, unit: int) -> list[list[tuple[int, int]]]:
    """The graph that a unit moves on, what is blocked taken out beforehand."""
    ground = movement.field(game.rules, game.state, game.state.units[unit].side)
    steps = game.state.ground.steps[game.state.way(unit)]
    return [
        [] if ground.halting[h] else [(n, cost) for n, cost in row if not ground.blocked[n]]
        for h, row in enumerate(steps)
    ]


def reach_against_dijkstra() -> Figure:
    """The reach of every unit on the map against Dijkstra's algorithm on exactly the ground that is open to it."""
    game = midgame(load_scenario("bastogne/campaign"), 400, 1)
    state = game.state
    units = [unit for side in (0, 1) for unit in state.on_map(side)]
    graphs = [(bare_steps(game, unit), state.location[unit], game.rules.allowance(state, unit)) for unit in units]
    for unit, (steps, source, limit) in zip(units, graphs, strict=True):
        assert dijkstra(steps, source, limit).keys() >= reach(game, unit).left.keys()

    def ours() -> int:
        return sum(len(reach(game, unit).left) > 0 for unit in units)

    def bare() -> int:
        return sum(len(dijkstra(*graph)) > 0 for graph in graphs)

    ratios, took = [], []
    for _ in range(ROUNDS):
        start = process_time()
        ours()
        middle_time = process_time()
        bare()
        took.append(middle_time - start)
        ratios.append((middle_time - start) / (process_time() - middle_time))
    note = f"{1000 * middle(took):.1f} ms for {len(units)} units"
    return Figure("reach of all units / bare Dijkstra", middle(ratios), "x", None, 2, False, note)


def figures() -> list[Figure]:
    """All of them."""
    return [orders_against_plies(), reach_against_dijkstra()]
