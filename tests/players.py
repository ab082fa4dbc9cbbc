"""Players for whole games: they use only `Game` and a `Draw`, so that a game can be played again."""

from collections.abc import Callable

from westwall_tui.engine import queries
from westwall_tui.engine.decisions.advance import Advances
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.decisions.setup import Setup
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Done, Enter, Exit, Order, Stand
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.moves import March, leaving, movers, moves, order_of, stops_of
from westwall_tui.tools.simulate.script import script as greedy_player

__all__ = ["Player", "busy_player", "greedy_player", "holding_player", "random_player"]

Player = Callable[[Game, Draw], Order]


def random_player(game: Game, draw: Draw) -> Order:
    """Return any legal order."""
    return game.random_order(draw)


def busy_player(game: Game, draw: Draw) -> Order:
    """Return a random order that uses the suggested set-up, brings in units, seeks contact or attacks in force."""
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
    """Return an order of a busy First Player; the other player mostly stays in place, so that the game lasts."""
    frame = game.state.frames[-1]
    if frame.side == 1 and isinstance(frame, Movement):
        order = busy_player(game, draw)
        return order if isinstance(order, Enter) or not draw.below(4) else _done(game, draw)
    return busy_player(game, draw)


def _done(game: Game, draw: Draw) -> Order:
    """Return the end of the phase, or any order while something else must come first."""
    return Done() if game.explain(Done()) is None else random_player(game, draw)


def _towards_the_enemy(game: Game, draw: Draw) -> Order:
    state = game.state
    units = movers(state, state.side)
    if not units or not draw.below(len(units) + 6):
        return _done(game, draw)
    unit = draw.pick(units)
    if state.location[unit] < 0 and state.rules.landings.lands(state, unit):
        orders = list(moves(state, unit))
        return draw.pick(orders) if orders else _done(game, draw)
    ground = movement.field(state, state.side)
    way, stops = stops_of(state, unit, ground)
    exits = leaving(state, unit, ground, way)
    if exits and draw.below(2):
        return draw.pick(exits)
    contact = [h for h in stops if ground.halting[h]]
    ends: list[int | Exit] = [*contact] if contact and draw.below(3) else [*stops, *exits]
    if not ends:
        return _done(game, draw)
    end = draw.pick(ends)  # make an order only of what is picked: there are hundreds
    return order_of(state, March(unit, way.path(end), way.cost[end])) if isinstance(end, int) else end
