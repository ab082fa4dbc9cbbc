"""The matches by which the levels are measured."""

import json

import pytest

from benchmarks import pairs
from benchmarks.strength import TEST_SEEDS


@pytest.mark.slow
def test_a_match_is_played_counted_and_gone_on_with(capsys, tmp_path):
    words = ["--match", "1,random", "--scenario", "bastogne/relief", "--csv", str(tmp_path / "pairs.csv")]
    assert pairs.main([*words, "--pairs", "1"]) == 0
    said = capsys.readouterr().out
    assert "1 against random (goal: 98 %)" in said
    assert "of 1" in said
    assert pairs.main([*words, "--pairs", "2", "--report", "--json", str(tmp_path / "pairs.json")]) == 0
    (report,) = json.loads((tmp_path / "pairs.json").read_text())
    assert (report["match"], report["pairs"], report["refused"]) == (["1", "random"], 1, 0)
    assert report["scenarios"][0]["scenario"] == "bastogne/relief"


def test_a_hundred_pairs_go_through_all_scenarios_with_one_seed_after_the_other():
    jobs = pairs.jobs_of("2,1", ["a", "b"], 3)
    assert [(job.scenario, job.seed - TEST_SEEDS, job.players) for job in jobs] == [
        ("a", 0, ("2", "1")),
        ("a", 0, ("1", "2")),
        ("b", 0, ("2", "1")),
        ("b", 0, ("1", "2")),
        ("a", 1, ("2", "1")),
        ("a", 1, ("1", "2")),
    ]


def test_level_5_plays_only_if_it_is_asked_for(capsys, monkeypatch):
    asked = []

    def jobs_of(match, keys, count):
        asked.append(match)
        return []

    monkeypatch.setattr(pairs, "jobs_of", jobs_of)
    assert pairs.main(["--report"]) == 0
    assert asked
    assert "5,4" not in asked
    assert pairs.main(["--report", "--match", "5,4"]) == 0
    assert asked[-1] == "5,4"
    assert "goal: 65 %" in capsys.readouterr().out
