"""The table: a hosted game and its guests, without sockets.

A guest joins (`sit`), then sends lines (`hear`): orders, questions for the referee, or commands of the table (`say`,
`agree`, `refuse`, `seat`, `game`, and the commands of shared dice). The table sends the results to the other guests,
without the secrets of other sides.
"""

from collections.abc import Callable, Mapping

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, IllegalOrder, Note, OrderSyntaxError, parse
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.bids import Bid, settled_in_words, winner
from westwall_tui.files.players.seats import LEVELS, MAX_NAME_LENGTH, Seat
from westwall_tui.files.saves.file import Save, write_save
from westwall_tui.files.sessions.agreed import UndoRequest, common, undo_request
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.addresses import SeatKeys, new_key
from westwall_tui.net.admission import NO_PASSWORD, PASSWORD, SaidPassword
from westwall_tui.net.guests import NOBODY, Guest, Slot, Unwelcome, fit_name, free_name, is_reserved, same
from westwall_tui.net.host_dice import DiceExchange, SharedDice
from westwall_tui.net.protocol import (
    LONGEST_CHAT,
    LONGEST_GAME,
    LONGEST_SIDE,
    LONGEST_TOKEN,
    VERSION,
    Message,
    number,
    text,
)
from westwall_tui.referee import SYNTAX, Referee, Reply, as_record

MOST_WATCHERS = 16
CHAT_KEPT = 100
"""The maximum number of lines of chat kept for guests who join later."""
NOT_HERE = {"?advise": "ask your own program for advice instead"}
"""Questions for the referee that the table refuses."""
CASE = "table"
"""The case number of a refusal that doesn't come from the rules."""


