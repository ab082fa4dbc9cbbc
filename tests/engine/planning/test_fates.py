"""What retreats would mean."""

import pytest

from tests.drawn import drawn
from tests.engine.battles.drawn_arnhem import field, market
from tests.engine.naming import numbers
from westwall_tui.engine import planning
from westwall_tui.engine.planning import Fate

RESULTS = ("De", "D4", "D2", "D1", "Br", "A1")
OTHER = ("Ae", "A2", "A1", "Br", "D1", "De")


def facing():
    return drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat")


@pytest.mark.parametrize(
    ("room", "alone", "dice"),
    [(4, False, [1]), (1, False, [1, 2, 3]), (0, False, [1, 2, 3, 4, 5]), (0, True, [1, 2, 3])],
)
def test_7_74_8_15_on_which_dice_a_defender_is_lost(room, alone, dice):
    assert planning.fatal_dice(facing(), Fate(1, room, ()), RESULTS, alone=alone) == dice


@pytest.mark.parametrize(("room", "dice"), [(0, [5, 6]), (1, [])])
def test_7_74_on_which_dice_an_attacker_is_lost(room, dice):
    assert planning.fatal_dice(facing(), Fate(0, room, ()), RESULTS) == dice


def test_7_62_ae_eliminates_attackers_only():
    game = facing()
    assert planning.fatal_dice(game, Fate(0, 4, ()), OTHER) == [1]
    assert planning.fatal_dice(game, Fate(1, 4, ()), OTHER) == [6]


def test_7_7_room_and_first_steps():
    game = drawn(". . . .", blue=["A 4-4-7 0104"], red=["X 4-4-7 0103"], phase="combat")
    found = planning.fate(game, 1)
    assert (found.unit, found.room, numbers(game, found.ways)) == (1, 2, "0102")
    open_ground = planning.fate(facing(), 1)
    assert (open_ground.room, numbers(facing(), open_ground.ways)) == (4, "0403 0503 0603")


def test_7_74_no_room_at_all():
    game = drawn(". . .", blue=["A 4-4-7 0102"], red=["X 4-4-7 0101"], phase="combat")
    assert planning.fate(game, 1) == Fate(1, 0, ())


@pytest.mark.parametrize(("city", "held"), [("0505#", 2), ("0909#", 0)])
def test_11_1_in_a_city_a_unit_may_make_nothing_of_a_result_of_two_hexes(city, held):
    game = market(field(city), phase="combat", allied=["A 4-4-7 0504"], german=["X 2-2-7 0505"])
    assert planning.fate(game, 1).held == held
