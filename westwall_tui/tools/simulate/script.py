"""Simple players, against which others are measured.

The script moves to the objectives, attacks at the best odds and gives as much fire as it can. The runner moves there
too, but attacks only if it must. The sitter moves a unit only if a rule requires it.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from westwall_tui.ai.answers.setup import deployment
from westwall_tui.engine import planning, queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Done, Enter, Exit, IllegalOrder, Land, Move, Order, Stand


def _set_up(game: Game) -> Order:
    """Return the scenario's suggestion for the next unit; without a suggestion, the computer's choice."""
    try:
        return next(iter(queries.suggested_setup(game)), Done())
    except IllegalOrder:
        return deployment(game, {}, 0)[0] or Done()


def script(game: Game, draw: Draw, *, moves: bool = True, attacks: bool = True) -> Order:
    """Return the script's order. Without `moves` or `attacks`, it moves or attacks only if a rule requires that."""
    kind = game.prompt.kind
    idle = (kind == "movement" and not moves) or (kind == "combat" and not attacks)
    if idle and game.explain(Done()) is None:
        return Done()
    if kind == "set-up":
        return _set_up(game)
    if kind == "movement":
        order = _move_to_the_objective(game)
        return order if game.explain(order) is None else game.random_order(draw)
    if kind == "combat":
        order = _best_attack(game)
        return order if game.explain(order) is None else game.random_order(draw)
    orders = list(game.legal())
    if kind == "front":
        return orders[0]
    if kind == "fpf":
        return orders[-1]
    if kind == "advance":
        return orders[0] if game.side == 0 or Stand() not in orders else Stand()
    if kind in ABOUT_PLACES:
        return min(orders, key=Destinations(game).distance)
    return queries.default_order(game)


def runner(game: Game, draw: Draw) -> Order:
    """Return the order of a player that only moves to the objectives."""
    return script(game, draw, attacks=False)


def sitter(game: Game, draw: Draw) -> Order:
    """Return the order of a player that stays in place."""
    return script(game, draw, moves=False, attacks=False)


SCRIPTS: Mapping[str, Callable[[Game, Draw], Order]] = {"script": script, "runner": runner, "sitter": sitter}
"""The players of this module by name."""


ABOUT_PLACES = frozenset({"notes", "halted", "retreat", "displace", "bridges"})
"""Decisions about hexes or places in which the script selects the one nearest to its goals."""


class Destinations:
    """The present destinations of the units of the side to decide."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.objectives = _objectives(game)
        self.exits = {counted.unit: counted.exits for counted in queries.counted(game) if counted.exits}
        """The edges by which each unit may exit, for the units that should."""

    def of(self, unit: int) -> Sequence[int]:
        """Return the hexes that a unit should head for; any of them will do."""
        board = self.game.scenario.board
        return [h for edge in self.exits.get(unit, ()) for h in board.edge(edge)] or self.objectives

    def distance(self, order: Order) -> int:
        """Return the distance from the end of an order to its unit's nearest destination."""
        scenario, unit = self.game.scenario, getattr(order, "unit", "")
        hexes = self.of(scenario.by_id[unit.lower()]) if unit else self.objectives
        last = getattr(order, "hexes", ()) or (getattr(order, "hex", ""),)
        return self.hexes_away(scenario.board.hex(last[-1]), hexes) if last[-1] else 0

    def hexes_away(self, h: int, destinations: Sequence[int]) -> int:
        """Return the distance from a hex to the nearest destination."""
        return min(self.game.scenario.board.grid.distance(h, goal) for goal in destinations)


def _objectives(game: Game) -> Sequence[int]:
    """Return the hexes that the side to decide could take; else those to hold; else the middle of the map."""
    side, found = game.side, queries.objectives(game)
    wanted = [each for each in found if each.side != side and (each.points[side] or each.side == 1 - side)]
    board = game.scenario.board
    middle = board.playable[len(board.playable) // 2]
    return [h for each in wanted or found for h in each.hexes] or [middle]


def _move_to_the_objective(game: Game) -> Order:
    state, destinations = game.state, Destinations(game)
    for unit in queries.movers(game):
        name, h = state.units[unit].id, state.location[unit]
        leaving = (Exit(name, (), edge) for edge in destinations.exits.get(unit, ())) if h >= 0 else ()
        off = next((order for order in leaving if game.explain(order) is None), None)
        if off is not None:
            return off
        reach = queries.reach(game, unit)
        orders: list[Order] = [
            Enter(name, state.numbers(path)) if h < 0 else Move(name, state.numbers(path[1:]))
            for path in map(reach.path, reach.left)
        ]
        orders += [Land(name, state.number(to)) for to in sorted(reach.landings)]
        best = min(orders, key=destinations.distance, default=None)
        if best is None:
            continue
        here = destinations.hexes_away(h, destinations.of(unit)) if h >= 0 else len(game.scenario.board.grid)
        if destinations.distance(best) < here:
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
