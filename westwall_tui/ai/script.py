"""A simple script to measure players by: all go for the objective, attack at the best odds, give the most fire."""

from itertools import islice

from westwall_tui.engine import planning, queries, sampling
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Attack, Done, Enter, Exit, Land, Move, Order, Stand

OBJECTIVES = {
    "arnhem": ("2621", "1308"),
    "bastogne": ("1317", "1416"),
    "hurtgen": ("1214", "1410"),
    "remagen": ("1614", "1908"),
}
"""Where everybody is sent, by the battle's rules: Nijmegen and the road; Bastogne; Hurtgen and Kleinhau."""
DOORS = ("2907", "2918", "2731")
"""But the 116th Panzer Division leaves by these."""


def script(game: Game, draw: Draw) -> Order:
    """The script's order for the side to decide."""
    kind = game.prompt.kind
    if kind == "set-up":
        return next(iter(queries.suggested_setup(game)), Done())
    if kind == "movement":
        order = _towards_the_objective(game)
        return order if game.explain(order) is None else sampling.sample(game, draw)
    if kind == "combat":
        order = _best_attack(game)
        return order if game.explain(order) is None else sampling.sample(game, draw)
    orders = list(game.legal())
    if kind == "fpf":
        return orders[-1]
    if kind == "advance":
        return orders[0] if game.side == 0 or Stand() not in orders else Stand()
    return min(orders, key=lambda order: _distance(game, order))


def _goals(game: Game, unit: str) -> tuple[str, ...]:
    """Where a unit is sent; without one, where most are."""
    board = game.scenario.board
    middle = board.number(board.playable[len(board.playable) // 2])  # where no battle has rules of its own
    formation = game.scenario.units[game.scenario.by_id[unit.lower()]].formation if unit else ""
    return DOORS if formation == "116th Panzer" else OBJECTIVES.get(game.scenario.rules, (middle,))


def _distance(game: Game, order: Order) -> int:
    """Hexes from where an order ends to where its unit is sent."""
    board, unit = game.scenario.board, getattr(order, "unit", "")
    goals = _goals(game, unit)
    last = getattr(order, "hexes", ()) or (getattr(order, "hex", goals[0]),)
    return min(board.grid.distance(board.hex(last[-1]), board.hex(goal)) for goal in goals)


def _towards_the_objective(game: Game) -> Order:
    board, state = game.scenario.board, game.state
    for unit in queries.movers(game):
        name = state.units[unit].id
        goals = _goals(game, name)
        h = state.location[unit]
        leaving = (Exit(name, (), edge) for edge in EDGES) if h >= 0 and goals == DOORS else ()
        off = next((order for order in leaving if game.explain(order) is None), None)
        if off is not None:
            return off
        reach = queries.reach(game, unit)
        orders: list[Order] = [
            Enter(name, state.numbers(path)) if h < 0 else Move(name, state.numbers(path[1:]))
            for path in map(reach.path, reach.left)
        ]
        orders += [Land(name, state.number(to)) for to in sorted(reach.landings)]
        best = min(orders, key=lambda order: _distance(game, order), default=None)
        if best is None:
            continue
        here = min(board.grid.distance(h, board.hex(goal)) for goal in goals) if h >= 0 else len(board.grid)
        if _distance(game, best) < here:
            return best
    return Done()


def _best_attack(game: Game) -> Order:
    orders = [order for order in islice(game.legal(), 60) if isinstance(order, Attack)]
    best, most = None, 0
    for order in orders:
        preview = planning.preview(game, order)
        if preview and (best is None or preview.odds.differential > most):
            best, most = order, preview.odds.differential
    left = queries.outstanding(game)
    if best is None or (most < 2 and not left.attackers and not left.enemies):
        return Done()
    return best
