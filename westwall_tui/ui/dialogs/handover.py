"""The decision passes to the other player."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.ui.kit.dialog import Desk, Dialog
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.texts.combat import in_words


class HandOverDialog(Dialog):
    """The decision passes to the other player."""

    width = 56

    def __init__(self, desk: Desk, then: Callable[[], None], news: str = "") -> None:
        """`news` is what has just happened."""
        super().__init__(desk)
        prompt = desk.game.prompt
        self.title = f"{desk.game.scenario.sides[prompt.side].name} to decide"
        self._text = f"{prompt.text}."
        combat = desk.game.state.combat
        self._die = f"Die {combat.die}: {combat.result}, {in_words(combat.result)}." if combat and combat.die else ""
        self._news = "" if combat else news
        self._then = then

    def rows(self, width: int) -> Sequence[Row]:
        lines = wrap(self._news, width)[:3] + wrap(self._die, width) + wrap(self._text, width)[:4]
        return [*(row(line) for line in lines), row(), self.hint(width, ("confirm", "continue"))]

    def act(self, action: str) -> bool:
        if action in ("confirm", "put", "yes", "back"):
            self.desk.close()
            self._then()
            return True
        return False

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "continue"), ("leave", "leave"))
