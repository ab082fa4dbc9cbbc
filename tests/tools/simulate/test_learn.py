"""What the computer player should fear, learnt from games: trees, samples, and the command."""

import json
from itertools import islice

import pytest

from benchmarks import learn
from benchmarks.fear import phases
from benchmarks.learn import Sample, Task, fit, gathered, played, text_of, told
from benchmarks.trees import cuts_of, fitted, leaf
from westwall_tui.files.computer.fears import FEATURES, build
from westwall_tui.files.tables import SourceFile

ROWS = [(float(a), float(b)) for a in range(20) for b in range(20) for _ in range(4)]


def wanted(a, b):
    return 3.0 * (a > 9) + 2.0 * (a > 9 and b > 4) - 1.0 * (b > 14)


def test_trees_find_steps_and_what_belongs_together():
    trees = fitted(ROWS, [wanted(*row) for row in ROWS], 60, 1)
    wrong = [abs(sum(leaf(tree, row) for tree in trees) - wanted(*row)) for row in ROWS]
    assert max(wrong) < 0.3


def test_the_same_rows_and_seed_give_the_same_trees():
    values = [wanted(*row) for row in ROWS]
    assert fitted(ROWS, values, 5, 1) == fitted(ROWS, values, 5, 1)
    assert fitted(ROWS, values, 5, 1) != fitted(ROWS, values, 5, 2)


def test_few_rows_are_not_cut():
    trees = fitted(ROWS[:80], [float(row[1]) for row in ROWS[:80]], 3, 1)
    assert trees[0] == pytest.approx(9.5)
    assert not any(isinstance(tree, tuple) for tree in trees)


def test_cuts_leave_something_on_both_sides():
    assert cuts_of([1.0, 1.0, 2.0, 3.0]) == [1.0, 2.0]
    assert cuts_of([1.0, 1.0]) == []


def phase(seed, *plans):
    """A phase of plans with one unit each, by its danger and loss."""
    rows = tuple(((danger, *[1.0] * (len(FEATURES) - 1), lost),) for danger, lost in plans)
    return Sample("hurtgen/historical", seed, 1, 0, rows, (0.0,) * len(rows))


SAMPLES = [phase(seed, *((float(n), 2.0 * (n > 4)) for n in range(10))) for seed in range(30)]


def test_what_was_learnt_is_told_against_what_was_feared():
    lines = told(SAMPLES, fit(SAMPLES)).splitlines()
    assert lines[0] == "30 phases, 300 plans"
    assert "learnt" in lines[1]
    assert "correlation +1.00" in lines[1]
    assert "correlation +0.87" in lines[2]


def test_the_file_holds_the_trees_to_the_digit():
    trees = fit(SAMPLES)
    assert build(SourceFile("x", text_of(trees, "a command"))) == trees


def test_only_games_that_the_file_lacks_are_played_and_only_those_asked_for_are_used(tmp_path, monkeypatch):
    asked = []

    def play(task):
        asked.append(task)
        return [phase(task.seed, (1, 0), (2, 1))]

    monkeypatch.setattr(learn, "played", play)
    path = tmp_path / "samples.jsonl"
    tasks = [Task("hurtgen/historical", seed) for seed in (2, 1)]
    assert [sample.seed for sample in gathered(path, tasks, 1)] == [1, 2]
    tasks = [Task("hurtgen/historical", seed) for seed in (1, 3)]
    assert [sample.seed for sample in gathered(path, tasks, 1)] == [1, 3]
    assert [task.seed for task in asked] == [2, 1, 3]


@pytest.mark.slow
def test_one_of_three_phases_is_looked_at_another_with_each_seed():
    for seed, asked in ((1, [(1, 0), (2, 1)]), (2, [(2, 0)])):
        found = islice(phases("bastogne/spearhead", seed, 60, every=3), len(asked))
        assert [(each.turn, each.view.side) for each in found] == asked


@pytest.mark.slow
def test_a_phase_of_a_game_has_units_in_danger_in_every_plan(monkeypatch):
    monkeypatch.setattr(learn, "phases", lambda *words: islice(phases(*words), 1))
    samples = played(Task("hurtgen/historical", 3))
    assert samples
    for sample in samples:
        assert len(sample.plans) == len(sample.others) > 1
        assert json.loads(json.dumps(sample))[4] == [[[*row] for row in plan] for plan in sample.plans]
    rows = [row for sample in samples for plan in sample.plans for row in plan]
    assert all(len(row) == len(FEATURES) + 1 for row in rows)
    assert any(row[-1] > 0 for row in rows)
