"""Luck: the rolls of a game against their average."""

import itertools

import pytest

from tests.drawn import drawn, play
from tests.history.test_record import history_of
from westwall_tui.history.course import best_and_worst, for_first_player, luck, rolls, walk
from westwall_tui.history.record import History


@pytest.fixture(scope="module")
def fights():
    return history_of("spearhead-busy.orders").fights


@pytest.mark.slow
def test_the_chance_is_exact(fights):
    """All possible rolls of a few combats are counted."""
    few = fights[:5]
    worths = [[for_first_player(fight, face) for face in fight.faces] for fight in few]
    sums = [sum(each) for each in itertools.product(*worths)]
    mean = sum(sums) / len(sums)
    off = sum(for_first_player(fight, fight.result) for fight in few) - mean
    uneven = sum(abs(each - mean) >= abs(off) - 1e-9 for each in sums) / len(sums)
    found = luck(few)
    assert found.hexes == pytest.approx(off)
    assert found.chance == pytest.approx(uneven)
    assert found.spread == pytest.approx((sum((each - mean) ** 2 for each in sums) / len(sums)) ** 0.5)


def test_the_walk_ends_where_the_luck_is(fights):
    *_, last = walk(fights)
    found = luck(fights)
    assert last.hexes == pytest.approx(found.hexes)
    assert last.spread == pytest.approx(found.spread)


def test_without_a_combat_there_is_no_luck():
    assert luck([]) == (0, 0, 1)
    assert best_and_worst([]) is None
    assert rolls([], 0).mean == 0


def test_rolls_are_counted_by_side(fights):
    assert sum(rolls(fights, side).dice for side in (0, 1)) == len(fights)
    found = best_and_worst(fights)
    assert found is not None
    assert found[0] is not found[1]


def test_8_14_results_against_distant_guns_are_not_luck():
    alone = [fight for fight in history_of("hurtgen-free-busy.orders").fights if fight.alone]
    afar = [fight for fight in alone if not fight.combat.attackers]
    assert afar, "a game with barrages alone"
    assert {fight.worth(result) for fight in afar for result in ("A1", "A2", "Ae", "Br", "D1")} == {0}
    assert {fight.worth("D3") for fight in afar} == {3}


def test_8_15_8_33_adjacent_guns_alone_suffer_and_move_no_unit_by_d1():
    game = drawn(blue=["G 3-2-9/1-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack G > X", "roll 4")
    (fight,) = History(game).fights
    assert (fight.result, fight.alone) == ("D1", True)
    assert [fight.worth(result) for result in ("D2", "D1", "Br", "A2")] == [2, 0, -1, -2]
