"""The reach that a search keeps up to date is that of `planning.EnemyTurn`, in games of every battle."""

import pytest

from tests.engine.loops.test_position_agrees import BATTLES, met
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.loops import EnemyReach, Position
from westwall_tui.engine.planning import EnemyTurn

pytestmark = pytest.mark.slow

MOVES = 6


@pytest.mark.parametrize("scenario", BATTLES[1:])
def test_the_reach_after_moves_is_that_of_the_rules(scenario):
    draw, compared = Draw(4), 0
    for game in met(scenario)[::3]:
        side = game.state.side
        position, state = Position(game), game.state
        reach = EnemyReach(position, 1 - side, EnemyTurn(game, side).starts())
        for _ in range(MOVES if reach.units and state.on_map(side) else 0):
            position.move(
                draw.pick(state.on_map(side)),
                draw.pick([h for h in game.scenario.board.playable if position.at[h] < 0]),
            )
            reach.update()
            places = [(unit, h) for unit, h in enumerate(position.where) if h != state.location[unit]]
            turn = EnemyTurn(game, side, places)
            free = [h for h in game.scenario.board.playable if position.at[h] < 0]
            for i, enemy in enumerate(reach.units):
                found = {h for h in free if reach.at[h] >> i & 1}
                assert found == {h for h in free if turn.goes(enemy, h)}, state.units[enemy].id
                compared += bool(found)
    assert compared
