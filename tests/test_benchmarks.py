"""Test the figures of the benchmark: the worst cases, missed goals, and the comparison of two commits."""

import sys

from benchmarks.__main__ import main
from benchmarks.compare import compare, read, write
from benchmarks.positions import played
from benchmarks.table import Figure, Measured, misses, show, worst_of

LOW = [Measured(3.0, "Arnhem"), Measured(1.0, "Bastogne"), Measured(2.0, "Remagen")]


def test_the_worst_case_is_shown_with_its_place_beside_the_median():
    figure = worst_of("bytes of a key", LOW, "B", 2)
    assert (figure.worst, figure.middle, figure.note) == (3.0, 2.0, "worst: Arnhem")
    more = worst_of("orders a second", LOW, "", 2, higher=True)
    assert (more.worst, more.note) == (1.0, "worst: Bastogne")


def test_a_missed_goal_is_reported_in_words():
    figures = [worst_of("bytes of a key", LOW, "B", 2), worst_of("lag", LOW, "ms", 3), Figure("size", 5, "B", None)]
    assert [figure.verdict for figure in figures] == ["MISSED", "met", ""]
    assert misses(figures) == ["bytes of a key is 3 B; the goal is at most 2 B."]
    assert "Missed:\n  bytes of a key is 3 B" in show(figures)


def test_a_figure_that_could_not_be_measured_misses_no_goal():
    figure = worst_of("memory", [], "MB", 40)
    assert (figure.verdict, figure.miss) == ("not measured", "")


def test_two_commits_are_compared(tmp_path):
    before = {"keys": [Figure("lag", 40, "ms", 100), Figure("orders", 200, "", None, higher=True)]}
    after = {
        "keys": [Figure("lag", 20, "ms", 100), Figure("orders", 100, "", None, higher=True), Figure("x", 1, "", 1)]
    }
    write(tmp_path / "before.json", before)
    write(tmp_path / "after.json", after)
    assert read(tmp_path / "before.json") == before
    lines = compare(read(tmp_path / "before.json"), read(tmp_path / "after.json")).splitlines()
    assert lines[1].split() == ["lag", "40", "20", "ms", "0.50", "times,", "better"]
    assert lines[2].split() == ["orders", "200", "100", "0.50", "times,", "WORSE"]
    assert len(lines) == 3


def test_positions_are_the_same_each_time():
    game = played("bastogne/campaign", 150)
    assert len(game.log) >= 150
    assert game.prompt.kind in ("movement", "combat")
    played.cache_clear()
    assert played("bastogne/campaign", 150).digest() == game.digest()


def test_an_interrupted_benchmark_keeps_its_measurements(tmp_path, monkeypatch, capsys):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("benchmarks.disk.figures", lambda: [Figure("loading", 3.0, "ms", 2)])
    monkeypatch.setattr("benchmarks.growth.figures", interrupted)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "disk", "growth", "--json", str(tmp_path / "found.json")])
    main()
    out, err = capsys.readouterr()
    assert "loading is 3 ms" in out
    assert "not measured: growth" in err
    assert [figure.what for figure in read(tmp_path / "found.json")["disk"]] == ["loading"]
