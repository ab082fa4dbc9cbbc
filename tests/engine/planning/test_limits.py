"""What limits artillery and Ground Support in a combat."""

import pytest

from tests.drawn import drawn, play
from tests.engine.queries.battles import bastogne
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Fpf
from westwall_tui.engine.planning import Limit, Share
from westwall_tui.files.scenarios import load_scenario

SUPPORT: list[tuple[int, int, int]] = [(1, 9, 5)]
UNITS = {
    "blue": ["A 6-4-7 0505", "G 2-1-9/1-9 0509"],
    "red": ["X 2-3-7 0504", "F 1-2-7/1-9 0501"],
    "phase": "combat",
    "supports": (SUPPORT, SUPPORT),
}


def test_8_2_no_limit_by_the_standard_rules():
    game = drawn(**UNITS)
    assert planning.artillery_limit(game, Share(0, True, 6, (1,), 2)) == ""
    assert planning.attack_limit(game, Attack(("A",), ("X",), ("G",), 2)) == ""


def test_14_0_an_attack_is_measured_by_its_ground_units():
    game = bastogne(**UNITS)
    barrage = game.state.units[1].strength.barrage
    told = planning.attack_limit(game, Attack(("A",), ("X",), ("G",), 2))
    assert told == f"artillery and support {barrage + 2} of at most 6 (14.0)"
    assert planning.attack_limit(game, Attack(("A",), ("nobody",))) == ""


def test_14_0_the_answer_is_measured_by_the_defenders():
    game = bastogne(**UNITS)
    assert planning.fire_limit(game, Fpf(("F",), 1)) == ""
    play(game, "attack A > X")
    fpf = game.state.units[3].strength.fpf
    assert planning.fire_limit(game, Fpf(("F",), 1)) == f"artillery and support {fpf + 1} of at most 3 (14.0)"


def test_9_14_support_that_is_left_may_be_used():
    game = drawn(**UNITS)
    assert planning.withheld_support_case(game, 0, (2,)) == ""
    assert planning.withheld_support_case(drawn(blue=["A 6-4-7 0505"], red=["X 2-3-7 0504"]), 0, (1,)) == ""


@pytest.mark.parametrize(
    ("key", "case", "limit"),
    [
        ("bastogne/relief", "14.0", Limit.SHARE),
        ("bastogne/relief", "15.26.4", Limit.SUPPORT),
        ("arnhem/historical", "14.12", Limit.GUNS),
        ("arnhem/historical", "13.24", Limit.ASSAULT),
        ("remagen/historical", "11.12", Limit.ATTACKER),
        ("remagen/historical", "8.12", None),
    ],
)
def test_what_a_battles_own_case_limits(key, case, limit):
    assert planning.limit_of(Game(load_scenario(key)), case) is limit
