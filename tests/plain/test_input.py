"""Typed lines: places by name, dictated words, and completion."""

from itertools import islice

import pytest

from tests.long import sample
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import OrderSyntaxError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.plain.console import in_parts
from westwall_tui.plain.input import completions, normalized, with_hexes

COMMANDS = ("help", "hint", "map")


@pytest.fixture
def game() -> Game:
    found = Game(load_scenario("bastogne/spearhead"), seed=3)
    for order in queries.suggested_setup(found):
        found.apply(order)
    found.apply("done")
    return found


def test_names_of_places_replace_hexes(game):
    assert with_hexes(game, "enter 1/304 2913 allerborn") == "enter 1/304 2913 2813"
    assert with_hexes(game, "enter 1/304 2913 Nied") == "enter 1/304 2913 2616"
    assert with_hexes(game, "exit 2R west") == "exit 2R west"
    assert with_hexes(game, "attack K > 1/8 + 9A gs 1") == "attack K > 1/8 + 9A gs 1"
    assert with_hexes(game, "move 2R nowhere") == "move 2R nowhere"
    with pytest.raises(OrderSyntaxError, match="has the hexes 1317 and 1416"):
        with_hexes(game, "move 2R bastogne")


def test_first_words_are_commands_and_orders_of_the_decision(game):
    found = completions(game, "", COMMANDS)
    assert {"help", "hint", "map", "enter", "move", "done", "concede"} <= {*found}
    assert "attack" not in found
    assert completions(game, "h", COMMANDS) == ["help", "hint"]


def test_units_and_hexes(game):
    assert completions(game, "enter 1/", COMMANDS) == ["1/3", "1/304", "1/902"]
    assert completions(game, "enter 1/304 ", COMMANDS) == ["2913"]
    assert "2813" in completions(game, "enter 1/304 2913 28", COMMANDS)
    game.apply("enter 2R 2913 2813")
    game.apply("done")
    game.apply("done")
    assert "2R" in completions(game, "move ", COMMANDS) or game.side == 1
    assert completions(game, "unit 5", COMMANDS) == ["52", "58", "5A", "5B"]
    assert completions(game, "look bastog", COMMANDS) == ["1317", "1416"]
    assert completions(game, "rules ", COMMANDS) == []


def test_dictated_lines_are_understood(game):
    for said, meant in (
        ("look Bastogne.", "look Bastogne"),
        ("look\u00a013\u202f17", "look 1317"),
        ("look 13 17.", "look 1317"),
        ("?map 13 17", "?map 1317"),
        ("near 52 4", "near 52 4"),
        ("near 13 17 4", "near 1317 4"),
        ("reach 1/304 24 19", "reach 1/304 2419"),
        ("enter 1/304 29 13 24 19", "enter 1/304 2913 2419"),
        ("why enter 1/304 29 13 24 19", "why enter 1/304 2913 2419"),
        ("attack 2 R > 5 A gs 1", "attack 2R > 5A gs 1"),
        ("odds 2 R > 52", "odds 2R > 52"),
        ("rules 7.71.", "rules 7.71"),
        ("help 13 17", "help 13 17"),
        ("standing I hold. Always.", "standing I hold. Always."),
        ("", ""),
        ("why", "why"),
    ):
        assert normalized(game, said) == meant, said


@pytest.mark.parametrize("key", ["bastogne/spearhead", "arnhem/historical", "hurtgen/historical", "remagen/historical"])
def test_every_order_can_be_typed_as_a_voice_reads_it(key):
    game, draw = Game(load_scenario(key), seed=3), Draw(3)
    for _ in range(sample(400, 60)):
        for order in islice(game.legal(), 20):
            assert normalized(game, f"{in_parts(str(order))}.") == str(order)
        if game.outcome is None:
            game.play_random(draw)
