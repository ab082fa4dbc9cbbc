"""Retreats that needlessly lose a unit, because another order would save it, and retreats that are alike (7.7, 7.8).

Units retreat one after another, and one may block the next or take the hex that it needs. The cost of a retreat is
therefore known only after all other retreats.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Displace, Order, Retreat, parse

ASKED = ("retreat", "displace")
"""The kinds of decisions that the search covers."""
MOST_TRIED = 400
"""Usual maximum number of orders tried for the order that is judged, and for the alternatives."""


def needless_loss(game: Game, order: Order, most: int = MOST_TRIED) -> tuple[int, ...]:
    """Return the units that a legal order loses, now or later, although another order loses fewer.

    Return nothing if the order loses no unit, if every other order loses as many, or if the search would need more than
    `most` orders.
    """
    side = game.side
    if game.prompt.kind not in ASKED:
        return ()
    here = game.fork(viewer=side)
    gone = frozenset(here.state.eliminated(side))
    then = here.copy()
    then.apply(order)
    after = _Losses(side, gone, most)
    after.look(then)
    if not after.fewest or not after.left:
        return ()
    before = _Losses(side, gone, most, enough=len(after.fewest) - 1)
    before.look(here)
    saves = before.fewest is not None and len(before.fewest) < len(after.fewest)
    return after.fewest if saves else ()


class _Losses:
    """The search for the retreats that lose the fewest units.

    It ends when the other side decides, or when no unit has to retreat any more.
    """

    def __init__(self, side: int, gone: Collection[int], most: int, enough: int = 0) -> None:
        """Begin a search of at most `most` orders.

        The units in `gone` are already lost; the search ends once at most `enough` losses are found.
        """
        self.side, self.gone, self.enough = side, gone, enough
        self.left = most
        """Number of orders that may still be tried."""
        self.fewest: tuple[int, ...] | None = None
        """The units that are lost by the best retreats found."""

    def look(self, game: Game) -> None:
        """Try all orders that may follow in a position."""
        lost = tuple([unit for unit in game.state.eliminated(self.side) if unit not in self.gone])
        if self.fewest is not None and len(lost) >= len(self.fewest):
            return
        if game.side != self.side or game.prompt.kind not in ASKED:
            self.fewest = lost
            return
        for order in game.legal():
            if not self.left or (self.fewest is not None and len(self.fewest) <= self.enough):
                return
            self.left -= 1
            then = game.copy()
            then.apply(order)
            self.look(then)


def alike(game: Game, order: Retreat | Displace) -> list[Order]:
    """Return a legal order for a retreat or a displacement, and then the same for all units of its side that are alike.

    Two units are alike if they can go in the same directions, and if that needlessly loses no unit; a displaced unit
    goes in the last of these directions. The first unit that isn't alike ends the orders.
    """
    board, side, ahead = game.scenario.board, game.side, game.fork(viewer=game.side)
    start = game.state.location[game.scenario.unit(order.unit)]
    ahead.apply(order)
    whole = parse(ahead.log[0])  # a retreat may have been given by its last hex alone
    hexes = whole.hexes if isinstance(whole, Retreat) else (order.hex,) if isinstance(order, Displace) else ()
    path = [start, *(h for h in map(board.hex, hexes) if h != start)]
    directions = [board.grid.direction(a, b) for a, b in pairwise(path)]
    found: list[Order] = [order]
    while ahead.side == side and ahead.prompt.kind in ASKED and (same := _same_way(ahead, directions)) is not None:
        found.append(same)
        ahead.apply(same)
    return found


def _same_way(game: Game, directions: Sequence[int]) -> Order | None:
    """Return an order that moves one of the units that must go now in these directions; None if none can."""
    state, around = game.state, game.scenario.board.grid.neighbors
    for unit in game.prompt.units:
        path = [state.location[unit]]
        for direction in directions if game.prompt.kind == "retreat" else directions[-1:]:
            path.append(around[path[-1]][direction] if path[-1] != NOWHERE else NOWHERE)
        name, numbers = state.units[unit].id, state.numbers(tuple(path[1:] or path)) if path[-1] != NOWHERE else ()
        if not numbers:
            continue
        order = Retreat(name, numbers) if game.prompt.kind == "retreat" else Displace(name, numbers[0])
        if game.explain(order) is None and not needless_loss(game, order):
            return order
    return None
