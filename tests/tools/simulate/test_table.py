"""What many games come to."""

from dataclasses import replace

import pytest

from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.crews import here, played
from westwall_tui.tools.simulate.games import Job, Result, chooser, play, player_of


def result(seed: int, first: str, second: str, margin: float) -> Result:
    """A result of which only the margin matters."""
    return Result(
        key=f"{seed} {first} {second}",
        scenario="a/b",
        seed=seed,
        first=first,
        second=second,
        winner=0 if margin > 0 else 1,
        verdict="German wins" if margin > 0 else "US wins",
        points=(int(max(margin, 0)), int(max(-margin, 0))),
        margin=margin,
        turns=7,
        orders=100,
        lost=(1, 2),
        seconds=(0.1, 0.2),
        slowest=(0.3, 0.4),
        refused=0,
        causes=((0, "N units eliminated", 3),),
    )


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(60, 100, 0.502, 0.691), (0, 10, 0.0, 0.278), (21, 21, 0.845, 1.0)]
)
def test_wilsons_interval(won, games, low, high):
    assert tally.wilson(won, games) == pytest.approx((low, high), abs=0.001)


def test_no_games_tell_nothing():
    assert tally.wilson(0, 0) == (0.0, 1.0)


def test_a_pair_is_the_same_seed_with_the_sides_exchanged():
    games = [result(1, "2", "1", 5.0), result(1, "1", "2", 9.0), result(2, "2", "1", 3.0), result(2, "1", "2", -3.0)]
    found = tally.pairs(games)
    assert [(pair[0].seed, pair[0].first) for pair in found] == [(1, "2"), (2, "2")]
    assert [tally.pair_score(pair) for pair in found] == [0.0, 1.0]


def test_the_summary_adds_up():
    summary = tally.summary([result(1, "2", "1", 5.0), result(2, "2", "1", -1.0)])
    assert summary["games"] == 2
    assert summary["verdicts"] == {"German wins": 1, "US wins": 1}
    sides = summary["sides"]
    assert isinstance(sides, list)
    assert sides[0]["won"] == sides[1]["won"] == 1
    assert sides[0]["causes"] == {"N units eliminated": 3.0}


def test_results_come_back_from_their_file(tmp_path):
    path = tmp_path / "games.csv"
    games = [result(1, "2", "1", 5.0), result(2, "script", "random", -1.5)]
    tally.append(path, games[:1])
    tally.append(path, games[1:])
    assert tally.read(path, Result) == games


def test_a_line_that_was_cut_short_is_not_counted_and_the_next_one_is(tmp_path):
    path = tmp_path / "games.csv"
    games = [result(1, "2", "1", 5.0), result(2, "2", "1", 1.0), result(3, "2", "1", 2.0)]
    tally.append(path, games[:2])
    path.write_bytes(path.read_bytes()[:-4])
    tally.append(path, games[2:])
    assert tally.read(path, Result) == [games[0], games[2]]


def test_a_file_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="not a file of results"):
        tally.read(path, Result)


@pytest.mark.slow
def test_a_job_gives_the_same_result_again():
    job = Job("bastogne/relief", 3, ("1", "random"))
    once, again = play(job), play(job)
    assert (once.points, once.verdict, once.orders) == (again.points, again.verdict, again.orders)


@pytest.mark.parametrize("word", ["best", "6", "4x1", "4x65", "randomx2", "4x", "4x\u0663"])
def test_unknown_players_are_refused(word):
    with pytest.raises(ValueError, match="not a player"):
        chooser(word, 1)


def test_a_level_may_have_several_times_its_budget():
    once, four = (player_of(chooser(word, 1)) for word in ("4", "4x4"))
    assert once
    assert four
    assert four.settings.nodes == 4 * once.settings.nodes
    assert four.settings.rounds == 2 * once.settings.rounds


def test_games_are_played_without_the_clock():
    owner = player_of(chooser("3", 1))
    assert owner
    assert owner.settings.seconds == 0


def test_games_with_other_weights_are_other_games():
    plain = Job("a/b", 1, ("2", "2"))
    keys = [replace(plain, weights=(weights, None)).key for weights in (None, {"use": 0.4}, {"use": 0.5})]
    assert len({*keys}) == 3
    assert keys[0] == "a/b 1 2 2"


def test_a_game_that_breaks_off_is_told_and_the_others_go_on():
    games = played([Job("a/b", 1, ("random", "random"))], here)
    assert games.results == []
    assert "a/b" in games.failures[0].text
