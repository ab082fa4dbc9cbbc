"""Set-ups and drop zones: the scenario's suggestion, or what self-play has found better, which is kept as data."""

from collections.abc import Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, IllegalOrder, Note
from westwall_tui.files.weights import Opening, known_of


def opening(game: Game, seed: int) -> Opening:
    """The orders that self-play has found good for the side that decides; empty if none are kept.

    Of several the player's seed draws one: a drop zone that is always the same is no secret.
    """
    kept = _openings(game)
    return Draw.of(seed, game.side).pick(kept) if kept else ()


def why(game: Game) -> str:
    """Where its set-up comes from, in words."""
    kept = _openings(game)
    if len(kept) > 1:
        return f"one of {len(kept)} equally good openings, picked at random"
    if kept:
        return "it did well in self-play"
    if game.prompt.kind == "notes":
        left = queries.notes_left(game, game.side)
        if left and _drop_hexes(game, left[0], _openings_elsewhere(game)):
            return "it is as near as it may be to what is known to be good in another scenario of the battle"
        return "the rules allow it, and none is known to be better"
    return "the scenario suggests it"


def deployments(game: Game, seed: int) -> list[Deploy]:
    """The orders that finish the set-up, unit by unit."""
    left = {game.state.units[unit].id for unit in queries.to_set_up(game)}
    kept = [order for order in opening(game, seed) if isinstance(order, Deploy) and order.unit in left]
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


def notes(game: Game, seed: int) -> list[Note]:
    """The notes for the first division without a drop zone, the best first: its opening's, then those of others."""
    left = queries.notes_left(game, game.side)
    if not left:
        return []
    board, division = game.scenario.board, left[0]
    wanted = _drop_hexes(
        game, division, [opening(game, seed), *_openings(game)] if _openings(game) else _openings_elsewhere(game)
    )
    found = [order for order in game.legal() if isinstance(order, Note) and order.division == division]
    if not found or not wanted:
        return found[:1]

    def nearest(number: str) -> Note:
        goal = board.hex(number)
        return min(found, key=lambda order: (board.grid.distance(goal, board.hex(order.hex)), order.hex))

    return list(dict.fromkeys(map(nearest, wanted)))


def _openings(game: Game) -> tuple[Opening, ...]:
    """All openings kept for the side to decide in this scenario."""
    return known_of(game.scenario.rules).openings.get((game.scenario.key, _side_name(game)), ())


def _drop_hexes(game: Game, division: str, openings: Sequence[Opening]) -> list[str]:
    """The drop zones of a division in some openings, if they are on this board."""
    kept = [order for orders in openings for order in orders if isinstance(order, Note) and order.division == division]
    return [order.hex for order in kept if order.hex in game.scenario.board.by_number]


def _openings_elsewhere(game: Game) -> list[Opening]:
    """All openings kept for the side in any scenario of the battle."""
    known = known_of(game.scenario.rules).openings
    return [orders for (_, side), openings in known.items() if side == _side_name(game) for orders in openings]


def _side_name(game: Game) -> str:
    return game.scenario.sides[game.side].name
