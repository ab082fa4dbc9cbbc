"""The enemy's next Movement Phase: reach, arrivals, and units that can be surrounded."""

import pytest

from tests.drawn import drawn, lane, play, until
from tests.engine.battles.scored import scored
from tests.engine.naming import at, numbers, unit
from westwall_tui.engine import planning
from westwall_tui.engine.planning import EnemyTurn, siege
from westwall_tui.engine.planning.ahead import fullest_attack

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
    found = planning.worst_attack(turn, a).preview(turn.game)
    assert found is not None
    assert not found.fates[0].room


def worst(game, name):
    """Return the enemies, attackers and other units of the attack that a unit of Blue has to fear most."""
    found = planning.worst_attack(EnemyTurn(game, 0), unit(game, name))
    preview = found.preview(EnemyTurn(game, 0).game)
    assert preview is None or preview.refusal is None
    return (
        " ".join(game.state.ids(found.enemies)),
        *(
            {game.state.ids((each,))[0]: game.state.number(h) for each, h in units.items()}
            for units in (found.places, found.others)
        ),
    )


def test_7_11_the_strongest_attack_comes_from_hexes_that_touch_no_other_unit():
    game = drawn(blue=["A 2-3-7 0505", "B 2-3-7 0506"], red=["X 5-4-7 0802", "Y 4-4-7 0803"])
    found = fullest_attack(EnemyTurn(game, 0).game, unit(game, "A"))
    assert len(found.places) == 2
    assert {*game.state.numbers([*found.places.values()])} <= {"0404", "0504", "0604"}, "0405 and 0605 touch B, too"


def test_7_11_one_of_two_attackers_must_attack_the_other_unit():
    """X and Y can only come to 0405 and 0605, which both touch A and B."""
    game = drawn(lane("0305", "0405", "0505", "0506", "0605", "0705"), blue=["A 2-3-7 0505", "B 2-3-7 0506"],
                 red=["X 5-4-7 0305", "Y 4-4-7 0705"])  # fmt: skip
    assert worst(game, "A") == ("A", {"X": "0405"}, {"Y": "0605"})


def test_7_11_another_unit_comes_to_attack_the_other_unit():
    """X can only come to 0405, which touches A and B; Z comes to B."""
    game = drawn(lane("0305", "0405", "0505", "0506", "0507", "0508", "0509"), blue=["A 2-3-7 0505", "B 2-3-7 0506"],
                 red=["X 5-4-7 0305", "Z 1-4-7 0509"])  # fmt: skip
    assert worst(game, "A") == ("A", {"X": "0405"}, {"Z": "0507"})


def test_7_11_a_lone_attacker_attacks_both_units_together():
    game = drawn(lane("0305", "0405", "0505", "0506"), blue=["A 2-3-7 0505", "B 2-3-7 0506"], red=["X 9-4-7 0305"])
    assert worst(game, "A") == ("A B", {"X": "0405"}, {})


def test_14_0_guns_and_ground_support_fill_the_limit_together():
    """Within 5 points for 5 of X, the gun of 3 and two Ground Support Points are more than the guns of 3 and 1."""
    text = "[special]\nguns_per_point = 1\n"
    red = ["X 5-4-7 0502", "G1 3-1-9/2-1 0101", "G2 3-1-9/2-1 0901"]
    game = scored(text, blue=["A 2-3-7 0505"], red=red, supports=((), ((1, 3, 2),)))
    found = planning.worst_attack(EnemyTurn(game, 0), unit(game, "A"))
    assert (set(game.state.ids(tuple(found.places))), found.support) == ({"X", "G1"}, 2)
