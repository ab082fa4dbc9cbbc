"""Hexes by direction, and from the nearest town."""

import pytest

from tests.every import every
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.words.places import away, bearing, directions, named_hex, short_hex

ALL = ("arnhem/historical", "bastogne/relief", "hurtgen/historical", "remagen/historical")


@pytest.fixture(scope="module")
def arnhem() -> Game:
    return Game(load_scenario("arnhem/historical"), seed=1)


@pytest.fixture(scope="module")
def bastogne() -> Game:
    return Game(load_scenario("bastogne/relief"), seed=1)


def test_directions_are_those_of_the_compass(arnhem, bastogne):
    assert directions(bastogne.scenario.board) == ["north", "northeast", "southeast", "south", "southwest", "northwest"]
    # Its sheet has north at the right.
    assert directions(arnhem.scenario.board) == ["west", "northwest", "northeast", "east", "southeast", "southwest"]


@every("name", ALL)
def test_the_bearing_of_a_neighbor_is_its_direction(name):
    board = load_scenario(name).board
    for h in board.playable[:: len(board.playable) // 40]:
        for direction, other in zip(directions(board), board.grid.neighbors[h], strict=True):
            if other != NOWHERE:
                assert bearing(board, h, other) == direction
                assert away(board, h, other) == f"1 hex {direction}"


def test_bearings_and_edges_agree(arnhem):
    board = arnhem.scenario.board
    h = board.hex("2014")
    for edge in ("north", "east", "south", "west"):
        nearest = min(board.edge(edge), key=lambda other: board.grid.distance(h, other))
        assert edge in bearing(board, h, nearest)


def test_a_hex_is_described_by_its_name_or_the_nearest_town(bastogne):
    board = bastogne.scenario.board
    assert named_hex(board, board.hex("1317")) == "1317 Bastogne"
    assert named_hex(board, board.hex("2414")) == "2414, 1 hex south of Al Hez"
    assert short_hex(board, board.hex("2414")) == "2414 south of Al Hez"
    assert away(board, board.hex("1317"), board.hex("1317")) == "here"
    assert away(board, board.hex("1317"), board.hex("1314")) == "3 hexes north"
