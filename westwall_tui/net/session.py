"""A guest's game: it follows the host's order by order, and is to the screen what a `LocalSession` is.

An order goes to the host, which checks it, saves it and answers with the orders that were carried out, dice included.
Those are carried out here as well. Where that does not lead to what the host says that this side may know, because
something secret has come to light, the game is asked for and read again from there.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order, OrderSyntaxError, parse
from westwall_tui.files.disk.reach import LARGEST_SAVE
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import FREE, LEVELS, SEATS, Seat
from westwall_tui.files.saves.file import Save, build_save
from westwall_tui.files.sessions.base import Heard, SessionElsewhere
from westwall_tui.files.tables import SourceFile
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.guest_dice import GuestDice
from westwall_tui.net.protocol import Message, ProtocolError, number, records, text, texts, words

CASE = "table"
ABOUT_THE_LINE = ("closed", "away")
"""News whose text is a clause, not a sentence that may begin with a name."""
"""In place of a case number: it is not the rules that stand in the way."""
LOST_SHARE = "{} cannot open the sealed share of die {}, and may know the roll. Drop it for another?"


class HostedSession(SessionElsewhere):
    """A game at a host's table: the `sessions.session.Session` of a guest."""

    def __init__(self, client: Client, name: str, folder: Path | None = None) -> None:
        """`name`: what the game is called. `folder`: where shares of dice are kept; None: only in memory.

        Raises `Lost` if the host says things that make no sense.
        """
        self.client = client
        """The line to the host."""
        self.side = -1
        """The side that sits here; -1 for a spectator."""
        self._waiting = False
        """True if the host was asked for the whole game, so that single orders are of no use."""
        self._hides = False
        """True if something was kept from this side, so that what comes to light is no surprise."""
        self._dice = GuestDice(client, folder)
        self._to_drop = 0
        """The number of the die that he is asked to drop."""
        self._owner = bool(client.welcome.get("owner"))
        """True if the game is his to host."""
        self._closed = False
        """True if the host has closed the game."""
        self._pending: list[Heard] = []
        self.path = Path(name)
        self.trouble = ""
        """Why the host could not save the game, or nothing."""
        self._save = self._read_game(client.welcome)
        self._pending += [Heard(text=self._dice.meet(client.welcome)), Heard(text=self._check_dice())]
        self._heard_of_message({"news": "saving", "text": client.welcome.get("trouble", "")})
        try:
            chat = records(client.welcome, "chat")
        except ProtocolError as error:
            raise Lost(f"the host's game cannot be read: {error}") from None
        self._pending += map(self._heard_of_message, chat)

    def _read_game(self, message: Message) -> Save:
        """The game of a message. Raises `Lost`."""
        try:
            self.side, self._waiting = number(message, "side"), False
            self._hides = bool(message.get("hides"))
            save = build_save(SourceFile("the host's game", text_of_save(message)))
            return self._with_seats(save, message)
        except (ProtocolError, FileError) as error:
            raise Lost(f"the host's game cannot be read: {error}") from None

    def _read_over(self, message: Message) -> str:
        """Go on from the game of a message; what is wrong with its dice, in words. Raises `Lost`."""
        self._save = self._read_game(message)
        self._dice.sit(self.side)
        met = self._dice.meet(message) if message.get("news") == "back" else ""
        return ". ".join(filter(None, (met, self._check_dice())))

    def _check_dice(self) -> str:
        """Give a share of a die that is due; what is wrong with the dice of the game, in words."""
        if self._waiting:
            return ""
        return self._dice.check((*self.history, *self.game.log), due=self.game.prompt.kind == "roll")

    def _with_seats(self, save: Save, message: Message) -> Save:
        """Who plays, as this keyboard knows it: its own side is a person's, the others are away.

        Raises `ProtocolError`.
        """
        seats = []
        for side, record in enumerate(records(message, "seats")):
            seats.append(Seat(name=words(record, "name")) if side == self.side else _seat_elsewhere(record))
        if len(seats) == 2:
            save.seats = (seats[0], seats[1])
        return save

    # -- changing the game

    def apply(self, order: Order | str) -> list[Event]:
        """Give an order to the host. Raises `IllegalOrder` if it, or the state of the line, forbids that."""
        refusal = self.game.explain(order)
        if refusal is not None:  # nobody needs a host for that
            raise refusal
        return self._send_order(str(order))

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Give orders that belong together. Raises `IllegalOrder`, with those before it done."""
        events: list[Event] = []
        for order in orders:
            events += self.apply(order)
        return events

    def undo(self) -> None:
        """Take the last order back, or ask the other player whether he agrees. Raises `IllegalOrder`."""
        if self.game.undoes not in (self.side, -1):
            raise IllegalOrder("5.15", "that was not your order")
        if not self.game.can_undo:
            self.game.undo()  # says why not
        self._send_order("undo")

    def redo(self) -> list[Event]:
        return self._send_order("redo")

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Who may play a side from here on: your own is yours to give, and if you host, all."""
        now = self.seats[side]
        if side != self.side and not self._owner:
            return (now,)
        return (now, *(seat for seat in (FREE, *SEATS[1:]) if (seat.name, seat.level) != (now.name, now.level)))

    def sit(self, side: int, seat: Seat) -> None:
        """Hand a seat on to the computer, or free it. Raises `IllegalOrder`."""
        name = self.game.scenario.sides[side].name
        self._send_order(f"seat {name} computer {seat.level}" if seat.level else f"seat {name} open")

    def listen(self, notify: Callable[[], object]) -> None:
        """Have somebody called, from the thread that reads the line, when there is something to hear."""
        self.client.call(notify)

    def say(self, said: str) -> None:
        self._send_order(f"say {said}")

    def agree(self, yes: bool) -> None:
        """Answer whether the other player may take an order back. Raises `IllegalOrder`."""
        if not self._to_drop:
            self._pending.append(self._send_line("agree" if yes else "refuse"))
        elif not yes:
            self._pending.append(Heard(text=f"The game waits for die {self._to_drop}; come back to be asked again"))
        else:
            self._dice.agree(self._to_drop)
            self._pending.append(self._send_line(f"drop {self._to_drop}"))
        self.client.nudge()

    def leave(self) -> None:
        """Leave the table; the seat stays yours."""
        self.client.close()

    def _send_order(self, line: str) -> list[Event]:
        """Say a line; what came of it."""
        heard = self._send_line(line)
        if heard.fresh:  # it brought something secret to light
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
            raise IllegalOrder("5.15", "the other player must agree and is asked")
        try:
            return self._follow_message(answer)
        except (ProtocolError, Lost) as error:
            raise IllegalOrder(CASE, str(error)) from None

    @property
    def waiting(self) -> str:
        """That the game is closed, once it is."""
        return "The game is closed. Join it again when its host opens it" if self._closed else ""

    # -- following the host

    def hear(self) -> list[Heard]:
        """What the host has said since the last time; the game is up to date with it."""
        found = [*self._pending, *map(self._heard_of_message, self.client.news())]
        self._pending = []
        return [heard for heard in found if heard != Heard()]

    def _heard_of_message(self, message: Message) -> Heard:
        kind = message.get("news")
        try:
            if kind == "orders":
                return self._follow_message(message)
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
                return Heard(asks=LOST_SHARE.format(text(message, "by", 100), self._to_drop))
            if kind == "asks":
                self._to_drop = 0
                return Heard(asks=f"{text(message, 'by', 100)} wants to take back: {text(message, 'what', 500)}")
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
            said = said[:1].upper() + said[1:] if kind in ABOUT_THE_LINE else said
            return Heard(text=said, closed=kind == "closed")
        except (ProtocolError, Lost) as error:
            return Heard(text=str(error))

    def _follow_message(self, message: Message) -> Heard:
        """Do what the host has done. Raises `Lost` if that cannot be found out."""
        if "save" in message:
            return Heard(fresh=True, text=self._read_over(message))
        if "back" not in message or self._waiting:
            return Heard()
        back, lines = number(message, "back"), texts(message, "lines")
        events: list[Event] = []
        try:
            taken = len(self.game.log) - back
            while len(self.game.log) > taken:
                self.game.undo()
            events += self.game.replay(lines)
        except (IllegalOrder, OrderSyntaxError):
            return self._read_again()
        if self.game.digest(self.side) != text(message, "digest", 100):
            return self._read_again()
        said = self._check_dice()
        return Heard(tuple(events), said, back=back > 0, order=parse(lines[-1]) if lines else None)

    def _read_again(self) -> Heard:
        """Have the host send the game: something came to light, or went wrong. It comes as news."""
        self._waiting = True
        self.client.tell("game")
        return Heard() if self._hides else Heard(text="Your game differed from the host's and was reloaded")

    def _hear_of_saving(self, trouble: str) -> str:
        """Whether the host can save the game, in words for the log."""
        before, self.trouble = self.trouble, f"not saved by the host: {trouble}" if trouble else ""
        if not self.trouble:
            return "The host saves the game again" if before else ""
        return f"The host cannot save the game: {trouble}"


def _refusal_of(answer: Message) -> IllegalOrder:
    """Why the host does not carry an order out, in his words."""
    try:
        units, hexes = texts(answer, "units"), texts(answer, "hexes")
        return IllegalOrder(words(answer, "case"), words(answer, "reason"), tuple(units), tuple(hexes))
    except ProtocolError as error:
        return IllegalOrder(CASE, f"the host refuses, and its answer makes no sense: {error}")


def _seat_elsewhere(record: Message) -> Seat:
    """A seat at another terminal. Raises `ProtocolError`."""
    level = number(record, "level")
    if level in LEVELS:
        return Seat("away", level=level)
    return FREE if record.get("free") else Seat("away", words(record, "name"), here=bool(record.get("here")))


def text_of_save(message: Message) -> str:
    """The text of a save in a message: not made printable, it is TOML and is checked as such."""
    save = message.get("save")
    if not isinstance(save, str):
        raise ProtocolError("the host sent no game")
    if len(save) > LARGEST_SAVE:
        raise ProtocolError(f"it has more than {LARGEST_SAVE:,} characters")
    return save
