"""The game is over: the map stays to be looked at."""

from collections.abc import Sequence

from westwall_tui.ui.modes.base import Mode, register


@register
class OverMode(Mode):
    """Enter shows how it ended."""

    kinds = ("over",)

    def prompt(self) -> str:
        return f"{self.game.prompt.text}. Enter shows the account"

    def confirm(self, h: int) -> None:
        self.desk.show_page("account")

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "the account"),)
