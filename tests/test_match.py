"""The match between the computer players of two checkouts (`benchmarks.match`)."""

import pytest

from benchmarks.match import HERE, Played, Server, play, summary

SAME = {"level": 1, "budget": 1.0, "weights": {}}


@pytest.mark.slow
def test_a_pair_of_a_player_against_itself_is_a_draw():
    with Server(HERE) as one, Server(HERE) as other:
        games = [play((one, other), "quick/noville", 5, side, (SAME, SAME)) for side in (0, 1)]
    assert games[0].margin == -games[1].margin
    assert all(plans for game in games for plans in game.plans)
    assert summary(games).split()[:5] == ["quick/noville", "0.5", "of", "1", "pairs"]


def test_only_whole_pairs_count_and_the_sum_of_their_margins_decides():
    margins = {1: (9.0, -4.0), 2: (3.0, -5.0), 3: (7.0,)}
    games = [
        Played("a/b", seed, side, margin, ([0.2], [0.1]))
        for seed, each in margins.items()
        for side, margin in enumerate(each)
    ]
    assert summary(games).splitlines()[-1].split()[:7] == ["all", "1", "of", "2", "pairs", "[", "9%,"]
