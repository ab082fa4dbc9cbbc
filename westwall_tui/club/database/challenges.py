"""The beginnings of the club's games: challenges, their bids, and the next games of matches."""

import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.club.database.clocks import DAY, NO_CLOCK, Clock, Pace
from westwall_tui.club.database.games import POSITION, Games, PositionSummary, record_end, write_orders
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


Opening = Callable[[Bid], tuple[Mapping[str, int], PositionSummary]]
"""A function of the bid that decides: the options of the game, and its first position."""


class Challenges:
    """The challenges and matches of a club.

    Each method that acts for a player takes the player, and checks in the transaction that writes whether this player
    may do that to this challenge.
    """

    def __init__(self, games: Games) -> None:
        self._store, self._clocks = games.store, games.clocks

    def check_open(self, player: int, wanted: int | None = None) -> None:
        """Raise `FileError` if a player has too many challenges, or too many games against the computer.

        `wanted`: the player to challenge.
        """
        mine = "select game from seat where player = ?"
        (open_ones,) = self._store.row(
            f"select count(*) from game where started is null and ended is null and id in ({mine})", player
        )
        (to_one,) = self._store.row(
            f"select count(*) from game where started is null and (ended is null or ended > ?) and wanted = ? "
            f"and id in ({mine})",
            *(time.time() - DECLINED_COUNTS, wanted or 0, player),
        )
        (against,) = self._store.row(
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
        with self._store.writing():
            (number,) = self._store.row(
                "insert into game(scenario, digest, options, made, since, days, clock, gain, late, rated, wanted, lot, "
                "private, version) values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
                *(scenario, digest, json.dumps(dict(options)), now, now, *pace),
                *(int(rated), wanted, int(lot), int(private), int(bool(lines))),
            )
            self._store.run(f"update game set {POSITION} where id = ?", *first.position(len(lines)), number)
            for side, (player, level) in enumerate(seats):
                self._store.run(
                    "insert into seat(game, side, player, level, rest, defends) values(?, ?, ?, ?, ?, "
                    "coalesce((select defends from player where id = ?), 'ask'))",
                    *(number, side, player, level, pace.at_first, player),
                )
            if match:
                self._store.run("update game set pair = id, match_kind = ? where id = ?", match, number)
            if bid is not None:
                self._write_bid(number, next(player for player, _ in seats if player is not None), bid)
            clock = self._clocks.read(number)
            write_orders(self._store, number, 0, lines, -1, who, 1, clock)
            if not waits:
                self._start(number, clock, now)
        return int(number)

    def take_seat(
        self, game: int, side: int, player: int, bid: Bid | None = None, opening: Opening | None = None
    ) -> bool:
        """Seat a player; the last seat starts the game. Return False if the seat is no longer free.

        A challenge with a bid also needs the player's `bid` and an `opening`; any other challenge must have neither.
        """
        now = time.time()
        with self._store.writing(game):
            first = self._store.one("select side, points from bid where game = ?", game)
            if (first is None) != (bid is None):
                return False
            taken = self._store.run(
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
            if not self._store.one("select 1 from seat where game = ? and player is null and level = 0", game):
                if first is not None and bid is not None and opening is not None:
                    self._settle_bids(game, player, Bid(*first), bid, opening)
                self._draw_sides(game)
                self._start(game, self._clocks.read(game), now)
                self._store.run("update game set version = version + 1 where id = ?", game)
            self._store.notify(game)
        return True

    def withdraw(self, game: int, player: int) -> bool:
        """Withdraw a player's open challenge. Return False if there is no such challenge."""
        with self._store.writing(game):
            found = self._store.one(
                "select 1 from game g join seat s on s.game = g.id "
                "where g.id = ? and s.player = ? and g.started is null and g.ended is null",
                *(game, player),
            )
            if found:
                tables = ("bid", "seat", "entry", "talk")
                for table, column in (*((table, "game") for table in tables), ("game", "id")):
                    self._store.run(f"delete from {table} where {column} = ?", game)
        return found is not None

    def decline(self, game: int, player: int) -> bool:
        """Decline a challenge to a player. Return False if there is no such challenge."""
        with self._store.writing(game):
            found = self._store.one(
                "select p.name from game g join player p on p.id = g.wanted "
                "where g.id = ? and g.wanted = ? and g.started is null and g.ended is null",
                *(game, player),
            )
            if found:
                record_end(self._store, game, f"{found[0]} declined the challenge", None)
            self._store.notify(game)
        return found is not None

    def bids(self, game: int, player: int) -> list[PlayersBid]:
        """Return the bids of a game, the challenger's first.

        Until the game begins, a player only sees their own bid.
        """
        found = self._store.rows(
            "select b.player, p.name, b.side, b.points from game g join bid b on b.game = g.id "
            "join player p on p.id = b.player where g.id = ? and (g.started is not null or b.player = ?) "
            "order by b.at",
            *(game, player),
        )
        return [PlayersBid(number, name, Bid(*bid)) for number, name, *bid in found]

    def _draw_sides(self, game: int) -> None:
        """If the challenge says so, swap the players of a game at random."""
        (lot,) = self._store.row("select lot from game where id = ?", game)
        if lot and secrets.randbits(1):
            self._switch_sides(game)

    def _switch_sides(self, game: int) -> None:
        first, second = (
            self._store.row("select player, level, defends from seat where game = ? and side = ?", game, s)
            for s in (0, 1)
        )
        for at, row in ((0, second), (1, first)):
            self._store.run(
                "update seat set player = ?, level = ?, defends = ? where game = ? and side = ?", *row, game, at
            )

    def _settle_bids(self, game: int, player: int, first: Bid, bid: Bid, opening: Opening) -> None:
        """Compare the challenger's bid, which comes first, with that of the player who accepts.

        The player whose bid decides has the side that it is for. The opponent has its points at the start.
        """
        self._write_bid(game, player, bid)
        second_decides = winner(first, bid)
        side = bid.side if second_decides else 1 - first.side
        if not self._store.one("select 1 from seat where game = ? and side = ? and player = ?", game, side, player):
            self._switch_sides(game)
        options, position = opening(bid if second_decides else first)
        self._store.run("update game set options = ? where id = ?", json.dumps(dict(options)), game)
        self._store.run(f"update game set {POSITION} where id = ?", *position.position(0), game)

    def _write_bid(self, game: int, player: int, bid: Bid) -> None:
        self._store.run(
            "insert into bid(game, player, side, points, at) values(?, ?, ?, ?, ?)", game, player, *bid, time.time()
        )

    def _start(self, game: int, clock: Clock, now: float) -> None:
        """Start a game whose seats are both taken, and the clock of the side that decides.

        The second game of a match begins with the first one.
        """
        self._store.run("update game set started = ?, since = ? where id = ?", now, now, game)
        (side,) = self._store.row("select to_decide from game where id = ?", game)
        clock.run_for(side, now)
        self._clocks.write(game, clock)
        if self._store.one("select 1 from game where id = ? and pair = id", game):
            self._start_another(game, None, now)

    def match_of(self, game: int) -> MatchGames | None:
        """Return the games of the match that a game belongs to; None if the game is a single one."""
        found = self._store.rows(
            "select id, in_match, match_kind from game where pair = (select pair from game where id = ?) order by id",
            game,
        )
        results = {number: MatchResult(*json.loads(result)) for number, result, _ in found if result}
        return MatchGames(found[0][2], [number for number, *_ in found], results) if found else None

    def without_result(self) -> list[int]:
        """Return the decided games of matches and tournaments whose `MatchResult` is not known yet."""
        decided = "g.in_match is null and coalesce(1 - g.overstepped, g.winner) is not null"
        rows = self._store.rows(
            f"select g.id from game g where g.pair is not null and {decided} "
            f"union select g.id from pairing x join game g on g.id = x.game where {decided} order by 1"
        )
        return [game for (game,) in rows]

    def keep_result(self, game: int, result: MatchResult, opening: PositionSummary) -> None:
        """Write the result of a decided game, unless it is known already, and start the third game of a match if due.

        `opening` is the position in which each game of the match begins.
        """
        (first,) = self._store.row("select coalesce(pair, id) from game where id = ?", game)
        with self._store.writing(first):
            done = self._store.run(
                "update game set in_match = ? where id = ? and in_match is null "
                "and coalesce(1 - overstepped, winner) is not null",
                *(json.dumps(result), game),
            )
            found = self.match_of(game)
            if done.rowcount == 1 and found is not None and found.match.is_third_due:
                self._start_another(first, opening, time.time())

    def _start_another(self, first: int, opening: PositionSummary | None, now: float) -> None:
        """Start another game of the match of a `first` game, with its terms, and the sides switched once more.

        `opening`: its position; None for that of the first game. A player who has run out of time in the first game
        has the seat in this one.
        """
        same = (
            "scenario, digest, options, orders, turn, to_decide, phasing, kind, asks, points, rated, days, clock, "
            "gain, late, wanted, private, pair, match_kind"
        )
        (number,) = self._store.row(
            f"insert into game({same}, made) select {same}, ? from game where id = ? returning id", now, first
        )
        if opening is not None:
            self._store.run(f"update game set {POSITION} where id = ?", *opening.position(0), number)
        (place,) = self._store.row("select count(*) from game where pair = ?", first)
        self._store.run(
            "insert into seat(game, side, player, level, defends, rest) select ?, abs(side - ?), player, "
            "case when player is null then level else 0 end, defends, ? from seat where game = ?",
            *(number, side_in(place, 0), self._clocks.read(first).pace.at_first, first),
        )
        self._start(number, self._clocks.read(number), now)
        self._store.notify(number)
