"""Setting up and noting drop zones: the scenario's suggestion, or what self-play has found better (kept as data)."""

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, IllegalOrder, Note

DROP_ZONES = {"101": "1007", "82": "2323", "1": "3919"}
"""Where the divisions come down, as in history; the nearest hex that the rules allow is taken."""


def deployments(game: Game, side: int) -> list[Deploy]:
    """What is still to be set up, unit by unit, in its place."""
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


def notes(game: Game) -> list[Note]:
    """The notes for the first division that has none, the best first."""
    left = queries.notes_left(game, game.side)
    if not left:
        return []
    board = game.scenario.board
    wanted = DROP_ZONES.get(left[0])
    found = [order for order in game.legal() if isinstance(order, Note) and order.division == left[0]]
    if wanted is None:
        return found[:1]
    goal = board.hex(wanted)
    found.sort(key=lambda order: (board.grid.distance(goal, board.hex(order.hex)), order.hex))
    return found[:8]
