"""Ratings: who wins gains, less with the side that mostly wins; levels stay where they are."""

import pytest

from tests.club.conftest import new_game
from westwall_tui.club.database.ratings import Rating, Ratings, season

pytestmark = pytest.mark.usefixtures("people")


def win(games, winner, *seats, scenario="bastogne/spearhead"):
    game = new_game(games, *(seats or ((1, 0), (2, 0))), scenario=scenario)
    games.give_up(game, 1 - winner, "gave up") if winner >= 0 else (
        games.offer_draw(game, 0),
        games.offer_draw(game, 1),
    )
    return game


def test_who_wins_gains_what_the_other_loses(games, store):
    ratings = Ratings(store)
    game = win(games, 0)
    assert ratings.settle() == [game]
    assert not ratings.settle()  # once
    anna, bert = ratings.of("player 1"), ratings.of("player 2")
    assert anna.mu > Rating().mu > bert.mu
    assert anna.games == bert.games == 1


def test_a_win_with_the_side_that_mostly_wins_counts_less(games, store):
    ratings = Ratings(store)
    for _ in range(12):
        win(games, 0)
        win(games, 0, (2, 0), (1, 0))
    ratings.settle()
    as_first, as_second = (ratings.foreseen("player 1", "player 2", "bastogne/spearhead", side) for side in (0, 1))
    now = ratings.of("player 1").shown
    assert as_first[0] - now < as_second[0] - now
    assert as_first[1] - now < as_second[1] - now


def test_a_level_of_the_computer_never_moves(games, store):
    ratings = Ratings(store)
    before = ratings.of("level 2")
    win(games, 0, (1, 0), (None, 2))
    ratings.settle()
    assert ratings.of("level 2") == before
    assert ratings.of("player 1").mu > Rating().mu


def test_a_draw_between_equals_moves_little(games, store):
    ratings = Ratings(store)
    win(games, -1)
    ratings.settle()
    assert ratings.of("player 1").mu == pytest.approx(Rating().mu)


def test_friendly_games_are_not_rated(games, store):
    game = new_game(games, rated=False)
    games.give_up(game, 0, "gave up")
    closed = new_game(games)
    games.close(closed)
    assert not Ratings(store).settle()


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
