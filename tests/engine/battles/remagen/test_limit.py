"""Remagen, 15.0: the Limit of Advance."""

from typing import Any

from tests.drawn import allowed, deciding, legal, play, refused, where
from tests.engine.battles.rhine import rhine, shipped
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.battles.remagen import NO_LIMIT
from westwall_tui.engine.game import options_of


def test_15_0_no_move_over_the_line_but_zones_and_attacks():
    game = rhine(us=["A 9-6-7 0805"], german=["X 1-1-7 0905"])
    refusal = refused(game, "move A 0904")
    assert refusal.case in ("5.14", "15.0")
    assert game.scenario.board.hex("0906") in queries.zone(game, 0)
    play(game, "done")
    play(game, "attack A > X", "roll 1")
    play(game, legal(game)[0])
    assert where(game, "X") != "0905"
    assert deciding(game) != "US advance"  # no unit advances over the line
    game = rhine(us=["A 9-6-7 0803"], german=["X 1-1-7 0909"])
    assert refused(game, "move A 0903").case == "15.0"


def test_15_0_no_entry_beyond_it():
    game = rhine(us=["A 3-6-7"], german=["X 1-1-7 0109"], arrivals=[(1, "A", "0901 0801")])
    refusal = refused(game, "enter A 0901")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.0", ("A",), ("0901",))
    assert "Limit of Advance" in refusal.reason
    assert allowed(game, "enter A 0801")


def test_15_0_retreats_do_not_cross_the_limit():
    game = rhine(us=["A 1-1-7 0805"], german=["X 3-6-7 0705"], side=1, phase="combat")
    play(game, "attack X > A", "roll 2")
    assert legal(game) == ["retreat A 0806 0807", "retreat A 0806 0707"]
    refusal = refused(game, "retreat A 0905 0904")
    assert (refusal.case, refusal.units) == ("15.0", ("A",))


def test_15_0_a_unit_that_could_retreat_only_beyond_the_limit_is_lost():
    beset: dict[str, Any] = {"us": ["A 1-1-7 0805"], "german": ["X 3-6-7 0705", "Y 3-6-7 0706"], "side": 1}
    game = rhine(**beset, phase="combat")
    play(game, "attack X Y > A", "roll 1")
    assert where(game, "A") == "eliminated"
    game = rhine(**beset, phase="combat", options={NO_LIMIT: True})
    play(game, "attack X Y > A", "roll 1")
    assert where(game, "A") == "0805"
    assert deciding(game) == "US retreat"


def test_15_0_the_option_to_ignore_it():
    assert options_of(shipped("remagen/historical"))[0].name == NO_LIMIT
    game = rhine(us=["A 9-6-7 0803"], german=["X 1-1-7 0909"], options={NO_LIMIT: True})
    assert allowed(game, "move A 0903")


# -- the examples of play


def test_15_0_of_the_example_the_advance_is_skipped():
    game = example("remagen/15.0-limit", 2)
    assert legal(game) == ["done"]
    assert where(game, "110") == "eliminated"
