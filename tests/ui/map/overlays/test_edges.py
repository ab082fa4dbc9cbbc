"""The arrows at the map's edges."""

import pytest

from tests.drawn import drawn, play
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import all_scenarios, load_scenario
from westwall_tui.ui.map.overlays.edges import edge_arrows
from westwall_tui.ui.map.signs import UNICODE


def arrows(game, *signs):
    return {game.state.number(h): text for h, (text, _) in edge_arrows(game, *signs).items()}


def test_arrows_point_inward_where_units_enter_now_or_later():
    """An arrow is there until the last unit of its group has entered."""
    coming = [(1, "A", "0105"), (2, "B", "0903"), (3, "C", "0501")]
    game = drawn(blue=[f"{unit} 4-4-7" for unit in "ABC"], red=["X 3-3-7 0405"], arrivals=coming)
    assert arrows(game) == {"0105": ">", "0903": "<", "0501": "v"}
    play(game, "enter A 0105")
    assert arrows(game) == {"0903": "<", "0501": "v"}


def test_in_spearhead_the_germans_enter_in_the_east_and_exit_in_the_west():
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    found = arrows(game)
    assert found["2913"] == "<"
    west = {number: text for number, text in found.items() if number.startswith("01")}
    assert {*west.values()} >= {"<", ">"}, "the Germans exit there, and the U.S. enters"
    assert arrows(game, UNICODE)["2913"] == UNICODE["entry"][4]


@pytest.mark.parametrize("key", [each.entry.key for each in all_scenarios()])
def test_every_entry_has_an_arrow_within_a_few_hexes(key):
    game = Game(load_scenario(key), seed=1)
    found, distance = edge_arrows(game), game.scenario.board.grid.distance
    for hexes in (*queries.entries_to_come(game), *queries.scoring_exits(game).values()):
        assert all(min(distance(h, at) for at in found) <= 5 for h in hexes)
