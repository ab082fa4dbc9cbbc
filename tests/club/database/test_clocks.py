"""The clocks of games: no player gains time, or pays for the time of another.

One property holds for every mix of orders, rolls, undos, agreement, refusal, holidays, downtime and restarts.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.club.conftest import new_game, time_passes
from westwall_tui.club.database.agreements import Agreements
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY, PAUSE, Clocks, Pace
from westwall_tui.club.database.games import Games, Mover, PositionSummary
from westwall_tui.club.database.people import AWAY_EACH_YEAR, People
from westwall_tui.club.database.store import Refused, Store
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.server.thinker import Thinker
from westwall_tui.club.session import ClubSession
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.faults import FileError

ARNHEM = "arnhem/free"
START = 1_790_000_000.0
LIVE, BY_DAYS = Pace(clock=600, gain=10, late="lost"), Pace(days=3)
ACTS = (
    *("order", "hand over", "roll", "undo", "redo", "ask", "agree", "refuse", "offer", "defend", "look", "restart"),
    *("away", "back", "pause", "resume", "give"),
)
STEPS = st.lists(st.tuples(st.sampled_from((*ACTS, "down")), st.floats(0, 1, width=16)), max_size=40)


class Now:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> float:
        return self.at


@contextmanager
def moved_by_hand() -> Iterator[Now]:
    """Stop the time until the test moves it."""
    now = Now()
    with patch("time.time", now):
        yield now


class Model:
    """A model of a game of two players and its clocks, computed in another way than the club does."""

    def __init__(self, pace: Pace, now: Now) -> None:
        self.pace, self.now = pace, now
        self.store = Store(":memory:")
        self.store.prepare()
        self.people, self.games = People(self.store), Games(self.store)
        for name in ("Anna", "Bert"):
            self.people.register(name)
        self.clocks = Clocks(self.store)
        self.clocks.beat(now())
        self.decides = [0]
        """The side that decides, before the first order and after each."""
        first = self.position(0)
        self.game = Challenges(self.games).new_game("x", "", {}, ((1, 0), (2, 0)), first, pace=pace, rated=False)
        self.store.run("update game set thinker = 'thinker'")
        self.store.run("update seat set defends = 'computer'")
        self.used = [0.0, 0.0]
        self.had = [(pace.at_first, pace.at_first)]
        """The time that each side has had in all, before the first order and after each."""
        self.away = [0.0, 0.0]
        self.rests = [0.0, 0.0]
        """The time before which each clock rests."""
        self.given = [0.0, 0.0]
        """The time that each side's opponent has given."""
        self.orders: list[int] = []
        """The side of each order; -1 is a die."""
        self.undone: list[tuple[int, int]] = []
        """Undone orders that can be repeated: the author's side, and the side that decides then."""

    def position(self, side: int) -> PositionSummary:
        """Return a position of side 0's turn: side 1 only defends, which the computer may do for an absent player."""
        return PositionSummary(side, 0, "", "", 1, "")

    @property
    def side(self) -> int:
        return self.decides[-1]

    def rest(self, side: int) -> float:
        return self.had[-1][side] + self.given[side] - self.used[side]

    def is_back(self, side: int) -> None:
        """Note that a player has done something, which ends a pause."""
        self.rests[side] = 0.0
        self.rests[1 - side] = min(self.rests[1 - side], self.now.at + self.step)

    @property
    def step(self) -> float:
        return 600 if self.pace.clock else DAY

    def pass_time(self, seconds: float, *, down: bool = False) -> None:
        """Let time pass for the side to decide; holidays from a clock of days and downtime do not count."""
        end = self.now.at + seconds
        if not down:
            begin = self.now.at if self.pace.clock else max(self.now.at, min(end, self.away[self.side]))
            self.used[self.side] += end - max(begin, min(end, self.rests[self.side]))
        self.now.at = end
        if down:
            self.clocks.resume(self.now.at)
        else:
            self.store.run("update alive set at = ?", self.now.at)  # as after many short steps

    def order(self, side: int, then: int, line: str = "x", thinker: str = "") -> None:
        version = self.games.head_of(self.game).version
        mover = Mover(side, 0, thinker) if thinker else Mover(side, side + 1)
        assert self.games.change(self.game, version, [line], mover, "x", self.position(then))
        had = [*self.had[-1]]
        if line == "x":
            had[side] += self.pace.gain
        if not thinker:
            self.is_back(side)
        if then != self.side and not self.pace.clock:
            had[then] = self.used[then] - self.given[then] + self.pace.days * DAY
        self.orders.append(side if line == "x" else -1)
        self.had.append((had[0], had[1]))
        self.decides.append(then)

    def take_back(self, mover: int) -> None:
        version = self.games.head_of(self.game).version
        keep = len(self.orders) - 1
        decides = self.decides[-2]
        would = self.had[-2][decides] + self.given[decides] - self.used[decides]
        try:
            done = self.games.take_back(
                self.game, version, keep, Mover(mover, mover + 1), self.position(self.decides[-2])
            )
        except Refused:
            assert would <= 0
            return
        if done:
            assert would > 0
            self.is_back(mover)
            self.undone.append((self.orders[-1], self.decides[-1]))
            for kept in (self.orders, self.had, self.decides):
                del kept[-1]

    def act(self, what: str, how: float) -> None:
        """Take one step."""
        version, other = self.games.head_of(self.game).version, 1 - self.side
        self.store.run("delete from talk")  # so many offers would be refused
        last = self.orders[-1] if self.orders else -1
        if what == "redo" and self.undone and self.undone[-1][0] == self.side:
            self.order(*self.undone.pop())
        elif what == "defend" and self.side == 1:
            self.order(1, int(how * 7) % 2, thinker="thinker")
        elif what == "order":
            self.order(self.side, self.side)
        elif what == "hand over":
            self.order(self.side, other)
        elif what == "roll":
            self.order(self.side, self.side, "roll 3")
        elif what == "undo" and last >= 0:
            self.take_back(last)
        elif what == "ask" and last >= 0:
            self.games.mark_seen(self.game, 2 - last, len(self.orders))
            Agreements(self.games).request_undo(self.game, version, last + 1, "", len(self.orders) - 1)
        elif what == "agree" and last >= 0:
            self.take_back(1 - last)
        elif what == "refuse":
            Agreements(self.games).refuse_undo(self.game, other + 1)
        elif what == "offer":
            Agreements(self.games).offer_draw(self.game, self.side + 1)
            Agreements(self.games).withdraw_draw(self.game, self.side + 1)
        else:
            self.act_on_time(what, how)

    def act_on_time(self, what: str, how: float) -> None:
        """Take one step that is not about orders."""
        other = 1 - self.side
        if what == "look":
            assert not TimeLimits(self.games.store).overdue(self.now.at)
        elif what == "restart":
            self.clocks.resume(self.now.at)
        elif what == "pause":
            self.pause()
        elif what == "resume":
            side = int(how * 7) % 2
            if Agreements(self.games).end_pause(self.game, side + 1):
                assert min(self.rests) > self.now.at
                self.is_back(side)
        elif what == "give" and self.rest(self.side) <= self.pace.at_first:
            try:
                assert Agreements(self.games).give_time(self.game, other + 1)
            except Refused:
                assert self.rests[self.side] > self.now.at
            else:
                self.given[self.side] += self.step
        elif what in ("away", "back"):
            side, until = int(how * 7) % 2, self.now.at + 9 * how * DAY if what == "away" else 0.0
            try:
                self.people.set_away(side + 1, until)
            except FileError:
                return
            self.away[side] = until

    def pause(self) -> None:
        """Let both players agree on a pause."""
        try:
            Agreements(self.games).offer_pause(self.game, 1)
            assert Agreements(self.games).offer_pause(self.game, 2)
        except Refused:
            assert min(self.rests) > self.now.at or (self.pace.clock and min(map(self.rest, (0, 1))) <= 0)
        else:
            self.rests = [self.now.at + PAUSE] * 2

    def check(self) -> None:
        """Check that the club's clocks are the model's."""
        clock = self.clocks.read(self.game)
        clock.book(self.now.at)
        assert clock.runs == self.side
        for side in (0, 1):
            assert clock.hands[side].rest == pytest.approx(self.rest(side), abs=0.01)
            assert clock.hands[side].used == pytest.approx(self.used[side], abs=0.01)
        if self.pace.clock:
            total = sum(hand.rest for hand in clock.hands)
            kept = sum(side >= 0 for side in self.orders)
            had = 2 * self.pace.clock + self.pace.gain * kept + sum(self.given)
            assert total + sum(self.used) <= had + 0.01
        due = self.store.row("select due from game where id = ?", self.game)[0]
        until = self.rests[self.side] if self.pace.clock else max(self.rests[self.side], self.away[self.side])
        pause = max(0.0, until - self.now.at)
        assert due == pytest.approx(self.now.at + self.rest(self.side) + pause, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("pace", [LIVE, BY_DAYS], ids=["live", "by days"])
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_clocks_neither_gain_nor_move_time(pace, url):
    @settings(max_examples=150, deadline=None)
    @given(STEPS)
    @example([("order", 0.0), ("undo", 0.5)] * 9)
    @example([("hand over", 0.5), ("ask", 0.5), ("agree", 0.5)] * 3)
    @example([("hand over", 0.5)] * 3 + [("order", 0.5), ("undo", 0.5)])
    @example([("pause", 0.5), ("resume", 0.9), ("hand over", 0.1), ("pause", 0.5), ("order", 0.5), ("order", 0.9)])
    @example([("order", 0.5), ("give", 0.9), ("undo", 0.1), ("hand over", 0.5), ("give", 0.1), ("undo", 0.1)])
    @example([("away", 0.5), ("down", 0.5), ("back", 0.5), ("look", 0.5)])
    def whatever_happens(steps: list[tuple[str, float]]) -> None:
        with moved_by_hand() as now:
            model = Model(pace, now)
            for what, how in steps:
                span = how * (60 if pace.clock else DAY)
                down = what == "down" and span > 10
                if not down and span >= model.rest(model.side):
                    break
                model.pass_time(span, down=down)
                model.act(what, how)
                model.check()
            model.pass_time(model.rest(model.side) + 60 * DAY + PAUSE)
            assert TimeLimits(model.games.store).overdue(now.at) == [(model.game, model.side)]
            assert not TimeLimits(model.games.store).time_out(model.game, 1 - model.side, 2, "late")
            assert TimeLimits(model.games.store).time_out(model.game, model.side, 2, "late")
            assert not TimeLimits(model.games.store).overdue(now.at)
            assert not TimeLimits(model.games.store).time_out(model.game, model.side, 2, "late")
            model.store.close()

    whatever_happens()


# -- the same, as players see it


def both(games: Games, pace: Pace, scenario: str = "hurtgen/historical") -> tuple[ClubSession, ClubSession]:
    """Return the sessions of the player to decide, and of the other player."""
    game = new_game(games, pace=pace, scenario=scenario)
    first, second = (ClubSession(games, game, side, side + 1, "AB"[side]) for side in (0, 1))
    return (first, second) if first.game.side == 0 else (second, first)


def rests(games: Games, game: int) -> list[float]:
    """Return the time that each side has left now."""
    clock = Clocks(games.store).read(game)
    clock.book(time.time())
    return [hand.rest for hand in clock.hands]


def test_the_player_who_thought_pays_for_an_undo(games, people):
    with moved_by_hand() as now:
        mover, other = both(games, Pace(clock=7200))
        mover.apply(mover.game.sample(1))
        other.hear()
        now.at += 1800
        with pytest.raises(IllegalOrder, match="asks your opponent to let"):
            mover.undo()
        other.hear()
        other.agree(True)
        mover.hear()
        assert not mover.game.log
        left = rests(games, mover.number)
        assert left[mover.side] == pytest.approx(5400)
        assert left[other.side] == pytest.approx(7200)


def test_undo_and_redo_add_no_time(games, people):
    with moved_by_hand() as now:
        mover, _ = both(games, Pace(clock=7200, gain=10))
        for _ in range(9):
            mover.apply(mover.game.sample(1))
            now.at += 1
            mover.undo()
            mover.redo()
            mover.undo()
        assert rests(games, mover.number)[mover.side] == pytest.approx(7200 - 9)
        mover.apply(mover.game.sample(1))
        assert rests(games, mover.number)[mover.side] == pytest.approx(7200 - 9 + 10)


@pytest.mark.parametrize(("scenario", "order"), [("hurtgen/free", "deploy 2/1056 1210"), (ARNHEM, "zone 101 0101")])
def test_setting_up_a_unit_repeatedly_adds_time_once(games, people, scenario, order):
    with moved_by_hand():
        mover, _ = both(games, Pace(clock=3600, gain=10), scenario)
        for _ in range(5):
            mover.apply(order)
        assert rests(games, mover.number)[mover.side] == pytest.approx(3610)
        mover.undo()
        assert rests(games, mover.number)[mover.side] == pytest.approx(3610)


def test_an_undo_that_would_leave_no_time_is_refused(games, people):
    with moved_by_hand() as now:
        mover, _ = both(games, Pace(clock=60, gain=10))
        now.at += 55
        mover.apply(mover.game.sample(1))
        now.at += 7
        with pytest.raises(IllegalOrder, match="would have no time left"):
            mover.undo()
        assert len(games.entries(mover.number)) == len(mover.game.log) == 1
        assert rests(games, mover.number)[mover.side] == pytest.approx(8)


def test_a_request_to_undo_can_be_withdrawn(games, people):
    mover, other = both(games, Pace(days=3))
    mover.apply(mover.game.sample(1))
    other.hear()
    with pytest.raises(IllegalOrder, match="asks your opponent to let"):
        mover.undo()
    with pytest.raises(IllegalOrder, match="no longer asks"):
        mover.undo()
    with pytest.raises(IllegalOrder, match="changed in the meantime"):
        other.agree(True)
    assert len(mover.game.log) == 1


def test_a_draw_offer_ends_with_the_other_players_next_order(games, people):
    mover, other = both(games, Pace(days=3))
    game = mover.number
    Agreements(games).offer_draw(game, mover.player)
    mover.apply(mover.game.sample(1))
    assert games.head_of(game).draw_side == mover.side, "one's own order leaves it"
    Agreements(games).offer_draw(game, mover.player)
    assert Agreements(games).withdraw_draw(game, mover.player)
    assert games.head_of(game).draw_side is None
    assert not Agreements(games).offer_draw(game, other.player), "it was withdrawn: this is an offer, and not agreement"
    mover.hear()
    mover.apply(mover.game.sample(2))
    assert games.head_of(game).draw_side is None, "the player who was asked has moved on"


def test_a_draw_offer_outlasts_the_computers_orders_for_the_other_player(games, people):
    mover, other = both(games, Pace(days=3))
    game = mover.number
    Agreements(games).offer_draw(game, other.player)
    games.store.run("update game set thinker = 'one', phasing = ?", other.side)
    games.store.run("update seat set defends = 'computer'")
    thinks = ClubSession(games, game, mover.side, 0, "the computer for A", thinker="one")
    thinks.apply(thinks.game.sample(1))
    assert games.head_of(game).draw_side == other.side


def test_a_new_order_after_a_take_back_was_not_seen(games, people):
    mover, other = both(games, Pace())
    for seed in range(2):
        mover.apply(mover.game.sample(seed))
    other.hear()
    for _ in range(2):
        with pytest.raises(IllegalOrder, match="asks your opponent to let"):
            mover.undo()
        other.hear()
        other.agree(True)
        mover.hear()
    mover.apply(mover.game.sample(9))
    mover.undo()
    assert not mover.game.log


@pytest.mark.parametrize("seconds", [-1, 1])
def test_no_order_is_taken_after_the_time_is_up(games, people, seconds):
    mover, _ = both(games, Pace(clock=60, late="lost"))
    time_passes(games, mover.number, 60 + 2 * seconds)
    if seconds > 0:
        with pytest.raises(IllegalOrder, match="the time is up"):
            mover.apply(mover.game.sample(1))
    else:
        mover.apply(mover.game.sample(1))
    assert len(games.entries(mover.number)) == (seconds < 0)


# -- holidays and downtime


@pytest.mark.slow
def test_a_holiday_delays_the_deadline(games, people, open_store):
    with moved_by_hand() as now:
        thinker = Thinker(open_store(), lambda _: None)
        mover, _ = both(games, Pace(days=3))
        now.at += DAY
        people.set_away(mover.player, now.at + 10 * DAY)
        for _ in range(2):
            now.at += 5 * DAY
            thinker.check_clocks()
        assert rests(games, mover.number)[mover.side] == pytest.approx(2 * DAY)
        now.at += 2 * DAY - 60
        thinker.check_clocks()
        assert not games.seats(mover.number)[mover.side].level
        now.at += 120
        thinker.check_clocks()
        assert games.seats(mover.number)[mover.side].level


def test_a_holiday_that_ends_early_restores_the_deadline(games, people):
    with moved_by_hand() as now:
        mover, _ = both(games, Pace(days=3))
        people.set_away(mover.player, now.at + 10 * DAY)
        now.at += DAY
        people.set_away(mover.player, 0)
        (due,) = games.store.row("select due from game where id = ?", mover.number)
        assert due == pytest.approx(now.at + 3 * DAY)
        assert people.holiday_left(mover.player) == pytest.approx(AWAY_EACH_YEAR - 1)


def test_a_holiday_leaves_live_clocks_alone(games, people, open_store):
    with moved_by_hand() as now:
        thinker = Thinker(open_store(), lambda _: None)
        mover, _ = both(games, Pace(clock=3600, late="lost"))
        now.at += 3599
        people.set_away(mover.player, now.at + 30 * DAY)
        now.at += 2
        thinker.check_clocks()
        assert "ran out of time" in games.head_of(mover.number).outcome


def test_days_of_holiday_are_limited_per_year(people):
    with moved_by_hand() as now:
        for _ in range(AWAY_EACH_YEAR):
            people.set_away(1, now.at + DAY)
            now.at += DAY
        assert people.holiday_left(1) == pytest.approx(0)
        with pytest.raises(FileError, match="0 of 45 days of holiday left"):
            people.set_away(1, now.at + DAY)
        assert people.holiday_left(2) == AWAY_EACH_YEAR
        now.at += 366 * DAY
        people.set_away(1, now.at + AWAY_EACH_YEAR * DAY)


@pytest.mark.parametrize("pace", [Pace(days=3, late="lost"), Pace(clock=3600, late="lost")])
def test_downtime_of_the_server_counts_on_no_clock(games, people, open_store, pace):
    with moved_by_hand() as now:
        mover, _ = both(games, pace)
        now.at += 60
        Clocks(games.store).beat(now.at)
        now.at += 4 * DAY
        thinker = Thinker(open_store(), lambda _: None)
        thinker.check_clocks()
        assert not games.head_of(mover.number).ended
        assert rests(games, mover.number)[mover.side] == pytest.approx(pace.at_first - 60, abs=1)
        now.at += pace.at_first
        thinker.check_clocks()
        assert games.head_of(mover.number).ended


def test_a_server_starts_on_a_full_disk(games, people, monkeypatch):
    """Players can look at games; the downtime is left out as soon as that can be written."""
    with moved_by_hand() as now:
        clocks = Clocks(games.store)
        clocks.beat(now.at)
        mover, _ = both(games, Pace(clock=3600))
        now.at += 5000
        run = games.store._run_sql

        def full(sql, values):
            if sql.startswith(("update", "insert")):
                raise games.store._errors[0]("database or disk is full")
            return run(sql, values)

        monkeypatch.setattr(games.store, "_run_sql", full)
        clocks.resume(now.at)
        monkeypatch.undo()
        now.at += 5
        clocks.beat(now.at)
        assert rests(games, mover.number)[mover.side] == pytest.approx(3600)


def test_time_without_heartbeats_counts_on_no_clock(games, people):
    """While the machine sleeps or the database is down, the server is absent without a restart."""
    with moved_by_hand() as now:
        clocks = Clocks(games.store)
        clocks.beat(now.at)
        mover, _ = both(games, Pace(clock=3600))
        for seconds in (5, 5, 5000, 5, 5):
            now.at += seconds
            clocks.beat(now.at)
        assert rests(games, mover.number)[mover.side] == pytest.approx(3600 - 20)
