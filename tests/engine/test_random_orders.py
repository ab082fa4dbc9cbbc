"""Random orders have the same effect whether they are carried out directly or given as orders."""

import pytest

from tests.long import sample, scenario_keys
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game, options_of
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.files.scenarios.catalog import load_scenario

ORDERS = 400


@pytest.mark.slow
@pytest.mark.parametrize("key", scenario_keys()[:: sample(1, 2)])
def test_play_random_has_the_effect_of_the_orders(key):
    scenario = load_scenario(key)
    options = {option.name: True for option in options_of(scenario)}
    given, found = (Game(scenario, seed=4, options=options) for _ in range(2))
    one, other = Draw(4), Draw(4)
    for _ in range(ORDERS):
        if given.outcome is not None:
            break
        check_arrivals(given)
        assert given.apply(given.random_order(one)) == found.play_random(other)
        assert (found.log, found.can_undo) == (given.log, given.can_undo)
        assert found.state == given.state
    Game(scenario, seed=4, options=options).replay(found.log)


def check_arrivals(game: Game) -> None:
    """Check that the list of arriving reinforcements agrees with `may_arrive` for each unit."""
    rules, state = game.rules, game.state
    for side in (0, 1):
        away = [u for u in state.scenario.of_side[side] if state.location[u] < 0 and state.location[u] != ELIMINATED]
        assert rules.arriving(state, side) == [unit for unit in away if rules.may_arrive(state, unit)]


def test_a_random_order_can_be_undone():
    game = Game(load_scenario("hurtgen/historical"), seed=1)
    before, draw = game.digest(), Draw(1)
    while not game.log:
        assert game.prompt.kind == "movement"
        game.play_random(draw)
    game.undo()
    assert game.digest() == before
    game.redo()
    assert len(game.log) == 1
