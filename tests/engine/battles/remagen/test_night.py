"""Remagen, 13.0: night."""

from tests.drawn import allowed, deciding, legal, play, refused
from tests.engine.battles.rhine import rhine
from tests.examples import example
from westwall_tui.engine.game import Game


def night(**what) -> Game:
    return rhine(**{"victory": {"night": [1]}, **what})


def test_13_0_a_unit_leaves_a_zone_at_night_but_not_for_another():
    game = night(us=["A 3-6-7 0604"], german=["X 2-4-7 0605", "Y 2-4-7 0702"])
    assert not game.rules.fights(game.state)
    assert allowed(game, "move A 0502")
    refusal = refused(game, "move A 0505")
    assert (refusal.case, refusal.units, refusal.hexes) == ("13.0", ("A",), ("0505",))
    assert (
        refusal.reason == "A started in an Enemy-controlled hex and cannot enter another this Game-Turn, such as 0505"
    )
    by_day = rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0605"])
    assert refused(by_day, "move A 0502").case == "5.14"
    assert by_day.rules.fights(by_day.state)


def test_13_0_a_unit_that_leaves_a_zone_goes_round_all_others():
    """0306 is in no zone, but the bridge leads there through the zone of X; a unit from outside must stop in it."""
    beset = night(us=["A 3-6-7 0604"], german=["X 2-4-7 0605"])
    refusal = refused(beset, "move A 0306")
    assert (refusal.case, refusal.units, refusal.hexes) == ("13.0", ("A",), ("0306",))
    assert "every path to 0306 leads through one" in refusal.reason
    free = night(us=["A 3-6-7 0603"], german=["X 2-4-7 0605"])
    assert refused(free, "move A 0306").case == "6.0"


def test_13_0_a_unit_leaves_the_first_hex_of_the_board():
    """It is number 0 in the engine, where what is below is off the map. X controls both hexes next to it."""
    game = night(us=["A 3-6-7 0101"], german=["X 2-4-7 0102"])
    for target in ("0201", "0301"):
        refusal = refused(game, f"move A {target}")
        assert (refusal.case, refusal.units, refusal.hexes) == ("13.0", ("A",), (target,))


def test_13_0_a_unit_from_outside_enters_a_zone_and_stops():
    game = night(us=["A 3-6-7 0602"], german=["X 2-4-7 0605"])
    assert allowed(game, "move A 0604")
    assert refused(game, "move A 0604 0504").case in ("6.0", "5.12")


def test_13_0_a_unit_may_take_the_place_of_one_that_left_first():
    game = night(us=["A 3-6-7 0604", "B 3-6-7 0602"], german=["X 2-4-7 0605"])
    assert not allowed(game, "move B 0604")
    play(game, "move A 0502", "move B 0604")


def test_13_0_no_combat_and_no_obligation_at_night():
    game = night(us=["A 3-6-7 0604"], german=["X 2-4-7 0605"])
    play(game, "done")
    assert deciding(game) == "German movement"
    play(game, "done")
    assert (deciding(game), game.state.turn) == ("US movement", 2)
    play(game, "done")
    assert deciding(game) == "US combat"


# -- the examples of play


def test_13_0_of_the_example_out_of_a_zone_or_into_one_but_never_both():
    game = example("remagen/13.0-night")
    zone = {"0403", "0503", "0505", "0603", "0604"}
    assert not {line.split()[-1] for line in legal(game) if line.startswith("move 1/310 ")} & zone
    assert "0505" in {line.split()[-1] for line in legal(game) if line.startswith("move 27 ")}
