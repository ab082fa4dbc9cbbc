"""A game by mail in plain lines: the opponent's orders, the player's turn, and the letter at its end."""

from collections.abc import Mapping

from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.engine.words import possessive
from westwall_tui.files.players.settings import Settings
from westwall_tui.mail.checking import LetterStep
from westwall_tui.mail.letter_text import entries_after
from westwall_tui.mail.letters import WrittenLetter
from westwall_tui.mail.session import CASE, MailSession
from westwall_tui.plain.console import Console
from westwall_tui.plain.entries import narrate
from westwall_tui.plain.speech import capital
from westwall_tui.plain.table import WHAT_TO_TYPE, PlainGame, Quit
from westwall_tui.words.conditions import entry_told
from westwall_tui.words.telling import Names


class PlainMail(PlainGame):
    """A game by mail at this terminal, up to its next letter."""

    def __init__(self, session: MailSession, console: Console, settings: Settings) -> None:
        super().__init__(session, console, settings)
        self.mail = session
        is_unanswered = session.written is None and not any(each.is_my_letter for each in session.games)
        self._looks = is_unanswered and bool(session.waiting)
        """True if the game was opened while it waits for an answer, so that the player can only look and prepare."""
        self.add({"standing": self._set_standing_orders, "letter": self._letter}, OF_LETTERS)

    @property
    def goes_on(self) -> bool:
        """True while the letter is unwritten, or while the player looks at a game that waits for an answer."""
        return self._looks or self.mail.step in (LetterStep.WRITER, LetterStep.DEPUTY)

    def begin(self) -> None:
        """Name the game and its players, and describe what has happened since the last letter."""
        game, mail = self.game, self.mail
        self.say(", ".join(filter(None, (game.scenario.name, "by mail", mail.match_in_bar))), *mail.notes)
        for side, info in enumerate(game.scenario.sides):
            self.say(f"{'You play' if side == mail.mine else f'{mail.other} plays'} {info.people}")
        if mail.since >= 0:
            with self._advice("The letter"):
                self._describe_letter()
        elif game.state.turn:
            self.say(f"Game-Turn {game.state.turn} of {game.scenario.last_turn}")
        if orders := mail.mailed.standing[1 - mail.mine]:
            self.say(f"The standing orders of {mail.other} are: {orders}")
        if self._looks:
            self.say(self.mail.waiting)
        if self.goes_on:
            self.say(WHAT_TO_TYPE)
        self._say_trouble()
        self._say_news()

    @property
    def _side(self) -> int:
        """The player's own side while they only look; else the side whose player types."""
        return self.mail.mine if self._looks else super()._side

    def _order(self, line: str) -> None:
        if not self._looks:
            super()._order(line)
        else:
            self.say(self.mail.waiting)

    def _check_own_decision(self) -> None:
        if self._looks:
            raise IllegalOrder(CASE, f"it isn't your move. {self.mail.waiting}")

    def _let_person(self) -> None:
        if not self._looks:
            super()._let_person()
            return
        line = self.console.ask(self._prompt)
        if line is None:
            raise Quit
        self._obey(line)

    def _describe_letter(self) -> None:
        """Describe what has happened since the last letter."""
        names = Names(self.game.scenario)
        since = "since your last letter" if self.mail.since else "so far"
        entries = entries_after(self.game, self.mail.since)
        if not entries:
            self.say(f"Nothing has happened {since}")
            return
        self.say(f"{possessive(self.mail.other)} letter brings what has happened {since}")
        for at, entry in enumerate(entries, self.mail.since):
            narration = narrate(entry, names)
            self.say(entry_told(self.mail, entry, at))
            self.console.say(*narration.lines, *narration.headings)

    def end(self) -> None:
        """Say how the game ended, or read out the letter that was written."""
        if self.game.outcome is not None:
            super().end()
        if self.mail.written is not None:
            self._read_letter(self.mail.written)  # the path was given when the letter was written
        else:
            self.say(self.mail.waiting)

    def _tell_match(self) -> None:
        """Say how the match stands after this game, if the game belongs to one."""
        self.say(*self.mail.match_after_game())

    def farewell(self, why: str) -> None:
        if self.session.trouble:
            self.say(f"{why}{self.session.trouble}")
        else:
            self.say(f"{why}{self.way_back}")

    @property
    def way_back(self) -> str:
        return f"The game is saved. To continue, run: westwall mail {self.session.path.name} --plain"

    def _say_news(self) -> None:
        self.say(*(heard.text for heard in self.session.hear()))

    # -- commands

    def _set_standing_orders(self, rest: str) -> None:
        """Say the standing orders of both players, or set those of this player."""
        mailed = self.mail.mailed
        if rest:
            self.mail.give_standing_orders(rest)
            self._say_trouble()
            self.say("Your next letter will contain these standing orders")
            return
        for name, orders in zip(mailed.players, mailed.standing, strict=True):
            self.say(f"The standing orders of {name} are: {orders}" if orders else f"{name} has no standing orders")

    def _letter(self, rest: str) -> None:
        """Say where the last letter is stored, and read it out."""
        if rest:
            raise OrderSyntaxError("type letter alone")
        written = self.mail.written
        if written is None:
            self.say(self.mail.waiting or "No letter is due yet; it is written when your part of the turn is over")
            return
        self.say(f"The letter is {written.file}")
        self._read_letter(written)

    def _read_letter(self, written: WrittenLetter) -> None:
        self.say("Send this text with it:")
        self.console.say(*written.text.rstrip().splitlines())

    def _players(self, rest: str) -> None:
        if rest:
            raise OrderSyntaxError("the players of a game by mail cannot change")
        for side, name in enumerate(self.mail.mailed.players):
            self.say(f"{capital(name)} plays {self.game.scenario.sides[side].people}")


OF_LETTERS: Mapping[str, str] = {
    "standing": "say both players' standing orders; add a line to set yours, which your next letter will contain",
    "letter": "say where your last letter is, and read it out",
}
"""The functions of the commands that only games by mail have, by command."""
