"""Making the numbers that ship, with fake games: weights and the table of balance."""

from contextlib import contextmanager
from dataclasses import replace

import pytest

from benchmarks.shipped import balance, par, prospects, quick_battles, weights
from benchmarks.shipped.games import TEST_SEEDS
from tests import RECIPE
from tests.tools.simulate.test_tally import result
from westwall_tui.files.computer.par import Par, pars_of
from westwall_tui.files.computer.par import build as build_pars
from westwall_tui.files.computer.weights import read_weights, weights_of
from westwall_tui.files.library import scenarios
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.tables import SourceFile
from westwall_tui.tools.simulate import tally

# -- weights


def fake_workers(monkeypatch, margin):
    """Replace games by a function of the job; return the list of jobs that were run."""
    asked = []

    def run_jobs(jobs):
        for job in jobs:
            asked.append(job)
            yield replace(result(job.seed, job.players[0], job.players[1], margin(job)), key=job.key)

    @contextmanager
    def job_runner(processes, address):
        yield run_jobs

    monkeypatch.setattr(weights, "job_runner", job_runner)
    return asked


def test_weights_move_toward_wins():
    tuner = weights.Tuner({"use": 1.0, "to town": 2.0, "fixed": 3.0}, ["use", "to town"], 5)
    best = {"use": 1.6, "to town": 1.2}

    def loss(weights):
        return sum((weights[name] / value - 1) ** 2 for name, value in best.items())

    for _ in range(60):
        plus, minus = tuner.trial(1), tuner.trial(-1)
        tuner.learn(max(min(loss(minus) - loss(plus), 1.0), -1.0))
    found = tuner.result()
    assert found["use"] == pytest.approx(1.6, rel=0.2)
    assert found["to town"] == pytest.approx(1.2, rel=0.2)
    assert found["fixed"] == 3.0


def test_tuning_continues_where_it_was_interrupted_and_judges_with_other_seeds(monkeypatch, tmp_path, capsys):
    own = weights_of("bastogne")

    def margin(job):
        first, second = (weights or own for weights in job.weights)
        return 100 * (first["use"] - second["use"])

    asked = fake_workers(monkeypatch, margin)
    words = ["bastogne/relief", "--csv", str(tmp_path / "t.csv"), "--out", str(tmp_path / "w.toml"), "--weight", "use"]
    assert weights.main([*words, "--steps", "3", "--pairs", "2"]) == 0
    assert len(asked) == 12
    assert all(job.seed < TEST_SEEDS for job in asked)
    asked.clear()
    assert weights.main([*words, "--steps", "4", "--pairs", "2", "--judge", "3"]) == 0
    assert [job.seed >= TEST_SEEDS for job in asked] == [False] * 4 + [True] * 6
    assert "3 of 3 pairs" in capsys.readouterr().out
    found = read_weights(tmp_path / "w.toml")
    assert found["use"] > own["use"]
    assert found["waiting"] == own["waiting"]


# -- points to come


def test_a_spread_never_grows_from_one_game_turn_to_the_next():
    assert prospects.falling([5.0, 2.0, 4.0, 0.5]) == [5.0, 3.0, 3.0, 1.0]


# -- balance


def test_every_scenario_has_what_the_booklet_expects():
    assert [*balance.EXPECTED] == [entry.key for entry in scenarios() if not entry.key.startswith("quick/")], RECIPE


def test_the_table_counts_games_between_equals(tmp_path):
    kept, page = tmp_path / "b.csv", tmp_path / "page.md"
    games = [
        replace(result(seed, "3", "3", margin), scenario="bastogne/spearhead", key=str(seed))
        for seed, margin in enumerate((5.0, 3.0, -4.0))
    ]
    tally.append(kept, [*games, replace(games[0], second="2", key="uneven")])
    page.write_text(f"Before.\n\n{balance.BEGIN}\nold\n{balance.END}\n\nAfter.\n")
    assert balance.main(["--csv", str(kept), "--page", str(page), "--report"]) == 0
    text = page.read_text()
    assert text.startswith("Before.")
    assert text.endswith("After.\n")
    assert "old" not in text
    line, expected = [line for line in text.splitlines() if "spearhead" in line]
    assert line == "| bastogne/spearhead: German, US | 3 | 3 | 2 German, 1 US | 3 : 1 | 2 (21 to 94%) |"
    assert expected.startswith("- bastogne/spearhead: more points win: ")
    with pytest.raises(ValueError, match="no place"):
        balance.written("a page", [])


def test_every_scenario_has_games_to_compare_with():
    found = {key: pars_of(load_scenario(key).rules).get(key) for key in balance.EXPECTED}
    assert [key for key, each in found.items() if each is None or len(each.leads) < 10] == []


def test_par_keeps_the_games_of_one_level_and_the_results_of_other_scenarios(tmp_path):
    kept, folder = tmp_path / "b.csv", tmp_path / "bastogne"
    folder.mkdir()
    games = [
        replace(result(seed, "3", "3", margin), scenario="bastogne/spearhead", key=str(seed))
        for seed, margin in enumerate((5.0, 3.5, -4.0))
    ]
    tally.append(kept, [*games, replace(games[0], first="2", second="2", key="weaker")])
    assert par.main(["--csv", str(kept), "--level", "3", "--out", str(tmp_path), "--report"]) == 0
    found = build_pars(SourceFile("par.toml", (folder / "par.toml").read_text()))
    assert found == {**pars_of("bastogne"), "bastogne/spearhead": Par(3, (-4.0, 3.5, 5.0))}


def test_measuring_a_quick_battle_renews_its_line_and_its_briefing(tmp_path, monkeypatch):
    kept, page = tmp_path / "q.csv", tmp_path / "docs.md"
    own = tmp_path / "scenarios" / "quick" / "veghel.toml"
    own.parent.mkdir(parents=True)
    own.write_text('# Veghel\nminutes = 25\nbalance = ["German", 52, 100]\n')
    page.write_text("Before.\n| Veghel | old |\n| Best | old |\n")
    monkeypatch.setattr(quick_battles, "ROOT", tmp_path)
    monkeypatch.setattr(quick_battles, "PAGE", page)
    margins = {("3", "3"): (5, -1), ("sitter", "2"): (-1,), ("2", "sitter"): (2,), ("script", "2"): (2,),
               ("2", "script"): (2,)}  # fmt: skip
    games = [
        replace(result(TEST_SEEDS + number, *pair, margin), scenario="quick/veghel",
                key=f"quick/veghel {TEST_SEEDS + number} {' '.join(pair)}")
        for pair, each in margins.items() for number, margin in enumerate(each)
    ]  # fmt: skip
    tally.append(kept, games)
    assert quick_battles.main(["veghel", "--games", "2", "--csv", str(kept)]) == 0
    before, line, after = page.read_text().splitlines()
    assert line.startswith("| Veghel | Arnhem | German 8, Allied 11 | 4 | ")
    assert " | 2 | 50 | 0 | 0, 0 | **100**, 0 | " in line
    assert (before, after) == ("Before.", "| Best | old |")
    assert own.read_text() == '# Veghel\nminutes = 10\nbalance = ["German", 1, 2]\n'
    with pytest.raises(ValueError, match="no line"):
        quick_battles.with_row("a page", line)
