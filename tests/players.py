"""Players for whole games: they know nothing but `Game` and draw from a `Draw`, so that a game can be played again."""

from collections.abc import Callable
from itertools import islice

from westwall_tui.engine import planning, queries, sampling
from westwall_tui.engine.decisions.advance import Advances
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.fpf import GivingFpf
from westwall_tui.engine.decisions.movement import Movement, movers, moves
from westwall_tui.engine.decisions.setup import Setup
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Done, Enter, Exit, Move, Order, Stand
from westwall_tui.engine.rules import movement
from westwall_tui.engine.sampling import Draw

Player = Callable[[Game, Draw], Order]


def random_player(game: Game, draw: Draw) -> Order:
    """Anything legal."""
    return sampling.sample(game, draw)


def busy_player(game: Game, draw: Draw) -> Order:
    """At random too, but it sets up as suggested, brings everybody in, seeks contact and attacks with all it has."""
    frame = game.state.frames[-1]
    if isinstance(frame, Setup):
        return next(iter(queries.suggested_setup(game)), None) or random_player(game, draw)
    if isinstance(frame, Movement):
        return _towards_the_enemy(game, draw)
    if isinstance(frame, CombatPhase) and draw.below(3):
        drawn = [random_player(game, draw) for _ in range(3)]
        attacks = [order for order in drawn if isinstance(order, Attack)]
        if attacks:
            return max(attacks, key=lambda order: len(order.attackers) + len(order.barrage))
    if isinstance(frame, Advances):
        orders = [order for order in game.legal() if not isinstance(order, Stand)]
        return draw.pick(orders) if draw.below(4) or game.explain(Stand()) else Stand()
    return random_player(game, draw)


def holding_player(game: Game, draw: Draw) -> Order:
    """The First Player is busy; the other mostly stays where he is, so that the game lasts."""
    frame = game.state.frames[-1]
    if frame.side == 1 and isinstance(frame, Movement):
        order = busy_player(game, draw)
        return order if isinstance(order, Enter) or not draw.below(4) else _done(game, draw)
    return busy_player(game, draw)


def _done(game: Game, draw: Draw) -> Order:
    """The end of the phase, or, while something must be done first, anything."""
    return Done() if game.explain(Done()) is None else random_player(game, draw)


def _towards_the_enemy(game: Game, draw: Draw) -> Order:
    state = game.state
    units = movers(game.rules, state, state.side)
    if not units or not draw.below(len(units) + 6):
        return _done(game, draw)
    unit = draw.pick(units)
    ground = movement.field(game.rules, state, state.side)
    orders = list(moves(game.rules, state, unit))
    leaving = [order for order in orders if isinstance(order, Exit)]
    if leaving and draw.below(2):
        return draw.pick(leaving)
    contact = [
        order
        for order in orders
        if isinstance(order, Move | Enter) and ground.halting[game.scenario.board.hex(order.hexes[-1])]
    ]
    if contact and draw.below(3):
        return draw.pick(contact)
    return draw.pick(orders) if orders else _done(game, draw)


OBJECTIVES = {"bastogne": ("1317", "1416"), "hurtgen": ("1214", "1410"), "remagen": ("1614", "1908")}
"""Where `greedy_player` sends everybody, by the battle's rules: Bastogne; Hurtgen and Kleinhau."""
DOORS = ("2907", "2918", "2731")
"""But the 116th Panzer Division leaves by these."""


def greedy_player(game: Game, draw: Draw) -> Order:
    """A simple script: all go for the objective, attack at the best differential, answer with the most fire."""
    frame = game.state.frames[-1]
    if isinstance(frame, Setup):
        return next(iter(queries.suggested_setup(game)), Done())
    if isinstance(frame, Movement):
        return _towards_the_objective(game)
    if isinstance(frame, CombatPhase):
        return _best_attack(game)
    orders = list(game.legal())
    if isinstance(frame, GivingFpf):
        return orders[-1]
    if isinstance(frame, Advances):
        return orders[0] if frame.side == 0 else Stand()
    return min(orders, key=lambda order: _distance(game, order))


def _goals(game: Game, unit: str) -> tuple[str, ...]:
    """Where a unit is sent."""
    counter = game.scenario.units[game.scenario.by_id[unit.lower()]]
    return DOORS if counter.formation == "116th Panzer" else OBJECTIVES[game.scenario.rules]


def _distance(game: Game, order: Order) -> int:
    """Hexes from where an order ends to where its unit is sent."""
    board, unit = game.scenario.board, getattr(order, "unit", "")
    goals = _goals(game, unit) if unit else OBJECTIVES[game.scenario.rules]
    last = getattr(order, "hexes", ()) or (getattr(order, "hex", goals[0]),)
    return min(board.grid.distance(board.hex(last[-1]), board.hex(goal)) for goal in goals)


def _towards_the_objective(game: Game) -> Order:
    board, state = game.scenario.board, game.state
    for unit in queries.movers(game):
        found = list(moves(game.rules, state, unit))
        goals = _goals(game, state.units[unit].id)
        leaving = [order for order in found if isinstance(order, Exit)]
        if leaving and goals == DOORS:
            return leaving[0]
        orders = [order for order in found if isinstance(order, Move | Enter)]
        best = min(orders, key=lambda order: _distance(game, order), default=None)
        if best is None:
            continue
        h = state.location[unit]
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
