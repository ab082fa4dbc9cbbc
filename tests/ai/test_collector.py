"""The garbage collector waits longer while the computer thinks, and is left as it was."""

import gc

import pytest

from westwall_tui import Player, new_game
from westwall_tui.ai import collector
from westwall_tui.ai.collector import seldom_collected


@pytest.fixture(autouse=True)
def threshold():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_it_waits_longer_until_the_last_thought_has_ended():
    gc.set_threshold(500, 9, 8)
    with seldom_collected():
        with seldom_collected():
            assert gc.get_threshold()[0] == collector.OBJECTS
        assert gc.get_threshold()[0] == collector.OBJECTS
    assert gc.get_threshold() == (500, 9, 8)


@pytest.mark.parametrize("first", [0, collector.OBJECTS + 1])
def test_who_has_it_wait_longer_still_is_left_alone(first):
    gc.set_threshold(first, 10, 10)
    with seldom_collected():
        assert gc.get_threshold()[0] == first


def test_a_fault_leaves_it_as_it_was():
    gc.set_threshold(500, 9, 8)
    with pytest.raises(ValueError, match="odd"), seldom_collected():
        raise ValueError("odd")
    assert gc.get_threshold() == (500, 9, 8)


def test_a_player_leaves_it_as_it_was():
    gc.set_threshold(500, 9, 8)
    Player(1, 1).choose(new_game("bastogne/spearhead", seed=1))
    assert gc.get_threshold() == (500, 9, 8)
