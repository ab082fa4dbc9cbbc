"""Where on the map an order did something."""

from collections.abc import Sequence

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Attack, Order


def place_of(game: Game, order: Order, events: Sequence[Event]) -> int:
    """The hex to look at: the enemy's who is attacked, else the last that the events name; `NOWHERE` if none."""
    state = game.state
    if isinstance(order, Attack):
        hexes = [state.location[game.scenario.by_id[unit.lower()]] for unit in order.defenders]
        if hexes and hexes[0] >= 0:
            return hexes[0]
    for event in reversed(events):
        path = getattr(event, "path", ())
        number = path[-1] if path else getattr(event, "hex", "")
        if number:
            return game.scenario.board.hex(number)
    return NOWHERE
