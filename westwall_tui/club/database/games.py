"""The rows of the club's games: orders, seats, clocks, talk, and how they end."""

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.club.database.store import Refused, Store
from westwall_tui.files.faults import refuse

DAY = 86_400.0
MOST_OPEN = 30
"""Challenges that one player may have open."""
MOST_AGAINST = 10
"""His games against the computer that go on."""
LONGEST_TALK = 500
"""Characters."""
MOST_TALK, TALK_SPAN = 10, 60.0
"""So often a player may say something in so many seconds, at all his games."""
KEPT_TALK = 500
"""The last lines of a game that are kept."""
POSITION = "orders = ?, to_decide = ?, phasing = ?, kind = ?, asks = ?, turn = ?, points = ?"
"""What lists and the thinker are told of a position."""


class Head(NamedTuple):
    """A game as lists and players' processes read it before its orders."""

    id: int
    scenario: str
    options: Mapping[str, bool]
    version: int
    orders: int
    ended: float | None
    outcome: str
    ask_side: int | None
    draw_side: int | None


class Sitting(NamedTuple):
    """A seat of a game."""

    side: int
    player: int | None
    name: str
    level: int
    defends: str
    seen: int
    rest: float


class Written(NamedTuple):
    """What a change writes beside its orders: the pending decision, for lists and for who thinks."""

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
        """The values of `POSITION`."""
        return orders, self.to_decide, self.phasing, self.kind, self.asks, self.turn, self.points


class Claim(NamedTuple):
    """A game in which the computer is to decide."""

    game: int
    side: int
    level: int
    """0: it only defends for a player who is away."""
    player: int
    """Who waits for it."""


class Pace(NamedTuple):
    """How long who is to move may take, and what becomes of him if he takes longer."""

    days: float = 0
    clock: float = 0
    gain: float = 0
    late: str = "computer"

    @property
    def words(self) -> str:
        """As lists show it."""
        if self.clock:
            return f"live, {self.clock / 60:g} minutes each" + (f" and {self.gain:g} s an order" if self.gain else "")
        return f"{self.days:g} {'day' if self.days == 1 else 'days'} a turn" if self.days else "no clock"

    @property
    def short(self) -> str:
        """The same in a column."""
        return "live" if self.clock else f"{self.days:g} d" if self.days else "-"


NO_CLOCK = Pace()


