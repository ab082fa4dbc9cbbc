"""When to place a drop zone that is noted in secret."""

from collections.abc import Sequence

from westwall_tui.engine.orders import Note
from westwall_tui.ui.terminal.choice import ChoiceDialog
from westwall_tui.ui.terminal.dialog import Desk


class NoteDialog(ChoiceDialog):
    """Which Game-Turn to place a noted drop zone on."""

    hints = (("confirm", "note it"), ("back", "back to the map"))

    def __init__(self, desk: Desk, orders: Sequence[Note]) -> None:
        """The orders differ in their Game-Turn."""
        scenario = desk.game.scenario
        dates = {order.turn: scenario.date(order.turn) for order in orders}
        super().__init__(
            desk, [f"place it on Game-Turn {turn}" + (f", {date}" if date else "") for turn, date in dates.items()]
        )
        self.title = f"Drop zone of {orders[0].division} at {orders[0].hex}"
        self.orders = orders

    def chosen(self, at: int) -> None:
        self.desk.apply(self.orders[at])