class Table:
    """A hosted game and its guests."""

    def __init__(
        self,
        session: LocalSession,
        *,
        owner_key: str = "",
        dice: SharedDice | None = None,
        keys: SeatKeys | None = None,
        bidding: bool = False,
    ) -> None:
        """Open a table. `owner_key` identifies the host's player. If `bidding`, the players first bid for a side.

        `keys` has the id and seat keys of a game that was hosted before. With `dice`, rolls are orders, and each is
        made from all players' shares.
        """
        self.session = session
        self.guests: list[Guest] = []
        keys = keys or SeatKeys(new_key())
        self._name = keys.game
        taken = (keys.first, keys.first_password), (keys.second, keys.second_password)
        self._slots = [Slot(key, password, claimed=True) if key else Slot() for key, password in taken]
        self._chat: list[Message] = []
        self._owner_key = owner_key
        protected = {str(side): side for side, slot in enumerate(self._slots) if slot.password}
        self._owner_side = protected.get(keys.owner, NOBODY)
        """The side whose password-protected seat has the host's rights. If there is none, the host's key is enough."""
        self._draw = new_seed()
        self.exchange = DiceExchange(dice, self) if dice is not None else None
        """The exchange of shares of dice; None if the engine rolls."""
        self._asked: tuple[Guest, list[str], UndoRequest] | None = None
        """The guest who requests an undo that needs consent, the log at that time, and the request."""
        self._requests = 0
        """The number of such requests so far, which is the number of the latest one."""
        self._sent = self.game.log[:]
        """The log that all guests have."""
        self._bids = _read_bids(keys.bids) if bidding or keys.bids else None
        """The bids by side, in the order in which they were made; None if the sides are settled."""
        self._ready: set[int] = set()
        """The sides whose players want to go on to the next game of the match."""
        self._trouble = ""
        """The reason why the game cannot be saved that all guests have been told; empty if it can be saved."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.session.game

    @property
    def keys(self) -> SeatKeys:
        """The game's id, the keys of taken seats, and the bids so far, saved in case the game is hosted again."""
        first, second = (slot if slot.claimed else Slot("") for slot in self._slots)
        owner = "" if self._owner_side == NOBODY else str(self._owner_side)
        bids = "" if self._bids is None else _written_bids(self._bids)
        return SeatKeys(self._name, first.key, second.key, first.password, second.password, owner, bids)

    # -- joining and leaving

    def about(self, *, names: bool = True) -> Message:
        """Return this game's entry in a list of hosted games, with or without players' `names`."""
        game = self.game
        scenario = game.scenario
        title = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
        title = ", ".join(filter(None, (title, self.session.match_in_bar if names else "")))
        seats = [self._about_seat(side) | ({} if names else {"name": ""}) for side in (0, 1)]
        date = scenario.date(game.state.turn)
        return {"game": self._name, "title": title, "turn": game.state.turn, "date": date, "seats": seats}

    def _about_seat(self, side: int) -> Message:
        seat, slot = self.session.seats[side], self._slots[side]
        record: Message = {"side": self.game.scenario.sides[side].name, "name": seat.name, "here": False, "level": 0}
        if not seat.is_person:
            return {**record, "name": f"computer, level {seat.level}", "here": True, "level": seat.level}
        return {**record, "here": slot.guest is not None, "free": not slot.claimed, "word": bool(slot.password)}

    def is_known(self, hello: Message) -> bool:
        """Return True if a newcomer shows the key of a seat or of the host. Raises `ProtocolError`."""
        key = text(hello, "key", LONGEST_TOKEN)
        return self._is_owner(hello) or any(slot.claimed and slot.knows(key) for slot in self._slots)

    def _is_owner(self, hello: Message) -> bool:
        return bool(self._owner_key) and same(text(hello, "owner", LONGEST_TOKEN), self._owner_key)

    def seat_for_password(self, hello: Message) -> tuple[str, str] | None:
        """Return the side and key of the seat for which a newcomer gives a password; None if there is no such seat.

        A password is only checked for a free seat, or together with the seat's key, so that strangers cannot keep the
        host busy. Raises `ProtocolError`.
        """
        side = self.side_meant(hello)
        if side == NOBODY or not text(hello, "word", LONGEST_TOKEN):
            return None
        slot = self._slots[side]
        knows = slot.knows(text(hello, "key", LONGEST_TOKEN))
        return (self.game.scenario.sides[side].name, slot.key) if knows or not slot.claimed else None

    def side_meant(self, hello: Message) -> int:
        """Return the side that a newcomer wants; -1 for none, or for an unknown side. Raises `ProtocolError`.

        Players switch sides between the games of a match and after bids, while their programs may be elsewhere. If a
        newcomer shows the key of the other seat, that seat is meant.
        """
        side = self.game.scenario.side_called(text(hello, "side", LONGEST_SIDE))
        if side == NOBODY:
            return side
        key, other = text(hello, "key", LONGEST_TOKEN), self._slots[1 - side]
        return 1 - side if other.claimed and other.knows(key) else side

    def sit(self, guest: Guest, hello: Message, password: SaidPassword = NO_PASSWORD) -> None:
        """Let a guest in, to a seat or as a spectator. Raises `Unwelcome` or `ProtocolError`.

        The first `password` given for a seat becomes the seat's password.
        """
        if hello.get("version") != VERSION:
            raise Unwelcome("your version differs from the host's; use the same one", for_good=True)
        if text(hello, "game", LONGEST_GAME) not in ("", self._name):
            raise Unwelcome("another game is hosted there now", for_good=True)
        asked = guest.name = fit_name(text(hello, "name", MAX_NAME_LENGTH))
        wanted = text(hello, "side", LONGEST_SIDE)
        if wanted:
            before = self._claim_seat(guest, self.side_meant(hello), hello, password)
        else:
            before = None
            self._let_watch(guest)
        self.guests.append(guest)
        guest.owner = self._is_owner(hello) and self._owner_side in (NOBODY, guest.side)
        if guest.owner and guest.side != NOBODY and self._slots[guest.side].password:
            self._owner_side = guest.side
        welcome = {"news": "welcome", "chat": self._chat, **self._position_for(guest)}
        welcome |= {"dice": self.exchange.dice.message()} if self.exchange is not None else {}
        welcome |= {"trouble": self._trouble, "owner": guest.owner}
        if guest.side != NOBODY:
            slot = self._slots[guest.side]
            welcome |= {"key": slot.key, "since": slot.since}
        guest.send(welcome)
        if guest.name != asked and not hello.get("as_before"):
            guest.send({"news": "host", "text": f"That name is taken; you are {guest.name} here"})
        self._tell_seats(f"{self._name_with_side(guest)} is here{' again' if before else ''}", but=guest)
        if self.exchange is not None:
            self.exchange.sit(guest.side, guest.send)
        self.tell_of_saving()

    def _let_watch(self, guest: Guest) -> None:
        """Let a guest watch. Raises `Unwelcome`."""
        if sum(other.side == NOBODY for other in self.guests) >= MOST_WATCHERS:
            raise Unwelcome(f"{MOST_WATCHERS} people are already watching, and no more are allowed")
        guest.name = self._free_name(guest.name, NOBODY)
        self._seat_at(guest, NOBODY)

    def _claim_seat(self, guest: Guest, side: int, hello: Message, password: SaidPassword) -> Guest | None:
        """Give a guest the seat of a side. Return the guest who is replaced because they showed the same key, if any.

        Raises `Unwelcome` or `ProtocolError`.
        """
        names = [side.adjective for side in self.game.scenario.sides]
        if side == NOBODY:
            known, wanted = " and ".join(side.name for side in self.game.scenario.sides), hello["side"]
            raise Unwelcome(f"there is no side {wanted!r}; the sides are {known}")
        seat, slot = self.session.seats[side], self._slots[side]
        knows = slot.knows(text(hello, "key", LONGEST_TOKEN))
        since = number(hello, "since") if "since" in hello else 0
        if since and since < slot.since:
            reason = f"the {names[side]} seat was taken at another terminal, or given away, while you were disconnected"
            raise Unwelcome(reason, for_good=True)
        if slot.claimed and not knows:
            if slot.guest is not None:
                raise Unwelcome(f"{seat.name} is already playing the {names[side]} side")
            raise Unwelcome(f"the {names[side]} seat belongs to {seat.name}, who is away; the host can free it")
        if not seat.is_person and not knows:
            raise Unwelcome(f"the computer plays the {names[side]} side; the host can free the seat")
        _check_password(slot, names[side], password)
        as_before = slot.claimed and bool(hello.get("as_before")) and seat.name
        guest.name = seat.name if as_before else self._free_name(guest.name, side)
        slot.password = slot.password or password.digest
        before = slot.take(guest, since)
        if before is not None:
            self._forget_guest(before)
            before.dismiss("your seat was taken at another terminal, with your key")
        if seat != Seat(name=guest.name):
            self.session.sit(side, Seat(name=guest.name))
        self._seat_at(guest, side)
        return before

    def _free_name(self, wanted: str, side: int) -> str:
        """Return a newcomer's name, made unique among all players and guests. Raises `Unwelcome`."""
        if is_reserved(wanted):
            raise Unwelcome(f"the name {wanted} is not allowed here; choose another one with --name")
        here = [guest.name for guest in self.guests if side == NOBODY or guest.side != side]
        seats = [seat.name for other, seat in enumerate(self.session.seats) if other != side and seat.is_person]
        return free_name(wanted, filter(None, (*here, *seats)))

    def _seat_at(self, guest: Guest, side: int) -> None:
        guest.side = side
        guest.referee = Referee(self.game, self._draw, side, session=self.session)

    def gone(self, guest: Guest) -> None:
        """Remove a guest who has left or lost the connection."""
        if guest not in self.guests:
            return
        self._forget_guest(guest)
        if guest.side != NOBODY:
            self._slots[guest.side].guest = None
        self._tell_seats(f"{self._name_with_side(guest)} has left")

    def _forget_guest(self, guest: Guest) -> None:
        """Forget a guest, and the guest's pending undo request."""
        self.guests.remove(guest)
        if self._asked is not None and self._asked[0] is guest:
            self._asked = None

    def _name_with_side(self, guest: Guest) -> str:
        if guest.side == NOBODY:
            return f"{guest.name} (watching)"
        return f"{guest.name} ({self.game.scenario.sides[guest.side].adjective})"

    # -- lines of guests

    def hear(self, guest: Guest, message: Message) -> None:
        """Carry out a guest's line, answer it, and tell the other guests. Raises `ProtocolError`."""
        guest.lines += 1
        line = text(message, "line", 4_000)
        word, _, rest = line.partition(" ")
        words: Mapping[str, Callable[[Guest, str], Reply]] = {
            "say": self._say,
            "agree": self._agree,
            "refuse": self._refuse,
            "seat": self._seat,
            "game": self._game,
            **dict.fromkeys(
                ("seal", "open", "drop"), lambda guest, rest: self._hear_of_dice(guest, word.lower(), rest)
            ),
            "undo": self._undo,
            "?undo": self._undo,
            "bid": self._bid,
            "next": self._next_game,
        }
        try:
            act = words.get(word.lower())
            answer = act(guest, rest.strip()) if act else self._refer(guest, line, word)
        except IllegalOrder as refusal:
            answer = Reply(False, refusal=refusal)
        self._answer(guest, answer)
        self.broadcast(but=guest)
        self.roll()
        self.tell_of_saving()

    def _answer(self, guest: Guest, answer: Reply) -> None:
        assert guest.referee is not None
        record = as_record(guest.referee, answer)
        guest.send({"to": guest.lines, **record, **(self._changes_for(guest) if self.game.log != self._sent else {})})

    def _refer(self, guest: Guest, line: str, word: str) -> Reply:
        """Pass on a question to the referee, or an order of the player who decides."""
        assert guest.referee is not None
        if word.startswith("?"):
            if word.lower() in NOT_HERE:
                raise IllegalOrder(CASE, NOT_HERE[word.lower()])
            return guest.referee.answer(line)
        self._check_decides(guest)
        if self.game.prompt.kind == "roll":
            raise IllegalOrder("7.6", "the host rolls the die")
        self._asked = None
        return guest.referee.answer(line)

    def _check_decides(self, guest: Guest) -> None:
        game = self.game
        if guest.side == NOBODY:
            raise IllegalOrder(CASE, "you are watching; only the players give orders")
        if self._bids is not None:
            raise IllegalOrder(CASE, "the game begins when both players have bid for a side")
        if game.side not in (guest.side, NOBODY):
            raise IllegalOrder(CASE, f"it is not your decision: {game.prompt.text}")

    def _say(self, guest: Guest, said: str) -> Reply:
        if not said or len(said) > LONGEST_CHAT:
            raise IllegalOrder(CASE, f"a message must have 1 to {LONGEST_CHAT} characters")
        news: Message = {"news": "said", "by": self._name_with_side(guest), "text": said}
        self._chat = [*self._chat, news][-CHAT_KEPT:]
        self.tell(news, but=guest)
        return Reply(True, (said,))

    def _game(self, guest: Guest, _: str) -> Reply:
        guest.send({"news": "position", **self._position_for(guest)})
        return Reply(True)

    # -- shared dice

    def roll(self) -> None:
        """Roll due shared dice whose shares are complete."""
        if self.exchange is not None:
            self.exchange.roll()

    def players(self) -> list[int]:
        """Return the sides that people play, present or away."""
        return [side for side in (0, 1) if self.session.seats[side].is_person]

    def is_here(self, side: int) -> bool:
        """Return True if a side's player is here."""
        return self._slots[side].guest is not None

    def _hear_of_dice(self, guest: Guest, word: str, rest: str) -> Reply:
        if self.exchange is None or guest.side == NOBODY:
            raise IllegalOrder(CASE, "this game has no shared dice, or you have no seat")
        self.exchange.hear(guest.side, guest.name, word, rest)
        return Reply(True)

    # -- undo

    def _undo(self, guest: Guest, what: str) -> Reply:
        what = what.strip().lower()
        if guest.side == NOBODY:
            raise IllegalOrder("5.15", "that was not your order")
        if self.exchange is not None and self.exchange.dice.record.begun is not None:
            raise IllegalOrder("5.15", "a die is being rolled, and its shares may already be open")
        other = 1 - guest.side
        if self._may_undo_alone(guest.side, what):
            assert guest.referee is not None
            self._asked = None
            return guest.referee.answer(f"undo {what}".strip())
        request = undo_request(self.game, guest.side, what)
        if self.exchange is not None and request.dice:
            raise IllegalOrder("5.15", "shared dice stay rolled, because everyone would know the next roll")
        if self._slots[other].guest is None:
            raise IllegalOrder("5.15", f"{self.session.seats[other].name} must agree to that, but is away")
        self._asked = guest, self.game.log[:], request
        self._requests += 1
        by = self._name_with_side(guest)
        self.send_to(other, {"news": "asks", "by": by, "what": request.text, "request": self._requests})
        return Reply(True, ("the other player has to agree first",), data={"asked": True})

    def _may_undo_alone(self, side: int, what: str) -> bool:
        """Return True if an undo needs no agreement: the other side has neither decided nor is to decide.

        Raises `IllegalOrder` if the orders cannot be undone even then.
        """
        game, other = self.game, 1 - side
        if not self.session.seats[other].is_person:
            if game.can_undo and game.undoes != side:
                raise IllegalOrder("5.15", "that was not your order")
            return True
        if not game.can_undo or game.undoes != side:
            return False
        trial = game.copy(undo=True)
        trial.undo(what)  # raises the reason
        back = game.log[common(trial.log, game.log) :]
        return game.side != other and not any(isinstance(parse(line), Done) for line in back)

    def _agree(self, guest: Guest, which: str) -> Reply:
        """Carry out the undo that the other player requests. A number (`which`) must be that of the latest request."""
        asker, request = self._pending_undo(guest)
        if which not in ("", str(self._requests)):
            raise IllegalOrder(CASE, "the request has changed in the meantime; look at it and answer again")
        self._asked = None
        self.session.undo_agreed(request)
        self.send_to(asker.side, {"news": "answered", "by": self._name_with_side(guest), "agreed": True})
        return Reply(True)

    def _refuse(self, guest: Guest, _: str) -> Reply:
        asker = self._pending_undo(guest)[0]
        self._asked = None
        self.send_to(asker.side, {"news": "answered", "by": self._name_with_side(guest), "agreed": False})
        return Reply(True)

    def _pending_undo(self, guest: Guest) -> tuple[Guest, UndoRequest]:
        """Return the request that a guest may answer, and the guest who asks."""
        if self._asked is not None:
            asker, log, asked = self._asked
            if asker is not guest and guest.side != NOBODY and log == self.game.log:
                return asker, asked
        raise IllegalOrder(CASE, "there is no question for you, or the game has moved on")

    # -- bids and matches

    def _bid(self, guest: Guest, word: str) -> Reply:
        """Take a bid. Once both players have bid, show the bids, and begin the game with the sides that follow."""
        scenario, bids = self.game.scenario, self._bids
        if guest.side == NOBODY:
            raise IllegalOrder(CASE, "you are watching; only the players bid")
        if bids is None:
            raise IllegalOrder(CASE, "there is no bidding now")
        if guest.side in bids:
            raise IllegalOrder(CASE, "you have already bid, and you cannot change your bid")
        try:
            bids[guest.side] = Bid.read(scenario, word, "bid")
        except FileError as error:
            raise IllegalOrder(CASE, str(error)) from None
        if len(bids) < len(self._slots):
            self.tell({"news": "host", "text": f"{self._name_with_side(guest)} has bid"}, but=guest)
            return Reply(True, ("your bid is noted",), data={"bid": False})
        (first, one), (second, two) = bids.items()
        text = settled_in_words(scenario, [self.session.seats[side].name for side in (first, second)], (one, two))
        bidder, bid = ((first, one), (second, two))[winner(one, two)]
        self._bids = None
        self.session.begin_over(bid.options(scenario), swapped=bidder != bid.side)
        self._change_game(self.session, text, swapped=bidder != bid.side)
        return Reply(True, (text,))

    def _next_game(self, guest: Guest, _: str) -> Reply:
        """Go on to the next game of the match once all players who are here want to."""
        if guest.side == NOBODY:
            raise IllegalOrder(CASE, "you are watching; only the players can begin the next game")
        if (following := self.session.next_game) is None:
            raise IllegalOrder(CASE, "the match has no other game to begin")
        self._ready.add(guest.side)
        if missing := [slot.guest for side, slot in enumerate(self._slots) if slot.guest and side not in self._ready]:
            self.tell({"news": "host", "text": f"{self._name_with_side(guest)} is ready for the next game"}, guest)
            return Reply(True, (f"{missing[0].name} must be ready, too",), data={"waits": True})
        try:
            session = following()
        except FileError as error:
            raise IllegalOrder(CASE, str(error)) from None
        session.set_host(self.session.host)
        self._change_game(session, f"This is {session.match_in_bar}; you have switched sides", swapped=True)
        return Reply(True)

    def _change_game(self, session: LocalSession, text: str, *, swapped: bool) -> None:
        """Put another game on the table, tell all guests, and let the players switch seats if `swapped`."""
        self.session = session
        if swapped:
            self._slots.reverse()
            self._owner_side = self._owner_side if self._owner_side == NOBODY else 1 - self._owner_side
        if self.exchange is not None:
            self.exchange = DiceExchange(self.exchange.dice.for_game(session), self)
        self._asked, self._sent = None, self.game.log[:]
        self._ready.clear()
        for guest in self.guests:
            self._seat_at(guest, 1 - guest.side if swapped and guest.side != NOBODY else guest.side)
        for guest in self.guests:
            dice = {"dice": self.exchange.dice.message()} if self.exchange is not None else {}
            guest.send({"news": "next", "text": text, **self._position_for(guest), **dice})

    # -- seats

    def _seat(self, guest: Guest, rest: str) -> Reply:
        """Carry out `seat SIDE computer LEVEL` or `seat SIDE open`, by the side's player or the host's player."""
        sides = self.game.scenario.sides
        name, _, who = rest.rpartition(" ") if rest.endswith(" open") else rest.partition(" computer ")
        side = self.game.scenario.side_called(name)
        level = next((level for level in LEVELS if str(level) == who), 0)
        if side == NOBODY or not (rest.endswith(" open") or level):
            example = sides[0].name
            raise IllegalOrder(SYNTAX, f"write it like this: seat {example} computer 2, or seat {example} open")
        if side != guest.side and not guest.owner:
            raise IllegalOrder(CASE, f"only the {sides[side].adjective} player or the host can give that seat away")
        if self._bids is not None:
            if level:
                raise IllegalOrder(CASE, "the computer does not bid for a side")
            self._bids.pop(side, None)
        sitting = self._slots[side].guest
        self._slots[side] = Slot.freed()
        if side == self._owner_side:
            self._owner_side = NOBODY
        self._asked = None
        self.session.sit(side, Seat("computer", level=level) if level else Seat())
        if sitting is not None:  # the guest is now a spectator
            self._seat_at(sitting, NOBODY)
            sitting.send({"news": "position", **self._position_for(sitting)})
        computer = f"The computer, level {level}, now plays {sides[side].people}"
        said = computer if level else f"The {sides[side].adjective} seat is free"
        self._tell_seats(said)
        if self.exchange is not None:
            self.exchange.vacate(side, to_computer=bool(level))
        return Reply(True, (said,))

    # -- news

    def tell(self, news: Mapping[str, object], but: Guest | None = None) -> None:
        """Send news to all guests except `but`."""
        for guest in tuple(self.guests):
            if guest is not but:
                guest.send(news)

    def tell_owner(self, said: str) -> None:
        """Send news to the host's player, if that player is here."""
        for guest in tuple(self.guests):
            if guest.owner:
                guest.send({"news": "host", "text": said})

    def tell_of_saving(self) -> None:
        """Tell all guests if the game cannot be saved, can be saved again, or has been saved in another file."""
        _, _, trouble = self.session.trouble.rpartition(": ")  # leave out the path on the host's disk
        if trouble != self._trouble:
            self._trouble = trouble
            self.tell({"news": "saving", "text": trouble})
        news = self.session.news()
        if news:
            self.tell({"news": "host", "text": f"The host reports: {news}"})

    def send_to(self, side: int, news: Mapping[str, object]) -> None:
        """Send news to the player of a side, if that player is here."""
        guest = self._slots[side].guest
        if guest is not None:
            guest.send(news)

    def _tell_seats(self, said: str, but: Guest | None = None) -> None:
        self.tell({"news": "seats", "seats": [self._about_seat(side) for side in (0, 1)], "text": said}, but)

    def broadcast(self, but: Guest | None = None) -> None:
        """Send the latest orders to all guests except `but`."""
        if self.game.log == self._sent:
            return
        for guest in tuple(self.guests):
            if guest is not but:
                guest.send({"news": "orders", **self._changes_for(guest)})
        self._sent = self.game.log[:]

    def _changes_for(self, guest: Guest) -> Message:
        """Return the orders undone and given since the last message.

        If one of these orders is secret, return the whole game instead, without the secrets of the other side.
        """
        old, new = self._sent, self.game.log
        same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        back, lines = old[same:], new[same:]
        if any(_is_secret(line) for line in (*back, *lines)) and self.game.hides(guest.side):
            return self._position_for(guest)
        return {"back": len(back), "lines": lines, "digest": self.game.digest(guest.side)}

    def _position_for(self, guest: Guest) -> Message:
        """Return the whole game as the text of a save, without the secrets of the other side."""
        game = self.game
        known = game.known(guest.side)
        earlier = [] if len(known.log) == len(game.log) else [line for line in game.log if not _is_secret(line)]
        before = self.session.history
        if game.hides(guest.side):
            before = [line for line in before if not _is_secret(line)]
        history = [*before, *earlier]
        return {
            "side": guest.side,
            "hides": game.hides(guest.side),
            "save": write_save(Save(known, self.session.seats, history, match=self.session.match)),
            "seats": [self._about_seat(side) for side in (0, 1)],
            **({} if self._bids is None else {"bid": guest.side != NOBODY and guest.side not in self._bids}),
        }


