"""Leaving the map with the unit in hand (5.0): by which edge, and from which hex."""

from westwall_tui.engine import queries
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Exit
from westwall_tui.ui.modes.hand import Hand
from westwall_tui.ui.terminal.dialog import Desk


def leave_map(desk: Desk, hand: Hand) -> None:
    """Ask how to leave: from the cursor's hex if it is on the edge and in reach, else by the cheapest route."""
    game, h = desk.game, desk.cursor
    state, board = game.state, game.scenario.board
    if hand.reach is None or hand.enters:
        key = desk.key
        pick = f"{key('next')}, or {key('confirm')} on it"
        desk.say(f"Pick the unit that leaves the map first: {pick}. {key('end')} ends the phase")
        return
    unit_id, ways_out = state.units[hand.unit].id, queries.ways_out(game, hand.unit)
    edges = [edge for edge in EDGES if h in board.edge(edge)]
    if edges and h in hand.reach:
        orders = [Exit(unit_id, state.numbers(hand.way_to(h)[1:]), edge) for edge in edges]
    else:
        orders = [Exit(unit_id, (), edge) for edge in ways_out or EDGES]
    here = state.location[hand.unit]
    orders.sort(key=lambda order: min(board.grid.distance(here, at) for at in board.edge(order.edge)))  # nearest first
    refusals = {order.edge: game.explain(order) for order in orders}
    good = [order for order in orders if refusals[order.edge] is None]
    if good:
        from westwall_tui.ui.dialogs.exit import ExitDialog

        desk.open(ExitDialog(desk, good))
    elif refusal := next((r for r in refusals.values() if r is not None), None):
        desk.refuse(refusal, "put the cursor on an edge hex within reach" if ways_out else "")
