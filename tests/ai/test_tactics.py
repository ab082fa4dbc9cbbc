"""Small positions with one good answer, which the third level finds on every board: each names what decides it."""

import pytest

from tests.ai.positions import FORESEEN, POSITIONS, placed
from tests.long import sample
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries

pytestmark = pytest.mark.slow

LEVEL = 3
EVE = (
    "2A 1316, 1/39 1418, 2/39 1516, 3/39 1518, 1/77 1417, 2/77 1415, 1/78 1217, 2/78 1218, 26A 1317, 26B 1517, "
    "1/14 1318, 2/14 1416, 1/15 1117, 5B 1216, 1/104 1315, 2/104 0917, 3/104 1118, 1/115 1016, 2/115 1018, "
    "3/115 1116, 15A 1716, 15B 1616"
)
"""The Germans around Bastogne when the Campaign's last Game-Turn begins: they hold the town, 19 points to 6."""
DUE = "1/134 2/134 3/134 1/137 2/137 3/137 1/320 2/320 3/320 19 60"
"""The U.S. units that enter in that turn. No other U.S. unit is left."""

BY_ANSWER = [position for position in POSITIONS if position.name == "a_panzer_is_pinned_on_the_eve"]
"""What the judge understands only if it sees who exits the map, and that a winner advances to pin him."""


@pytest.mark.parametrize("position", POSITIONS[:: sample(1, 2)], ids=lambda position: position.name)
def test_the_third_level_solves(position):
    failed = [board for seed, board in enumerate(position.boards) if not position.solved(board, Player(LEVEL, seed))]
    assert not failed


@pytest.mark.parametrize("position", BY_ANSWER, ids=lambda position: position.name)
def test_the_fourth_level_is_not_misled_by_its_judge(position):
    assert all(position.solved(board, Player(4, seed)) for seed, board in enumerate(position.boards))


@pytest.mark.parametrize("position", FORESEEN, ids=lambda position: position.name)
def test_the_fourth_level_foresees_where_the_enemy_can_be(position):
    assert all(position.solved(board, Player(4, seed)) for seed, board in enumerate(position.boards))


@pytest.mark.parametrize("seed", sample(range(1, 13), range(1, 5)))
def test_the_fourth_level_holds_bastogne_on_the_last_turn_against_units_that_are_due(seed):
    game = placed(
        "bastogne/campaign", 18, *EVE.split(", "), due=DUE, facts={"last through 1317": 0, "last through 1416": 0}
    )
    players = Player(4, 1), Player(4, 100 + seed)
    game = game.fork(seed=seed, viewer=0)
    while game.outcome is None:
        game.apply(players[game.side].choose(game))
    assert [line.side for line in queries.account(game) if line.cause == "Bastogne held"] == [0]
