"""Orders other than moves and attacks, in positions where one answer is clearly the best."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.ai.positions import moved
from tests.drawn import below, drawn, play, where
from tests.engine.battles.drawn_arnhem import market
from westwall_tui.ai.player import Player
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Demolish, Displace
from westwall_tui.engine.terrain import Hexside

LEVELS = (3, 4)
"""Those that misjudge little."""
ROAD = "0509 0508 0507 0506 0505 0504 0503 0502 0501"
CANAL: dict[str, Any] = {"canals": ["0505/0506"], "roads": [ROAD]}


def corps(allied: Sequence[str], **what: Any) -> Game:
    """Allies from the south on a road, whose last hex is beyond the river; a German far away."""
    known: dict[str, Any] = {"german": ["X 1-1-4 0101"], "seed": 1, **what}
    return market(allied=allied, victory={"line_to": ["0509"], "drop_zones": known.pop("zones", [])}, **known)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("strong", "away_from"), [("0204", "0402"), ("0804", "0602")])
def test_7_81_a_displaced_unit_keeps_away_from_the_strong(level, strong, away_from):
    game = drawn(
        blue=["A 9-9-7 0505", f"W 15-9-3 {strong}"],
        red=["X 1-1-7 0504", "F 6-1-7 0503", "G 1-1-7 0403", "H 1-1-7 0603"],
        phase="combat",
        seed=None,
    )
    play(game, "attack A > X", "roll 4", "retreat X 0503 0502")
    assert game.prompt.kind == "displace"
    order = Player(level, 1).choose(game)
    assert isinstance(order, Displace)
    assert order.hex != away_from


@pytest.mark.parametrize("level", LEVELS)
def test_12_12_the_german_tries_to_demolish_the_bridge_that_the_allies_reach(level):
    game = corps(["A 2-2-7 0508"], **{**CANAL, "seed": None})
    play(game, "move A 0507 0506")
    assert Player(level, 1).choose(game) == Demolish(True)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_13_22_a_unit_crosses_with_the_engineers_help_to_its_drop_zone(level):
    game = corps(
        ["Eng 3-3-10 engineer 0505", "A 2-2-7 airborne:101st 0504"],
        rivers=[below(5)],
        roads=["0509 0508 0507 0506"],
        zones=["101 0506"],
    )
    assert where(moved(game, Player(level, 1)), "A") == "0506"


@pytest.mark.parametrize("level", LEVELS)
def test_13_1_the_engineer_goes_to_a_fallen_bridge_of_the_road(level):
    game = corps(["Eng 3-3-5 engineer 0509", "A 2-2-7 0508"], **CANAL)
    state, board = game.state.copy(), game.scenario.board
    state.alter(board.hex("0505"), board.hex("0506"), Hexside.CANAL)
    game.go_on_from(state)
    assert where(moved(game, Player(level, 1)), "Eng") == "0506"
