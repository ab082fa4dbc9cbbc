"""The rows of the club's games: how they begin, orders and the clocks, and how they end."""

import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.club.database.authority import side_of
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.clocks import DAY, LAPSE, NO_CLOCK, UNCLAIMED, Clock, Clocks, Pace
from westwall_tui.club.database.private import read_private
from westwall_tui.club.database.store import Refused, Row, Store
from westwall_tui.club.database.talk import Talk
from westwall_tui.engine.words import possessive
from westwall_tui.files.command_line import COMPUTER, CONDITIONS
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.bids import Bid, winner
from westwall_tui.files.saves.matches import Match, MatchResult, side_in

MAX_OPEN = 30
"""The maximum number of open challenges by one player."""
MAX_TO_ONE, DECLINED_COUNTS = 3, 7 * DAY
"""The maximum number of open challenges by one player to another.

A declined challenge counts for this many more seconds.
"""
MAX_AGAINST = 10
"""The maximum number of unfinished games that a player may have against the computer."""
PLACES = ("deploy", "zone")
"""Orders that place a unit or a zone. A player may repeat them to change the place."""
DEFENSES = ("ask", CONDITIONS, COMPUTER, "6", "24")
"""The ways to decide in the enemy Player-Turn, as `seat.defends` has them.

The game waits for the player, the player's conditions decide if they cover the decision, or the computer does, at once
or after some hours.
"""
CONDITIONS_LAG = 10.0
"""Seconds for which a clock does not run while the player's conditions are consulted, if the thinker is busy."""
POSITION = "orders = ?, to_decide = ?, phasing = ?, kind = ?, asks = ?, turn = ?, points = ?"
"""The columns that describe a position, for lists and the thinker."""


class Head(NamedTuple):
    """The data of a game, without its orders."""

    id: int
    scenario: str
    options: Mapping[str, int]
    version: int
    orders: int
    ended: float | None
    outcome: str
    ask_side: int | None
    """The side that asks to undo orders; None if neither does."""
    ask_what: str
    """What that side asks to undo, as `Game.undo` takes it."""
    draw_side: int | None
    overstepped: int | None
    """The side that ran out of time. Ratings count the game as lost by that side."""
    counted: int | None
    """The number of orders before that side ran out of time; None if no side has."""
    winner: int | None
    match: int | None
    """The number of the first game of the match; None for a single game."""
    pause_side: int | None
    """The side that offers a pause; None if neither does."""


class PlayersBid(NamedTuple):
    """A player with a bid for a side."""

    player: int
    name: str
    bid: Bid


class MatchGames(NamedTuple):
    """The games of a match. The first two are played side by side."""

    kind: str
    games: Sequence[int]
    """The numbers of the games that have begun; only the first one until the match begins."""
    results: Mapping[int, MatchResult]
    """The results of the games that are over, by number. Player 0 has side 0 in the first game."""

    @property
    def match(self) -> Match:
        """The match with these results."""
        return Match("", self.kind, results=tuple(result for _, result in sorted(self.results.items())))

    def place(self, game: int) -> int:
        """Return the number of a game in the match, from 1."""
        return self.games.index(game) + 1

    def side_of(self, player: int, game: int) -> int:
        """Return the side that a player of the match has in a game."""
        return side_in(self.place(game), player)


class SeatRow(NamedTuple):
    """A seat of a game."""

    side: int
    player: int | None
    name: str
    level: int
    defends: str
    seen: int
    rest: float


class PositionSummary(NamedTuple):
    """A summary of a position: the pending decision, and the outcome.

    Each change writes a summary beside its orders.
    """

    to_decide: int
    phasing: int
    kind: str
    asks: str
    turn: int
    points: str
    ended: bool = False
    outcome: str = ""
    winner: int | None = None

    def position(self, orders: int) -> tuple[object, ...]:
        """Return the values of `POSITION`."""
        return orders, self.to_decide, self.phasing, self.kind, self.asks, self.turn, self.points


class Claim(NamedTuple):
    """A game in which the computer is to decide."""

    game: int
    side: int
    level: int
    """The level of the computer; 0 if the computer only defends for a player who is away."""
    player: int
    """The player who waits for the computer."""
    by_conditions: bool
    """True if the conditions of the player who is away are to decide, not the computer."""


Opening = Callable[[Bid], tuple[Mapping[str, int], PositionSummary]]
"""A function of the bid that decides: the options of the game, and its first position."""


class Mover(NamedTuple):
    """The author of orders for a side: its player, or a thinker that has claimed the game for the computer."""

    side: int
    player: int = 0
    thinker: str = ""


