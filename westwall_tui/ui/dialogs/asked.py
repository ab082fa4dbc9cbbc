"""The other player asks whether you agree that he takes an order back, or the host whether a die is dropped."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.ui.terminal.dialog import Confirm, Desk, Dialog
from westwall_tui.ui.terminal.rows import Row, row


class AskedDialog(Confirm):
    """y agrees, n and Escape do not: he hears of either."""

    def __init__(self, desk: Desk, asks: str, answer: Callable[[bool], None], behind: Dialog | None = None) -> None:
        """`behind`: the box that was open, and opens again after a no; after a yes it may be about nothing."""
        super().__init__(desk, "Do you agree?", [], lambda: answer(True), does="agree", stays="do not agree")
        self._asks, self._answer, self._behind = asks, answer, behind

    def rows(self, width: int) -> Sequence[Row]:
        """What is asked, in lines, and the keys that answer it."""
        return [*(row(line) for line in wrap(self._asks, width)), *super().rows(width)]

    def act(self, action: str) -> bool:
        if action not in ("no", "back", "leave"):
            return super().act(action)
        self.desk.close()
        if self._behind is not None:
            self.desk.open(self._behind)
        self._answer(False)
        return True
