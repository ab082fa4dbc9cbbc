"""Measure the engine: reach compared with a tuned search, lists of orders, attacks, previews and whole combats."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from time import process_time
from typing import TypeVar

from benchmarks.positions import BATTLES, LONG, SHORT, crowded, drawn, played
from benchmarks.table import Figure, Measured, worst_of
from westwall_tui.engine import planning
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import March, Play
from westwall_tui.engine.orders import Attack, Order
from westwall_tui.engine.queries import reach
from westwall_tui.engine.rules import movement, retreat
from westwall_tui.engine.rules.results_table import FURTHEST

T = TypeVar("T")
ROUNDS = 7
ATTACKS = 200
"""Maximum of attacks of a position to try."""
PREVIEWED = 10
FEW = 20


def bucket_search(steps: Sequence[Sequence[tuple[int, int]]], source: int, limit: int) -> dict[int, int]:
    """Return the cheapest paths from a hex, with one list per cost: no simple search is faster for such small costs."""
    cost = {source: 0}
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    buckets[0].append(source)
    for spent, bucket in enumerate(buckets):
        for h in bucket:
            if cost[h] < spent:
                continue
            for n, step in steps[h]:
                total = spent + step
                if total <= limit and total < cost.get(n, movement.FAR):
                    cost[n] = total
                    buckets[total].append(n)
    return cost


def bare_steps(game: Game, unit: int) -> list[list[tuple[int, int]]]:
    """Return the graph that a unit moves on, without blocked steps."""
    ground = movement.field(game.state, game.state.units[unit].side)
    steps = game.rules.steps(game.state, unit)
    return [
        [] if ground.halting[h] else [(n, cost) for n, cost in row if not ground.blocked[n]]
        for h, row in enumerate(steps)
    ]


def reaches() -> Figure:
    """Compare the reach of every unit on the map with the search on the same open hexes."""
    found = []
    for battle, key in BATTLES.items():
        game = played(key, SHORT)
        units = [unit for side in (0, 1) for unit in game.state.on_map(side)]
        graphs = [
            (bare_steps(game, unit), game.state.location[unit], game.rules.allowance(game.state, unit))
            for unit in units
        ]
        ratios = []
        for _ in range(ROUNDS):
            ours = _time(partial(_each, partial(reach, game), units))
            bare = _time(partial(_each, _search, graphs))
            ratios.append(ours / bare)
        found.append(Measured(min(ratios), f"{battle}, {len(units)} units"))
    return worst_of("reach of all units / tuned bucket search", found, "x", 2)


def combats() -> dict[str, list[Game]]:
    """Return some positions in a Combat Phase with attacks to choose from, by battle."""
    found: dict[str, list[Game]] = {}
    for battle, key in BATTLES.items():
        game, draw = played(key, SHORT).fork(seed=3), Draw(3)
        while game.outcome is None and len(found.get(battle, ())) < 3:
            if game.prompt.kind == "combat" and game.prompt.units:
                found.setdefault(battle, []).append(game.copy())
            game.apply(drawn(game, draw))
    return found


def attacking() -> list[Figure]:
    """Measure lists of attacks, their previews, and whole combats."""
    listed, previews, outcomes = [], [], []
    for battle, games in combats().items():
        for number, game in enumerate(games, 1):
            where = f"{battle}, position {number}"
            attacks: list[Attack] = []

            def fill(game: Game = game, attacks: list[Attack] = attacks) -> None:
                attacks[:] = (order for order in islice(game.legal(), ATTACKS) if isinstance(order, Attack))

            took = _best(fill)
            if len(attacks) < FEW:
                continue  # cached work would otherwise count for one attack
            listed.append(Measured(1e6 * took / len(attacks), f"{where}, {len(attacks)} attacks"))
            some = attacks[:: max(1, len(attacks) // PREVIEWED)]
            took = _best(partial(_each, partial(planning.preview, game), some))
            previews.append(Measured(1000 * took / len(some), where))
            took = _best(partial(_each, partial(_fought, game), some))
            outcomes.append(Measured(1000 * took / len(some), where))
    return [
        worst_of("an attack in the list of all", listed, "us", 60),
        worst_of("preview of an attack", previews, "ms", 0.4),
        worst_of("a combat to its end, on a copy", outcomes, "ms", None),
    ]


def _fought(game: Game, order: Attack) -> None:
    """Carry an attack out on a fork until the next attack, with random answers: one part of an expectation."""
    fork, draw = game.fork(seed=1), Draw(1)
    fork.apply(order)
    while fork.outcome is None and fork.state.combat is not None:
        fork.apply(drawn(fork, draw))


def rooms() -> Figure:
    """Measure the room for retreat of each unit in an enemy zone with a friend beside it, in crowded positions."""
    found = []
    for battle in BATTLES:
        game = crowded(battle, "movement")
        state, neighbors = game.state, game.scenario.board.grid.neighbors
        for unit in (*state.on_map(0), *state.on_map(1)):
            side, h = state.units[unit].side, state.location[unit]
            if state.zones[1 - side][h] and any(n >= 0 and state.held[side][n] for n in neighbors[h]):
                took = _best(partial(retreat.room, state, unit, FURTHEST))
                found.append(Measured(1e6 * took, f"{battle}, {state.units[unit].id}"))
    return worst_of("retreat room of a unit in a crowd", found, "us", 100)


def in_numbers() -> list[Figure]:
    """Measure the marches per second that `loops` tries on copies."""
    found = []
    for battle, goal in (("Bastogne", 60_000), ("Arnhem", 30_000)):
        game = played(BATTLES[battle], SHORT)
        here = Play(game.state)
        ways = [way for unit in here.movers() for way in islice(here.marches(unit), FEW)]
        took = _best(partial(_each, partial(_copied, here), ways))
        found.append(Figure(f"copies with a march each, {battle}", len(ways) / took, "", goal, higher=True))
    return found


def _copied(here: Play, way: March) -> None:
    here.copy().do(way)


def lists() -> list[Figure]:
    """Measure the list of all orders in a Movement Phase, and applying and undoing orders."""
    legal, applied = [], []
    for battle, key in BATTLES.items():
        for orders in (SHORT, LONG):
            game = played(key, orders)
            if game.prompt.kind != "movement":
                continue
            count = _listed(game)
            took = _best(partial(_listed, game))
            legal.append(Measured(1e6 * took / count, f"{battle}, {count} orders"))
            some = list(islice(game.legal(), 0, count, max(1, count // 100)))
            took = _best(partial(_each, partial(_and_back, game), some))
            applied.append(Measured(len(some) / took, f"{battle}, after {orders} orders"))
    return [
        worst_of("an order in the list of all", legal, "us", None),
        worst_of("orders applied and taken back in a second", applied, "", None, higher=True),
    ]


def _and_back(game: Game, order: Order) -> None:
    game.apply(order)
    if game.can_undo:
        game.undo()


def _listed(game: Game) -> int:
    return sum(1 for _ in game.legal())


def _search(graph: tuple[Sequence[Sequence[tuple[int, int]]], int, int]) -> int:
    return len(bucket_search(*graph))


def _each(work: Callable[[T], object], items: Sequence[T]) -> None:
    for item in items:
        work(item)


def _time(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def _best(work: Callable[[], object]) -> float:
    return min(_time(work) for _ in range(3))


def figures() -> list[Figure]:
    """Return all figures."""
    return [reaches(), *attacking(), rooms(), *in_numbers(), *lists()]
