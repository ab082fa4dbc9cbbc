"""Making the numbers that ship, with fake games: weights, fears and the table of balance."""

from contextlib import contextmanager
from dataclasses import replace
from itertools import islice

import pytest

from benchmarks.shipped import balance, fears, par, prospects, quick_battles, weights
from benchmarks.shipped.fears import Sample, Task, comparison, fit, gathered, played, text_of
from benchmarks.shipped.games import TEST_SEEDS
from benchmarks.shipped.trees import fitted, leaf
from tests import RECIPE
from tests.tools.simulate.test_tally import result
from westwall_tui.files.computer.fears import FEATURES, build
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


# -- fears

ROWS = [(float(a), float(b)) for a in range(20) for b in range(20) for _ in range(4)]


def wanted(a, b):
    return 3.0 * (a > 9) + 2.0 * (a > 9 and b > 4) - 1.0 * (b > 14)


def test_trees_find_steps_and_interactions_and_are_reproducible():
    values = [wanted(*row) for row in ROWS]
    trees = fitted(ROWS, values, 60, 1)
    wrong = [abs(sum(leaf(tree, row) for tree in trees) - value) for row, value in zip(ROWS, values, strict=True)]
    assert max(wrong) < 0.3
    assert fitted(ROWS, values, 5, 1) == trees[:6]
    assert fitted(ROWS, values, 5, 2) != trees[:6]


def test_few_rows_are_not_split():
    trees = fitted(ROWS[:80], [float(row[1]) for row in ROWS[:80]], 3, 1)
    assert trees[0] == pytest.approx(9.5)
    assert not any(isinstance(tree, tuple) for tree in trees)


def phase(seed, *plans):
    """Return a phase of plans with one unit each, by its danger and loss."""
    rows = tuple(((danger, *[1.0] * (len(FEATURES) - 1), lost),) for danger, lost in plans)
    return Sample("hurtgen/historical", seed, 1, 0, rows, (0.0,) * len(rows))


SAMPLES = [phase(seed, *((float(n), 2.0 * (n > 4)) for n in range(10))) for seed in range(30)]


def test_trees_are_compared_with_the_danger_alone_and_written_exactly():
    trees = fit(SAMPLES)
    lines = comparison(SAMPLES, trees).splitlines()
    assert lines[0] == "30 phases, 300 plans"
    assert "correlation +1.00" in lines[1]
    assert "correlation +0.87" in lines[2]
    assert build(SourceFile("x", text_of(trees, "a command"))) == trees


def test_only_missing_games_are_played_and_only_requested_ones_used(tmp_path, monkeypatch):
    asked = []

    def play(task):
        asked.append(task)
        return [phase(task.seed, (1, 0), (2, 1))]

    monkeypatch.setattr(fears, "played", play)
    path = tmp_path / "samples.jsonl"
    tasks = [Task("hurtgen/historical", seed) for seed in (2, 1)]
    assert [sample.seed for sample in gathered(path, tasks, 1)] == [1, 2]
    tasks = [Task("hurtgen/historical", seed) for seed in (1, 3)]
    assert [sample.seed for sample in gathered(path, tasks, 1)] == [1, 3]
    assert [task.seed for task in asked] == [2, 1, 3]


@pytest.mark.slow
def test_a_phase_of_a_game_has_units_in_danger_in_every_plan(monkeypatch):
    phases = fears.phases
    monkeypatch.setattr(fears, "phases", lambda *words: islice(phases(*words), 1))
    samples = played(Task("hurtgen/historical", 3))
    rows = [row for sample in samples for plan in sample.plans for row in plan]
    assert all(len(row) == len(FEATURES) + 1 for row in rows)
    assert any(row[-1] > 0 for row in rows)


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
    own.write_text('# Veghel\nbalance = ["German", 52, 100]\n')
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
    assert own.read_text() == '# Veghel\nbalance = ["German", 1, 2]\n'
    with pytest.raises(ValueError, match="no line"):
        quick_battles.with_row("a page", line)
