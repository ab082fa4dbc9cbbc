"""Positions as data: what is written is read back, and what cannot be is refused."""

import pytest

from tests.files.example import load_example
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.files.positions import decode_position, encode_position


@pytest.fixture
def beaten(tmp_path):
    """The example after its die: 1/8 must retreat, and then K and 1/9 may advance."""
    game = Game(load_example(tmp_path), seed=3)
    for line in ("attack K 1/9 > 1/8 + 9A", "fpf 29"):
        game.apply(parse(line))
    return game


def test_written_and_read_back(beaten):
    state, reason = decode_position(beaten, encode_position(beaten.state))
    assert (state, reason) == (beaten.state, "")


@pytest.mark.parametrize(
    ("kind", "units"), [("Advances", [2]), ("Advances", [3]), ("Retreats", [5]), ("Retreats", [0])]
)
def test_only_who_fought_retreats_and_advances(beaten, kind, units):
    data = encode_position(beaten.state)
    (frame,) = [frame for frame in data["frames"] if frame[0] == kind]
    frame[2] = units
    state, reason = decode_position(beaten, data)
    assert state is None
    assert reason == "is no position of this scenario (ValueError: frames)"
