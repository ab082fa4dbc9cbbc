"""Set-ups that differ from game to game: the suggested one, with some units in other hexes that look as good.

The seed decides which units and hexes. A hex looks as good if the whole set-up, the others as suggested, is worth about
as much by the computer's own account of places, dangers and goals. An opening that self-play has found stays as it is.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.ai import goals
from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, IllegalOrder

ONE_IN = 3
"""One unit of so many is moved."""
AS_GOOD = 0.15
"""Points that another hex may cost."""


def varied(game: Game, orders: Sequence[Deploy], weights: Mapping[str, float], seed: int) -> Deploy:
    """The first of the orders that finish a set-up, or another hex for its unit that is about as good."""
    first, *rest = orders
    unit = game.scenario.by_id[first.unit.lower()]
    draw = Draw.of(seed, game.side, unit)
    if draw.below(ONE_IN):
        return first
    whole = game.fork(seed=0, viewer=game.side)
    try:
        for order in orders:
            whole.apply(order)
    except IllegalOrder:  # the suggestion needs another order of units
        return first
    board, state = game.scenario.board, game.state
    here, taken = board.hex(first.hex), {board.hex(order.hex) for order in rest}
    view = View(whole, goals.of(whole, game.side, weights))
    view.battle = False
    view.recount()
    found, least = [first], view.parts.total - AS_GOOD
    for h in sorted(queries.setup_hexes(game, unit) & set(board.grid.neighbours[here])):
        other = Deploy(first.unit, state.number(h))
        if h not in taken and game.explain(other) is None:
            saved = view.change([(unit, h)])
            if view.parts.total >= least:
                found.append(other)
            view.restore(saved)
    return draw.pick(found)
