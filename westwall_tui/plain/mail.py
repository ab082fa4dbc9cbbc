"""A game by mail in plain lines: what the letter brought, the turn up to the next letter, and that letter."""

from collections.abc import Mapping

from westwall_tui.engine.orders import OrderSyntaxError
from westwall_tui.files.players.settings import Settings
from westwall_tui.mail.checking import LetterStep
from westwall_tui.mail.letters import WrittenLetter
from westwall_tui.mail.session import MailSession
from westwall_tui.mail.told import entries_after
from westwall_tui.plain.console import Console
from westwall_tui.plain.entries import tell
from westwall_tui.plain.table import COMMANDS, PlainGame
from westwall_tui.words.telling import Names


class PlainMail(PlainGame):
    """A game by mail at this terminal, up to its next letter."""

    def __init__(self, session: MailSession, console: Console, settings: Settings) -> None:
        super().__init__(session, console, settings)
        self.mail = session
        self._commands = {**self._commands, "standing": self._set_standing_orders, "letter": self._letter}

    @property
    def _commands_told(self) -> Mapping[str, str]:
        return {**COMMANDS, **OF_LETTERS}

    @property
    def goes_on(self) -> bool:
        """True until the letter is written."""
        return self.mail.step in (LetterStep.WRITER, LetterStep.DEPUTY)

    def begin(self) -> None:
        """Name the game and its players, and tell what has happened since it was here."""
        game, mail = self.game, self.mail
        self.say(f"{game.scenario.name}, by mail", *mail.notes)
        for side, info in enumerate(game.scenario.sides):
            self.say(f"{info.name}: {'you' if side == mail.mine else mail.other}")
        if mail.since >= 0:
            with self._advice("The letter"):
                self._tell_letter()
        elif game.state.turn:
            self.say(f"Game-Turn {game.state.turn} of {game.scenario.last_turn}")
        if orders := mail.mailed.standing[1 - mail.mine]:
            self.say(f"Standing orders of {mail.other}: {orders}")
        if self.goes_on:
            self.say("help tells what you can type; briefing, what the battle is about")
        self._tell_trouble()
        self._tell_heard()

    def _tell_letter(self) -> None:
        """Tell what has happened since the game was here."""
        names = Names(self.game.scenario)
        since = "since you had the game" if self.mail.since else "so far"
        self.say(f"{self.mail.other}'s letter: what has happened {since}")
        entries = entries_after(self.game, self.mail.since)
        for entry in entries:
            told = tell(entry, names)
            self.console.say(*told.lines, *told.headings)
        if not entries:
            self.say("Nothing has happened")

    def end(self) -> None:
        """Say how it ended, or that the letter is written and how it reads."""
        if self.game.outcome is not None:
            super().end()
        if self.mail.written is not None:
            self._read_letter(self.mail.written)  # where it is was said when it was written
        else:
            self.say(self.mail.waiting)

    def farewell(self, why: str) -> None:
        if self.session.trouble:
            self.say(f"{why}{self.session.trouble}")
        else:
            self.say(f"{why}{self.way_back}")

    @property
    def way_back(self) -> str:
        return f"The game is saved. To continue: westwall mail {self.session.path.name} --plain"

    def _hand_over(self, before: int, side: int, *, passes: bool) -> None:
        """Nobody else comes to this keyboard."""

    def _tell_heard(self) -> None:
        self.say(*(heard.text for heard in self.session.hear()))

    # -- commands

    def _set_standing_orders(self, rest: str) -> None:
        """Tell the standing orders, or give them."""
        mailed = self.mail.mailed
        if rest:
            self.mail.give_standing_orders(rest)
            self._tell_trouble()
            self.say("That goes with your next letter")
            return
        for side, orders in enumerate(mailed.standing):
            self.say(f"Standing orders of {mailed.players[side]}: {orders or 'none'}")

    def _letter(self, rest: str) -> None:
        """Tell where the last letter lies, and how it reads."""
        if rest:
            raise OrderSyntaxError("write letter alone")
        written = self.mail.written
        if written is None:
            self.say(self.mail.waiting or "No letter is due yet; it is written when your part of the turn is over")
            return
        self.say(f"The letter is {written.file}")
        self._read_letter(written)

    def _read_letter(self, written: WrittenLetter) -> None:
        self.say("Its text is beside it, and reads:")
        self.console.say(*written.text.rstrip().splitlines())

    def _players(self, rest: str) -> None:
        if rest:
            raise OrderSyntaxError("in a game by mail the seats stay as they are")
        for side, name in enumerate(self.mail.mailed.players):
            self.say(f"{self.game.scenario.sides[side].name}: {name}")


OF_LETTERS: Mapping[str, str] = {
    "standing": "both players' standing orders; standing and a line gives yours, and your next letter says them",
    "letter": "where your last letter is, and its text",
}
"""What can be typed in a game by mail beside other commands."""
