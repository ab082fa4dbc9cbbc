"""Ratings: the winner gains, less with the side that mostly wins, and levels stay the same."""

import time
from itertools import pairwise

import pytest

from tests.club.conftest import new_game, time_passes
from westwall_tui.club.database.agreements import Agreements
from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.ratings import PROVISIONAL, Rating, Ratings, season
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.session import ClubSession

pytestmark = pytest.mark.usefixtures("people")


def win(games, winner, *seats, scenario="bastogne/spearhead", turn=2):
    """Play a game that a side wins because the other gives up on a Game-Turn; -1 is a draw."""
    game = new_game(games, *(seats or ((1, 0), (2, 0))), scenario=scenario)
    games.store.run("update game set turn = ? where id = ?", turn, game)
    players = [seat.player for seat in games.seats(game)]
    if winner < 0:
        assert [Agreements(games).offer_draw(game, player) for player in players] == [False, True]
    elif players[1 - winner]:
        assert games.give_up(game, players[1 - winner], "gave up")
    else:
        games.store.run(
            "update game set ended = 1, outcome = 'the computer gave up', winner = ? where id = ?", winner, game
        )
    return game


def test_the_winner_gains_what_the_loser_loses(games, store):
    ratings = Ratings(store)
    game = win(games, 0)
    assert ratings.settle() == [game]
    assert not ratings.settle()
    anna, bert = ratings.of("player 1"), ratings.of("player 2")
    assert anna.mu > Rating().mu > bert.mu
    assert anna.games == bert.games == 1


def test_a_win_with_the_side_that_mostly_wins_counts_less(games, store):
    ratings = Ratings(store)
    for _ in range(12):
        win(games, 0)
        win(games, 0, (2, 0), (1, 0))
        ratings.settle()
        store.run("update result set season = 'another'")
    as_first, as_second = (ratings.forecast("player 1", "player 2", "bastogne/spearhead", side) for side in (0, 1))
    now = ratings.of("player 1").shown
    assert as_first[0] - now < as_second[0] - now
    assert as_first[1] - now < as_second[1] - now


def test_the_rating_of_a_level_never_changes(games, store):
    ratings = Ratings(store)
    before = ratings.of("level 2")
    win(games, 0, (1, 0), (None, 2))
    ratings.settle()
    assert ratings.of("level 2") == before
    assert ratings.of("player 1").mu > Rating().mu


def test_a_draw_between_equals_changes_ratings_little(games, store):
    ratings = Ratings(store)
    win(games, -1)
    ratings.settle()
    assert ratings.of("player 1").mu == pytest.approx(Rating().mu)


def test_friendly_games_are_not_rated(games, store):
    game = new_game(games, rated=False)
    games.store.run("update game set turn = 3")
    assert games.give_up(game, 1, "gave up")
    closed = new_game(games)
    games.close(closed)
    assert not Ratings(store).settle()


def test_a_game_given_up_before_the_second_game_turn_is_not_rated(games, store):
    for winner in (0, 1, -1):
        win(games, winner, turn=1)
    assert not Ratings(store).settle()
    win(games, 0, turn=2)
    assert len(Ratings(store).settle()) == 1


@pytest.mark.parametrize("late", ["computer", "lost"])
def test_a_loss_on_time_is_rated_like_any_other(games, store, late):
    game = new_game(games, pace=Pace(days=1, late=late))
    side = games.head_of(game) and store.row("select to_decide from game where id = ?", game)[0]
    time_passes(games, game, 2 * DAY)
    assert TimeLimits(games.store).time_out(game, side, 2, "overstepped")
    ratings = Ratings(store)
    assert ratings.settle() == [game], "at once, whether the computer plays on or not"
    assert ratings.of(f"player {side + 1}").mu < Rating().mu < ratings.of(f"player {2 - side}").mu
    if late == "computer":
        assert games.give_up(game, 2 - side, "gave up")
    assert not ratings.settle(), "and once, however the computer then plays"
    assert [(name, won) for _, name, _, _, won in ratings.ladder(season())] == [
        (("Bert", "Anna")[side], 1),
        (("Anna", "Bert")[side], 0),
    ]


