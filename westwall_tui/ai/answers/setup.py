"""Set-ups and drop zones: openings from self-play or the scenario's suggestion, varied from game to game.

If there are several openings, the seed chooses one; an opening without orders stands for the suggestion. In a suggested
set-up, the seed also chooses which units are set up elsewhere, and where. Another hex is good enough if it leaves the
worth of the whole set-up about the same, with the other units as suggested. An opening from self-play stays unchanged.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.ai import goals
from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, IllegalOrder, Note
from westwall_tui.engine.words import in_words
from westwall_tui.files.computer.weights import Opening, known_of

ONE_IN = 3
"""One unit in this many may be set up in another hex."""
AS_GOOD = 0.15
"""Maximum cost in points of another hex."""


def deployment(game: Game, weights: Mapping[str, float], seed: int, unit: str = "") -> tuple[Deploy | None, str]:
    """Return the set-up order for a unit, or for the next unit, and the reason; no order if all units are set up.

    If `unit` has already been set up, the order is for the next unit.
    """
    orders, why = _deployments(game, seed), origin(game)
    own = next((order for order in orders if order.unit.lower() == unit.lower()), None)
    if own is not None and game.explain(own) is None:
        orders = [own, *(order for order in orders if order is not own)]
    if not orders:
        return None, why
    if _opening(game, seed):
        return orders[0], why
    order = _varied(game, orders, weights, seed)
    if order != orders[0]:
        why = f"This hex looks as good as {orders[0].hex}, which the scenario suggests."
    return order, why


def to_note(game: Game, about: str = "") -> str:
    """Return the division `about`, or else the first division without a drop zone; empty if there is none."""
    return about if about in queries.notes(game, game.side) else next(iter(queries.notes_left(game, game.side)), "")


def notes(game: Game, seed: int, division: str) -> list[Note]:
    """Return notes for a division, the best first: those of its opening, then those of other openings."""
    if not division:
        return []
    board, state = game.scenario.board, game.state
    wanted = _drop_hexes(
        game, division, [_opening(game, seed), *_openings(game)] if _openings(game) else _openings_elsewhere(game)
    )
    found = [order for order in game.legal() if isinstance(order, Note) and order.division == division]
    if not found:  # the division already has a drop zone, and may get another
        found = [note for h in board.playable if game.explain(note := Note(division, state.number(h))) is None]
    if not found or not wanted:
        return found[:1]

    def nearest(number: str) -> Note:
        goal = board.hex(number)
        return min(found, key=lambda order: (board.grid.distance(goal, board.hex(order.hex)), order.hex))

    return list(dict.fromkeys(map(nearest, wanted)))


def origin(game: Game, division: str = "") -> str:
    """Return a sentence on where the computer's set-up, or its note for a `division`, comes from."""
    kept = _openings(game)
    if len(kept) > 1:
        return f"It belongs to one of {in_words(len(kept))} equally good openings, picked at random."
    if kept:
        return "This opening did well in games that the computer played against itself."
    if game.prompt.kind == "notes":
        if _drop_hexes(game, division, _openings_elsewhere(game)):
            return "It is as close as the rules allow to a good drop zone from another scenario."
        return "It is legal, and no hex is known to be better."
    return "The scenario suggests it."


def _deployments(game: Game, seed: int) -> list[Deploy]:
    """Return the orders that finish the set-up, unit by unit."""
    left = {game.state.units[unit].id for unit in queries.to_set_up(game)}
    kept = [order for order in _opening(game, seed) if isinstance(order, Deploy) and order.unit in left]
    kept = [order for order in kept if game.explain(order) is None]
    if kept:
        return kept
    try:
        return queries.suggested_setup(game)
    except IllegalOrder:
        taken: set[int] = set()
        found = []
        for unit in queries.to_set_up(game):
            free = sorted(queries.setup_hexes(game, unit) - taken)
            if free:
                taken.add(free[len(free) // 2])
                found.append(Deploy(game.state.units[unit].id, game.state.number(free[len(free) // 2])))
        return found


def _varied(game: Game, orders: Sequence[Deploy], weights: Mapping[str, float], seed: int) -> Deploy:
    """Return the first of the orders that finish a set-up, or an order to an adjacent hex that is about as good."""
    first, *rest = orders
    unit = game.scenario.by_id[first.unit.lower()]
    draw = Draw.of(seed, game.side, unit)
    if draw.below(ONE_IN):
        return first
    whole = game.fork(seed=0, viewer=game.side)
    try:
        for order in orders:
            whole.apply(order)
    except IllegalOrder:  # the suggestion relies on another order of units
        return first
    board, state = game.scenario.board, game.state
    here, taken = board.hex(first.hex), {board.hex(order.hex) for order in rest}
    view = View(whole, goals.of(whole, game.side, weights))
    view.battle = False
    view.recount()
    found, least = [first], view.parts.total - AS_GOOD
    for h in sorted(queries.setup_hexes(game, unit) & set(board.grid.neighbors[here])):
        other = Deploy(first.unit, state.number(h))
        if h not in taken and game.explain(other) is None:
            saved = view.change([(unit, h)])
            if view.parts.total >= least:
                found.append(other)
            view.restore(saved)
    return draw.pick(found)


def _opening(game: Game, seed: int) -> Opening:
    """Return the opening that the player's seed chooses for the side to decide; empty for the scenario's suggestion.

    The choice varies because a drop zone that is always the same would not be a secret.
    """
    kept = _openings(game)
    return Draw.of(seed, game.side).pick(kept) if kept else ()


def _openings(game: Game) -> tuple[Opening, ...]:
    return known_of(game.scenario.rules).openings.get((game.scenario.key, _side_name(game)), ())


def _drop_hexes(game: Game, division: str, openings: Sequence[Opening]) -> list[str]:
    """Return the drop zones that some openings give a division, as far as they are on this board."""
    kept = [order for orders in openings for order in orders if isinstance(order, Note) and order.division == division]
    return [order.hex for order in kept if order.hex in game.scenario.board.by_number]


def _openings_elsewhere(game: Game) -> list[Opening]:
    """Return all openings of the side in any scenario of the battle."""
    known = known_of(game.scenario.rules).openings
    return [orders for (_, side), openings in known.items() if side == _side_name(game) for orders in openings]


def _side_name(game: Game) -> str:
    return game.scenario.sides[game.side].name
