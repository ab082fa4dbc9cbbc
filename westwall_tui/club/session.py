"""A game of the club on a player's screen: a `sessions.base.Session` on the database.

The session carries out an order in memory and draws the dice that are due. It writes all of this in one transaction
before it shows anything. That transaction checks that the player still holds the seat. If another change came first,
the session reads the game again and refuses the order.

The session follows other people's changes order by order. Whenever the version of the game has changed, the session
checks again which side its player holds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock

from westwall_tui.club.database.agreements import Agreements
from westwall_tui.club.database.challenges import Challenges, MatchGames
from westwall_tui.club.database.games import Games, Head, Mover, PositionSummary, SeatRow, conditions_of
from westwall_tui.club.database.people import ClubPlayer
from westwall_tui.club.database.private import change_private, read_private
from westwall_tui.club.database.store import Refused, Unavailable
from westwall_tui.engine import queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order, parse
from westwall_tui.engine.words import people
from westwall_tui.files.command_line import CONDITIONS
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.seats import FREE, Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.matches import MatchResult, result_of
from westwall_tui.files.saves.private import Change, Private
from westwall_tui.files.scenarios.catalog import shared_scenario
from westwall_tui.files.sessions.agreed import common, undo_request
from westwall_tui.files.sessions.base import OVER, Heard, SessionElsewhere, check_side
from westwall_tui.files.sessions.dice import roll_due
from westwall_tui.mail.letter_text import entries_after, summarize

CASE = "club"
"""The text used as a case number if the club, rather than a rule, refuses an order."""
STALE = "the game has changed in the meantime; look at it and try again"
UNKNOWN = -1
"""A version that no game has."""
STRICT = "strict"
"""An option in addition to the battle's own: orders cannot be undone (5.15)."""


def begin(scenario: str, options: Mapping[str, int] | None = None) -> Game:
    """Return a game before its first order, with dice that are drawn when due. Raises `FileError`."""
    chosen = dict(options or {})
    strict = bool(chosen.pop(STRICT, False))
    return Game(shared_scenario(scenario), seed=None, strict=strict, options=chosen)


def replayed(head: Head, lines: Sequence[str]) -> Save:
    """Return a game after some orders."""
    game = begin(head.scenario, head.options)
    events = [[*game.opening], *(game.replay([line]) for line in lines)]
    return Save(game, drawn=True, events=events)


def what_happened(games: Games, number: int, seen: int) -> str:
    """Return what happened in a game after the first `seen` orders, in a few sentences; empty if nothing did.

    They say only what both sides may know.
    """
    head, entries = games.since(number, -1)
    game = replayed(head, [line for _, line, _ in entries]).game
    return " ".join(summarize(game, entries_after(game, seen)))


def match_result(games: Games, number: int) -> MatchResult:
    """Return the result of a decided game, as it was when a side ran out of time, or at the end.

    Player 0 is the one with side 0 in the first game of the match, or in the single game.
    """
    head, entries = games.since(number, -1)
    game = replayed(head, [line for _, line, _ in entries[: head.counted]]).game
    winner = head.winner if head.overstepped is None else 1 - head.overstepped
    match = Challenges(games).match_of(number)
    side = match.side_of(0, number) if match is not None else 0
    return result_of(game, side, winner if game.outcome is None else None)


def position_summary(game: Game) -> PositionSummary:
    """Return the data of a position that lists and the thinker need."""
    prompt, outcome = game.prompt, game.outcome
    return PositionSummary(
        prompt.side,
        game.state.side,
        prompt.kind,
        prompt.text,
        game.state.turn,
        _points_in_words(game),
        outcome is not None,
        outcome.sentence if outcome else "",
        outcome.winner if outcome is not None else None,
    )


def _points_in_words(game: Game) -> str:
    """Return the points of both sides, as in the phase bar."""
    return " : ".join(map(str, queries.totals(game)))


def _request_in(head: Head) -> tuple[int | None, str, int]:
    """Return the request to undo orders in a game, with the version for which it is valid."""
    return head.undo_side, head.undo_what, head.version


