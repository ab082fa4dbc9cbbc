"""Mistakes of whole games, as positions: the third level and the fourth make them no more.

`make long` has both solve all boards of each; `make test` has one of them solve the first.
"""

import pytest

from tests.ai import blunders
from tests.ai.positions import PLAIN
from tests.long import sample
from westwall_tui.ai.player import Player
from westwall_tui.engine.orders import Advance

pytestmark = pytest.mark.slow

GUN, CENTRE, RESERVE = (
    "a_gun_is_not_left_alone_before_the_enemy",
    "the_centre_is_not_left_empty_for_enemies_on_the_wings",
    "one_stays_in_reserve_where_the_line_can_break",
)
NOT_YET = {3: (GUN, CENTRE, RESERVE), 4: (GUN,)}
"""By level what it sees on some boards only: the third of gun, center and reserve, the fourth of the gun (11 of 12)."""
SOLVED = [
    pytest.param(level, position, id=f"{level}-{position.name}")
    for number, position in enumerate(blunders.BLUNDERS)
    for level in sample((3, 4), (3,) if number % 2 and position.name not in NOT_YET[3] else (4,))
    if position.name not in NOT_YET[level]
][:: sample(1, 2)]


class Hasty(Player):
    """It advances whenever it may."""

    def choose(self, game):
        return next((order for order in game.legal() if isinstance(order, Advance)), None) or super().choose(game)


@pytest.mark.parametrize(("level", "position"), SOLVED)
def test_the_best_levels_solve(level, position):
    boards = [*enumerate(position.boards)][: sample(None, 1)]
    failed = [board for seed, board in boards if not position.solved(board, Player(level, seed))]
    assert not failed


@pytest.mark.parametrize(
    "position", [each for each in blunders.BLUNDERS if "advance" in each.name], ids=lambda each: each.name
)
def test_who_advances_there_is_lost_on_some_die(position):
    """The mistakes are mistakes: not only the computer's opinion says so."""
    assert not position.solved(PLAIN, Hasty(4, 1))


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
