"""Setting up and noting drop zones: the scenario's suggestion, or what self-play has found better (kept as data)."""

from westwall_tui.ai import chance
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, IllegalOrder, Note
from westwall_tui.files.weights import Opening, known_of

DROP_ZONES = {"101": "1007", "82": "2323", "1": "3919"}
"""Where the divisions come down, as in history; the nearest hex that the rules allow is taken."""


def opening(game: Game, seed: int) -> Opening:
    """The orders that self-play has found good for the side that decides; empty if none are kept.

    Of several the player's seed draws one: a drop zone that is always the same is no secret.
    """
    kept = _kept(game)
    return chance.draw(seed, game.side).pick(kept) if kept else ()


def _kept(game: Game) -> tuple[Opening, ...]:
    """All that are kept for the side that decides."""
    side = game.scenario.sides[game.side].name
    return known_of(game.scenario.rules).openings.get((game.scenario.key, side), ())


def why(game: Game) -> str:
    """Where its set-up comes from, in words."""
    kept = _kept(game)
    if len(kept) > 1:
        return f"one of {len(kept)} openings known to be no worse than others, drawn so that nobody can guess it"
    if kept:
        return "self-play has found it good"
    if game.prompt.kind == "notes":
        return "it is as near as it may be to where the division came down in 1944"
    return "the scenario suggests it"


def deployments(game: Game, seed: int) -> list[Deploy]:
    """What is still to be set up, unit by unit, in its place."""
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
    """The notes for the first division that has none, the best first: what it takes, then what other openings do."""
    left = queries.notes_left(game, game.side)
    if not left:
        return []
    board, division = game.scenario.board, left[0]
    kept = [order for orders in (opening(game, seed), *_kept(game)) for order in orders]
    wanted = [order.hex for order in kept if isinstance(order, Note) and order.division == division]
    wanted += [DROP_ZONES[division]] if division in DROP_ZONES else []
    found = [order for order in game.legal() if isinstance(order, Note) and order.division == division]
    if not found or not wanted:
        return found[:1]

    def nearest(number: str) -> Note:
        goal = board.hex(number)
        return min(found, key=lambda order: (board.grid.distance(goal, board.hex(order.hex)), order.hex))

    return list(dict.fromkeys(map(nearest, wanted)))
