"""Hurtgen Forest, 12.0: the 116th Panzer Division leaves."""

from collections import Counter
from functools import cache

import pytest

from tests.drawn import legal, play, refused, until, until_over, where
from tests.engine.battles.drawn_hurtgen import PANZER, account, panzers, points
from tests.engine.battles.strengths import count
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.battles.hurtgen import Hurtgen
from westwall_tui.engine.battles.hurtgen.withdrawal import Withdrawal, stand_of
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Counted, Score
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""

NAMES = [f"P{i}" for i in range(1, 8)]


def clock(game: Game) -> Withdrawal:
    """Return the state of the withdrawal."""
    assert isinstance(game.rules, Hurtgen)
    return stand_of(game.rules, game.state)


@every(("edge", "case"), [("east", ""), ("south", ""), ("north", "12.0"), ("west", "12.0")])
def test_12_0_by_the_east_or_the_south_edge(edge, case):
    corner = {"east": "0905", "south": "0509", "north": "0501", "west": "0105"}[edge]
    game = panzers([f"P 2-2-12 {corner}"], us=["A 2-3-7 0303"], side=1)
    if case:
        refusal = refused(game, f"exit P {edge}")
        assert (refusal.case, refusal.units) == (case, ("P",))
    else:
        play(game, f"exit P {edge}")
        assert where(game, "P") == edge
        assert clock(game).left


def test_12_0_no_penalty_up_to_game_turn_four():
    game = panzers()
    assert not until(game, "German movement", 4)
    play(game, *(f"exit {name} east" for name in NAMES))
    assert not until(game, "US movement", 6)
    assert points(game) == {"US": 0, "German": 0}


def test_12_11_five_points_for_each_unit_and_game_turn_that_begins_with_it_on_the_map():
    game = panzers(PANZER[:2])
    assert [str(s) for s in until(game, "US movement", 5)] == [
        "the U.S. score 10 Victory Points (P1, P2 of the 116th Panzer Division still on the map)"
    ]
    assert points(game)["US"] == 10
    until(game, "US movement", 6)
    assert points(game)["US"] == 20
    assert account(game)["US: units of the 116th Panzer Division on the map, each Game-Turn: 4"] == 20


def test_12_11_in_any_hex():
    """0101 is hex 0 in the engine, next to what is off the map."""
    game = panzers(["P1 2-2-12 0101"])
    assert clock(game).on_map == (game.scenario.by_id["p1"],)
    (scored,) = until(game, "US movement", 5)
    assert scored.points == 5
    assert account(game)["US: units of the 116th Panzer Division on the map, each Game-Turn: 1"] == 5


def test_12_11_in_the_last_game_turn_too_and_no_further():
    game = panzers(PANZER[:1], last_turn=6)
    until_over(game)
    assert points(game)["US"] == 2 * 5


def test_12_11_only_units_of_the_116th():
    game = panzers([*PANZER[:1], "X 1-2-7 0909"])
    until(game, "US movement", 5)
    assert points(game)["US"] == 5


def test_12_12_not_for_destroyed_units_which_count_as_such():
    """P1 is destroyed in Game-Turn 4 and worth its four points."""
    game = panzers(["P1 2-2-12 0901", "X 1-2-7 0909"], us=["A 20-3-7 0801"], turn=4, phase="combat")
    play(game, "attack A > P1", "roll 1", "stand")
    assert where(game, "P1") == "eliminated"
    until(game, "US movement", 6)
    assert points(game)["US"] == 4


def test_12_13_the_example():
    """Four leave in Game-Turn 4, two in 5, one in 6: twenty points."""
    game = panzers()
    for turn, names in ((4, NAMES[:4]), (5, NAMES[4:6]), (6, NAMES[6:])):
        until(game, "German movement", turn)
        play(game, *(f"exit {name} east" for name in names))
    until(game, "US movement", 9)
    assert points(game) == {"US": 20, "German": 0}
    assert clock(game).points == 20


