"""The enemy's next Movement Phase: reach, arrivals, and units that can be surrounded."""

import pytest

from tests.drawn import drawn, play, until
from tests.engine.battles.scored import scored
from tests.engine.naming import at, numbers, unit
from westwall_tui.engine import planning
from westwall_tui.engine.planning import EnemyTurn, siege

SMALL = """
....
....
....
....
"""


def test_hexes_are_all_those_that_a_sides_units_could_reach():
    game = drawn(SMALL, blue=["A 4-4-7 0104"], red=["X 4-4-2 0101"])
    assert numbers(game, EnemyTurn(game, 0).hexes()) == "0101 0102 0103 0201 0202 0301 0302"
    stuck = drawn(SMALL, blue=["A 4-4-7 0102"], red=["X 4-4-2 0101"])
    assert EnemyTurn(stuck, 0).hexes() == frozenset(), "5.14"


def test_4_1_units_due_in_the_next_movement_phase_arrive():
    red = ["X 5-4-7 0101", "R 5-4-7", "S 5-4-7"]
    game = drawn(blue=["A1 2-3-7 0905"], red=red, arrivals=[(1, "R", "0509"), (2, "S", "0509")])
    r, s = unit(game, "R"), unit(game, "S")
    assert EnemyTurn(game, 0).arriving == (r,)
    assert EnemyTurn(game, 1).arriving == ()
    until(game, "Red movement")
    assert EnemyTurn(game, 0).arriving == (r,), "now"
    play(game, "enter R 0509")
    assert EnemyTurn(game, 0).arriving == ()
    until(game, "Blue movement")
    assert EnemyTurn(game, 0).arriving == (s,)


def test_7_7_a_unit_that_is_due_can_close_the_ring():
    """X holds A1 from the north, and R enters from the south."""
    game = drawn(blue=["A1 2-3-7 0505"], red=["X 5-4-7 0504", "R 5-4-7"], arrivals=[(1, "R", "0509")])
    a1, r = unit(game, "A1"), unit(game, "R")
    found = siege(EnemyTurn(game, 0), a1)
    assert found is not None
    assert found.moves == ((r, at(game, "0506")),)
    assert set(found.attackers) == {unit(game, "X"), r}
    then = planning.as_if_moving(game, 1)
    then.apply("enter R 0509 0508 0507 0506")
    assert planning.fate(then, a1).room == 0
    risks = planning.Outlook(game).standing(0)
    assert [(risk.peril, risk.unit) for risk in risks] == [(planning.Peril.SURROUNDED, a1)]


def test_7_7_of_equal_units_the_nearest_closes_the_ring():
    game = drawn(blue=["A1 2-3-7 0505"], red=["X 5-4-7 0504", "Far 4-4-7 0909", "Near 4-4-7 0508"])
    found = siege(EnemyTurn(game, 0), unit(game, "A1"))
    assert found is not None
    assert found.moves[0] == (unit(game, "Near"), at(game, "0506"))


def test_7_7_a_unit_that_lands_can_close_the_ring():
    red, landings = ["X 5-4-7 0504", "R 5-4-7"], [(1, "R", "0508 0608")]
    game = drawn(blue=["A1 2-3-7 0505"], red=red, landings=landings, seed=1)
    found = siege(EnemyTurn(game, 0), unit(game, "A1"))
    assert found is not None
    assert found.moves[0][0] == unit(game, "R")


@pytest.mark.parametrize(("columns", "coming"), [("false", 2), ("true", 1)])
def test_13_0_each_unit_of_a_column_pays_more_to_enter(columns, coming):
    """Both R and S could come next to A1, but in a column only the first has Movement Points enough."""
    red = ["X 5-4-7 0504", "R 5-4-5", "S 5-4-5"]
    game = scored(f"[special]\ncolumns = {columns}\n", blue=["A1 1-1-7 0505"], red=red, arrivals=[(1, "R S", "0509")])
    turn = EnemyTurn(game, 0)
    assert len(turn.comers(at(game, "0605"))) == 2, "each could be the first"
    found = siege(turn, unit(game, "A1"))
    assert found is not None
    assert len([enemy for enemy, _ in found.moves if enemy in turn.arriving]) == coming


def test_7_7_the_worst_attack_surrounds_the_unit_if_more_rolls_then_eliminate_it():
    """X, Y and Z are stronger from the north, but Y can go to the south and close the ring."""
    red = ["X 5-4-7 0504", "Y 5-4-7 0309", "Z 5-4-7 0109"]
    game = drawn(blue=["A 2-3-7 0505"], red=red)
    turn, a = EnemyTurn(game, 0), unit(game, "A")
    places, support, ring = planning.worst_attack(turn, a)
    found = planning.sketch_attack(turn.game, places, (a,), support, ring)
    assert found is not None
    assert not found.fates[0].room
