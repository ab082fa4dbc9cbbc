"""A guest's game. It follows the host's game order by order, and serves the screen like a `LocalSession`.

The session sends an order to the host, which checks it, saves it and answers with all orders that were carried out,
including dice. The session then carries out the same orders. If the results differ, because a secret has become public,
the session asks for the whole game.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order, OrderSyntaxError, parse
from westwall_tui.engine.words import capital
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.bids import Bid
from westwall_tui.files.players.seats import FREE, LEVELS, SEATS, Seat
from westwall_tui.files.saves.file import Save, build_save
from westwall_tui.files.saves.private import Change, Private, change_file, read_file
from westwall_tui.files.sessions.base import Heard, SessionElsewhere, check_side
from westwall_tui.files.tables import SourceFile
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.guest_dice import GuestDice
from westwall_tui.net.protocol import Message, ProtocolError, number, records, text, texts, words

if TYPE_CHECKING:
    from westwall_tui.files.saves.matches import Match

CASE = "table"
"""The case number of a refusal that doesn't come from the rules."""
BIDDING = "The game begins when both players have bid for a side"
CLAUSES = ("closed", "away")
"""The kinds of news whose text is a clause without a capital letter."""
LOST_SHARE = "{} cannot open the sealed share of die {} and may know the roll. Drop this die and roll another?"