def conditions_of(name: str) -> str:
    """Return the author of orders by a player's conditions: `Anna's conditions`."""
    return f"{possessive(name)} conditions"


def end_rest(talk: Talk, game: int, clock: Clock, mover: Mover, now: float) -> None:
    """Note that the player who makes a change is back. This ends a pause, and both players are told."""
    if not mover.player:
        return
    if clock.is_paused(now):
        rests = f"The other clock rests for {clock.pace.more_in_words}"
        talk.note(game, mover.player, f"ends the pause. {rests}")
    clock.end_rest(mover.side, now)


def record_end(store: Store, game: int, outcome: str, winner: int | None) -> bool:
    """Note the end of a game. Return False if the game is over already."""
    ended = store.run(
        "update game set version = version + 1, ended = ?, outcome = ?, winner = ?, to_decide = -1, kind = 'over', "
        "asks = ?, ask_side = null, draw_side = null, pause_side = null, runs = null, due = null "
        "where id = ? and ended is null",
        *(time.time(), outcome, winner, f"The game is over: {outcome}", game),
    )
    return ended.rowcount == 1


class Games:
    """The games of a club.

    Each method that acts for a player takes the player. In the transaction that writes, the method checks that this
    player holds a seat of the game, that the computer does not play that seat, and that the game has begun and isn't
    over.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clocks, self.talk = Clocks(store), Talk(store)
        self._battles = Battles(store)

    def new_game(
        self,
        scenario: str,
        digest: str,
        options: Mapping[str, int],
        seats: Sequence[tuple[int | None, int]],
        first: PositionSummary,
        *,
        pace: Pace = NO_CLOCK,
        rated: bool = True,
        wanted: int | None = None,
        lot: bool = False,
        private: bool = False,
        match: str = "",
        bid: Bid | None = None,
        lines: Sequence[str] = (),
        who: str = "",
    ) -> int:
        """Make a game, and return its number.

        `seats`: each side's player or None, and the computer's level or 0. A seat with neither is free, and the game is
        then a challenge to the player `wanted`, or to anyone. `match`: the kind of match whose first game it is. When
        it begins, a second game with the sides switched begins, too. `bid`: the challenger's sealed bid. `lines`: the
        orders of an imported game, given by `who`; `first` is the position after them.
        """
        now = time.time()
        waits = any(player is None and not level for player, level in seats)
        with self.store.writing():
            (number,) = self.store.row(
                "insert into game(scenario, digest, options, made, since, days, clock, gain, late, rated, wanted, lot, "
                "private, version) values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
                *(scenario, digest, json.dumps(dict(options)), now, now, *pace),
                *(int(rated), wanted, int(lot), int(private), int(bool(lines))),
            )
            self.store.run(f"update game set {POSITION} where id = ?", *first.position(len(lines)), number)
            for side, (player, level) in enumerate(seats):
                self.store.run(
                    "insert into seat(game, side, player, level, rest, defends) values(?, ?, ?, ?, ?, "
                    "coalesce((select defends from player where id = ?), 'ask'))",
                    *(number, side, player, level, pace.at_first, player),
                )
            if match:
                self.store.run("update game set pair = id, match_kind = ? where id = ?", match, number)
            if bid is not None:
                self._write_bid(number, next(player for player, _ in seats if player is not None), bid)
            clock = self.clocks.read(number)
            self._write_orders(number, 0, lines, -1, who, 1, clock)
            if not waits:
                self._start(number, clock, now)
        return int(number)

    def head(self, game: int) -> Head | None:
        """Return a game without its orders; None if there is no such game. Its scenario is then ready to be loaded."""
        found = self.store.one(
            "select id, scenario, options, version, orders, ended, outcome, ask_side, ask_what, draw_side, "
            "overstepped, counted, winner, pair, pause_side from game where id = ?",
            game,
        )
        if found is None:
            return None
        number, scenario, options, version, orders, ended, outcome, *others = found
        self._battles.prepare(scenario)
        return Head(number, scenario, json.loads(options), version, orders, ended, outcome or "", *others)

    def seats(self, game: int) -> list[SeatRow]:
        """Return the seats of a game, by side."""
        found = self.store.rows(
            "select s.side, s.player, coalesce(p.name, ''), s.level, s.defends, s.seen, s.rest "
            "from seat s left join player p on p.id = s.player where s.game = ? order by s.side",
            game,
        )
        return [SeatRow(*row) for row in found]

    def since(self, game: int, version: int) -> tuple[Head, list[tuple[int, str, str]]]:
        """Return a game, and the orders written after a version of it: number, line and author.

        Raises `LookupError` if there is no such game.
        """
        with self.store.reading():
            head = self.head(game)
            new = self.store.rows(
                "select n, line, who from entry where game = ? and version > ? order by n", game, version
            )
        if head is None:
            raise LookupError(f"there is no game {game}")
        return head, [(n, line, who) for n, line, who in new]

    # -- orders

    def change(
        self, game: int, version: int, lines: Sequence[str], mover: Mover, who: str, then: PositionSummary
    ) -> bool:
        """Append orders to those of a version. If another change came first, return False and write nothing.

        The version decides which change came first. The number of orders could not decide, because it is the same after
        an undo and a new order. An order ends a pause. Raises `Refused` if the side to decide has no time left, unless
        the opponent has to claim the win.
        """
        now = time.time()
        with self.store.writing(game):
            before = self._may_write(game, version, mover)
            if before is None or before.to_decide not in (mover.side, -1):
                return False
            clock, orders = self.clocks.booked(game, now, before.lag), before.orders + len(lines)
            end_rest(self.talk, game, clock, mover, now)
            self._write_orders(game, before.orders, lines, mover.side, who, version + 1, clock)
            if then.to_decide != before.to_decide:
                clock.hand_over(then.to_decide)
                self._keep_times(game, orders, clock)
            self._go_on(game, version, orders, then, before, clock, now)
            if mover.player:
                self.store.run("update game set draw_side = null where id = ? and draw_side = ?", game, 1 - mover.side)
                self.store.run("update seat set seen = ? where game = ? and side = ?", orders, game, mover.side)
            self.store.notify(game)
        return True

    def take_back(
        self,
        game: int,
        version: int,
        keep: int,
        mover: Mover,
        then: PositionSummary,
        lines: Sequence[str] = (),
        what: str = "",
    ) -> bool:
        """Undo the orders after the first `keep`, except `lines`. If that is not allowed, return False.

        A side may undo its own orders until the other player has seen them, or the conditions of that player have been
        consulted, and orders that the other side has asked to undo; `what` and `keep` must then be those of the
        request. The orders that stay keep their authors. The clocks return to the earlier position, less the time used
        since then. Raises `Refused` if no time would be left.
        """
        now = time.time()
        with self.store.writing(game):
            before = self._may_write(game, version, mover)
            if before is None or not 0 <= keep < before.orders:
                return False
            agrees = before.asks == 1 - mover.side
            if not ((before.what, before.keep) == (what, keep) if agrees else self.is_unseen(game, keep, mover.side)):
                return False
            back = self.store.rows("select line, side, who from entry where game = ? and n >= ? order by n", game, keep)
            stay = _rows_of(lines, back)
            if stay is None:
                return False
            clock = self.clocks.booked(game, now)
            end_rest(self.talk, game, clock, mover, now)
            clock.set_times(self._times_after(game, keep, clock))
            self.store.run("delete from entry where game = ? and n >= ?", game, keep)
            for count in ("seen", "consulted"):
                self.store.run(f"update seat set {count} = ? where game = ? and {count} > ?", keep, game, keep)
            for n, (line, side, who) in enumerate(stay, keep):
                self._write_orders(game, n, [line], side, who, version + 1, clock)
            self._go_on(game, version, keep + len(lines), then, before, clock, now)
            if clock.is_over:
                raise Refused("after that undo, the player to decide would have no time left")
            if agrees and mover.player:
                self.talk.note(game, mover.player, "agrees to the undo")
            self.store.notify(game)
        return True

    def _may_write(self, game: int, version: int, mover: Mover) -> "_Before | None":
        """Return the state of a game if `mover` may write to that version. The transaction must hold the game's row."""
        found = self.store.one(
            "select orders, to_decide, ask_side, ask_what, ask_keep, phasing, thinker from game "
            "where id = ? and version = ? and started is not null and ended is null",
            *(game, version),
        )
        if found is None:
            return None
        *terms, phasing, thinker = found
        lag = 0.0
        if mover.thinker:
            seat = self.seats(game)[mover.side]
            defends = seat.player is not None and seat.defends != "ask" and phasing != mover.side
            may = thinker == mover.thinker and bool(seat.level or defends)
            lag = CONDITIONS_LAG if seat.defends == CONDITIONS and not seat.level else 0.0
        else:
            may = side_of(self.store, game, mover.player) == mover.side
        return _Before(*terms)._replace(lag=lag) if may else None

    def is_unseen(self, game: int, keep: int, side: int) -> bool:
        """Return True if the orders after the first `keep` are a side's own, and the other player has not seen any.

        A decision that has gone to the conditions of the other player counts as seen. Otherwise a side could try one
        attack after another, and learn what these conditions say.
        """
        return not self.store.one(
            "select 1 from entry where game = ? and n >= ? and side <> ? union all "
            "select 1 from seat where game = ? and side <> ? and player is not null and level = 0 "
            "and (seen > ? or consulted > ?)",
            *(game, keep, side, game, side, keep, keep),
        )

    def _go_on(
        self, game: int, version: int, orders: int, then: PositionSummary, before: "_Before", clock: Clock, now: float
    ) -> None:
        """Write the position after a change, and start the clock of the side that now decides."""
        ended = now if then.ended else None
        self.store.run(
            f"update game set version = ?, {POSITION}, ended = ?, outcome = ?, winner = ?, ask_side = null, "
            "pause_side = null where id = ?",
            *(version + 1, *then.position(orders), ended, then.outcome or None, then.winner, game),
        )
        if clock.pace.clock or then.to_decide != before.to_decide:
            self.store.run("update game set since = ? where id = ?", now, game)
        clock.run_for(-1 if then.ended else then.to_decide, now)
        self.clocks.write(game, clock)

    def _write_orders(
        self, game: int, first: int, lines: Sequence[str], side: int, who: str, version: int, clock: Clock
    ) -> None:
        """Write orders, numbered from `first`. Each adds time to a live clock, unless it repeats a placement."""
        for n, line in enumerate(lines, first):
            whose = -1 if line.startswith("roll ") else side
            if whose >= 0 and not self._is_placed_already(game, line):
                clock.grant(whose)
            self.store.run(
                "insert into entry(game, n, line, side, who, at, version, time_0, time_1) "
                "values(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(game, n, line, whose, who, time.time(), version, *clock.times),
            )

    def _is_placed_already(self, game: int, line: str) -> bool:
        """Return True if an earlier order has already placed the same unit or zone."""
        word, what, *_ = *line.split(), ""
        before = "select 1 from entry where game = ? and substr(line, 1, ?) = ?"
        begin = f"{word} {what} "
        return word in PLACES and self.store.one(before, game, len(begin), begin) is not None

    def _keep_times(self, game: int, orders: int, clock: Clock) -> None:
        """Write the time that each side has been given up to the last order."""
        self.store.run(
            "update entry set time_0 = ?, time_1 = ? where game = ? and n = ?", *clock.times, game, orders - 1
        )

    def _times_after(self, game: int, keep: int, clock: Clock) -> tuple[float, float]:
        """Return the time that each side had been given after the first `keep` orders."""
        if not keep:
            return clock.pace.at_first, clock.pace.at_first
        first, second = self.store.row("select time_0, time_1 from entry where game = ? and n = ?", game, keep - 1)
        return first, second

    # -- the thinker, and time limits

    def claim(
        self, who: str, now: float, span: float, defense: Sequence[str], spent: Mapping[int, float]
    ) -> Claim | None:
        """Claim a game that waits for the computer, for `span` seconds. Return None if no game waits.

        Decisions by conditions come first, because they take no time. `spent` has the recent thinking time for each
        player. The player with the least time comes first; among equals, the game that has waited longest.
        """
        kinds = ", ".join("?" for _ in defense)
        rows = self.store.rows(
            "select g.id, g.to_decide, s.level, s.defends, g.since, coalesce(o.player, s.player, 0) from game g "
            "join seat s on s.game = g.id and s.side = g.to_decide "
            "join seat o on o.game = g.id and o.side = 1 - g.to_decide "
            "where g.ended is null and g.started is not null and g.thinks_until < ? "
            "and (s.rests_until <= ? or o.rests_until <= ?) and "  # a pause is not for the computer to end
            f"(s.level > 0 or (s.defends <> 'ask' and g.to_decide <> g.phasing and g.kind in ({kinds}) "
            "and (s.defends <> ? or s.consulted < g.orders)))",
            *(now, now, now, *defense, CONDITIONS),
        )

        def rank(row: Row) -> tuple[bool, float, float]:
            _, _, plays, defends, since, player = row
            return bool(plays) or defends != CONDITIONS, spent.get(player, 0), since

        for game, side, plays, defends, since, player in sorted(rows, key=rank):
            by_conditions = not plays and defends == CONDITIONS
            if not plays and defends not in (CONDITIONS, COMPUTER) and now - since < float(defends) * 3_600:
                continue
            claimed = self.store.run(
                "update game set thinker = ?, thinks_until = ? where id = ? and thinks_until < ?",
                who,
                now + span,
                game,
                now,
            )
            if claimed.rowcount == 1:
                return Claim(game, side, plays, player, by_conditions)
        return None

    def consult(self, game: int, version: int, mover: Mover) -> Sequence[str]:
        """Return the conditions of an absent player for the pending decision, and note that they have been consulted.

        They are consulted once about each decision. If they leave it to the player, the game waits. Return none if the
        game has changed, or if the thinker may not decide for that player by conditions.
        """
        with self.store.writing(game):
            before, seat = self._may_write(game, version, mover), self.seats(game)[mover.side]
            if before is None or not mover.thinker or before.to_decide != mover.side or seat.player is None:
                return ()
            if seat.level or seat.defends != CONDITIONS:
                return ()
            self.store.run("update seat set consulted = ? where game = ? and side = ?", before.orders, game, mover.side)
            try:
                return read_private(self.store, game, seat.player).conditions
            except Refused:
                return ()

    def release(self, game: int, who: str) -> None:
        """Release a game that a thinker has claimed."""
        self.store.run("update game set thinks_until = 0 where id = ? and thinker = ?", game, who)

    def overdue(self, now: float) -> list[tuple[int, int]]:
        """Return the games in which the side to decide has no time left, each as number and side.

        A game in which the opponent may claim the win follows once nobody has done so for a long time.
        """
        return [
            (game, side)
            for game, side in self.store.rows(
                "select id, runs from game where due < ? and (late <> 'claim' or due < ?) and runs is not null "
                "and ended is null order by due",
                *(now, now - UNCLAIMED),
            )
        ]

    def time_out(self, game: int, side: int, level: int, outcome: str) -> bool:
        """If a side has no time left, end its game as lost or let the computer play on.

        Return False if it has time left, or if the opponent may still claim the win.

        In either case the ratings count a loss for the side's player, who decides nothing more in the game.
        """
        with self.store.writing(game):
            clock = self.clocks.read(game)
            clock.book(now := time.time())
            unclaimed = clock.pace.late == "claim" and clock.hands[side].rest > -UNCLAIMED
            if clock.runs != side or not clock.is_over or unclaimed:
                self.clocks.write(game, clock)
                return False
            if clock.pace.late == "computer":
                self._overstep(game, side)
                clock.run_for(-1, now)
                self.clocks.write(game, clock)
                self.store.run("update seat set level = ? where game = ? and side = ?", level, game, side)
                self.store.run(
                    "update game set version = version + 1, ask_side = null, draw_side = null, pause_side = null "
                    "where id = ?",
                    game,
                )
            else:
                self._lose_on_time(game, side, outcome)
            self.store.notify(game)
        return True

    def _overstep(self, game: int, side: int) -> None:
        """Note that a side has run out of time, for the ratings."""
        self.store.run(
            "update game set overstepped = coalesce(overstepped, ?), counted = coalesce(counted, orders) where id = ?",
            *(side, game),
        )

    def _lose_on_time(self, game: int, side: int, outcome: str) -> None:
        self._overstep(game, side)
        record_end(self.store, game, outcome, 1 - side)

    def claim_win(self, game: int, player: int, outcome: str) -> bool:
        """End a game as won, because the opponent is to decide and has no time left, and the terms allow the claim.

        Return False if the player has no seat in a game in progress. Raises `Refused` if there is nothing to claim.
        """
        now = time.time()
        with self.store.writing(game):
            side = side_of(self.store, game, player)
            if side < 0:
                return False
            clock = self.clocks.read(game)
            clock.book(now)
            (alive,) = self.store.row("select at from alive")
            if clock.pace.late != "claim":
                raise Refused("the terms of this game do not let you claim a win on time")
            if alive < now - LAPSE:  # the time without a server is not booked correctly yet
                raise Refused("the server was down; try again in a minute")
            if clock.runs != 1 - side or not clock.is_over:
                raise Refused("your opponent has time left, or it isn't their move")
            self._lose_on_time(game, 1 - side, outcome)
            self.store.notify(game)
        return True

    def expire_abandoned(self, before: float) -> list[int]:
        """Count rated games against the computer as lost if their players have given no order since `before`.

        Return the numbers of these games. Their players may still continue them.
        """
        rows = self.store.rows(
            "update game set overstepped = to_decide, counted = orders "
            "where overstepped is null and rated = 1 and since < ? "
            "and started is not null and ended is null and days = 0 and clock = 0 "
            "and exists (select 1 from seat s where s.game = game.id and s.side = game.to_decide and s.level = 0) "
            "and exists (select 1 from seat s where s.game = game.id and s.player is null and s.level > 0) "
            "returning id",
            before,
        )
        return [game for (game,) in rows]

    def without_result(self) -> list[int]:
        """Return the decided games of matches and tournaments whose `MatchResult` is not known yet."""
        decided = "g.in_match is null and coalesce(1 - g.overstepped, g.winner) is not null"
        rows = self.store.rows(
            f"select g.id from game g where g.pair is not null and {decided} "
            f"union select g.id from pairing x join game g on g.id = x.game where {decided} order by 1"
        )
        return [game for (game,) in rows]

    def keep_result(self, game: int, result: MatchResult, opening: PositionSummary) -> None:
        """Write the result of a decided game, unless it is known already, and start the third game of a match if due.

        `opening` is the position in which each game of the match begins.
        """
        (first,) = self.store.row("select coalesce(pair, id) from game where id = ?", game)
        with self.store.writing(first):
            done = self.store.run(
                "update game set in_match = ? where id = ? and in_match is null "
                "and coalesce(1 - overstepped, winner) is not null",
                *(json.dumps(result), game),
            )
            found = self.match_of(game)
            if done.rowcount == 1 and found is not None and found.match.is_third_due:
                self._start_another(first, opening, time.time())

    def without_report(self, after: float) -> int:
        """Return the public game that was finished last, after some time, and has no text for a month's report.

        A game that a player has brought has none, because nobody knows where its dice come from. Return 0 if there is
        no game.
        """
        found = self.store.one(
            "select id from game g where report is null and ended > ? and started is not null and winner is not null "
            "and private = 0 and not exists "
            "(select 1 from entry e where e.game = g.id and e.side < 0 and substr(e.line, 1, 5) <> 'roll ') "
            "order by ended desc limit 1",
            after,
        )
        return 0 if found is None else int(found[0])

    def keep_report(self, game: int, text: str) -> None:
        """Write what the report of a month says of a finished game, unless that is known already."""
        self.store.run("update game set report = ? where id = ? and report is null and ended is not null", text, game)

    def head_of(self, game: int) -> Head:
        """Return a game without its orders. Raises `LookupError` if there is no such game."""
        head = self.head(game)
        if head is None:
            raise LookupError(f"there is no game {game}")
        return head

    def mark_notified(self, game: int, since: float) -> bool:
        """Note that a game's player is notified. Return False if another thinker has done so."""
        done = self.store.run("update game set told = ? where id = ? and told < ?", since, game, since)
        return done.rowcount == 1

    def entries(self, game: int) -> list[tuple[str, str]]:
        """Return the orders of a game, each with its author."""
        rows = self.store.rows("select line, who from entry where game = ? order by n", game)
        return [(line, who) for line, who in rows]

    def announce(self, text: str) -> None:
        """Add a line of news."""
        self.store.run("insert into news(at, text) values(?, ?)", time.time(), text[:200])

    # -- visibility

    def bids(self, game: int, player: int) -> list[PlayersBid]:
        """Return the bids of a game, the challenger's first.

        Until the game begins, a player only sees their own bid.
        """
        found = self.store.rows(
            "select b.player, p.name, b.side, b.points from game g join bid b on b.game = g.id "
            "join player p on p.id = b.player where g.id = ? and (g.started is not null or b.player = ?) "
            "order by b.at",
            *(game, player),
        )
        return [PlayersBid(number, name, Bid(*bid)) for number, name, *bid in found]

    def match_of(self, game: int) -> MatchGames | None:
        """Return the games of the match that a game belongs to; None if the game is a single one."""
        found = self.store.rows(
            "select id, in_match, match_kind from game where pair = (select pair from game where id = ?) order by id",
            game,
        )
        results = {number: MatchResult(*json.loads(result)) for number, result, _ in found if result}
        return MatchGames(found[0][2], [number for number, *_ in found], results) if found else None

    def is_private(self, game: int) -> bool:
        """Return True if only the players of a game may see it."""
        found = self.store.one("select private from game where id = ?", game)
        return found is None or bool(found[0])

    def has_begun(self, game: int) -> bool:
        """Return True if both seats of a game are taken, or, if the game is over, were taken at its end."""
        return self.store.one("select 1 from game where id = ? and started is not null", game) is not None

    def mark_seen(self, game: int, player: int, orders: int) -> None:
        """Note the number of a game's orders that a player has seen."""
        with self.store.writing(game):
            self.store.run(
                "update seat set seen = ? where game = ? and side = ? and seen <> ? "
                "and exists (select 1 from game g where g.id = ? and g.orders >= ?)",
                *(orders, game, side_of(self.store, game, player), orders, game, orders),
            )

    # -- ends

    def give_up(self, game: int, player: int, words: str) -> bool:
        """End a game that a player gives up. Return False if it is over, or the player has no seat there."""
        with self.store.writing(game):
            side = side_of(self.store, game, player)
            ended = side >= 0 and record_end(self.store, game, words, 1 - side)
            self.store.notify(game)
        return ended

    def forfeit(self, game: int, side: int, words: str) -> None:
        """End a game as lost by the player of a side, who may be barred."""
        with self.store.writing(game):
            record_end(self.store, game, words, 1 - side)
            self.store.notify(game)

    def close(self, game: int) -> bool:
        """End a game without a winner and without rating it. Return False if there is no such game in progress."""
        with self.store.writing(game):
            ended = record_end(self.store, game, "the administrator closed it", None)
            self.store.notify(game)
        return ended

    def defend(self, game: int, player: int, how: str) -> bool:
        """Set who decides in the enemy Player-Turn while a player is away.

        `how` is one of `DEFENSES`. Return False if the player has no seat in a game in progress.
        """
        _check_defense(how)
        with self.store.writing(game):
            done = self.store.run(
                "update seat set defends = ? where game = ? and side = ?",
                *(how, game, side_of(self.store, game, player)),
            )
        return done.rowcount == 1

    def defend_all(self, player: int, how: str) -> None:
        """Set who decides while a player is away in all of the player's unfinished games, and in new ones."""
        _check_defense(how)
        with self.store.writing():
            mine = self.store.rows(
                "select id from game where ended is null and id in (select game from seat where player = ?) "
                f"order by id{self.store.lock}",  # the same order in all transactions, which prevents a deadlock
                player,
            )
            self.store.run("update player set defends = ? where id = ?", how, player)
            for (game,) in mine:
                self.store.run(
                    "update seat set defends = ? where game = ? and player = ? and level = 0", how, game, player
                )

    # -- challenges

    def check_open(self, player: int, wanted: int | None = None) -> None:
        """Raise `FileError` if a player has too many challenges, or too many games against the computer.

        `wanted`: the player to challenge.
        """
        mine = "select game from seat where player = ?"
        (open_ones,) = self.store.row(
            f"select count(*) from game where started is null and ended is null and id in ({mine})", player
        )
        (to_one,) = self.store.row(
            f"select count(*) from game where started is null and (ended is null or ended > ?) and wanted = ? "
            f"and id in ({mine})",
            *(time.time() - DECLINED_COUNTS, wanted or 0, player),
        )
        (against,) = self.store.row(
            "select count(*) from game g join seat s on s.game = g.id and s.level > 0 and s.player is null "
            f"where g.ended is null and g.id in ({mine})",
            player,
        )
        if open_ones >= MAX_OPEN:
            refuse("club", f"you may have at most {MAX_OPEN} open challenges; withdraw one first")
        if to_one >= MAX_TO_ONE:
            refuse("club", f"you have challenged this player {to_one} times already; wait for an answer or a few days")
        if against >= MAX_AGAINST:
            refuse("club", f"you already have {against} games against the computer; finish one first")

    def take_seat(
        self, game: int, side: int, player: int, bid: Bid | None = None, opening: Opening | None = None
    ) -> bool:
        """Seat a player; the last seat starts the game. Return False if the seat is no longer free.

        A challenge with a bid also needs the player's `bid` and an `opening`; any other challenge must have neither.
        """
        now = time.time()
        with self.store.writing(game):
            first = self.store.one("select side, points from bid where game = ?", game)
            if (first is None) != (bid is None):
                return False
            taken = self.store.run(
                "update seat set player = ?, defends = (select defends from player where id = ?) "
                "where game = ? and side = ? and player is null and level = 0 "
                "and not exists (select 1 from seat o where o.game = ? and o.player = ?) "
                "and not exists (select 1 from player p where p.barred = 1 "
                "and (p.id = ? or p.id in (select o.player from seat o where o.game = ?))) "
                "and exists (select 1 from game g where g.id = ? and g.ended is null "
                "and (g.wanted is null or g.wanted = ?))",
                *(player, player, game, side, game, player, player, game, game, player),
            )
            if taken.rowcount != 1:
                return False
            if not self.store.one("select 1 from seat where game = ? and player is null and level = 0", game):
                if first is not None and bid is not None and opening is not None:
                    self._settle_bids(game, player, Bid(*first), bid, opening)
                self._draw_sides(game)
                self._start(game, self.clocks.read(game), now)
                self.store.run("update game set version = version + 1 where id = ?", game)
            self.store.notify(game)
        return True

    def _draw_sides(self, game: int) -> None:
        """If the challenge says so, swap the players of a game at random."""
        (lot,) = self.store.row("select lot from game where id = ?", game)
        if lot and secrets.randbits(1):
            self._switch_sides(game)

    def _switch_sides(self, game: int) -> None:
        first, second = (
            self.store.row("select player, level, defends from seat where game = ? and side = ?", game, s)
            for s in (0, 1)
        )
        for at, row in ((0, second), (1, first)):
            self.store.run(
                "update seat set player = ?, level = ?, defends = ? where game = ? and side = ?", *row, game, at
            )

    def _settle_bids(self, game: int, player: int, first: Bid, bid: Bid, opening: Opening) -> None:
        """Compare the challenger's bid, which comes first, with that of the player who accepts.

        The player whose bid decides has the side that it is for. The opponent has its points at the start.
        """
        self._write_bid(game, player, bid)
        second_decides = winner(first, bid)
        side = bid.side if second_decides else 1 - first.side
        if not self.store.one("select 1 from seat where game = ? and side = ? and player = ?", game, side, player):
            self._switch_sides(game)
        options, position = opening(bid if second_decides else first)
        self.store.run("update game set options = ? where id = ?", json.dumps(dict(options)), game)
        self.store.run(f"update game set {POSITION} where id = ?", *position.position(0), game)

    def _write_bid(self, game: int, player: int, bid: Bid) -> None:
        self.store.run(
            "insert into bid(game, player, side, points, at) values(?, ?, ?, ?, ?)", game, player, *bid, time.time()
        )

    def _start(self, game: int, clock: Clock, now: float) -> None:
        """Start a game whose seats are both taken, and the clock of the side that decides.

        The second game of a match begins with the first one.
        """
        self.store.run("update game set started = ?, since = ? where id = ?", now, now, game)
        (side,) = self.store.row("select to_decide from game where id = ?", game)
        clock.run_for(side, now)
        self.clocks.write(game, clock)
        if self.store.one("select 1 from game where id = ? and pair = id", game):
            self._start_another(game, None, now)

    def _start_another(self, first: int, opening: PositionSummary | None, now: float) -> None:
        """Start another game of the match of a `first` game, with its terms, and the sides switched once more.

        `opening`: its position; None for that of the first game. A player who has run out of time in the first game
        has the seat in this one.
        """
        same = (
            "scenario, digest, options, orders, turn, to_decide, phasing, kind, asks, points, rated, days, clock, "
            "gain, late, wanted, private, pair, match_kind"
        )
        (number,) = self.store.row(
            f"insert into game({same}, made) select {same}, ? from game where id = ? returning id", now, first
        )
        if opening is not None:
            self.store.run(f"update game set {POSITION} where id = ?", *opening.position(0), number)
        (place,) = self.store.row("select count(*) from game where pair = ?", first)
        self.store.run(
            "insert into seat(game, side, player, level, defends, rest) select ?, abs(side - ?), player, "
            "case when player is null then level else 0 end, defends, ? from seat where game = ?",
            *(number, side_in(place, 0), self.clocks.read(first).pace.at_first, first),
        )
        self._start(number, self.clocks.read(number), now)
        self.store.notify(number)

    def withdraw(self, game: int, player: int) -> bool:
        """Withdraw a player's open challenge. Return False if there is no such challenge."""
        with self.store.writing(game):
            found = self.store.one(
                "select 1 from game g join seat s on s.game = g.id "
                "where g.id = ? and s.player = ? and g.started is null and g.ended is null",
                *(game, player),
            )
            if found:
                tables = ("bid", "seat", "entry", "talk")
                for table, column in (*((table, "game") for table in tables), ("game", "id")):
                    self.store.run(f"delete from {table} where {column} = ?", game)
        return found is not None

    def decline(self, game: int, player: int) -> bool:
        """Decline a challenge to a player. Return False if there is no such challenge."""
        with self.store.writing(game):
            found = self.store.one(
                "select p.name from game g join player p on p.id = g.wanted "
                "where g.id = ? and g.wanted = ? and g.started is null and g.ended is null",
                *(game, player),
            )
            if found:
                record_end(self.store, game, f"{found[0]} declined the challenge", None)
            self.store.notify(game)
        return found is not None


class _Before(NamedTuple):
    """The state of a game before a change."""

    orders: int
    to_decide: int
    asks: int | None
    """The side that asks to undo orders."""
    what: str
    """What that side asks to undo."""
    keep: int
    """The number of orders that would be kept."""
    lag: float = 0.0
    """Seconds that the clock leaves out, because the player's conditions decide."""


def _rows_of(lines: Sequence[str], rows: Sequence[tuple[str, int, str]]) -> list[tuple[str, int, str]] | None:
    """Return the rows of orders (line, side, author) that have these lines, in this order; None if one is missing."""
    following = iter(rows)
    found = [next((row for row in following if row[0] == line), None) for line in lines]
    return None if None in found else [row for row in found if row is not None]


def _check_defense(how: str) -> None:
    if how not in DEFENSES:
        raise Refused(f"choose one of {', '.join(DEFENSES)}; the numbers are hours until the computer decides")
