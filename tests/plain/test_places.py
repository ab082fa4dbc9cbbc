"""Descriptions of hexes, and hexes by name."""

import pytest

from tests.every import every
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.plain.places import find_hexes, hex_in_words

ALL = ("arnhem/historical", "bastogne/relief", "hurtgen/historical", "remagen/historical")


@pytest.fixture(scope="module")
def arnhem() -> Game:
    return Game(load_scenario("arnhem/historical"), seed=1)


@pytest.fixture(scope="module")
def bastogne() -> Game:
    return Game(load_scenario("bastogne/relief"), seed=1)


def test_a_hex_in_words(arnhem):
    board = arnhem.scenario.board
    words = hex_in_words(arnhem, board.hex("3423"), 0)
    assert words.startswith("3423 Arnhem, city; road to the ")
    water = "to the west and southeast the Neder Rijn, no bridge; to the southwest the Neder Rijn, highway bridge"
    assert f"{water}; Beyond the Rijn, which scores for neither side" in words


@every("name", ALL)
def test_a_wired_bridge_is_described_on_both_sides(name):
    game = Game(load_scenario(name), seed=1)
    for crossing in queries.crossings(game):
        if crossing.state == "wired":
            assert all("bridge wired" in hex_in_words(game, h, 0) for h in crossing.pair)


def test_places_are_found_by_number_and_name(arnhem, bastogne):
    board = bastogne.scenario.board
    assert find_hexes(board, "1317") == (board.hex("1317"),)
    assert find_hexes(board, "bastogne") == find_hexes(board, "BAST")
    assert len(find_hexes(board, "Bastogne")) == 2
    assert find_hexes(board, "mande-saint-etienne") == find_hexes(board, "Mande-Saint-Etienne")
    assert find_hexes(arnhem.scenario.board, "den-bosch") == find_hexes(arnhem.scenario.board, "Den Bosch")
    for wrong in ("9999", "nowhere", "", "b"):  # several places begin with a b
        with pytest.raises(ValueError, match=r"no hex|^$"):
            find_hexes(board, wrong)
