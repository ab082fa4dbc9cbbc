"""What passes between players at different terminals: a line, or a question whether you agree."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.terminal.rows import Row, row

LONGEST = 200
"""Characters of a line."""


class ChatDialog(Dialog):
    """Type a line; Enter says it. What was open before opens again."""

    title = "Say"
    wide = True
    typing = True
    unseen = False

    def __init__(self, screen: GameScreen, say: Callable[[str], None], behind: Dialog | None = None) -> None:
        super().__init__(screen)
        self._say, self._behind = say, behind
        self._text = ""

    def rows(self, width: int) -> Sequence[Row]:
        shown = f"{self._text}_"
        return [row(shown[-width:], "bold")]

    def act(self, action: str) -> bool:
        if action not in ("confirm", "back", "leave"):
            return False
        self.screen.close()
        if self._behind is not None:
            self.screen.open(self._behind)
        if action == "confirm" and self._text.strip():
            self._say(self._text.strip())
        return True

    def typed(self, character: str) -> None:
        self._text = self._text[:-1] if not character else (self._text + character)[:LONGEST]
        self.screen.refresh_dialog()

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "send it"), ("back", "never mind"))


# -- the other player asks whether you agree that he takes an order back, or the host whether a die is dropped


class AskedDialog(Confirm):
    """y agrees, n and Escape do not: he hears of either."""

    def __init__(
        self, screen: GameScreen, asks: str, answer: Callable[[bool], None], behind: Dialog | None = None
    ) -> None:
        """`behind`: the box that was open, and opens again after a no; after a yes it may be about nothing."""
        super().__init__(screen, "Do you agree?", [], lambda: answer(True), does="agree", stays="do not agree")
        self._asks, self._answer, self._behind = asks, answer, behind

    def rows(self, width: int) -> Sequence[Row]:
        """What is asked, in lines, and the keys that answer it."""
        return [*(row(line) for line in wrap(self._asks, width)), *super().rows(width)]

    def act(self, action: str) -> bool:
        if action not in ("no", "back", "leave"):
            return super().act(action)
        self.screen.close()
        if self._behind is not None:
            self.screen.open(self._behind)
        self._answer(False)
        return True
