"""The cursor follows what the other player does, the computer or a person elsewhere, unless you look around."""

from collections.abc import Sequence

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.engine.scenario import Phase
from westwall_tui.ui.computer.computer import Room
from westwall_tui.ui.computer.places import place_of


class Following:
    """Where the cursor was put last to show what the other player did."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._at = -1

    def begin(self) -> None:
        """Somebody else is to decide: follow him from where the cursor is."""
        self._at = self._room.cursor

    def follow(self, game: Game, order: Order, events: Sequence[Event]) -> None:
        """Put the cursor where an order did something."""
        room = self._room
        if room.cursor != self._at:
            return
        h = place_of(game, order, events)
        brisk = room.speed == "fast" and game.state.phase is not Phase.COMBAT
        if h >= 0 and (not brisk or room.sees(h)):  # to scroll for each move is no pleasure, and takes 6 KB
            room.move_cursor(h)
            self._at = h
