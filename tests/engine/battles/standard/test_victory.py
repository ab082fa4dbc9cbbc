"""`[victory]`: ties, starting points, weights, and levels by ratio or by difference."""

import pytest

from tests.drawn import drawn, play
from tests.engine.battles.scored import TOWN, account, check_sources, scored
from westwall_tui.engine import queries

UNITS = {"blue": ["A 4-4-7 0506"], "red": ["X 2-2-7 0101"], "last_turn": 1}
RATIO = 'levels = { ratio = [["Blue Decisive", 3], ["Blue Marginal", 1.5], ["Draw", 1], ["Red Marginal"]] }'


def judged(text, totals):
    game = scored(TOWN + text, **UNITS)
    return game.rules.verdict(totals)


def test_without_tables_a_game_ends_as_before():
    game = drawn(**UNITS)
    assert queries.outcome_now(game) == (-1, "The last Game-Turn is over")
    assert (queries.account(game), queries.sources(game), queries.objectives(game)) == ([], [], [])


def test_most_points_win_and_equal_ones_draw():
    assert judged("", (3, 2)) == (0, "Blue wins: Blue 3, Red 2")
    assert judged("", (2, 3)).winner == 1
    assert judged("", (3, 3)) == (-1, "The game is drawn: Blue 3, Red 3")


def test_a_side_may_have_the_tie():
    assert judged('[victory]\ntie = "Red"', (3, 3)) == (1, "Red wins: Blue 3, Red 3 (a tie goes to them)")
    assert judged('[victory]\ntie = "Red"', (4, 3)).winner == 0


def test_points_at_the_start():
    game = scored(TOWN + "[victory]\nstart = { Red = 6 }", **UNITS)
    assert account(game) == {"the head start": (0, 6)}
    check_sources(game)
    play(game, "move A 0505")
    assert queries.outcome_now(game).winner == 1


def test_points_on_which_the_players_agreed():
    game = scored(TOWN + "[victory]\nstart = { Red = 6 }", options={"start-blue": 4, "start-red": 1}, **UNITS)
    assert account(game) == {"the head start": (4, 7)}
    check_sources(game)
    assert queries.totals(game.fork(viewer=0)) == queries.totals(game.root()) == (4, 7)


def test_the_weight_of_points():
    assert judged("[victory]\nweigh = { Red = 2 }", (5, 3)).winner == 1
    assert judged("[victory]\nweigh = { Red = 2 }", (6, 3)).winner == -1
    assert scored(TOWN + "[victory]\nweigh = { Red = 2 }", **UNITS).rules.scale.balance((5, 3)) == -1


@pytest.mark.parametrize(
    ("totals", "reason"),
    [
        ((3, 1), "Blue Decisive Victory: Blue 3, Red 1"),
        ((3, 2), "Blue Marginal Victory: Blue 3, Red 2"),
        ((29, 20), "The game is drawn: Blue 29, Red 20"),
        ((9, 10), "Red Marginal Victory: Blue 9, Red 10"),
        ((1, 0), "Blue Decisive Victory: Blue 1, Red 0"),
        ((0, 0), "The game is drawn: Blue 0, Red 0"),
    ],
)
def test_levels_by_ratio(totals, reason):
    assert judged(f"[victory]\n{RATIO}", totals).reason == reason


@pytest.mark.parametrize(
    ("totals", "winner", "levels"), [((9, 0), 0, 2), ((5, 2), 0, 1), ((2, 2), -1, 0), ((0, 2), 1, -1), ((0, 9), 1, -2)]
)
def test_levels_by_difference(totals, winner, levels):
    text = (
        '[victory]\nlevels = { difference = [["Blue Decisive", 8], ["Blue Marginal", 3], ["Draw", 0], '
        '["Red Marginal", -7], ["Red Decisive"]] }'
    )
    game = scored(TOWN + text, **UNITS)
    outcome = game.rules.verdict(totals)
    assert (outcome.winner, queries.levels(game, outcome)) == (winner, levels)
    assert queries.most_levels(game) == 2
