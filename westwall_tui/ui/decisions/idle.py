"""Modes without a decision: another player decides, a question waits for an answer, or the game is over."""

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
    "fpf": "decides on Final Protective Fire",
    "retreat": "retreats",
    "displace": "moves a displaced unit",
    "advance": "decides on an advance",
    "demolition": "decides on a demolition",
    "bridges": "decides on a bridge",
    "front": "names the front",
    "offer": "considers an offer",
}
"""The activity of the deciding player, by the kind of decision."""


class AwayMode(ForwardMode):
    """The mode while a player at another terminal decides."""

    about = "away"

    def __init__(self, screen: GameScreen, session: Session) -> None:
        """Take the `session`, which tells who plays, because players may join while this one waits."""
        super().__init__(screen)
        self._session = session

    @property
    def _deciding_seat(self) -> Seat:
        return self._session.seats[self.game.side]

    @property
    def _player_in_words(self) -> str:
        """The deciding player as the beginning of a sentence, such as `anna (German)`."""
        return f"{'The computer' if self._deciding_seat.level else self._deciding_seat.name} ({self.who})"

    @property
    def _why_waiting(self) -> str:
        """The reason why no player decides now; empty if one does."""
        if self._session.waiting:
            return self._session.waiting
        if self._deciding_seat == FREE:
            table = self._session.path.name
            side = self.game.scenario.sides[self.game.side]
            return f"Nobody plays {side.people} yet. To play them, type: westwall join {table} --side {side.name}"
        return "" if self._deciding_seat.here else f"{self._player_in_words} is away. The game is waiting"

    def prompt(self) -> str:
        kind = self.game.prompt.kind
        if kind == "roll" and not self._session.waiting:
            return "Rolling: waiting for each player's share ..."
        if self._why_waiting:
            return self._why_waiting
        return f"{self._player_in_words} {DECIDES.get(kind, 'decides')} ..."

    def go_on(self) -> None:
        """Say who decides, or why no player does. In a match by mail, show the other game."""
        if self._session.may_bid:
            self.screen.show_page("bid")
            return
        if self._goes_on:
            self.screen.show_page("next_game")
            return
        self.screen.say(
            self._why_waiting or f"{self._player_in_words} decides now. {self.screen.key('look')}: look around"
        )

    @property
    def _goes_on(self) -> bool:
        """True if Enter shows the other game of a match, while this one waits for a letter."""
        return bool(self._session.waiting) and self._session.next_game is not None

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """Return an action that refuses to concede, because only the deciding player may do that."""
        return {"concede": self.go_on}

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._session.waiting:
            goes_on = (("confirm", "other game"),) if self._goes_on else ()
            goes_on = (("confirm", "bid"),) if self._session.may_bid else goes_on
            return (*goes_on, ("look", "look around"), ("plan", "plan"))
        return (("look", "look around"), ("plan", "plan"), ("say", "say"), ("players", "who plays"))


class AskAgainMode(ForwardMode):
    """The mode while the player looks at the map before answering a question: Enter opens the question again."""

    about = ""

    def __init__(self, screen: GameScreen, about: str, prompt: str, does: str, ask: Callable[[], object]) -> None:
        """Take one or two words (`does`) that label Enter."""
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
    """The mode after the end of the game: Enter shows the final score."""

    def confirm(self, h: int) -> None:
        self.screen.show_page("account")

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "final score"),)
