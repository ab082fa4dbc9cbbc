"""Pauses, time given to the opponent, and claims of a win on time: nobody gains time or a win by them alone."""

import time

import pytest

from tests.club.conftest import new_game, time_passes
from tests.club.database.test_clocks import both, moved_by_hand, rests
from tests.club.test_session import at_once
from westwall_tui.club.database.agreements import MAX_ASKED, Agreements
from westwall_tui.club.database.clocks import DAY, PAUSE, UNCLAIMED, Clocks, Pace
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.ratings import Ratings
from westwall_tui.club.database.store import Refused
from westwall_tui.club.database.talk import MAX_TALK
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.server.thinker import Thinker
from westwall_tui.engine.orders import IllegalOrder

pytestmark = pytest.mark.usefixtures("people")
ANNA, BERT, CARLA = 1, 2, 3
DAYS, LIVE = Pace(days=3), Pace(clock=3600)
CLAIM = Pace(days=1, late="claim")


def paused(games, pace):
    """Return the sessions of a paused game: of the player to decide, and of the other player."""
    mover, other = both(games, pace)
    assert not Agreements(games).offer_pause(mover.number, mover.player)
    assert Agreements(games).offer_pause(mover.number, other.player)
    return mover, other


@pytest.mark.parametrize("pace", [DAYS, LIVE], ids=["by days", "live"])
def test_a_pause_needs_both_players_and_ends_by_itself(games, pace):
    with moved_by_hand() as now:
        mover, other = both(games, pace)
        game = mover.number
        for _ in range(2):
            assert not Agreements(games).offer_pause(game, mover.player), "nobody agrees to their own offer"
        now.at += 60
        assert rests(games, game)[mover.side] == pytest.approx(pace.at_first - 60)
        assert Agreements(games).offer_pause(game, other.player)
        now.at += PAUSE - 1
        assert rests(games, game)[mover.side] == pytest.approx(pace.at_first - 60)
        with pytest.raises(Refused, match="paused already"):
            Agreements(games).offer_pause(game, other.player)
        now.at += 61
        assert rests(games, game)[mover.side] == pytest.approx(pace.at_first - 120)
        now.at += pace.at_first
        assert TimeLimits(games.store).overdue(now.at) == [(game, mover.side)]
        with pytest.raises(Refused, match="time is up"):
            Agreements(games).offer_pause(game, mover.player)


@pytest.mark.parametrize("pace", [DAYS, LIVE], ids=["by days", "live"])
def test_the_player_who_ends_a_pause_starts_only_their_own_clock(games, pace):
    with moved_by_hand() as now:
        mover, other = paused(games, pace)
        game = mover.number
        now.at += 100
        assert Agreements(games).end_pause(game, other.player)
        assert not Agreements(games).end_pause(game, mover.player)
        now.at += pace.step - 1
        assert rests(games, game)[mover.side] == pytest.approx(pace.at_first), "the other player may not know it yet"
        now.at += 11
        assert rests(games, game)[mover.side] == pytest.approx(pace.at_first - 10)
        mover, other = paused(games, pace)
        now.at += 100
        assert Agreements(games).end_pause(mover.number, mover.player)
        now.at += 10
        assert rests(games, mover.number)[mover.side] == pytest.approx(pace.at_first - 10)


def test_an_order_ends_a_pause_and_the_other_clock_rests_for_a_while(games):
    with moved_by_hand() as now:
        mover, other = paused(games, LIVE)
        while mover.game.side == mover.side:
            mover.apply("done" if mover.game.explain("done") is None else mover.game.sample(1))
        now.at += LIVE.step + 10
        assert rests(games, mover.number)[other.side] == pytest.approx(LIVE.clock - 10)
        assert any("ends the pause" in heard.text for heard in other.hear())
        other.apply(other.game.sample(1))
        assert not Agreements(games).end_pause(mover.number, mover.player)


def test_during_a_pause_nobody_gives_time_and_the_computer_does_not_decide_for_an_absent_player(games, store):
    mover, other = paused(games, DAYS)
    with pytest.raises(Refused, match="only while their clock runs"):
        Agreements(games).give_time(mover.number, other.player)
    games.store.run("update seat set defends = 'computer'")
    games.store.run("update game set phasing = ?, kind = 'fpf'", other.side)
    assert games.reserve("x", time.time(), 60, ["fpf"], {}) is None
    assert Agreements(games).end_pause(mover.number, mover.player)
    assert games.reserve("x", time.time(), 60, ["fpf"], {}) is not None


def test_offers_lapse_with_the_next_order_and_are_limited(games):
    mover, other = both(games, DAYS)
    game = mover.number
    Agreements(games).offer_pause(game, mover.player)
    mover.apply(mover.game.sample(1))
    assert not Agreements(games).offer_pause(game, other.player), "the first offer has lapsed"
    assert Agreements(games).withdraw_pause(game, other.player)
    for _ in range(MAX_TALK - 1):
        assert not Agreements(games).offer_pause(game, other.player)
        assert Agreements(games).withdraw_pause(game, other.player)
    with pytest.raises(Refused, match="too many"):
        Agreements(games).offer_pause(game, other.player)
    other.hear()
    told = []
    for _ in range(2 * MAX_ASKED + 2):
        with pytest.raises(IllegalOrder) as refusal:
            mover.undo()
        told.append("often enough" in str(refusal.value))
    assert told == [False] * 2 * MAX_ASKED + [True] * 2


def test_a_game_without_clocks_or_against_the_computer_is_not_paused(games):
    for game in (new_game(games), new_game(games, (ANNA, 0), (None, 2), pace=DAYS)):
        with pytest.raises(Refused, match="two players with clocks"):
            Agreements(games).offer_pause(game, ANNA)


