"""The clocks of games.

A game has one clock record: the side whose clock runs and since when (`game.runs`, `game.runs_since`), and the time
that each side has left and has used (`seat.rest`, `seat.used`). Used time only grows. The sum of both is all the time
that a side has been given, and each order is saved with that sum for both sides. An undo restores these sums: it
removes the time that the order added, but the time used since then stays used. Time that a player has given the
opponent is not part of that sum, so an undo does not take it back.

A clock may *rest* until some time (`seat.rests_until`): both clocks during a pause, and that of the other player for a
while after a player has ended the pause.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from westwall_tui.club.database.store import Refused, Store, Unavailable

DAY = 86_400.0
LAPSE = 30.0
"""Seconds without a heartbeat after which the server counts as having been down. It sends one every few seconds."""
PAUSE = 7 * DAY
"""Seconds after which a pause ends by itself."""
LATE = {"computer": "the computer plays on", "lost": "that player loses", "claim": "the opponent may claim a win"}
"""For each value of `Pace.late`, what happens when a player's time runs out."""
UNCLAIMED = 90 * DAY
"""Seconds after which a win on time that nobody claims counts by itself."""
Times = tuple[float, float]
"""Seconds that each side has been given in all: the sum of time left and time used."""


class Pace(NamedTuple):
    """A time limit for a game, and what happens to a player who exceeds it."""

    days: float = 0
    """Days that a side has for each of its decisions."""
    clock: float = 0
    """Seconds that a side has for the whole game on a live clock."""
    gain: float = 0
    """Seconds that each order adds to a live clock."""
    late: str = "computer"
    """The effect of running out of time (`LATE`)."""

    @property
    def step(self) -> float:
        """Seconds that a player may give at once, and that a clock rests after the opponent has ended a pause."""
        return 600.0 if self.clock else DAY

    @property
    def step_in_words(self) -> str:
        """The time in words."""
        return "ten minutes" if self.clock else "one day"

    @property
    def more_in_words(self) -> str:
        """The time in words, as an addition to a clock."""
        return "ten more minutes" if self.clock else "one more day"

    @property
    def words(self) -> str:
        """The pace in words, for lists."""
        if self.clock:
            return f"live, {self.clock / 60:g} minutes each" + (f" plus {self.gain:g} s per order" if self.gain else "")
        return f"{self.days:g} {'day' if self.days == 1 else 'days'} a turn" if self.days else "no clock"

    @property
    def short(self) -> str:
        """The pace, short enough for a column."""
        return "live" if self.clock else f"{self.days:g} d" if self.days else "-"

    @property
    def at_first(self) -> float:
        """Seconds that each side has before its first order."""
        return self.clock or self.days * DAY


NO_CLOCK = Pace()


class Hand(NamedTuple):
    """One side's part of a clock record."""

    rest: float
    used: float
    away: Times
    """The beginning and end of the holiday of the side's player."""
    has_player: bool
    """True if a player decides for this side, not the computer."""
    rests: float = 0
    """The time before which the clock does not run."""
    given: float = 0
    """Seconds that the opponent has given to this side in all."""


class Clock:
    """The clock record of one game, read inside a transaction that holds the game's row."""

    def __init__(self, pace: Pace, runs: int, since: float, hands: Sequence[Hand]) -> None:
        """Make a record. `runs`: the side whose clock runs, -1 for neither. `since`: the time of the last booking."""
        self.pace, self.runs, self.since = pace, runs, since
        self.hands = [*hands]

    def _pause(self) -> Times:
        """Return the times at which the running clock stops and continues during a holiday.

        Only clocks that count days stop.
        """
        begin, end = self.hands[self.runs].away
        return (0.0, 0.0) if self.pace.clock else (max(begin, self.since), max(end, self.since))

    def book(self, now: float) -> None:
        """Subtract the time since the last booking from the running clock."""
        if self.runs >= 0 and now > self.since:
            begin, end = self._pause()
            passed = now - self.since - max(0.0, min(end, now) - begin)
            hand = self.hands[self.runs]
            self.hands[self.runs] = hand._replace(rest=hand.rest - passed, used=hand.used + passed)
        self.since = max(now, self.since)

    def is_paused(self, now: float) -> bool:
        """Return True if the players have agreed on a pause, and neither has ended it."""
        return min(hand.rests for hand in self.hands) > now

    def pause(self, now: float) -> None:
        """Let both clocks rest."""
        self.hands = [hand._replace(rests=now + PAUSE) for hand in self.hands]
        self.run_for(self.runs, now)

    def end_rest(self, side: int, now: float) -> None:
        """Note that a side's player is back, which ends a pause.

        The other clock rests for a while longer, so that nobody loses time because of something they do not know yet.
        """
        other = self.hands[1 - side]
        self.hands[1 - side] = other._replace(rests=min(other.rests, now + self.pace.step))
        self.hands[side] = self.hands[side]._replace(rests=0.0)
        self.run_for(self.runs, now)

    def give(self, side: int) -> None:
        """Give a side more time. A side that is late first gets back to zero."""
        hand = self.hands[side]
        rest = max(0.0, hand.rest) + self.pace.step
        self.hands[side] = hand._replace(rest=rest, given=hand.given + rest - hand.rest)

    @property
    def is_over(self) -> bool:
        """True if the side whose clock runs has no time left, as of the last booking."""
        return self.runs >= 0 and self.hands[self.runs].rest <= 0

    @property
    def due(self) -> float | None:
        """The time at which the side whose clock runs will have no time left; None if no clock runs."""
        if self.runs < 0:
            return None
        end, (first, last) = self.since + self.hands[self.runs].rest, self._pause()
        return end + max(0.0, last - first) if first < end else end

    @property
    def times(self) -> Times:
        """The time that each side has had in all, without what the opponent has given."""
        first, second = (hand.rest + hand.used - hand.given for hand in self.hands)
        return first, second

    def set_times(self, times: Sequence[float]) -> None:
        """Set the time that each side has had in all (`times`). The time used and the time given stay the same."""
        self.hands = [
            hand._replace(rest=time - hand.used + hand.given) for hand, time in zip(self.hands, times, strict=True)
        ]

    def grant(self, side: int) -> None:
        """Add the time for an order to its side's live clock."""
        if self.pace.clock:
            hand = self.hands[side]
            self.hands[side] = hand._replace(rest=hand.rest + self.pace.gain)

    def hand_over(self, side: int) -> None:
        """Note that the decision passes to a side. If its clock counts days, the clock starts over."""
        if side >= 0 and self.pace.days and not self.pace.clock:
            self.hands[side] = self.hands[side]._replace(rest=self.pace.days * DAY)

    def run_for(self, side: int, now: float) -> None:
        """Start the clock of a side, if it has one, once it no longer rests. All time before `now` must be booked."""
        runs = side >= 0 and bool(self.pace.at_first) and self.hands[side].has_player
        self.runs = side if runs else -1
        self.since = max(now, self.hands[side].rests) if runs else now


