"""A hosted game in plain lines: the player's orders, and the news from other terminals."""

from collections.abc import Mapping
from threading import Event

from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import fair_terms
from westwall_tui.files.sessions.base import Heard
from westwall_tui.net.session import CASE, HostedSession
from westwall_tui.plain.console import Console
from westwall_tui.plain.entries import Narrator
from westwall_tui.plain.table import PlainGame, Quit
from westwall_tui.words.orders import undone
from westwall_tui.words.waiting import ROLLING, who_decides, why_waiting

CHECK = 0.5
"""Seconds between two checks for an interrupt, which some systems only deliver then."""
BETWEEN = -2
ANSWER = "Type agree or refuse"


class PlainGuest(PlainGame):
    """A hosted game at this terminal.

    While another player decides, the program waits for news. At a terminal, Ctrl+C interrupts the waiting, so that the
    player can ask questions; an empty line waits again. In a pipe, no line is read while the program waits.
    """

    def __init__(self, session: HostedSession, console: Console, settings: Settings) -> None:
        super().__init__(session, console, settings)
        self.table = session
        self._called = Event()
        """Set when there is news."""
        self._is_closed = False
        """True if the host has closed the game."""
        self._is_asked = False
        """True while another player's request waits for an answer."""
        self._named = BETWEEN
        """The player's side when the players were last named; `BETWEEN` from the end of a game to the next one."""
        self._looks = False
        """True while the player looks around instead of waiting."""
        self._log: list[str] = []
        """The orders that the player has heard of."""
        self._told = ""
        """The last sentence about who decides."""
        self.add({"say": self._chat, "agree": self._agree, "refuse": self._refuse, "bid": self._bid}, OF_TABLES)
        session.listen(self._called.set)

    @property
    def _side(self) -> int:
        return self.table.side

    # -- from decision to decision

    def play(self) -> bool:
        """Play the game, and the next games of its match. Return True if they are over."""
        while super().play():
            if self._is_closed or not self._goes_on_to_next():
                return True
        return False

    def begin(self) -> None:
        """Name the scenario and the players, and say the news."""
        self._start_over()
        super().begin()
        self._follow()

    def _name_players(self) -> None:
        self._named = self._side
        super()._name_players()

    @property
    def goes_on(self) -> bool:
        """True while the game is neither over nor closed."""
        return super().goes_on and not self._is_closed

    @property
    def _computer_decides(self) -> bool:
        return False  # it thinks in the host's program

    @property
    def _waits(self) -> bool:
        """True while there is nothing to do at this terminal."""
        return self._seats.waits and not self.table.may_bid

    def _let_person(self) -> None:
        self._follow()
        if not self.goes_on:
            return
        is_elsewhere = self._waits or self.table.may_bid or self._is_asked
        if is_elsewhere:
            self._tell_who_decides()
        if self._has_to_wait() and not self._looks:
            self._wait()
        elif is_elsewhere:
            line = self.console.ask(self._prompt)
            if line is None:
                raise Quit
            if not line:
                self._looks = False
            self._obey(line)
        else:
            self._told, self._looks = "", False
            super()._let_person()

    def _tell_who_decides(self) -> None:
        """Say who decides now, or that both players bid, unless the player has just been told."""
        told = who_decides(self.table) if self._waits else self.table.waiting
        if told not in (self._told, ROLLING):
            self._told = told
            self.say(told, *([f"Type bid and your bid, such as bid {self._example}"] if self.table.may_bid else []))

    def _has_to_wait(self) -> bool:
        """Return True while there is nothing to answer at this terminal."""
        return self.goes_on and self._waits and not self._is_asked

    def _wait(self) -> None:
        """Wait until the player can do something."""
        try:
            while self._has_to_wait():
                self._called.wait(CHECK)
                self._follow()
                if self._has_to_wait() and why_waiting(self.table):
                    self._tell_who_decides()
        except KeyboardInterrupt:
            if not self.console.at_terminal:
                raise
            self._looks = True
            self.say("", "Ask what you want to know. An empty line waits for the other player again")

    def tell_news(self) -> None:
        if self._called.is_set():
            self.say("Meanwhile, in the game")
            self._follow()
            self.say("" if self._waits or not self.goes_on else "It is your decision now")

    def _follow(self) -> None:
        """Say what has happened at other terminals."""
        if not self._called.is_set():
            return
        self._called.clear()
        for heard in self.table.hear():
            self._tell(heard)
        self._log = self.game.log[:]

    def _tell(self, heard: Heard) -> None:
        """Say a piece of news."""
        if heard.fresh:
            self._start_over()
            if self._named not in (self._side, BETWEEN):
                self._name_players()
        elif heard.back:
            with self._advice("The undone order"):
                self.say(f"Undone: {undone(self._log, self.game.log)}")
            self._forget_later()
            self._seats.note_undo()
        else:
            with self._narrating():
                self._narrate(self._narrator.new(self.game))
        self.say(heard.text)
        if heard.asks:
            self._is_asked = True
            self.say(heard.asks, ANSWER)
        self._is_closed = self._is_closed or heard.closed

    def _start_over(self) -> None:
        """Forget earlier orders, because the game was read again or has just begun."""
        self._narrator = Narrator(self.game)
        self._forget_later()
        self._told, self._is_asked, self._log = "", False, self.game.log[:]

    # -- the end

    def end(self) -> None:
        """Say how the game ended, unless the host has closed it."""
        self._named = BETWEEN
        if self._is_closed:
            self.say(self.way_back)
        else:
            super().end()

    @property
    def _report(self) -> str:
        return ""  # the host has the file

    def _tell_match(self) -> None:
        """Say how the match stands after this game, if the game belongs to one."""
        self.say(*self.table.match_after_game())

    def _goes_on_to_next(self) -> bool:
        """Go on to the next game of the match when both players want it. Return False if the player does not."""
        if self.table.next_game is None:
            return False
        self.say("Press Enter for the next game, or type quit")
        line = self.console.ask("Enter: ")
        if line is None or line.lower() == "quit":
            self.farewell("")
            return False
        if (go_on := self.table.next_game) is not None:
            go_on()
        while self.game.outcome is not None and not self._is_closed:
            self._called.wait(CHECK)
            self._follow()
        return True

    def farewell(self, why: str) -> None:
        self.say(f"{why}{self.session.trouble or self.way_back}")

    @property
    def way_back(self) -> str:
        return "The host saves the game. To come back, run the same command again"

    # -- commands

    def _save(self, _: str) -> None:
        self.say(self.session.trouble or "The host saves the game after every order")

    def _check_own_decision(self) -> None:
        if self._waits:
            raise IllegalOrder(CASE, who_decides(self.table))

    def _chat(self, rest: str) -> None:
        """Send a message to the other player."""
        if not rest:
            raise OrderSyntaxError("type say and your message")
        self.table.say(rest)

    def _agree(self, _: str) -> None:
        self._answer_request(yes=True)

    def _refuse(self, _: str) -> None:
        self._answer_request(yes=False)

    def _answer_request(self, *, yes: bool) -> None:
        if not self._is_asked:
            raise IllegalOrder(CASE, "the other player has not asked you anything")
        self._is_asked = False
        self.table.agree(yes)

    @property
    def _example(self) -> str:
        return f"{self.game.scenario.sides[0].name}=2"

    def _bid(self, rest: str) -> None:
        """Make a sealed bid before the game, or say what makes the scenario even."""
        if not self.table.may_bid:
            raise IllegalOrder(CASE, "the game asks for no bid now")
        if not rest:
            self.say(f"Write it like this: bid {self._example}", fair_terms(self.game.scenario))
            return
        self.table.bid(rest)


OF_TABLES: Mapping[str, str] = {
    "say": "send a message to the other player, as in say Good morning",
    "agree": "agree to what the other player asks, such as an undo",
    "refuse": "refuse it",
    "bid": "bid for a side before the game, as in bid US=3; bid alone says what makes the scenario even",
}
"""The functions of the commands that only hosted games have, by command."""
