"""The rows of the club's games in progress: their orders, what the thinker does in them, and how they end."""

import json
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.club.database.authority import side_of
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.clocks import Clock, Clocks
from westwall_tui.club.database.private import read_private
from westwall_tui.club.database.store import Refused, Row, Store
from westwall_tui.club.database.talk import Talk
from westwall_tui.engine.words import possessive
from westwall_tui.files.command_line import COMPUTER, CONDITIONS

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
    undo_side: int | None
    """The side that asks to undo orders; None if neither does."""
    undo_what: str
    """The extent of the undo that this side asks for, as `Game.undo` takes it."""
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


class Reserved(NamedTuple):
    """A game in which the computer is to decide, reserved for one thinker."""

    game: int
    side: int
    level: int
    """The level of the computer; 0 if the computer only defends for a player who is away."""
    player: int
    """The player who waits for the computer."""
    by_conditions: bool
    """True if the conditions of the player who is away are to decide, not the computer."""


class Mover(NamedTuple):
    """The author of orders for a side: its player, or a thinker that has reserved the game for the computer."""

    side: int
    player: int = 0
    thinker: str = ""


def conditions_of(name: str) -> str:
    """Return the author of orders by a player's conditions: `Anna's conditions`."""
    return f"{possessive(name)} conditions"


def note_return(talk: Talk, game: int, clock: Clock, mover: Mover, now: float) -> None:
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


def write_orders(
    store: Store, game: int, first: int, lines: Sequence[str], side: int, who: str, version: int, clock: Clock
) -> None:
    """Write orders, numbered from `first`. Each adds time to a live clock, unless it repeats a placement."""
    for n, line in enumerate(lines, first):
        whose = -1 if line.startswith("roll ") else side
        if whose >= 0 and not _is_placed_already(store, game, line):
            clock.grant(whose)
        store.run(
            "insert into entry(game, n, line, side, who, at, version, time_0, time_1) "
            "values(?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(game, n, line, whose, who, time.time(), version, *clock.times),
        )


def _is_placed_already(store: Store, game: int, line: str) -> bool:
    """Return True if an earlier order has already placed the same unit or zone."""
    word, what, *_ = *line.split(), ""
    before = "select 1 from entry where game = ? and substr(line, 1, ?) = ?"
    begin = f"{word} {what} "
    return word in PLACES and store.one(before, game, len(begin), begin) is not None


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
            note_return(self.talk, game, clock, mover, now)
            write_orders(self.store, game, before.orders, lines, mover.side, who, version + 1, clock)
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
            agrees = before.undo_side == 1 - mover.side
            if not (
                (before.undo_what, before.undo_keep) == (what, keep)
                if agrees
                else self.is_unseen(game, keep, mover.side)
            ):
                return False
            back = self.store.rows("select line, side, who from entry where game = ? and n >= ? order by n", game, keep)
            stay = _rows_of(lines, back)
            if stay is None:
                return False
            clock = self.clocks.booked(game, now)
            note_return(self.talk, game, clock, mover, now)
            clock.set_times(self._times_after(game, keep, clock))
            self.store.run("delete from entry where game = ? and n >= ?", game, keep)
            for count in ("seen", "consulted"):
                self.store.run(f"update seat set {count} = ? where game = ? and {count} > ?", keep, game, keep)
            for n, (line, side, who) in enumerate(stay, keep):
                write_orders(self.store, game, n, [line], side, who, version + 1, clock)
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

    # -- the thinker

    def reserve(
        self, who: str, now: float, span: float, defense: Sequence[str], spent: Mapping[int, float]
    ) -> Reserved | None:
        """Reserve a game that waits for the computer, for `span` seconds. Return None if no game waits.

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
            reserved = self.store.run(
                "update game set thinker = ?, thinks_until = ? where id = ? and thinks_until < ?",
                who,
                now + span,
                game,
                now,
            )
            if reserved.rowcount == 1:
                return Reserved(game, side, plays, player, by_conditions)
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
        """Release a game that a thinker has reserved."""
        self.store.run("update game set thinks_until = 0 where id = ? and thinker = ?", game, who)

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

    def is_private(self, game: int) -> bool:
        """Return True if only the players of a game may see it."""
        found = self.store.one("select private from game where id = ?", game)
        return found is None or bool(found[0])

    def has_begun(self, game: int) -> bool:
        """Return True if both seats of a game are taken, or, if the game is over, were taken at its end."""
        return self.store.one("select 1 from game where id = ? and started is not null", game) is not None

    def mark_seen(self, game: int, player: int, orders: int, heard: int = 0) -> None:
        """Note the number of a game's orders that a player has seen, and the last message that they have heard."""
        with self.store.writing(game):
            self.store.run(
                "update seat set seen = ? where game = ? and side = ? and seen <> ? "
                "and exists (select 1 from game g where g.id = ? and g.orders >= ?)",
                *(orders, game, side_of(self.store, game, player), orders, game, orders),
            )
            self.store.run(
                "update seat set heard = ? where game = ? and player = ? and heard < ?", heard, game, player, heard
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


class _Before(NamedTuple):
    """The state of a game before a change."""

    orders: int
    to_decide: int
    undo_side: int | None
    """The side that asks to undo orders."""
    undo_what: str
    """The extent of the undo that this side asks for."""
    undo_keep: int
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
