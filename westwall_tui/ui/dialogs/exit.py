"""Which edge a unit leaves the map by."""

from collections.abc import Sequence

from westwall_tui.engine.orders import Exit
from westwall_tui.ui.terminal.choice import ChoiceDialog
from westwall_tui.ui.terminal.dialog import Desk


class ExitDialog(ChoiceDialog):
    """Which edge to leave the map by: y leaves, for few units come back, and Enter decides nothing."""

    title = "Leave the map"
    about = "exit"
    hints = (("yes", "leave the map"), ("up down", "edge"), ("back", "stay"))

    def __init__(self, desk: Desk, orders: Sequence[Exit]) -> None:
        super().__init__(desk, [f"{order.unit} by the {order.edge} edge" for order in orders])
        self.orders = orders

    def act(self, action: str) -> bool:
        if action in ("confirm", "put"):
            self.desk.say(f"{self.desk.key('yes')}: {self.lines[self.at]}. {self.desk.key('back')}: stay")
            return True
        if action == "no":
            self.desk.close()
            return True
        return super().act("confirm" if action == "yes" else action)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("yes", "leave the map"), ("back", "stay"))

    def chosen(self, at: int) -> None:
        self.desk.apply(self.orders[at])
