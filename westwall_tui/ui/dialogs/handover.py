"""The decision passes to the other player. Space goes on, never Enter: that would decide what comes next."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.terminal.dialog import Desk, Dialog
from westwall_tui.ui.terminal.rows import Row, row


def decides_in_secret(game: Game) -> bool:
    """Whether the player who is to decide sees what his enemy must not see, or notes it now."""
    return game.side >= 0 and (game.prompt.kind == "notes" or queries.holds_secret(game, game.side))


class HandOverDialog(Dialog):
    """The decision passes to the other player."""

    width = 56

    def __init__(self, desk: Desk, then: Callable[[], None], news: str = "") -> None:
        """`news` is what has just happened."""
        super().__init__(desk)
        game, prompt = desk.game, desk.game.prompt
        self.title = f"{game.scenario.sides[prompt.side].name} to decide"
        self._text = f"{prompt.text}."
        if decides_in_secret(game):
            self._text += f" The {game.scenario.sides[1 - prompt.side].name} player looks away."
        self._news = news
        self._then = then

    def rows(self, width: int) -> Sequence[Row]:
        lines = wrap(self._news, width)[:5] + wrap(self._text, width)[:4]
        return [*(row(line) for line in lines), row(), self.hint(width, ("put", "go on"))]

    def act(self, action: str) -> bool:
        if action == "put":
            self.desk.close()
            self._then()
        elif action in ("confirm", "back"):
            self.desk.say(f"{self.desk.key('put')}: go on")
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("put", "go on"), ("leave", "quit"))
