"""Bastogne, 15.26: the special rules of the Relief."""

from functools import cache

import pytest

from tests.drawn import allowed, deciding, legal, only, play, refused, rolled, until, where
from tests.engine.battles.drawn_bastogne import TOWN, relief
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.events import Eliminated
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""

BARRED = {"bastogne": TOWN, "barred": 2}
"""On the small boards two hexes take the place of four."""


def test_15_26_1_and_15_26_2_the_us_first_nine_game_turns():
    scenario = shipped("bastogne/relief")
    assert scenario.sides[0].name == "US"
    assert (scenario.first_turn, scenario.last_turn) == (9, 17)


def test_15_26_3_the_german_keeps_away_from_bastogne():
    game = relief(us=["A 4-4-7 0901"], german=["X 4-4-12 0509"], victory=BARRED, side=1)
    refusal = refused(game, "move X 0507")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.26.3", ("X",), ("0507",))
    assert allowed(game, "move X 0508")


def test_15_26_3_not_even_in_passing():
    game = relief(us=["A 4-4-7 0901"], german=["X 4-4-12 0509"], victory=BARRED, side=1)
    assert not allowed(game, "move X 0508 0507 0508")


def test_15_26_3_a_german_unit_that_begins_inside_may_leave():
    game = relief(us=["A 4-4-7 0901"], german=["X 4-4-12 0507"], victory=BARRED, side=1)
    assert refused(game, "move X 0506").case == "15.26.3"
    for line in ("move X 0508", "move X 0509", "move X 0508 0509"):
        assert allowed(game, line)
    assert "move X 0508" in legal(game)
    play(game, "move X 0509")
    assert where(game, "X") == "0509"


def test_15_26_3_us_units_may_go_anywhere():
    game = relief(us=["A 4-4-12 0509"], german=["X 4-4-12 0901"], victory=BARRED)
    play(game, "move A 0505")


def test_15_26_3_no_entry_into_it():
    game = relief(
        us=["A 4-4-7 0901"],
        german=["X 4-4-12"],
        victory={**BARRED, "barred": 4},
        side=1,
        arrivals=[(1, "X", "0501 0101")],
    )
    assert refused(game, "enter X 0501").case == "15.26.3"


def test_15_26_3_a_german_unit_forced_into_it_is_lost():
    """The column leads up to Bastogne; hexes 0101 to 0104 are closed."""
    for barred, fate in ((3, "eliminated"), (0, "0104")):
        game = relief(
            ". . . . . . .",
            us=["A 13-4-7 0107"],
            german=["X 1-1-7 0106"],
            victory={"bastogne": ["0101"], "barred": barred},
            phase="combat",
        )
        events = play(game, "attack A > X", "roll 4")
        assert where(game, "X") == fate
        assert [event.path for event in only(events, Eliminated)] == ([("0106", "0105")] if barred else [])


def test_15_26_3_another_way_must_be_taken():
    game = relief(us=["A 13-4-7 0405"], german=["X 1-1-7 0305"], victory=BARRED, phase="combat")
    play(game, "attack A > X", "roll 4")
    barred = game.rules.closed_hexes(game.state, 1).hexes
    numbers = {game.scenario.board.number(h) for h in barred}
    assert deciding(game) == "German retreat"
    assert not any(set(line.split()[2:]) & numbers for line in legal(game))


def test_15_26_3_no_displacement_into_it():
    """In the lane F could go only into the barred hexes: X is lost."""
    game = relief(
        ". . . . . . .",
        us=["A 4-4-7 0107"],
        german=["X 3-3-7 0106", "F 1-1-7 0105"],
        victory={"bastogne": ["0101"], "barred": 3},
        phase="combat",
    )
    play(game, "attack A > X", "roll 3")
    assert [where(game, name) for name in "XF"] == ["eliminated", "0105"]


def test_15_26_3_no_advance_into_it():
    """A, thrown back from X, leaves a path that leads into the barred hexes."""
    game = relief(
        ". . . . . .",
        us=["A 1-1-7 0104"],
        german=["X 8-8-7 0105"],
        victory={"bastogne": ["0101"], "barred": 2},
        phase="combat",
    )
    play(game, "attack A > X", "roll 4")  # A2
    assert where(game, "A") == "0102"
    assert legal(game) == ["advance X 0104", "stand"]
    assert refused(game, "advance X 0103").case == "15.26.3"


@pytest.mark.parametrize("key", ["spearhead", "campaign"])
def test_15_26_3_only_in_the_relief(key):
    game = Game(shipped(f"bastogne/{key}"))
    assert not any(game.rules.closed_hexes(game.state, side).hexes for side in (0, 1))
    game = Game(shipped("bastogne/relief"))
    barred = game.rules.closed_hexes(game.state, 1).hexes
    board = game.scenario.board
    towns = [board.hex("1317"), board.hex("1416")]
    assert barred == {h for h in board.playable if min(board.grid.distance(h, town) for town in towns) <= 4}
    assert not game.rules.closed_hexes(game.state, 0).hexes


