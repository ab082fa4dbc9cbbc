"""The matches by which the levels are measured."""

import pytest

from benchmarks import pairs

pytestmark = pytest.mark.slow


def test_a_match_prints_its_pairs(capsys):
    assert pairs.main(["--games", "1", "--match", "1,random", "--scenario", "bastogne/relief"]) == 0
    said = capsys.readouterr().out
    assert "1 against random:" in said
    assert "of 1 pairs" in said
