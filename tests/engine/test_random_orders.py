"""Random orders: carried out as they were found, they do what they do when they are given."""

import pytest

from tests.long import sample
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game, options_of
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.files.scenarios.catalog import load_scenario, shipped

ORDERS = 400


@pytest.mark.slow
@pytest.mark.parametrize("key", [entry.key for entry in shipped()][:: sample(1, 2)])
def test_playing_on_does_what_giving_the_orders_does(key):
    scenario = load_scenario(key)
    options = {option.name: True for option in options_of(scenario)}
    given, found = (Game(scenario, seed=4, options=options) for _ in range(2))
    one, other = Draw(4), Draw(4)
    for _ in range(ORDERS):
        if given.outcome is not None:
            break
        everybody_who_may_arrives(given)
        assert given.apply(given.random_order(one)) == found.play_random(other)
        assert (found.log, found.can_undo) == (given.log, given.can_undo)
        assert found.state == given.state
    Game(scenario, seed=4, options=options).replay(found.log)


def everybody_who_may_arrives(game: Game) -> None:
    """The reinforcements that are found together are those that may arrive, one by one."""
    rules, state = game.rules, game.state
    for side in (0, 1):
        away = [u for u in state.scenario.of_side[side] if state.location[u] < 0 and state.location[u] != ELIMINATED]
        assert rules.arriving(state, side) == [unit for unit in away if rules.may_arrive(state, unit)]


def test_playing_on_can_be_taken_back():
    game = Game(load_scenario("hurtgen/historical"), seed=1)
    before, draw = game.digest(), Draw(1)
    while not game.log:
        assert game.prompt.kind == "movement"
        game.play_random(draw)
    game.undo()
    assert game.digest() == before
    game.redo()
    assert len(game.log) == 1
