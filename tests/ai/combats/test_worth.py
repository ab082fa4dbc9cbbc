"""Dividing what is in contact into combats, as the rules allow them."""

from collections.abc import Mapping

import pytest

from tests.ai.positions import attacks
from tests.drawn import drawn
from tests.engine.battles.drawn_arnhem import field, market
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.battles.drawn_hurtgen import forest
from westwall_tui.ai import goals
from westwall_tui.ai.combats.odds import effects
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.phases.attacks import combats_left as attacks_left
from westwall_tui.ai.player import Player
from westwall_tui.ai.value.view import View
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import changed
from westwall_tui.engine.terrain import LINE_ORDER, Line


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_14_0_8_31_artillery_that_its_combat_has_no_room_for_takes_part_where_there_is_room(level):
    """G touches both enemies; beside C it is too strong, so against X it must attack with A and B."""
    game = siege(
        german=["A 3-3-7 0503", "B 3-2-7 0404", "C 3-2-7 0704", "G 4-2-12/1-7 0603"],
        us=["X 2-2-7 0504", "Y 8-8-7 0604"],
        phase="combat",
    )
    given = {unit: order.defenders for order in attacks(game, Player(level, 3)) for unit in order.attackers}
    assert given["G"] == ("X",)


NO_ROAD: Mapping[str, object] = {"line_to": ["0101"], "drop_zones": []}
GAIN = 100.0
"""The worth of the City, high enough for a roll that takes it to stand out."""


def assault_on_a_city(garrison, *besiegers):
    """Return the worth of an Allied attack at +4 on a unit in a City hex, and that of each roll, 1 first."""
    game = market(
        field("0505#", "0504#"),
        allied=["A 6-4-7 0504", *besiegers],
        german=[f"{garrison} 0505"],
        phase="combat",
        victory=NO_ROAD,
    )
    wanted, units, city = goals.of(game, 0, {}), game.scenario.by_id, game.scenario.board.hex("0505")
    wanted.gain = [GAIN * (h == city) for h in range(len(wanted.gain))]
    combats = View(game, wanted).combats
    fight = PlannedCombat((units["a"],), (units["x"],))
    return combats.value(fight.attackers, fight.defenders, 0), combats.by_die(fight)


RESULTS = effects(LINE_ORDER.index(Line.BROKEN), 4)
"""The line of Towns and Cities."""


def test_11_1_dice_that_a_city_takes_off_neither_move_its_garrison_nor_give_an_advance():
    value, dice = assault_on_a_city("X 2-2-7")
    assert [worth >= GAIN for worth in dice] == [push > 2 and decided for _, push, decided in RESULTS]
    assert [worth > 0 for worth in dice] == [push > 2 for _, push, _ in RESULTS]
    assert value == pytest.approx(sum(dice) / 6)


def test_11_2_a_surrounded_garrison_is_driven_out_or_lost():
    value, dice = assault_on_a_city("X 2-2-7", "B 0-2-7 0606", "C 0-2-7 0406")
    assert [worth >= GAIN for worth in dice] == [push > 0 and decided for _, push, decided in RESULTS]
    assert value == pytest.approx(sum(dice) / 6)


def test_11_1_an_attacker_in_a_city_stays_too():
    """A stands in a City: results of A1 and A2 cost it nothing."""
    _, dice = assault_on_a_city("X 2-9-7")
    weak = effects(LINE_ORDER.index(Line.BROKEN), -3)
    assert any(0 < hit <= 2 for hit, _, _ in weak)
    assert [worth < 0 for worth in dice] == [hit > 2 for hit, _, _ in weak]


# -- the fire that is reckoned with in defense


def fire(game: Game, name: str = "X") -> int:
    """Return the fire that the First Player expects for a defender."""
    return View(game, goals.of(game, 0, {})).combats.expected_fire(game.scenario.by_id[name.lower()])


def test_8_41_a_gun_that_has_suffered_in_the_last_combat_phase_gives_none():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-9-7 0504", "G 2-5-9/1-6 0502"])
    assert fire(game) == 3
    state = game.state.copy()
    state.previous_combat = 1
    state.serial = 2
    state.suffered = changed(state.suffered, state.previous_combat, game.scenario.by_id["g"])
    game.go_on_from(state)
    assert fire(game) == 0


def test_14_0_guns_fire_whole_and_only_beside_ground_units():
    us = ["X 3-5-7 0504", "G 2-3-9/1-6 0502", "H 2-4-9/1-6 0602"]
    assert fire(siege(german=["A 4-4-7 0505"], us=us)) == 2  # the stronger: both would be too much for five points
    assert fire(siege(german=["A 4-4-7 0505"], us=[us[0].replace("-5-", "-7-"), *us[1:]])) == 4
    assert fire(siege(german=["A 4-4-7 0501"], us=us), "G") == 0
    assert fire(drawn(blue=["A 4-4-7 0501"], red=us), "G") == 2


def test_11_42_ground_support_is_reckoned_with_for_the_whole_phase_and_five_points_of_it_in_a_combat():
    us = ["A 4-4-7 0303", "B 4-4-7 0703"]
    game = forest(us=us, german=["X 4-4-4 0302", "Y 4-4-4 0702"], supports=([(1, 9, 20)], []), phase="combat")
    found = attacks_left(View(game, goals.of(game, 0, {})))
    assert found.contacts.support == 20
    given = [fight.support for fight in found.fights]
    assert sum(given) > 5 >= max(given)
