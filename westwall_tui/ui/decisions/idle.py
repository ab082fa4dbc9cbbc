"""Modes without a decision: another player decides, a question waits for an answer, or the game is over."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.files.sessions.base import Session
from westwall_tui.ui.decisions.mode import ForwardMode, Mode
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.waiting import player_in_words, who_decides, why_waiting


class AwayMode(ForwardMode):
    """The mode while a player at another terminal decides."""

    about = "away"

    def __init__(self, screen: GameScreen, session: Session) -> None:
        """Take the `session`, which tells who plays, because players may join while this one waits."""
        super().__init__(screen)
        self._session = session

    def prompt(self) -> str:
        told = who_decides(self._session)
        return told if told == why_waiting(self._session) else f"{told} ..."

    def go_on(self) -> None:
        """Say who decides, or why no player does. In a match by mail, show the other game."""
        if self._session.may_bid:
            self.screen.show_page("bid")
            return
        if self._goes_on:
            self.screen.show_page("next_game")
            return
        now = f"{player_in_words(self._session)} decides now. {self.screen.key('look')}: look around"
        self.screen.say(why_waiting(self._session) or now)

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
            return (*goes_on, ("look", "look around"), ("plan", "plan"), *self._own)
        return (("look", "look around"), ("plan", "plan"), ("say", "say"), *self._own, ("players", "who plays"))

    @property
    def _own(self) -> Sequence[tuple[str, str]]:
        """The key of the player's sandboxes; a spectator has none."""
        plays = self._session.owner >= 0 or any(seat.is_person for seat in self._session.seats)
        return (("sandboxes", "sandboxes"),) if plays else ()


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
