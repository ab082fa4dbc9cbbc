"""Small positions with one good answer, which the third level finds on every board: each names what decides it."""

import pytest

from tests.ai.positions import POSITIONS
from westwall_tui.ai.player import Player

LEVEL = 3


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_third_level_solves(position):
    failed = [board for seed, board in enumerate(position.boards) if not position.solved(board, Player(LEVEL, seed))]
    assert not failed
