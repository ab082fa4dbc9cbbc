"""The command `westwall simulate`, from its arguments to its exit status."""

import json
import re

import pytest

from tests.files.example import SCENARIO, swap, write_example
from westwall_tui import cli
from westwall_tui.files.scenarios.random_battles import listed_battles
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.games import Result

GAMES = ["simulate", "bastogne/relief", "--sides", "1,random", "--games", "1", "--jobs", "1", "--seed", "3"]


@pytest.mark.slow
def test_the_results_are_printed(command):
    printed = command(*GAMES).out
    assert "bastogne/relief  1 against random, 1 game" in printed
    assert "U.S. (1): 0.0 points" in printed
    assert "The U.S. won 1 of 1 game" in printed


def test_each_source_of_points_is_listed(command):
    words = ["simulate", "arnhem/historical", "--sides", "random,sitter", "--games", "2", "--jobs", "1"]
    printed = command(*words).out
    assert " 2.50 for German units lost, 1 each, in 2 of 2 games\n" in printed
    assert " 0.00 for beyond the Waal, 5 per unit a turn, in 0 of 2 games\n" in printed
    assert "No game gave the Allies points for this: beyond the Waal or beyond the Rijn at the end." in printed


@pytest.mark.slow
def test_pairs_swap_the_players(capsys, command):
    report = json.loads(command(*GAMES, "--match", "mirrored", "--json").out)
    assert [part.get("players") for part in report] == [["1", "random"], ["random", "1"], ["1", "random"]]
    assert report[-1]["pairs"] == 1
    assert isinstance(report[-1]["sum"], float)
    assert cli.main([*GAMES, "--pairs"]) == 0, "the old name"
    assert re.search(r"1 against random: \S+ of 1 matches \(.*\), mean sum of both leads [+-]", capsys.readouterr().out)


@pytest.mark.slow
def test_games_in_the_file_are_not_played_again(capsys, tmp_path):
    path = tmp_path / "games.csv"
    assert cli.main([*GAMES, "--csv", str(path)]) == 0
    text = path.read_text()
    once = capsys.readouterr().out
    assert cli.main([*GAMES, "--csv", str(path)]) == 0
    assert path.read_text() == text
    assert capsys.readouterr().out == once
    assert len(tally.read(path, Result)) == 1


@pytest.mark.slow
def test_parallel_games_give_the_same_results(command):
    words = ["simulate", "bastogne/relief", "--sides", "1,random", "--games", "2", "--json"]
    reports = []
    for jobs in ("1", "2"):
        report = json.loads(command(*words, "--jobs", jobs).out)
        reports.append([(part["verdicts"], part["turns"]) for part in report])
    assert reports[0] == reports[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["simulate", "bastogne/nowhere"], "bastogne/nowhere"),
        (["simulate", "bastogne/relief", "--sides", "best,1"], "--sides best,1"),
        (["simulate", "bastogne/relief", "--weights", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_unusable_arguments_are_named(command, words, complaint):
    assert complaint in command(*words, status=2).err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--option", "bogus"], "bogus"),
        (["--csv", "nowhere/games.csv"], "nowhere/games.csv: No such file or directory"),
        (["--csv", "."], "isn't a file"),
        (["--sides", "x" * 50_000 + ",1"], "is not a player"),
        (["--sides", "4x65,1"], "up to 5x64"),
    ],
)
def test_unusable_files_are_reported_before_any_game(command, monkeypatch, words, complaint):
    monkeypatch.setattr("westwall_tui.tools.simulate.workers.attempt", pytest.fail)
    printed = command("simulate", "bastogne/relief", "--jobs", "1", *words, status=2).err
    assert complaint in printed
    assert printed.count("\n") == 1
    assert len(printed) < 1000


def test_names_are_escaped_and_never_markup(command, tmp_path):
    """Play a scenario in a folder with an odd name, with the standard rules."""
    folder = tmp_path / "x[/red]\x1b[31m"
    folder.mkdir(parents=True)
    path = write_example(folder)
    printed = command("simulate", str(path), "--sides", "script,random", "--games", "1", "--jobs", "1").out
    assert "x[/red]\\x1b[31m" in printed
    assert "\x1b" not in printed


@pytest.mark.parametrize("battle", ["bastogne", "hurtgen"])
def test_a_users_own_scenario_with_a_battles_rules(capsys, tmp_path, battle):
    """Play on a board without the battle's hexes."""
    path = write_example(tmp_path, scenario=swap(SCENARIO, '"standard"', f'"{battle}"'))
    assert cli.main(["simulate", str(path), "--sides", "script,1", "--games", "1", "--jobs", "1"]) == 0
    assert "script against 1, 1 game" in capsys.readouterr().out


def test_unknown_weights_are_named(command, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nkind = "computer"\n[weights]\nuse = 0.4\nnorht = 9.0\n')
    printed = command("simulate", "bastogne/relief", "--weights", str(path), status=2).err
    assert "unknown weights norht; these battles have closed hex, " in printed


def test_a_random_battle_is_played_under_its_whole_name(command):
    listed = listed_battles()[0]
    words = ["simulate", "random", "--seed", str(listed.seed), "--sides", "script,1", "--games", "1", "--jobs", "1"]
    assert command(*words).out.startswith(f"{listed}  ")