class ClubSession(SessionElsewhere):
    """A game of the club as a player or a spectator sees it."""

    def __init__(
        self,
        games: Games,
        number: int,
        side: int,
        player: int = 0,
        name: str = "",
        tell: Callable[[int], object] | None = None,
        *,
        thinker: str = "",
    ) -> None:
        """Open a game. `player` decides for the side of their seat, whatever `side` is; a `thinker` decides for `side`.

        With neither, the session only reads; `side` is -1 for a spectator. `tell` is called with the number of a game
        that changed. Raises `LookupError` if there is no such game, and `FileError` if its scenario cannot be
        read.
        """
        self.games, self.number, self.side, self.player, self.name = games, number, side, player, name
        self._agreements, self._thinker = Agreements(games), thinker
        self._tell = tell or (lambda _: None)
        self.path = Path(f"game {number}")
        self.trouble = ""
        """Always empty, because an order that cannot be saved is refused."""
        self.after_paint: Callable[[Callable[[], None]], object] = lambda then: then()
        """A function that runs another function once the player sees the current position."""
        self._notify: Callable[[], object] = lambda: None
        self._pending: list[Heard] = []
        self._lock = RLock()
        self._heard_talk = games.talk.last_heard(number, player)
        self._save, self._head = self._read_game()
        self._match = self._read_match()
        self._pending += self._hear_of_request(self._head)
        self._pending += self._hear_talk(is_logged=True)

    def _read_match(self) -> MatchGames | None:
        """Read the games of the match that the game belongs to; None without a match."""
        return Challenges(self.games).match_of(self.number) if self._head.match is not None else None

    def _read_game(self) -> tuple[Save, Head]:
        """Read the game from the database."""
        head, entries = self.games.since(self.number, -1)
        save = replayed(head, [line for _, line, _ in entries])
        save.seats = self._seats()
        self.by_conditions = self._given_by_conditions(entries)
        return save, head

    def _seats(self) -> tuple[Seat, Seat]:
        """Return the seats as they are now, and update the player's side from them."""
        sittings = self.games.seats(self.number)
        if self.player:
            held = (sitting.side for sitting in sittings if sitting.player == self.player and not sitting.level)
            self.side = next(held, -1)
            self.defends_elsewhere = self.side >= 0 and sittings[self.side].defends == CONDITIONS
        first, second = (self._seat_of_player(sitting) for sitting in sittings)
        return first, second

    @property
    def _mover(self) -> Mover:
        """The author of this session's orders."""
        return Mover(self.side, self.player, self._thinker)

    def _seat_of_player(self, sitting: SeatRow) -> Seat:
        """Return a seat as this screen sees it: the player's own seat is here, and the other one is away."""
        if sitting.side == self.side:
            return Seat(name=sitting.name)
        if sitting.level:
            return Seat("away", level=sitting.level)
        return Seat("away", sitting.name) if sitting.player is not None else FREE

    # -- the game as it is here

    @property
    def version(self) -> int:
        """The version of the game that this session has."""
        return self._head.version

    @property
    def waiting(self) -> str:
        """The reason if a game ended outside the rules, because it was closed, given up, lost on time, or drawn."""
        over = self._head.ended is not None and self.game.outcome is None
        return f"{OVER}: {self._head.outcome}" if over else ""

    def _players_of(self, match: MatchGames) -> Sequence[str]:
        """Return the names of the match's players, by number."""
        names = [seat.name or f"level {seat.level}" for seat in self.seats]
        return [names[match.side_of(player, self.number)] for player in (0, 1)]

    @property
    def match_in_bar(self) -> str:
        """The number of the game and the lead in its match, for the phase bar; empty without a match."""
        if (match := self._match) is None:
            return ""
        return match.match.in_the_bar(self._players_of(match), match.place(self.number))

    def match_after_game(self) -> Sequence[str]:
        """Return sentences on the match after this game, which is over; none without a match."""
        if (match := self._match) is None:
            return ()
        own = match.results.get(self.number) or result_of(self.game, match.side_of(0, self.number))
        now = match._replace(results={**match.results, self.number: own})
        return now.match.after_game(self._players_of(match), at_once=True)

    # -- orders

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, and write it before returning. Raises `IllegalOrder`."""
        return self.apply_all([order])

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Carry out orders that belong together, in one transaction. Raises `IllegalOrder`; earlier orders are kept."""
        with self._lock:
            self._check_current()
            before, events, refusal = [*self.game.log], [*roll_due(self.game)], None
            try:
                for order in orders:
                    self._check_seat()
                    events += self.game.apply(order)
                    events += roll_due(self.game)  # drawn now, and written before anyone sees it
            except IllegalOrder as error:
                refusal = error
            if len(self.game.log) > len(before):
                self._write(before)
            if refusal is not None:
                raise refusal
            return events

    def _check_current(self) -> None:
        """Raise `IllegalOrder` if the game has changed.

        Checking an order against an old position could reveal secrets.
        """
        if self.games.head_of(self.number).version != self.version:
            self._read_again()
            raise IllegalOrder(CASE, self._why_not())

    def _check_seat(self) -> None:
        if self._head.ended is not None:
            raise IllegalOrder(CASE, f"the game is over: {self._head.outcome}")
        if self.game.side not in (self.side, -1) or self.side < 0:
            raise IllegalOrder(CASE, f"it isn't your decision. {self.game.prompt.text}")

    def _write(self, before: Sequence[str], *, back: bool = False, what: str = "") -> None:
        """Write the orders after `before`, or an undo. If that fails, read the game again. Raises `IllegalOrder`.

        `before` has the orders before the change. If the change is not written, these orders are restored. `what`: the
        opponent's request that the undo agrees to.
        """
        game, who = self.game, self.name or "somebody"
        try:
            if back:
                keep = common(before, game.log)
                self.by_conditions = self._known_by_conditions(keep)
                lines = game.log[keep:]
                kept = self.games.take_back(
                    self.number, self.version, keep, self._mover, position_summary(game), lines, what
                )
            else:
                new = game.log[len(before) :]
                kept = self.games.change(self.number, self.version, new, self._mover, who, position_summary(game))
        except Refused:
            self._restore(before)
            raise
        if not kept:
            self._read_again()
            raise IllegalOrder(CASE, self._why_not())
        self._head = self._head._replace(version=self.version + 1, undo_side=None)
        if game.outcome is not None:
            self._head = self._head._replace(ended=1.0, outcome=game.outcome.sentence)
        self._tell(self.number)

    def _why_not(self) -> str:
        """Return the reason why a change was not written, after reading the game again."""
        if self._head.ended is not None:
            return f"the game is over: {self._head.outcome}"
        if not all(seat.name or seat.level or seat.is_person for seat in self.seats):
            return "the game begins when both seats are taken"
        return STALE

    def _restore(self, before: Sequence[str]) -> None:
        """Restore the position before a change that may or may not have been written.

        The next change reads the game again.
        """
        seats, self._save = self.seats, replayed(self._head, before)
        self._save.seats = seats
        self._head = self._head._replace(version=UNKNOWN)
        self._pending.append(Heard(fresh=True))
        self._notify()

    def _read_again(self) -> None:
        before = self.seats
        self._save, self._head = self._read_game()
        self._pending += [Heard(fresh=True), *self._hear_of_time(before)]
        self._notify()

    def undo(self, what: str = "") -> None:
        """Undo your last order, or `what` `Game.undo` says. If your opponent has seen the order, ask them first.

        You also ask them if a die or their decision came later (`undo_request`). Raises `IllegalOrder`.
        """
        with self._lock:
            self._check_current()
            if self._head.ended is not None:
                raise IllegalOrder("5.15", "the game is over")
            if self.side < 0:
                raise IllegalOrder("5.15", "that wasn't your order")
            if self._may_undo_alone(what):
                before = [*self.game.log]
                self.game.undo(what)
                self._write(before, back=True)
            else:
                self._request_undo(what)

    def _may_undo_alone(self, what: str) -> bool:
        """Return True if an undo needs no agreement, because only this side has seen the orders.

        Raises `IllegalOrder` if the orders cannot be undone even then.
        """
        game = self.game
        if not game.can_undo or game.undoes != self.side:
            return False
        trial = game.copy(undo=True)
        trial.undo(what)  # raises the reason
        return self.games.is_unseen(self.number, common(trial.log, game.log), self.side)

    def _request_undo(self, what: str) -> None:
        """Ask the opponent to agree to an undo, or withdraw the request. Raises `IllegalOrder`, which says so."""
        if not self._is_person(1 - self.side):
            self.game.undo(what)  # raises the reason
        request = undo_request(self.game, self.side, what)
        if not self._agreements.request_undo(self.number, self.version, self.player, request.what, request.keep):
            raise IllegalOrder(CASE, STALE)
        self._tell(self.number)
        if self.games.head_of(self.number).undo_side == self.side:
            now = f"the club asks your opponent to let you undo {request.text}. Undo again to withdraw the request"
        else:
            now = "the club no longer asks your opponent to agree"
        raise IllegalOrder("5.15", now)

    def _is_person(self, side: int) -> bool:
        """Return True if a player has the seat of a side."""
        seat = self.seats[side]
        return bool(seat.name) and not seat.level

    def redo(self) -> list[Event]:
        with self._lock:
            self._check_current()
            self._check_seat()
            before = [*self.game.log]
            events = self.game.redo()
            self._write(before)
            return events

    # -- what a player keeps for nobody else

    def private(self, side: int) -> Private:
        """Return the notes, sandboxes and conditions of this session's player. Raises `IllegalOrder`."""
        check_side(self.side if self.player else -1, side)
        return read_private(self.games.store, self.number, self.player)

    def change_private(self, side: int, change: Change) -> Private:
        """Change the notes, sandboxes and conditions of this session's player. Raises `IllegalOrder`."""
        check_side(self.side if self.player else -1, side)
        return change_private(self.games.store, self.number, self.player, change)

    @property
    def where_conditions_decide(self) -> str:
        """A sentence on when the club decides by the conditions of this player."""
        if self.defends_elsewhere:
            return "The club decides by them at once, whether you have the game open or not."
        return "They decide while you have the game open. Press d on the game's page, and the club decides by them."

    # -- seats, and others

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Return the present seat only, because seats are taken in the lobby."""
        return (self.seats[side],)

    def sit(self, side: int, seat: Seat) -> None:  # noqa: ARG002 - as every session has it
        """Raise `IllegalOrder`, because seats are taken in the lobby."""
        raise IllegalOrder(CASE, "take a seat in the lobby")

    def listen(self, notify: Callable[[], object]) -> None:
        """Have `notify` called, from any thread, when there is news to `hear`."""
        self._notify = notify
        if self._pending:
            notify()

    def changed(self) -> None:
        """Pass on the server's report that the game has changed."""
        self._notify()

    def hear(self) -> list[Heard]:
        """Return news of other people's actions since the last call, and bring the game up to date.

        Talk comes last. A log that is read again, such as after an undo, has it already.
        """
        with self._lock:
            earlier, self._pending = self._pending, []
            try:
                found = self._hear_others(is_fresh=any(heard.fresh for heard in earlier))
            except Unavailable as error:
                self._pending = [*earlier, *self._pending]
                return [Heard(text=error.reason)]
            return [*earlier, *found]

    def _hear_others(self, *, is_fresh: bool) -> list[Heard]:
        """Return news of other people's orders, requests and messages. Raises `Unavailable`.

        `is_fresh`: earlier news has the log read again.
        """
        head, new = self.games.since(self.number, self.version)
        side, before, found = self.side, self.seats, self._follow_lines(head, new)
        self._save.seats = self._seats()
        if self.side != side:
            found = [Heard(fresh=True)]
        found += self._hear_of_time(before)
        if _request_in(head) != _request_in(self._head):
            found += self._hear_of_request(head)
        offered = head.draw_side
        if offered is not None and offered == 1 - self.side and offered != self._head.draw_side:
            found.append(
                Heard(
                    text=f"{self.seats[offered].name} offers a draw; answer on the game's page in the lobby", calls=True
                )
            )
        if head.ended is not None and self._head.ended is None and self.game.outcome is None:
            found.append(Heard(text=f"{OVER}: {head.outcome}", fresh=True, calls=True))
        self._head, self._match = head, self._read_match()
        found += self._hear_talk(is_logged=any(heard.fresh for heard in found) or is_fresh)
        self.after_paint(self.mark_seen)
        return found

    def _hear_of_request(self, head: Head) -> list[Heard]:
        """Return the opponent's request to undo orders, which this player must answer; nothing without a request."""
        if head.undo_side is None or head.undo_side != 1 - self.side or head.orders != len(self.game.log):
            return []
        with suppress(IllegalOrder):
            request = undo_request(self.game, head.undo_side, head.undo_what)
            return [Heard(asks=f"{self.seats[head.undo_side].name} wants to undo {request.text}")]
        return []

    def _hear_of_time(self, before: Sequence[Seat]) -> list[Heard]:
        """Return the news that a player's time is up and the computer plays on."""
        found = []
        for side, (then, now) in enumerate(zip(before, self.seats, strict=True)):
            if now.level and not then.level:
                who = "Your time is up" if then.is_person else f"{then.name} has run out of time"
                name = people(self.game.scenario.sides[side].name)
                found.append(Heard(text=f"{who}. The computer plays on for {name}", calls=True))
        return found

    @property
    def remarks(self) -> Mapping[int, Sequence[str]]:
        """The talk, by the number of orders before it."""
        found = dict[int, list[str]]()
        with suppress(Unavailable):
            talk = [
                said
                for said in self.games.talk.read(self.number)
                if said.n <= self._heard_talk or said.name == self.name
            ]
            for at, said in zip(self.games.talk.places(self.number, talk), talk, strict=True):
                own = said.name == self.name and not said.is_note
                found.setdefault(min(at, len(self.game.log)), []).append(f"You: {said.text}" if own else said.line)
        return found

    def _given_by_conditions(self, entries: Sequence[tuple[int, str, str]]) -> Mapping[int, int]:
        """Return the sides whose players' conditions have given orders, by the place of the order in the log."""
        authors = {conditions_of(seat.name): side for side, seat in enumerate(self.games.seats(self.number))}
        return {n: authors[who] for n, line, who in entries if who in authors and not line.startswith("roll ")}

    def _known_by_conditions(self, keep: int) -> Mapping[int, int]:
        """Return the sides as in `by_conditions` for the first `keep` orders."""
        return {n: side for n, side in self.by_conditions.items() if n < keep}

    def _follow_lines(self, head: Head, new: Sequence[tuple[int, str, str]]) -> list[Heard]:
        """Undo and carry out orders, as other people have done."""
        if head.version == self.version:
            return []
        if self.version == UNKNOWN or head.options != self._head.options:  # a bid adds points when the game begins
            self._save, _ = self._read_game()
            return [Heard(fresh=True)]
        keep = min(len(self.game.log), new[0][0] if new else head.orders, head.orders)
        back = len(self.game.log) - keep
        try:
            while len(self.game.log) > keep:
                self.game.undo()
            if len(self.game.log) != keep:
                raise IllegalOrder(CASE, "one undo takes back more orders")
            self.by_conditions = {**self._known_by_conditions(keep), **self._given_by_conditions(new)}
            events = [event for _, line, _ in new for event in self.game.replay([line])]
        except IllegalOrder:
            self._save, _ = self._read_game()
            return [Heard(fresh=True, back=max(0, back))]
        return [Heard(tuple(events), back=back, order=parse(new[-1][1]) if new else None)]

    def mark_seen(self) -> None:
        """Note that the session's player has seen the current position."""
        if self.side >= 0 and self.player:
            with suppress(Unavailable):  # noted the next time
                self.games.mark_seen(self.number, self.player, len(self.game.log), self._heard_talk)

    def _hear_talk(self, *, is_logged: bool) -> list[Heard]:
        """Return other people's messages that this player has not heard. `is_logged`: the log will be read later."""
        found = self.games.talk.read(self.number, self._heard_talk)
        self._heard_talk = max((said.n for said in found), default=self._heard_talk)
        return [Heard(text=said.line, calls=True, is_logged=is_logged) for said in found if said.name != self.name]

    def say(self, text: str) -> None:
        if not self.player:
            raise IllegalOrder(CASE, "only the players of this game can talk")
        self.games.talk.say(self.number, self.player, text)
        self._tell(self.number)

    def agree(self, yes: bool) -> None:
        """Answer whether your opponent may undo the orders that they have asked about. Raises `IllegalOrder`."""
        with self._lock:
            self._check_current()
            head = self._head
            if yes and (head.undo_side is None or head.undo_side != 1 - self.side):
                self._notify()
                raise IllegalOrder(CASE, STALE)
            if yes and head.undo_side is not None:
                before, request = [*self.game.log], undo_request(self.game, head.undo_side, head.undo_what)
                request.carry_out(self.game)
                self._write(before, back=True, what=request.what)
                self._pending.append(Heard(fresh=True, back=len(before) - len(self.game.log)))
            elif self._agreements.refuse_undo(self.number, self.player):
                self._tell(self.number)
            self._notify()

    def leave(self) -> None:
        self._notify = lambda: None


def parse_number(word: str) -> int:
    """Return the number of a game that was typed; 0, which no game has, if it is not a number."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else 0


def open_game(
    games: Games, number: int, player: ClubPlayer, tell: Callable[[int], object], *, watches: bool = False
) -> ClubSession:
    """Return a game as a player may see it. Raises `FileError` if there is no such game or the player may not see it.

    A game that has not begun can only be watched, because the sides may still be swapped at random.
    """
    seats = games.seats(number)
    mine = next((seat for seat in seats if seat.player == player.id), None)
    if not seats or (mine is None and games.is_private(number)):
        refuse("club", f"there is no game {number} that you may see")
    begun = games.has_begun(number)
    if not watches and mine is None:
        refuse("club", f"you don't play in game {number}; to watch it, type watch {number}")
    if not watches and not begun:
        refuse("club", f"game {number} has not begun; it is waiting for a second player")
    if not watches and mine is not None and mine.level:
        refuse("club", f"the computer plays your side of game {number} now; to watch it, type watch {number}")
    return ClubSession(games, number, -1, player.id if mine is not None and begun else 0, player.name, tell)
