"""Nothing to decide here: somebody at another terminal decides, a question was closed, or the game is over."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.files.players.seats import FREE, Seat
from westwall_tui.files.sessions.base import Session
from westwall_tui.ui.decisions.mode import ForwardMode, Mode
from westwall_tui.ui.gamescreen import GameScreen

DECIDES = {
    "notes": "chooses drop zones",
    "set-up": "sets up",
    "movement": "moves",
    "combat": "chooses attacks",
    "fpf": "decides on FPF",
    "retreat": "retreats",
    "displace": "moves a displaced unit",
    "advance": "decides on an advance",
    "demolition": "decides on a demolition",
    "bridges": "decides on a bridge",
    "front": "names the front",
    "offer": "considers an offer",
}
"""What the other player is doing, by the kind of decision."""


class AwayMode(ForwardMode):
    """Nothing can be decided here."""

    about = "away"

    def __init__(self, screen: GameScreen, session: Session) -> None:
        """`session` knows who plays now: somebody may come while we wait."""
        super().__init__(screen)
        self._session = session

    @property
    def _deciding_seat(self) -> Seat:
        return self._session.seats[self.game.side]

    @property
    def _player_in_words(self) -> str:
        """Who decides, at the beginning of a sentence: `anna (German)`, a name as its player writes it."""
        return f"{'The computer' if self._deciding_seat.level else self._deciding_seat.name} ({self.who})"

    @property
    def _why_nobody_decides(self) -> str:
        """Why nobody decides at present; empty if somebody does."""
        if self._session.waiting:
            return self._session.waiting
        if self._deciding_seat == FREE:
            table = self._session.path.name
            return f"Nobody plays {self.who} yet. To play: westwall join {table} --side {self.who}"
        return "" if self._deciding_seat.here else f"{self._player_in_words} is away. The game waits"

    def prompt(self) -> str:
        kind = self.game.prompt.kind
        if kind == "roll" and not self._session.waiting:
            return "Rolling: waiting for each player's share ..."
        if self._why_nobody_decides:
            return self._why_nobody_decides
        return f"{self._player_in_words} {DECIDES.get(kind, 'decides')} ..."

    def go_on(self) -> None:
        """Nothing can be decided here: say who decides, or why nobody does."""
        self.screen.say(
            self._why_nobody_decides or f"{self._player_in_words} decides now. {self.screen.key('look')}: look around"
        )

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """Only who decides may concede."""
        return {"concede": self.go_on}

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._session.waiting:
            return (("look", "look around"), ("plan", "plan"))
        return (("look", "look around"), ("plan", "plan"), ("say", "say"), ("players", "who plays"))


class AskAgainMode(ForwardMode):
    """A question was closed so that one can look at the map: Enter opens it again."""

    about = ""

    def __init__(self, screen: GameScreen, about: str, prompt: str, does: str, ask: Callable[[], object]) -> None:
        """`does`: what Enter does, in a word or two."""
        super().__init__(screen)
        self.about, self._prompt, self._does, self._ask = about, prompt, does, ask

    def prompt(self) -> str:
        return self._prompt

    def go_on(self) -> None:
        self._ask()

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", self._does),)


# -- the game is over


class OverMode(Mode, kind="over"):
    """Enter shows how it ended."""

    def confirm(self, h: int) -> None:
        self.screen.show_page("account")

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "final score"),)