BIDDING = "bids"


def _written_bids(bids: Mapping[int, Bid]) -> str:
    """Return bids as a word such as `bids,0:1:3`: the player of side 0 bids three points for side 1."""
    return ",".join([BIDDING, *(f"{side}:{bid.side}:{bid.points}" for side, bid in bids.items())])


def _read_bids(word: str) -> dict[int, Bid]:
    """Return the bids in a word; none if nobody has bid."""
    parts = [tuple(map(int, part.split(":"))) for part in word.split(",")[1:]]
    return {bidder: Bid(side, points) for bidder, side, points in parts}


def _check_password(slot: Slot, side: str, password: SaidPassword) -> None:
    """Raise `Unwelcome` if the password is wrong, or was hashed before the seat changed hands."""
    if password.digest and password.key != slot.key:
        raise Unwelcome(f"the {side} seat has just changed hands; try again")
    if slot.password and not same(password.digest, slot.password):
        why = f"wrong password for the {side} seat" if password.digest else f"the {side} seat needs a password"
        raise Unwelcome(f"{why}; if you have forgotten it, the host can free the seat", for_good=True, wants=PASSWORD)


def _is_secret(line: str) -> bool:
    try:
        return isinstance(parse(line), Note)
    except OrderSyntaxError:  # an order that earlier versions had
        return line.split()[:1] == ["zone"]