class Clocks:
    """The clock records of a club's games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, game: int) -> Clock:
        """Return the clock record of a game."""
        *terms, runs, since = self._store.row(
            "select days, clock, gain, late, runs, runs_since from game where id = ?", game
        )
        seats = self._store.rows(
            "select s.rest, s.used, coalesce(p.away_since, 0), coalesce(p.away_until, 0), s.player, s.level, "
            "s.rests_until, s.given from seat s left join player p on p.id = s.player where s.game = ? order by s.side",
            game,
        )
        hands = [
            Hand(rest, used, (begin, end), player is not None and not level, rests, given)
            for rest, used, begin, end, player, level, rests, given in seats
        ]
        return Clock(Pace(*terms), -1 if runs is None else runs, since, hands)

    def write(self, game: int, clock: Clock) -> None:
        """Write a clock record."""
        runs = None if clock.runs < 0 else clock.runs
        self._store.run(
            "update game set runs = ?, runs_since = ?, due = ? where id = ?", runs, clock.since, clock.due, game
        )
        for side, hand in enumerate(clock.hands):
            self._store.run(
                "update seat set rest = ?, used = ?, rests_until = ?, given = ? where game = ? and side = ?",
                *(hand.rest, hand.used, hand.rests, hand.given, game, side),
            )

    def booked(self, game: int, now: float, lag: float = 0.0) -> Clock:
        """Return a game's clock with its time booked, except `lag` seconds of it.

        Raises `Refused` if no time is left on the clock that runs, unless the opponent has to claim the win.
        """
        clock = self.read(game)
        clock.since = max(clock.since, min(now, clock.since + lag))  # it may lie in the future, after a pause
        clock.book(now)
        if clock.is_over and clock.pace.late != "claim":
            raise Refused("the time is up")
        return clock

    # -- downtime of the server

    def beat(self, now: float) -> None:
        """Note that the server is alive. Call this every few seconds.

        If the last note is too old, because the machine or the database was down, no clock counts that time.
        """
        with self._store.writing():
            found = self._store.one(f"select at from alive{self._store.lock}")
            if found is not None and found[0] < now - LAPSE:
                self._leave_out(found[0], now)
            self._note_alive(now)

    def resume(self, now: float) -> None:
        """Subtract the time without any server from all clocks. Call this before a server accepts connections.

        If that cannot be written, for instance on a full disk, the next heartbeat makes up for it.
        """
        with suppress(Unavailable), self._store.writing():
            found = self._store.one(f"select at from alive{self._store.lock}")
            if found is not None and found[0] < now:
                self._leave_out(found[0], now)
            self._note_alive(now)

    def _leave_out(self, begin: float, end: float) -> None:
        """Book the time of all running clocks, but leave out the time between `begin` and `end`."""
        running = self._store.rows(
            f"select id from game where runs is not null and ended is null order by id{self._store.lock}"
        )
        for (game,) in running:
            clock = self.read(game)
            clock.book(begin)
            clock.since = max(clock.since, end)
            self.write(game, clock)

    def _note_alive(self, now: float) -> None:
        if not self._store.run("update alive set at = ?", now).rowcount:
            self._store.run("insert into alive(at) values(?)", now)