def five(**what) -> Game:
    return relief(
        us=["A 5-5-7 0505", "B 5-5-7 0805"],
        german=["X 5-5-7 0504", "Y 5-5-7 0804"],
        phase="combat",
        supports=([(1, 9, 5)], []),
        **what,
    )


def test_15_26_4_five_points_in_a_game_turn_within_14_0():
    game = five()
    assert allowed(game, "attack A > X gs 5")
    assert refused(game, "attack A > X gs 6").case == "9.12"


def test_15_26_4_points_used_in_one_phase_are_lost_in_the_other():
    """The first use fixes the phase: the rest may be used in it, and is lost afterward."""
    game = five()
    play(game, "attack A > X gs 1", "roll 6", "retreat A 0506", "stand")
    assert refused(game, "attack B > Y gs 5").case == "9.12"
    assert allowed(game, "attack B > Y gs 4")
    play(game, "attack B > Y", "roll 6")
    while deciding(game) != "US combat":
        play(game, legal(game)[0])
    play(game, "done")
    until(game, "German movement")
    play(game, "move X 0505", "done", "attack X > A")
    assert deciding(game) == "German roll"  # nothing to protect with


def test_15_26_4_unused_points_serve_in_the_other_phase():
    game = five()
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand", "attack B > Y", "roll 6")
    while deciding(game) != "US combat":
        play(game, legal(game)[0])
    play(game, "done")
    until(game, "German movement")
    play(game, "move X 0505", "done", "attack X > A")
    assert deciding(game) == "US fpf"
    assert rolled(game, "fpf gs 5", "roll 6").differential == 5 - 5 - 5


def test_15_26_4_the_refusal_says_that_the_points_went_to_the_other_combat_phase():
    """The artillery may still give Final Protective Fire, so the defender decides."""
    game = relief(
        us=["A 9-5-7 0505", "G 2-2-9/1-7 0509"],
        german=["X 5-9-7 0504"],
        phase="combat",
        supports=([(1, 9, 5)], []),
    )
    play(game, "attack A > X gs 1", "roll 6", "retreat A 0506", "stand", "done")
    until(game, "German movement")
    play(game, "move X 0505", "done", "attack X > A")
    assert deciding(game) == "US fpf"
    for answer in ("fpf gs 1", "fpf G gs 1"):
        refusal = refused(game, answer)
        assert refusal.case == "15.26.4"
        assert "cannot use any of their 4 Ground Support Points" in refusal.reason
    assert allowed(game, "fpf G")


def test_15_26_4_they_are_not_saved_up():
    game = relief(us=["A 9-5-7 0505"], german=["X 5-9-7 0504"], phase="combat", supports=([(1, 9, 5)], []))
    play(game, "attack A > X gs 1", "roll 6", "retreat A 0506", "stand", "done")
    until(game, "US movement")
    play(game, "move A 0505", "done")
    assert allowed(game, "attack A > X gs 5")
    assert refused(game, "attack A > X gs 6").case == "9.12"


@pytest.mark.parametrize(("key", "side"), [("relief", 0), ("campaign", 1)])
def test_15_26_4_15_36_3_from_game_turn_ten_on(key, side):
    scenario = shipped(f"bastogne/{key}")
    us = scenario.sides[side]
    assert us.name == "US"
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        assert us.support(turn) == (5 if turn >= 10 else 0)
        assert scenario.sides[1 - side].support(turn) == 0


def test_15_26_3_the_situation_says_where_the_german_may_not_go():
    line = {"line_from": ["0109"], "line_to": ["0103"]}
    barred = relief(us=["A 4-4-7 0901"], german=["X 4-4-7 0101"], victory={**line, "bastogne": TOWN, "barred": 2})
    assert "German units cannot come within two hexes of Bastogne (15.26.3)." in queries.situation(barred)
    free = relief(us=["A 4-4-7 0901"], german=["X 4-4-7 0101"], victory=line)
    assert len(queries.situation(free)) == len(queries.situation(barred)) - 1


# -- the examples of play


@every("die", range(1, 7))
def test_15_26_3_of_the_example_every_roll_drives_the_unit_onto_barred_ground(die):
    game = example("bastogne/15.2-relief")
    play(game, "attack 37 10 > 1/14 gs 2", f"roll {die}")
    assert where(game, "1/14") == "eliminated"


def test_15_27_of_the_example_the_game_ends_with_the_road_open_and_not_otherwise():
    won, lost = example("bastogne/15.2-relief", 5).outcome, example("bastogne/15.2-relief", 6).outcome
    assert won is not None
    assert (won.winner, lost) == (0, None)
