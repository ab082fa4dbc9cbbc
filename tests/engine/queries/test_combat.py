"""The Combat Phase: obligations, interruptions, and the consequences of the die."""

from typing import Any

from tests.drawn import below, deciding, drawn, legal, play
from tests.engine.battles.drawn_arnhem import market
from tests.engine.naming import at, ids, numbers, unit, way
from tests.engine.queries.battles import arnhem, remagen
from westwall_tui.engine import queries

# -- The Combat Phase.


def test_4_1_there_is_combat_in_every_game_turn_except_at_night():
    units: dict[str, Any] = {"blue": ["A 3-6-7 0301"], "red": ["X 2-4-7 0505"]}
    assert queries.has_combat(drawn(**units))
    assert queries.has_combat(remagen(**units))
    assert not queries.has_combat(remagen(night=True, **units))


def test_7_1_units_that_must_still_fight():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"], red=["X 4-4-7 0504", "Y 4-4-7 0604"], phase="combat")
    left = queries.outstanding(game)
    assert (ids(game, left.attackers), ids(game, left.enemies)) == ("A", "X Y")
    play(game, "attack A > X Y")
    after = queries.outstanding(game)
    assert not after.attackers
    assert not after.enemies


def test_9_14_ground_support_left_in_a_game_turn():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat", supports=([(1, 9, 5)], [(1, 9, 2)]))
    assert (queries.support_left(game, 0), queries.support_left(game, 1)) == (5, 2)
    play(game, "attack A > X gs 2")
    assert queries.support_left(game, 0) == 3


def test_13_24_units_that_assault_across_a_river():
    units = ["Eng 3-3-10 engineer 0505", "A 2-2-7 airborne:101st 0504", "B 2-2-7 airborne:101st 0404"]
    game = market(allied=units, german=["X 2-2-7 0506"], rivers=[below(5)])
    assert queries.assaulting(game) == ()
    play(game, "move A 0505")
    assert ids(game, queries.assaulting(game)) == "A"


# -- Interruptions.


def wired():
    return arnhem(blue=["A 2-2-7 0503"], red=["X 2-2-7 0101"], canals=["0505/0506"], roads=["0503 0504 0505 0506 0507"])


def test_12_11_the_unit_whose_move_is_interrupted():
    game = wired()
    assert queries.under_way(game) == -1
    play(game, "move A 0507")
    assert deciding(game) == "German demolition"
    assert ids(game, [queries.under_way(game)]) == "A"


def test_12_1_the_texts_about_a_wired_bridge():
    found = queries.wired_bridge(wired())
    assert found.case == "12.1"
    assert len(found.answers) == 2
    assert queries.wired_bridge(drawn(blue=["A 2-2-7 0503"])).case == "4.1"


def test_12_1_the_die_that_is_due():
    game = wired()
    assert queries.die_due(game) is None
    play(game, "move A 0507", "demolish yes")
    due = queries.die_due(game)
    assert due is not None
    assert (due.purpose, numbers(game, due.hexes)) == ("demolition", "0505 0506")
    assert due.table == ("blown", "blown", "stands", "stands", "stands", "stands")


def test_the_die_of_a_combat_is_not_a_battles_die():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0504"], phase="combat")
    play(game, "attack A > X")
    assert deciding(game) == "Blue roll"
    assert queries.die_due(game) is None


# -- After the die of a combat.


def fought(die: int, **what):
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat", **what)
    play(game, "attack A > X", f"roll {die}")
    return game


def test_7_7_retreats_are_the_legal_ones():
    game = fought(1)
    assert deciding(game) == "Red retreat"
    found = queries.retreats(game, unit(game, "X"))
    assert (found.lost, found.displacing) == (False, False)
    orders = {f"retreat X {way(game, path[1:])}" for path in found.paths}
    assert orders == set(legal(game))
    assert {len(path) - 1 for path in found.paths} == {queries.retreat_length(game)}


def test_7_7_other_units_have_no_retreats():
    game = fought(1)
    assert queries.retreats(game, unit(game, "A")).paths == ()
    fresh = drawn(blue=["A 4-4-7 0505"])
    assert queries.retreats(fresh, 0).paths == ()
    assert queries.retreat_length(fresh) == 0


def test_11_1_hexes_where_a_retreat_may_be_shortened():
    found = queries.refuges(arnhem(blue=["A 2-2-7 0503"], red=["X 2-2-7 0101"]))
    assert (found.place, found.case) == ("city", "11.1")
    assert queries.refuges(fought(1)).case == ""


def test_7_8_hexes_to_which_a_unit_may_be_displaced():
    game = drawn(
        blue=["A 9-4-7 0505"],
        red=["X 1-1-7 0504", "F 1-1-7 0503", "G 1-1-7 0403", "H 1-1-7 0603"],
        phase="combat",
    )
    play(game, "attack A > X", "roll 4")
    assert queries.displacements(game) == []
    play(game, "retreat X 0503 0502")
    assert deciding(game) == "Red displace"
    offered = {line.split()[-1] for line in legal(game)}
    assert numbers(game, queries.displacements(game)) == " ".join(sorted(offered)) == "0402 0502 0602"


def test_7_9_hexes_to_which_a_victor_may_advance():
    game = fought(1)
    assert queries.advances(drawn(blue=["A 4-4-7 0505"]), 0) == {}
    play(game, legal(game)[0])
    assert deciding(game) == "Blue advance"
    found = queries.advances(game, unit(game, "A"))
    assert way(game, found[at(game, "0504")]).endswith("0504")
    offered = {line.split()[-1] for line in legal(game) if line.startswith("advance")}
    assert numbers(game, found) == " ".join(sorted(offered))
