"""The game is over: you can still look around the map."""

from collections.abc import Sequence

from westwall_tui.ui.modes.base import Mode, register


@register
class OverMode(Mode):
    """Enter shows how it ended."""

    kinds = ("over",)

    def prompt(self) -> str:
        return f"{self.game.prompt.text}. {self.desk.key('confirm')}: the final score"

    def confirm(self, h: int) -> None:
        self.desk.show_page("account")

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "final score"),)
