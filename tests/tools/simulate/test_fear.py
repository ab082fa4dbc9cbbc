"""What the computer player feared, set against what it lost: the measure, and one phase of it."""

import pytest

from benchmarks.fear import FEARED, Asked, correlation, decisions, within


def test_a_correlation_is_one_for_a_line_and_nothing_where_nothing_differs():
    assert correlation([(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]) == pytest.approx(1)
    assert correlation([(1.0, 6.0), (2.0, 4.0), (3.0, 2.0)]) == pytest.approx(-1)
    assert correlation([(1.0, 2.0), (1.0, 4.0)]) == 0


def test_only_plans_of_one_phase_are_compared():
    """A phase of great losses and one of small ones: between them all is feared rightly, within each the contrary."""
    great = [Asked((10.0,), 22.0), Asked((11.0,), 20.0)]
    small = [Asked((1.0,), 3.0), Asked((2.0,), 1.0)]
    near, slope = within([great, small], 0)
    assert near == pytest.approx(-1)
    assert slope == pytest.approx(-2)


@pytest.mark.slow
def test_several_plans_of_a_phase_are_feared_in_every_way_and_played_out():
    phase = next(asked for asked in decisions("hurtgen/historical", 3) if any(each.lost for each in asked))
    assert len(phase) > 3
    assert all(len(each.feared) == len(FEARED) for each in phase)
    assert len({each.lost for each in phase}) > 1