def test_12_13_the_clock():
    game = panzers()
    now = clock(game)
    assert (game.state.ids(now.on_map), now.left, now.points, now.due) == (tuple(NAMES), (), 0, 5)
    until(game, "German movement", 5)
    play(game, "exit P1 east")
    now = clock(game)
    assert (len(now.on_map), len(now.left), now.lost, now.points, now.due) == (6, 1, (), 35, 6)
    until(game, "US movement", 8)
    assert clock(game).due == 9
    until(game, "US movement", 9)
    assert clock(game).due == 0  # the last Game-Turn has begun


@pytest.mark.parametrize("key", ["historical", "free"])
def test_12_0_its_seven_units_by_name(key):
    scenario = shipped(f"hurtgen/{key}")
    names = scenario.victory["withdrawing"]
    assert isinstance(names, list)
    named = [scenario.units[scenario.by_id[name.lower()]] for name in names]
    assert {unit.id for unit in scenario.units if unit.formation == "116th Panzer"} == {*names}
    assert Counter(str(unit.strength) for unit in named) == count(
        "two 2-2-12, 3-2-12, 1-3-12, 2-3-16/2-12, 2-1-18/1-7, 1-2-12/2-7"
    )


def test_12_11_where_each_unit_of_the_division_is_and_what_it_will_cost():
    game = panzers(PANZER[:3])
    what, out = "116th Panzer Division, to leave by Game-Turn 4", ("east", "south")
    owed = [Counted(i, what, f"at 090{i}, 5 points for the U.S. when Game-Turn 5 begins", 0, 5, out) for i in (1, 2, 3)]
    assert queries.counted(game) == owed
    assert game.rules.due(game.state) == []
    until(game, "German movement", 4)
    play(game, "exit P1 east")
    assert queries.counted(game) == [Counted(1, what, "exited by the east edge on Game-Turn 4", 0, 0, out), *owed[1:]]
    cause = "P2, P3 of the 116th Panzer Division on the map at the next Game-Turn"
    assert game.rules.due(game.state) == [Score(0, cause, 10)]
    (concern,) = game.rules.concerns(game.state)
    assert concern.text == "116th Panzer Division on the map at Game-Turn 5: P2, P3, 10 points"
    assert (concern.units, game.state.numbers(concern.hexes), concern.points) == ((2, 3), ("0902", "0903"), 10)
    until(game, "US movement", 5)
    assert game.rules.concerns(game.state) == []  # the German Player-Turn is still to come


def test_12_11_how_the_withdrawal_stands_in_words():
    game = panzers(PANZER[:3])
    assert queries.circumstances(game) == ["116th 3 by T4"]
    until(game, "German movement", 4)
    play(game, "exit P1 east")
    each = "Each of its units on the map when a Game-Turn after the fourth begins gives the U.S. 5 points (12.11): "
    assert queries.situation(game) == [
        "116th Panzer Division: on the map P2, P3; left P1.",
        f"{each}0 so far.",
        "Next at the start of Game-Turn 5: 10 points as things stand.",
    ]
    until(game, "German movement", 5)
    game.state.place(2, ELIMINATED)
    assert queries.circumstances(game) == ["116th 1: 5 at T6"]
    assert queries.situation(game)[:2] == [
        "116th Panzer Division: on the map P3; left P1; lost P2.",
        f"{each}10 so far.",
    ]
    play(game, "exit P3 east")
    assert queries.circumstances(game) == []
    assert queries.situation(game) == [
        "116th Panzer Division: left P1, P3; lost P2.",
        f"{each}10 so far.",
    ]
    assert queries.situation(panzers(["P 2-2-12"])) == ["116th Panzer Division: to be set up."]


# -- the examples of play


def test_12_0_of_the_example_east_or_south_for_the_division_alone():
    found = legal(example("hurtgen/12.0+14.0-withdrawal"))
    assert [line for line in found if line.startswith("exit ")] == ["exit 60 east", "exit 60 south"]