class HostedSession(SessionElsewhere):
    """A hosted game: the `files.sessions.base.Session` of a guest."""

    def __init__(
        self,
        client: Client,
        name: str,
        folder: Path | None = None,
        *,
        switched: Callable[[int], None] = lambda _: None,
        private: Path | None = None,
    ) -> None:
        """Follow the game called `name`. Shares of dice are saved in `folder`; None keeps them only in memory.

        `switched` gets this player's new side when the players switch sides. `private` is the path, without a suffix,
        of the files with this player's notes, sandboxes and conditions. Raises `Lost` if the host's welcome makes no
        sense.
        """
        self._switched, self._folder, self._private = switched, folder, private
        self.client = client
        """The connection to the host."""
        self.side = -1
        """The side of the player at this terminal; -1 for a spectator."""
        self._waiting = False
        """True while the session waits for the whole game, so that it cannot use single orders."""
        self._hides = False
        """True if the host hides secrets from this side."""
        self._dice = GuestDice(client, folder)
        self._to_drop = 0
        """The number of the die that the player is asked to drop; 0 for none."""
        self._request = 0
        """The number of the last undo request that the player has been asked about; 0 if the host gives none."""
        self._owner = bool(client.welcome.get("owner"))
        """True if this guest is the host's player."""
        self._closed = False
        """True if the host has closed the game."""
        self._pending: list[Heard] = []
        self.path = Path(name)
        self.trouble = ""
        """The reason why the host could not save the game, or an empty string."""
        self._save = self._read_game(client.welcome)
        self._pending += [Heard(text=self._dice.check_welcome(client.welcome)), Heard(text=self._check_dice())]
        self._heard_of_message({"news": "saving", "text": client.welcome.get("trouble", "")})
        try:
            chat = records(client.welcome, "chat")
        except ProtocolError as error:
            raise Lost(f"the host's game cannot be read: {error}") from None
        self._pending += map(self._heard_of_message, chat)

    def _read_game(self, message: Message) -> Save:
        """Return the game in a message. Raises `Lost`."""
        try:
            before, self.side, self._waiting = self.side, number(message, "side"), False
            if before != self.side and -1 not in (before, self.side):
                self._switched(self.side)
            self.is_bidding, self.may_bid = "bid" in message, bool(message.get("bid"))
            self._hides = bool(message.get("hides"))
            save = build_save(SourceFile("the host's game", text_of_save(message)))
            return self._with_seats(save, message)
        except (ProtocolError, FileError) as error:
            raise Lost(f"the host's game cannot be read: {error}") from None

    def _read_over(self, message: Message) -> str:
        """Continue from the game in a message, and return the faults of its dice in words. Raises `Lost`."""
        self._save = self._read_game(message)
        self._dice.sit(self.side)
        faults = self._dice.check_welcome(message) if message.get("news") == "back" else ""
        return ". ".join(filter(None, (faults, self._check_dice())))

    def _check_dice(self) -> str:
        """Open the guest's share of a due die, and return the faults of the game's dice in words."""
        if self._waiting:
            return ""
        return self._dice.check((*self.history, *self.game.log), due=self.game.prompt.kind == "roll")

    def _with_seats(self, save: Save, message: Message) -> Save:
        """Set the seats of a save as this keyboard sees them, and return the save. Raises `ProtocolError`."""
        seats = []
        for side, record in enumerate(records(message, "seats")):
            seats.append(Seat(name=words(record, "name")) if side == self.side else _seat_elsewhere(record))
        if len(seats) == 2:
            save.seats = (seats[0], seats[1])
        return save

    # -- changing the game

    def apply(self, order: Order | str) -> list[Event]:
        """Send an order to the host. Raises `IllegalOrder` for an illegal order or a lost connection."""
        refusal = self.game.explain(order)
        if refusal is not None:  # the host would also refuse this order
            raise refusal
        return self._send_order(str(order))

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Send orders that belong together. If one raises `IllegalOrder`, the orders before it are kept."""
        events: list[Event] = []
        for order in orders:
            events += self.apply(order)
        return events

    def undo(self, what: str = "") -> None:
        """Undo the last order, or `what` `Game.undo` says; if necessary, ask the other player for consent.

        Raises `IllegalOrder`.
        """
        if self.game.strict or self.seats[1 - self.side].level:
            if self.game.undoes not in (self.side, -1):
                raise IllegalOrder("5.15", "that was not your order")
            self.game.copy(undo=True).undo(what)  # raises the reason
        self._send_order(f"undo {what}".strip())

    def redo(self) -> list[Event]:
        return self._send_order("redo")

    # -- what a player keeps for nobody else

    def _private_file(self, side: int) -> Path:
        """Return the file of this player's notes in this game of a match. Raises `IllegalOrder`."""
        check_side(self.side, side)
        if self._private is None:
            raise IllegalOrder(CASE, "this terminal has no folder for your notes")
        place = len(self.match.results) + 1 if self.match is not None else 1
        return self._private.with_name(f"{self._private.name}-{place}-{side}.toml")

    def private(self, side: int) -> Private:
        path = self._private_file(side)
        try:
            return read_file(path)
        except FileError as error:
            raise IllegalOrder(CASE, str(error.faults[0])) from None

    def change_private(self, side: int, change: Change) -> Private:
        path = self._private_file(side)
        try:
            return change_file(path, change)
        except FileError as error:
            raise IllegalOrder(CASE, str(error.faults[0])) from None
        except OSError as error:
            raise IllegalOrder(CASE, f"not saved: {path.parent}: {error.strerror or error}") from None

    # -- bids and matches

    @property
    def match(self) -> "Match | None":
        """The match that the game belongs to, with the results of the games before it."""
        return self._save.match

    @property
    def next_game(self) -> Callable[[], None] | None:
        """A function that asks the host to go on to the next game of the match; None if there is none."""
        match = self.match
        if self.side < 0 or match is None or self.game.outcome is None or match.with_result(self.game).is_over:
            return None
        return self._ask_for_next_game

    def _ask_for_next_game(self) -> None:
        if self.game.outcome is None:
            return  # the other player went on while the end of the last game was on the screen
        heard = self._send_line("next")
        self._pending.append(heard)
        self.client.nudge()

    def bid(self, word: str) -> None:
        """Send the host a bid, `SIDE=POINTS`. Raises `IllegalOrder`."""
        try:
            made = Bid.read(self.game.scenario, word, "bid")
        except FileError as error:
            raise IllegalOrder(CASE, str(error)) from None
        self._pending.append(self._send_line(f"bid {made.word(self.game.scenario)}"))
        self.client.nudge()

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Return the possible seats of a side. Only the side's player and the host's player can change the seat."""
        now = self.seats[side]
        if side != self.side and not self._owner:
            return (now,)
        return (now, *(seat for seat in (FREE, *SEATS[1:]) if (seat.name, seat.level) != (now.name, now.level)))

    def sit(self, side: int, seat: Seat) -> None:
        """Give a seat to the computer, or free it. Raises `IllegalOrder`."""
        name = self.game.scenario.sides[side].name
        self._send_order(f"seat {name} computer {seat.level}" if seat.level else f"seat {name} open")

    def listen(self, notify: Callable[[], object]) -> None:
        """Call `notify` from the reading thread whenever there is news."""
        self.client.call(notify)

    def say(self, said: str) -> None:
        self._send_order(f"say {said}")

    def agree(self, yes: bool) -> None:
        """Answer the question whether to undo an order, or to drop a die. Raises `IllegalOrder`."""
        if not self._to_drop:
            self._pending.append(self._send_line(f"agree {self._request or ''}".rstrip() if yes else "refuse"))
        elif not yes:
            self._pending.append(Heard(text=f"The game is waiting for die {self._to_drop}; rejoin to be asked again"))
            self._to_drop = 0
        else:
            self._dice.agree(self._to_drop)
            self._pending.append(self._send_line(f"drop {self._to_drop}"))
        self.client.nudge()

    def leave(self) -> None:
        """Leave the game but keep the seat, so that the player can return."""
        self.client.close()

    def _send_order(self, line: str) -> list[Event]:
        """Send a line, and return the events that it causes."""
        heard = self._send_line(line)
        if heard.fresh:  # a secret has become public
            self._pending.append(heard)
            self.client.nudge()
        return list(heard.events)

    def _send_line(self, line: str) -> Heard:
        try:
            answer, earlier = self.client.ask(line)
        except Lost as lost:
            raise IllegalOrder(CASE, str(lost)) from None
        self._pending += map(self._heard_of_message, earlier)
        if not answer.get("ok"):
            raise _refusal_of(answer)
        if answer.get("asked"):
            raise IllegalOrder("5.15", "the other player has to agree first and will be asked")
        try:
            return self._follow_message(answer)
        except (ProtocolError, Lost) as error:
            raise IllegalOrder(CASE, str(error)) from None

    @property
    def waiting(self) -> str:
        """A sentence that the game is closed, or that the players bid; empty otherwise."""
        if self._closed:
            return "The host has closed the game. You can rejoin when it is hosted again"
        if not self.is_bidding:
            return ""
        return "Bid for a side; the game begins when both of you have bid" if self.may_bid else BIDDING

    # -- following the host

    def hear(self) -> list[Heard]:
        """Return the host's news since the last call, and bring the game up to date."""
        found = [*self._pending, *map(self._heard_of_message, self.client.news())]
        self._pending = []
        return [heard for heard in found if heard != Heard()]

    def _heard_of_message(self, message: Message) -> Heard:
        kind = message.get("news")
        try:
            if kind == "orders":
                return self._follow_message(message)
            if kind == "next":
                return self._go_on_to(message)
            if kind in ("position", "back"):
                said = self._read_over(message)
                if kind == "back":
                    self._hear_of_saving(words(message, "trouble"))
                    said = ". ".join(filter(None, ("The connection to the host is back", said)))
                return Heard(fresh=True, text=said)
            if kind == "seats":
                self._save = self._with_seats(self._save, message)
            if kind == "said":
                return Heard(text=f"{text(message, 'by', 100)}: {text(message, 'text', 500)}", calls=True)
            if kind == "asks" and "drop" in message:
                self._to_drop = number(message, "drop")
                return Heard(asks=capital(LOST_SHARE.format(text(message, "by", 100), self._to_drop)))
            if kind == "asks":
                self._to_drop, self._request = 0, number(message, "request") if "request" in message else 0
                return Heard(asks=f"{text(message, 'by', 100)} wants to undo {text(message, 'what', 500)}")
            if kind == "answered":
                agreed = "agrees" if message.get("agreed") else "does not agree"
                return Heard(text=f"{text(message, 'by', 100)} {agreed}", calls=True)
            if kind in ("open", "rolled", "dropped"):
                faults = self._dice.hear(message), self._check_dice() if kind == "open" else ""
                return Heard(text=". ".join(filter(None, (words(message, "text"), *faults))))
            if kind == "saving":
                return Heard(text=self._hear_of_saving(words(message, "text")))
            if kind == "closed":
                self._closed = True
            said = words(message, "text")
            said = capital(said) if kind in CLAUSES else said
            return Heard(text=said, closed=kind == "closed")
        except (ProtocolError, Lost) as error:
            return Heard(text=str(error))

    def _go_on_to(self, message: Message) -> Heard:
        """Go on to the game in a message: the next one of a match, or the first one after the bids."""
        if self.game.outcome is not None:  # a game in progress keeps its record of the dice
            self._dice = GuestDice(self.client, self._folder)
        self._save = self._read_game(message)
        faults = self._dice.check_welcome(message) if "dice" in message else ""
        told = ". ".join(filter(None, (words(message, "text").rstrip("."), faults, self._check_dice())))
        return Heard(fresh=True, text=told, calls=True)

    def _follow_message(self, message: Message) -> Heard:
        """Carry out the orders in a message. Raises `Lost` if that fails."""
        if "bid" in message:
            self.may_bid = False
            return Heard(fresh=True, text="Your bid is in. You will see both bids once both of you have bid")
        if message.get("waits"):
            return Heard(text="The next game begins when your opponent is ready, too")
        if "save" in message:
            return Heard(fresh=True, text=self._read_over(message))
        if "back" not in message or self._waiting:
            return Heard()
        back, lines = number(message, "back"), texts(message, "lines")
        events: list[Event] = []
        try:
            taken = len(self.game.log) - back
            while len(self.game.log) > taken and self.game.can_undo:
                self.game.undo()
            if len(self.game.log) > taken >= 0:
                self.game.back_to(taken)
            events += self.game.replay(lines)
        except (IllegalOrder, OrderSyntaxError):
            return self._read_again()
        if self.game.digest(self.side) != text(message, "digest", 100):
            return self._read_again()
        said = self._check_dice()
        return Heard(tuple(events), said, back=back, order=parse(lines[-1]) if lines else None)

    def _read_again(self) -> Heard:
        """Ask the host for the whole game, because a secret became public or the two copies differ."""
        self._waiting = True
        self.client.tell("game")
        return Heard() if self._hides else Heard(text="Your game differed from the host's and was reloaded")

    def _hear_of_saving(self, trouble: str) -> str:
        """Note the reason why the host cannot save the game, and return a sentence for the log."""
        before, self.trouble = self.trouble, f"not saved by the host: {trouble}" if trouble else ""
        if not self.trouble:
            return "The host saves the game again" if before else ""
        return f"The host cannot save the game: {trouble}"


def _refusal_of(answer: Message) -> IllegalOrder:
    """Return the host's refusal of an order."""
    try:
        units, hexes = texts(answer, "units"), texts(answer, "hexes")
        return IllegalOrder(words(answer, "case"), words(answer, "reason"), tuple(units), tuple(hexes))
    except ProtocolError as error:
        return IllegalOrder(CASE, f"the host refuses, but its answer makes no sense: {error}")


def _seat_elsewhere(record: Message) -> Seat:
    """Return a seat at another terminal. Raises `ProtocolError`."""
    level = number(record, "level")
    if level in LEVELS:
        return Seat("away", level=level)
    return FREE if record.get("free") else Seat("away", words(record, "name"), here=bool(record.get("here")))


def text_of_save(message: Message) -> str:
    """Return the text of a save in a message, unchanged, because the reader of saves checks the text."""
    save = message.get("save")
    if not isinstance(save, str):
        raise ProtocolError("the host sent no game")
    if len(save) > MAX_SAVE_SIZE:
        raise ProtocolError(f"the game has more than {MAX_SAVE_SIZE:,} characters")
    return save
