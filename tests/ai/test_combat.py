"""Dividing what is in contact into combats, as the rules allow them."""

import pytest

from tests.ai.positions import attacks
from tests.engine.battles.drawn_bastogne import siege
from westwall_tui.ai.player import Player


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_14_0_8_31_artillery_that_its_combat_has_no_room_for_takes_part_where_there_is_room(level):
    """G touches both enemies; beside C it is too strong, so against X it must attack with A and B."""
    game = siege(
        german=["A 3-3-7 0503", "B 3-2-7 0404", "C 3-2-7 0704", "G 4-2-12/1-7 0603"],
        us=["X 2-2-7 0504", "Y 8-8-7 0604"],
        phase="combat",
    )
    given = {unit: order.defenders for order in attacks(game, Player(level, 3)) for unit in order.attackers}
    assert given["G"] == ("X",)
