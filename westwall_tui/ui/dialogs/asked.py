"""The other player asks whether you agree that he takes an order back."""

from collections.abc import Callable

from westwall_tui.ui.kit.dialog import Confirm, Desk
from westwall_tui.ui.kit.rows import row


class AskedDialog(Confirm):
    """y agrees, n and Escape do not: he hears of either."""

    def __init__(self, desk: Desk, asks: str, answer: Callable[[bool], None]) -> None:
        super().__init__(desk, "Do you agree?", [row(asks)], lambda: answer(True), does="agree", stays="do not agree")
        self._answer = answer

    def act(self, action: str) -> bool:
        if action not in ("no", "back", "leave"):
            return super().act(action)
        self.desk.close()
        self._answer(False)
        return True
