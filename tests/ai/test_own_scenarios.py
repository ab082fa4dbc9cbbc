"""Scenarios of one's own under a battle's rules, on another board, with nothing in `[victory]`: anybody plays them."""

from dataclasses import replace
from typing import Any

import pytest

from tests.drawn import drawn, where
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.battles.drawn_hurtgen import forest, panzers
from tests.engine.battles.rhine import rhine
from tests.long import paired
from westwall_tui.ai.player import Player
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate.script import script

BLUE = ["A 3-3-7 0507", "B 3-3-10 armor 0608"]
RED = ["X 3-3-7 0503", "G 2-1-6/2-7 0701"]
SHORT: dict[str, Any] = {"last_turn": 2, "seed": 3}

BARE = {
    "standard": lambda: drawn(blue=BLUE, red=RED, **SHORT),
    "arnhem": lambda: market(
        allied=[*BLUE, "E 3-3-10 engineer 0508", "P 3-3-6 airborne:1st 0907"], german=RED, **SHORT
    ),
    "bastogne": lambda: siege(german=BLUE, us=RED, victory={"bastogne": []}, **SHORT),
    "hurtgen": lambda: forest(us=BLUE, german=RED, victory={}, **SHORT),
    "remagen": lambda: rhine(us=BLUE, german=RED, **SHORT),
}


def played_out(game: Game, choose) -> Game:
    for _ in range(200):
        if game.outcome is not None:
            return game
        game.apply(choose(game))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("battle", BARE)
def test_the_script_plays_them(battle):
    draw = Draw(1)
    played_out(BARE[battle](), lambda game: script(game, draw))


@pytest.mark.slow
@pytest.mark.parametrize(("battle", "level"), paired(BARE, [1, 3]))
def test_the_computer_plays_them(battle, level):
    player = Player(level=level, seed=1, clock=False)
    played_out(BARE[battle](), player.choose)
    assert not player.refusals


@pytest.mark.slow
@pytest.mark.parametrize("battle", BARE)
def test_the_computer_gives_hints_in_them(battle):
    player = Player(level=2, seed=1, clock=False)
    played_out(BARE[battle](), player.advise)


@pytest.mark.parametrize("entry", ["0905", "0109"])
def test_17_31_without_an_end_for_their_lines_ground_units_enter_where_they_are_to(entry):
    game = market(allied=["B 3-3-7"], german=["X 3-3-7 0103"], arrivals=[(1, "B", entry)], last_turn=2, seed=3)
    player = Player(level=2, seed=1, clock=False)
    assert str(player.choose(game)).startswith(f"enter B {entry}")


# -- where the script sends its units


def sent(game: Game, unit: str) -> str | None:
    """Return a unit's place once the script has moved it."""
    draw = Draw(1)
    while game.prompt.kind == "movement" and game.side == 0:
        game.apply(script(game, draw))
    return where(game, unit)


def test_15_17_the_script_goes_for_bastogne_wherever_it_is():
    game = siege(german=["A 3-3-7 0109"], us=["X 3-3-7 0901", "S 1-1-7 0902"], victory={"specified": ["A"]})
    assert sent(game, "A") == "west"  # nearer to points than the town
    game = siege(german=["A 3-3-7 0509", "B 3-3-7 0909"], us=["X 3-3-7 0901"], victory={"specified": ["B"]})
    assert sent(game, "A") == "0505"


def test_12_0_the_script_takes_the_panzer_division_off_any_board():
    assert sent_german(panzers(side=1)) == ["east"] * 7


def sent_german(game: Game) -> list[str | None]:
    draw = Draw(1)
    while game.prompt.kind == "movement" and game.side == 1:
        game.apply(script(game, draw))
    return [where(game, f"P{i}") for i in range(1, 8)]


def test_15_36_on_the_battles_own_board_drop_zones_are_those_of_its_other_scenarios():
    own = replace(load_scenario("arnhem/free"), key="mine")
    player = Player(level=1, seed=1)
    order = player.advise(Game(own, seed=1))
    assert str(order) in {"zone 101 0907", "zone 101 0407"}
    assert "another scenario" in player.reasons[0]


def test_15_36_on_another_board_a_drop_zone_is_noted_where_the_rules_allow_it():
    game = market(
        allied=["A 3-3-7 0507", "P 3-3-6 airborne:1st"],
        german=["X 3-3-7 0503"],
        setup=[("A", "0507 0508")],
        landings=[(1, "P", "0404")],
        victory={"drop_zones": ["1"], "weather": "always"},
        seed=3,
    )
    player = Player(level=1, seed=1)
    order = player.advise(game)
    assert game.prompt.kind == "notes"
    assert game.explain(order) is None
    assert player.reasons == ("It is legal, and no hex is known to be better.",)
