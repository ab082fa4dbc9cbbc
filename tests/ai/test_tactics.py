"""Small positions with one good answer, which the third level finds on every board: each names what decides it."""

import pytest

from tests.ai.positions import POSITIONS
from tests.long import sample
from westwall_tui.ai.player import Player

pytestmark = pytest.mark.slow

LEVEL = 3


BY_ANSWER = [position for position in POSITIONS if position.name == "a_panzer_is_pinned_on_the_eve"]
"""What the judge understands only if it sees who exits the map, and that a winner advances to pin him."""


@pytest.mark.parametrize("position", POSITIONS[:: sample(1, 2)], ids=lambda position: position.name)
def test_the_third_level_solves(position):
    failed = [board for seed, board in enumerate(position.boards) if not position.solved(board, Player(LEVEL, seed))]
    assert not failed


@pytest.mark.parametrize("position", BY_ANSWER, ids=lambda position: position.name)
def test_the_fourth_level_is_not_misled_by_its_judge(position):
    assert all(position.solved(board, Player(4, seed)) for seed, board in enumerate(position.boards))