def test_a_new_player_does_not_change_established_ratings(games, store, people):
    ratings = Ratings(store)
    for number in range(PROVISIONAL):
        win(games, 0, (1, 0), (people.register(f"sock {number}").id, 0))
    ratings.settle()
    lifted = ratings.of("player 1")
    assert lifted.games == PROVISIONAL
    for number in range(PROVISIONAL, 3 * PROVISIONAL):
        win(games, 0, (1, 0), (people.register(f"sock {number}").id, 0))
    ratings.settle()
    assert ratings.of("player 1").mu == lifted.mu
    assert ratings.of("side bastogne/spearhead 0").games == ratings.of("player 1").games


def test_wins_over_five_new_players_raise_a_rating_only_as_documented(games, store, people):
    battles = ("bastogne/spearhead", "bastogne/relief", "arnhem/historical", "hurtgen/historical", "remagen/historical")
    for scenario in battles:
        win(games, 0, (1, 0), (people.register(scenario.replace("/", " ")).id, 0), scenario=scenario)
    ratings = Ratings(store)
    ratings.settle()
    assert 320 < ratings.of("player 1").shown - Rating().shown < 340


def test_further_games_of_a_pair_count_less_in_a_season(games, store):
    ratings = Ratings(store)
    gains = []
    for _ in range(4):
        before = ratings.of("player 1").mu
        win(games, 0)
        ratings.settle()
        gains.append(ratings.of("player 1").mu - before)
    for more, less in pairwise(gains):
        assert less < 0.6 * more
    store.run("update result set season = '1970 winter'")
    before = ratings.of("player 1").mu
    win(games, 0)
    ratings.settle()
    assert ratings.of("player 1").mu - before > gains[2]


def test_the_forecast_of_a_rating_is_exact(games, store):
    ratings = Ratings(store)
    for _ in range(PROVISIONAL + 1):
        win_of_first, _ = ratings.forecast("player 1", "player 2", "bastogne/spearhead", 0)
        win(games, 0)
        ratings.settle()
        assert ratings.of("player 1").shown == win_of_first
    now = ratings.of("player 1").shown
    assert ratings.forecast("player 1", "player 9", "bastogne/spearhead", 0) == (now, now), "a newcomer"
    won, lost = ratings.forecast("player 1", "player 0", "bastogne/spearhead", 0)
    assert lost < now < won, "anybody"


def test_an_abandoned_game_against_the_computer_counts_as_lost_and_can_continue(games, store):
    game = new_game(games, (1, 0), (None, 2))
    side = store.row("select to_decide from game where id = ?", game)[0]
    if side:
        game = new_game(games, (None, 2), (1, 0))
    between = new_game(games)
    store.run("update game set since = since - ?", 91 * DAY)
    assert TimeLimits(games.store).expire_abandoned(time.time() - 90 * DAY) == [game], "no game between players"
    assert TimeLimits(games.store).expire_abandoned(time.time() - 90 * DAY) == []
    ratings = Ratings(store)
    assert ratings.settle() == [game]
    assert ratings.of("player 1").mu < Rating().mu
    session = ClubSession(games, game, side, 1, "Anna")
    session.apply(session.game.sample(1))
    assert not games.head_of(between).ended


def test_the_ladder_is_that_of_the_season(games, store):
    ratings = Ratings(store)
    win(games, 1)
    ratings.settle()
    names = [(name, played, won) for _, name, _, played, won in ratings.ladder(season())]
    assert names == [("Bert", 1, 1), ("Anna", 1, 0)]
    assert not ratings.ladder("1944 winter")


def test_seasons_are_quarters():
    assert season(0) == "1970 winter"
    assert season(1_790_000_000) == "2026 summer"
