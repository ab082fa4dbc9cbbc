"""Mistakes of whole games, as positions: the third level and the fourth make them no more."""

import pytest

from tests.ai import blunders
from tests.ai.positions import PLAIN
from westwall_tui.ai.player import Player

pytestmark = pytest.mark.slow

NOT_YET = ("a_gun_is_not_left_alone_before_the_enemy",)
"""What the levels see on most boards only: the third on nine of twelve, the fourth on eleven."""
SOLVED = [position for position in blunders.BLUNDERS if position.name not in NOT_YET]


@pytest.mark.parametrize("level", [3, 4])
@pytest.mark.parametrize("position", SOLVED, ids=lambda position: position.name)
def test_the_best_levels_solve(position, level):
    failed = [board for seed, board in enumerate(position.boards) if not position.solved(board, Player(level, seed))]
    assert not failed


def test_the_dice_are_all_played():
    """Surrounded by three much stronger units a gun is lost on every die, far from them on none."""
    for pace, lost in ((6, 6), (1, 0)):
        game = PLAIN.drawn(
            blue=["G 1-1-1/1-6 0507", "A 4-4-7 0909"],
            red=[f"{name} 9-9-{pace} {h}" for name, h in zip("WXYZ", ("0403", "0503", "0504", "0603"), strict=True)],
            side=1,
            seed=1,
        )
        assert blunders.dice_that_lose(game, "G") == lost