class Games:
    """The games of a club."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def new_game(
        self,
        scenario: str,
        digest: str,
        options: Mapping[str, bool],
        seats: Sequence[tuple[int | None, int]],
        first: Written,
        *,
        pace: Pace = NO_CLOCK,
        rated: bool = True,
        wanted: int | None = None,
        lot: bool = False,
        private: bool = False,
    ) -> int:
        """A new game; its number. `seats`: each side's player or None, and the computer's level or 0.

        A seat with neither waits for somebody: then the game is a challenge, for `wanted` or for anybody.
        """
        now = time.time()
        waits = any(player is None and not level for player, level in seats)
        with self.store.writing():
            (number,) = self.store.row(
                "insert into game(scenario, digest, options, made, started, days, clock, gain, late, since, due, "
                "rated, wanted, lot, private) values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
                *(scenario, digest, json.dumps(dict(options)), now, None if waits else now, *pace, now),
                *(None if waits else _due_time(now, pace, pace.clock), int(rated), wanted, int(lot), int(private)),
            )
            self.store.run(f"update game set {POSITION} where id = ?", *first.position(0), number)
            for side, (player, level) in enumerate(seats):
                self.store.run(
                    "insert into seat(game, side, player, level, rest, defends) values(?, ?, ?, ?, ?, "
                    "coalesce((select defends from player where id = ?), 'ask'))",
                    *(number, side, player, level, pace.clock, player),
                )
        return int(number)

    def head(self, game: int) -> Head | None:
        """A game without its orders; None if there is none of that number."""
        found = self.store.one(
            "select id, scenario, options, version, orders, ended, outcome, ask_side, draw_side from game where id = ?",
            game,
        )
        if found is None:
            return None
        number, scenario, options, version, orders, ended, outcome, asks, draws = found
        return Head(number, scenario, json.loads(options), version, orders, ended, outcome or "", asks, draws)

    def seats(self, game: int) -> list[Sitting]:
        """The seats of a game, by side."""
        found = self.store.rows(
            "select s.side, s.player, coalesce(p.name, ''), s.level, s.defends, s.seen, s.rest "
            "from seat s left join player p on p.id = s.player where s.game = ? order by s.side",
            game,
        )
        return [Sitting(*row) for row in found]

    def since(self, game: int, version: int) -> tuple[Head, list[tuple[int, str, str]]]:
        """A game, and the orders that were written after a version of it: number, line, and who gave it.

        Raises `LookupError` if it is gone.
        """
        with self.store.reading():
            head = self.head(game)
            new = self.store.rows(
                "select n, line, who from entry where game = ? and version > ? order by n", game, version
            )
        if head is None:
            raise LookupError(f"there is no game {game}")
        return head, [(n, line, who) for n, line, who in new]

    def change(
        self, game: int, version: int, keep: int, lines: Sequence[str], side: int, who: str, then: Written
    ) -> bool:
        """Put orders in place of those from number `keep` on; False, and nothing is written, if somebody was quicker.

        This alone changes the orders of a game. It is the version that decides a race and not the number of orders:
        after one was taken back and another given, that is what it was.
        """
        now = time.time()
        with self.store.writing():
            done = self.store.run(
                f"update game set version = version + 1, {POSITION}, ended = ?, outcome = ?, winner = ?, "
                "ask_side = null where id = ? and version = ? and ended is null and started is not null",
                *(*then.position(keep + len(lines)), now if then.ended else None),
                *(then.outcome or None, then.winner, game, version),
            )
            if done.rowcount != 1:
                return False
            self.store.run("delete from entry where game = ? and n >= ?", game, keep)
            self._write_orders(game, keep, lines, side, who, now, version + 1)
            self._run_clock(game, side, then, now)
            self.store.call(game)
        return True

    def _run_clock(self, game: int, side: int, then: Written, now: float) -> None:
        """Stop the clock of the side that has decided, and start that of the one that decides now."""
        *terms, since = self.store.row("select days, clock, gain, late, since from game where id = ?", game)
        pace = Pace(*terms)
        if then.ended:
            self.store.run("update game set due = null where id = ?", game)
            return
        if pace.clock and side >= 0:
            self.store.run(
                "update seat set rest = rest - ? + ? where game = ? and side = ?", now - since, pace.gain, game, side
            )
        if pace.clock or then.to_decide != side:
            rest = self.store.one("select rest from seat where game = ? and side = ?", game, then.to_decide)
            due = _due_time(now, pace, rest[0] if rest else 0)
            self.store.run("update game set since = ?, due = ? where id = ?", now, due, game)

    def check_open(self, player: int) -> None:
        """Raise `FileError` if a player has as many challenges or games against the computer as anybody needs."""
        mine = "select game from seat where player = ?"
        (open_ones,) = self.store.row(
            f"select count(*) from game where started is null and ended is null and id in ({mine})", player
        )
        (against,) = self.store.row(
            "select count(*) from game g join seat s on s.game = g.id and s.level > 0 "
            f"where g.ended is null and g.id in ({mine})",
            player,
        )
        if open_ones >= MOST_OPEN:
            refuse("club", f"nobody needs more than {MOST_OPEN} open challenges")
        if against >= MOST_AGAINST:
            refuse("club", f"end one of your {against} games against the computer first")

    # -- who thinks, and whose time is over

    def claim(
        self, who: str, now: float, span: float, defense: Sequence[str], spent: Mapping[int, float]
    ) -> Claim | None:
        """A game that waits for the computer; it is `who`'s for so many seconds. None if there is no such game.

        `spent` is the time that was lately thought for each player: who had least comes first, then who waits longest.
        """
        kinds = ", ".join("?" for _ in defense)
        rows = self.store.rows(
            "select g.id, g.to_decide, s.level, s.defends, g.since, coalesce(o.player, s.player, 0) from game g "
            "join seat s on s.game = g.id and s.side = g.to_decide "
            "join seat o on o.game = g.id and o.side = 1 - g.to_decide "
            "where g.ended is null and g.started is not null and g.thinks_until < ? and "
            f"(s.level > 0 or (s.defends <> 'ask' and g.to_decide <> g.phasing and g.kind in ({kinds})))",
            *(now, *defense),
        )
        for game, side, plays, defends, since, player in sorted(rows, key=lambda row: (spent.get(row[5], 0), row[4])):
            if not plays and defends != "computer" and now - since < float(defends) * 3_600:
                continue
            claimed = self.store.run(
                "update game set thinker = ?, thinks_until = ? where id = ? and thinks_until < ?",
                who,
                now + span,
                game,
                now,
            )
            if claimed.rowcount == 1:
                return Claim(game, side, plays, player)
        return None

    def release(self, game: int, who: str) -> None:
        """A game is nobody's any more who thinks."""
        self.store.run("update game set thinks_until = 0 where id = ? and thinker = ?", game, who)

    def overdue(self, now: float) -> list[tuple[int, int, str, int | None]]:
        """Games whose side to decide has overstepped its time: number, side, what becomes of it, its player."""
        rows = self.store.rows(
            "select g.id, g.to_decide, g.late, s.player from game g join seat s on s.game = g.id "
            "and s.side = g.to_decide where g.due < ? and g.ended is null order by g.due",
            now,
        )
        return [(game, side, late, player) for game, side, late, player in rows]

    def put_off(self, game: int, until: float) -> None:
        """A clock waits."""
        self.store.run("update game set due = ? where id = ?", until, game)

    def head_of(self, game: int) -> Head:
        """A game that there is."""
        head = self.head(game)
        if head is None:
            raise LookupError(f"there is no game {game}")
        return head

    def told(self, game: int, since: float) -> bool:
        """Note that a game's player is told that it came to him then; False if somebody else does."""
        done = self.store.run("update game set told = ? where id = ? and told < ?", since, game, since)
        return done.rowcount == 1

    def withdraw(self, game: int) -> None:
        """Take back a challenge that nobody has taken."""
        with self.store.writing(game):
            found = self.store.one("select 1 from game where id = ? and started is null", game)
            if found:
                for table, column in (("seat", "game"), ("entry", "game"), ("talk", "game"), ("game", "id")):
                    self.store.run(f"delete from {table} where {column} = ?", game)

    def entries(self, game: int) -> list[tuple[str, str]]:
        """The orders of a game, and who gave each."""
        rows = self.store.rows("select line, who from entry where game = ? order by n", game)
        return [(line, who) for line, who in rows]

    def announce(self, text: str) -> None:
        """One more."""
        self.store.run("insert into news(at, text) values(?, ?)", time.time(), text[:200])

    # -- who may see it

    def is_private(self, game: int) -> bool:
        """True if only its players may see a game."""
        found = self.store.one("select private from game where id = ?", game)
        return found is None or bool(found[0])

    def put(self, game: int, lines: Sequence[str], who: str, then: Written) -> None:
        """Write the orders of a game that was brought, before anybody else sits at it."""
        now = time.time()
        with self.store.writing():
            self._write_orders(game, 0, lines, -1, who, now, 1)
            self.store.run(
                f"update game set version = 1, {POSITION} where id = ? and version = 0",
                *(*then.position(len(lines)), game),
            )

    def _write_orders(
        self, game: int, first: int, lines: Sequence[str], side: int, who: str, now: float, version: int
    ) -> None:
        """Write orders from a number on."""
        for n, line in enumerate(lines, first):
            whose = -1 if line.startswith("roll ") else side
            self.store.run(
                "insert into entry(game, n, line, side, who, at, version) values(?, ?, ?, ?, ?, ?, ?)",
                *(game, n, line, whose, who, now, version),
            )

    # -- what goes beside the orders

    def saw(self, game: int, side: int, orders: int) -> None:
        """A side's player has seen so many orders."""
        self.store.run("update seat set seen = ? where game = ? and side = ? and seen <> ?", orders, game, side, orders)

    def ask_back(self, game: int, version: int, side: int) -> bool:
        """Note that a side asks to take an order back; False if the game has gone on meanwhile."""
        with self.store.writing(game):
            asked = self.store.run(
                "update game set ask_side = ?, ask_version = ? where id = ? and version = ? and ended is null",
                *(side, version, game, version),
            )
            self.store.call(game)
        return asked.rowcount == 1

    def refuse_back(self, game: int) -> None:
        """The other side does not agree that an order is taken back."""
        with self.store.writing(game):
            self.store.run("update game set ask_side = null where id = ?", game)
            self.store.call(game)

    def say(self, game: int, player: int, text: str) -> int:
        """Note what a player says to those at a game; its number. Raises `Refused` if he talks too much."""
        now = time.time()
        with self.store.writing(game):
            (lately,) = self.store.row("select count(*) from talk where player = ? and at > ?", player, now - TALK_SPAN)
            if lately >= MOST_TALK:
                raise Refused("you talk too much; wait a minute")
            (n,) = self.store.row("select coalesce(max(n), 0) + 1 from talk where game = ?", game)
            self.store.run(
                "insert into talk(game, n, player, at, text) values(?, ?, ?, ?, ?)",
                *(game, n, player, now, text.replace("\0", "")[:LONGEST_TALK]),  # PostgreSQL takes no NUL
            )
            self.store.run("delete from talk where game = ? and n <= ?", game, n - KEPT_TALK)
            self.store.call(game)
        return int(n)

    def talk(self, game: int, after: int = 0) -> list[tuple[int, str, str]]:
        """What was said at a game after number `after`: number, name, words. At most the last hundred."""
        found = self.store.rows(
            "select t.n, p.name, t.text from talk t join player p on p.id = t.player where t.game = ? and t.n > ? "
            "order by t.n desc limit 100",
            *(game, after),
        )
        return [(n, name, text) for n, name, text in reversed(found)]

    def offer_draw(self, game: int, side: int) -> bool:
        """Offer a draw, or agree to the one that the other side offers; True once it is agreed, and the game over."""
        with self.store.writing(game):
            found = self.store.one("select draw_side from game where id = ? and ended is null", game)
            agreed = found is not None and found[0] == 1 - side
            if agreed:
                self._record_end(game, "a draw by agreement", -1)
            elif found is not None:
                self.store.run("update game set draw_side = ?, version = version + 1 where id = ?", side, game)
            self.store.call(game)
        return agreed

    def close(self, game: int) -> bool:
        """End a game with nobody as its winner, and unrated; False if none goes on by that number."""
        return self._end(game, "the keeper closed it", None)

    def give_up(self, game: int, side: int, words: str) -> bool:
        """End a game that a side gives up, or has lost on time; False if it is over already."""
        return self._end(game, words, 1 - side)

    def _end(self, game: int, outcome: str, winner: int | None) -> bool:
        with self.store.writing(game):
            ended = self._record_end(game, outcome, winner)
            self.store.call(game)
        return ended

    def _record_end(self, game: int, outcome: str, winner: int | None) -> bool:
        """Note the end of a game; False if it is over already."""
        ended = self.store.run(
            "update game set version = version + 1, ended = ?, outcome = ?, winner = ?, to_decide = -1, kind = 'over', "
            "asks = ?, draw_side = null, due = null where id = ? and ended is null",
            *(time.time(), outcome, winner, f"The game is over: {outcome}", game),
        )
        return ended.rowcount == 1

    def take_seat(self, game: int, side: int, player: int) -> bool:
        """Have a player take a free seat; the game starts with the last. False if somebody was quicker."""
        now = time.time()
        with self.store.writing(game):
            taken = self.store.run(
                "update seat set player = ?, defends = (select defends from player where id = ?) "
                "where game = ? and side = ? and player is null and level = 0 "
                "and not exists (select 1 from seat o where o.game = ? and o.player = ?) "
                "and exists (select 1 from game g where g.id = ? and g.ended is null "
                "and (g.wanted is null or g.wanted = ?))",
                *(player, player, game, side, game, player, game, player),
            )
            if taken.rowcount != 1:
                return False
            if not self.store.one("select 1 from seat where game = ? and player is null and level = 0", game):
                self._start_clock(game, now)
            self.store.call(game)
        return True

    def _start_clock(self, game: int, now: float) -> None:
        """Both seats are taken: the clock of the side that decides runs."""
        *terms, lot = self.store.row("select days, clock, gain, late, lot from game where id = ?", game)
        pace = Pace(*terms)
        if lot and secrets.randbits(1):
            first, second = (
                self.store.row("select player, level, defends from seat where game = ? and side = ?", game, s)
                for s in (0, 1)
            )
            for at, row in ((0, second), (1, first)):
                self.store.run(
                    "update seat set player = ?, level = ?, defends = ? where game = ? and side = ?", *row, game, at
                )
        due = _due_time(now, pace, pace.clock)
        self.store.run(
            "update game set started = ?, since = ?, due = ?, version = version + 1 where id = ?", now, now, due, game
        )

    def give_to_computer(self, game: int, side: int, level: int) -> None:
        """Have the computer play a side from here on."""
        with self.store.writing(game):
            self.store.run("update seat set level = ? where game = ? and side = ?", level, game, side)
            self.store.run("update game set version = version + 1, due = null where id = ?", game)
            self.store.call(game)

    def defend(self, game: int, side: int, how: str) -> None:
        """Say who decides for a side in the other's turn while its player is away: `ask`, `computer`, or hours."""
        self.store.run("update seat set defends = ? where game = ? and side = ?", how, game, side)

    def defend_all(self, player: int, how: str) -> None:
        """The same for all games of a player that go on, and for those that he begins."""
        with self.store.writing():
            self.store.run("update player set defends = ? where id = ?", how, player)
            self.store.run(
                "update seat set defends = ? where player = ? and game in (select id from game where ended is null)",
                *(how, player),
            )


def _due_time(now: float, pace: Pace, rest: float) -> float | None:
    """When the side to decide oversteps its time; None if it has as long as it wants."""
    if pace.clock:
        return now + rest
    return now + pace.days * DAY if pace.days else None
