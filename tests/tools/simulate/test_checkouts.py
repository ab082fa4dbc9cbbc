"""The computer player against that of another checkout."""

import re

import pytest

from benchmarks import checkouts
from benchmarks.checkouts import HERE, Pair, Played, Seat, main, play, report
from westwall_tui import Player, new_game
from westwall_tui.tools.simulate.games import margin

SPEARHEAD = "bastogne/spearhead"
FIRST_FIGHT = str(HERE / "scenarios/lessons/13-first-fight/first-fight.toml")


def test_a_pair_is_won_over_both_its_games():
    scores = [Pair(SPEARHEAD, 1, margins, (0, 0)).score for margins in ((5.0, 3.0), (3.0, 5.0), (4.0, 4.0))]
    assert scores == [1.0, 0.0, 0.5]


def test_games_are_counted_by_who_won_and_draws_for_a_half():
    won = [Pair(SPEARHEAD, 1, (0.0, 0.0), winners).games for winners in ((0, 1), (1, 0), (0, 0), (-1, 0))]
    assert won == [2.0, 0.0, 1.0, 0.5]


def test_the_report_counts_by_scenario_by_battle_and_all_together():
    pairs = [
        Pair("a/x", 1, (5.0, 3.0), (0, 0)),
        Pair("b/y", 1, (3.0, 5.0), (1, 1)),
        Pair("a/z", 2, (4.0, 4.0), (-1, 1)),
    ]
    lines = report(pairs).splitlines()
    assert [line.split("[")[0].split() for line in lines] == [
        ["a/x", "1", "of", "1"],
        ["b/y", "0", "of", "1"],
        ["a/z", "0.5", "of", "1"],
        ["a", "1.5", "of", "2"],
        ["b", "0", "of", "1"],
        ["all", "1.5", "of", "3"],
    ]
    assert "pairs, 2.5 of 4 [" in lines[3]
    assert lines[3].endswith("games, +0.5 points a game")


def test_a_match_goes_on_where_it_was_interrupted(monkeypatch, tmp_path, capsys):
    asked = []

    def played(scenario, seed, level, sides):
        asked.append((scenario, seed, level, sides[0] == HERE))
        return Played(7.0, 0) if sides[0] == HERE else Played(-7.0, 1)

    monkeypatch.setattr(checkouts, "play", played)
    words = [str(tmp_path), "--scenario", SPEARHEAD, "--out", str(tmp_path / "pairs.txt")]
    assert main([*words, "--pairs", "1"]) == 0
    assert main([*words, "--pairs", "2"]) == 0
    assert asked == [(SPEARHEAD, seed, 2, here) for seed in (1000, 1001) for here in (True, False)]
    assert "all                    2 of 2 [34%, 100%] pairs, 4 of 4 [51%, 100%] games" in capsys.readouterr().out


def test_a_pair_that_breaks_off_is_named_and_the_match_goes_on(monkeypatch, tmp_path, capsys):
    def played(scenario, seed, level, sides):
        if seed == 1000:
            raise RuntimeError("../before refuses 'front 1020'")
        return Played(1.0, 0)

    monkeypatch.setattr(checkouts, "play", played)
    assert main([str(tmp_path), "--scenario", SPEARHEAD, "--pairs", "2"]) == 1
    shown = capsys.readouterr()
    assert f"{SPEARHEAD}, seed 1000: ../before refuses 'front 1020'" in shown.err
    assert "0.5 of 1" in shown.out


def other(folder, apply):
    """A checkout whose rules do as told with an order, and whose units never move."""
    package = folder / "westwall_tui"
    (package / "engine").mkdir(parents=True)
    (package / "engine/__init__.py").touch()
    (package / "engine/orders.py").write_text("parse = str\n")
    (package / "__init__.py").write_text(
        f"""
class Player:
    def __init__(self, *words, **options): self.refusals = []
    def choose(self, game): return "fire everywhere"
class new_game:
    outcome, side = None, 0
    state = type("State", (), {{"turn": 1, "location": (0, 0)}})
    def __init__(self, *words, **options): pass
    def apply(self, order): {apply}
"""
    )
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ours", "apply", "told"),
    [
        (0, "raise ValueError('7.11: not so')", "CHECKOUT refuses '[a-z].*': 7.11: not so"),
        (0, "pass", "the game stands differently"),
        (1, "pass", "'fire everywhere' of CHECKOUT is refused"),
    ],
)
def test_an_order_that_divides_the_checkouts_is_told_with_who_refused_it(tmp_path, ours, apply, told):
    there = other(tmp_path / "there", apply)
    with pytest.raises(RuntimeError, match=told.replace("CHECKOUT", re.escape(str(there)))):
        play(FIRST_FIGHT, 1000, 1, (there, HERE) if ours else (HERE, there))


@pytest.mark.slow
def test_a_player_whose_process_has_ended_is_an_error(capfd):
    seat = Seat(HERE, "nowhere/at-all", 1, 1, 1)
    try:
        with pytest.raises(RuntimeError, match="has ended"):
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
    assert len(game.log) > 30
    assert first == Played(margin(game), game.outcome.winner)
