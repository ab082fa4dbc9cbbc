"""After the die of a combat."""

from tests.drawn import deciding, drawn, legal, play
from tests.engine.naming import at, numbers, unit, way
from tests.engine.queries.battles import arnhem
from westwall_tui.engine import queries


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


def test_7_7_nobody_retreats_who_need_not():
    game = fought(1)
    assert queries.retreats(game, unit(game, "A")).paths == ()
    fresh = drawn(blue=["A 4-4-7 0505"])
    assert queries.retreats(fresh, 0).paths == ()
    assert queries.retreat_length(fresh) == 0


def test_11_1_where_a_retreat_may_be_shortened():
    assert queries.retreat_reduction(arnhem(blue=["A 2-2-7 0503"], red=["X 2-2-7 0101"])) == ("city", "11.1")
    assert queries.retreat_reduction(fought(1)).case == ""


def test_7_8_where_a_unit_makes_way():
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


def test_7_9_where_a_victor_may_advance():
    game = fought(1)
    assert queries.advances(drawn(blue=["A 4-4-7 0505"]), 0) == {}
    play(game, legal(game)[0])
    assert deciding(game) == "Blue advance"
    found = queries.advances(game, unit(game, "A"))
    assert way(game, found[at(game, "0504")]).endswith("0504")
    offered = {line.split()[-1] for line in legal(game) if line.startswith("advance")}
    assert numbers(game, found) == " ".join(sorted(offered))