def test_downtime_and_holidays_do_not_extend_a_pause(games, people):
    with moved_by_hand() as now:
        mover, _ = paused(games, DAYS)
        people.set_away(mover.player, now.at + 5 * DAY)
        Clocks(games.store).resume(now.at)
        now.at += 3 * DAY
        Clocks(games.store).resume(now.at)  # the server was down for three days
        now.at += 4 * DAY + 60
        assert rests(games, mover.number)[mover.side] == pytest.approx(3 * DAY - 60)


@pytest.mark.parametrize("pace", [DAYS, LIVE], ids=["by days", "live"])
def test_time_is_given_to_the_opponent_only_and_an_undo_does_not_take_it_back(games, pace):
    with moved_by_hand() as now:
        mover, other = both(games, pace)
        game = mover.number
        now.at += 0.5 * pace.at_first
        with pytest.raises(Refused, match="only while their clock runs"):
            Agreements(games).give_time(game, mover.player)
        mover.apply(mover.game.sample(1))
        while rests(games, game)[mover.side] <= pace.at_first:
            assert Agreements(games).give_time(game, other.player)
        with pytest.raises(Refused, match="more time than at the beginning"):
            Agreements(games).give_time(game, other.player)
        left = rests(games, game)
        assert pace.at_first < left[mover.side] <= pace.at_first + pace.step
        mover.undo()
        assert rests(games, game) == pytest.approx(left)
        assert any("gives" in heard.text for heard in mover.hear())
        assert left[other.side] == pytest.approx(pace.at_first)


def test_a_win_on_time_is_claimed_once_and_by_the_opponent(games, people, store):
    people.register("Carla")
    with moved_by_hand() as now:
        mover, other = both(games, CLAIM)
        game = mover.number
        now.at += DAY - 60
        store.run("update alive set at = ?", now.at)
        with pytest.raises(Refused, match="has time left"):
            TimeLimits(games.store).claim_win(game, other.player, "x")
        now.at += 120
        with pytest.raises(Refused, match="server was down"):
            TimeLimits(games.store).claim_win(game, other.player, "x")
        store.run("update alive set at = ?", now.at)
        assert not TimeLimits(games.store).overdue(now.at)
        assert not TimeLimits(games.store).time_out(game, mover.side, 2, "x")
        for player in (CARLA, 0):
            assert not TimeLimits(games.store).claim_win(game, player, "x")
        with pytest.raises(Refused, match="has time left"):
            TimeLimits(games.store).claim_win(game, mover.player, "x")
        assert TimeLimits(games.store).claim_win(game, other.player, "late")
        assert not TimeLimits(games.store).claim_win(game, other.player, "late")
        head = games.head_of(game)
        assert (head.winner, head.overstepped, head.outcome) == (other.side, mover.side, "late")
        assert Ratings(store).settle() == [game]
        with pytest.raises(IllegalOrder, match="the game is over"):
            mover.apply(mover.game.sample(1))


def test_a_late_player_may_decide_until_the_win_is_claimed(games, store):
    mover, other = both(games, CLAIM)
    game = mover.number
    time_passes(games, game, 3 * DAY)
    mover.apply(mover.game.sample(1))
    with pytest.raises(Refused, match="the game cannot be paused"):
        Agreements(games).offer_pause(game, mover.player)
    assert Agreements(games).give_time(game, other.player)
    with pytest.raises(Refused, match="has time left"):
        TimeLimits(games.store).claim_win(game, other.player, "x")
    for late in ("lost", "computer"):
        other_game = new_game(games, pace=Pace(days=1, late=late), scenario="hurtgen/historical")
        time_passes(games, other_game, 3 * DAY)
        for player in (ANNA, BERT):
            with pytest.raises(Refused, match="time is up"):
                Agreements(games).give_time(other_game, player)
            with pytest.raises(Refused, match="do not let you claim"):
                TimeLimits(games.store).claim_win(other_game, player, "x")


def test_a_win_that_nobody_claims_counts_in_the_end(games, store):
    mover, _ = both(games, CLAIM)
    time_passes(games, mover.number, DAY + UNCLAIMED + 60)
    Thinker(store, lambda _: None).check_clocks()
    assert games.head_of(mover.number).overstepped == mover.side


def test_a_barred_opponent_neither_claims_nor_gives(games, people):
    mover, other = both(games, CLAIM)
    time_passes(games, mover.number, 3 * DAY)
    people.bar(other.player)
    assert not TimeLimits(games.store).claim_win(mover.number, other.player, "x")
    assert not Agreements(games).give_time(mover.number, other.player)


def test_a_claim_is_shown_in_the_terms(games, store):
    mover, _ = both(games, CLAIM)
    game = Lists(store).one(mover.number, ANNA)
    assert game is not None
    assert "a win on time must be claimed" in game.terms


@pytest.mark.slow
def test_an_order_and_a_claim_at_once_never_both_succeed(games, open_games):
    for _ in range(8):
        mover, other = both(games, CLAIM)
        game = mover.number
        time_passes(games, game, 3 * DAY)

        def claim(own: Games, game: int = game, player: int = other.player) -> bool:
            try:
                return TimeLimits(own.store).claim_win(game, player, "late")
            except Refused:
                return False

        def decide(own: Games, session=mover) -> bool:
            session.games = own
            try:
                while session.game.side == session.side:
                    session.apply("done" if session.game.explain("done") is None else session.game.sample(1))
            except IllegalOrder:
                return False
            return True

        claimed, decided = at_once(open_games, claim, decide)
        assert claimed != decided
        assert (games.head_of(game).ended is not None) == claimed
