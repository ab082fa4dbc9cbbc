"""Which edge a unit leaves the map by."""

from collections.abc import Sequence

from westwall_tui.engine.orders import Exit
from westwall_tui.ui.kit.choice import ChoiceDialog
from westwall_tui.ui.kit.dialog import Desk


class ExitDialog(ChoiceDialog):
    """Which edge to leave the map by."""

    title = "Leave the map"
    hints = (("confirm", "leave the map"), ("back", "stay"))

    def __init__(self, desk: Desk, orders: Sequence[Exit]) -> None:
        super().__init__(desk, [f"{order.unit} by the {order.edge} edge" for order in orders])
        self.orders = orders

    def chosen(self, at: int) -> None:
        self.desk.apply(self.orders[at])
