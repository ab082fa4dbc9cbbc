"""The computer player against that of another checkout."""

import pytest

from benchmarks import checkouts
from benchmarks.checkouts import HERE, Pair, Seat, main, play, report
from westwall_tui import Player, new_game
from westwall_tui.tools.simulate.games import margin

SPEARHEAD = "bastogne/spearhead"
FIRST_FIGHT = str(HERE / "scenarios/lessons/13-first-fight/first-fight.toml")


def test_a_pair_is_won_over_both_its_games():
    scores = [Pair(SPEARHEAD, 1, margins).score for margins in ((5.0, 3.0), (3.0, 5.0), (4.0, 4.0))]
    assert scores == [1.0, 0.0, 0.5]


def test_the_report_counts_by_scenario_and_all_together():
    lines = report([Pair("a", 1, (5.0, 3.0)), Pair("b", 1, (3.0, 5.0)), Pair("a", 2, (4.0, 4.0))]).splitlines()
    assert [line.split("[")[0].split() for line in lines] == [
        ["a", "1.5", "of", "2"],
        ["b", "0", "of", "1"],
        ["all", "1.5", "of", "3"],
    ]
    assert lines[0].endswith("+0.5 points a game")


def test_a_match_goes_on_where_it_was_interrupted(monkeypatch, tmp_path, capsys):
    asked = []

    def played(scenario, seed, level, sides):
        asked.append((scenario, seed, level, sides[0] == HERE))
        return 7.0 if sides[0] == HERE else -7.0

    monkeypatch.setattr(checkouts, "play", played)
    words = [str(tmp_path), "--scenario", SPEARHEAD, "--out", str(tmp_path / "pairs.txt")]
    assert main([*words, "--pairs", "1"]) == 0
    assert main([*words, "--pairs", "2"]) == 0
    assert asked == [(SPEARHEAD, seed, 2, here) for seed in (1000, 1001) for here in (True, False)]
    assert "all                    2 of 2" in capsys.readouterr().out


def test_a_pair_that_breaks_off_is_named_and_the_match_goes_on(monkeypatch, tmp_path, capsys):
    def played(scenario, seed, level, sides):
        if seed == 1000:
            raise RuntimeError("the checkouts disagree on an order")
        return 1.0

    monkeypatch.setattr(checkouts, "play", played)
    assert main([str(tmp_path), "--scenario", SPEARHEAD, "--pairs", "2"]) == 1
    shown = capsys.readouterr()
    assert f"{SPEARHEAD}, seed 1000: the checkouts disagree" in shown.err
    assert "0.5 of 1" in shown.out


@pytest.mark.slow
def test_a_player_whose_process_has_ended_is_an_error(capfd):
    seat = Seat(HERE, "nowhere/at-all", 1, 1, 1)
    try:
        with pytest.raises((RuntimeError, BrokenPipeError)):
            seat.order()
    finally:
        seat.close()
    assert "nowhere/at-all" in capfd.readouterr().err


@pytest.mark.slow
def test_a_game_between_processes_is_the_game_that_one_would_play():
    first = play(FIRST_FIGHT, 1000, 1, (HERE, HERE))
    game, players = new_game(FIRST_FIGHT, seed=1000), [Player(1, 2001, clock=False), Player(1, 2002, clock=False)]
    while game.outcome is None:
        game.apply(players[game.side].choose(game))
    assert len(game.log) > 50
    assert first == margin(game)
