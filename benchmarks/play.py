"""Measure random legal play compared with python-chess, the ends of phases, and the slowest fronts."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from statistics import median
from time import process_time

import chess

from benchmarks.positions import BATTLES
from benchmarks.table import Figure, Measured, worst_of
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.tools.simulate.script import script

ROUNDS = 3
ENOUGH = 600
"""Approximate number of orders of a scenario in a round."""
CROWDED = 300
"""Number of orders, including dice, to play before the front is crowded."""
GOALS = {"bastogne": 0.9, "hurtgen": 0.9, "arnhem": 0.45, "remagen": 0.45}


def random_orders(scenario: Scenario, seed: int, step: Callable[[Game, Draw], object]) -> int:
    """Play random games of a scenario, order by order; yield the number of orders carried out."""
    orders, draw = 0, Draw(seed)
    while orders < ENOUGH:
        game = Game(scenario, seed=seed + orders)
        while game.outcome is None and orders < 2 * ENOUGH:
            step(game, draw)
            orders += 1
    return orders


def give(game: Game, draw: Draw) -> None:
    """Draw a random order and give it to the game, which checks it."""
    game.apply(game.random_order(draw))


FOUND, CHECKED = "random orders", "random orders, each checked again"
WAYS: Mapping[str, Callable[[Game, Draw], object]] = {FOUND: Game.play_random, CHECKED: give}
"""Two ways to give an order. The first counts: a legal order is found and carried out, as python-chess pushes a move
from its `legal_moves` without checking it. `Game.apply` checks every order in full, whatever its source, and is
measured for comparison.
"""


def random_plies(games: int, seed: int) -> int:
    """Play random games of chess; yield the number of plies found legal and played."""
    plies, source = 0, random.Random(seed)
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(source.choice(list(board.legal_moves)))
            plies += 1
    return plies


def pace(work: Callable[[], int]) -> float:
    """Return the units of work per processor second."""
    start = process_time()
    done = work()
    return done / (process_time() - start)


def against_chess() -> list[Figure]:
    """Compare each scenario's random orders with random plies of chess, measured in turns."""
    found = []
    for entry in shipped():
        scenario, goal = load_scenario(entry.key), GOALS[entry.key.partition("/")[0]]
        random_orders(scenario, len(WAYS) * ROUNDS, give)
        ratios: dict[str, list[float]] = {way: [] for way in WAYS}
        fastest = 0.0
        for number in range(ROUNDS):
            for seed, (way, step) in enumerate(WAYS.items(), number * len(WAYS)):  # fronts of the same game are cached
                ours, theirs = pace(partial(random_orders, scenario, seed, step)), pace(partial(random_plies, 2, seed))
                ratios[way].append(ours / theirs)
                fastest = max(fastest, theirs)
        note = f"{fastest:.0f} plies a second"
        found += [
            Figure(
                f"{way} / chess plies, {entry.key}",
                median(ratios[way]),
                "x",
                goal if way == FOUND else None,
                higher=True,
                note=note,
            )
            for way in WAYS
        ]
    return found


def ends_and_fronts() -> list[Figure]:
    """Measure the end of a phase in crowded positions, and the judgment of the present front."""
    ends, fronts = [], []
    for battle, key in BATTLES.items():
        game, draw = Game(load_scenario(key), seed=2), Draw(2)
        while game.outcome is None and len(game.log) < CROWDED:
            order = script(game, draw)
            where, is_end = f"{battle}, turn {game.state.turn}, {game.prompt.kind}", isinstance(order, Done)
            if is_end and queries.front_side(game) >= 0:
                begun = process_time()
                queries.front(game)
                fronts.append(Measured(1000 * (process_time() - begun), where))
            begun = process_time()
            game.apply(order)
            if is_end:
                ends.append(Measured(1000 * (process_time() - begun), where))
    return [
        worst_of("the end of a phase (`done`)", ends, "ms", 100),
        worst_of("the front as it stands (`F`)", fronts, "ms", 100),
    ]


def figures() -> list[Figure]:
    """Return all figures."""
    return [*against_chess(), *ends_and_fronts()]
