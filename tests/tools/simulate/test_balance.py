"""The check of a battle's balance (`westwall simulate --balance`)."""

import json
from dataclasses import replace

import pytest

from tests.drawn import drawn, where
from tests.engine.battles.scored import TOWN, scored
from tests.files.example import SCENARIO, swap, write_example
from tests.tools.simulate.test_tally import result
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.tools.simulate.balance import Balance, jobs_of, table
from westwall_tui.tools.simulate.games import Result
from westwall_tui.tools.simulate.script import sitter

POINTS = '\n[[points]]\nkind = "hold"\nname = "The mill"\nhexes = ["0605"]\npoints = { German = 3, US = 2 }\n'


def town(text: str = "") -> Game:
    """Return a game with points for a town."""
    return scored(TOWN + text, blue=["A 4-4-7 0509"], red=["X 2-2-7 0101"])


def games(first: str, second: str, margins: list[int]) -> list[Result]:
    """Return results with these margins; 0 is a draw."""
    found = [result(seed, first, second, margin) for seed, margin in enumerate(margins)]
    return [replace(each, winner=each.winner if each.margin else -1) for each in found]


def test_half_as_many_games_are_played_against_simple_players():
    jobs = jobs_of({"a/b": (), "c/d": ()}, 5, 7, None)
    mine = [(job.players, job.seed) for job in jobs if job.scenario == "c/d"]
    assert len(jobs) == 2 * len(mine)
    assert [seed for players, seed in mine if players == ("3", "3")] == [7, 8, 9, 10, 11]
    for players in ("sitter", "2"), ("2", "sitter"), ("script", "2"), ("2", "script"):
        assert [seed for found, seed in mine if found == players] == [7, 8, 9]


def test_a_battle_inside_all_bounds():
    results = (
        games("3", "3", [2, -2, 4, -4]) + games("sitter", "2", [-3] * 10) + games("2", "script", [1] * 7 + [-1] * 3)
    )
    found = Balance(town(), results)
    assert found.data()["outside"] == []
    assert found.lines()[:2] == [
        "good: the Blue forces win 50% of the games if both sides play at level 3 (42 to 58)",
        "good: 0% of these games are drawn (at most 14)",
    ]
    assert "good: the Red forces win 30% of their games against level 2 with the script (at most 35)" in found.lines()
    assert found.row().startswith("| drawn: Blue, Red | 50 | 0 | +0, +0 | 0, - | -, 30 | 100 | 12 | 0 | as it is |")


def test_figures_outside_their_bounds_are_marked():
    results = games("3", "3", [3, 5, 2, 0, -1]) + games("2", "sitter", [1] * 4 + [-1]) + games("script", "2", [1, -1])
    found = Balance(town(), results)
    assert found.data()["outside"] == ["won", "drawn", "sitter 2", "script 1"]
    assert [line.partition(":")[0] for line in found.lines()[:4]] == ["OUTSIDE"] * 4
    assert "| **60** | **20** | +1.8, +2 | -, **20** | **50**, - |" in found.row()


@pytest.mark.parametrize(
    ("margins", "start", "line"),
    [
        ([6, 2, -1], {"Red": 2}, "With two points for the Red forces at the start, these games would be most even"),
        (
            [-1, -1, -2, 9],
            {"Blue": 1},
            "With one point for the Blue forces at the start, these games would be most even",
        ),
        ([-3, 0, 9], {}, "The battle needs no points at the start."),
    ],
)
def test_points_at_the_start_that_would_make_it_even(margins, start, line):
    found = Balance(town(), games("3", "3", margins * 2))
    assert found.data()["start"] == start
    assert line in [each.partition(";")[0] for each in found.lines()]


def test_points_at_the_start_suit_the_levels_of_victory():
    """Check a battle in which Blue needs five points more than Red."""
    levels = '[victory]\nlevels = { difference = [["Blue Decisive", 5], ["Red Marginal"]] }\n'
    assert Balance(town(levels), games("3", "3", [2, 2, 1, 1])).data()["start"] == {"Blue": 3}


def test_games_that_the_last_turn_decides_are_late():
    changed = replace(games("3", "3", [1])[0], ahead=1)
    found = Balance(town(), [*games("3", "3", [1, -1, -2]), changed])
    assert "In 25% of the games, the last Game-Turn changes the winner" in found.lines()


def test_the_table_is_markdown():
    lines = table(
        [Balance(Game(replace(town().scenario, name="This | that"), seed=1), games("3", "3", [1, -1]))]
    ).splitlines()
    assert {line.count("|") for line in lines} == {11}
    assert lines[2].startswith("| This / that: Blue, Red | 50 |")


def test_the_command_prints_all_figures_and_writes_the_table(tmp_path, command):
    path = write_example(tmp_path, scenario=swap(SCENARIO, "\n[[place]]", f"{POINTS}\n[[place]]"))
    words = ["simulate", str(path), "--balance", "--games", "2", "--jobs", "1", "--csv", str(tmp_path / "games.csv")]
    printed = command(*words, "--table", str(tmp_path / "table.md")).out.splitlines()
    assert printed[0] == str(path)
    assert sum(line.startswith(("  good: ", "  OUTSIDE: ")) for line in printed) == 6
    assert any("two people need about" in line for line in printed)
    assert "| The bridge at Upper Mill: German, U.S. |" in (tmp_path / "table.md").read_text()
    (figures,) = json.loads(command(*words, "--json").out)
    assert figures["games"] == 2
    assert {"won", "drawn", "sitter 1", "script 2", "minutes", "late", "start", "outside"} <= figures.keys()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--balance", "--match", "mirrored"], "omit --sides and --match"),
        (["--balance", "--sides", "2,2"], "omit --sides and --match"),
        (["--table", "x.md"], "--table writes the table of --balance"),
        (["--balance", "--table", "mills.toml"], "name another file"),
        (["--bid", "German=3"], "--bid: points do not decide Bastogne: The Relief of Bastogne"),
        (["--balance", "--table", "nowhere/table.md"], "No such file"),
    ],
)
def test_unusable_words_are_refused_before_any_game(command, monkeypatch, words, complaint):
    monkeypatch.setattr("westwall_tui.tools.simulate.workers.attempt", pytest.fail)
    assert complaint in command("simulate", "bastogne/relief", "--jobs", "1", *words, status=2).err


def test_simple_players_set_up_without_suggestions():
    game = drawn(blue=["A 4-4-7", "B 4-4-7"], red=["X 2-2-7 0101"], setup=[("A B", "0505 0506")])
    while game.prompt.kind == "set-up":
        game.apply(sitter(game, Draw(1)))
    assert {where(game, name) for name in "AB"} == {"0505", "0506"}
